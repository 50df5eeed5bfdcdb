"""Runs of tuning that nobody played: their fitnesses are made up, all else is as `tune` writes it."""

from pathlib import Path

import numpy as np

from wellplayed.tuning.configuration import Configuration
from wellplayed.tuning.journal import NAME, Check, Generation, Journal
from wellplayed.tuning.methods import method
from wellplayed.tuning.run import begun
from wellplayed.tuning.subject import Subject

NAMES = ("holes", "bumpiness", "lines")
SUBJECT = Subject("classic:height=6", "linear", NAMES, (0.0, -0.5, 0.0), (0.5, 0.4, 4.0), {})


def configuration(generations: int = 10, spec: str = "cross_entropy:population=8") -> Configuration:
    return Configuration(spec, "lines", SUBJECT, games=4, generations=generations, every=2, validation=20)


class MadeUp:
    """A run in a folder that can be gone on with."""

    def __init__(self, folder: Path, what: Configuration | None = None) -> None:
        self.folder, self.configuration = folder, what or configuration()
        c = self.configuration
        begun(folder, c)
        self.method = method(c.method, np.array(c.subject.start), np.array(c.subject.scale), c.seed)
        self.means = [np.array(c.subject.start)]
        self.journal = Journal(folder / NAME, c.digest())
        self.check()

    def check(self) -> None:
        done = len(self.means) - 1
        self.journal.add(Check(done, (10**9, 20), self.means[-1].tolist(), 3.0 + 10 * done, 500))

    def generation(self) -> None:
        """Add one more, whose best candidate has 100 times its number."""
        number, candidates = len(self.means), self.method.ask()
        fitness = (100.0 * number * np.arange(1, len(candidates) + 1) / len(candidates)).tolist()
        error = [0.0] * len(candidates)
        self.journal.reserve(candidates.size)
        self.journal.add(Generation(number, (1 << 63, 4), candidates.tolist(), fitness, error, [], 1000, 0.0))
        self.method.tell(np.array(fitness))
        self.means.append(self.method.mean)

    def close(self) -> None:
        self.journal.close()
