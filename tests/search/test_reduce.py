"""The best move of each parent, against the twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import search as naive

from wellplayed.search.reduce import first_best

pytestmark = pytest.mark.pure

# Few different values, so that ties are common; -inf is the value of a losing move.
values = st.sampled_from([float("-inf"), -1.0, -0.0, 0.0, 1.0, 2.5, float("inf")])


@given(st.lists(st.lists(values, max_size=6), min_size=1, max_size=8))
def test_agrees_with_the_twin(siblings: list[list[float]]) -> None:
    parents = [parent for parent, row in enumerate(siblings) for _ in row]
    flat = [value for row in siblings for value in row]
    found = first_best(np.array(parents, np.int64), np.array(flat, np.float64), len(siblings))
    assert found.tolist() == naive.first_best(parents, flat, len(siblings))


def test_the_first_of_equals() -> None:
    assert first_best(np.array([0, 0, 0]), np.array([1.0, 3.0, 3.0]), 1).tolist() == [1]


def test_if_all_lose_the_first() -> None:
    assert first_best(np.array([0, 0, 1]), np.full(3, -np.inf), 2).tolist() == [0, 2]


def test_parents_without_rows() -> None:
    assert first_best(np.array([1]), np.array([5.0]), 3).tolist() == [-1, 0, -1]
    assert first_best(np.array([], np.int64), np.array([]), 2).tolist() == [-1, -1]
