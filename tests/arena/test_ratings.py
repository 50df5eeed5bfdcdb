"""Ratings say what the results say, and their intervals hold what they should."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.arena.ratings import ELO, PRIOR, Tally, difference, elo, expected, ratings, score_interval
from wellplayed.errors import InputError

pytestmark = pytest.mark.pure
TALLIES = st.builds(Tally, *[st.integers(0, 60)] * 3).filter(lambda t: t.matches)


def test_tallies() -> None:
    assert Tally(3, 2, 5).score == 0.4
    assert Tally(3, 2, 5).turned() == (5, 2, 3)
    assert math.isnan(Tally(0, 0, 0).score)


def test_elo_and_back() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    for points in (-700, -12.5, 0, 3, 400):
        assert elo(expected(points)) == pytest.approx(points)


class TestScore:
    """The interval of one pair."""

    def test_without_draws_it_is_wilsons(self) -> None:
        # Newcombe, Statistics in Medicine 17, 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for wins, matches, low, high in (
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ):
            assert score_interval(Tally(wins, 0, matches - wins)) == pytest.approx((low, high), abs=6e-5)

    @given(TALLIES)
    def test_it_holds_the_score_and_turns_with_it(self, results: Tally) -> None:
        low, high = score_interval(results)
        assert 0 <= low < high <= 1
        assert low <= results.score <= high
        assert score_interval(results.turned()) == pytest.approx((1 - high, 1 - low))

    @given(TALLIES)
    def test_draws_make_it_narrower(self, results: Tally) -> None:
        low, high = score_interval(results)
        if results.draws > 1 and results.draws % 2 == 0:
            decided = Tally(results.wins + results.draws // 2, 0, results.losses + results.draws // 2)
            wide = score_interval(decided)
            assert high - low < wide[1] - wide[0]

    @pytest.mark.parametrize("drawn", [0.0, 0.5, 0.9])
    @pytest.mark.parametrize(("matches", "score"), [(30, 0.5), (30, 0.7), (100, 0.5), (100, 0.9), (1000, 0.98)])
    def test_it_covers_the_true_score(self, matches: int, score: float, drawn: float) -> None:
        draws = drawn * 2 * (1 - score)
        chances = [score - draws / 2, draws, 1 - score - draws / 2]
        found = np.random.default_rng(5).multinomial(matches, chances, size=2_000)
        intervals = [score_interval(Tally(*row)) for row in found.tolist()]
        inside = np.mean([low <= score <= high for low, high in intervals])
        assert 0.92 < inside < (1 if drawn == 0.9 and matches == 30 else 0.985)

    def test_nothing_to_rate(self) -> None:
        with pytest.raises(InputError, match="play at least one"):
            score_interval(Tally(0, 0, 0))


def test_the_difference_of_two() -> None:
    found = difference(Tally(60, 0, 40))
    assert found.elo == pytest.approx(elo(60.25 / 100.5))
    assert (found.low, found.high) == pytest.approx(tuple(map(elo, score_interval(Tally(60, 0, 40)))))
    assert difference(Tally(100, 0, 0)).elo == pytest.approx(1041.26, abs=0.01)
    assert difference(Tally(10, 0, 0)).elo == pytest.approx(645.1, abs=0.1)
    assert math.isinf(difference(Tally(100, 0, 0)).high)
    assert difference(Tally(0, 9, 0)).elo == 0


def likelihood(logs: np.ndarray, results: dict[tuple[int, int], Tally]) -> float:
    """The logarithm of the likelihood of Bradley and Terry's model, half a drawn match added to every pair."""
    total = 0.0
    for (i, j), found in results.items():
        wins, losses = (count + (found.draws + PRIOR) / 2 for count in (found.wins, found.losses))
        total += wins * -np.log1p(np.exp(logs[j] - logs[i])) + losses * -np.log1p(np.exp(logs[i] - logs[j]))
    return float(total)


RESULTS = {(0, 1): Tally(30, 4, 16), (0, 2): Tally(40, 0, 10), (1, 2): Tally(25, 10, 15), (2, 3): Tally(20, 1, 9)}


class TestRatings:
    """Many players."""

    def test_they_are_the_most_likely_ones(self) -> None:
        logs = np.array([rating.elo for rating in ratings(4, RESULTS)]) / ELO
        best = likelihood(logs, RESULTS)
        for direction in np.vstack([np.eye(4), np.random.default_rng(0).normal(size=(20, 4))]):
            for step in (1e-3, -1e-3):
                assert likelihood(logs + step * direction, RESULTS) <= best + 1e-12

    def test_their_mean_is_nought_or_that_of_the_anchor(self) -> None:
        free, fixed = ratings(4, RESULTS), ratings(4, RESULTS, anchor=2)
        assert sum(rating.elo for rating in free) == pytest.approx(0, abs=1e-6)
        assert fixed[2] == pytest.approx((0, 0, 0))
        for one, other in zip(free, fixed, strict=True):
            assert one.elo - free[2].elo == pytest.approx(other.elo)

    def test_two_players_are_as_far_apart_as_their_difference(self) -> None:
        for results in (Tally(60, 13, 27), Tally(10, 0, 0), Tally(0, 3, 0)):
            one, other = ratings(2, {(0, 1): results})
            assert one.elo - other.elo == pytest.approx(difference(results).elo)
        wide, near = ratings(2, {(0, 1): Tally(520, 0, 480)}, anchor=1)[0], difference(Tally(520, 0, 480))
        assert (wide.low, wide.high) == pytest.approx((near.low, near.high), abs=0.5)

    def test_who_is_named_first_does_not_matter(self) -> None:
        turned = {(j, i): results.turned() for (i, j), results in RESULTS.items()}
        for one, other in zip(ratings(4, RESULTS), ratings(4, turned), strict=True):
            assert one == pytest.approx(other, abs=1e-6)

    def test_whoever_won_everything_has_a_finite_rating(self) -> None:
        for rating in ratings(3, {(0, 1): Tally(50, 0, 0), (0, 2): Tally(50, 0, 0), (1, 2): Tally(0, 0, 50)}):
            assert all(map(math.isfinite, rating))
            assert rating.high - rating.low > 100

    @pytest.mark.parametrize("drawn", [0.0, 0.8])
    @pytest.mark.parametrize("anchor", [None, 0])
    def test_intervals_cover_the_true_ratings(self, drawn: float, anchor: int | None) -> None:
        true = np.array([-50.0, 50, -250, 250])
        rng, rounds, inside = np.random.default_rng(6), 200, np.zeros(4)
        for _ in range(rounds):
            results = {}
            for i, j in combinations(range(4), 2):
                score = expected(true[i] - true[j])
                draws = drawn * 2 * min(score, 1 - score)
                chances = [score - draws / 2, draws, 1 - score - draws / 2]
                results[i, j] = Tally(*rng.multinomial(60, chances).tolist())
            shift = 0 if anchor is None else true[anchor]
            for i, rating in enumerate(ratings(4, results, anchor)):
                inside[i] += rating.low <= true[i] - shift <= rating.high
        assert (inside[[0, 1, 2, 3] if anchor is None else [1, 2, 3]] > 0.9 * rounds).all()
        assert inside[1:].sum() < 0.985 * 3 * rounds

    def test_players_must_have_met(self) -> None:
        with pytest.raises(InputError, match="player 2 met none of the others"):
            ratings(4, {(0, 1): Tally(1, 0, 0), (2, 3): Tally(1, 0, 0)})
        with pytest.raises(InputError, match="player 1 met none"):
            ratings(2, {(0, 1): Tally(0, 0, 0)})
