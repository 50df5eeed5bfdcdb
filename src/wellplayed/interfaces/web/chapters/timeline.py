"""The timeline: what each generation adds, and what its player does on this very board."""

from functools import partial
from typing import Any, NamedTuple

from ....arena.ladder import kept
from ....arena.rungs import RUNGS, Rung
from ....errors import InputError
from ....players.player import Thought
from ....players.registry import player
from ...tables import decimal
from ..drawing.board import Shape
from ..drawing.element import element, text, width_of
from ..words import Words
from .chapter import Answers, Chapter, Number, Reader, Step, Told
from .numbers import where
from .pictures import Picture, Tile, below, captioned, fitting, flowed, rows_shown, segment, well
from .position import Board, game, state
from .samples import middle, pocket, quad

# One player stands for each generation.
PLAYERS = (
    "lowest-column",
    "four-feature",
    "one-ply",
    "full-path",
    "beam:depth=3,width=6,weights=lee",
    "expectimax:pieces=1,weights=lee",
    "dt-20",
    "dqn",
)


class Stand(NamedTuple):
    """A generation and what its player thinks on the board."""

    rung: Rung
    thought: Thought


def report() -> dict[str, Any] | None:
    """The measured ladder, or None where this package has none."""
    try:
        return kept()
    except InputError:
        return None


def said(text: str, words: Words) -> str:
    """A short text of the ladder in the reader's language; texts that are no words (specs, formulas) stay."""
    key = f"explain.ladder.{text.replace(' ', '_')}"
    return words(key) if key in words else text or "–"


def stands(board: Board, pieces: str) -> list[Stand]:
    """Each generation on one board; every player sees the pieces that it looks at and no more.

    Raises InputError where there is no move.
    """
    found, named = [], {rung.player: rung for rung in RUNGS}
    for spec in PLAYERS:
        rung = named[spec]
        seen = pieces[: rung.previews + 1]
        rules = game(seen)
        found.append(Stand(rung, player(spec, rules).think(state(rules, board, seen))))
    return found


def tell(reader: Reader) -> Told:
    """One step a generation. Raises InputError where there is no move."""
    words, board = reader.words, reader.board.checked()
    found = stands(board, reader.pieces)
    measured = report()
    steps = [_step(board, found, n, measured, words) for n in range(len(found))]
    answers = Answers(*(words(f"explain.timeline.{name}") for name in Answers._fields))
    return Told(tuple(steps), answers)


def _step(board: Board, found: list[Stand], n: int, measured: dict[str, Any] | None, words: Words) -> Step:
    """One generation."""
    rung, thought = found[n]
    numbers = [
        Number(words("explain.label.player"), rung.player),
        Number(words("explain.label.depth_pieces"), said(rung.depth, words)),
        Number(words("explain.label.bag"), said(rung.bag, words)),
        Number(words("explain.label.tucks"), words("explain.yes" if rung.tucks else "explain.no")),
        Number(words("explain.label.complexity"), rung.complexity),
        Number(words("explain.label.nodes"), f"{thought.nodes:,}"),
        Number(words("explain.label.claimed"), said(rung.claimed, words)),
    ]
    for key in ("classic", "hard"):
        numbers.append(
            Number(words(f"explain.label.measured.{key}"), measured_lines(measured, key, rung.player, words))
        )
    says = words(f"explain.timeline.{n}.says", where=where(thought.line[0], words), piece=thought.line[0].piece)
    picture = Picture(partial(_picture, board, found, n, words), words("explain.timeline.alt", n=n))
    return Step(words(f"explain.timeline.{n}"), says, picture, tuple(numbers))


def measured_lines(measured: dict[str, Any] | None, setting: str, spec: str, words: Words) -> str:
    """The mean lines of a player in a setting, with its interval."""
    if measured is None:
        return words("explain.unmeasured")
    for row in measured["rows"]:
        if row["setting"] == setting and row["player"] == spec:
            return f"{decimal(row['mean'])} ({decimal(row['low'])} – {decimal(row['high'])})"
    return "–"


def _picture(board: Board, found: list[Stand], n: int, words: Words, width: float) -> Tile:
    """The line of generations, and below it the move with the line of play that it expects."""
    line = found[n].thought.line
    longest = max(len(stand.thought.line) for stand in found)
    rows = rows_shown(board, (c for stand in found for spot in stand.thought.line for c in spot.cells))
    cell, gap = fitting(longest, width)
    tiles = []
    for k, spot in enumerate(line):
        ring = "var(--accent)" if k == 0 else ""
        tile = well(board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), ring=ring)
        tiles.append(captioned(tile, above=words("explain.timeline.move") if k == 0 else f"+{k}  {spot.piece}"))
        board = board.put(spot.cells, spot.piece).cleared()
    return below([axis(len(found), n, width, words), flowed(tiles, width, gap)], 22)


def axis(count: int, here: int, width: float, words: Words) -> Tile:
    """The generations in a row, those up to here filled."""
    names = [words(f"explain.timeline.{n}.adds") for n in range(count)]
    pitch, y, parts = width / count, 14.0, []
    slim = max(width_of(name, 11) for name in names) + 6 > pitch
    for n in range(count):
        x = (n + 0.5) * pitch
        if n + 1 < count:
            parts.append(segment(x, y, x + pitch, y, "var(--accent)" if n < here else "var(--line)", 2))
    for n in range(count):
        x = (n + 0.5) * pitch
        fill = "var(--accent)" if n <= here else "var(--panel)"
        parts.append(
            element("circle", cx=x, cy=y, r=7 if n == here else 5, fill=fill,
                    stroke="var(--accent)" if n <= here else "var(--muted)", stroke_width=1.5)
        )  # fmt: skip
        if not slim or n == here:
            anchor = "middle"
            if slim:
                anchor = "start" if n == 0 else "end" if n == count - 1 else "middle"
            parts.append(
                text(names[n], x, y + 24, size=11, anchor=anchor, fill="var(--text)" if n == here else "var(--muted)",
                     font_weight=650 if n == here else None)
            )  # fmt: skip
    return Tile(width, y + 30, "".join(parts))


CHAPTER = Chapter("timeline", tell, (pocket("LTJO"), quad("TSIO"), middle("JTSO")), (4, 6), cover=4)
