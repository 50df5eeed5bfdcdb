"""One agent of a race and its game: pieces placed one by one, the pile in letters, and how it went so far."""

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...errors import Fault, InputError
from ...game import States
from ...players.registry import canonical
from ...players.registry import player as make_player
from ...spec import parse
from ...tetris.guideline.rules import Guideline
from ...tetris.pieces import PIECES
from ...tetris.srs import CELLS
from .permitted import check
from .tracks import Playable, size

KEPT = 240  # values of one series, at most
GOING, OUT, CAPPED, FAILED = "", "out", "cap", "fault"  # how a game stands: on its way, lost, stopped, broken
EMPTY = "."


class Values(NamedTuple):
    """What charts draw; of Puyo something else (pairlane.py)."""

    lines: int  # of Puyo: links of the longest chain so far
    height: int  # of the tallest column; of Puyo: links of the best chain that the field could fire
    holes: int  # empty cells with a filled one above; of Puyo: points so far


class Series:
    """Values every so many pieces from the start, at most KEPT of them: where there are more, every other one goes."""

    def __init__(self) -> None:
        self.kept: tuple[int, list[Values]] = (1, [])  # the stride and the values; replaced whole, so safe to read

    def add(self, pieces: int, values: Values) -> None:
        """The values after so many pieces, which must come in order."""
        stride, points = self.kept
        if pieces % stride:
            return
        points.append(values)
        if len(points) > KEPT:
            self.kept = 2 * stride, points[::2]


class Look(NamedTuple):
    """A lane as it stands after a piece; replaced whole, so that another thread never sees half of one."""

    revision: int  # grows with every piece
    rows: str  # the pile, its top row first, rows joined by `/`; empty where nothing lies
    pieces: int
    lines: int  # this and the next two as in Values
    height: int
    holes: int
    score: int
    tallest: int  # the highest that the pile has been
    seconds: float  # of thinking
    end: str


class Lane:
    """One agent and its game. Raises InputError for an agent that is none, not for visitors, or of another game."""

    def __init__(self, spec: str, game: Playable, seed: int, cap: int) -> None:
        self.spec = canonical(spec)
        check(parse(self.spec))
        self.game, self.cap = game, cap
        self.player = make_player(self.spec, game)
        self.series, self.why = Series(), ""  # why: what a fault says
        self._state: States = game.new([seed])
        self._pile: list[list[str]] = []  # rows of letters from the floor up, as high as the pile
        self.look = Look(0, "", 0, 0, 0, 0, 0, 0, 0.0, GOING)
        self.series.add(0, Values(0, 0, 0))

    def step(self) -> None:
        """Place one piece; nothing happens in a game that has ended."""
        if self.look.end:
            return
        before, began = self._state, time.perf_counter()
        try:
            action = int(self.player.choose(before)[0])
            seconds = time.perf_counter() - began
            after = self.game.play(before, np.array([action]))
        except InputError as error:
            self._fail(error)
            return
        except Exception as error:
            self._fail(Fault(f"player {self.spec!r} failed: {type(error).__name__}: {error}"))
            return
        self._follow(before, after, action)
        self._state = after if after["dead"][0] else self.game.deal(after)
        self._show(seconds)

    def _follow(self, before: States, after: States, action: int) -> None:
        """Take in what an action has done."""
        self._lay(*_placed(self.game, before, after, action), clears=bool(after["lines"][0] > before["lines"][0]))

    def _lay(self, letter: str, cells: Sequence[tuple[int, int]], *, clears: bool) -> None:
        """Put a piece on the pile, and take full rows out where the rules do."""
        for x, y in cells:
            while y >= len(self._pile):
                self._pile.append([EMPTY] * size(self.game)[1])
            self._pile[y][x] = letter
        if clears:
            self._pile = [row for row in self._pile if EMPTY in row]

    def _values(self) -> tuple[str, int, Values]:
        """The rows of the pile, how high it is, and what charts draw."""
        height = len(self._pile)
        rows = "/".join("".join(row) for row in reversed(self._pile))
        return rows, height, Values(int(self._state["lines"][0]), height, holes(self._pile))

    def _show(self, seconds: float) -> None:
        one, last, (rows, height, values) = self._state[0], self.look, self._values()
        pieces = int(one["pieces"])
        end = OUT if one["dead"] else CAPPED if pieces >= self.cap else GOING
        self.series.add(pieces, values)
        self.look = Look(
            last.revision + 1, rows, pieces, *values, int(one["score"]), max(last.tallest, height),
            last.seconds + seconds, end,
        )  # fmt: skip

    def _fail(self, error: InputError) -> None:
        self.why = str(error)
        self.look = self.look._replace(revision=self.look.revision + 1, end=FAILED)


def holes(pile: Sequence[Sequence[str]]) -> int:
    """Empty cells that have a filled one above them, in rows from the floor up."""
    count, covered = 0, [False] * (len(pile[0]) if pile else 0)
    for row in reversed(pile):
        for x, cell in enumerate(row):
            if cell != EMPTY:
                covered[x] = True
            elif covered[x]:
                count += 1
    return count


def _placed(game: Playable, before: States, after: States, action: int) -> tuple[str, Sequence[tuple[int, int]]]:
    """The piece that an action placed, and its cells before rows were cleared."""
    if isinstance(game, Guideline):
        # describe() would find the keys as well, which takes forty times as long as a greedy choice
        _, _, orientation, x, y = game.parts(action)
        letter = PIECES[int(after["placed"][0])]
        return letter, [(x + dx, y + dy) for dx, dy in CELLS[letter][orientation]]
    placement = game.describe(before, action)
    return placement.piece, placement.cells
