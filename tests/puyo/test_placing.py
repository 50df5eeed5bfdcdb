"""Pairs put into fields: both kernels against the slow twin, row 14 under both rules, and tears."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo_moves as naive

from wellplayed._jit import kernel
from wellplayed.puyo.cells import LETTERS
from wellplayed.puyo.placing import BLOCK, VANISH, put, put_cells
from wellplayed.puyo.planes import load, store, union
from wellplayed.puyo.text import parse, show

HEIGHTS = st.lists(st.integers(0, 13), min_size=6, max_size=6)


@kernel
def put_planes(cells: Any, action: int, axis: int, child: int, topped: int, row14: int) -> tuple[int, int]:
    """`put` on a field [1, 8, 8] in memory. Modified in place."""
    field = load(cells, 0)
    after, used, tear = put(field, union(field), action, axis, child, topped, row14)
    store(cells, 0, after)
    return used, tear


def stacked(heights: list[int], letters: str) -> list[list[str]]:
    """A field as rows of letters from the floor, 13 of them."""
    return [[letters[(5 * x + y) % len(letters)] if y < heights[x] else "." for x in range(6)] for y in range(13)]


def text(rows: list[list[str]]) -> str:
    return "/".join("".join(row) for row in reversed(rows))


def legal(heights: list[int]) -> list[int]:
    heights = [*heights[:2], min(heights[2], 11), *heights[3:]]
    return sorted(naive.legal(heights, set()))


@given(
    heights=HEIGHTS,
    letters=st.text(LETTERS, min_size=1, max_size=7),
    colours=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    topped=st.integers(0, 63),
    data=st.data(),
)
def test_both_kernels_are_the_twin(
    heights: list[int], letters: str, colours: tuple[int, int], topped: int, data: st.DataObject
) -> None:
    heights[2] = min(heights[2], 11)
    action = data.draw(st.sampled_from(legal(heights)))
    rows = stacked(heights, letters)
    expected, above, torn = naive.put(rows, action, *(LETTERS[c] for c in colours))
    for row14 in (BLOCK, VANISH):
        used = topped | (1 << action % 6 if above and row14 == BLOCK else 0)
        cells = parse(text(rows))
        planes = cells[None].copy()
        assert put_cells(cells, action, *colours, topped, row14) == (used, torn)
        assert put_planes(planes, action, *colours, topped, row14) == (used, torn)
        assert show(cells) == show(parse(text(expected)))
        assert np.array_equal(planes[0], cells)


@pytest.mark.pure
@pytest.mark.parametrize(
    ("field", "action", "expected", "tear"),
    [
        ("", 2, "..G.../..R...", 0),  # up
        ("", 8, "..RG..", 0),  # right
        ("", 14, "..R.../..G...", 0),  # down
        ("", 20, ".GR...", 0),  # left
        ("..B.../..B...", 8, "..R.../..B.../..BG..", 2),
        ("...B../...B../...B..", 9, "...R../...B../...B../...BG.", 3),
        ("...B../...B../...B..", 8, "...G../...B../...B../..RB..", 3),
    ],
)
def test_a_few_to_read(field: str, action: int, expected: str, tear: int) -> None:
    cells = parse(field)
    assert put_cells(cells, action, 0, 1, 0, BLOCK) == (0, tear)
    assert "/".join(show(cells).splitlines()).endswith(expected)
    assert np.array_equal(cells, parse(expected))


@pytest.mark.pure
def test_row_14() -> None:
    column = "/".join(["B....."] * 12)
    for row14, used in ((BLOCK, 0b100001), (VANISH, 0b100000)):
        cells = parse(column)
        assert put_cells(cells, 0, 0, 1, 0b100000, row14) == (used, 0)
        assert np.array_equal(cells, parse("R...../" + column))  # the child is in no plane
