"""Puyo Nexus: saved chains in new digits, links in older ones, parameters of the board, and what is none."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, refused, rows

from wellplayed.errors import InputError
from wellplayed.formats import inosendo, nexus
from wellplayed.formats.nexus import SITE, digits, read, write
from wellplayed.formats.puyos import Goal, Move, Puyos

HOME = "https://puyonexus.com/chainsim/"
KINDS = ["point puyo", "sun puyo", "hard puyo", "iron puyo", "block"]


@pytest.mark.parametrize("fact", FACTS["nexus"], ids=lambda fact: fact["text"])
def test_saved_chains(fact: dict[str, Any]) -> None:
    assert digits(read(fact["text"])) == fact["text"]


def test_a_saved_chain_cell_by_cell() -> None:
    # The first preset: three steps of 1 red, 2 green and 3 blue.
    assert read("2300001230001230001230").rows == ("..GB..", "..RGB.", "..RGB.", "..RGB.")


@pytest.mark.parametrize("fact", FACTS["nexus_old"], ids=lambda fact: fact["text"])
def test_published_links_have_the_digits_of_inosendo(fact: dict[str, Any]) -> None:
    text = fact["text"]
    puyos = read(f"{HOME}?w=6&h=12&chain={text}")
    assert puyos == inosendo.read(text)
    assert write(puyos) == SITE + text


def test_both_alphabets() -> None:
    new, old = FACTS["nexus_alphabets"]["new"], FACTS["nexus_alphabets"]["old"]
    for number, (saved, linked) in enumerate(zip(new, old, strict=True)):
        texts = (saved, f"chain={linked}", f"{HOME}??{linked}")
        if number < 7:
            assert [read(text).cells[-1] for text in texts] == [".RGBYP#"[number]] * 3
            continue
        for text in texts:
            with pytest.raises(InputError, match=f"the {KINDS[number - 7]} in column 6"):
                read(text)


@given(rows())
def test_round_trips(field: tuple[str, ...]) -> None:
    puyos = Puyos(field)
    assert read(digits(puyos)) == read(write(puyos)) == puyos
    assert write(read(write(puyos))) == write(puyos)


@pytest.mark.parametrize(
    "spelling",
    [
        f"{HOME}?w=6&h=12&hr=1&chain=4475",
        f"{HOME}?chain=4475",
        f"{HOME}?chain=4475&w=6&poplimit=4&title=x",
        "http://www.puyonexus.net/chainsim/??4475",
        f"{HOME}??(6,12)4475",
        f"{HOME}??(6,12,1)4475&x",
        f"{HOME}chainimage.php?chain=(6,12,2)4475&for=og",
        "w=6&h=12&chain=4475",
        "<puyochain>4475</puyochain>",
        '<puyochain w="6" h=12>4475</puyochain>',
        "[puyochain]4475[/puyochain]",
        "chain=" + "0" * 80 + "4475",
        "1123",
        "0001123",
        "0" * 80 + "1123",
    ],
)
def test_every_spelling(spelling: str) -> None:
    assert read(spelling).rows == ("..RRGB",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there are no digits"),
        ("12x", "'x', cell 3, is none of 0123456789ab"),
        ("12B", "'B', cell 3"),
        ("1" * 79, "it has 79 cells, a Puyo field 78"),
        ("chain=4x", "'x', cell 2, is none of 012345678ABC"),
        ("w=6&h=12", "there is no chain= in it"),
        (HOME, "there is no chain= in it"),
        ("w=8&chain=4", "'w' is '8'; Tsu has 6 columns, 12 rows, 1 hidden row, and pops from 4"),
        ("h=13&chain=4", "'h' is '13'"),
        ("hr=3&chain=4", "'hr' is '3'"),
        ("poplimit=6&chain=4", "'poplimit' is '6'"),
        ("popLimit=²&chain=4", "'popLimit' is '²'"),
        ("<puyochain h=13>4</puyochain>", "'h' is '13'"),
        (f"{HOME}??(10,20)4475", "'w' is '10'"),
        (f"{HOME}chain/kh4xF", "only the site knows this saved chain"),
        (f"{HOME}image/kh4xF.png?for=og", "only the site knows this saved chain"),
        ("https://www.puyop.com/s/1", "this is a link of puyop"),
    ],
)
def test_what_is_none(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^nexus: .*{reason}") as caught:
        read(text)
    refused(caught.value)


@pytest.mark.parametrize("more", [Puyos(moves=(Move("RG"),)), Puyos(goal=Goal("clear"))])
def test_it_holds_a_field_alone(more: Puyos) -> None:
    with pytest.raises(InputError, match="nexus holds a field alone"):
        write(more)


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(nexus).failed == 0
