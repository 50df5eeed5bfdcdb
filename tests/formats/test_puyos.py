"""Finding out which format a text is in, and turning any into any other."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.puyo_values import FACTS, games, puzzles, refused, resting, rows

from wellplayed.errors import InputError
from wellplayed.formats import puyos as module
from wellplayed.formats.puyos import BARE, FORMATS, LONGEST, Goal, Move, Puyos, read, write

ALL = sorted(FORMATS)


def test_every_format_is_there() -> None:
    assert ALL == ["inosendo", "ips", "mattulwan", "nexus", "pfen", "puyop", "rows"]
    assert all(form.name == name and form.about for name, form in FORMATS.items())
    assert set(BARE) == set(ALL) - {"ips", "puyop"}


@pytest.mark.parametrize("name", ALL)
@given(field=resting())
def test_what_one_writes_is_found_out(name: str, field: tuple[str, ...]) -> None:
    puyos = Puyos(field)
    assert read(write(puyos, name)) == (name, puyos)
    assert read(f"{name.upper()}: {write(puyos, name)}") == (name, puyos)


@given(rows(), st.permutations(sorted(set(ALL) - {"pfen"})))
def test_any_into_any_other(field: tuple[str, ...], order: list[str]) -> None:
    text = "/".join(field or ("......",))
    for name in order:
        text = write(read(text)[1], name)
    assert read(text) == (order[-1], Puyos(field))


@given(games())
def test_moves_go_between_the_two_that_hold_them(game: Puyos) -> None:
    assert read(write(read(write(game, "puyop"))[1], "ips")) == ("ips", game)


@given(puzzles())
def test_only_one_holds_puzzles(puzzle: Puyos) -> None:
    assert read(write(puzzle, "ips")) == ("ips", puzzle)
    for name in set(ALL) - {"ips"}:
        with pytest.raises(InputError) as caught:
            write(puzzle, name)
        refused(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "field"),
    [
        (".G..../RGB.../RGB.../RRB...", "rows", (".G....", "RGB...", "RGB...", "RRB...")),
        ("  RR  \nrrrr__\n", "rows", ("..RR..", "RRRR..")),
        ("//////", "pfen", ()),
        ("ry/g/////", "pfen", ("Y.....", "RG....")),
        ("bbbbbb/gggggg", "rows", ("BBBBBB", "GGGGGG")),
        ("a54ea3eaebdece3bd2eb2dc3", "mattulwan", ("G...G.", "GRYGBG", "GGRYYG", "RRYBBB")),
        ("57", "inosendo", ("....BG",)),
        ("23", "nexus", ("....GB",)),
        ("000000", "inosendo", ()),
        ("<puyochain>47</puyochain>", "nexus", ("....RG",)),
        ("chain=47", "nexus", ("....RG",)),
        ("https://www.puyop.com/s/asF", "puyop", ("RGBYPR",)),
        ("ips.karou.jp/simu/pe.html?asF", "ips", ("RGBYPR",)),
    ],
)
def test_which_format_it_is(text: str, name: str, field: tuple[str, ...]) -> None:
    assert read(text) == (name, Puyos(field))
    assert not any("another field" in note for note in read(text)[1].notes)


def test_what_two_can_read_is_named() -> None:
    name, puyos = read("4444")
    assert (name, puyos.rows) == ("inosendo", ("..RRRR",))
    assert puyos.notes == ("nexus reads it as another field; for that write nexus: before it",)
    assert read("nexus:4444") == ("nexus", Puyos(("..YYYY",)))
    assert read("inosendo:4567") == ("inosendo", Puyos(("..RBYG",)))
    # Six columns of six, or six rows.
    text = "rrrrrr/gggggg/bbbbbb/rrrrrr/gggggg/bbbbbb/"
    name, puyos = read(text)
    assert (name, puyos.rows) == ("pfen", ("RGBRGB",) * 6)
    assert puyos.notes == ("rows reads it as another field; for that write rows: before it",)
    assert read(f"rows:{text}")[1].rows[:2] == ("RRRRRR", "GGGGGG")
    # Notes of the field itself stay.
    assert len(read("40004000000")[1].notes) == 2


@pytest.mark.parametrize(
    "text", ["420Aa9r9hj", "hello", "RRR", "RR?...", "RRRRRRR", "9999", "日本", "\ud83d", "a\0b", "a77"]
)
def test_what_none_reads_names_each_and_why(text: str) -> None:
    with pytest.raises(InputError, match=r"^no Puyo format reads ") as caught:
        read(text)
    message = refused(caught.value, longest=600)
    for name in ALL:
        assert f"{name}: " in message
    assert repr(text) in message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing to read"),
        (" \n", "there is nothing to read"),
        ("R" * (LONGEST + 1), "10001 characters are no Puyo field"),
        ("puyo:1", "unknown format 'puyo'; did you mean 'puyop'"),
        ("https://example.org/1", "'example.org' is no site whose Puyo links are known"),
        ("https://www.puyop.com/s/!", "^puyop: '!'"),
        ("ips:!", "^ips: '!'"),
        ("rows:", "^rows: there are none"),
    ],
)
def test_one_reason_is_enough_where_the_format_is_known(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        read(text)
    refused(caught.value)


def test_the_facts_are_found_out() -> None:
    for name in ("mattulwan", "inosendo", "pfen"):
        for fact in FACTS[name]:
            assert read(fact["text"])[0] == name, fact
    for name in ("puyop", "ips"):
        for fact in FACTS[name]:
            if "special" not in fact:
                assert read(f"{name}:{fact['text']}")[0] == name, fact


def test_writing_refuses_what_does_not_fit() -> None:
    with pytest.raises(InputError, match="unknown format 'puyo'; did you mean 'puyop'"):
        write(Puyos(), "puyo")
    with pytest.raises(InputError, match="rows holds a field alone, and there are moves too; write puyop or ips"):
        write(Puyos(moves=(Move("RG", 0, 2),)), "rows")
    with pytest.raises(InputError, match="puyop holds no goal"):
        write(Puyos(goal=Goal("clear")), "puyop")


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(module).failed == 0
