"""Sets of cells as paths: outlines enclose the cells and nothing else, boards are read as they are written."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.interfaces.web.drawing import cells as drawn
from wellplayed.interfaces.web.drawing.element import document, element, number, text

ROWS, CELL = 9, 4.0
SETS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, ROWS - 1)), min_size=1, max_size=30)


def loops(path: str) -> list[list[tuple[float, float]]]:
    """The corners of each closed part."""
    found = []
    for part in path.removeprefix("M").removesuffix("z").split("zM"):
        found.append([tuple(map(float, point.split())) for point in part.split("L")])
    return found  # type: ignore[return-value]


def one(loop: list[tuple[float, float]]) -> float:
    """What a loop encloses: below 0 round cells (y is down), above 0 round a hole."""
    return sum((x * v - u * y) / 2 for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True))


def area(path: str) -> float:
    """What a path encloses; holes count against it."""
    return -sum(map(one, loops(path)))


@given(SETS)
def test_an_outline_encloses_its_cells(cells: set[tuple[int, int]]) -> None:
    path = drawn.outline(cells, ROWS, CELL)
    assert area(path) == pytest.approx(len(cells) * CELL**2)


@given(SETS)
def test_an_outline_turns_at_every_corner_and_only_there(cells: set[tuple[int, int]]) -> None:
    sides = 0.0
    for loop in loops(drawn.outline(cells, ROWS, CELL)):
        for (x, y), (u, v), (s, t) in zip(loop, [*loop[1:], loop[0]], [*loop[2:], *loop[:2]], strict=True):
            assert (x == u) != (y == v)
            assert (x == u) == (v == t)
            assert (u == s) == (y == v)
            sides += abs(x - u) + abs(y - v)
    free = sum((x + dx, y + dy) not in cells for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    assert sides == free * CELL


@given(SETS, st.floats(0.1, 1.5))
def test_an_inset_moves_every_side_inwards(cells: set[tuple[int, int]], inset: float) -> None:
    whole, inner = loops(drawn.outline(cells, ROWS, CELL)), loops(drawn.outline(cells, ROWS, CELL, inset))
    assert [len(loop) for loop in whole] == [len(loop) for loop in inner]
    for before, after in zip(whole, inner, strict=True):
        for (x, y), (u, v) in zip(before, after, strict=True):
            assert abs(x - u) == pytest.approx(inset, abs=0.011)
            assert abs(y - v) == pytest.approx(inset, abs=0.011)
    # Each side takes a strip away; at corners strips overlap, four times more often outwards than inwards.
    sides = sum(
        abs(x - u) + abs(y - v) for loop in whole for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True)
    )
    turns = sum(4 if one(loop) < 0 else -4 for loop in whole)
    left = len(cells) * CELL**2 - sides * inset + turns * inset**2
    assert -sum(map(one, inner)) == pytest.approx(left, abs=0.01 * sides)


@given(SETS, st.floats(0, 1))
def test_there_is_a_square_for_each_cell(cells: set[tuple[int, int]], gap: float) -> None:
    path = drawn.squares(cells, ROWS, CELL, gap)
    corners = {tuple(map(float, found)) for found in re.findall(r"M(\S+) ([\d.]+)h", path)}
    expected = {(x * CELL + gap / 2, (ROWS - 1 - y) * CELL + gap / 2) for x, y in cells}
    assert sorted(corners) == [pytest.approx(point, abs=0.0051) for point in sorted(expected)]


def test_a_board_is_read_from_the_floor_up() -> None:
    field = drawn.read("T..\nTT_/SG#", height=5)
    assert (field.width, field.height) == (3, 5)
    assert field.letters == {"S": [(0, 0)], "G": [(1, 0)], "#": [(2, 0)], "T": [(0, 1), (1, 1), (0, 2)]}
    assert drawn.read("T..\nTT_/SG#", height=2).height == 3


def test_a_board_can_be_cut() -> None:
    field = drawn.cut(drawn.read("T../TTT/S.S/GGG"), 1, 3)
    assert field == drawn.Field(3, 2, {"S": [(0, 0), (2, 0)], "T": [(0, 1), (1, 1), (2, 1)]})


def test_texts_and_attributes_are_escaped() -> None:
    said = text('a < b & "c"', 0, 0, data_it='"<&')
    assert said.endswith(' data-it="&quot;&lt;&amp;">a &lt; b &amp; &quot;c&quot;</text>')
    assert (
        element("path", d="M0 0", class_="it", rx=None, stroke_width=1.5)
        == '<path d="M0 0" class="it" stroke-width="1.5"/>'
    )
    assert "<title>a &amp; b</title>" in document(1, 1, [], "a & b")
    assert 'aria-hidden="true"' in document(1, 1, [])


@pytest.mark.parametrize(
    ("value", "written"), [(0.004, "0"), (-0.004, "0"), (12.345, "12.35"), (-3, "-3"), (0.5, "0.5")]
)
def test_coordinates_are_short(value: float, written: str) -> None:
    assert number(value) == written
