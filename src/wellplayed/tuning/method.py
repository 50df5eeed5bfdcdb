"""Ask and tell: what every way of tuning weights offers, and the part of it that all of them share.

A method asks for candidates, is told how well each of them did, and asks for the next ones. It plays nothing itself and
knows no game, so a run is nothing but a list of fitnesses, and telling that list again brings a method back to where it
was: told the same, it asks for the same, bit for bit (on one machine with one NumPy). To that end each generation draws
from a stream of its own, made of the seed and the generation's number.

Fitness is noisy: a game's lines vary as much as their mean. So no method believes in the best value it ever saw, and
`mean` is an average or a position that did well for long, never a single lucky candidate.
"""

from abc import ABC, abstractmethod
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Floats
from ..rng import as_seeds

NEWEST = 0.2  # what a generation counts in what is smoothed; the last ten count nine tenths


class Method(Protocol):
    """A way of tuning D weights, by ask and tell. Higher fitness is better."""

    def ask(self) -> Floats:
        """[N, D] the candidates of the generation; the same ones until their fitness is told. [0, D] when done."""
        ...

    def tell(self, fitness: ArrayLike) -> None:
        """Take the fitness [N] of those candidates and go on to the next generation.

        Raises InputError for another number of values or one that is not finite; nothing has changed then.
        """
        ...

    @property
    def mean(self) -> Floats:
        """[D] the best guess now."""
        ...

    @property
    def done(self) -> bool:
        """Whether the method has nothing left to ask."""
        ...


class Generations(ABC):
    """A `Method` that makes one generation out of the last one; the base of all methods here.

    Parameters
    ----------
    start : array
        [D] where the search begins.
    scale : array
        [D] how large a step matters for each weight, more than 0.
    seed : int
        0 to 2**64 - 1.

    Raises InputError for a start, scale or seed that cannot be used.
    """

    def __init__(self, start: ArrayLike, scale: ArrayLike, seed: int) -> None:
        self.start, self.scale = as_start(start, scale)
        self.seed = int(as_seeds([seed])[0])
        self.generation = 0  # how many have been told
        self._mean = self.start
        self._done = False
        self._asked = self._first(self._stream())

    def ask(self) -> Floats:
        """[N, D] the candidates of the generation; [0, D] when done."""
        return self._asked.copy()

    def tell(self, fitness: ArrayLike) -> None:
        """Take their fitness [N]. Raises InputError for another number of values or one that is not finite."""
        told = as_fitness(fitness, len(self._asked))
        if self._done:
            return
        self.generation += 1
        following = self._next(self._asked, told, self._stream())
        self._asked = following[:0] if self.done else following

    @property
    def mean(self) -> Floats:
        """[D] the best guess now."""
        return self._mean.copy()

    @property
    def done(self) -> bool:
        """Whether there is nothing left to ask."""
        return self._done

    @abstractmethod
    def _first(self, rng: np.random.Generator) -> Floats:
        """[N, D] the first candidates."""

    @abstractmethod
    def _next(self, asked: Floats, fitness: Floats, rng: np.random.Generator) -> Floats:
        """[N, D] the candidates that follow `asked` [N, D] with that fitness [N]; sets `_mean` and `_done` as well."""

    def _around(self, center: Floats, spread: float, count: int, rng: np.random.Generator) -> Floats:
        """[count, D] normal about `center`, `spread` scales wide, the first one being the centre itself."""
        around: Floats = center + spread * self.scale * rng.standard_normal((count, len(center)))
        around[0] = center
        return around

    def _stream(self) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(self.generation,)))


def as_start(start: ArrayLike, scale: ArrayLike) -> tuple[Floats, Floats]:
    """Both as float64 [D], copied. Raises InputError where they do not fit, or a number cannot be used."""
    first, steps = _vector("start", start), _vector("scale", scale)
    if len(first) != len(steps):
        raise InputError(f"start has {len(first)} weights and scale {len(steps)}; give one step for each weight")
    if not (steps > 0).all():
        bad = int(np.argmin(steps > 0))
        raise InputError(f"scale {bad} is {steps[bad]:g}; give a step of more than 0 for each weight")
    return first, steps


def as_fitness(fitness: ArrayLike, count: int) -> Floats:
    """Fitness as float64 [count]. Raises InputError for another number of values or one that is not finite."""
    told = np.array(fitness, np.float64)
    if told.shape != (count,):
        raise InputError(f"fitness of shape {told.shape} for {count} candidates; give one number for each")
    if not np.isfinite(told).all():
        bad = int(np.argmin(np.isfinite(told)))
        raise InputError(f"the fitness of candidate {bad} is {told[bad]}; give a finite number")
    return told


def smoothed(before: Floats | None, now: Floats) -> Floats:
    """What was told over the last few generations, the newest counting most; `now` where there was none before.

    Two candidates judged by the same games in each generation can be compared by it.
    """
    return now if before is None else (1 - NEWEST) * before + NEWEST * now


def within(method: str, option: str, value: float, least: float, most: float) -> None:
    """Raises InputError where an option of a method is out of range."""
    if not least <= value <= most:
        raise InputError(f"{option}={value:g} of method {method!r} is out of range; choose {least:g} to {most:g}")


def _vector(what: str, values: ArrayLike) -> Floats:
    """At least one finite number in a row, copied."""
    try:
        vector = np.array(values, np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{what} {values!r} is no list of numbers; give one for each weight") from None
    if vector.ndim != 1 or not vector.size:
        raise InputError(f"{what} of shape {vector.shape} is no list of weights; give at least one number, in a row")
    if not np.isfinite(vector).all():
        bad = int(np.argmin(np.isfinite(vector)))
        raise InputError(f"{what} {bad} is {vector[bad]}; give a finite number")
    return vector
