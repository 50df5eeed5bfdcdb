"""One temporal-difference update with its numbers: two boards of one game, and what the first learns of the second.

The value is linear: V(s) = w · φ(s), φ being eight features of an afterstate (a board after a move). After the next
move has earned the reward r and led to s', TD(0) changes the weights by

    w += α (r + γ V(s') - V(s)) φ(s)

Sutton, Learning to predict by the methods of temporal differences, Machine Learning 3, 1988. The features, the first
weights, α, γ and the reward of ten a line are those of the article that features.ARTICLE_TD names.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from ....game import Floats, Placement, feature_names
from ....search.evaluate import Linear
from ....search.greedy import greedy
from ..drawing import bars as sums
from ..drawing.board import Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Table, Told
from .numbers import exact, plus, shown, where
from .pictures import SLIM, Bar, Picture, Tile, bars, beside, captioned, fitting, rows_shown, well
from .position import Board, game, state
from .samples import middle, pocket, quad

# Eight features in the article's order, with its initial weights.
INITIAL: Mapping[str, float] = {
    "aggregate_height": -0.51,
    "lines": 0.76,
    "holes": -0.36,
    "bumpiness": -0.18,
    "highest": -0.20,
    "lowest_filled": 0.10,
    "height_variance": -0.15,
    "well_depth": -0.25,
}
REWARD = 10.0  # a line
ALPHA = Choice("alpha", "0.001", least=0, most=1, whole=False)
GAMMA = Choice("gamma", "0.9", least=0, most=1, whole=False)


class Update(NamedTuple):
    """One update; all arrays are in the order of INITIAL."""

    weights: Floats  # [8] before
    features: Floats  # [8] φ(s)
    next_features: Floats  # [8] φ(s'); zeros where the game is over
    reward: float
    alpha: float
    gamma: float
    over: bool  # the next piece has no place, so that nothing follows

    @property
    def value(self) -> float:
        """V(s)."""
        return float(sum(self.weights * self.features))

    @property
    def next_value(self) -> float:
        """V(s'); 0 where the game is over."""
        return float(sum(self.weights * self.next_features))

    @property
    def target(self) -> float:
        """What V(s) should have been."""
        return self.reward + self.gamma * self.next_value

    @property
    def error(self) -> float:
        """The temporal difference."""
        return self.target - self.value

    @property
    def changes(self) -> Floats:
        """[8] what is added to the weights."""
        changes: Floats = self.alpha * self.error * self.features
        return changes

    @property
    def learned(self) -> float:
        """V(s) by the new weights."""
        return float(sum((self.weights + self.changes) * self.features))


def updated(board: Board, pieces: str, alpha: float, gamma: float) -> tuple[Update, Placement, Placement | None]:
    """The update between the boards after two greedy moves, and these moves, the second one if there is any.

    Raises InputError where the first piece has no place.
    """
    rules = game(pieces)
    evaluator = Linear(rules, INITIAL)
    places = [feature_names(rules).index(name) for name in INITIAL]
    here = state(rules, board, pieces)
    action = greedy(rules, here, evaluator)
    first, after = rules.describe(here, int(action[0])), rules.play(here, action)
    update = Update(
        evaluator.weights[places], rules.features(after)[0, places], np.zeros(len(places)), 0.0, alpha, gamma, True
    )
    if after["dead"][0] or not rules.mask(after).any():
        return update, first, None
    action = greedy(rules, after, evaluator)
    second, then = rules.describe(after, int(action[0])), rules.play(after, action)
    if then["dead"][0]:
        return update, first, second
    reward = REWARD * float(then["cleared"][0])
    return update._replace(next_features=rules.features(then)[0, places], reward=reward, over=False), first, second


def tell(reader: Reader) -> Told:
    """One update on the reader's board. Raises InputError where two moves cannot be made."""
    words = reader.words
    board = reader.board.checked()
    update, first, second = updated(board, reader.pieces, reader.real(ALPHA), reader.real(GAMMA))
    scene = _Scene(board, update, first, second, words)
    answers = Answers(
        words("explain.td.far"),
        words("explain.td.completely"),
        words("explain.td.grounds", alpha=exact(update.alpha), gamma=exact(update.gamma)),
    )
    return Told((scene.state(), scene.next(), scene.error(), scene.change(), scene.learned()), answers)


class _Scene:
    """What all steps share."""

    def __init__(self, board: Board, update: Update, first: Placement, second: Placement | None, words: Words) -> None:
        self.board, self.update, self.first, self.second, self.words = board, update, first, second, words
        self.middle = board.put(first.cells, first.piece).cleared()
        self.names = [sums.feature(name, words) for name in INITIAL]

    def state(self) -> Step:
        """The board after the first move, and its value."""
        words, u = self.words, self.update
        numbers = (
            Number(words("explain.label.move"), f"{self.first.piece} {where(self.first, words)}"),
            Number("V(s)", shown(u.value)),
        )
        table = self._features(u.features)
        says = words("explain.td.state.says", value=shown(u.value))
        picture = Picture(partial(self._boards, 1), words("explain.td.state.alt"))
        return Step(words("explain.td.state"), says, picture, numbers, table)

    def next(self) -> Step:
        """The next move, its reward, and the board that it leads to."""
        words, u = self.words, self.update
        numbers = (
            Number(
                words("explain.label.move"), f"{self.second.piece} {where(self.second, words)}" if self.second else "–"
            ),
            Number("r", shown(u.reward)),
            Number("V(s′)", shown(u.next_value)),
        )
        key = "explain.td.next.over" if u.over else "explain.td.next.says"
        says = words(key, lines=shown(u.reward / REWARD), reward=shown(u.reward), value=shown(u.next_value))
        picture = Picture(partial(self._boards, 2), words("explain.td.next.alt"))
        return Step(words("explain.td.next"), says, picture, numbers, self._features(u.next_features))

    def error(self) -> Step:
        """The temporal difference."""
        words, u = self.words, self.update
        target = f"{shown(u.reward)} + {exact(u.gamma)} × {shown(u.next_value)} = {shown(u.target)}"
        numbers = (
            Number("r + γ V(s′)", target),
            Number("V(s)", shown(u.value)),
            Number("δ", plus(u.error)),
        )
        says = words("explain.td.error.better" if u.error > 0 else "explain.td.error.worse", error=plus(u.error))
        rows = [
            Bar("V(s)", u.value, shown(u.value)),
            Bar("r + γ V(s′)", u.target, shown(u.target)),
            Bar("δ", u.error, plus(u.error), strong=True),
        ]
        picture = Picture(partial(bars, rows), words("explain.td.error.alt", error=plus(u.error)))
        return Step(words("explain.td.error"), says, picture, numbers)

    def change(self) -> Step:
        """What is added to each weight."""
        words, u = self.words, self.update
        numbers = (
            Number("α", exact(u.alpha)),
            Number("δ", plus(u.error)),
            Number("α δ", f"{u.alpha * u.error:.3g}".replace("-", "−")),
        )
        rows = [
            Bar(
                name,
                float(change),
                f"{change:+.4f}".replace("-", "−") if change else "0",
                f"αδ × {shown(float(value))}",
            )
            for name, change, value in zip(self.names, u.changes, u.features, strict=True)
        ]
        says = words("explain.td.change.says")
        picture = Picture(partial(bars, rows), words("explain.td.change.alt"))
        return Step(words("explain.td.change"), says, picture, numbers)

    def learned(self) -> Step:
        """The new weights, and what they say of the first board."""
        words, u = self.words, self.update
        numbers = (
            Number(words("explain.td.before"), shown(u.value)),
            Number(words("explain.td.after"), shown(u.learned)),
            Number(words("explain.td.target"), shown(u.target)),
        )
        titles = (words("explain.label.feature"), words("explain.td.before"), words("explain.td.after"))
        lines = tuple(
            (name, exact(float(old), 4), exact(float(old + change), 4))
            for name, old, change in zip(self.names, u.weights, u.changes, strict=True)
        )
        rows = [
            Bar(words("explain.td.before"), u.value, shown(u.value)),
            Bar(words("explain.td.after"), u.learned, shown(u.learned), strong=True),
            Bar(words("explain.td.target"), u.target, shown(u.target)),
        ]
        closer = abs(u.target - u.learned) <= abs(u.target - u.value)
        says = words("explain.td.learned.closer" if closer else "explain.td.learned.past")
        picture = Picture(partial(bars, rows), words("explain.td.learned.alt", value=shown(u.learned)))
        return Step(words("explain.td.learned"), says, picture, numbers, Table(titles, lines))

    def _features(self, values: Floats) -> Table:
        words, u = self.words, self.update
        titles = tuple(words(f"explain.label.{name}") for name in ("feature", "counted", "weight", "product"))
        rows = tuple(
            (name, shown(float(v)), exact(float(w), 4), plus(float(v * w)))
            for name, v, w in zip(self.names, values, u.weights, strict=True)
        )
        return Table(titles, rows)

    def _boards(self, count: int, width: float) -> Tile:
        """The boards of the two moves, as far as they are told."""
        cell, gap = fitting(2, width, 18.0, 40.0 if width >= SLIM else 0.0)
        second = self.second.cells if self.second else ()
        rows = rows_shown(self.board, (*self.first.cells, *second), above=2)
        scenes = [("s", self.board, self.first)]
        if count > 1 and self.second:
            scenes.append(("s′", self.middle, self.second))
        tiles = [
            captioned(well(board, rows, cell=cell, piece=Shape(spot.piece, spot.cells)), above=name, strong=True)
            for name, board, spot in scenes
        ]
        if count == 1 and self.middle != self.board.put(self.first.cells, self.first.piece):
            tiles.append(captioned(well(self.middle, rows, cell=cell), above=self.words("explain.td.cleared")))
        return beside(tiles, gap)


CHAPTER = Chapter("td", tell, (middle("JT"), quad("TI"), pocket("LI")), (2, 2), (ALPHA, GAMMA), cover=3)
