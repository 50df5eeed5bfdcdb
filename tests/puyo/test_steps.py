"""Chains link by link, for people: against the twin, and against one chain worked out by hand."""

import numpy as np
import pytest
from tests.naive import puyo as naive
from tests.puyo.fields import Rows, assorted, batch, cases

from wellplayed.puyo.cells import COLOURS
from wellplayed.puyo.steps import Group, fallen, steps
from wellplayed.puyo.text import parse, show

pytestmark = pytest.mark.pure


def agree(fields: list[Rows]) -> None:
    for rows, cells in zip(fields, batch(fields)):
        start, (field, chain) = cells.copy(), naive.simulate(naive.field_of(rows))
        found = steps(cells)
        assert (cells == start).all()
        assert len(found) == len(chain)
        before = fallen(cells)
        assert (before == batch([naive.rows_of(naive.fallen(naive.field_of(rows)))])[0]).all()
        for step, link in zip(found, chain):
            groups = sorted((COLOURS.index(colour), tuple(sorted(group))) for colour, group in link.groups)
            assert [(group.colour, group.cells) for group in step.groups] == groups, rows
            assert set(step.ojama) == link.ojama
            assert step.points == link.points
            assert step.size == sum(len(group.cells) for group in step.groups)
            bonus = step.power + step.colour_bonus + sum(group.bonus for group in step.groups)
            assert step.points == 10 * step.size * min(max(bonus, 1), 999)
            assert (step.before == before).all()
            before = step.after
        assert (before == batch([naive.rows_of(field)])[0]).all()


def test_published_chains() -> None:
    agree([case["rows"] for case in cases("chains")])


def test_random_fields() -> None:
    agree(assorted(500, 5))


def test_one_chain_in_full() -> None:
    first, second = steps(parse("...Y../..B.../#.BBYB/RRRRBB"))
    assert first.groups == (Group(0, ((0, 0), (1, 0), (2, 0), (3, 0)), 0),)
    assert (first.ojama, first.size, first.power, first.colour_bonus, first.points) == (((0, 1),), 4, 0, 0, 40)
    assert show(first.after).split("\n")[-3:] == ["......", "..BYYB", "..BBBB"]
    assert second.groups == (Group(2, ((2, 0), (2, 1), (3, 0), (4, 0), (5, 0), (5, 1)), 3),)
    assert (second.ojama, second.size, second.power, second.colour_bonus, second.points) == ((), 6, 8, 0, 660)
    assert show(second.after).split("\n")[-1] == "...YY."


def test_no_chain_has_no_steps() -> None:
    assert steps(np.zeros((8, 8), np.uint16)) == []
    assert steps(parse("RRR...")) == []
