"""Letters of mattulwan: published ones, with and without numbers, and what is none."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, refused, rows

from wellplayed.errors import InputError
from wellplayed.formats import mattulwan
from wellplayed.formats.mattulwan import SITE, read, write
from wellplayed.formats.puyos import Goal, Move, Puyos


@pytest.mark.parametrize("fact", FACTS["mattulwan"], ids=lambda fact: fact["text"])
def test_published_letters(fact: dict[str, Any]) -> None:
    puyos = Puyos(tuple(fact["rows"]))
    assert (
        read(fact["text"]) == read(SITE + fact["text"]) == read(f"pndsng.com/puyo/index.html?{fact['text']}&x") == puyos
    )
    assert write(puyos) == SITE + fact["text"]


@pytest.mark.parametrize("fact", FACTS["puzzles"][:20], ids=lambda fact: fact["mattulwan"])
def test_78_letters_without_numbers(fact: dict[str, Any]) -> None:
    assert len(fact["mattulwan"]) == 78
    assert read(write(read(fact["mattulwan"]))) == read(fact["mattulwan"])


@given(rows())
def test_round_trips(field: tuple[str, ...]) -> None:
    written = write(Puyos(field))
    assert read(written) == Puyos(field)
    assert write(read(written)) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not begin with a letter"),
        ("78", "does not begin with a letter"),
        ("a77", "it has 77 cells and needs 78"),
        ("a79", "it has more than 78 cells"),
        ("a78b", "it has more than 78 cells"),
        ("a77x", "'x' is none of abcdefg"),
        ("A78", "'A' is none of abcdefg"),
        ("a077b", "a cannot stand '077' times"),
        ("a0b78", "a cannot stand '0' times"),
        ("b" + "9" * 5000, "b cannot stand '999"),
        ("a77h", "the iron puyo in column 6"),
        ("a77i", "the wall in column 6"),
        ("a77j", "the point puyo in column 6"),
        ("ka77", "the hard puyo in column 1, row 13"),
        ("https://www.puyop.com/s/1", "this is a link of puyop"),
        (SITE, "does not begin with a letter"),
    ],
)
def test_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^mattulwan: .*{reason}") as caught:
        read(text)
    refused(caught.value)


@pytest.mark.parametrize("more", [Puyos(moves=(Move("RG"),)), Puyos(goal=Goal("clear"))])
def test_it_holds_a_field_alone(more: Puyos) -> None:
    with pytest.raises(InputError, match="mattulwan holds a field alone"):
        write(more)


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(mattulwan).failed == 0
