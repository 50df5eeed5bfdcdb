"""All paths against straight drops: where keys bring a piece that no drop from above does, key by key."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from ....game import Placement, States
from ....tetris.guideline.paths import ORIENTATIONS, Found, canonical, paths, read, straight
from ....tetris.guideline.rules import Guideline
from ....tetris.guideline.spins import CLASSES
from ....tetris.guideline.walk import position
from ....tetris.pieces import PIECES
from ..drawing.board import Ghost, Shape
from ..drawing.path import signs, steps
from ..refusals import Refusal
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .numbers import both
from .pictures import SLIM, Picture, Tile, beside, captioned, fitting, rows_shown, tint, well
from .position import Board, game, state
from .samples import double, middle, pocket

TARGET = Choice("target", "")
OFFERED = 60  # targets to choose from
APART = 40.0  # pixels between two boards
_FIRST = ("tuck", "spin", "shift", "drop")  # the kinds in the order in which the first target is looked for


class Reached(NamedTuple):
    """What a piece reaches on a board."""

    rules: Guideline
    here: States  # [1]
    found: list[Found]
    drops: list[Found]  # those of them that a straight drop reaches
    beyond: list[Found]  # the others


def reached(board: Board, piece: str) -> Reached:
    """Every placement, parted by whether a straight drop reaches it. Raises InputError if the piece cannot appear."""
    rules, number = game(piece), PIECES.index(piece)
    here = state(rules, board.checked(), piece)
    columns, book = here["columns"][0], rules.rules
    found = paths(columns, rules.width, book.rows, number, book)
    if not found:
        why = f"{piece} cannot appear on this board: its place is filled; clear the top rows"
        raise Refusal(why, "refused.appear", piece=piece)
    direct = straight(columns, rules.width, book.rows, number, book)
    dropped = [canonical(number, position(f.orientation, f.x, f.y)) in direct for f in found]
    return Reached(
        rules,
        here,
        found,
        [f for f, drop in zip(found, dropped, strict=True) if drop],
        [f for f, drop in zip(found, dropped, strict=True) if not drop],
    )


def action(rules: Guideline, found: Found) -> int:
    """The number of a placement of the current piece in the game's table of actions."""
    spin = CLASSES.index(found.path.spin)
    return ((spin * 4 + found.orientation) * rules.rules.rows + found.y) * rules.width + found.x


def named(found: Found, words: Words) -> str:
    """A placement in a list: orientation, centre, kind, keys."""
    return words(
        "explain.paths.target",
        orientation=words(f"explain.orientation.{ORIENTATIONS[found.orientation]}"),
        x=found.x,
        y=found.y,
        kind=words(f"think.kind.{found.path.kind}"),
        n=len(found.path.keys),
    )


def tell(reader: Reader) -> Told:
    """The way to one placement. Raises InputError where the piece cannot appear."""
    words, seen = reader.words, reached(reader.board, reader.pieces)
    order = sorted(seen.beyond or seen.found, key=lambda f: (_FIRST.index(f.path.kind), len(f.path.keys)))[:OFFERED]
    keys = [f"{f.orientation},{f.x},{f.y},{f.path.spin}" for f in order]
    target = order[keys.index(reader.option(TARGET, keys))]
    spot = seen.rules.describe(seen.here, action(seen.rules, target))
    scene = _Scene(reader.board, seen, target, spot, words)
    answers = Answers(
        words("explain.paths.far"),
        words("explain.paths.completely", n=len(seen.found), drops=len(seen.drops)),
        words("explain.paths.grounds"),
    )
    return Told(scene.steps(), answers, {"target": [(k, named(f, words)) for k, f in zip(keys, order, strict=True)]})


def _class(spin: str, piece: str, words: Words) -> str:
    """What a class of spins is called."""
    return words("explain.spin.none") if spin == "none" else words(f"think.spin.{spin}", piece=piece)


class _Scene:
    """What all steps share: the board, what is reached, and the way to the target."""

    def __init__(self, board: Board, seen: Reached, target: Found, spot: Placement, words: Words) -> None:
        self.board, self.seen, self.target, self.spot, self.words = board, seen, target, spot, words
        self.way = steps(seen.rules, seen.here, action(seen.rules, target), runs=True)
        self.rows = rows_shown(board, (c for step in self.way for c in step.cells), above=0)

    def steps(self) -> tuple[Step, ...]:
        """The piece appears; what straight drops reach; each run of equal keys; it locks."""
        return (
            self._appears(),
            self._drops(),
            *(self._run(n) for n in range(1, len(self.way))),
            self._locks(),
        )

    def _appears(self) -> Step:
        words = self.words
        numbers = (
            Number(words("explain.label.path"), signs(self.target.path.text) or "–"),
            Number(words("explain.label.key_count"), str(len(self.target.path.keys))),
            Number(words("explain.label.kind"), words(f"think.kind.{self.target.path.kind}")),
        )
        says = words("explain.paths.appears.says", piece=self.spot.piece, n=len(self.seen.found))
        return self._step("appears", says, partial(self._board, 0), numbers)

    def _drops(self) -> Step:
        words, seen = self.words, self.seen
        numbers = (
            Number(words("explain.label.placements"), str(len(seen.found))),
            Number(words("explain.label.by_drop"), str(len(seen.drops))),
            Number(words("explain.label.by_path"), str(len(seen.beyond))),
        )
        key = "explain.paths.drops.says" if seen.beyond else "explain.paths.drops.all"
        says = words(key, n=len(seen.beyond), drops=len(seen.drops))
        return self._step("drops", says, self._both, numbers)

    def _run(self, n: int) -> Step:
        words, keys = self.words, self.way[n].keys
        pressed = "".join(step.keys for step in self.way[: n + 1])
        count, total = len(read(pressed)), len(self.target.path.keys)
        key, times = read(keys)[0], len(read(keys))
        numbers = (
            Number(words("explain.label.keys"), signs(pressed)),
            Number(words("explain.label.pressed"), f"{count} / {total}"),
        )
        says = words(f"explain.paths.key.{key}", n=times)
        says = both(says, words("explain.paths.rests" if count == total else "explain.paths.goes_on"), words)
        picture = Picture(partial(self._board, n), words("explain.paths.alt", keys=signs(keys)))
        return Step(signs(keys), says, picture, numbers)

    def _locks(self) -> Step:
        words, seen = self.words, self.seen
        after = seen.rules.play(seen.here, np.array([action(seen.rules, self.target)]))
        cleared = int(after["cleared"][0])
        numbers = (
            Number(words("explain.label.cleared"), str(cleared)),
            Number(words("explain.label.spin"), _class(self.target.path.spin, self.spot.piece, words)),
            Number(words("explain.label.kind"), words(f"think.kind.{self.target.path.kind}")),
        )
        says = words(f"explain.paths.locks.{self.target.path.kind}")
        says = both(says, words("explain.paths.locks.cleared", n=cleared), words)
        return self._step("locks", says, self._locked, numbers)

    def _step(self, name: str, says: str, draw: Callable[[float], Tile], numbers: tuple[Number, ...]) -> Step:
        words = self.words
        picture = Picture(draw, words(f"explain.paths.{name}.alt"))
        return Step(words(f"explain.paths.{name}"), says, picture, numbers)

    def _cell(self, width: float) -> float:
        return fitting(2, width, 15.0, APART if width >= SLIM else 0.0)[0]

    def _board(self, n: int, width: float) -> Tile:
        """The piece on its way, where it was, and where it is to go."""
        piece, step, cell = self.spot.piece, self.way[n], self._cell(width)
        ghosts = [] if set(step.cells) == set(self.spot.cells) else [Ghost(piece, self.spot.cells)]
        trail = tint(step.passed, self.rows, cell, f"var(--piece-{piece.lower()})", 0.22)
        shape = Shape(piece, step.cells)
        return well(self.board, self.rows, cell=cell, piece=shape, ghosts=ghosts, over=trail)

    def _both(self, width: float) -> Tile:
        """The cells that straight drops fill, beside those that all paths fill."""
        cell, tiles = self._cell(width), []
        for name, some in (("by_drop", self.seen.drops), ("by_all", self.seen.found)):
            cells = {c for f in some for c in f.cells}
            over = tint(cells, self.rows, cell, f"var(--piece-{self.spot.piece.lower()})", 0.42)
            tile = well(self.board, self.rows, cell=cell, ghosts=[Ghost(self.spot.piece, self.spot.cells)], over=over)
            tiles.append(captioned(tile, self.words(f"explain.paths.{name}", n=len(some))))
        return beside(tiles, APART if width >= SLIM else 12)

    def _locked(self, width: float) -> Tile:
        """The board with the piece locked, and after rows are cleared if any are."""
        cell = self._cell(width)
        put = self.board.put(self.spot.cells, self.spot.piece)
        over = tint(((x, y) for y in put.full for x in range(10)), self.rows, cell, "var(--text)", 0.25)
        shape = Shape(self.spot.piece, self.spot.cells)
        tiles = [
            captioned(
                well(self.board, self.rows, cell=cell, piece=shape, over=over), self.words("explain.paths.locked")
            )
        ]
        if put.full:
            tiles.append(captioned(well(put.cleared(), self.rows, cell=cell), self.words("explain.paths.after")))
        return beside(tiles, APART if width >= SLIM else 12)


CHAPTER = Chapter("paths", tell, (pocket(), double(), middle("J")), (1, 1), (TARGET,), cover=3)
