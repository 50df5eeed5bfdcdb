"""Boards as text: what is read, what is refused and how, and that reading undoes showing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import classic as naive

from wellplayed.errors import InputError
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.text import parse, show

pytestmark = pytest.mark.pure


def state_of(columns: Any) -> Any:
    states = Classic().new([0])
    states["columns"][0] = columns
    return states


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[list[bool]], int, int]:
    """Rows from the floor up, none of them full, with the height and width of their game."""
    height, width = draw(st.integers(4, 24)), draw(st.integers(4, 10))
    row = st.lists(st.booleans(), min_size=width, max_size=width).filter(lambda r: not all(r))
    return draw(st.lists(row, min_size=1, max_size=height)), height, width


def text_of(rows: list[list[bool]]) -> str:
    return "\n".join("".join(".#"[cell] for cell in row) for row in reversed(rows))


def test_the_lowest_row_is_the_last() -> None:
    assert parse("#...\n##.#", 4, 4).tolist() == [3, 1, 0, 1] + [0] * 12
    assert parse("#.../##.#", 4, 4).dtype == np.uint32


@given(boards())
def test_reading_undoes_showing(board: tuple[list[list[bool]], int, int]) -> None:
    rows, height, width = board
    columns = parse(text_of(rows), height, width)
    text = show(state_of(columns), height, width)
    assert parse(text, height, width).tolist() == columns.tolist()
    assert parse(text.replace("\n", "/"), height, width).tolist() == columns.tolist()
    assert text == text_of(rows + [[False] * width] * (height - len(rows)))


@given(boards())
def test_reading_agrees_with_the_twin(board: tuple[list[list[bool]], int, int]) -> None:
    rows, height, width = board
    twin = naive.from_text(text_of(rows), height, width)
    columns = parse(text_of(rows), height, width)
    assert [[bool(columns[x] >> y & 1) for x in range(width)] for y in range(len(twin))] == twin


@pytest.mark.parametrize("mark", "#XxIOTZSJLG")
def test_marks_of_filled_cells(mark: str) -> None:
    assert parse(f"..{mark}.", 4, 4)[:4].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("mark", "._ ")
def test_marks_of_empty_cells(mark: str) -> None:
    assert parse(f"##{mark}#", 4, 4)[:4].tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("text", ["", "\n", "....", "....\n....", "/"])
def test_nothing_is_an_empty_board(text: str) -> None:
    assert not parse(text, 4, 4).any()


def test_line_ends_of_every_system() -> None:
    assert parse("#...\r\n##.#\r\n", 4, 4).tolist() == parse("#...\n##.#", 4, 4).tolist()


def test_hidden_rows_are_shown_where_they_are_filled() -> None:
    columns = np.zeros(16, np.uint32)
    columns[2] = 0b100001
    assert show(state_of(columns), 4, 4) == "..#.\n....\n....\n....\n....\n..#."
    columns[2] = 0b1000
    assert show(state_of(columns), 4, 4) == "..#.\n....\n....\n...."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#...\n#..", "row 2 of the board has 3 cells, the game 4"),
        ("#....", "row 1 of the board has 5 cells, the game 4"),
        ("#.../..?.", r"unknown letter '\?' in row 2 of the board"),
        ("...q", "unknown letter 'q' in row 1 of the board"),
        ("#...\n" * 5, "the board has 5 rows, the game 4"),
        ("#...\n####\n##.#", "row 2 of the board is full"),
        ("#...\nIIII", "row 2 of the board is full"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text, 4, 4)


def test_the_input_is_named() -> None:
    with pytest.raises(InputError, match=r"row 1 of start\.txt"):
        parse("#", 4, 4, name="start.txt")
