"""Positions on their way through the checks, and the plain comparisons that all checks share."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Bools, Floats, Game, Ints, Moves, States


class Scene(NamedTuple):
    """Positions of a game on their way through the checks."""

    game: Game
    states: States  # [B] living and dealt
    weights: Floats  # [F]
    where: str  # for messages

    def demand(self, holds: object, promise: str) -> None:
        """Raise AssertionError, naming the game, the broken promise and the place, unless `holds`."""
        if not holds:
            raise AssertionError(f"{self.game.name}: {promise} ({self.where})")

    def refuse(self, call: Callable[[], Any], promise: str) -> None:
        """Demand that `call` raises InputError."""
        try:
            call()
        except InputError:
            return
        self.demand(False, promise)


def summed(features: Floats, weights: Floats) -> Floats:
    """[B] weights [F] times features [B, F], added up in feature order; a weight of 0 adds nothing."""
    value = np.zeros(len(features))
    for k in np.flatnonzero(weights):
        value += weights[k] * features[:, k]
    return value


def first_best(moves: Moves, parents: int) -> Ints:
    """[parents] the first row with the highest value of each parent; every parent must have a row."""
    ends = np.searchsorted(moves.parent, np.arange(parents + 1))
    return np.array([a + np.argmax(moves.value[a:b]) for a, b in pairwise(ends)], np.int64)


def any_weights(game: Game, rng: np.random.Generator) -> Floats:
    """[F] random weights: for all features, for the first few, or for any few, so that short cuts are taken too."""
    count = len(game.glossary)
    weights = rng.normal(size=count)
    few = rng.choice([np.arange(count) < rng.integers(1, count + 1), rng.random(count) < 0.3, np.ones(count, bool)])
    return np.where(few, weights, 0.0)


def good_weights(scene: Scene, rng: np.random.Generator, pieces: int) -> Floats:
    """[F] of a hundred random weights those that clear the most lines, so that play reaches more than a first pile."""
    tried = rng.normal(size=(100, len(scene.weights)))
    lines = [scene.game.rollout(scene.states, weights, pieces)["lines"].sum() for weights in tried]
    return np.asarray(tried[int(np.argmax(lines))])


def equal(a: States, b: States, *, but: tuple[str, ...] = ()) -> Bools:
    """[B] which records agree in every field, those named in `but` aside; none if there are more on one side."""
    if a.shape != b.shape:
        return np.zeros(1, np.bool_)
    same = np.ones(len(a), np.bool_)
    for name in a.dtype.names or ():
        if name not in but:
            differ = a[name] != b[name]
            same &= ~differ.any(axis=tuple(range(1, differ.ndim)))
    return same


def kept(scene: Scene, what: str, call: Callable[[States], Any], states: States | None = None) -> Any:
    """The result of `call` on the states, which it must leave as they are and must not give back."""
    given = scene.states if states is None else states
    before = given.tobytes()
    result = call(given)
    scene.demand(given.tobytes() == before, f"{what} changed the states it was given")
    for part in result if isinstance(result, tuple) else (result,):
        if isinstance(part, np.ndarray) and part.dtype == given.dtype:
            scene.demand(not np.shares_memory(part, given), f"{what} gave back the memory of its input, not a copy")
    return result


def alike(a: Any, b: Any) -> bool:
    """Whether two rows of arrays hold the same numbers."""
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
