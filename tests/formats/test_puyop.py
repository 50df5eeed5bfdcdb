"""Links of puyop.com: what others wrote and read, games of players character by character, and round trips."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, fact_moves, games, refused

from wellplayed.errors import InputError
from wellplayed.formats import puyop
from wellplayed.formats.puyop import SITE, read, write
from wellplayed.formats.puyos import Drop, Goal, Move, Puyos


@pytest.mark.parametrize("fact", FACTS["puyop"], ids=lambda fact: fact["text"][:40])
def test_published_links(fact: dict[str, Any]) -> None:
    puyos = Puyos(tuple(fact["rows"]), fact_moves(fact))
    assert read(fact["text"]) == read(SITE + fact["text"]) == puyos
    assert write(puyos) == SITE + fact["text"]


@pytest.mark.parametrize("fact", FACTS["puyop_games"], ids=lambda fact: fact["text"][:20])
def test_games_of_players_come_back_character_for_character(fact: dict[str, Any]) -> None:
    puyos = read(fact["text"])
    assert puyos.rows == ()
    assert len(puyos.moves) == fact["steps"]
    # What these games end with is dealt and not placed.
    placed = [isinstance(move, Move) and move.x is not None for move in puyos.moves]
    assert placed == [True] * (fact["steps"] - 2) + [False] * 2
    assert write(puyos) == SITE + fact["text"]


@given(games(most=8))
def test_round_trips(puyos: Puyos) -> None:
    assert read(write(puyos)) == puyos
    assert read(write(puyos, plain=True)) == puyos
    assert write(read(write(puyos))) == write(puyos)


@pytest.mark.parametrize(
    "spelling",
    [
        "https://www.puyop.com/s/81iykz_2mic",
        "http://puyop.com/s/81iykz_2mic#top",
        " PUYOP.com/s/81iykz_2mic\n",
        "https://www.puyop.com/s/81iykz%5F2mic?from=mail",
        "81iykz_2mic",
        "00081iykz_2mic",
        "=100122422443_2mic",
    ],
)
def test_every_spelling(spelling: str) -> None:
    assert write(read(spelling)) == SITE + "81iykz_2mic"


def test_ojama_as_two_exporters_write_it() -> None:
    # One row in columns 1 and 3 is mask 5 and U (the add-on's 56 + 0); three rows and one more on the right: X.
    assert read("_5U").moves == (Drop((1, 0, 1, 0, 0, 0)),)
    assert read("_wX").moves == (Drop((3, 3, 3, 3, 3, 4)),)
    assert write(Puyos(moves=(Drop((1,) * 6), Drop((8,) * 6), Drop((0,) * 6)))) == SITE + "_0V]]0U"
    assert read("_ZU").moves == (Drop((1, 0, 1, 1, 1, 1)),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("81iy!z", "'!', character 5 of the field, is no digit"),
        ("1" * 40, "the field has 40 digits, 39 are the most"),
        ("7", "the hard puyo in column 6, row 1 from the floor"),
        ("=8", "the iron puyo in column 6"),
        ("=9", "the wall in column 6"),
        ("=1x", "'x', cell 2, is none of 0123456789"),
        ("=" + "1" * 79, "it has 79 cells"),
        ("_2", "the moves end in the middle of one"),
        ("_2_2", "'_', character 2 of the moves"),
        ("_p8", "step 1 of the moves, p8, is neither a pair nor ojama"),
        ("_2m02", "step 2 of the moves, 02, is neither"),
        ("_0O", "rotation 1 at x 5 is no place"),
        ("_0e", "rotation 3 at x 0 is no place"),
        ("https://www.puyop.com/", "the link has no /s/"),
        ("https://www.puyop.com/x/s/1", "the link has no /s/"),
        ("https://ishikawapuyo.net/simu/ps.html?1", "this is a link of ips"),
    ],
)
def test_what_is_no_link(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^puyop: .*{reason}") as caught:
        read(text)
    refused(caught.value)


def test_what_a_link_cannot_hold() -> None:
    with pytest.raises(InputError, match="no goal of a puzzle; write ips"):
        write(Puyos(goal=Goal("clear")))
    for counts in ((2, 0, 0, 0, 0, 0), (9,) * 6, (9, 8, 8, 8, 8, 8)):
        with pytest.raises(InputError, match="cannot hold ojama of # "):
            write(Puyos(moves=(Drop(counts),)))


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(puyop).failed == 0
