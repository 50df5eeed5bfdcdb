"""The list of methods, and how a spec such as `cross_entropy:noise=constant` becomes one."""

import functools
from collections.abc import Callable
from typing import NamedTuple

from numpy.typing import ArrayLike

from ..errors import InputError, unknown
from ..spec import Spec, build, parse
from .annealing import Annealing
from .cma_es import CmaEs
from .cross_entropy import CrossEntropy
from .genetic import Genetic
from .method import Method


class Entry(NamedTuple):
    """One named method."""

    name: str
    about: str
    source: str
    make: Callable[..., Method]  # from start, scale, seed and the options by name
    options: str  # with their defaults, as a spec
    ranked: bool = True  # goes by who is better and not by how much, so it may be told places in a race


METHODS = (
    Entry(
        "genetic",
        "a population that breeds: tournaments, crossover, mutation, and the elite lives on",
        "Holland, Adaptation in natural and artificial systems, 1975; Lee, Tetris AI: the (near) perfect bot, 2013",
        Genetic,
        "population=50, parents=20, tournament=3, elite=2, crossover=blend|mask|average, rate=0.2, step=0.3, decay=1",
    ),
    Entry(
        "annealing",
        "chains that walk at random, accept what is worse while they are hot, and cool down",
        "Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, Science 220, 1983",
        Annealing,
        "chains=8, steps=200, restarts=1000, schedule=geometric|linear, temperature=none (measured), final=0.0001, "
        "step=1",
        ranked=False,
    ),
    Entry(
        "cross_entropy",
        "a normal distribution that follows its best samples, with noise that keeps it from narrowing too early",
        "Szita and Lorincz, Learning Tetris using the noisy cross-entropy method, Neural Computation 18, 2006",
        CrossEntropy,
        "population=100, elite=0.1, noise=decreasing|constant|none, variance=none (the paper's), fade=50",
    ),
    Entry(
        "cma_es",
        "a normal distribution that learns how the weights hang together; learning rates follow the noise",
        "Hansen, arXiv:1604.00772; Nomura, Akimoto and Ono, CMA-ES with learning rate adaptation, GECCO 2023",
        CmaEs,
        "population=none (4 + 3 ln D), step=1, adapt=on|off, restarts=3, growth=2",
    ),
)


def method(spec: str | Spec, start: ArrayLike, scale: ArrayLike, seed: int = 0) -> Method:
    """The method that a spec names, at its first generation.

    Parameters
    ----------
    spec : str or Spec
        A name of `METHODS`, with options.
    start, scale : array
        [D] where the search begins and how large a step matters for each weight.
    seed : int
        0 to 2**64 - 1.

    Raises
    ------
    InputError
        For an unknown method or option, or a value that cannot be used.
    """
    if isinstance(spec, str):
        spec = parse(spec)
    entry = _entry(spec)
    if entry is None:
        raise unknown("method", spec.name, [entry.name for entry in METHODS])
    return build("method", spec, functools.partial(entry.make, start, scale, seed))


def raced(spec: str) -> None:
    """Raises InputError for a method that must be told how much better one is, since a race tells places alone."""
    entry = _entry(parse(spec))
    if entry is not None and not entry.ranked:
        ranked = ", ".join(entry.name for entry in METHODS if entry.ranked)
        raise InputError(
            f"{entry.name} goes by how much better one is, and a race tells places: leave --race out, or use {ranked}"
        )


def _entry(spec: Spec) -> Entry | None:
    return next((entry for entry in METHODS if entry.name == spec.name.replace("-", "_")), None)
