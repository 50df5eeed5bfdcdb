"""Races: more games for the candidates that may be the best, and none for those that lag behind.

To find the best few of many candidates, most games need not be played. In a race all play the same few games, the worse
half drops out, the rest play on, twice as many games each, and so forth: sequential halving (Karnin, Koren and Somekh,
Almost optimal exploration in multi-armed bandits, ICML 2013). Each round has about the same number of games in all.

Games have numbers from 0 on, and candidates of a race play games of the same numbers. Whoever plays them makes equal
numbers equal seeds, so that candidates are compared by the same luck.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Floats, Ints

DROPPED = 0.5  # the share that drops out of a round


class Heat(NamedTuple):
    """What is to be played next: every one of these candidates plays every one of these games."""

    candidates: Ints  # [N] ascending
    games: range


class Race:
    """A race of `candidates` by ask and tell, over at most `budget` games in all, until `winners` are left.

    Raises InputError for fewer than two candidates, for winners that are none or all of them, or where the budget does
    not give each candidate a game.
    """

    def __init__(self, candidates: int, budget: int, winners: int = 1) -> None:
        if candidates < 2:
            raise InputError(f"a race of {candidates} is none; give at least 2 candidates")
        if not 1 <= winners < candidates:
            raise InputError(
                f"winners={winners} of a race of {candidates} is out of range; choose 1 to {candidates - 1}"
            )
        self.sizes = field(candidates, winners)
        rounds = len(self.sizes) - 1
        if budget < rounds * candidates:
            raise InputError(
                f"{budget} games are too few for a race of {candidates} in {rounds} rounds; give {rounds * candidates}"
            )
        self.round = 0
        self._budget = budget // rounds
        self._left = np.arange(candidates)
        self._sum = np.zeros(candidates)
        self._count = np.zeros(candidates, np.int64)
        self._reached = np.zeros(candidates, np.int64)

    def ask(self) -> Heat:
        """The next heat; nobody and no game when done."""
        played = int(self._count.max())
        each = 0 if self.done else self._budget // len(self._left)
        return Heat(self._left[:0] if self.done else self._left.copy(), range(played, played + each))

    def tell(self, scores: ArrayLike) -> None:
        """Take the score [N, games] of each candidate of the heat in each game; more is better.

        Of equals the one with the lower number stays. Raises InputError for another shape or a score that is not
        finite; nothing has changed then.
        """
        heat, told = self.ask(), np.array(scores, np.float64)
        if told.shape != (len(heat.candidates), len(heat.games)):
            raise InputError(
                f"scores of shape {told.shape} for {len(heat.candidates)} candidates in {len(heat.games)} games; "
                "give one for each of both"
            )
        if not np.isfinite(told).all():
            raise InputError("a score of a race is not finite; give finite numbers")
        if self.done:
            return
        self._sum[self._left] += told.sum(axis=1)
        self._count[self._left] += len(heat.games)
        self.round += 1
        best = np.argsort(-self.means[self._left], kind="stable")[: self.sizes[self.round]]
        self._left = np.sort(self._left[best])
        self._reached[self._left] += 1

    @property
    def done(self) -> bool:
        """Whether only the winners are left."""
        return self.round == len(self.sizes) - 1

    @property
    def left(self) -> Ints:
        """[N] ascending, who is still in the race."""
        return self._left.copy()

    @property
    def games(self) -> Ints:
        """[candidates] how many games each has played."""
        return self._count.copy()

    @property
    def means(self) -> Floats:
        """[candidates] the mean score of each so far; 0 before the first game."""
        return self._sum / np.maximum(self._count, 1)

    @property
    def standing(self) -> Ints:
        """[candidates] all of them, the best first: by how far they got, then by their means."""
        order: Ints = np.lexsort((-self.means, -self._reached))
        return order

    @property
    def fitness(self) -> Floats:
        """[candidates] places as numbers, more is better: what a method that goes by ranks may be told.

        Means alone would not do: one that dropped out after a few lucky games may have a higher one than the winner.
        """
        places = np.empty(len(self._sum))
        places[self.standing] = np.arange(len(places))[::-1]
        return places


def field(candidates: int, winners: int) -> tuple[int, ...]:
    """How many are in the race before each round, and after the last.

    >>> field(100, 10)
    (100, 50, 25, 13, 10)
    """
    sizes = [candidates]
    while sizes[-1] > winners:
        sizes.append(max(winners, sizes[-1] - int(sizes[-1] * DROPPED)))
    return tuple(sizes)
