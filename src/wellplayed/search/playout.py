"""Positions played on by linear weights on futures of their own, and what they are worth where that ends."""

from typing import NamedTuple

import numpy as np

from .._jit import kernel
from ..game import Floats, Game, Ints, Keys, States, earned, taken
from ..rng import mixed
from .budget import SLICE, Budget, Exhausted
from .evaluate import Evaluator, Linear, judged, weighted

LATER = 10.0  # pieces after which a death is worth a quarter less


class Playout(NamedTuple):
    """How to play on, and how to judge."""

    evaluator: Evaluator
    guide: Floats  # [F] the weights that play
    pieces: int  # at most
    random: float  # the share of random moves
    loss: float  # what a lost game is worth

    def values(self, game: Game, states: States, seeds: Keys, budget: Budget) -> Floats:
        """[B] what afterstates are worth after a rollout each, its future drawn from a word [B].

        The evaluator judges the board at the end, without the credit of the last move. One that died after k pieces is
        worth loss * (1 + 10 / (10 + k)) / 2. Raises Fault if the evaluator fails, and Exhausted where the clock stops
        it.
        """
        states = game.deal(game.reseeded(states, seeds))
        before = states["pieces"].copy()
        states = self._played(game, states, budget)
        pieces: Ints = states["pieces"] - before
        budget.count(int(pieces.sum()))
        values: Floats = self.loss * (1 + LATER / (LATER + pieces)) / 2
        living = np.flatnonzero(~states["dead"])
        if isinstance(self.evaluator, Linear):
            board = np.where(earned(game), 0.0, self.evaluator.weights)
            values[living] = weighted(game.features(states), board)[living]
        else:
            values[living] = judged(game, taken(states, living), self.evaluator)
        return values

    def _played(self, game: Game, states: States, budget: Budget) -> States:
        """[B] states after their rollouts, in pieces under a clock."""
        left = self.pieces
        step = max(SLICE // len(states), 1) if budget.timed else left
        while left and not states["dead"].all():
            if budget.timed and budget.used >= 1:
                raise Exhausted
            states = game.rollout(states, self.guide, min(step, left), random=self.random)
            left -= min(step, left)
        return states


@kernel
def futures(seed: np.uint64, match: np.uint64, pieces: int, number: Ints, out: Keys) -> None:
    """Fill `out` [B] with a word for each of the simulations `number` [B] from one root. Modified in place."""
    base = mixed(mixed(seed, match), np.uint64(pieces))
    for i in range(len(number)):
        out[i] = mixed(base, np.uint64(number[i]))
