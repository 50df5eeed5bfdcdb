"""The distribution is the elite's, widened by the paper's noise; the paper's settings are the defaults."""

import numpy as np
import pytest
from tests.tuning.functions import SIZE, START, Function, bent, direction, generations, loss, ridge, sphere

from wellplayed.tuning.cross_entropy import CrossEntropy, Noise

pytestmark = pytest.mark.pure
ONE = np.ones(SIZE)


@pytest.mark.parametrize(
    ("noise", "function", "luck", "least"),
    [
        ("decreasing", sphere, 0, 0.001),
        ("decreasing", sphere, 1, 0.4),
        ("decreasing", ridge, 1, 30),
        ("decreasing", bent, 0.1, 2.5),
        ("decreasing", direction, 0.3, 0.12),
        ("constant", sphere, 1, 0.4),
    ],
)
def test_it_climbs_in_5_000_evaluations(noise: Noise, function: Function, luck: float, least: float) -> None:
    start = START if function in (sphere, ridge) else np.zeros(4 if function is bent else SIZE)
    for seed in (0, 1):
        one = CrossEntropy(start, np.ones(len(start)), seed, noise=noise)
        assert loss(one, function, luck, 5_000) < least


def test_without_noise_it_narrows_too_early() -> None:
    # What the noise is for: from four scales away the elite's own variance is gone before the top is reached.
    start = np.full(SIZE, 4.0)
    assert loss(CrossEntropy(start, ONE, noise="none"), sphere, 0, 10_000) > 0.5
    assert loss(CrossEntropy(start, ONE), sphere, 0, 10_000) < 0.001


def test_the_papers_numbers() -> None:
    # Szita and Lorincz: N(0, 100), 100 samples, 10 elite, noise of 4, or of max(5 - t / 10, 0).
    zero, ten = np.zeros(22), np.full(22, 10.0)
    for noise, expected in (("constant", [4.0, 4.0, 4.0]), ("decreasing", [4.9, 4.0, 0.0])):
        one = CrossEntropy(zero, ten, noise=noise)  # type: ignore[arg-type]
        assert (one.population, one.elite) == (100, 10)
        assert (one.spread**2).tolist() == [100] * 22
        assert [one.added(t) * 100 for t in (1, 10, 50)] == pytest.approx(expected)
        assert one.added(51) * 100 == pytest.approx(expected[2])


@pytest.mark.parametrize(("noise", "added"), [("constant", 0.5), ("decreasing", 0.375)])
def test_the_next_distribution_is_that_of_the_elite_and_the_noise(noise: Noise, added: float) -> None:
    scale = np.array([1.0, 1, 1, 1, 1, 7])
    one = CrossEntropy(START, scale, population=20, elite=0.25, noise=noise, variance=0.5, fade=4)
    asked = one.ask()
    fitness = np.zeros(20)
    fitness[[2, 3, 5, 8, 13]] = [1, 5, 2, 4, 3]
    one.tell(fitness)
    elite = asked[[2, 3, 5, 8, 13]]
    own = ((elite - elite.mean(axis=0)) ** 2).sum(axis=0) / 5
    assert one.mean == pytest.approx(elite.mean(axis=0))
    assert one.spread == pytest.approx(np.sqrt(own + added * scale**2))


def test_candidates_are_drawn_from_the_distribution() -> None:
    one = CrossEntropy(START, ONE * [1, 1, 1, 1, 1, 7], population=20_000)
    for _ in range(2):
        assert one.ask().mean(axis=0) == pytest.approx(one.mean, abs=0.2)
        assert one.ask().std(axis=0) == pytest.approx(one.spread, rel=0.03)
        one.tell(sphere(one.ask()))


def test_it_is_done_when_it_has_shrunk_to_a_point() -> None:
    one = CrossEntropy(START, ONE, noise="decreasing", fade=5)
    count = sum(1 for _ in generations(one, sphere))
    assert 20 < count < 200
    assert one.done
    assert (one.spread < 1e-12).all()
    assert loss(one, sphere, 0, 0) < 5


def test_there_are_always_two_in_the_elite() -> None:
    assert CrossEntropy(START, ONE, population=4, elite=0.001).elite == 2
