"""Evaluators: weights by name, sums in feature order, and what a dead state is worth."""

from typing import Any

import numpy as np
import pytest
from tests.naive import search as naive
from tests.tetris.positions import games, played, scattered

from wellplayed.errors import InputError
from wellplayed.game import earned, feature_names
from wellplayed.search.evaluate import Linear, weight_vector, weighted
from wellplayed.tetris.classic import Classic


def tables() -> list[tuple[Any, Any]]:
    """Features and weights whose sum depends on its order."""
    rng = np.random.default_rng(1)
    found = []
    for rows, columns in ((1, 1), (7, 3), (200, 9), (30, 42)):
        features = rng.integers(-50, 50, (rows, columns)) / rng.choice([1.0, 3.0, 1e6], columns)
        for zeros in (0.0, 0.5, 1.0):
            found.append((features, np.where(rng.random(columns) < zeros, 0.0, rng.normal(size=columns))))
    return found


def test_weighted_agrees_with_the_twin_to_the_last_bit() -> None:
    for features, weights in tables():
        expected = [naive.weighted(row, weights.tolist()) for row in features.tolist()]
        assert weighted(features, weights).tolist() == expected


def test_the_order_of_summation_matters() -> None:
    features = np.array([[1e16, 1.0, -1e16], [1e16, -1e16, 1.0]])
    assert weighted(features, np.ones(3)).tolist() == [0.0, 1.0]


@pytest.mark.pure
def test_a_weight_of_0_takes_a_feature_out() -> None:
    assert weighted(np.array([[np.inf, 2.0]]), np.array([0.0, 3.0])).tolist() == [6.0]
    assert weighted(np.zeros((0, 2)), np.ones(2)).tolist() == []


@pytest.mark.pure
def test_weights_by_name() -> None:
    game = Classic(10)
    vector = weight_vector(game, {"holes": -4, "lines": 0.5})
    assert dict(zip(feature_names(game), vector)) == {
        **dict.fromkeys(feature_names(game), 0.0),
        "holes": -4,
        "lines": 0.5,
    }


@pytest.mark.pure
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"hole": 1.0}, "unknown feature 'hole'; did you mean 'holes'"),
        ({"holes": float("nan")}, "the weight of holes is nan; give a finite number"),
        ({"lines": 1.0, "holes": float("-inf")}, "the weight of holes is -inf"),
    ],
)
def test_weights_that_cannot_be_used(weights: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        weight_vector(Classic(10), weights)


def test_a_linear_value_is_the_sum_of_its_features() -> None:
    for game in games()[::4]:
        children = game.expand(np.concatenate([played(game, 40, 21), scattered(game, 20, 22)])).states
        named = dict(zip(feature_names(game), np.random.default_rng(game.height).normal(size=len(game.glossary))))
        evaluator = Linear(game, named)
        table = game.features(children)
        values = [naive.weighted(row, list(named.values())) for row in table.tolist()]
        dead = children["dead"]
        assert dead.any() or game.height > 8
        assert (evaluator(children)[dead] == -np.inf).all()
        assert evaluator(children)[~dead].tolist() == np.array(values)[~dead].tolist()
        credit = [w if event else 0.0 for w, event in zip(named.values(), earned(game))]
        assert evaluator.credit(children).tolist() == [naive.weighted(row, credit) for row in table.tolist()]
