"""Intervals cover what they say they cover."""

import math

import numpy as np
import pytest

from wellplayed.arena.summary import PLENTY, log_interval, paired, student, summarise
from wellplayed.errors import InputError

pytestmark = pytest.mark.pure


def test_an_exponential_sample() -> None:
    # Its quantiles at (i + 1/2) / n: a sample with the moments of the distribution and no luck in it.
    n = 2_000
    sample = -1_000 * np.log(1 - (np.arange(n) + 0.5) / n)
    s = summarise(sample, capped=3)
    assert (s.games, s.capped) == (n, 3)
    assert s.mean == pytest.approx(1_000, rel=0.001)
    assert s.median == pytest.approx(1_000 * math.log(2), rel=0.001)
    assert s.se == pytest.approx(1_000 / math.sqrt(n), rel=0.01)
    assert s.low == pytest.approx(s.mean - 1.96 * s.se, abs=0.1 * s.se)
    assert s.high == pytest.approx(s.mean + 1.96 * s.se, abs=0.1 * s.se)
    assert s.high - s.mean > s.mean - s.low  # the distribution leans to the right


def test_the_interval_covers_the_true_mean() -> None:
    samples = np.random.default_rng(1).exponential(size=(300, 100))
    inside = [s.low <= 1 <= s.high for s in map(summarise, samples)]
    assert 0.90 <= np.mean(inside) <= 0.97  # a little below 0.95 for 100 games, as theory says


def test_the_same_values_give_the_same_interval() -> None:
    sample = np.random.default_rng(2).exponential(size=77)
    assert summarise(sample) == summarise(list(sample))
    assert summarise(sample) != summarise(sample, seed=1)


def test_many_values_take_the_normal_interval() -> None:
    s = summarise(np.random.default_rng(3).exponential(size=PLENTY))
    assert s.high - s.mean == pytest.approx(1.96 * s.se, rel=1e-4)


def test_one_game_has_no_interval() -> None:
    s = summarise([12])
    assert (s.games, s.mean, s.median) == (1, 12, 12)
    assert all(map(math.isnan, (s.se, s.low, s.high)))


def test_no_game() -> None:
    with pytest.raises(InputError, match="play at least one"):
        summarise([])


def test_pairs() -> None:
    a = np.random.default_rng(4).exponential(size=50)
    s = paired(a + 1, a)
    assert (s.mean, s.low, s.high) == pytest.approx((1, 1, 1))
    with pytest.raises(InputError, match="50 and 49 games"):
        paired(a, a[1:])


def test_student() -> None:
    assert student(4) == 2.776
    assert student(31) == pytest.approx(2.0395, abs=0.0005)
    assert all(student(n) >= student(n + 1) for n in range(1, 60))
    assert student(10**9) == pytest.approx(1.95996, abs=1e-5)


def test_the_interval_of_factors() -> None:
    mean, se, low, high = log_interval([50, 100, 200])
    assert mean == pytest.approx(100)
    spread = math.log(2) / math.sqrt(3)
    assert se == pytest.approx(100 * spread)
    assert (low, high) == pytest.approx((100 * math.exp(-4.303 * spread), 100 * math.exp(4.303 * spread)))
    assert log_interval([7])[0] == pytest.approx(7)
    assert all(map(math.isnan, log_interval([7])[1:]))
