"""Greedy play by linear weights and by any other evaluator."""

from typing import Any

import numpy as np
import pytest
from tests.naive import search as naive
from tests.naive.records import position
from tests.tetris.positions import games, played, rules, scattered

from wellplayed.errors import InputError
from wellplayed.players.registry import player
from wellplayed.search.evaluate import Linear
from wellplayed.search.greedy import greedy
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES


def named_weights(name: str) -> dict[str, float]:
    weights = player(name, Classic(10)).weights
    assert weights is not None
    return {n: float(w) for n, w in zip(NAMES, weights) if w}


@pytest.mark.parametrize("name", ["dellacherie", "dt-10", "eight-feature", "highest-column"])
def test_agrees_with_the_twin(name: str) -> None:
    named = named_weights(name)
    for game in games()[::4]:
        states = np.concatenate([played(game, 3, 31), scattered(game, 3, 32)])
        actions = greedy(game, states, Linear(game, named))
        assert actions.tolist() == [naive.greedy(position(s, rules(game)), rules(game), named) for s in states]


def smallest_heap(states: Any) -> Any:
    """A value that no weights express: few cells, in a square of its own."""
    cells = np.bitwise_count(states["columns"]).sum(axis=1).astype(np.float64)
    return -((cells - 40.0) ** 2) - states["columns"].max(axis=1)


def test_any_function_of_states_will_do() -> None:
    for game in games()[::4]:
        states = np.concatenate([played(game, 20, 33), scattered(game, 10, 34)])
        actions = greedy(game, states, smallest_heap)
        for i, action in enumerate(actions):
            children = game.expand(states[i : i + 1])
            values = smallest_heap(children.states) + children.states["cleared"]  # the reward for the move
            values[children.states["dead"]] = -np.inf
            assert action == children.action[np.argmax(values)]


def test_the_reward_of_the_move_counts() -> None:
    # All afterstates alike: the rows cleared decide, and the first of equals where none can be cleared.
    game = Classic(6, 4)
    states = game.new([0, 0])
    states["queue"][:, 0] = 1
    states["columns"][:, :4] = [[1, 1, 0, 0], [1, 0, 0, 0]]
    assert greedy(game, states, lambda s: np.zeros(len(s))).tolist() == [2, 0]


def test_linear_play_is_the_same_by_either_way() -> None:
    # Whole numbers, whose sums are exact in any order. The reward of an afterstate is a line for a line.
    weights = {"landing_height": -1.0, "row_transitions": -1.0, "holes": -4.0, "wells": -1.0}
    for game in games()[::3]:
        states = np.concatenate([played(game, 40, 35), scattered(game, 20, 36)])
        bare, rewarded = Linear(game, weights), Linear(game, {**weights, "lines": 1.0})
        function = lambda s, value=bare: value(s)  # noqa: E731
        assert greedy(game, states, function).tolist() == greedy(game, states, rewarded).tolist()


def test_a_dead_afterstate_is_never_preferred() -> None:
    game = Classic(4, 4)
    states = game.new([0])
    states["queue"][0, 0] = 0
    states["columns"][0, :4] = [0b1111, 0b11, 0, 0]
    action = greedy(game, states, lambda s: s["columns"].max(axis=1).astype(float))  # longs for height
    assert not game.play(states, action)["dead"][0]


@pytest.mark.parametrize("evaluator", ["linear", "function"])
def test_a_state_without_a_move_is_named(evaluator: str) -> None:
    game = Classic()
    states = game.new([1, 2, 3])
    states[1:2] = game.play(states[1:2], np.array([0]))  # not dealt
    value = Linear(game, {"holes": -1.0}) if evaluator == "linear" else smallest_heap
    with pytest.raises(InputError, match="state 1 has no move"):
        greedy(game, states, value)
    states[1]["dead"] = True
    with pytest.raises(InputError, match="state 1 has no move: its game is over"):
        greedy(game, states, value)
