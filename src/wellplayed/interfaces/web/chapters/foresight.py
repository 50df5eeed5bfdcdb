"""Why one ply helps: the same board at every depth, each depth playing out the pieces that are known."""

from functools import partial
from typing import NamedTuple

import numpy as np

from ....game import Placement
from ....players.player import Thought
from ....players.registry import player
from ..drawing.board import Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .numbers import both, shown, where
from .pictures import Picture, Tile, captioned, fitting, flowed, rows_shown, tint, well
from .position import WIDTH, Board, game, state
from .samples import middle, pocket, quad

WEIGHTS = Choice("weights", "four-feature", ("four-feature", "dellacherie", "dt-20"))
KEPT = Choice("width", "6", least=1, most=40)


class Play(NamedTuple):
    """What a depth makes of the pieces."""

    depth: int
    thought: Thought  # of the first piece
    moves: tuple[Placement, ...]
    cleared: tuple[int, ...]  # rows, move by move


def played(board: Board, pieces: str, depth: int, width: int, weights: str) -> Play:
    """Every piece placed by a beam that looks `depth` pieces ahead, or as many as are left.

    Raises InputError where there is no move.
    """
    thought, moves, cleared = None, [], []
    for n in range(len(pieces)):
        rest = pieces[n:]
        rules = game(rest)
        ahead = min(depth, len(rest) - 1)
        here = state(rules, board, rest)
        if n and not rules.mask(here).any():
            break
        found = player(f"beam:depth={ahead},width={width},weights={weights},moves=reach", rules).think(here)
        thought = thought or found
        spot = rules.describe(here, found.action)
        after = rules.play(here, np.array([found.action]))
        moves.append(spot)
        cleared.append(int(after["cleared"][0]))
        board = board.put(spot.cells, spot.piece).cleared()
        if after["dead"][0]:
            break
    assert thought is not None
    return Play(depth, thought, tuple(moves), tuple(cleared))


def tell(reader: Reader) -> Told:
    """Depth 0, 1 and so on, as far as pieces are known. Raises InputError where there is no move."""
    words, width, weights = reader.words, reader.whole(KEPT), reader.option(WEIGHTS)
    board = reader.board.checked()
    plays = [played(board, reader.pieces, depth, width, weights) for depth in range(len(reader.pieces))]
    steps = [_step(board, plays, n, words) for n in range(len(plays))]
    answers = Answers(
        words("explain.foresight.far", n=len(plays) - 1),
        words("explain.foresight.completely", width=width, nodes=f"{plays[-1].thought.nodes:,}"),
        words("explain.foresight.grounds", weights=weights),
    )
    return Told(tuple(steps), answers)


def _step(board: Board, plays: list[Play], n: int, words: Words) -> Step:
    """One depth."""
    play = plays[n]
    most, total = max(play.cleared), sum(play.cleared)
    row = int(np.argmax(play.thought.actions == play.thought.action))
    numbers = (
        Number(words("explain.label.depth"), str(play.depth)),
        Number(words("explain.label.nodes"), f"{play.thought.nodes:,}"),
        Number(words("explain.label.value"), shown(float(play.thought.values[row]))),
        Number(words("explain.label.move"), where(play.moves[0], words)),
        Number(words("explain.label.cleared_each"), " · ".join(map(str, play.cleared))),
        Number(words("explain.label.cleared"), str(total)),
    )
    changed = n > 0 and set(play.moves[0].cells) != set(plays[n - 1].moves[0].cells)
    turn = "changes" if changed else "stays" if n else "first"
    says = words(f"explain.foresight.{turn}", piece=play.moves[0].piece, where=where(play.moves[0], words))
    says = both(says, words("explain.foresight.outcome", n=total, most=most, pieces=len(play.moves)), words)
    rows = rows_shown(board, (c for other in plays for spot in other.moves for c in spot.cells))
    picture = Picture(
        partial(_boards, board, play, rows, words), words("explain.foresight.alt", depth=play.depth, n=total)
    )
    return Step(words("explain.foresight.depth", n=play.depth), says, picture, numbers)


def _boards(board: Board, play: Play, rows: int, words: Words, width: float) -> Tile:
    """Each move on the board that it finds, with the rows that it clears, and what is left in the end."""
    (cell, gap), tiles = fitting(len(play.moves) + 1, width), []
    for n, (spot, cleared) in enumerate(zip(play.moves, play.cleared, strict=True)):
        put = board.put(spot.cells, spot.piece)
        over = tint(((x, y) for y in put.full for x in range(WIDTH)), rows, cell, "var(--good)", 0.28)
        ring = "var(--accent)" if n == 0 else ""
        tile = well(board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), over=over, ring=ring)
        line = words("explain.rows", n=cleared) if cleared else words("explain.foresight.no_rows")
        tiles.append(captioned(tile, line, above=spot.piece, fill="var(--good)" if cleared else "var(--muted)"))
        board = put.cleared()
    tiles.append(captioned(well(board, rows, cell=cell), " ", above=words("explain.foresight.end")))
    return flowed(tiles, width, gap)


CHAPTER = Chapter("foresight", tell, (quad("TSIO"), middle("JTSO"), pocket("LTJI")), (2, 5), (KEPT, WEIGHTS), cover=2)
