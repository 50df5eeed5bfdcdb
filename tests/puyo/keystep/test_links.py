"""One link at a time against the slow twin, and whole chains of them against the fast kernel."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo as naive

from wellplayed.puyo.chain import simulate
from wellplayed.puyo.keystep.links import depth, drop, link, measure, remove
from wellplayed.puyo.text import parse, show

ROWS = st.lists(st.text("RRYYGB#.", min_size=6, max_size=6), max_size=13)


def columns(cells: Any) -> Any:
    out = np.zeros(8, np.uint16)
    measure(cells, out)
    return out


def whole_chain(cells: Any) -> tuple[int, int]:
    """The links and points of a field that falls and chains to the end. Modified in place."""
    filled, popping = columns(cells), np.zeros(8, np.uint16)
    links = score = 0
    drop(cells, filled)
    while True:
        points, popped = link(cells, links + 1, popping)
        if popped == 0:
            return links, score
        links, score = links + 1, score + points
        remove(cells, filled, popping)
        drop(cells, filled)


@given(rows=ROWS, number=st.integers(1, 19))
def test_a_link_is_the_twins(rows: list[str], number: int) -> None:
    field = naive.fallen(naive.field_of(rows))
    cells = parse("/".join(naive.rows_of(field)))
    popping = np.full(8, 77, np.uint16)
    found = link(cells, number, popping)
    expected = naive.popped(field, number)
    gone = {(x, y) for x in range(8) for y in range(16) if popping[x] >> y & 1}
    if expected is None:
        assert found == (0, 0)
        assert not gone
    else:
        cells_popped = set().union(*(group for _, group in expected.groups))
        assert found == (expected.points, len(cells_popped))
        assert gone == cells_popped | expected.ojama


@given(rows=ROWS)
def test_falling_is_the_twins(rows: list[str]) -> None:
    field = naive.field_of(rows)
    cells = parse("/".join(rows))
    filled = columns(cells)
    deepest, after = depth(filled), naive.fallen(field)
    farthest = drop(cells, filled)
    assert np.array_equal(cells, parse("/".join(naive.rows_of(after))))
    assert np.array_equal(filled, columns(cells))
    moved = [
        before - now
        for x in range(6)
        for before, now in zip(*([y for y in range(13) if f[y][x] != "."] for f in (field, after)), strict=True)
    ]
    assert farthest == deepest == max([0, *moved])


def test_chains_are_those_of_the_fast_kernel() -> None:
    dice = np.random.default_rng(4)
    cells = np.zeros((300, 8, 8), np.uint16)
    for i in range(len(cells)):
        rows = "/".join(
            "".join(dice.choice(list("RYGB#."), 6, p=[0.22, 0.22, 0.22, 0.22, 0.04, 0.08])) for _ in range(13)
        )
        cells[i] = parse(rows)
    fast, links, score = cells.copy(), np.zeros(300, np.int64), np.zeros(300, np.int64)
    simulate(fast, links, score)
    for i in range(len(cells)):
        assert whole_chain(cells[i]) == (links[i], score[i])
        assert np.array_equal(cells[i], fast[i])
    assert links.max() >= 3


@pytest.mark.pure
def test_one_to_read() -> None:
    cells, popping = parse("...B../RRRBBB/R#...."), np.zeros(8, np.uint16)
    assert link(cells, 1, popping) == (80 * 3, 8)  # four and four in two colours
    remove(cells, columns(cells), popping)
    assert show(cells).splitlines()[-1] == "......"
