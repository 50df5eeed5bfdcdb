"""Reachable placements: published fields, the slow rule, and a search by keys over every profile of heights."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo_moves as naive

from wellplayed._jit import kernel
from wellplayed.puyo import reach
from wellplayed.puyo.reach import THIRD, TWO, choked, legal, masks, words
from wellplayed.puyo.record import DTYPE
from wellplayed.puyo.text import parse

FACTS = json.loads((Path(__file__).parent / "facts" / "reachable.json").read_text("utf-8"))
HEIGHTS = st.lists(st.integers(0, 13), min_size=6, max_size=6) | st.lists(st.integers(10, 13), min_size=6, max_size=6)
COLUMNS = st.sets(st.integers(0, 5))


@kernel
def answers(cells: Any, topped: Any, double: bool, death: int, out: Any) -> None:
    """Fill `out` [B] with the legal actions of fields [B, 8, 8] as bits. Modified in place."""
    for i in range(len(cells)):
        low, high = words(cells[i])
        out[i] = legal(low, high, topped[i], double, death)


@kernel
def lost(cells: Any, death: int, out: Any) -> None:
    """Fill `out` [B] with whether fields [B, 8, 8] are lost. Modified in place."""
    for i in range(len(cells)):
        low, high = words(cells[i])
        out[i] = choked(low, high, death)


def fields(profiles: Any) -> Any:
    """Fields [B, 8, 8] of columns of these heights, of several kinds of puyos."""
    cells = np.zeros((len(profiles), 8, 8), np.uint16)
    filled = (1 << np.array(profiles, np.int64)) - 1
    for plane in range(6):
        cells[:, plane, :6] = filled & int("001001001001001", 2) << plane % 3 & (0x0FF0 if plane < 3 else 0xF00F)
    return cells


def actions(profiles: Any, topped: Any, *, double: bool = False, death: int = THIRD) -> list[set[int]]:
    out = np.zeros(len(profiles), np.int64)
    marks = np.array([sum(1 << x for x in columns) for columns in topped], np.uint8)
    answers(fields(profiles), marks, double, death, out)
    return [{a for a in range(24) if bits >> a & 1} for bits in out.tolist()]


@pytest.mark.pure
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["name"])
def test_published_fields(fact: dict[str, Any]) -> None:
    rows = fact["rows"].split("/")
    topped = {x for x in range(6) if len(rows) == 14 and rows[0][x] == "#"}
    out = np.zeros(1, np.int64)
    marks = np.array([sum(1 << x for x in topped)], np.uint8)
    answers(parse("/".join(rows[-13:]))[None], marks, False, THIRD, out)
    assert [a for a in range(24) if int(out[0]) >> a & 1] == fact["actions"]


def test_the_rule_over_every_profile() -> None:
    """The kernel against the slow rule, with columns from 10 to 13 high and a few of their row 14 used up."""
    profiles = list(itertools.product(range(10, 14), repeat=6))
    topped = [{x for x in range(6) if (7 * i) % 63 >> x & 1} for i in range(len(profiles))]
    found = actions(profiles, topped)
    for heights, used, answer in zip(profiles, topped, found, strict=True):
        assert answer == naive.legal(list(heights), used), (heights, used)


@pytest.mark.parametrize("part", range(4))
def test_the_rule_is_what_keys_can_do(part: int) -> None:
    """With time enough for every key, a search of all positions finds the same placements, row 14 included."""
    profiles = [p for p in itertools.product(range(10, 14), repeat=6) if p[2] < 12][part::4]
    topped = [{x for x in range(6) if (11 * i) % 64 >> x & 1} for i in range(len(profiles))]
    for heights, used, answer in zip(profiles, topped, actions(profiles, topped), strict=True):
        found = {turn * 6 + x for x, _, turn in naive.positions(list(heights), used)}
        assert answer == found, (heights, used)


@given(heights=HEIGHTS, topped=COLUMNS)
def test_any_heights(heights: list[int], topped: set[int]) -> None:
    assert actions([heights], [topped]) == [naive.legal(heights, topped)]


@given(heights=HEIGHTS, topped=COLUMNS)
def test_a_double_has_each_placement_once(heights: list[int], topped: set[int]) -> None:
    single, double = (actions([heights], [topped], double=d)[0] for d in (False, True))
    assert double == {a for a in single if a < 12}
    # What a double loses it has under another name: down is up, and left is right of the column before.
    assert all((a - 12 if a < 18 else a - 13) in double for a in single - double)


@pytest.mark.pure
def test_how_many_placements_there_are() -> None:
    for double, expected in ((False, 22), (True, 11)):
        assert len(actions([[0] * 6], [set()], double=double)[0]) == expected


@pytest.mark.pure
def test_where_a_field_is_lost() -> None:
    profiles = [[0, 0, 11, 12, 0, 0], [0, 0, 12, 0, 0, 0], [13, 13, 11, 11, 13, 13]]
    for death, expected in ((THIRD, [False, True, False]), (TWO, [True, True, False])):
        out = np.zeros(3, np.bool_)
        lost(fields(profiles), death, out)
        assert out.tolist() == expected
        empty = [not answer for answer in actions(profiles, [set()] * 3, death=death)]
        assert empty == expected


@pytest.mark.pure
def test_masks_know_doubles_and_dead_games() -> None:
    states = np.zeros(3, DTYPE)
    states["queue"][:, 0] = [[0, 1], [2, 2], [0, 1]]
    states["dead"][2] = True
    out = np.ones((3, reach.ACTIONS), np.bool_)
    masks(states, THIRD, out)
    assert out.sum(axis=1).tolist() == [22, 11, 0]
    assert not out[0, [11, 18]].any()  # the child would be in a wall
