"""A placement's keys as pictures: the piece where it appears, after each key or run of keys, and where it rests."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ....game import Game, Placement, States
from ...way import way
from ..words import Words
from .board import Ghost, Shape, body
from .cells import Cell, read
from .element import document, element, group, text
from .ink import TETRIS, Inks, ink

SIGNS = {"L": "←", "R": "→", "D": "↓", "CW": "↻", "CCW": "↺", "180": "⇅", "HOLD": "⇄"}
CAPTION, GAP = 18.0, 10.0
REST = 8  # keys' time that a picture which moves stands still at its end
_KEY = re.compile("HOLD|CCW|CW|180|[LRD]")
ENGLISH = Words("en")


class Step(NamedTuple):
    """What a key, or a run of the same key, does to the piece."""

    keys: str  # pressed for it, such as `DDD`; empty where the piece appears
    cells: tuple[Cell, ...]  # after them
    passed: tuple[Cell, ...]  # cells it was in on the way there, and is in no more


def steps(game: Game, state: States, action: int, *, runs: bool = False) -> list[Step]:
    """The way of a placement of one state [1] from where the piece appears; with `runs` equal keys in a row are one.

    Where the game has no keys the piece falls straight down, and `D` stands for one row. Raises InputError for an
    action that is not legal.
    """
    return _steps(game, state, game.describe(state, action), runs)


def frames(
    game: Game,
    state: States,
    action: int,
    *,
    runs: bool = False,
    cell: float = 12,
    words: Words = ENGLISH,
    inks: Inks = TETRIS,
) -> list[str]:
    """One picture for each of `steps`: the piece, the way it came, an outline of where it will rest, the keys below."""
    film = Film(game, state, action, runs, cell, words, inks)
    wide, high = film.size
    return [
        document(wide + 2, high + 2, [group([film.frame(n)], 1, 1)], film.caption(n)) for n in range(len(film.steps))
    ]


def strip(
    game: Game,
    state: States,
    action: int,
    *,
    runs: bool = True,
    cell: float = 6,
    across: int = 6,
    words: Words = ENGLISH,
    inks: Inks = TETRIS,
    title: str = "",
) -> str:
    """The same as one picture, `across` of them in a row."""
    film = Film(game, state, action, runs, cell, words, inks)
    (wide, high), count = film.size, len(film.steps)
    parts = [
        group([film.frame(n)], 1 + n % across * (wide + GAP), 1 + n // across * (high + GAP)) for n in range(count)
    ]
    width, height = min(count, across) * (wide + GAP) - GAP + 2, -(-count // across) * (high + GAP) - GAP + 2
    return document(width, height, parts, title)


def moving(
    game: Game,
    state: States,
    action: int,
    *,
    cell: float = 8,
    seconds: float = 0.14,
    words: Words = ENGLISH,
    inks: Inks = TETRIS,
    title: str = "",
) -> str:
    """The same as one picture that moves: each key for `seconds`, then a rest; again and again (SMIL)."""
    film = Film(game, state, action, False, cell, words, inks)
    wide, high = film.size
    count = len(film.steps)
    total, parts = seconds * (count + REST), []
    for n in range(count):
        last = n == count - 1
        times, states = [0.0], ["hidden" if n else "visible"]
        if n:
            times.append(seconds * n / total)
            states.append("visible")
        if not last:
            times.append(seconds * (n + 1) / total)
            states.append("hidden")
        shows = element(
            "animate", attributeName="visibility", values=";".join(states),
            keyTimes=";".join(f"{time:.4f}" for time in times), calcMode="discrete", dur=f"{total:.2f}s",
            repeatCount="indefinite",
        )  # fmt: skip
        parts.append(group([film.frame(n), shows], 1, 1, visibility=None if last else "hidden"))
    return document(wide + 2, high + 2, parts, title)


def signs(keys: str) -> str:
    """Keys as arrows, runs counted.

    >>> signs("HOLD LLCWDDDDDDDDDRDD")
    '⇄ ←2 ↻ ↓9 → ↓2'
    """
    runs = ((key, len(list(run))) for key, run in groupby(_KEY.findall(keys)))
    return " ".join(SIGNS[key] + (str(count) if count > 1 else "") for key, count in runs)


def _steps(game: Game, state: States, spot: Placement, runs: bool) -> list[Step]:
    places = way(game, state, spot, getattr(game, "height", len(game.show(state).split("\n"))))
    keys = [key for key in _KEY.findall(spot.keys) if key != "HOLD"] or ["D"] * (len(places) - 1)
    found, at = [Step("", places[0], ())], 0
    for length in (len(list(run)) for _, run in groupby(keys)) if runs else [1] * len(keys):
        on_the_way = {cell for cells in places[at : at + length] for cell in cells}
        after = places[at + length]
        found.append(Step("".join(keys[at : at + length]), after, tuple(sorted(on_the_way - set(after)))))
        at += length
    return found


class Film:
    """The frames of one placement, all of one size."""

    def __init__(
        self, game: Game, state: States, action: int, runs: bool, cell: float, words: Words, inks: Inks
    ) -> None:
        spot = game.describe(state, action)
        self.steps = _steps(game, state, spot, runs)
        self._letter, self._cell, self._words, self._inks = spot.piece, cell, words, inks
        self._field = read(game.show(state), max(y for step in self.steps for _, y in step.cells) + 1)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a frame, its caption included."""
        return self._field.width * self._cell, self._field.height * self._cell + CAPTION

    def caption(self, number: int) -> str:
        """What is pressed."""
        return signs(self.steps[number].keys) if number else self._words("think.path.appears")

    def frame(self, number: int) -> str:
        """The elements of one frame."""
        step, goal = self.steps[number], self.steps[-1].cells
        ghosts = [] if step.cells == goal else [Ghost(self._letter, goal)]
        piece = Shape(self._letter, step.cells)
        board = body(self._field, piece=piece, ghosts=ghosts, cell=self._cell, inks=self._inks)
        wide, high = self.size
        weight = 650 if number == len(self.steps) - 1 else None
        caption = text(
            self.caption(number), wide / 2, high - 4, size=11, anchor="middle", mono=True, font_weight=weight
        )
        return group([board, *self._passed(step), caption], class_="frame", data_keys=step.keys)

    def _passed(self, step: Step) -> Iterator[str]:
        """A dot in each cell that the piece went through."""
        cell, rows, colour = self._cell, self._field.height, ink(self._letter, self._inks).fill
        for x, y in step.passed:
            yield element(
                "circle", class_="passed", cx=(x + 0.5) * cell, cy=(rows - y - 0.5) * cell, r=max(cell * 0.12, 0.8),
                fill=colour, fill_opacity=0.7,
            )  # fmt: skip
