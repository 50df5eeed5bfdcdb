"""Values of Puyo texts: pairs and their places, ojama, fields, and what none of them may be."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.puyo_values import PAIRS, PLACES, refused, resting, rows

from wellplayed.errors import InputError
from wellplayed.formats import puyo_field
from wellplayed.formats.puyo_field import Drop, Move, Puyos, clipped, field_only, read_cells
from wellplayed.formats.puyo_goal import Goal
from wellplayed.puyo.text import parse, show


def covered(x: int, rotation: int) -> dict[tuple[int, int], int]:
    """Where a pair's puyos lie from its axis: 0 the axis, 1 the child."""
    return {(x, 0): 0, (x + (0, 1, 0, -1)[rotation], (1, 0, -1, 0)[rotation]): 1}


def test_a_pair_has_22_places() -> None:
    found = []
    for rotation in range(-1, 6):
        for x in range(-1, 8):
            try:
                found.append((Move("RG", rotation, x).rotation, x))
            except InputError as error:
                refused(error)
    assert sorted(found) == sorted(PLACES)
    assert len(found) == 22


@pytest.mark.parametrize("pair", PAIRS)
def test_actions_are_those_of_the_engine(pair: str) -> None:
    actions = set()
    for rotation, x in PLACES:
        action = Move(pair, rotation, x).action
        assert action is not None
        actions.add(action)
        turned, column = divmod(action, 6)
        here = {cell: pair[which] for cell, which in covered(x, rotation).items()}
        there = {cell: pair[which] for cell, which in covered(column, turned).items()}
        # A pair that points down lies on the same cells as its child pointing up from there.
        low, least = min(y for _, y in here), min(y for _, y in there)
        assert {(x, y - low): c for (x, y), c in here.items()} == {(x, y - least): c for (x, y), c in there.items()}
    assert len(actions) == (11 if pair[0] == pair[1] else 22)
    assert Move(pair).action is None


@pytest.mark.parametrize("pair", ["", "R", "RGB", "rg", "R#", "..", "R\n"])
def test_pairs_that_are_none(pair: str) -> None:
    with pytest.raises(InputError, match="is no pair") as caught:
        Move(pair)
    refused(caught.value)


@pytest.mark.parametrize("place", [(0, None), (None, 3)])
def test_half_a_place_is_none(place: Any) -> None:
    with pytest.raises(InputError, match="half a place"):
        Move("RG", *place)


@pytest.mark.parametrize("counts", [(), (1,) * 5, (1,) * 7, (0, 0, 0, 0, 0, -1)])
def test_ojama_falls_in_six_columns(counts: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="falls in 6 columns"):
        Drop(counts)


@given(rows())
def test_fields_are_what_the_engine_reads(field: tuple[str, ...]) -> None:
    puyos = Puyos(field)
    assert len(puyos.cells) == 78
    assert puyos.rows == Puyos(tuple(puyos.cells[n : n + 6] for n in range(0, 78, 6))).rows
    assert str(puyos).split("\n") == list(puyos.rows or ("......",))
    # The engine's text leaves the ghost row out where it is empty.
    assert "".join(show(parse(str(puyos))).split("\n")).rjust(78, ".") == puyos.cells


@given(rows(), st.integers(0, 3))
def test_empty_rows_on_top_make_no_difference(field: tuple[str, ...], more: int) -> None:
    short = field[: 13 - more]
    assert Puyos(("......",) * more + short) == Puyos(short)
    assert hash(Puyos(("......",) * more + short, notes=("seen",))) == hash(Puyos(short))


@given(rows())
def test_hanging_puyos_are_seen(field: tuple[str, ...]) -> None:
    grid = Puyos(field).cells
    columns = [grid[x::6] for x in range(6)]
    hanging = tuple(x for x, c in enumerate(columns) if any(c[y] != "." and c[y + 1] == "." for y in range(12)))
    assert Puyos(field).hanging == hanging
    read = read_cells("test", grid, {c: c for c in ".RGBYP#"}, notes=("first",))
    assert read == Puyos(field)
    assert read.notes[0] == "first"
    assert len(read.notes) == 1 + bool(hanging)
    assert all(str(x + 1) in read.notes[-1] for x in hanging)


@given(resting())
def test_resting_puyos_do_not_hang(field: tuple[str, ...]) -> None:
    assert Puyos(field).hanging == ()


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (("RRR",), "'RRR', row 1 from the top, is not six of R G B Y P #"),
        (("RRRRRR", "RRRRRRR"), "row 2 from the top"),
        (("rrrrrr",), "is not six"),
        (("R?....",), "is not six"),
        (("......", "R....."), None),
        (("R.....",) * 14, "13 rows, this one 14"),
        (("......",) * 14, None),
    ],
)
def test_fields_that_are_none(field: tuple[str, ...], reason: str | None) -> None:
    if reason is None:
        Puyos(field)
        return
    with pytest.raises(InputError, match=reason) as caught:
        Puyos(field)
    refused(caught.value)


@pytest.mark.parametrize(
    ("symbols", "reason"),
    [
        ("0" * 79, "it has 79 cells, a Puyo field 78"),
        ("0010x", "'x', cell 5, is none of 017"),
        ("7x", "'x', cell 2"),
        ("7", "the hard puyo in column 6, row 1 from the floor, has no place"),
        ("7" + "0" * 77, "the hard puyo in column 1, row 13 from the floor"),
        ("70000000", "the hard puyo in column 5, row 2 from the floor"),
    ],
)
def test_cells_that_cannot_be_read(symbols: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^test: {reason}") as caught:
        read_cells("test", symbols, {"0": ".", "1": "R", "7": "hard puyo"})
    refused(caught.value)


def test_what_a_field_alone_is() -> None:
    assert field_only(Puyos(("R.....",)), "pfen") == Puyos(("R.....",))
    with pytest.raises(InputError, match="pfen holds a field alone, and there are moves too; write puyop or ips"):
        field_only(Puyos(moves=(Move("RG"),)), "pfen")
    with pytest.raises(InputError, match="the goal of a puzzle too; write ips"):
        field_only(Puyos(goal=Goal("chain", count=3)), "pfen")


def test_long_texts_are_clipped() -> None:
    assert clipped("x" * 24) == repr("x" * 24)
    assert clipped("\n" + "x" * 30) == repr("\n" + "x" * 20 + "...")


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(puyo_field).failed == 0
