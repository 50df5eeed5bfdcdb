"""Tournaments, crossover, mutation and elitism each do what they are named for; together they climb under noise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tuning.functions import SIZE, START, Function, bent, direction, loss, ridge, sphere

from wellplayed.game import Floats
from wellplayed.tuning.genetic import Genetic, crossed, winners

pytestmark = pytest.mark.pure
ONE = np.ones(SIZE)


@pytest.mark.parametrize(
    ("crossover", "function", "noise", "least"),
    [
        ("blend", sphere, 0, 0.03),
        ("blend", sphere, 1, 0.8),
        ("mask", sphere, 1, 0.9),
        ("average", sphere, 1, 0.9),
        ("blend", ridge, 1, 60),
        ("blend", direction, 0.3, 0.2),
    ],
)
def test_it_climbs_in_5_000_evaluations(crossover: str, function: Function, noise: float, least: float) -> None:
    start = np.zeros(SIZE) if function is direction else START
    for seed in (0, 1):
        assert loss(Genetic(start, ONE, seed, crossover=crossover), function, noise, 5_000) < least  # type: ignore[arg-type]


def test_smaller_mutations_come_nearer() -> None:
    assert loss(Genetic(START, ONE, decay=0.95), sphere, 0, 8_000) < 1e-8
    assert loss(Genetic(START, ONE), sphere, 0, 8_000) > 1e-6


def test_the_start_is_among_the_first_and_the_others_lie_about_it_in_scales() -> None:
    asked = Genetic(START, ONE * [1, 1, 1, 1, 1, 100], population=2_000).ask()
    assert np.array_equal(asked[0], START)
    assert asked.mean(axis=0) == pytest.approx(START, abs=6)
    assert asked.std(axis=0) == pytest.approx([1, 1, 1, 1, 1, 100], rel=0.1)


def test_the_elite_live_on_unchanged_and_first() -> None:
    one = Genetic(START, ONE, population=10, elite=3, rate=1)
    asked = one.ask()
    one.tell([0, 5, 1, 9, 2, 0, 7, 3, 3, 3])
    assert np.array_equal(one.ask()[:3], asked[[3, 6, 1]])
    assert not np.isin(one.ask()[3:], asked).any()


def test_of_equals_the_first_is_the_fitter() -> None:
    one = Genetic(START, ONE, population=6, elite=3)
    asked = one.ask()
    one.tell([0, 4, 4, 4, 4, 0])
    assert np.array_equal(one.ask()[:3], asked[1:4])


def test_without_mutation_masks_shuffle_the_genes_there_are() -> None:
    one = Genetic(START, ONE, population=30, crossover="mask", rate=0)
    genes = one.ask()
    for _ in range(5):
        one.tell(sphere(one.ask()))
    assert all(np.isin(one.ask()[:, gene], genes[:, gene]).all() for gene in range(SIZE))


def test_each_gene_mutates_as_often_and_as_far_as_said() -> None:
    scale = np.array([1.0, 10.0])
    one = Genetic([0, 0], scale, population=20_000, elite=0, crossover="mask", rate=0.25, step=0.5, decay=0.5)
    genes = one.ask()
    one.tell(np.zeros(20_000))
    second = one.ask()
    assert (~np.isin(second, genes)).mean() == pytest.approx(0.25, abs=0.01)
    # Where every parent is alike, what a child differs by is its mutation.
    one = Genetic([0, 0], scale, population=20_000, elite=0, tournament=20_000, rate=1, step=0.5, decay=0.5)
    for width in (0.5, 0.25):
        best = one.ask()[7]
        one.tell(np.arange(20_000) == 7)
        assert one.mean == pytest.approx(best)
        assert (one.ask() - best).std(axis=0) == pytest.approx(width * scale, rel=0.03)


@given(st.integers(2, 30), st.integers(1, 40), st.data())
def test_a_tournament_is_won_by_the_fittest_of_those_drawn(candidates: int, count: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, candidates))
    best = winners(candidates, count, size, np.random.default_rng(3))
    assert best.shape == (count,)
    assert ((best >= 0) & (best <= candidates - size)).all()


def test_tournaments_are_won_as_often_as_chance_has_it() -> None:
    # Of 5 ranks, 3 drawn: rank r wins if it is drawn with two of the 4 - r worse ones, out of 10 draws.
    best = winners(5, 10_000, 3, np.random.default_rng(3))
    assert np.bincount(best) / 10_000 == pytest.approx([0.6, 0.3, 0.1], abs=0.02)


def test_crossovers() -> None:
    rng = np.random.default_rng(0)
    a: Floats = np.tile([1.0, -3.0], (40_000, 1))
    b: Floats = np.tile([2.0, 5.0], (40_000, 1))
    mask, average, blend = crossed(a, b, "mask", rng), crossed(a, b, "average", rng), crossed(a, b, "blend", rng)
    assert set(map(tuple, mask.tolist())) == {(1, -3), (1, 5), (2, -3), (2, 5)}
    assert (mask == a).mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.01)
    assert np.array_equal(average, np.tile([1.5, 1.0], (40_000, 1)))
    assert blend.min(axis=0) == pytest.approx([0.5, -7], abs=0.01)
    assert blend.max(axis=0) == pytest.approx([2.5, 9], abs=0.01)
    assert blend.mean(axis=0) == pytest.approx([1.5, 1], abs=0.05)


def test_children_have_two_different_places_as_parents() -> None:
    one = Genetic([0], [1], population=200, parents=2, tournament=1, elite=0, crossover="average", rate=0)
    genes = one.ask()
    one.tell(np.zeros(200))
    assert one.mean[0] not in genes  # the parents are two candidates
    assert one.ask() == pytest.approx(one.mean[0])


def test_no_selection_leads_nowhere() -> None:
    start = np.full(SIZE, 10.0)
    assert loss(Genetic(start, ONE, tournament=1, elite=0), sphere, 0, 3_000) > 400
    assert loss(Genetic(start, ONE), sphere, 0, 3_000) < 1


def test_a_bent_ridge_is_followed_in_part() -> None:
    # From -3 at the start, where the valley's floor is at 0 anywhere from there to the top.
    assert loss(Genetic(np.zeros(4), np.ones(4)), bent, 0, 5_000) < 2.5
