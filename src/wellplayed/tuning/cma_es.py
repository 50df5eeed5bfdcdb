"""CMA-ES: a normal distribution whose covariance learns how the weights hang together, with adapted learning rates.

The strategy is Hansen's (The CMA evolution strategy: a tutorial, arXiv:1604.00772), as the package `cmaes` has it. It
needs hardly any settings and no scale but a rough one; where weights are worth something only together, it finds the
way along the ridge. Under noise its learning rates must shrink, which they do by themselves as long as `adapt` is on:
Nomura, Akimoto and Ono, CMA-ES with learning rate adaptation, GECCO 2023.

A run ends when its distribution has collapsed, burst, or sees no difference any more. The next one begins elsewhere
with a larger population: Auger and Hansen, A restart CMA evolution strategy with increasing population size, CEC 2005.
From then on the champion, the mean of the run before, is a candidate too. A new run's mean becomes the best guess as
soon as its whole population, smoothed over the last few generations, does better than the champion in the same games.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Floats
from .method import Generations, smoothed, within

WORDS = 1 << 32  # seeds that the package takes
# A run has burst when its mean is so many scales away. The package gives up where a standard deviation exceeds 10,000,
# but greedy play minds only the direction of the weights, not their length: there a healthy run grows and grows.
FAR = 1e15


class CmaEs(Generations):
    """A normal distribution that adapts its covariance.

    Parameters
    ----------
    start, scale, seed
        As in `Generations`; the first mean and standard deviation of each weight.
    population : int, optional
        Candidates of a generation of the first run; 4 + floor(3 ln D) by default.
    step : float
        The first standard deviation, in scales.
    adapt : bool
        Whether learning rates follow the ratio of signal to noise. Much slower, but it does not lose its way.
    restarts : int
        Further runs, each from a start of its own, drawn about the first one.
    growth : float
        What the population is multiplied by from one run to the next.

    Raises InputError for values out of range, or without the package `cmaes`. Done after the last run.
    """

    def __init__(
        self,
        start: ArrayLike,
        scale: ArrayLike,
        seed: int = 0,
        *,
        population: int | None = None,
        step: float = 1.0,
        adapt: bool = True,
        restarts: int = 3,
        growth: float = 2.0,
    ) -> None:
        if population is not None:
            within("cma_es", "population", population, 4, 100_000)
        within("cma_es", "step", step, 1e-9, 1e3)
        within("cma_es", "restarts", restarts, 0, 1_000)
        within("cma_es", "growth", growth, 1, 10)
        self._population, self._step, self._adapt, self._growth = population, step, adapt, growth
        self.runs = restarts + 1
        self.run = 0  # the number of the present one
        super().__init__(start, scale, seed)

    def _first(self, rng: np.random.Generator) -> Floats:
        self._champion: Floats | None = None
        self._form: Floats | None = None  # [2] smoothed fitness of the champion and of the population
        self._strategy = self._started(np.zeros(len(self.start)), self._population)
        return self._drawn(rng)

    def _next(self, asked: Floats, fitness: Floats, rng: np.random.Generator) -> Floats:
        own = fitness[-len(self._points) :]
        ended = self._learnt(own)
        self._mean = self._judged(fitness[0], float(own.mean()))
        if not ended:
            return self._drawn(rng)
        self.run += 1
        self._done = self.run == self.runs
        return asked if self._done else self._again(rng)

    def _judged(self, champion: float, population: float) -> Floats:
        """[D] the best guess, given the fitness of the generation's first candidate and of the population."""
        mean: Floats = self.start + self.scale * self._strategy.mean
        if not np.isfinite(mean).all():
            return self._mean
        if self._champion is None:
            return mean
        self._form = smoothed(self._form, np.array([champion, population]))
        return mean if self._form[1] > self._form[0] else self._champion

    def _again(self, rng: np.random.Generator) -> Floats:
        """[N, D] the first candidates of another run."""
        self._champion, self._form = self._mean, None
        larger = round(self._strategy.population_size * self._growth)
        self._strategy = self._started(self._step * rng.standard_normal(len(self.start)), larger)
        return self._drawn(rng)

    def _started(self, point: Floats, population: int | None) -> Any:
        """A strategy that begins at `point` [D]. It works in scales from the start, so all its axes begin alike."""
        try:
            from cmaes import CMA
        except ImportError:
            raise InputError("cma_es needs the extra 'tune'; install it by: pip install 'wellplayed[tune]'") from None
        strategy = CMA(point, self._step, population_size=population, lr_adapt=self._adapt)
        strategy._tolxup = np.inf  # see FAR
        return strategy

    def _learnt(self, fitness: Floats) -> bool:
        """Tell the strategy, which minimises; whether it has come to its end."""
        with np.errstate(all="ignore"):  # what collapses or bursts is caught by its results
            self._strategy.tell(list(zip(self._points, (-fitness).tolist(), strict=True)))
            if not (np.abs(self._strategy.mean) < FAR).all():  # or it is nan
                return True
            try:
                return bool(self._strategy.should_stop())
            except np.linalg.LinAlgError:
                return True

    def _drawn(self, rng: np.random.Generator) -> Floats:
        """[N, D] candidates of the strategy, after the champion where there is one."""
        self._strategy.reseed_rng(int(rng.integers(WORDS)))
        self._points = [self._strategy.ask() for _ in range(self._strategy.population_size)]
        drawn = self.start + self.scale * np.array(self._points)
        return drawn if self._champion is None else np.concatenate([self._champion[np.newaxis], drawn])
