"""What every method promises: the same for the same fitness, in any units, told in the right number, and honest."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tuning.functions import SIZE, START, bent, generations, sphere

from wellplayed.errors import InputError
from wellplayed.game import Floats
from wellplayed.tuning.method import Method, as_fitness, smoothed
from wellplayed.tuning.methods import METHODS, method

pytestmark = pytest.mark.pure
NAMES = [entry.name for entry in METHODS]
RANKED = [entry.name for entry in METHODS if entry.ranked]
SPECS = [
    "genetic:population=12,parents=6",
    "genetic:population=7,parents=3,tournament=2,elite=0,crossover=mask,rate=1,decay=0.9",
    "genetic:population=9,parents=5,crossover=average",
    "annealing:chains=3,steps=8,restarts=2",
    "annealing:chains=1,steps=30,schedule=linear,temperature=2",
    "cross_entropy:population=20",
    "cross_entropy:population=15,noise=constant,variance=1",
    "cma_es",
    "cma_es:population=8,adapt=off,restarts=1",
]


def made(spec: str, seed: int = 3) -> Method:
    return method(spec, START, np.full(SIZE, 0.5), seed)


def told(one: Method, fitness: list[Floats]) -> list[Floats]:
    """What is asked after each of these fitnesses."""
    asked = []
    for values in fitness:
        one.tell(values)
        asked.append(one.ask())
    return asked


@pytest.mark.parametrize("spec", SPECS)
def test_told_again_it_asks_again_bit_for_bit(spec: str) -> None:
    first, rng = made(spec), np.random.default_rng(1)
    asked, fitness, means = [first.ask()], [], []
    for _ in range(30):
        if not first.done:
            fitness.append(sphere(first.ask()) + rng.standard_normal(len(first.ask())))
            first.tell(fitness[-1])
            asked.append(first.ask())
            means.append(first.mean)
    second = made(spec)
    assert np.array_equal(second.ask(), asked[0])
    for values, candidates, mean in zip(fitness, asked[1:], means, strict=True):
        second.tell(values.tolist())
        assert np.array_equal(second.ask(), candidates)
        assert np.array_equal(second.mean, mean)
    assert second.done == first.done


@pytest.mark.parametrize("spec", SPECS)
def test_seeds_differ_and_generations_too(spec: str) -> None:
    one, other = made(spec, 0), made(spec, 1)
    assert not np.array_equal(one.ask(), other.ask())
    before = one.ask()
    one.tell(np.zeros(len(before)))
    assert not np.isin(one.ask(), before).all()


@pytest.mark.parametrize("spec", SPECS)
def test_what_was_asked_may_be_changed_and_asked_again(spec: str) -> None:
    one, untouched = made(spec), made(spec)
    assert one.ask().shape[1:] == one.mean.shape == (SIZE,)
    assert np.array_equal(one.mean, START)
    one.ask()[:] = 0
    one.mean[:] = 0
    fitness = np.arange(len(one.ask()), dtype=float)
    one.tell(fitness)
    untouched.tell(fitness)
    fitness[:] = 0
    assert np.array_equal(one.ask(), untouched.ask())
    assert np.array_equal(one.mean, untouched.mean)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=8)
@given(
    start=st.lists(st.floats(-100, 100), min_size=SIZE, max_size=SIZE),
    scale=st.lists(st.floats(0.01, 100), min_size=SIZE, max_size=SIZE),
    luck=st.integers(0, 1 << 32),
)
def test_only_steps_from_the_start_in_scales_matter(
    spec: str, start: list[float], scale: list[float], luck: int
) -> None:
    unit, other = method(spec, np.zeros(SIZE), np.ones(SIZE), 5), method(spec, start, scale, 5)
    rng = np.random.default_rng(luck)
    for _ in range(6):
        assert other.ask() == pytest.approx(np.array(start) + np.array(scale) * unit.ask(), rel=1e-6, abs=1e-6)
        fitness = rng.standard_normal(len(unit.ask()))
        unit.tell(fitness)
        other.tell(fitness)


@pytest.mark.parametrize("spec", [s for s in SPECS if s.partition(":")[0] in RANKED])
def test_those_that_go_by_ranks_may_be_told_places(spec: str) -> None:
    by_value, by_rank = made(spec), made(spec)
    for _ in range(8):
        values = bent(by_value.ask())
        by_value.tell(values)
        by_rank.tell(values.argsort().argsort())
    assert np.array_equal(by_value.ask(), by_rank.ask())


def test_only_annealing_minds_by_how_much() -> None:
    assert set(NAMES) - set(RANKED) == {"annealing"}


@pytest.mark.parametrize("name", NAMES)
def test_one_weight_is_enough(name: str) -> None:
    one = method(name, [4.0], [1.0], 0)
    for _ in zip(range(60), generations(one, sphere), strict=False):
        pass
    assert abs(one.mean[0]) < 0.5


@pytest.mark.parametrize("name", NAMES)
def test_fitness_that_never_differs_breaks_nothing(name: str) -> None:
    one = method(name, START, np.ones(SIZE), 0)
    for _ in zip(range(120), generations(one, lambda x: np.zeros(len(x))), strict=False):
        assert np.isfinite(one.ask()).all()
        assert np.isfinite(one.mean).all()


def test_when_done_there_is_nothing_to_ask() -> None:
    one = method("annealing:steps=2,restarts=0", START, np.ones(SIZE), 0)
    one.tell(sphere(one.ask()))
    one.tell(sphere(one.ask()))
    best = one.mean
    assert one.done
    assert one.ask().shape == (0, SIZE)
    one.tell([])
    assert np.array_equal(one.mean, best)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("fitness", "message"),
    [
        (lambda n: np.zeros(n + 1), "candidates; give one number for each"),
        (lambda n: np.zeros((n, 1)), "give one number for each"),
        (lambda n: [0.0] * (n - 1) + [np.nan], "is nan; give a finite number"),
        (lambda n: [-np.inf] + [0.0] * (n - 1), "the fitness of candidate 0 is -inf"),
    ],
)
def test_fitness_that_cannot_be_used_changes_nothing(name: str, fitness: Any, message: str) -> None:
    one, untouched = made(name), made(name)
    with pytest.raises(InputError, match=message):
        one.tell(fitness(len(one.ask())))
    assert np.array_equal(one.ask(), untouched.ask())
    values = sphere(one.ask())
    one.tell(values)
    untouched.tell(values)
    assert np.array_equal(one.ask(), untouched.ask())


@pytest.mark.parametrize(
    ("start", "scale", "seed", "message"),
    [
        ([1.0, 2.0], [1.0], 0, "start has 2 weights and scale 1"),
        ([], [], 0, "start of shape \\(0,\\) is no list of weights"),
        ([[1.0]], [1.0], 0, "in a row"),
        (["one"], [1.0], 0, "start \\['one'\\] is no list of numbers"),
        ([1.0, np.nan], [1.0, 1.0], 0, "start 1 is nan"),
        ([1.0, 1.0], [1.0, np.inf], 0, "scale 1 is inf"),
        ([1.0, 1.0], [1.0, 0.0], 0, "scale 1 is 0; give a step of more than 0"),
        ([1.0], [1.0], -1, "seed -1 is out of range"),
        ([1.0], [1.0], 1 << 64, "is out of range"),
    ],
)
def test_starts_that_cannot_be_used(start: Any, scale: Any, seed: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        method("genetic", start, scale, seed)


def test_the_largest_seed_is_one() -> None:
    assert len(method("cma_es", START, np.ones(SIZE), (1 << 64) - 1).ask())


def test_smoothing_forgets() -> None:
    values = smoothed(None, np.array([5.0, 1.0]))
    for _ in range(10):
        values = smoothed(values, np.array([0.0, 1.0]))
    assert values == pytest.approx([5 * 0.8**10, 1])


def test_fitness_is_copied() -> None:
    values = np.ones(2)
    as_fitness(values, 2)[0] = 7
    assert values[0] == 1
