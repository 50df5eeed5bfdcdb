"""Greedy and random players: what they choose and how they explain it."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.positions import games, played

from wellplayed.players.player import Greedy, Random, pick
from wellplayed.search.evaluate import Linear, weighted
from wellplayed.search.greedy import greedy
from wellplayed.tetris.classic import Classic

WEIGHTS = {"landing_height": -1.0, "lines": 2.0, "holes": -4.0, "height_variance": -0.3}
# Chi-square with 16 degrees of freedom exceeds this once in 10,000 fair samples.
LIMIT = 44.1


def test_greedy_is_the_search_of_that_name() -> None:
    for game in games()[::5]:
        states = played(game, 20, 41)
        evaluator = Linear(game, WEIGHTS)
        one = Greedy(evaluator)
        assert one.game is game
        assert one.weights is evaluator.weights
        assert one.choose(states).tolist() == greedy(game, states, evaluator).tolist()


def test_a_greedy_thought_adds_up() -> None:
    for game in games()[::5]:
        one = Greedy(Linear(game, WEIGHTS))
        for state in played(game, 5, 42):
            states = np.array([state], game.dtype)
            thought, children = one.think(states), game.expand(states)
            assert thought.action == one.choose(states)[0]
            assert thought.actions.tolist() == children.action.tolist()
            assert thought.features.tolist() == game.features(children.states).tolist()
            assert one.weights is not None
            assert thought.contributions.tolist() == (thought.features * one.weights).tolist()
            living = ~children.states["dead"]
            assert (thought.values[~living] == -np.inf).all()
            np.testing.assert_allclose(thought.contributions.sum(axis=1)[living], thought.values[living], rtol=1e-12)
            assert thought.values[thought.actions == thought.action] == thought.values.max()


def chi_square(actions: Any, count: int) -> float:
    counts = np.bincount(actions, minlength=count)
    fair = len(actions) / count
    return float(((counts - fair) ** 2 / fair).sum())


@pytest.mark.pure
def test_random_plays_every_placement_equally_often() -> None:
    mask = np.zeros((3400, 40), np.bool_)
    mask[:, 3:37:2] = True  # seventeen of forty
    actions = np.empty(3400, np.int64)
    pick(mask, np.arange(3400, dtype=np.uint64), np.full(3400, 6), np.uint64(9), actions)
    assert set(actions) == set(range(3, 37, 2))
    assert chi_square((actions - 3) // 2, 17) < LIMIT
    # The ply and the seed change the choice as much as the match does.
    pick(mask, np.zeros(3400, np.uint64), np.arange(3400), np.uint64(9), actions)
    assert chi_square((actions - 3) // 2, 17) < LIMIT
    single = np.empty(1, np.int64)
    for i in range(len(actions)):
        pick(mask[:1], np.zeros(1, np.uint64), np.zeros(1, np.int64), np.uint64(i), single)
        actions[i] = single[0]
    assert chi_square((actions - 3) // 2, 17) < LIMIT


@pytest.mark.pure
def test_pick_leaves_a_row_without_choice() -> None:
    mask = np.array([[False, False], [True, False]])
    actions = np.empty(2, np.int64)
    pick(mask, np.zeros(2, np.uint64), np.zeros(2, np.int64), np.uint64(0), actions)
    assert actions.tolist() == [-1, 0]


def test_random_depends_on_seed_match_and_ply_alone() -> None:
    game = Classic(12)
    states = played(game, 60, 43)
    one, other = Random(game, 3), Random(game, 4)
    moves = one.choose(states)
    assert moves.tolist() == Random(game, 3).choose(states).tolist()
    assert moves.tolist() == [int(one.choose(states[i : i + 1])[0]) for i in range(len(states))]
    assert (moves != other.choose(states)).any()
    changed = states.copy()
    changed["stream"] += np.uint64(1)
    assert one.choose(changed).tolist() == moves.tolist()
    changed["pieces"] += 1
    assert (one.choose(changed) != moves).any()


def test_a_random_thought_weighs_nothing() -> None:
    game = Classic(12)
    states = played(game, 1, 44)
    thought = Random(game, 3).think(states)
    assert thought.action in thought.actions
    assert not thought.values.any()
    assert not thought.contributions.any()
    assert thought.features.tolist() == game.features(game.expand(states).states).tolist()
    assert weighted(thought.features, np.zeros(thought.features.shape[1])).tolist() == thought.values.tolist()
