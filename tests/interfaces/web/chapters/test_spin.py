"""The T-spin: corners and classes of the naive twin, what moves earn, and the same cells with and without a turn."""

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, filled, number, told
from tests.naive import guideline as naive

from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.position import game, read, state
from wellplayed.interfaces.web.chapters.spin import earned, number_of, rests
from wellplayed.showcases import T_SPIN_DOUBLE

EN = WORDS["en"]


@pytest.mark.parametrize(
    "rows", [T_SPIN_DOUBLE.rows, samples.TRIPLE, samples.MIDDLE, *(str(drawn(s)) for s in range(6))]
)
@pytest.mark.parametrize("name", ["guideline", "tetrio-s2"])
def test_corners_and_classes_are_those_of_the_twin(rows: str, name: str) -> None:
    rules, board = game("T", name), read(rows)
    cells = filled(board)
    twin = naive.reach(cells, 10, "T", rules.rules)
    found = rests(board, rules, state(rules, board, "T"))
    assert found
    for rest in found:
        at = (rest.orientation, rest.x, rest.y)
        assert {way.spin for way in rest.ways} == twin[at]
        north = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
        assert [corner.filled for corner in rest.corners] == naive.corners(cells, 10, at, north)
        assert [corner.front for corner in rest.corners] == [True, True, False, False]
        for way in rest.ways:
            assert (way.spin != "none") <= (way.keys[-1] in ("CW", "CCW", "180"))
    most = max(sum(naive.corners(cells, 10, at, [(-1, 1), (1, 1), (1, -1), (-1, -1)])) for at in twin)
    assert max(rest.filled for rest in found) == most


def test_the_showcase_is_a_full_spin_of_two_rows() -> None:
    steps = told("spin").steps
    assert number(steps[0], "corners") == "3 / 4"
    assert (number(steps[1], "front"), number(steps[1], "back")) == ("2 / 2", "1 / 2")
    assert number(steps[1], "spin") == EN("think.spin.full", piece="T")
    assert (number(steps[2], "last_key"), number(steps[2], "cleared"), number(steps[2], "attack")) == ("CW", "2", "4")


def test_the_same_cells_earn_more_by_a_turn() -> None:
    rules, board = game("T"), read(T_SPIN_DOUBLE.rows)
    here = state(rules, board, "T")
    twin = next(rest for rest in rests(board, rules, here) if rest.both)
    assert twin.plain is not None
    plain, spun = (number_of(rules, twin, way.spin) for way in (twin.plain, twin.best))
    after = [rules.play(here, np.array([action])) for action in (plain, spun)]
    assert (after[0]["columns"] == after[1]["columns"]).all()
    scores = [earned(rules, here, action).score for action in (plain, spun)]
    assert scores == [100, 200]
    assert [int(state["score"][0]) for state in after] == scores
    shown = [n.value for n in told("spin").steps[3].numbers if n.label == EN("explain.label.score")]
    assert shown == ["100", "200"]


def test_where_no_cells_are_reached_both_ways_it_is_said_so() -> None:
    steps = told("spin", "#.........").steps
    assert steps[3].says == EN("explain.spin.same.none")
    assert steps[0].says == EN("explain.spin.corners.few", n=2)
    assert number(steps[1], "spin") == EN("explain.spin.none")
