"""Each method learns to play: from weights of 0 to games of thousands of lines on ten rows, where chance plays 1."""

import numpy as np
import pytest

from wellplayed.game import Floats, feature_names
from wellplayed.games import game
from wellplayed.tuning.methods import method

FEATURES = (
    "landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells", "hole_depth",
    "rows_with_holes",
)  # fmt: skip
PIECES = 20_000  # of a game in training, so that no good one takes a generation's time


def lines(weights: Floats, seeds: range, pieces: int) -> Floats:
    """[G] of greedy play with the weights [8]."""
    rules = game("classic:height=10,overflow=clear")
    names = feature_names(rules)
    full = np.zeros(len(names))
    full[[names.index(feature) for feature in FEATURES]] = weights
    cleared: Floats = rules.rollout(rules.new(seeds), full, pieces)["lines"].astype(np.float64)
    return cleared


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "games", "evaluations", "least"),
    [
        ("genetic", 5, 1_000, 2_000),
        ("annealing:steps=200", 5, 3_400, 700),
        ("cross_entropy", 1, 4_000, 2_000),
        ("cma_es:population=30", 5, 1_200, 2_000),
    ],
)
def test_methods_learn_to_play(spec: str, games: int, evaluations: int, least: int) -> None:
    one, told, first = method(spec, np.zeros(8), np.ones(8)), 0, 1_000
    assert lines(one.mean, range(100), 1_000_000).mean() < 2
    while not one.done and told < evaluations:
        asked, seeds = one.ask(), range(first, first + games)
        one.tell([lines(candidate, seeds, PIECES).mean() for candidate in asked])
        told, first = told + len(asked), first + games
    assert lines(one.mean, range(100), 1_000_000).mean() > least
