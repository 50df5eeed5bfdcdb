"""Chains against published fields, and against the twin that floods."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo as naive
from tests.puyo.fields import assorted, batch, cases, noise

from wellplayed._jit import kernel
from wellplayed.puyo.cells import SEEN
from wellplayed.puyo.chain import fired, grown, resolve, seeds, settle, simulate
from wellplayed.puyo.planes import load, lower, occupied, splat, stacked, store

ROOT = Path(__file__).parents[2]


@kernel
def resolved(cells: Any, out: Any) -> None:
    """Links, points and popped puyos of fields [B, 8, 8] at rest into `out` [B, 3]. Modified in place."""
    for i in range(len(cells)):
        after = resolve(load(cells, i))
        store(cells, i, after[0])
        out[i, 0], out[i, 1], out[i, 2] = after[1], after[2], after[3]


@kernel
def fire(cells: Any, links: Any) -> None:
    """Fields [B, 8, 8] after their chains, and the links [B]. Modified in place."""
    for i in range(len(cells)):
        after = fired(load(cells, i))
        store(cells, i, after[0])
        links[i] = after[1]


@kernel
def settled(cells: Any) -> None:
    """Fields [B, 8, 8] with all puyos down. Modified in place."""
    for i in range(len(cells)):
        store(cells, i, settle(load(cells, i)))


def simulated(fields: Any) -> tuple[Any, list[int], list[int]]:
    """Fields [B, 8, 8] after their chains, links and points."""
    cells = fields.copy()
    links, score = np.full(len(cells), -1), np.full(len(cells), -1)
    simulate(cells, links, score)
    return cells, links.tolist(), score.tolist()


def cells_of(field: naive.Field) -> Any:
    return batch([naive.rows_of(field)])[0]


def agree(fields: list[list[str]]) -> None:
    """Every way through a chain against the twin."""
    start = batch(fields)
    after, links, score = simulated(start)
    again, found = start.copy(), np.zeros((len(start), 3), np.int64)
    resolved(again, found)
    unscored, counted = start.copy(), np.zeros(len(start), np.int64)
    fire(unscored, counted)
    for i, rows in enumerate(fields):
        field, chain = naive.simulate(naive.field_of(rows))
        points = sum(link.points for link in chain)
        popped = sum(len(group) for link in chain for _, group in link.groups)
        assert (links[i], score[i]) == (len(chain), points), rows
        assert found[i].tolist() == [len(chain), points, popped], rows
        assert (after[i] == cells_of(field)).all(), rows
    assert (again == after).all()
    assert (unscored == after).all()
    assert counted.tolist() == links


# Published ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chains", "scores"])
def test_published_chains(name: str) -> None:
    facts = cases(name)
    after, links, score = simulated(batch([case["rows"] for case in facts]))
    assert len(facts) >= 15
    for i, case in enumerate(facts):
        assert links[i] == case["links"], case
        assert score[i] == case.get("score", score[i]), case
        if "after" in case:
            assert (after[i] == batch([case["after"]])[0]).all(), case
        if "clear" in case:
            assert after[i].any() != case["clear"], case
        if "left" in case:
            assert sum(int(v).bit_count() for v in after[i].flat) == case["left"], case


def test_preset_chains_have_the_length_that_they_are_listed_with() -> None:
    places = [folder / "shared/facts/puyo_fever_chains.json" for folder in (ROOT, ROOT.parent)]
    file = next((place for place in places if place.exists()), None)
    if file is None:
        pytest.skip("the preset chains are not part of this repository, and there is no copy beside it")
    presets = [case for case in json.loads(file.read_text("utf-8"))["cases"] if case["trigger"]]
    fields = [dropped_on(case["rows"], *case["trigger"]) for case in presets]
    assert len(fields) > 500
    assert simulated(batch(fields))[1] == [case["length"] for case in presets]


def dropped_on(rows: list[str], column: int, colour: str, count: int) -> list[str]:
    """A field with so many puyos of one colour dropped into a column, the first being 1."""
    field, x = naive.field_of(rows), column - 1
    height = max((y + 1 for y, row in enumerate(field) if row[x] != "."), default=0)
    for y in range(height, height + count):
        field[y][x] = colour
    return naive.rows_of(field)


# Worked out by hand ---------------------------------------------------------------------------------------------------


def one(text: str) -> tuple[list[str], int, int]:
    """The rows left, links and score of one field."""
    after, links, score = simulated(batch([text.split("/")]))
    rows = [
        "".join(next((c for c, plane in zip("RGBYP#", after[0]) if plane[x] >> y & 1), ".") for x in range(6))
        for y in reversed(range(13))
    ]
    while len(rows) > 1 and rows[0] == "......":
        rows.pop(0)
    return rows, links[0], score[0]


def column(bottom: str, top: str) -> str:
    """A field whose first column is filled with ojama between `bottom` and its highest puyos, up to the ghost row."""
    cells = top[::-1] + "#" * (13 - len(bottom) - len(top)) + bottom[::-1]
    return "/".join(f"{cell}....." for cell in cells)


def test_ojama_in_the_ghost_row_stays_when_its_neighbour_pops() -> None:
    rows, links, score = one(column("", "RRRR#"))
    assert (rows, links, score) == (["#....."] * 8, 1, 40)
    # All of it visible, one row lower: the upper neighbour goes as well.
    rows, links, score = one(column("", "RRRR#").removeprefix("#...../") + "/......")
    assert len(rows) == 7


def test_the_ghost_row_neither_counts_nor_pops() -> None:
    assert one(column("", "RRRR"))[1:] == (0, 0)  # the fourth is in the ghost row
    assert one(column("", "RRRRR"))[0] == ["R....."] + ["#....."] * 7  # and stays when four others pop


def test_groups_of_one_colour_have_bonuses_of_their_own() -> None:
    assert one("RRRRRR/GBGBGB/RRRRGB")[1:] == (1, 10 * 10 * 3)  # six and four
    assert one("R..R../R..R../R..R../R..R..")[1:] == (1, 10 * 8 * 1)  # twice four
    assert one("RRRR../RRRR..")[1:] == (1, 10 * 8 * 5)  # eight
    assert one("RR..RR/RR..RR/R...RR")[1:] == (1, 10 * 11 * 5)  # five and six
    assert one("RRRRRR/RRRRR.")[1:] == (1, 10 * 11 * 10)  # eleven


def test_every_number_of_colours() -> None:
    bands = ["R.....", "RRR...", "GGGG..", "BBBB..", "YYYY..", "PPPP.."]
    for colours, bonus in enumerate((1, 3, 6, 12, 24), 1):
        assert one("/".join(bands[: colours + 1]))[1:] == (1, 10 * 4 * colours * bonus)


def test_what_fell_out_of_the_ghost_row_pops_as_the_second_link() -> None:
    assert one("/".join(["RRRRRR"] * 13)) == (["......"], 2, 10 * 72 * 10 + 10 * 6 * (8 + 3))


def test_pieces_in_the_air_fall_first() -> None:
    assert one("..R.../....../.Y..../RYRR..")[1:] == (0, 0)
    assert one("..R.../....../.Y.R../RYRR..")[1:] == (1, 40)
    assert one("R...../....../Y.R.../YRRR..")[0] == ["R.....", "Y.....", "Y....."]


# Against the twin -----------------------------------------------------------------------------------------------------


def test_chains_agree_with_the_twin() -> None:
    agree(assorted(10_000, 1))


@pytest.mark.slow
def test_chains_agree_with_the_twin_on_many_fields() -> None:
    agree(assorted(100_000, 2))


def test_falling_agrees_with_the_twin() -> None:
    rng = random.Random(3)
    fields = [noise(rng, "RGBYP##", hanging=True) for _ in range(3000)]
    cells = batch(fields)
    settled(cells)
    for found, rows in zip(cells, fields):
        assert (found == cells_of(naive.fallen(naive.field_of(rows)))).all(), rows
    assert not (cells == batch(fields)).all(axis=(1, 2)).all()


@kernel
def popping(patterns: Any, out: Any) -> None:
    """What pops of single colours [N, 8] by seeds, in plane 0 of fields, into `out` [N, 8]. Modified in place."""
    for i in range(len(patterns)):
        near = lower(load(patterns, i)) & SEEN
        sprouts = seeds(near)
        store(out, i, stacked(grown(near, sprouts), splat(0), splat(0)))
        if (occupied(sprouts) == 0) != (occupied(grown(near, sprouts)) == 0):
            out[i, 7, 7] = 1


@pytest.mark.parametrize(("x", "y"), [(0, 0), (2, 8)])
def test_seeds_find_every_group_in_a_square_of_four(x: int, y: int) -> None:
    """All 65,536 patterns, in the corner at the floor and in that under the ghost row, which is full."""
    patterns = np.zeros((1 << 16, 8, 8), np.uint16)
    numbers = np.arange(1 << 16)
    for k in range(4):
        patterns[:, 0, x + k] = (numbers >> 4 * k & 15) << y
    patterns[:, 0, :6] |= 1 << 12
    out = np.zeros_like(patterns)
    popping(patterns, out)
    wanted = np.array([groups_of_four(n) for n in range(1 << 16)])
    for k in range(4):
        assert (out[:, 0, x + k] == (wanted >> 4 * k & 15) << y).all()
    assert not out[:, 1:].any()


def groups_of_four(pattern: int) -> int:
    """The cells of a four by four pattern, bit 4 * x + y, that belong to groups of four or more."""
    left, kept = pattern, 0
    while left:
        group, wider = 0, left & -left
        while wider != group:
            group = wider
            upward, downward = group << 1 & 0xEEEE, group >> 1 & 0x7777
            wider = pattern & (group | upward | downward | group << 4 | group >> 4)
        left &= ~group
        kept |= group if group.bit_count() >= 4 else 0
    return kept


# Properties -----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.permutations(range(5)))
def test_neither_mirrors_nor_colours_change_a_chain(seed: int, order: list[int]) -> None:
    cells = batch(assorted(12, seed))
    plain, links, score = cells.copy(), np.zeros(12, np.int64), np.zeros(12, np.int64)
    simulate(plain, links, score)
    other = cells.copy()
    other[:, :5] = cells[:, order]
    other[:, :, :6] = other[:, :, 5::-1]
    links_, score_ = np.zeros(12, np.int64), np.zeros(12, np.int64)
    simulate(other, links_, score_)
    assert (links.tolist(), score.tolist()) == (links_.tolist(), score_.tolist())
    plain[:, :5] = plain[:, order]
    plain[:, :, :6] = plain[:, :, 5::-1].copy()
    assert (plain == other).all()


@given(st.integers(0, 2**32))
def test_after_a_chain_nothing_happens(seed: int) -> None:
    cells = batch(assorted(12, seed))
    links, score = np.zeros(12, np.int64), np.zeros(12, np.int64)
    simulate(cells, links, score)
    again = cells.copy()
    simulate(again, links, score)
    assert not links.any()
    assert not score.any()
    assert (again == cells).all()
