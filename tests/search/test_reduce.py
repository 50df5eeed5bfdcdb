"""The best move of each parent, against the twin, and the best line of play that is passed up."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import search as naive

from wellplayed.search.reduce import COMPLETE, HERE, HOPED, carried, first_best, opened, raised

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


def test_carried() -> None:
    parent, credit, value = np.array([0, 2, 2]), np.array([0.5, 1.0, 0.0]), np.array([1.0, -np.inf, 0.1])
    line, total = carried(parent, credit, value, np.array([1.0, 9.0, 0.2]))
    assert line.tolist() == [2.0, -np.inf, 0.2 + 0.1]
    assert total.tolist() == [1.5, 1.2, 0.2]


def lines(count: int, plies: int) -> tuple[Any, ...]:
    """Room for rows, ranks, values and actions."""
    empty = np.full((count, plies), HERE, np.int64)
    return np.full(count, 99), np.full(count, 99), np.full(count, 7.5), empty


@pytest.mark.parametrize(("last", "rank"), [(False, 3), (True, COMPLETE)])
def test_opened(last: bool, rank: int) -> None:
    # A parent with a best move, one that has none, and one whose moves all lose.
    parent, action = np.array([0, 0, 0, 2, 2]), np.array([4, 5, 6, 7, 8])
    line = np.array([1.0, 2.0, 2.0, -np.inf, -np.inf])
    row, ranks, value, actions = lines(3, 2)
    opened(parent, action, np.isinf(line), line, 2, last, row, ranks, value, actions)
    assert row.tolist() == [1, -1, 3]
    assert ranks.tolist() == [rank, COMPLETE, 0]
    assert value.tolist() == [2.0, 7.5, -np.inf]
    assert actions.tolist() == [[5, HERE], [HERE, HERE], [7, HERE]]


def test_raised() -> None:
    # One parent, five moves; three go on. What each of them led to, and which first move is best then.
    parent, action = np.zeros(5, np.int64), np.array([10, 11, 12, 13, 14])
    rows, tops = np.array([1, 2, 4]), np.array([1, 0, 4])
    for below, best in (
        (((2, 5.0, 20), (2, 6.0, 20), (2, 4.0, 20)), [12, 20]),  # the highest value
        (((2, 5.0, 20), (2, 5.0, 21), (2, 5.0, 22)), [11, 20]),  # the first of equals
        (((3, 1.0, 20), (2, 9.0, 20), (2, 9.0, 20)), [11, 20]),  # the one that lived longer
        (((2, 5.0, 20), (2, 5.0, HERE), (0, 9.0, 20)), [10, HERE]),  # one that ends began with another move
        (((2, 5.0, 20), (2, 6.0, HOPED), (0, 9.0, 20)), [12, HOPED]),
        (((1, 0.0, 20), (0, 9.0, 20), (0, 9.0, 20)), [13, HERE]),  # its own move was best
    ):
        rank, value, actions = (np.array(column) for column in zip(*below))
        own = np.array([3]), np.array([1]), np.array([0.5]), np.array([[13, HERE]])
        raised(parent, action, rows, tops, rank, value, actions[:, None], *own)
        assert own[3].tolist() == [best]
