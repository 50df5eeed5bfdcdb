"""Lookahead: every line of play over the pieces that are visible."""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..game import Foreseeing, Game, Ints, States
from .budget import Budget
from .descent import PART, Descent, check_depth, first_moves, roots
from .evaluate import Evaluator, Linear
from .explain import Notes, explained
from .thought import Thought


@dataclass(frozen=True)
class Lookahead:
    """The first move of the best line over the current piece and `depth` known ones after it: exact.

    With depth 0 it is greedy. Of equal lines the lexicographically first one is taken, by the order of the game's
    actions. See descent.py for lines that end early or lose. Raises InputError for a depth below 0.
    """

    evaluator: Evaluator
    depth: int

    def __post_init__(self) -> None:
        if self.depth < 0:
            raise InputError(f"depth={self.depth} of lookahead is out of range; choose 0 or more")

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the best action of each state. Raises InputError where a state has no move, or for too few previews."""
        check_depth(game, self.depth)
        actions = np.empty(len(states), np.int64)
        for start in range(0, len(states), PART):
            actions[start : start + PART] = first_moves(self._first(game, states[start : start + PART]), start)
        return actions

    def _first(self, game: Game, states: States) -> Ints:
        if self.depth == 1 and isinstance(self.evaluator, Linear) and isinstance(game, Foreseeing):
            return game.foreseen(states, self.evaluator.weights)
        return Descent(game, self.evaluator, self.depth, Budget()).follow(roots(states)).actions[:, 0]

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1], with the best line of every candidate, each of them to its end.

        Layers are those of a search in which candidates share nothing. Raises InputError as `choose` does.
        """
        action, notes, budget = int(self.choose(game, state)[0]), Notes(), Budget()
        Descent(game, self.evaluator, self.depth, budget, apart=True, notes=notes).follow(roots(state))
        return explained(game, state, self.evaluator, action, notes, budget.spent)
