"""The T-spin: three of four corners and a turn as the last key, and the same cells reached by a shift."""

from functools import partial
from typing import NamedTuple

import numpy as np

from ....game import Placement, States
from ....tetris.guideline.paths import ORIENTATIONS, Path, paths, ways
from ....tetris.guideline.rules import Guideline
from ....tetris.guideline.spins import CLASSES, T
from ...way import way
from ..drawing.board import Ghost, Mark, Shape
from ..drawing.corners import Corner, corners
from ..drawing.path import signs
from ..refusals import Refusal
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .numbers import both
from .pictures import SLIM, Picture, Tile, beside, captioned, fitting, rows_shown, tint, well
from .position import HEIGHT, Board, game, state
from .samples import double, middle, triple

RULES = Choice("rules", "guideline", ("guideline", "tetrio-s2"))
TARGET = Choice("target", "")
PIECE, OFFERED, NEEDED = "T", 40, 3
APART = 40.0  # pixels between two boards
LATELY = 5  # places of the way that are shown


class Rest(NamedTuple):
    """A place where the T can rest."""

    orientation: int
    x: int
    y: int
    corners: tuple[Corner, ...]  # the two front ones first
    ways: tuple[Path, ...]  # the shortest way of each spin class, the shortest first

    @property
    def filled(self) -> int:
        """How many corners are filled."""
        return sum(corner.filled for corner in self.corners)

    @property
    def best(self) -> Path:
        """The way that counts most."""
        return max(self.ways, key=lambda way: CLASSES.index(way.spin))

    @property
    def plain(self) -> Path | None:
        """The way that is no spin, if there is one."""
        return next((way for way in self.ways if way.spin == "none"), None)

    @property
    def both(self) -> bool:
        """Whether the same cells are reached as a spin and as none."""
        return self.plain is not None and self.best.spin != "none"


class Earned(NamedTuple):
    """What a move earns."""

    lines: int
    attack: int
    score: int


def rests(board: Board, rules: Guideline, here: States) -> list[Rest]:
    """Where the T can rest: what counts most first, then more corners, then fewer keys.

    Raises InputError where it cannot appear.
    """
    columns, book = here["columns"][0], rules.rules
    places = {(f.orientation, f.x, f.y) for f in paths(columns, rules.width, book.rows, T, book)}
    if not places:
        why = f"{PIECE} cannot appear on this board: its place is filled; clear the top rows"
        raise Refusal(why, "refused.appear", piece=PIECE)
    around = {at: tuple(corners(str(board), *at)) for at in sorted(places)}
    most = max(sum(corner.filled for corner in four) for four in around.values())
    found = [
        Rest(*at, four, tuple(ways(columns, rules.width, book.rows, T, *at, book, exact=True)))
        for at, four in around.items()
        if sum(corner.filled for corner in four) >= min(most, NEEDED)
    ]
    found.sort(key=lambda rest: (-CLASSES.index(rest.best.spin), -rest.filled, len(rest.best.keys)))
    return found[:OFFERED]


def earned(rules: Guideline, here: States, action: int) -> Earned:
    """What a move earns by the rules of the game."""
    after = rules.play(here, np.array([action]))
    return Earned(
        int(after["cleared"][0]), int(after["last_attack"][0]), int(after["score"][0]) - int(here["score"][0])
    )


def number_of(rules: Guideline, rest: Rest, spin: str) -> int:
    """A rest with a spin class in the game's table of actions."""
    kind = CLASSES.index(spin) * 4 + rest.orientation
    return (kind * rules.rules.rows + rest.y) * rules.width + rest.x


def tell(reader: Reader) -> Told:
    """The corners of one rest, and what the last key makes of it. Raises InputError where the T cannot appear."""
    words = reader.words
    rules = game(PIECE, reader.option(RULES))
    here = state(rules, reader.board.checked(), PIECE)
    found = rests(reader.board, rules, here)
    keys = [f"{r.orientation},{r.x},{r.y}" for r in found]
    rest = found[keys.index(reader.option(TARGET, keys))]
    twin = rest if rest.both else next((r for r in found if r.both), None)
    answers = Answers(
        words("explain.spin.far"),
        words("explain.spin.completely", n=len(found)),
        words("explain.spin.grounds", rules=rules.rules.spins),
    )
    offers = [(k, named(r, words)) for k, r in zip(keys, found, strict=True)]
    return Told(_Scene(reader.board, rules, here, rest, twin, words).steps(), answers, {"target": offers})


def named(rest: Rest, words: Words) -> str:
    """A rest in a list."""
    orientation = words(f"explain.orientation.{ORIENTATIONS[rest.orientation]}")
    what = _class(rest.best.spin, words)
    return words("explain.spin.target", orientation=orientation, x=rest.x, y=rest.y, n=rest.filled, what=what)


def _class(spin: str, words: Words) -> str:
    """What a class of spins is called."""
    return words("explain.spin.none") if spin == "none" else words(f"think.spin.{spin}", piece=PIECE)


class _Scene:
    """What all steps share."""

    def __init__(
        self, board: Board, rules: Guideline, here: States, rest: Rest, twin: Rest | None, words: Words
    ) -> None:
        self.board, self.rules, self.here, self.rest, self.twin, self.words = board, rules, here, rest, twin, words

    def steps(self) -> tuple[Step, ...]:
        """At rest, front and back, the last key, and the same cells by another one."""
        return self._corners(), self._front(), self._turned(), self._same()

    def _corners(self) -> Step:
        words, n = self.words, self.rest.filled
        numbers = (
            Number(words("explain.label.corners"), f"{n} / 4"),
            Number(words("explain.label.needed"), str(NEEDED)),
        )
        says = words("explain.spin.corners.says" if n >= NEEDED else "explain.spin.corners.few", n=n)
        picture = Picture(partial(self._at_rest, False), words("explain.spin.corners.alt", n=n))
        return Step(words("explain.spin.corners"), says, picture, numbers)

    def _front(self) -> Step:
        words = self.words
        front, back = (sum(c.filled for c in self.rest.corners if c.front == side) for side in (True, False))
        numbers = (
            Number(words("explain.label.front"), f"{front} / 2"),
            Number(words("explain.label.back"), f"{back} / 2"),
            Number(words("explain.label.spin"), _class(self.rest.best.spin, words)),
        )
        says = words(f"explain.spin.front.{'both' if front == 2 else 'one'}")
        says = both(says, words(f"explain.spin.front.{self.rest.best.spin}"), words)
        picture = Picture(partial(self._at_rest, True), words("explain.spin.front.alt", front=front, back=back))
        return Step(words("explain.spin.front"), says, picture, numbers)

    def _turned(self) -> Step:
        words, best = self.words, self.rest.best
        got = earned(self.rules, self.here, number_of(self.rules, self.rest, best.spin))
        numbers = (
            Number(words("explain.label.path"), signs(best.text) or "–"),
            Number(words("explain.label.last_key"), best.keys[-1] if best.keys else "–"),
            *self._earned(got),
        )
        says = words(f"explain.spin.turned.{best.spin}", key=best.keys[-1] if best.keys else "–", lines=got.lines)
        picture = Picture(partial(self._way, self.rest, best), words("explain.spin.turned.alt"))
        return Step(words("explain.spin.turned"), says, picture, numbers)

    def _same(self) -> Step:
        words, twin = self.words, self.twin
        title = words("explain.spin.same")
        if twin is None or twin.plain is None:
            picture = Picture(partial(self._at_rest, True), words("explain.spin.front.alt", front="", back=""))
            return Step(title, words("explain.spin.same.none"), picture, ())
        rows = []
        for path in (twin.plain, twin.best):
            got = earned(self.rules, self.here, number_of(self.rules, twin, path.spin))
            label = words(f"think.kind.{path.kind}")
            rows.append(Number(label, signs(path.text)))
            rows += self._earned(got)
        says = words("explain.spin.same.says", what=_class(twin.best.spin, words))
        return Step(title, says, Picture(self._pair, words("explain.spin.same.alt")), tuple(rows))

    def _earned(self, got: Earned) -> tuple[Number, ...]:
        words = self.words
        return (
            Number(words("explain.label.cleared"), str(got.lines)),
            Number(words("explain.label.attack"), str(got.attack)),
            Number(words("explain.label.score"), f"{got.score:,}"),
        )

    def _spot(self, rest: Rest, spin: str) -> Placement:
        return self.rules.describe(self.here, number_of(self.rules, rest, spin))

    def _at_rest(self, sides: bool, width: float) -> Tile:
        """The T with its corners: filled or not, and with `sides` which are in front."""
        spot = self._spot(self.rest, self.rest.best.spin)
        marks = []
        for corner in self.rest.corners:
            sign = "ring" if corner.filled else "cross"
            if sides:
                sign = self.words("explain.spin.mark.front" if corner.front else "explain.spin.mark.back")
            marks.append(Mark(corner.x, corner.y, sign, corner.filled))
        rows = rows_shown(self.board, spot.cells, above=2)
        cell = min(30.0, width / 12.5)
        tile = well(self.board, rows, cell=cell, piece=Shape(PIECE, spot.cells), marks=marks)
        # Room for marks on walls and floor.
        return Tile(tile.width + 2 * cell, tile.height + cell, f'<g transform="translate({cell} 0)">{tile.content}</g>')

    def _way(self, rest: Rest, path: Path, width: float, cell: float = 0.0) -> Tile:
        """The T at rest, an outline of where its last key found it, and the cells that it came through."""
        spot = self._spot(rest, path.spin)
        places = way(self.rules, self.here, spot, HEIGHT)[-LATELY:]
        last = places[-2] if len(places) > 1 else spot.cells
        passed = {cell for cells in places for cell in cells} - set(last) - set(spot.cells)
        cell = cell or min(30.0, width / 12.5)
        rows = rows_shown(self.board, (*passed, *last, *spot.cells), least=7)
        trail = tint(passed, rows, cell, f"var(--piece-{PIECE.lower()})", 0.18)
        ghosts = [Ghost(PIECE, last)]
        return well(self.board, rows, cell=cell, piece=Shape(PIECE, spot.cells), ghosts=ghosts, over=trail)

    def _pair(self, width: float) -> Tile:
        """The same cells by a shift and by a turn."""
        twin, words = self.twin, self.words
        assert twin is not None
        assert twin.plain is not None
        tiles = []
        for path in (twin.plain, twin.best):
            tile = self._way(twin, path, width, fitting(2, width, 22.0, APART if width >= SLIM else 12.0)[0])
            key = words("explain.spin.last", key=path.keys[-1])
            tiles.append(captioned(tile, key, _class(path.spin, words)))
        return beside(tiles, APART if width >= SLIM else 12)


CHAPTER = Chapter("spin", tell, (double(""), triple(""), middle("")), (0, 0), (RULES, TARGET))
