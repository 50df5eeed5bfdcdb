"""Goals of puzzles: every number that IPS has for one, both ways, and as a sentence."""

import doctest

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, KINDS, goals, refused

from wellplayed.errors import InputError
from wellplayed.formats import puyo_goal
from wellplayed.formats.puyo_goal import Goal

# As puyo2 (MIT, ips_nazo.rs, condition_template) has them: n the number, c the colour.
CODES = {
    2: ("clear", True),
    10: ("colours", True),
    11: ("colours", False),
    12: ("puyos", True),
    13: ("puyos", False),
    30: ("chain", True),
    31: ("chain", False),
    32: ("chain-clear", True),
    33: ("chain-clear", False),
    40: ("colours-at-once", True),
    41: ("colours-at-once", False),
    42: ("puyos-at-once", True),
    43: ("puyos-at-once", False),
    44: ("places-at-once", True),
    45: ("places-at-once", False),
    52: ("group", True),
    53: ("group", False),
}
# The same, condition_color; 0 is any puyo, 7 any that is not ojama.
COLOURS = ["any", "R", "G", "B", "Y", "P", "#", "coloured"]


def test_every_number_is_a_goal_or_refused() -> None:
    assert Goal.of(0, 3, 5) is None
    for what in range(1, 64):
        if what not in CODES:
            with pytest.raises(InputError, match=f"no goal of number {what}") as caught:
                Goal.of(what, 0, 1)
            refused(caught.value)
            continue
        kind, exact = CODES[what]
        coloured, counted = KINDS[kind]
        for number, which in enumerate(COLOURS):
            goal = Goal.of(what, number, 7)
            assert goal == Goal(kind, which if coloured else "any", 7 if counted else 0, exact)
            assert goal is not None
            assert goal.codes == (what, number if coloured else 0, 7 if counted else 0)
        if coloured:
            with pytest.raises(InputError, match="no colour of number 8"):
                Goal.of(what, 8, 7)
        else:
            assert Goal.of(what, 63, 7) == Goal(kind, "any", 7, exact)


@given(goals())
def test_goals_come_back_from_their_numbers(goal: Goal) -> None:
    assert Goal.of(*goal.codes) == goal


def test_sentences_tell_goals_apart() -> None:
    said = {}
    for what, (kind, exact) in CODES.items():
        coloured, counted = KINDS[kind]
        for which in COLOURS if coloured else COLOURS[:1]:
            for count in (2, 3) if counted else (0,):
                said[str(Goal(kind, which, count, exact))] = (what, which, count)
    assert len(said) == sum((8 if KINDS[k][0] else 1) * (2 if KINDS[k][1] else 1) for k, _ in CODES.values())
    assert said["make a chain of at least 3 and clear all red puyos"] == (33, "R", 3)
    assert said["clear at least 3 green puyos at once"] == (43, "G", 3)
    assert said["clear all puyos"] == (2, "any", 0)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (("chains", "any", 3), "unknown goal 'chains'; did you mean 'chain'"),
        (("group", "red", 3), "unknown colour of a goal 'red'"),
        (("chain", "R", 3), "asks for no colour"),
        (("clear", "R", 3), "asks for no number"),
        (("clear", "R", 0, False), "asks for no number"),
        (("chain", "any", -1), "cannot ask for -1"),
    ],
)
def test_goals_that_are_none(wrong: tuple[str, str, int], reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        Goal(*wrong)
    refused(caught.value)


def test_the_facts_have_most_kinds() -> None:
    assert {CODES[fact["goal"][0]][0] for fact in FACTS["puzzles"]} >= {
        "clear",
        "chain",
        "chain-clear",
        "colours-at-once",
        "puyos-at-once",
    }


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(puyo_goal).failed == 0
