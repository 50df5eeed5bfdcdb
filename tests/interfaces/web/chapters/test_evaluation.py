"""One evaluation: its products are the engine's, they add up, and the best placement is that of the naive twin."""

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import cells, drawn, number, read_number, told
from tests.naive.classic import PIECES, Position, Rules, expand
from tests.naive.search import value_of

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.numbers import exact, plus, shown
from wellplayed.interfaces.web.chapters.position import game, read, state
from wellplayed.players.registry import player

BOARDS = [(samples.MIDDLE, "J"), (samples.quad().rows, "T"), (str(drawn(5)), "L")]


@pytest.mark.parametrize(("rows", "piece"), BOARDS)
@pytest.mark.parametrize("weights", ["four-feature", "dellacherie", "eight-feature", "bcts", "dt-20"])
def test_the_steps_are_the_features_of_the_placement(rows: str, piece: str, weights: str) -> None:
    steps = told("evaluation", rows, piece, weights=weights).steps
    rules = game(piece)
    who, here = player(weights, rules), state(rules, read(rows), piece)
    assert who.weights is not None
    action = who.choose(here)
    values = rules.features(rules.play(here, action))[0]
    used = np.flatnonzero(who.weights)
    assert len(steps) == len(used) + 2
    so_far = 0.0
    for step, k in zip(steps[1:-1], used, strict=True):
        so_far += who.weights[k] * values[k]
        assert number(step, "counted") == shown(values[k]), feature_names(rules)[k]
        assert number(step, "weight") == exact(who.weights[k])
        assert number(step, "product") == plus(who.weights[k] * values[k])
        assert number(step, "so_far") == shown(so_far)
    assert number(steps[-1], "value") == number(steps[0], "value") == shown(so_far)


@pytest.mark.parametrize(("rows", "piece"), BOARDS)
def test_the_best_value_is_that_of_the_twin(rows: str, piece: str) -> None:
    weights = {"aggregate_height": -0.510066, "lines": 0.760666, "holes": -0.35663, "bumpiness": -0.184483}
    position = Position(cells(read(rows)), [PIECES.index(piece)])
    values = [value_of(after, Rules(), weights) for _, after in expand(position, Rules())]
    steps = told("evaluation", rows, piece).steps
    assert number(steps[0], "value") == shown(max(values))
    assert number(steps[0], "placements") == str(len(values))


def test_another_placement_is_taken_apart_by_its_rank() -> None:
    first, third = told("evaluation").steps, told("evaluation", place="3").steps
    assert read_number(number(third[-1], "value")) < read_number(number(first[-1], "value"))
    assert number(third[-1], "best") == number(first[-1], "value")
    assert number(third[-1], "difference").startswith("−")
    assert third[-1].says != first[-1].says
    assert number(told("evaluation", place="40").steps[0], "shown") == "34"  # the last one there is


def test_a_piece_that_cannot_appear_is_an_error() -> None:
    with pytest.raises(InputError, match="no move"):
        told("evaluation", "/".join([".########."] * 20), "T")
