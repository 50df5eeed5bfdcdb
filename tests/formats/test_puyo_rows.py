"""Plain rows: the same texts as the engine's own reader, and what is none."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.puyo_values import refused, rows

from wellplayed.errors import InputError
from wellplayed.formats import puyo_rows
from wellplayed.formats.puyo_rows import read, write
from wellplayed.formats.puyos import Goal, Move, Puyos
from wellplayed.puyo.text import parse, show


@given(rows())
def test_round_trips(field: tuple[str, ...]) -> None:
    puyos = Puyos(field)
    assert read(write(puyos)) == read(str(puyos)) == read(str(puyos).lower().replace("\n", "\r\n")) == puyos


@given(st.lists(st.text("RGBYPrgbyp#._ ", min_size=6, max_size=6), min_size=1, max_size=13), st.sampled_from("/\n"))
def test_it_reads_what_the_engine_reads(lines: list[str], between: str) -> None:
    text = between.join(lines)
    assert read(text).cells == "".join(show(parse(text)).split("\n")).rjust(78, ".")


@given(st.text("RGrg#./\n\r xO", min_size=1, max_size=60))
def test_it_refuses_what_the_engine_refuses(text: str) -> None:
    try:
        parse(text)
    except InputError:
        with pytest.raises(InputError, match=r"^rows: "):
            read(text)
    else:
        if text.strip("/\n\r"):
            read(text)


def test_the_board_of_the_articles() -> None:
    puyos = read(".G..../RGB.../RGB.../RRB...")
    assert puyos.rows == (".G....", "RGB...", "RGB...", "RRB...")
    assert puyos.notes == ()


def test_full_and_hanging_rows_are_fields() -> None:
    assert read("RRRRRR\n" * 13).notes == ()
    assert read("R....R/......").notes == ("puyos hang in the air in columns 1 and 6; they fall before anything else",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there are none"),
        ("//", "there are none"),
        ("RRR", "row 1 is 3 long, a Puyo field 6 wide"),
        ("RRRRRR/RRRRRRR", "row 2 is 7 long"),
        ("RRO...", "unknown letter 'O' in row 1; use R G B Y P # and ."),
        ("RR\t...", r"unknown letter '\\t'"),
        ("/".join(["R....."] * 14), "there are 14 rows, a Puyo field has 13"),
        ("/".join(["......"] * 14), "there are 14 rows"),
    ],
)
def test_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^rows: .*{reason}") as caught:
        read(text)
    refused(caught.value)


@pytest.mark.parametrize("more", [Puyos(moves=(Move("RG"),)), Puyos(goal=Goal("clear"))])
def test_they_hold_a_field_alone(more: Puyos) -> None:
    with pytest.raises(InputError, match="rows holds a field alone"):
        write(more)


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(puyo_rows).failed == 0
