"""What many games say about one player: the mean with its uncertainty, by resampling the games themselves.

Lines per game are close to exponential: the standard deviation is about the mean, and the median is 0.69 of it. A mean
without its interval therefore says little, and n games give it to about 1/sqrt(n).
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Floats

RESAMPLES = 4_000  # the ends of a 95% interval are then known to 2% of its width
BLOCK = 1_000_000  # numbers drawn at a time, 8 MB
PLENTY = 50_000  # values from which on the normal interval and the bootstrap agree to their last useful digit
NORMAL = 1.959964  # the 97.5% quantile of the normal distribution
# The same of Student's t with 1 to 30 degrees of freedom: Fisher and Yates, Statistical Tables, 1938, table III.
STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


class Summary(NamedTuple):
    """A sample of games in one line. `se`, `low` and `high` are nan for a single game."""

    games: int
    mean: float
    se: float  # standard error of the mean
    median: float
    low: float  # 95% interval of the mean
    high: float
    capped: int  # games stopped by the cap on pieces, counted with what they had; the mean is then too low


def summarise(values: Any, capped: int = 0, *, seed: int = 0) -> Summary:
    """Mean, median, standard error and a 95% interval of the mean of `values` [n].

    The interval is the percentile bootstrap (Efron, Annals of Statistics 7, 1979): 4,000 samples of n values drawn with
    replacement from the given ones, and the 2.5% and 97.5% quantiles of their means. The draws come from a fixed
    `seed`, so the same values always give the same interval. From 50,000 values on it is mean ± 1.96 standard errors.
    Raises InputError where there is no value.
    """
    sample = np.asarray(values, np.float64).reshape(-1)
    n = len(sample)
    if not n:
        raise InputError("there are no games to summarise; play at least one")
    mean, median = float(sample.mean()), float(np.median(sample))
    if n == 1:
        return Summary(1, mean, math.nan, median, math.nan, math.nan, capped)
    se = float(sample.std(ddof=1)) / math.sqrt(n)
    if n >= PLENTY:
        return Summary(n, mean, se, median, mean - NORMAL * se, mean + NORMAL * se, capped)
    low, high = np.quantile(_means(sample, np.random.default_rng(seed)), (0.025, 0.975))
    return Summary(n, mean, se, median, float(low), float(high), capped)


def paired(a: Any, b: Any) -> Summary:
    """The differences a - b of two players on the same seeds, [n] each, summarised.

    Raises InputError where the lengths differ or there is no value.
    """
    first, second = np.asarray(a, np.float64).reshape(-1), np.asarray(b, np.float64).reshape(-1)
    if len(first) != len(second):
        raise InputError(f"{len(first)} and {len(second)} games cannot be paired; play both on the same seeds")
    return summarise(first - second)


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t with `freedom` degrees of freedom (at least 1), to three digits."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    # The expansion in 1/freedom: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    z = NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def log_interval(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Geometric mean, standard error and 95% interval of positive `values` [n], by Student's t over their logarithms.

    All but the mean are nan for a single value.
    """
    logs = np.log(np.asarray(values, np.float64))
    centre = float(logs.mean())
    mean, n = math.exp(centre), len(logs)
    if n == 1:
        return mean, math.nan, math.nan, math.nan
    spread = float(logs.std(ddof=1)) / math.sqrt(n)
    reach = student(n - 1) * spread
    return mean, mean * spread, math.exp(centre - reach), math.exp(centre + reach)


def _means(sample: Floats, rng: np.random.Generator) -> Floats:
    """[RESAMPLES] the means of samples drawn with replacement from `sample` [n]."""
    n, means = len(sample), np.empty(RESAMPLES)
    rows = max(1, BLOCK // n)
    for start in range(0, RESAMPLES, rows):
        block = means[start : start + rows]
        block[:] = sample[rng.integers(n, size=(len(block), n))].mean(axis=1)
    return means
