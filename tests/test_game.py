"""Copies of records: all of them, or some rows, whatever lies where."""

from typing import Any

import numpy as np
import pytest

from wellplayed.game import copied, taken
from wellplayed.games import game

STATES = [game(spec).new(range(9)) for spec in ("classic", "guideline")]
both = pytest.mark.parametrize("states", STATES, ids=["classic", "guideline"])


@both
@pytest.mark.parametrize("rows", [[0], [8, 0, 0, 3], [-1], []])
def test_taken_is_fancy_indexing(states: Any, rows: list[int]) -> None:
    wanted = np.array(rows, np.int64)
    for given in (states, states[::-1], states[::2]):
        if rows and max(rows) >= len(given):
            continue
        found = taken(given, wanted)
        assert found.dtype == states.dtype
        assert (found == given[wanted]).all()
        assert not np.shares_memory(found, given)
        assert found.flags.writeable


@both
def test_taken_refuses_rows_that_are_not_there(states: Any) -> None:
    with pytest.raises(IndexError):
        taken(states, np.array([9]))


@both
def test_copied(states: Any) -> None:
    for given in (states, states[::-2], states[:0]):
        found = copied(given)
        assert found.dtype == given.dtype
        assert np.array_equal(found, given)  # not bytes: what pads a record is nobody's
        assert not np.shares_memory(found, given)
