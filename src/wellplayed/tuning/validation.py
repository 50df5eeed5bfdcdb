"""How good the weights of a run really are: they and the start, in games that had no part in finding them.

The best of many candidates is partly the luckiest, so what it did while it was chosen is too high. Here both play the
same fresh games, and what is told is their means and how far they are apart.
"""

import json
import math
from typing import Any, NamedTuple

import numpy as np

from ..arena.parallel import Progress
from . import seeds as of
from .configuration import replaced
from .measures import Interval
from .run import Run

NAME = "validation.json"


class Validation(NamedTuple):
    """The weights of a run, measured."""

    run: str  # digest
    generation: int  # after which they were the method's best guess; 0 is the start itself
    generations: int  # of the run
    seeds: tuple[int, int]  # the first, and how many
    best: Interval
    start: Interval
    apart: Interval  # how much better than the start
    factor: bool  # `apart` is a factor, not a difference


def validated(run: Run, progress: Progress | None = None) -> Validation:
    """Measure the best weights of a run that is over, and keep that as validation.json; a file that fits is read.

    `progress` is called with (pieces, games) done, of `games(run)` in all. Raises InputError where games cannot be
    played, or the file cannot be written.
    """
    path = run.folder / NAME
    best, done = run.best, len(run.journal.generations)
    try:
        found = from_json(json.loads(path.read_text("utf-8")))
        if (found.run, found.generation, found.generations) == (run.configuration.digest(), best.check, done):
            return found
    except (OSError, ValueError, TypeError, KeyError):
        pass
    seeds = of.validation(run.configuration.validation)
    both = np.array([best.weights, run.configuration.subject.start])
    fitness = run.objective.score(both if best.check else both[:1], seeds, progress)
    measure, first, last = run.objective.measure, fitness.games[0], fitness.games[-1]
    found = Validation(
        run.configuration.digest(), best.check, done, (seeds[0], len(seeds)), measure.interval(first),
        measure.interval(last), measure.apart(first, last), measure.factor,
    )  # fmt: skip
    replaced(path, json.dumps(as_json(found), indent=1) + "\n")
    return found


def games(run: Run) -> int:
    """How many games a validation plays."""
    return run.configuration.validation * (2 if run.best.check else 1)


def as_json(found: Validation) -> dict[str, Any]:
    """The figures as plain data; what is not a number becomes None."""
    data = found._asdict()
    for name in ("best", "start", "apart"):
        data[name] = {key: None if math.isnan(value) else value for key, value in data[name]._asdict().items()}
    return data


def from_json(data: dict[str, Any]) -> Validation:
    """What `as_json` made plain data of. Raises ValueError, TypeError or KeyError for anything else."""
    parts = {
        name: Interval(**{key: math.nan if value is None else value for key, value in data[name].items()})
        for name in ("best", "start", "apart")
    }
    return Validation(**{**data, **parts, "seeds": tuple(data["seeds"])})
