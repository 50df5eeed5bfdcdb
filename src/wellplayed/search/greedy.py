"""Greedy play: the placement whose afterstate is worth most, the first of equals."""

import numpy as np

from ..errors import InputError
from ..game import Game, Ints, States
from .evaluate import Evaluator, rated
from .reduce import first_best


def greedy(game: Game, states: States, evaluator: Evaluator) -> Ints:
    """[B] the best action of each state by value one move ahead. Raises InputError where a state has no move."""
    moves = rated(game, states, evaluator)
    rows = first_best(moves.parent, moves.value, len(states))
    if (rows < 0).any():
        raise InputError(f"state {int(np.argmin(rows))} has no move: its game is over or its piece is not dealt")
    return moves.action[rows]
