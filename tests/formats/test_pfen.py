"""pfen: published boards, round trips of what rests, and what is none."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, refused, resting

from wellplayed.errors import InputError
from wellplayed.formats import pfen
from wellplayed.formats.pfen import read, write
from wellplayed.formats.puyos import Goal, Move, Puyos


@pytest.mark.parametrize("fact", FACTS["pfen"], ids=lambda fact: fact["text"][:20])
def test_published_boards(fact: dict[str, Any]) -> None:
    assert read(fact["text"]) == read(f" {fact['text']}\n") == Puyos(tuple(fact["rows"]))
    assert write(Puyos(tuple(fact["rows"]))) == fact["text"]


@given(resting())
def test_round_trips(field: tuple[str, ...]) -> None:
    written = write(Puyos(field))
    assert read(written) == Puyos(field)
    assert written.count("/") == 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is not 6 columns"),
        ("/////", "it is not 6 columns"),
        ("///////", "it is not 6 columns"),
        ("r/g/b/y/o/r", "it is not 6 columns"),
        ("R//////", "'R' in column 1 is none of rgbypo"),
        ("/g.g/////", "'.' in column 2"),
        ("/////" + "r" * 14 + "/", "column 6 is 14 high; 13 is the most"),
        ("////// 1 ////// 0 0 0 0", "it is not 6 columns"),
    ],
)
def test_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^pfen: .*{reason}") as caught:
        read(text)
    refused(caught.value)


def test_what_it_cannot_hold() -> None:
    with pytest.raises(InputError, match=r"hang in the air \(column 2, 6\); let them fall first"):
        write(Puyos((".R...G", "R.....")))
    for more in (Puyos(moves=(Move("RG"),)), Puyos(goal=Goal("clear"))):
        with pytest.raises(InputError, match="pfen holds a field alone"):
            write(more)


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(pfen).failed == 0
