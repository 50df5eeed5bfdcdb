"""CMA-ES follows ridges under noise, minds scales, starts again larger, and says what it needs."""

import sys

import numpy as np
import pytest
from tests.tuning.functions import SIZE, START, Function, bent, direction, generations, loss, ridge, sphere

from wellplayed.errors import InputError
from wellplayed.game import Floats
from wellplayed.tuning.cma_es import CmaEs

pytestmark = pytest.mark.pure
ONE = np.ones(SIZE)


def peaks(x: Floats) -> Floats:
    """Rastrigin's many peaks, a unit apart, the highest at the origin."""
    return -(x**2 + 10 * (1 - np.cos(2 * np.pi * x))).sum(axis=1)


@pytest.mark.parametrize(
    ("function", "noise", "least"),
    [(sphere, 0, 1e-9), (sphere, 1, 0.1), (ridge, 1, 0.12), (bent, 0.1, 0.5), (direction, 0.3, 0.06)],
)
def test_it_climbs_in_5_000_evaluations(function: Function, noise: float, least: float) -> None:
    start = START if function in (sphere, ridge) else np.zeros(4 if function is bent else SIZE)
    assert loss(CmaEs(start, np.ones(len(start))), function, noise, 5_000) < least


def test_under_noise_adapted_learning_rates_come_nearer() -> None:
    assert loss(CmaEs(START, ONE), sphere, 1, 4_000) < loss(CmaEs(START, ONE, adapt=False), sphere, 1, 4_000) / 4


def test_the_first_generation_lies_about_the_start_in_scales() -> None:
    scale = np.array([1.0, 1, 1, 1, 1, 100])
    asked = CmaEs(START, scale, population=3_000, step=0.5).ask()
    assert asked.mean(axis=0) == pytest.approx(START, abs=3)
    assert asked.std(axis=0) == pytest.approx(scale / 2, rel=0.1)
    assert len(CmaEs(START, scale).ask()) == 9  # 4 + floor(3 ln 6)


def test_a_run_ends_and_the_next_is_larger_until_all_are_over() -> None:
    one = CmaEs(START, ONE, adapt=False, restarts=2, growth=2)
    sizes: list[tuple[int, int]] = []
    while not one.done:
        sizes.append((one.run, len(one.ask())))
        one.tell(sphere(one.ask()))
    assert sorted(set(sizes)) == [(0, 9), (1, 19), (2, 37)]  # from the second run on with the champion
    assert np.abs(one.mean).max() < 1e-6


def test_a_later_run_begins_elsewhere_and_the_champion_stays_till_it_is_beaten() -> None:
    one = CmaEs(START, ONE, adapt=False, restarts=1)
    for _ in generations(one, sphere):
        if one.run == 1:
            break
    champion = one.mean
    assert np.abs(champion).max() < 1e-5
    assert np.array_equal(one.ask()[0], champion)
    away = one.ask()[1:].mean(axis=0) - START
    assert 1 < np.abs(away).max() < 5
    one.tell(sphere(one.ask()))
    assert np.array_equal(one.mean, champion)
    while np.array_equal(one.mean, champion):
        asked = one.ask()
        one.tell(np.r_[-1e9, sphere(asked[1:])])  # now it does badly
    assert np.abs(one.mean).max() > 0.01


def test_restarts_find_what_one_run_misses() -> None:
    start = np.full(2, 5.0)
    alone = loss(CmaEs(start, np.ones(2), 2, adapt=False, restarts=0), peaks, 0, 8_000)
    again = loss(CmaEs(start, np.ones(2), 2, adapt=False, restarts=4), peaks, 0, 8_000)
    assert alone > 0.9
    assert again < 1e-6


def test_where_length_does_not_matter_a_run_may_grow() -> None:
    # Greedy play with twice the weights is the same play. Steps that grow along with the weights are no divergence.
    one = CmaEs(START, ONE, population=30, step=30, restarts=1)
    for _ in zip(range(100), generations(one, direction, 0.3), strict=False):
        pass
    assert one.run == 0
    assert one.ask().std(axis=0).max() > 20_000
    assert loss(one, direction, 0, 0) < 0.02


def test_a_slope_without_a_top_ends_the_run() -> None:
    one = CmaEs(START, ONE, adapt=False, restarts=0)
    for asked in generations(one, lambda x: x.sum(axis=1)):
        assert np.isfinite(asked).all()
    assert one.done
    assert np.isfinite(one.mean).all()
    assert one.mean.sum() > 1e12


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(
        InputError, match=r"cma_es needs the extra 'tune'; install it by: pip install 'wellplayed\[tune]'"
    ):
        CmaEs(START, ONE)
