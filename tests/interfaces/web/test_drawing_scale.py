"""An axis: values stay in their order and inside, and what is written beside it is on it."""

import doctest
import itertools
import math

from hypothesis import assume, given
from hypothesis import strategies as st

from wellplayed.interfaces.web.drawing import scale as module
from wellplayed.interfaces.web.drawing.scale import Scale, scale

VALUES = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=20)


def test_examples_in_docstrings() -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


@given(VALUES)
def test_order_and_bounds(values: list[float]) -> None:
    axis = scale(values)
    places = [axis.at(value) for value in sorted(values)]
    assert all(0 <= a <= b <= 1 for a, b in itertools.pairwise([*places, 1.0]))
    if max(values) - min(values) > 1e-3 * max(map(abs, values)):
        assert places[-1] - places[0] > 0.4


@given(VALUES)
def test_ticks_are_few_and_on_the_axis(values: list[float]) -> None:
    assume(max(map(abs, values)) == 0 or max(map(abs, values)) > 1e-6)
    assume(max(values) == min(values) or max(values) - min(values) > 1e-6 * max(map(abs, values)))
    axis = scale(values)
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 7
    assert ticks == sorted(set(ticks))
    room = 1e-9 * (axis.high - axis.low)
    assert all(axis.low - room <= tick <= axis.high + room for tick in ticks)


def test_what_differs_more_than_a_hundredfold_is_logarithmic() -> None:
    assert not scale([1, 90]).least
    assert not scale([-1, 500]).least
    axis = scale([2, 500])
    assert axis.least == 1
    assert [tick for tick in axis.ticks() if tick] == [1, 10, 100]
    assert scale([0, 0.03, 7e6]).least == 0.01
    assert len(scale([0, 1e-300, 1e300]).ticks()) <= 7


def test_an_axis_of_nothing_or_of_one_value() -> None:
    for values in ([], [math.nan], [0.0], [5.0], [-5.0]):
        axis = scale(values)
        assert axis.low < axis.high
        assert len(axis.ticks()) >= 2
    assert Scale(-1, 1).at(0) == 0.5
