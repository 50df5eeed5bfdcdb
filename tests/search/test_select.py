"""Which rows go on, against the twin that puts all of them in order."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import search as naive

from wellplayed.game import Moves
from wellplayed.search.select import survivors

pytestmark = pytest.mark.pure

# Few keys and few values, so that duplicates and ties are common; a row is (key, value, credit, dead).
row = st.tuples(
    st.integers(0, 5),
    st.sampled_from([-3.0, -1.0, 0.0, 0.5, 2.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([False, False, False, True]),
)
groups = st.lists(st.lists(st.lists(row, max_size=9), min_size=1, max_size=3), min_size=1, max_size=4)


def table(of_groups: list[list[list[Any]]]) -> tuple[Moves, Any, Any, Any]:
    """Moves of groups of parents of rows, with the group of each parent, line values and credits."""
    parents = [parent for group in of_groups for parent in group]
    group = np.array([g for g, members in enumerate(of_groups) for _ in members], np.int64)
    flat = [(p, *row) for p, rows in enumerate(parents) for row in rows]
    parent, key, line, total, dead = (np.array([r[k] for r in flat]) for k in range(5))
    none = np.zeros(len(flat))
    moves = Moves(
        parent.astype(np.int64), none.astype(np.int64), key.astype(np.uint64), none, none, dead.astype(np.bool_)
    )
    return moves, group, line.astype(np.float64), total.astype(np.float64)


def expected(moves: Moves, group: Any, line: Any, total: Any, width: int) -> tuple[list[int], list[int]]:
    """What the twin finds, group by group."""
    rows: list[int] = []
    tops: list[int] = []
    for g in np.unique(group):
        here = np.flatnonzero((group[moves.parent] == g) & ~moves.dead) if len(moves.parent) else np.empty(0, int)
        kept, best = naive.survivors(
            moves.key[here].tolist(), line[here].tolist(), total[here].tolist(), width or len(here) + 1
        )
        rows += here[kept].tolist()
        tops += here[best].tolist()
    return rows, tops


@given(groups, st.integers(0, 8))
def test_agrees_with_the_twin(of_groups: list[list[list[Any]]], width: int) -> None:
    moves, group, line, total = table(of_groups)
    rows, tops = survivors(moves, group, line, total, width or None)
    assert (rows.tolist(), tops.tolist()) == expected(moves, group, line, total, width)


@pytest.mark.parametrize("spread", [2, 50, 1 << 40])
def test_many_rows(spread: int) -> None:
    # More than one head is needed where few keys share many rows; keys are shifted, so that their low bits are alike.
    rng = np.random.default_rng(spread)
    for width in (1, 3, 40, 400):
        sizes = (5, 300, 3000) if width > 3 else (1, 60, 700)
        of_groups = [
            [
                list(
                    zip(
                        (rng.integers(0, spread, n) << 20).tolist(),
                        rng.choice([rng.normal(), 0.0, 1.0], n).tolist() if n % 3 else rng.normal(size=n).tolist(),
                        rng.integers(0, 3, n).tolist(),
                        (rng.random(n) < 0.1).tolist(),
                    )
                )
            ]
            for n in sizes
        ]
        moves, group, line, total = table(of_groups)
        rows, tops = survivors(moves, group, line, total, width)
        assert (rows.tolist(), tops.tolist()) == expected(moves, group, line, total, width)


@pytest.mark.parametrize("high", [0.0, 1.0])
def test_rows_that_no_sample_tells(high: float) -> None:
    # Values in step with any regular sample, so that it finds them all alike.
    n, width = 5120, 400
    values = np.where(np.arange(n) % 20 == 0, high, np.linspace(0.2, 0.8, n))
    rows = list(zip(range(n), values.tolist(), [0.0] * n, [False] * n))
    moves, group, line, total = table([[rows]])
    found = survivors(moves, group, line, total, width)
    assert tuple(a.tolist() for a in found) == expected(moves, group, line, total, width)


def test_equal_positions() -> None:
    # Of key 7 the third row has the highest credit and the first the highest value; key 8 has equal credits.
    rows = [(7, 5.0, 0.0, False), (8, 1.0, 2.0, False), (7, 3.0, 1.0, False), (8, 4.0, 2.0, False), (9, 9.0, 9.0, True)]
    found = [a.tolist() for a in survivors(*table([[rows]]), None)]
    assert found == [[1, 2], [3, 0]]


def test_nothing_is_looked_at_once_the_width_is_reached() -> None:
    rows = [(7, 5.0, 0.0, False), (8, 4.0, 0.0, False), (7, 3.0, 9.0, False)]
    assert survivors(*table([[rows]]), 2)[0].tolist() == [0, 1]
    assert survivors(*table([[rows]]), 3)[0].tolist() == [1, 2]


def test_no_rows() -> None:
    assert [a.tolist() for a in survivors(*table([[[]], [[]]]), 3)] == [[], []]


def test_threads_do_not_share_scratch() -> None:
    rng = np.random.default_rng(3)
    tables = []
    for _ in range(8):
        columns = rng.integers(0, 99, 500), rng.normal(size=500), rng.integers(0, 3, 500), rng.random(500) < 0.1
        tables.append(table([[list(zip(*(column.tolist() for column in columns)))]]))
    alone = [survivors(*one, 20)[0].tolist() for one in tables]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert [rows.tolist() for rows, _ in pool.map(lambda one: survivors(*one, 20), tables)] == alone
