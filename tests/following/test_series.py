"""Rows for a chart: all of them while they are few, means of neighbours where they are many."""

import numpy as np
import pytest

from wellplayed.following.series import Series


def test_few_rows_are_kept_as_they_are() -> None:
    series = Series(8)
    for x in range(7):
        series.add([x, x * x])
    assert series.rows == [(x, x * x) for x in range(7)]
    assert (series.stride, series.count) == (1, 7)


@pytest.mark.parametrize("count", [8, 9, 31, 32, 100, 1000])
def test_many_rows_become_means_of_neighbours(count: int) -> None:
    rows = np.random.default_rng(1).random((count, 3))
    series = Series(8)
    for row in rows:
        series.add(row.tolist())
    stride = series.stride
    assert stride & (stride - 1) == 0
    assert len(series.rows) <= 8
    naive = [rows[i : i + stride].mean(axis=0) for i in range(0, count, stride)]
    assert np.allclose(series.rows, naive)
    assert series.count == count
