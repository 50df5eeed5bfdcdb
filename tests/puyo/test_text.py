"""Fields as text: what is read, what is refused and how, and that reading undoes showing."""

import random

import numpy as np
import pytest
from tests.naive import puyo as naive
from tests.puyo.fields import noise

from wellplayed.errors import InputError
from wellplayed.puyo.cells import LETTERS
from wellplayed.puyo.text import parse, show

pytestmark = pytest.mark.pure


def test_the_lowest_row_is_the_last() -> None:
    cells = parse("R.....\nG#...P")
    assert cells.shape == (8, 8)
    assert cells.dtype == np.uint16
    assert {(int(k), int(x)): int(cells[k, x]) for k, x in np.argwhere(cells)} == {
        (0, 0): 0b10,
        (1, 0): 0b01,
        (5, 1): 0b01,
        (4, 5): 0b01,
    }


@pytest.mark.parametrize("hanging", [False, True])
def test_reading_agrees_with_the_twin_and_undoes_showing(hanging: bool) -> None:
    rng = random.Random(11)
    for _ in range(200):
        rows = noise(rng, "RGBYP#", hanging=hanging)
        cells, field = parse("/".join(rows)), naive.field_of(rows)
        for k, letter in enumerate(LETTERS):
            assert (
                cells[k].tolist() == [sum((field[y][x] == letter) << y for y in range(13)) for x in range(6)] + [0] * 2
            )
        text = show(cells)
        assert text.split("\n") == (rows if rows[0] != "......" else rows[1:])
        assert (parse(text) == cells).all()


@pytest.mark.parametrize("text", ["", "\n", "......", "/", "......\n      \n______"])
def test_nothing_is_an_empty_field(text: str) -> None:
    assert not parse(text).any()
    assert show(parse(text)) == "\n".join(["......"] * 12)


def test_small_letters_and_line_ends_of_every_system() -> None:
    assert (parse("r#gbyp\r\nRRGBYP\r\n") == parse("R#GBYP/RRGBYP")).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RRR...\nRR...", "row 2 of the field has 5 cells, a Puyo field 6; make every row 6 long"),
        ("R......", "row 1 of the field has 7 cells, a Puyo field 6"),
        ("R...../..?...", r"unknown letter '\?' in row 2 of the field; use R G B Y P"),
        ("ß.....", "unknown letter 'ß' in row 1 of the field"),
        ("O.....", "unknown letter 'O' in row 1 of the field"),
        ("R.....\n" * 14, "the field has 14 rows, a Puyo field 13; remove some"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_the_input_is_named() -> None:
    with pytest.raises(InputError, match=r"row 1 of start\.txt"):
        parse("R", name="start.txt")
