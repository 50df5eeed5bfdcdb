"""Puyo players against each other: as the slow way has it, the same on both sides and in whatever batch."""

from typing import Any

import pytest
from tests.arena.players import Failing, at, raising
from tests.arena.slow_puyo_match import match as slow

from wellplayed.arena.entrants import Entrant, entrant
from wellplayed.arena.versus import Match, play, playable
from wellplayed.games import game
from wellplayed.puyo.rules import Puyo

RULES = game("puyo")
# Pops what it can at once, so that ojama goes to and fro; and builds a little.
EAGER = "linear:links=8,connections=2,triples=1,danger=-8,max_height=-0.5"
PATIENT = "linear:chain_square=1,connections=2,triples=1,danger=-8,max_height=-0.5,links=1"


def pair(rules: Any, *specs: str) -> list[Entrant]:
    return [entrant(spec, rules) for spec in specs]


@pytest.mark.parametrize(
    "spec",
    ["puyo", "puyo:blocking=chain", "puyo:colours=3,pairs=arcade,row14=vanish,death=two,previews=1"],
    ids=["usual", "chains hold off", "others"],
)
def test_matches_are_those_of_the_slow_way(spec: str) -> None:
    rules = game(spec)
    assert isinstance(rules, Puyo)
    first, second = pair(rules, EAGER, PATIENT)
    seeds, offset, fallen, ended = range(5), 0, 0, 0
    for found in play(rules, first, second, seeds, turns=150):
        turns, *fates = slow(rules, first.player, second.player, found.seed, 150)
        assert found == Match(found.seed, turns, fates[0].side(), fates[1].side())
        offset += sum(fate.offset for fate in fates)
        fallen += sum(fate.fallen for fate in fates)
        ended += found.over
    assert offset > 0
    assert fallen > 0
    assert ended > 0


def test_sides_do_not_matter_and_a_player_draws_with_itself() -> None:
    one, two = pair(RULES, "random:seed=1", EAGER)
    there, back = play(RULES, one, two, range(8)), play(RULES, two, one, range(8))
    assert back == [Match(match.seed, match.turns, match.second, match.first) for match in there]
    for match in play(RULES, two, two, range(8)):
        assert match.first == match.second
        assert match.points == 0.5


def test_results_depend_on_neither_workers_nor_batches() -> None:
    one, two = pair(RULES, "random:seed=1", "random:seed=2")
    seeds = [*range(140), 2**64 - 1]
    found = play(RULES, one, two, seeds, turns=60, workers=1)
    assert play(RULES, one, two, seeds, turns=60, workers=3) == found
    assert play(RULES, one, two, [2**64 - 1, 5], turns=60) == [found[-1], found[5]]
    assert {match.points for match in found} == {0, 0.5, 1}


def test_a_fault_is_a_loss_and_counts_nothing_twice() -> None:
    eager, other = pair(RULES, EAGER, PATIENT)
    fine = play(RULES, eager, other, range(6), turns=30)
    broken = Entrant("mine", Failing(eager.player, at(9, 2), raising(ValueError("nonsense"))))
    found = play(RULES, broken, other, range(6), turns=30)
    assert [match for match in found if match.seed != 2] == [match for match in fine if match.seed != 2]
    assert (found[2].turns, found[2].points) == (10, 0)
    assert found[2].first.fault.startswith("player 'mine' failed at piece 10 of seed 2 on ")
    assert found[2].first.all_clears == 0


def test_it_is_playable() -> None:
    playable(RULES)
