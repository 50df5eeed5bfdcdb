"""Noisy cross-entropy: sample from a normal distribution, fit it to the best tenth, widen it a little, go on.

Each weight has its own mean and variance. A generation is drawn from them, the elite are its best candidates, and the
next mean and variance are those of the elite (De Boer et al., A tutorial on the cross-entropy method, Annals of
Operations Research 134, 2005). Alone this narrows too early, so a variance is added to what the elite show: Szita and
Lorincz, Learning Tetris using the noisy cross-entropy method, Neural Computation 18, 2006.

Their settings are the defaults: 100 candidates of which 10 are the elite, and in generation t a variance added of 4
("constant"), or of max(5 - t / 10, 0) ("decreasing"), beside 100 at the beginning. Here all is told in units of the
scale, whose square is the first variance: 0.04, or 0.05 falling to nothing over 50 generations. A start of 0 and a
scale of 10 for every weight are the paper's own numbers. It played one game for each candidate.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Floats
from .method import Generations, within

Noise = Literal["decreasing", "constant", "none"]
VARIANCE = {"decreasing": 0.05, "constant": 0.04, "none": 0.0}  # of scale squared: 5, 4 and 0 of 100
COLLAPSED = 1e-12  # of the scale: narrower than this, all candidates are one


class CrossEntropy(Generations):
    """A normal distribution that follows its best samples.

    Parameters
    ----------
    start, scale, seed
        As in `Generations`; the first mean and standard deviation of each weight.
    population : int
        Candidates of a generation.
    elite : float
        The share of them that the next distribution is fitted to; two candidates at least.
    noise : str
        How the added variance goes on: `decreasing` to nothing, `constant`, or `none` at all.
    variance : float, optional
        That variance at the beginning, in units of scale squared; the paper's by default.
    fade : int
        Generations until decreasing noise has gone.

    Raises InputError for values out of range. Done when the distribution has shrunk to a point.
    """

    def __init__(
        self,
        start: ArrayLike,
        scale: ArrayLike,
        seed: int = 0,
        *,
        population: int = 100,
        elite: float = 0.1,
        noise: Noise = "decreasing",
        variance: float | None = None,
        fade: int = 50,
    ) -> None:
        within("cross_entropy", "population", population, 4, 100_000)
        within("cross_entropy", "elite", elite, 0.001, 0.9)
        within("cross_entropy", "fade", fade, 1, 1_000_000)
        if noise not in VARIANCE:
            raise InputError(f"noise={noise} of method 'cross_entropy' is unknown; choose from {', '.join(VARIANCE)}")
        if variance is None:
            variance = VARIANCE[noise]
        elif noise == "none":
            raise InputError("variance is nothing without noise; choose noise=constant or noise=decreasing")
        within("cross_entropy", "variance", variance, 0, 1e6)
        self.population, self.elite = population, max(2, round(elite * population))
        self._noise, self._variance, self._fade = noise, variance, fade
        super().__init__(start, scale, seed)

    @property
    def spread(self) -> Floats:
        """[D] the standard deviation of the candidates now."""
        return self._spread.copy()

    def added(self, generation: int) -> float:
        """The variance added to what the elite show, in units of scale squared, before `generation`, 1 or more."""
        left = max(0.0, 1 - generation / self._fade) if self._noise == "decreasing" else 1.0
        return self._variance * left

    def _first(self, rng: np.random.Generator) -> Floats:
        self._spread = self.scale.copy()
        return self._drawn(rng)

    def _next(self, asked: Floats, fitness: Floats, rng: np.random.Generator) -> Floats:
        elite = asked[np.argsort(-fitness, kind="stable")[: self.elite]]
        self._mean = elite.mean(axis=0)
        self._spread = np.sqrt(elite.var(axis=0) + self.added(self.generation) * self.scale**2)
        self._done = bool((self._spread < COLLAPSED * self.scale).all())
        return self._drawn(rng)

    def _drawn(self, rng: np.random.Generator) -> Floats:
        """[population, D] candidates of the distribution."""
        drawn: Floats = self._mean + self._spread * rng.standard_normal((self.population, len(self._mean)))
        return drawn
