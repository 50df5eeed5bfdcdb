"""How strong players are by the matches they played: scores, Elo differences, and Bradley-Terry ratings of many.

A draw is half a win. In Elo's units a player who is e points stronger scores 1 / (1 + 10^(-e/400)); that is the model
of Bradley and Terry (Biometrika 39, 1952) with strengths 10^(e/400).

Where somebody won every match no finite rating fits. So every pair that met is given half a match more, drawn: a
hundred wins of a hundred are then 1,041 Elo, ten of ten 645. It moves a rating towards the others by less than its
interval is wide, and by nothing to speak of where results are mixed.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Floats

NORMAL = 1.959964  # the 97.5% quantile of the normal distribution
PRIOR = 0.5  # drawn matches added to every pair that met
ELO = 400 / math.log(10)  # Elo points in a natural unit of the logarithm of strength
CLOSE, ROUNDS = 1e-10, 100_000  # when the strengths have settled; rounds are a matter of milliseconds


class Tally(NamedTuple):
    """Results of one player against another."""

    wins: int
    draws: int
    losses: int

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share that was won; nan without matches."""
        return (self.wins + self.draws / 2) / self.matches if self.matches else math.nan

    def turned(self) -> "Tally":
        """The same from the other side."""
        return Tally(self.losses, self.draws, self.wins)


class Rating(NamedTuple):
    """Elo points with their 95% interval."""

    elo: float
    low: float
    high: float


def elo(score: float) -> float:
    """The Elo difference at which a player expects this score; infinite for 0 and 1."""
    return math.copysign(math.inf, score - 0.5) if score in (0, 1) else ELO * math.log(score / (1 - score))


def expected(difference: float) -> float:
    """The score that a player expects who is so many Elo points stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


def score_interval(results: Tally) -> tuple[float, float]:
    """The 95% interval of the score.

    It is Wilson's (Journal of the American Statistical Association 22, 1927), which has a width even where all matches
    were won, with the variance that draws leave: where a share d is drawn, a match with the expected score s has
    variance s(1 - s) - d/4, and the interval holds every s for which the score found is within 1.96 standard
    errors. d is the share among the matches and two decided ones, so that draws alone do not prove that all will be.
    In simulations of 30 matches and more with scores up to 0.9 it holds the true one in 92% of cases at least, and in
    94 to 96% as a rule (tests/arena/test_ratings.py). Raises InputError without matches.
    """
    n = results.matches
    if not n:
        raise InputError("there are no matches to rate; play at least one")
    s, drawn, c = results.score, results.draws / (n + 2), NORMAL**2 / n
    reach = math.sqrt(c * (4 * s * (1 - s) - drawn + c * (1 - drawn)))
    low, high = (2 * s + c - reach) / (2 + 2 * c), (2 * s + c + reach) / (2 + 2 * c)
    return 0.0 if s == 0 else low, 1.0 if s == 1 else high


def difference(results: Tally) -> Rating:
    """By how many Elo points the first player is stronger; an end of the interval may be infinite.

    The figure counts half a drawn match more, as `ratings` does; the interval is that of the score.
    """
    low, high = score_interval(results)
    wins, n = results.wins + (results.draws + PRIOR) / 2, results.matches + PRIOR
    return Rating(elo(wins / n), elo(low), elo(high))


def ratings(players: int, results: Mapping[tuple[int, int], Tally], anchor: int | None = None) -> list[Rating]:
    """Bradley-Terry ratings in Elo points, their mean 0, or that of the player `anchor`.

    `results` has for pairs (i, j) of player numbers, each once, the tally of i against j. Strengths by the MM algorithm
    (Hunter, Annals of Statistics 32, 2004, equation 3), with half a drawn match more for every pair.

    Intervals come from the observed information I, the curvature of the likelihood, and not from resampled seeds,
    which give no width where somebody won every match. The likelihood takes a draw for half a win, as if its variance
    were that of a coin; so the covariance is I⁻ J I⁻, where J has the variance with draws of each pair's results, as
    in `score_interval` (a sandwich: White, Econometrica 50, 1982). Raises InputError where players were not compared
    with the others, directly or through third ones.
    """
    wins, games = np.zeros((players, players)), np.zeros((players, players))
    for (i, j), found in results.items():
        if found.matches:
            wins[i, j] += found.wins + found.draws / 2 + PRIOR / 2
            wins[j, i] += found.losses + found.draws / 2 + PRIOR / 2
            games[i, j] += found.matches + PRIOR
            games[j, i] += found.matches + PRIOR
    _connected(games)
    logs = np.log(_strengths(wins, games))
    covariance = _covariance(logs, games, results)
    shift = logs[anchor] if anchor is not None else logs.mean()
    found_ratings = []
    for i in range(players):
        variance = covariance[i, i]
        if anchor is not None:
            variance = covariance[i, i] + covariance[anchor, anchor] - 2 * covariance[i, anchor]
        centre, reach = ELO * (logs[i] - shift), ELO * NORMAL * math.sqrt(max(variance, 0.0))
        found_ratings.append(Rating(float(centre), float(centre - reach), float(centre + reach)))
    return found_ratings


def _strengths(wins: Floats, games: Floats) -> Floats:
    """[n] strengths with geometric mean 1, by Hunter's iteration."""
    strengths, won = np.ones(len(wins)), wins.sum(axis=1)
    for _ in range(ROUNDS):
        before = strengths
        strengths = won / (games / (before[:, None] + before[None, :])).sum(axis=1)
        strengths = strengths / np.exp(np.log(strengths).mean())
        if np.abs(np.log(strengths / before)).max() < CLOSE:
            break
    return np.asarray(strengths)


def _covariance(logs: Floats, games: Floats, results: Mapping[tuple[int, int], Tally]) -> Floats:
    """[n, n] covariance of the logarithms of strengths, their mean 0."""
    share = 1 / (1 + np.exp(logs[None, :] - logs[:, None]))
    information, spread = games * share * (1 - share), np.zeros_like(games)
    for (i, j), found in results.items():
        n = found.matches + PRIOR
        score, drawn = (found.wins + (found.draws + PRIOR) / 2) / n, (found.draws + PRIOR) / (n + 2)
        if found.matches:
            spread[i, j] += n * (score * (1 - score) - drawn / 4)
            spread[j, i] = spread[i, j]
    inverse = np.linalg.pinv(_laplacian(information))
    return np.asarray(inverse @ _laplacian(spread) @ inverse)


def _laplacian(pairs: Floats) -> Floats:
    """The quadratic form of what counts for differences of two."""
    return np.asarray(np.diag(pairs.sum(axis=1)) - pairs)


def _connected(games: Floats) -> None:
    """Raises InputError where some players never met the others, even through third ones."""
    reached, edge = {0}, [0]
    while edge:
        new = {int(j) for j in np.flatnonzero(games[edge.pop()])} - reached
        reached |= new
        edge += new
    if len(reached) < len(games):
        alone = sorted(set(range(len(games))) - reached)
        raise InputError(f"player {alone[0]} met none of the others; play more pairs")
