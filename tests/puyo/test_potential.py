"""What a field could fire: every stack of every colour on every column, against the twin that tries them all."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo as chains
from tests.naive import puyo_features as naive
from tests.puyo.fields import Rows, batch, columns
from tests.puyo.positions import games, played, rested

from wellplayed._jit import kernel
from wellplayed.puyo.cells import COLOURS
from wellplayed.puyo.planes import high_word, load, low_word, marked, total, union
from wellplayed.puyo.potential import groups, potential, triggers
from wellplayed.puyo.reach import passable
from wellplayed.puyo.text import show

ROOT = Path(__file__).parents[2]
NOTHING = (0, 0, 0, 0, 0, 0, 0, 0)


@kernel
def potentials(cells: Any, out: Any) -> None:
    """Fill `out` [B, 8] with the best triggers of fields [B, 8, 8]. Modified in place."""
    for i in range(len(cells)):
        field = load(cells, i)
        near, pairs, middles = groups(field)
        out[i] = potential(field, near, pairs, middles, union(field))


@kernel
def stacks(cells: Any, out: Any) -> None:
    """Fill `out` uint64 [B, 3] with the columns of planes where one, two and three puyos pop. Modified in place."""
    for i in range(len(cells)):
        field = load(cells, i)
        near, pairs, middles = groups(field)
        filled = union(field)
        found = triggers(near, pairs, middles, filled, passable(low_word(filled), high_word(filled)))
        out[i, 0], out[i, 1], out[i, 2] = marked(found[0]), marked(found[1]), marked(found[2])


@kernel
def places(cells: Any, out: Any) -> None:
    """Fill `out` [B, 3] with how many cells the triggers of one, two and three puyos are. Modified in place."""
    for i in range(len(cells)):
        field = load(cells, i)
        near, pairs, middles = groups(field)
        filled = union(field)
        found = triggers(near, pairs, middles, filled, passable(low_word(filled), high_word(filled)))
        out[i, 0], out[i, 1], out[i, 2] = total(found[0]), total(found[1]), total(found[2])


@kernel
def opened(cells: Any, out: Any) -> None:
    """Fill `out` [B] with the open columns of fields [B, 8, 8] as bits. Modified in place."""
    for i in range(len(cells)):
        filled = union(load(cells, i))
        out[i] = passable(low_word(filled), high_word(filled))


@kernel
def grouped(cells: Any, out: Any) -> None:
    """Fill `out` [B, 3] with visible coloured puyos, those in groups, and middles of threes. Modified in place."""
    for i in range(len(cells)):
        near, pairs, middles = groups(load(cells, i))
        out[i, 0], out[i, 1], out[i, 2] = total(near), total(pairs), total(middles)


def best(fields: list[Rows]) -> list[tuple[int, ...]]:
    out = np.zeros((len(fields), 8), np.int64)
    potentials(batch(fields), out)
    return [tuple(row) for row in out.tolist()]


def smallest(fields: list[Rows]) -> list[set[tuple[int, int, int]]]:
    """Of each field all stacks: plane, column and puyos."""
    out = np.zeros((len(fields), 3), np.uint64)
    stacks(batch(fields), out)
    return [
        {(place // 8, place % 8, n + 1) for n, word in enumerate(row) for place in range(64) if word >> place & 1}
        for row in out.tolist()
    ]


def reached(count: int, seed: int) -> list[Rows]:
    """Fields reached by play in games of all kinds."""
    return [show(state["cells"]).split("\n") for game in games() for state in played(game, count, seed)]


# Worked out by hand ---------------------------------------------------------------------------------------------------

# (field from the floor column by column, links, points, puyos, row, column, plane, points of one and of two)
WORKED = [
    (("", "", "", "", "", ""), NOTHING),
    (("R", "", "", "", "", ""), (1, 40, 3, 1, 0, 0, 0, 0)),  # three on it, or beside it in column 1
    (("RR", "", "", "", "", ""), (1, 40, 2, 2, 0, 0, 0, 40)),
    (("RRR", "", "", "", "", ""), (1, 40, 1, 3, 0, 0, 40, 40)),
    (("RR", "R", "", "", "", ""), (1, 40, 1, 2, 0, 0, 40, 40)),
    (("R", "R", "R", "", "", ""), (1, 40, 1, 1, 0, 0, 40, 40)),
    (("R", "R", "", "R", "R", ""), (1, 100, 1, 0, 2, 0, 100, 100)),  # five: 10 x 5 x 2
    (("GR", "BR", "", "GR", "BR", ""), (1, 180, 2, 0, 2, 0, 0, 180)),  # the upper one joins two pairs: 10 x 6 x 3
    (("GGGYG", "YYY", "", "", "", ""), (2, 420, 1, 3, 1, 3, 420, 420)),  # five yellow, 100, then four green, 10 x 4 x 8
    (("#R", "##R", "#R", "", "", ""), (1, 40, 2, 2, 0, 0, 0, 40)),
]


@pytest.mark.parametrize(("cells", "expected"), WORKED)
def test_worked_by_hand(cells: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert best([columns(*cells)]) == [expected]


@pytest.mark.pure
@pytest.mark.parametrize(("cells", "expected"), WORKED)
def test_the_twin_worked_by_hand(cells: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert naive.potential(chains.field_of(columns(*cells))) == expected


def test_walls_of_twelve_close_what_lies_behind_them() -> None:
    wall = "GB" * 6
    for tall, over in ((11, True), (12, False), (13, False)):
        cells = ["RRR", (wall + "B")[:tall], "", "", "YYY", ""]
        assert opened_of(cells) == [x for x in range(6) if x > 1 or over]
        ones = {(plane, x) for plane, x, n in smallest([columns(*cells)])[0] if n == 1}
        assert ones == ({(0, 0)} if over else set()) | {(3, 3), (3, 4), (3, 5)}
    assert opened_of(["", "", wall, "", "", ""]) == []
    assert best([columns("RRR", "", wall, "", "", "")]) == [NOTHING]


def opened_of(cells: list[str]) -> list[int]:
    out = np.zeros(1, np.int64)
    opened(batch([columns(*cells)]), out)
    assert naive.open_columns(chains.field_of(columns(*cells))) == [x for x in range(6) if out[0] >> x & 1]
    return [x for x in range(6) if out[0] >> x & 1]


@pytest.mark.parametrize(("under", "pops"), [(9, True), (10, True), (11, False)])
def test_what_pops_must_rest_in_row_12_or_below(under: int, pops: bool) -> None:
    found = smallest([columns("", "", "", "", "", "#" * (under - 2) + "RR")])[0]
    assert found == ({(0, 5, 2)} if pops else set())


def test_a_trigger_is_one_cell_in_its_plane() -> None:
    fields = rested(400, 8)
    cells, words = np.zeros((400, 3), np.int64), np.zeros((400, 3), np.uint64)
    places(batch(fields), cells)
    stacks(batch(fields), words)
    assert cells.tolist() == [[int(word).bit_count() for word in row] for row in words.tolist()]


# Against the twin -----------------------------------------------------------------------------------------------------


def agree(fields: list[Rows]) -> None:
    """The smallest stacks, the best of them and the open columns of fields at rest."""
    free = np.zeros(len(fields), np.int64)
    opened(batch(fields), free)
    rows = zip(fields, smallest(fields), best(fields), free.tolist(), strict=True)
    for text, stacked, found, open_ in rows:
        field = chains.field_of(text)
        assert chains.popped(field, 1) is None
        assert stacked == set(naive.stacks(field)), text
        assert found == naive.potential(field), text
        assert [x for x in range(6) if open_ >> x & 1] == naive.open_columns(field), text


def test_random_fields_agree_with_the_twin() -> None:
    fields = rested(1600, 1)
    assert sum(text[0] != "......" for text in fields) > 300  # tall ones, the ghost row in use
    assert sum(sum(row.count("P") for row in text) > 3 for text in fields) > 200
    agree(fields)


def test_every_small_field_agrees_with_the_twin() -> None:
    """Three columns of up to three puyos, red and green, in all ways that rest: every way that a stack can touch."""
    pillars = ["".join(p) for n in range(4) for p in itertools.product("RG", repeat=n)]
    fields = [columns("", *three, "", "") for three in itertools.product(pillars, repeat=3)]
    fields = [text for text in fields if chains.popped(chains.field_of(text), 1) is None]
    assert len(fields) > 1500
    for text, stacked in zip(fields, smallest(fields), strict=True):
        assert stacked == set(naive.stacks(chains.field_of(text))), text


def test_fields_reached_by_play_agree_with_the_twin() -> None:
    agree(reached(60, 3))


@pytest.mark.slow
def test_many_fields_agree_with_the_twin() -> None:
    agree(rested(20_000, 2) + reached(300, 4))


def test_groups_agree_with_the_twin() -> None:
    fields = rested(1500, 5)
    out = np.zeros((len(fields), 3), np.int64)
    grouped(batch(fields), out)
    for text, found in zip(fields, out.tolist(), strict=True):
        sizes = [len(group) for _, group in chains.groups(chains.field_of(text))]
        assert found == [sum(sizes), sum(n for n in sizes if n > 1), sizes.count(3)], text


# What must hold -------------------------------------------------------------------------------------------------------


def test_preset_chains_are_found() -> None:
    """What a field could fire is at least the chain that it is known for."""
    known = [folder / "shared/facts/puyo_fever_chains.json" for folder in (ROOT, ROOT.parent)]
    file = next((place for place in known if place.exists()), None)
    if file is None:
        pytest.skip("the preset chains are not part of this repository, and there is no copy beside it")
    presets = [case for case in json.loads(file.read_text("utf-8"))["cases"] if case["trigger"]]
    fields = [case["rows"] for case in presets]
    tried = 0
    for case, stacked, found in zip(presets, smallest(fields), best(fields), strict=True):
        x, colour, count = case["trigger"]
        if (COLOURS.index(colour), x - 1, count) in stacked:
            tried += 1
            field = naive.with_stack(chains.field_of(case["rows"]), x - 1, colour, count)
            chain = chains.simulate(field)[1]
            assert len(chain) == case["length"]
            assert found[1] >= sum(link.points for link in chain), case
    assert tried > 400


@given(st.integers(0, 2**32), st.permutations(range(5)))
def test_the_names_of_colours_do_not_matter(seed: int, order: list[int]) -> None:
    fields = rested(8, seed)
    table = str.maketrans(COLOURS, "".join(COLOURS[k] for k in order))
    other = [[row.translate(table) for row in rows] for rows in fields]
    assert [found[:4] for found in best(other)] == [found[:4] for found in best(fields)]
    renamed = [{(order[plane], x, n) for plane, x, n in stacked} for stacked in smallest(fields)]
    assert smallest(other) == renamed


def test_ojama_is_no_colour() -> None:
    fields = [columns("###", "", "", "", "", "#" * 11)]
    assert best(fields) == [NOTHING]
    out = np.zeros((1, 3), np.int64)
    grouped(batch(fields), out)
    assert out.tolist() == [[0, 0, 0]]
