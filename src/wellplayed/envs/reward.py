"""What a step is worth: a count of the game by its name, and more only where it is asked for.

Shaping adds the change of a potential, a weighted sum of features: discount x potential after - potential before, with
the potential of a game that is over being 0. With the learner's own discount that leaves the best policy as it is (Ng,
Harada and Russell, Policy invariance under reward transformations, ICML 1999).
"""

import math
from collections.abc import Mapping

import numpy as np

from ..errors import InputError, unknown
from ..game import Bools, Floats, States, feature_names
from .world import World


class Reward:
    """The reward of a world: what `count` grows by, plus `death` in the step that ends the game, plus shaping.

    `count` is one of the world's tallies (`lines`, `score`, `pieces`, `attack`, `sent`; of Puyo `links`). `shaping` are
    weights by the name of a feature. Raises InputError for a name that the game lacks, or a number out of range.
    """

    def __init__(
        self,
        world: World,
        count: str,
        death: float = 0.0,
        shaping: Mapping[str, float] | None = None,
        discount: float = 1.0,
    ) -> None:
        if count not in world.tallies:
            raise unknown("reward", count, world.tallies)
        self.count, self._world, self._field = count, world, world.tallies[count]
        self.death, self.discount = float(death), float(discount)
        names = feature_names(world.game)
        self._weights = np.zeros(len(names))
        for name, weight in (shaping or {}).items():
            if name not in names:
                raise unknown("feature", name, names)
            self._weights[names.index(name)] = weight
        if not (math.isfinite(self.death) and 0 < self.discount <= 1 and np.isfinite(self._weights).all()):
            raise InputError("death and weights of shaping must be finite, and discount above 0 and at most 1")
        self.plain = not self._weights.any()
        self._nested = "game" in (world.new(np.zeros(1, np.uint64)).dtype.names or ())

    def of(self, before: States, after: States, dead: Bools) -> Floats:
        """[B] the rewards of a step, `dead` [B] being the games that it ended."""
        field = self._field
        then, now = (before["game"], after["game"]) if self._nested else (before, after)
        earned: Floats = (now[field] - then[field]).astype(np.float64)
        if self.death:
            earned += self.death * dead
        if not self.plain:
            there = np.where(dead, 0.0, self._world.features(after) @ self._weights)
            earned += self.discount * there - self._world.features(before) @ self._weights
        return earned


def record(states: States) -> States:
    """The records that count pieces, lines and score: the states, or the games inside them."""
    return states["game"] if "game" in (states.dtype.names or ()) else states
