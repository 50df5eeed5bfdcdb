"""Agents for duels by keys, and duels they have played."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from tests.puyo.positions import best

from wellplayed.puyo.duel import Duel
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.ruleset import parse

EAGER = {"links": 8.0, "connections": 2.0, "triples": 1.0, "danger": -8.0, "max_height": -0.5}
PATIENT = {**EAGER, "links": 1.0, "chain_square": 30.0}


def greedy(weights: dict[str, float], colours: int = 4) -> Callable[[Any], Any]:
    """An agent that takes the first best placement by weights."""
    game, vector = Puyo(colours), np.array([weights.get(name, 0.0) for name in NAMES])

    def choose(states: Any) -> Any:
        moves = game.moves(states, vector)
        return moves.action[best(moves, len(states))]

    return choose


def column_three(states: Any) -> Any:
    """An agent that piles everything up where pairs appear."""
    return np.full(len(states), 2)


@functools.cache
def agents(seed: int, ticks: int, rules: str = "tsu", pace: int = 1) -> Duel:
    """A duel of two agents after so many ticks, or at its end; only to look at."""
    duel = Duel(parse(rules), seed)
    duel.seat(0, greedy(EAGER), pace)
    duel.seat(1, greedy(PATIENT), pace)
    duel.tick(ticks)
    return duel
