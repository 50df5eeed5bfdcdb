"""Chains accept as Metropolis says, cool as the schedule says, start again from the best, and come down a slope."""

import math

import numpy as np
import pytest
from tests.tuning.functions import SIZE, START, Function, bent, direction, generations, loss, ridge, sphere

from wellplayed.game import Floats
from wellplayed.tuning.annealing import Annealing, accepted

pytestmark = pytest.mark.pure
ONE = np.ones(SIZE)


@pytest.mark.parametrize(
    ("function", "noise", "least"),
    [(sphere, 0, 0.1), (sphere, 1, 6), (ridge, 1, 250), (bent, 0.1, 2.8), (direction, 0.3, 1.2)],
)
def test_it_climbs_in_5_100_evaluations(function: Function, noise: float, least: float) -> None:
    start = START if function in (sphere, ridge) else np.zeros(4 if function is bent else SIZE)
    for seed in (0, 1):
        one = Annealing(start, np.ones(len(start)), seed, steps=300)
        assert loss(one, function, noise, 5_100) < least


def test_losses_are_accepted_as_often_as_metropolis_has_it() -> None:
    rng = np.random.default_rng(0)
    for loss_, temperature in ((1.0, 1.0), (3.0, 2.0), (1e-3, 1.0)):
        share = accepted(np.full(40_000, -loss_), temperature, rng).mean()
        assert share == pytest.approx(math.exp(-loss_ / temperature), abs=0.01)
    assert accepted(np.array([0.0, 5.0, 1e300]), 1.0, rng).all()
    assert not accepted(np.array([-1.0, -1e300]), 0.0, rng).any()
    assert not accepted(np.array([-1e300]), 1e-300, rng).any()


def test_schedules_fall_from_one_to_the_last() -> None:
    for schedule, middle in (("geometric", 0.1), ("linear", 0.505)):
        one = Annealing(START, ONE, steps=5, final=0.01, schedule=schedule)  # type: ignore[arg-type]
        course = [one.warmth(generation) for generation in range(5)]
        assert course == sorted(course, reverse=True)
        assert (course[0], course[2], course[4]) == pytest.approx((1, middle, 0.01))
        assert one.warmth(5) == 1  # the next run


def test_the_temperature_is_measured_in_the_units_of_fitness() -> None:
    for unit in (1.0, 1_000.0):
        one = Annealing(START, ONE, chains=2_000)
        assert one.temperature == 0
        asked = one.ask()
        gain = sphere(asked[2_001:]) - sphere(asked[1:2_001])
        one.tell(sphere(asked) * unit)
        middle = np.median(np.abs(gain)) * unit
        assert one.temperature == pytest.approx(middle / math.log(2) * one.warmth(1))
    given = Annealing(START, ONE, temperature=4, steps=3, restarts=0, final=0.25)
    course = []
    for _ in generations(given, sphere):
        course.append(given.temperature)
    assert course[:2] == pytest.approx([2, 1])


def test_a_generation_is_the_champion_the_chains_and_a_neighbour_of_each() -> None:
    one = Annealing(START, ONE, chains=3, temperature=0, step=2)
    asked = one.ask()
    assert len(asked) == 7
    assert np.array_equal(asked[0], START)
    assert np.array_equal(asked[1], START)
    one.tell([0, 5, 5, 5, 4, 5, 6])
    later = one.ask()
    assert np.array_equal(later[0], START)
    assert np.array_equal(later[1:4], asked[[1, 5, 6]])
    assert np.array_equal(one.mean, asked[6])


def test_steps_narrow_with_the_root_of_the_temperature() -> None:
    one = Annealing(START, ONE, chains=4_000, steps=3, restarts=0, final=1 / 16, step=2, temperature=1)
    widths = []
    while not one.done:
        asked = one.ask()
        widths.append((asked[4_001:] - asked[1:4_001]).std())
        one.tell(sphere(asked))
    assert widths == pytest.approx([2, 1, 0.5], rel=0.03)


def test_the_best_guess_did_well_for_long() -> None:
    one = Annealing(START, ONE, chains=2, temperature=0)
    champion, first, second = one.ask()[:3]
    stay = -1e9  # what every neighbour gets, so that chains stay where they are
    for _ in range(10):
        one.tell([0, 1, 3, stay, stay])
    assert np.array_equal(one.mean, second)
    one.tell([0, 9, 3, stay, stay])  # once lucky
    assert np.array_equal(one.mean, second)
    for _ in range(10):
        one.tell([0, 9, 3, stay, stay])
    assert np.array_equal(one.mean, first)
    for _ in range(20):
        one.tell([20, 9, 3, stay, stay])
    assert np.array_equal(one.mean, champion)


def test_restarts_begin_about_the_best_guess_and_hot() -> None:
    one = Annealing(START, ONE, chains=4, steps=20, restarts=2)
    bests = []
    for number, _ in enumerate(generations(one, sphere), 1):
        if number % 20 == 0 and not one.done:
            bests.append(one.mean)
            asked = one.ask()
            assert np.array_equal(asked[0], one.mean)
            assert np.array_equal(asked[1], one.mean)
            assert len(np.unique(asked[1:5], axis=0)) == 4
            assert one.temperature == 0
    assert number == 60
    assert len(bests) == 2
    # The champion is judged along with the chains, so a run that finds nothing better changes nothing.
    losses = [-sphere(best[np.newaxis])[0] for best in (START, *bests, one.mean)]
    assert losses == sorted(losses, reverse=True)


def test_where_fitness_grows_a_thousandfold_one_run_is_not_enough() -> None:
    # As lines do: at the start a step is worth a thousandth of what it is worth near the top.
    def growing(x: Floats) -> Floats:
        return np.exp(sphere(x) / 6)

    for seed in (0, 1):
        once = loss(Annealing(START, ONE, seed, steps=40, restarts=0), growing, 0, 6_800)
        again = loss(Annealing(START, ONE, seed, steps=40), growing, 0, 6_800)
        assert again < once < 0  # both are the negative of what is to be large
