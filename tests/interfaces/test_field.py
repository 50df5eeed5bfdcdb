"""Puyo fields, pairs and places as people type them: what is read, and one line for what is not."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.field import (
    Place,
    lost,
    puyo,
    read_field,
    read_pair,
    read_place,
    read_queue,
    resolved_note,
    rows_of,
    settled,
    state_of,
)

DEMO = ".G..../RGB.../RGB.../RRB..."


@pytest.mark.parametrize(
    "given",
    [
        DEMO,
        DEMO.replace("/", "\n"),
        DEMO.lower().replace(".", "_"),
        "rows:" + DEMO,
        "rrr/rggg/bbb////",
        "nexus:20000123000123000113000",
    ],
)
def test_every_format_is_read(given: str) -> None:
    assert read_field(given).rows == tuple(DEMO.split("/"))


def test_links_files_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_field("https://www.puyop.com/s/420Aa9r9hj").rows == (".....Y", ".G..YY", "RGRRBB", "RRGRGB")
    file = tmp_path / "field.txt"
    file.write_text(f"\ufeff{DEMO.replace('/', chr(10))}\n", "utf-8")
    assert read_field(str(file)).rows == tuple(DEMO.split("/"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DEMO.encode())))
    assert read_field("-").rows == tuple(DEMO.split("/"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("RG", "rows: row 1 is 2 long, a Puyo field 6 wide"),
        ("RRRRRR/RRRRRZ", "rows: unknown letter 'Z' in row 2"),
        ("/".join(["RGRGRG"] * 14), "rows: there are 14 rows"),
        ("absent.txt", "there is no file 'absent.txt'"),
        ("data/absent.txt", "there is no file 'data/absent.txt'"),
        ("--drap", "unknown option --drap"),
        ("", "there is nothing to read"),
        ("fumen", "no Puyo format reads 'fumen'"),
        ("Q" * 20_000, "20000 characters are no Puyo field"),
        ("puyop:81iy!z", "puyop: '!'"),
        ("puyop.com", "puyop"),
    ],
)
def test_what_is_no_field(given: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_field(given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_fields(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"." * 70_000)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, message in (("large", "is larger than 65536 bytes"), ("binary", "is not text")):
        with pytest.raises(InputError, match=message):
            read_field(str(tmp_path / name))


# Pairs and places -----------------------------------------------------------------------------------------------------


def test_queues() -> None:
    assert read_queue("RG,BB,RY") == read_queue("rg bb, ry") == read_queue("RGBBRY") == ["RG", "BB", "RY"]
    assert read_queue("PP") == ["PP"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RGB", "'B' is no pair; write two of R G B Y P"),
        ("RG,B", "'B' is no pair"),
        ("RQ", "'RQ' is no pair"),
        ("R#", "'R#' is no pair"),
        ("", "the queue has 0 pairs; give 1 to 16"),
        ("RG" * 17, "the queue has 17 pairs"),
    ],
)
def test_what_is_no_queue(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_queue(text)
    assert message in str(caught.value)


def test_a_pair() -> None:
    assert read_pair(" rb ") == "RB"
    with pytest.raises(InputError, match="'RBG' is no pair"):
        read_pair("RBG")


@pytest.mark.parametrize(
    ("text", "told", "action"),
    [
        ("RG@1", "RG@1up", 0),
        ("rg@3up", "RG@3up", 2),
        ("RG@3r", "RG@3right", 8),
        ("RG@3DOWN", "RG@3down", 14),
        ("RG@3l", "RG@3left", 20),
        ("RG@6left", "RG@6left", 23),
        ("BB@2down", "BB@2down", 1),  # a double has two ways round, up and right
        ("BB@4left", "BB@4left", 8),
    ],
)
def test_places(text: str, told: str, action: int) -> None:
    place = read_place(text)
    assert (str(place), place.action) == (told, action)
    assert read_place(told) == place


@pytest.mark.parametrize("text", ["RG", "RG@", "RG@0", "RG@7", "RG@3north", "R@3", "RGB@3", "RG@3 up", "R#@3", "@", ""])
def test_what_is_no_place(text: str) -> None:
    with pytest.raises(InputError, match="cannot read the drop"):
        read_place(text)


@pytest.mark.parametrize(("text", "letter"), [("RG@1left", "G"), ("RB@6right", "B")])
def test_a_place_outside_the_field(text: str, letter: str) -> None:
    with pytest.raises(InputError, match=f"puts {letter} outside the field"):
        read_place(text)


# What the engine makes of it ------------------------------------------------------------------------------------------


def test_a_field_comes_to_rest_first() -> None:
    hanging = settled(read_field("....R./YRRR.."))
    assert rows_of(hanging.given) == ["....R.", "YRRR.."]
    assert rows_of(hanging.cells) == ["Y....."]
    assert resolved_note(hanging) == (
        "the field holds a group of four already, which resolves first: 1 link, 40 points"
    )
    calm = settled(read_field("..G.../R...../RGB..."))
    assert rows_of(calm.cells) == ["R.G...", "RGB..."]
    assert resolved_note(calm) == ""
    assert rows_of(settled(read_field("....../......")).cells) == ["......"]


def test_states_and_lost_fields() -> None:
    game = puyo("puyo:previews=1")
    cells = settled(read_field(DEMO)).cells
    state = state_of(game, cells, ["RG", "YY"])
    assert state["queue"][0, :3].tolist() == [[0, 1], [3, 3], [255, 255]]
    assert not state["dead"][0]
    third, fourth = ("/".join(["." * x + "#" + "." * (5 - x)] * 12) for x in (2, 3))
    for rows, death, over in (
        (third, "third", True),
        (third, "two", True),
        (fourth, "third", False),
        (fourth, "two", True),
    ):
        rules = puyo(f"puyo:death={death}")
        filled: Any = settled(read_field(rows)).cells
        assert lost(rules, filled) == over
        assert state_of(rules, filled, ["RG"])["dead"][0] == over
        assert bool(rules.mask(state_of(rules, filled, ["RG"])).any()) != over


def test_other_games_have_other_boards() -> None:
    with pytest.raises(InputError, match="a Puyo field is no position of classic"):
        puyo("classic")
    assert str(Place("RG", 3, "up")) == "RG@3up"
