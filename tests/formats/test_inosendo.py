"""Digits of inosendo.com: published ones, and what is none."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, refused, rows

from wellplayed.errors import InputError
from wellplayed.formats import inosendo
from wellplayed.formats.inosendo import SITE, digits, read, write
from wellplayed.formats.puyos import Goal, Move, Puyos


@pytest.mark.parametrize("fact", FACTS["inosendo"], ids=lambda fact: fact["text"])
def test_published_digits(fact: dict[str, Any]) -> None:
    text = fact["text"]
    puyos = read(text)
    links = (SITE + text, f"http://www.inosendo.com/puyo/rensim/?{text}", f"inosendo.com/puyo/rensim/??{text}#x")
    assert [read(link) for link in links] == [puyos] * 3
    assert digits(puyos) == fact.get("again", text)
    assert write(puyos) == SITE + digits(puyos)
    if "rows" in fact:
        assert puyos.rows == tuple(fact["rows"])


def test_every_digit() -> None:
    # puyoai has them as ojama 1, red 4, blue 5, yellow 6, green 7.
    assert read("145678").rows == ("#RBYGP",)
    assert read("0").rows == read("0" * 78).rows == ()
    assert digits(Puyos()) == "0"


@given(rows())
def test_round_trips(field: tuple[str, ...]) -> None:
    assert read(digits(Puyos(field))) == read(write(Puyos(field))) == Puyos(field)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there are no digits"),
        (SITE, "there are no digits"),
        ("4" * 79, "it has 79 cells"),
        ("44a4", "'a', cell 3, is none of 012345678"),
        ("9", "'9', cell 1"),
        ("2", "the wall in column 6"),
        ("30", "the iron puyo in column 5"),
        ("https://www.puyop.com/s/1", "this is a link of puyop"),
    ],
)
def test_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^inosendo: .*{reason}") as caught:
        read(text)
    refused(caught.value)


@pytest.mark.parametrize("more", [Puyos(moves=(Move("RG"),)), Puyos(goal=Goal("clear"))])
def test_it_holds_a_field_alone(more: Puyos) -> None:
    with pytest.raises(InputError, match="inosendo holds a field alone"):
        write(more)


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(inosendo).failed == 0
