"""A genetic algorithm: tournaments choose parents, pairs of parents are crossed, genes mutate, the best live on.

A gene is a weight. After each generation `parents` tournaments are held, each won by the fittest of a few candidates
drawn at random (Goldberg and Deb, A comparative analysis of selection schemes, FOGA 1991). Children have two of the
winners as parents, and each of their genes comes

- by `mask` from one parent or the other, by a coin (Syswerda, Uniform crossover in genetic algorithms, ICGA 1989);
- by `average` from halfway between them;
- by `blend` from anywhere between them and half as far again to both sides, each place as likely as another
  (BLX-0.5: Eshelman and Schaffer, Real-coded genetic algorithms and interval-schemata, FOGA 1993).

Then each gene of a child mutates with probability `rate`, by a normal step. The elite go on unchanged and are judged
anew with everybody else, so that a lucky one does not stay for its luck. The best guess is the mean of the parents:
it leaves the luck of single games out, and lies in the middle of where the fittest are.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..game import Floats, Ints
from .method import Generations, within

Crossover = Literal["mask", "average", "blend"]
BEYOND = 0.5  # how far blend goes beyond both parents, as a share of what lies between them


class Genetic(Generations):
    """A population that breeds.

    Parameters
    ----------
    start, scale, seed
        As in `Generations`; the first population lies normally about the start, which is in it.
    population : int
        Candidates of a generation, the elite among them.
    parents : int
        Tournaments held, so places among the parents; one candidate may win several.
    tournament : int
        Candidates in each; 1 is no selection at all.
    elite : int
        How many of the fittest go on unchanged; 0 for none.
    crossover : str
        `mask`, `average` or `blend`, as above.
    rate : float
        With what probability each gene of a child mutates.
    step : float
        The standard deviation of that, in scales.
    decay : float
        What `step` is multiplied by from one generation to the next; 1 leaves it as it is.

    Raises InputError for values out of range. Never done: whoever runs it says how long.
    """

    def __init__(
        self,
        start: ArrayLike,
        scale: ArrayLike,
        seed: int = 0,
        *,
        population: int = 50,
        parents: int = 20,
        tournament: int = 3,
        elite: int = 2,
        crossover: Crossover = "blend",
        rate: float = 0.2,
        step: float = 0.3,
        decay: float = 1.0,
    ) -> None:
        within("genetic", "population", population, 2, 100_000)
        within("genetic", "parents", parents, 2, 100_000)
        within("genetic", "tournament", tournament, 1, population)
        within("genetic", "elite", elite, 0, population - 1)
        within("genetic", "rate", rate, 0, 1)
        within("genetic", "step", step, 0, 1e6)
        within("genetic", "decay", decay, 0.5, 1)
        if crossover not in get_args(Crossover):
            raise InputError(
                f"crossover={crossover} of method 'genetic' is unknown; choose from {', '.join(get_args(Crossover))}"
            )
        self.population, self.parents, self.tournament, self.elite = population, parents, tournament, elite
        self._crossover, self._rate, self._step, self._decay = crossover, rate, step, decay
        super().__init__(start, scale, seed)

    def _first(self, rng: np.random.Generator) -> Floats:
        return self._around(self.start, 1.0, self.population, rng)

    def _next(self, asked: Floats, fitness: Floats, rng: np.random.Generator) -> Floats:
        order = np.argsort(-fitness, kind="stable")
        ranked = asked[order]
        pool = ranked[winners(self.population, self.parents, self.tournament, rng)]
        self._mean = pool.mean(axis=0)
        children = self.population - self.elite
        first = rng.integers(len(pool), size=children)
        second = (first + rng.integers(1, len(pool), size=children)) % len(pool)  # another place than the first
        born = crossed(pool[first], pool[second], self._crossover, rng)
        return np.concatenate([ranked[: self.elite], self._mutated(born, rng)])

    def _mutated(self, born: Floats, rng: np.random.Generator) -> Floats:
        """[N, D] the children with some of their genes moved."""
        hit = rng.random(born.shape) < self._rate
        width = self._step * self._decay ** (self.generation - 1) * self.scale
        mutated: Floats = born + hit * width * rng.standard_normal(born.shape)
        return mutated


def winners(candidates: int, tournaments: int, size: int, rng: np.random.Generator) -> Ints:
    """[tournaments] the rank (0 is the fittest) that wins each tournament among `size` different candidates."""
    drawn = [rng.choice(candidates, size, replace=False, shuffle=False).min() for _ in range(tournaments)]
    return np.array(drawn, np.int64)


def crossed(a: Floats, b: Floats, how: Crossover, rng: np.random.Generator) -> Floats:
    """[N, D] a child of each pair of rows of `a` and `b` [N, D]."""
    if how == "average":
        share = np.full(a.shape, 0.5)
    elif how == "mask":
        share = rng.integers(2, size=a.shape).astype(np.float64)
    else:
        share = rng.random(a.shape) * (1 + 2 * BEYOND) - BEYOND
    child: Floats = a * (1 - share) + b * share  # exactly a gene of one parent where the share is 0 or 1
    return child
