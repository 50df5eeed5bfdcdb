"""Greedy play: the placement whose afterstate is worth most, the first of equals."""

import numpy as np

from ..errors import InputError
from ..game import Game, Ints, States
from .evaluate import Evaluator, Linear
from .reduce import first_best


def greedy(game: Game, states: States, evaluator: Evaluator) -> Ints:
    """[B] the best action of each state by value one move ahead. Raises InputError where a state has no move."""
    if isinstance(evaluator, Linear):
        moves = game.moves(states, evaluator.weights)
        parent, action, value = moves.parent, moves.action, moves.value
    else:
        children = game.expand(states)
        parent, action = children.parent, children.action
        value = children.credit + np.where(children.states["dead"], -np.inf, evaluator(children.states))
    rows = first_best(parent, value, len(states))
    if (rows < 0).any():
        raise InputError(f"state {int(np.argmin(rows))} has no move: its game is over or its piece is not dealt")
    return action[rows]
