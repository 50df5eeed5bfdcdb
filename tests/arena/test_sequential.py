"""The test errs as rarely as it promises, by simulation with fixed seeds."""

import math

import numpy as np
import pytest

from wellplayed.arena.ratings import Tally, expected
from wellplayed.arena.sequential import BATCH, Sprt, Step, decide, judged, llr
from wellplayed.arena.sides import Side
from wellplayed.arena.versus import Match
from wellplayed.errors import InputError

pytestmark = pytest.mark.pure
ALIVE, DEAD = Side(False, 9, 3, 1, 1, 0, 0), Side(True, 9, 3, 1, 1, 0, 0)
OUTCOMES = ((ALIVE, DEAD), (ALIVE, ALIVE), (DEAD, ALIVE))  # won, drawn, lost


def matches(outcomes: list[int], seeds: list[int]) -> list[Match]:
    """A match for each seed with the outcome that stands at its place."""
    return [Match(seed, 9, *OUTCOMES[outcomes[seed]]) for seed in seeds]


def chances(points: float, drawn: float) -> list[float]:
    """Of a win, a draw and a loss, so many Elo points apart; `drawn` of what could be drawn is."""
    score = expected(points)
    draws = drawn * 2 * min(score, 1 - score)
    return [score - draws / 2, draws, 1 - score - draws / 2]


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))
    assert Sprt(0, 5, 0.01, 0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_the_ratio_of_a_known_result() -> None:
    # By hand: 100.5 wins, 50.5 draws, 49.5 losses of 200.5+... with half of each outcome added.
    n, s = 201.5, (100.5 + 25.25) / 201.5
    variance = (100.5 + 50.5 / 4) / n - s**2
    s0, s1 = 0.5, 1 / (1 + 10 ** (-30 / 400))
    assert llr(Tally(100, 50, 50), Sprt(0, 30)) == pytest.approx(n * (s1 - s0) * (2 * s - s0 - s1) / 2 / variance)


def test_many_matches_agree_with_the_exact_ratio_of_a_coin() -> None:
    # Without draws and with hypotheses close together, it is the plain likelihood ratio of two coins.
    wins, losses, test = 5_100, 4_900, Sprt(-5, 5)
    p0, p1 = expected(-5), expected(5)
    exact = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert llr(Tally(wins, 0, losses), test) == pytest.approx(exact, rel=0.01)


def test_more_wins_speak_for_h1() -> None:
    test = Sprt(0, 40)
    ratios = [llr(Tally(wins, 20, 80 - wins), test) for wins in range(81)]
    assert ratios == sorted(ratios)
    assert judged(Tally(80, 20, 0), test).verdict == "H1"
    assert judged(Tally(40, 20, 40), test).verdict == ""
    assert judged(Tally(0, 20, 80), test).verdict == "H0"
    assert math.isfinite(llr(Tally(50, 0, 0), test))


@pytest.mark.parametrize("drawn", [0.0, 0.5, 0.9])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 20), (-10, 30), (0, 60)])
def test_errors_are_as_rare_as_promised(elo0: int, elo1: int, drawn: float) -> None:
    test, rounds, batches = Sprt(elo0, elo1), 1_000, 200
    low, high = test.bounds
    rng = np.random.default_rng(7)
    for true, wrong in ((elo0, "H1"), (elo1, "H0")):
        counts = rng.multinomial(BATCH, chances(true, drawn), size=(rounds, batches)).cumsum(axis=1)
        verdicts = {"H0": 0, "H1": 0, "": 0}
        for course in counts.tolist():
            ratio = 0.0
            for step in course:
                ratio = llr(Tally(*step), test)
                if not low < ratio < high:
                    break
            verdicts["H1" if ratio >= high else "H0" if ratio <= low else ""] += 1
        assert verdicts[wrong] <= 0.05 * rounds
        assert verdicts[""] < 0.01 * rounds


def test_clear_cases_stop_early_and_equal_ones_late() -> None:
    rng = np.random.default_rng(8)
    lengths = {}
    for true in (-100, 10, 120):
        outcomes = rng.choice(3, p=chances(true, 0.3), size=20_000).tolist()
        found, steps = decide(lambda seeds, o=outcomes: matches(o, seeds), range(20_000), Sprt(0, 20))
        assert len(found) == steps[-1].results.matches == BATCH * len(steps)
        assert [step.verdict for step in steps[:-1]] == [""] * (len(steps) - 1)
        lengths[true] = len(found), steps[-1].verdict
    assert lengths[-100][1] == "H0"
    assert lengths[120][1] == "H1"
    assert lengths[10][0] > 2 * max(lengths[-100][0], lengths[120][0])


def test_seeds_may_run_out() -> None:
    asked: list[list[int]] = []

    def play(seeds: list[int]) -> list[Match]:
        asked.append(seeds)
        return matches([0, 2] * 100, seeds)

    told: list[Step] = []
    found, steps = decide(play, range(100), Sprt(-20, 20), batch=30, told=told.append)
    assert asked == [list(range(30)), list(range(30, 60)), list(range(60, 90)), list(range(90, 100))]
    assert [match.seed for match in found] == list(range(100))
    assert told == steps
    assert steps[-1] == (Tally(50, 0, 50), pytest.approx(0, abs=1e-9), "")


@pytest.mark.parametrize(
    ("test", "message"),
    [
        (Sprt(5, 5), "hypotheses 5 and 5 are no test"),
        (Sprt(5, 0), "the lower first"),
        (Sprt(math.nan, 5), "are no test"),
        (Sprt(0, math.inf), "are no test"),
        (Sprt(0, 5, alpha=0), "alpha 0 is out of range"),
        (Sprt(0, 5, beta=0.5), "beta 0.5 is out of range"),
        (Sprt(0, 5, beta=math.nan), "beta nan is out of range"),
    ],
)
def test_what_is_no_test(test: Sprt, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decide(lambda seeds: [], [1], test)
