"""A race spends its games on who may be the best: within the budget, on the same games, and better than sharing."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.game import Floats, Ints
from wellplayed.tuning import racing
from wellplayed.tuning.racing import Race, field

pytestmark = pytest.mark.pure


def scores(true: Floats, numbers: range, luck: int) -> Floats:
    """[N, games] the score of each in each game; what a game brings depends on its number alone."""
    rows = [np.random.default_rng((luck, number)).exponential(1, len(true)) for number in numbers]
    return true[:, np.newaxis] * np.array(rows).T


def ran(race: Race, true: Floats, luck: int = 0) -> Race:
    while not race.done:
        heat = race.ask()
        race.tell(scores(true, heat.games, luck)[heat.candidates])
    return race


def test_examples() -> None:
    assert not doctest.testmod(racing).failed
    assert field(2, 1) == (2, 1)
    assert field(8, 1) == (8, 4, 2, 1)
    assert field(100, 99) == (100, 99)


@given(st.data(), st.integers(2, 60), st.integers(0, 3_000))
def test_the_budget_is_kept_and_halved_fields_get_more_games_each(data: st.DataObject, n: int, more: int) -> None:
    winners = data.draw(st.integers(1, n - 1))
    rounds = len(field(n, winners)) - 1
    race = Race(n, rounds * n + more, winners)
    played, before, each = 0, np.arange(n), 0
    while not race.done:
        heat = race.ask()
        assert np.isin(heat.candidates, before).all()
        assert np.array_equal(heat.candidates, race.left)
        assert heat.games.start == race.games[heat.candidates].max() == race.games[heat.candidates].min()
        assert len(heat.games) >= max(each, 1)
        before, each = heat.candidates, len(heat.games)
        played += len(heat.candidates) * each
        race.tell(np.random.default_rng(more).standard_normal((len(before), each)))
    assert len(race.left) == winners
    assert played == race.games.sum() <= rounds * n + more
    assert rounds * n + more - played < rounds * n + rounds  # what does not divide, at most
    assert sorted(race.standing.tolist()) == list(range(n))
    assert sorted(race.standing[:winners].tolist()) == race.left.tolist()
    assert np.array_equal(race.standing, np.argsort(-race.fitness))


def test_the_worse_half_drops_out_of_each_round() -> None:
    race = Race(4, 16)
    heat = race.ask()
    assert (heat.candidates.tolist(), heat.games) == ([0, 1, 2, 3], range(2))
    race.tell([[1, 1], [5, 0], [2, 2], [0, 3]])
    heat = race.ask()
    assert (heat.candidates.tolist(), heat.games) == ([1, 2], range(2, 6))
    race.tell([[0, 0, 0, 0], [1, 1, 1, 1]])
    assert race.done
    assert race.left.tolist() == [2]
    assert race.standing.tolist() == [2, 1, 3, 0]  # 1 got further than 3, with a lower mean
    assert race.means == pytest.approx([1, 5 / 6, 8 / 6, 1.5])
    assert race.games.tolist() == [2, 6, 6, 2]
    assert race.fitness.tolist() == [0, 2, 3, 1]
    assert race.ask().games == range(6, 6)
    assert not len(race.ask().candidates)


def test_of_equals_the_first_stays() -> None:
    race = Race(5, 30, 2)
    while not race.done:
        heat = race.ask()
        race.tell(np.zeros((len(heat.candidates), len(heat.games))))
    assert race.left.tolist() == [0, 1]


def test_told_again_it_asks_again() -> None:
    true = np.linspace(1, 2, 17)
    one, other = ran(Race(17, 400, 3), true), ran(Race(17, 400, 3), true)
    assert np.array_equal(one.standing, other.standing)
    assert np.array_equal(one.means, other.means)


def test_a_race_finds_the_best_more_often_than_equal_shares_do() -> None:
    n, budget, rounds = 32, 640, 100
    found = {"race": 0, "shares": 0}
    for luck in range(rounds):
        true: Floats = np.r_[1.5, np.full(3, 1.2), np.full(n - 4, 0.7)]
        best: Ints = ran(Race(n, budget), true, luck).left
        found["race"] += int(best[0] == 0)
        found["shares"] += int(scores(true, range(budget // n), luck).mean(axis=1).argmax() == 0)
    spread = math.sqrt(rounds / 2)
    assert found["race"] > found["shares"] + spread / 2
    assert found["race"] > 0.6 * rounds


@pytest.mark.parametrize(
    ("candidates", "budget", "winners", "message"),
    [
        (1, 10, 1, "a race of 1 is none"),
        (4, 100, 0, "winners=0 of a race of 4 is out of range; choose 1 to 3"),
        (4, 100, 4, "choose 1 to 3"),
        (4, 7, 1, "7 games are too few for a race of 4 in 2 rounds; give 8"),
    ],
)
def test_what_is_no_race(candidates: int, budget: int, winners: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Race(candidates, budget, winners)


def test_scores_that_cannot_be_used_change_nothing() -> None:
    race = Race(4, 16)
    with pytest.raises(InputError, match=r"scores of shape \(4, 3\) for 4 candidates in 2 games"):
        race.tell(np.zeros((4, 3)))
    with pytest.raises(InputError, match="not finite"):
        race.tell([[1, 1], [1, np.nan], [1, 1], [1, 1]])
    assert race.round == race.games.sum() == 0
