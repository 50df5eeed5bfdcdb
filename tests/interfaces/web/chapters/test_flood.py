"""Flood fill: the groups are those of the naive twin, and what neighbour counting finds is what pops."""

import random

import pytest
from tests.interfaces.web.chapters.telling import WORDS, number, told
from tests.naive import puyo as naive
from tests.puyo.fields import assorted, noise

from wellplayed.interfaces.web.chapters.field import Field, read
from wellplayed.interfaces.web.chapters.flood import EACH, alike, flood, groups, seeds
from wellplayed.interfaces.web.chapters.puyosamples import GHOST, SHAPES
from wellplayed.puyo.cells import POPPING
from wellplayed.puyo.steps import steps

EN = WORDS["en"]


def settled(rows: list[str]) -> Field:
    return read("/".join(rows)).settled()


def test_groups_are_those_of_the_twin() -> None:
    for rows in assorted(60, 1):
        field = settled(rows)
        twin = [group for _, group in naive.groups(naive.field_of(list(field.rows)))]
        assert sorted(map(sorted, groups(field))) == sorted(map(sorted, twin))
        sizes = [len(group) for group in groups(field)]
        assert sizes == sorted(sizes, reverse=True)


def test_seeds_and_their_neighbours_are_what_pops() -> None:
    for rows in assorted(90, 2):
        field = settled(rows)
        sown = seeds(field)
        popping = sown | {near for cell in sown for near in alike(field, cell)}
        links = steps(field.cells)
        assert popping == ({cell for group in links[0].groups for cell in group.cells} if links else set())


@pytest.mark.parametrize("seed", range(4))
def test_a_flood_looks_at_each_puyo_of_its_group_once(seed: int) -> None:
    field = settled(noise(random.Random(seed), "RRG"))
    group = groups(field)[0]
    looks = flood(field, group[0])
    assert [look.cell for look in looks] == list(looks[-1].done)
    assert sorted(looks[-1].done) == list(group)
    known = {group[0]}
    for n, look in enumerate(looks, 1):
        assert look.done == looks[-1].done[:n]
        assert not known & set(look.new)  # new is new
        known |= set(look.new)
        assert known == {*look.done, *look.frontier}
    assert looks[-1].frontier == ()


def test_the_steps_say_what_the_flood_found() -> None:
    found = told("flood", SHAPES)
    looks = flood(read(SHAPES), (4, 0))
    assert len(found.steps) == 1 + len(looks) + 3
    assert [number(step, "group") for step in found.steps[1 : 1 + len(looks)]] == ["2", "3", "4", "5", "6", "6"]
    group, everyone, counted = found.steps[-3:]
    assert (number(group, "group"), number(group, "pops"), number(group, "group_bonus")) == ("6", "yes", "3")
    popping = str(sum(len(g.cells) for g in steps(read(SHAPES).cells)[0].groups))
    assert number(everyone, "popping") == number(counted, "popping") == popping


def test_a_large_group_is_not_told_puyo_by_puyo() -> None:
    found = told("flood", "/".join(["RRRRRR"] * 5))
    assert len(found.steps) == EACH - 1 + 4
    assert number(found.steps[-3], "group") == "30"


def test_row_13_joins_nothing() -> None:
    found = told("flood", GHOST)
    group = found.steps[-3]
    assert (number(group, "group"), number(group, "pops")) == ("3", EN("explain.no"))
    assert number(found.steps[-1], "seeds") == "0"


def test_another_group_can_be_chosen() -> None:
    offers = dict(told("flood", SHAPES).offers["start"])
    assert len(offers) == len(groups(read(SHAPES)))
    assert offers["5-1"] == "6 yellow from column 5, row 1"
    found = told("flood", SHAPES, start="2-1")
    assert number(found.steps[-3], "group") == "2"
    assert found.steps[1].title == EN("explain.flood.look", n=1, x=2, y=1)
    size = len(groups(read(SHAPES))[0])
    assert size >= POPPING
    assert number(told("flood", SHAPES, start="9-9").steps[-3], "group") == str(size)  # there is no such group
