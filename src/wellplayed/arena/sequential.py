"""Stopping as soon as it is clear: Wald's sequential test of who is stronger, on matches with draws.

H0: the first player is `elo0` Elo points stronger or less. H1: he is `elo1` or more. After every batch of matches the
logarithm of the likelihood ratio is compared with two bounds (Wald, Annals of Mathematical Statistics 16, 1945):
log((1 - beta) / alpha), from which on H1 is accepted, and log(beta / (1 - alpha)), down from which H0 is. Wrong answers
are then about as rare as alpha (H1 though H0 is true) and beta; between the hypotheses either may come out.

The share of draws is unknown, so the ratio is the generalised one (Li, Liu and Ying, Sequential Analysis 33, 2014), in
the normal approximation with which chess engines are tested (Van den Bergh, GSPRT approximation, 2016, and the code in
his "The SPRT without draw model, Elo model, or whatever", talkchess.com, August 2016). With n matches, their mean score
m and variance v, and the scores s0 and s1 that the hypotheses expect:

    LLR = n (s1 - s0) (2 m - s0 - s1) / (2 v)

There v is 0 as long as all matches came out the same. So half a win, half a draw and half a loss are added.

Whole batches are played, always of the same size, so that a result depends on neither workers nor their speed. What is
played beyond the bound makes errors rarer than alpha and beta say: 4% and less for 5% in the simulations of
tests/arena/test_sequential.py.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..errors import InputError
from .ratings import Tally, expected
from .versus import Match, tally

BATCH = 64
SMOOTH = 0.5  # of each outcome, added to those found
MOST_ELO = 2_000.0  # hypotheses beyond this are the same as a certain win


class Sprt(NamedTuple):
    """The test's two hypotheses, in Elo points, and how often it may be wrong under each."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio at and below which H0 is accepted, and the one at and above which H1 is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def checked(self) -> "Sprt":
        """The same test. Raises InputError where it makes no sense."""
        if not (-MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO):
            raise InputError(
                f"hypotheses {self.elo0:g} and {self.elo1:g} are no test; give two Elo differences, the lower first"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InputError(f"{name} {value:g} is out of range; choose more than 0 and less than 0.5")
        return self


class Step(NamedTuple):
    """The test after a batch."""

    results: Tally
    llr: float
    verdict: str  # H0, H1, or empty where it is still open


def llr(results: Tally, test: Sprt) -> float:
    """The logarithm of the likelihood ratio of H1 to H0, by the formula above."""
    wins, draws, losses = (count + SMOOTH for count in results)
    n = wins + draws + losses
    mean = (wins + draws / 2) / n
    variance = (wins + draws / 4) / n - mean**2
    s0, s1 = expected(test.elo0), expected(test.elo1)
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


def judged(results: Tally, test: Sprt) -> Step:
    """Where the test stands with these results."""
    ratio, (low, high) = llr(results, test), test.bounds
    return Step(results, ratio, "H1" if ratio >= high else "H0" if ratio <= low else "")


def decide(
    play: Callable[[list[int]], list[Match]],
    seeds: Sequence[int],
    test: Sprt,
    *,
    batch: int = BATCH,
    told: Callable[[Step], None] | None = None,
) -> tuple[list[Match], list[Step]]:
    """Play matches with `seeds` in order, `batch` at a time, until the test is decided or there are no more seeds.

    `play` plays the matches of some seeds; `told` hears of every step. Returns the matches played and all steps; the
    verdict of the last one is empty where the seeds ran out. Raises InputError for a test that makes no sense.
    """
    test.checked()
    matches: list[Match] = []
    steps: list[Step] = []
    for start in range(0, len(seeds), batch):
        matches += play(list(seeds[start : start + batch]))
        steps.append(judged(tally(matches), test))
        if told is not None:
            told(steps[-1])
        if steps[-1].verdict:
            break
    return matches, steps
