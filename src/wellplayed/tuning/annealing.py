"""Simulated annealing: walk about at random, accept what is better always and what is worse while it is still hot.

A worse neighbour is accepted with probability exp(-loss / temperature), and the temperature falls (Kirkpatrick, Gelatt
and Vecchi, Optimization by simulated annealing, Science 220, 1983). Several chains walk at once, each on its own.

Fitness is noisy, so a position and its neighbour are judged in the same generation, by the same games: one evaluation
in two is spent on the position where a chain already stands. With them goes the champion, the best guess of the last
run and at first the start. Which of the chains and the champion is best is read from their fitness smoothed over the
last few generations, again by the same games.

Neighbours are a normal step away, whose width falls with the root of the temperature: so does the width of where a
chain stays about a smooth maximum. Without a temperature given, a run begins at the one at which half the loss of the
middle step is accepted, measured on its first steps; whatever fitness is counted in, lines or points, then fits.
After the last step of a run all chains start again about the best guess, hot, and the temperature is measured anew.
Where fitness grows a thousandfold on the way, as lines do from weights of 0, one run is not enough: its temperature was
measured at the bad beginning and is next to nothing for what the chains find later.
"""

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Bools, Floats
from .method import Generations, smoothed, within

Schedule = Literal["geometric", "linear"]


class Annealing(Generations):
    """Chains that walk and cool.

    Parameters
    ----------
    start, scale, seed
        As in `Generations`; the first chain begins at the start, the others normally about it.
    chains : int
        How many walk at once; a generation has two candidates for each, and the champion.
    steps : int
        Generations of a run, from hot to cold.
    restarts : int
        Further runs, each from the best guess of the one before; so many by default that whoever runs it says how long.
    schedule : str
        How the temperature falls: `geometric` by the same factor each step, or `linear`.
    temperature : float, optional
        The first one, in units of fitness; measured by default.
    final : float
        The last one, as a share of the first.
    step : float
        The first width of a step, in scales.

    Raises InputError for values out of range. Done after the last run.
    """

    def __init__(
        self,
        start: ArrayLike,
        scale: ArrayLike,
        seed: int = 0,
        *,
        chains: int = 8,
        steps: int = 200,
        restarts: int = 1_000,
        schedule: Schedule = "geometric",
        temperature: float | None = None,
        final: float = 0.0001,
        step: float = 1.0,
    ) -> None:
        within("annealing", "chains", chains, 1, 100_000)
        within("annealing", "steps", steps, 2, 1_000_000)
        within("annealing", "restarts", restarts, 0, 1_000_000)
        within("annealing", "final", final, 1e-12, 1)
        within("annealing", "step", step, 1e-9, 1e6)
        if temperature is not None:
            within("annealing", "temperature", temperature, 0, 1e100)
        if schedule not in get_args(Schedule):
            raise InputError(
                f"schedule={schedule} of method 'annealing' is unknown; choose from {', '.join(get_args(Schedule))}"
            )
        self.chains, self.steps, self.runs = chains, steps, restarts + 1
        self._schedule, self._given, self._final, self._step = schedule, temperature, final, step
        super().__init__(start, scale, seed)

    @property
    def temperature(self) -> float:
        """What the fitness told next is judged by; 0 as long as it has to be measured first."""
        return self._hottest * self.warmth(self.generation)

    def warmth(self, generation: int) -> float:
        """The temperature of a generation, counted from 0, as a share of the run's first one: 1 down to `final`."""
        gone = generation % self.steps / (self.steps - 1)
        if self._schedule == "linear":
            return 1 - gone * (1 - self._final)
        return float(self._final**gone)

    def _first(self, rng: np.random.Generator) -> Floats:
        return self._begun(rng)

    def _begun(self, rng: np.random.Generator) -> Floats:
        """The first candidates of a run from the best guess, which is its champion."""
        self._champion = self._mean
        self._chain = self._around(self._champion, self._step, self.chains, rng)
        self._form: Floats | None = None  # [1 + chains] smoothed fitness of the champion and of each chain
        self._hottest = 0.0 if self._given is None else self._given
        return self._proposed(rng)

    def _next(self, asked: Floats, fitness: Floats, rng: np.random.Generator) -> Floats:
        champion, here, there = fitness[:1], fitness[1 : 1 + self.chains], fitness[1 + self.chains :]
        gain = there - here
        if self._given is None and not self._hottest:
            self._hottest = float(np.median(np.abs(gain))) / math.log(2)
        moved = accepted(gain, self._hottest * self.warmth(self.generation - 1), rng)
        self._chain = np.where(moved[:, np.newaxis], asked[1 + self.chains :], self._chain)
        self._form = smoothed(self._form, np.concatenate([champion, np.where(moved, there, here)]))
        self._mean = np.concatenate([self._champion[np.newaxis], self._chain])[int(np.argmax(self._form))]
        self._done = self.generation == self.runs * self.steps
        return self._proposed(rng) if self.generation % self.steps else self._begun(rng)

    def _proposed(self, rng: np.random.Generator) -> Floats:
        """[1 + 2 chains, D] the champion, where the chains stand, and a neighbour of each."""
        width = self._step * math.sqrt(self.warmth(self.generation)) * self.scale
        neighbours = self._chain + width * rng.standard_normal(self._chain.shape)
        return np.concatenate([self._champion[np.newaxis], self._chain, neighbours])


def accepted(gain: Floats, temperature: float, rng: np.random.Generator) -> Bools:
    """[N] whether a step with that gain [N] in fitness is taken (Metropolis et al., J. Chem. Phys. 21, 1953)."""
    luck = rng.random(len(gain))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        chance = np.exp(np.minimum(gain, 0) / temperature) if temperature > 0 else np.zeros(len(gain))
    taken: Bools = (gain >= 0) | (luck < chance)
    return taken
