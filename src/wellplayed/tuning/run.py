"""A run: a method's generations, played and kept one by one in a folder, and gone on with after any interruption.

    run.toml         what the run is (configuration.py)
    journal.jsonl    what was computed (journal.py)
    best.toml        the best weights so far, for `weights=FILE` and wherever a player is named
    validation.json  how good they are, in games that had no part in finding them (validation.py)

To go on is to tell the method again what the journal says: methods are told fitnesses and nothing else. Then it asks
what it would have asked, to the last bit. Where it does not, something else has changed, and the run stops.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

import numpy as np

from ..arena.cluster import Cluster
from ..arena.parallel import Progress
from ..arena.processes import Processes
from ..errors import InputError
from ..game import Floats
from . import seeds as of
from .configuration import NAME, Configuration, read, replaced, written
from .journal import NAME as JOURNAL
from .journal import Check, Generation, Journal
from .method import Method
from .methods import method as named_method
from .objective import Objective
from .racing import Race
from .subject import Subject, usable

BEST = "best.toml"
MakeMethod: TypeAlias = Callable[[str, Floats, Floats, int], Method]  # spec, start [D], scale [D], seed


class Run:
    """A run in a folder, opened to be gone on with; a context manager.

    Parameters
    ----------
    folder : Path
        With a run.toml.
    workers, processes
        As in `Objective`.
    make : callable
        What makes a method of a spec, start, scale and seed.

    Raises InputError where the folder has no run, another process has it, or what it says does not hold any more.
    """

    def __init__(
        self,
        folder: Path,
        *,
        workers: int | None = None,
        processes: Processes | Cluster | bool = False,
        make: MakeMethod = named_method,
    ) -> None:
        self.folder, self.configuration = folder, read(folder)
        subject = self.configuration.subject
        self.objective = Objective(self.configuration.objective, subject, workers=workers, processes=processes)
        start, scale = np.array(subject.start), np.array(subject.scale)
        self.method = make(self.configuration.method, start, scale, self.configuration.seed)
        self.means = [start]  # [1 + generations] the method's best guess at the start, and after each generation
        self.journal = Journal(folder / JOURNAL, self.configuration.digest())
        try:
            for generation in self.journal.generations:
                self._told_again(generation)
            self._keep_best()
        except BaseException:
            self.journal.close()
            raise

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.journal.close()

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played but the validation."""
        done = len(self.journal.generations)
        ended = self.method.done or done >= self.configuration.generations
        return ended and self._checked(done)

    def steps(self, progress: Callable[[int, int], Progress] | None = None) -> Iterator[Generation | Check]:
        """Play what is missing, and give each generation and each check when it is kept.

        `progress(number, games)` is asked for what to call with (pieces, games) while the generation of that number,
        or 0 for a check, plays so many games. Raises InputError where something cannot be played or kept; all that was
        given before is kept.
        """
        while not self.over:
            done = len(self.journal.generations)
            ended = self.method.done or done >= self.configuration.generations
            if not self._checked(done) and (ended or done % self.configuration.every == 0):
                yield self._check(done, progress)
            else:
                yield self._generation(done + 1, progress)

    @property
    def best(self) -> Check:
        """The check with the highest fitness, the first of equals. Raises InputError before the first check."""
        if not self.journal.checks:
            raise InputError(f"nothing was played in {self.folder} yet; go on by --resume")
        return max(self.journal.checks, key=lambda check: check.fitness)

    @property
    def result(self) -> tuple[Subject, Floats]:
        """Whose weights the run found, and these [D]: the best check's, shortened unless they are the start's own."""
        best, subject = self.best, self.configuration.subject
        weights = np.array(best.weights)
        return subject.short(weights) if best.check else (subject, weights)

    def _checked(self, done: int) -> bool:
        return any(check.check == done for check in self.journal.checks)

    def _generation(self, number: int, progress: Callable[[int, int], Progress] | None) -> Generation:
        """Ask, play, keep, tell."""
        c = self.configuration
        candidates = np.asarray(self.method.ask(), np.float64)
        usable(candidates, c.subject.features, number)
        self.journal.reserve(candidates.size + 2 * len(candidates))
        told = progress(number, len(candidates) * c.games) if progress else None
        found = self._raced(candidates, number, told) if c.race else self._played(candidates, number, told)
        if not np.isfinite(found.fitness).all():
            raise InputError(f"a fitness of generation {number} is not finite, so nothing can be chosen by it")
        self.journal.add(found)
        self._tell(found)
        return found

    def _played(self, candidates: Floats, number: int, told: Progress | None) -> Generation:
        """All candidates in the same games."""
        seeds = of.training(self.configuration.seed, number, self.configuration.games)
        fitness = self.objective.score(candidates, seeds, told)
        error = np.zeros(len(candidates))
        if len(seeds) > 1:
            error = fitness.games.std(axis=1, ddof=1) / np.sqrt(len(seeds))
        return Generation(
            number, (seeds[0], len(seeds)), candidates.tolist(), fitness.mean.tolist(), error.tolist(), [],
            fitness.pieces, fitness.capped,
        )  # fmt: skip

    def _raced(self, candidates: Floats, number: int, told: Progress | None) -> Generation:
        """A race: those that lag behind drop out; the method is told places."""
        c = self.configuration
        budget = len(candidates) * c.games
        race = Race(len(candidates), budget, c.race)
        seeds = of.training(c.seed, number, budget)
        squares, pieces, capped, games = np.zeros(len(candidates)), 0, 0.0, 0
        while not race.done:
            heat = race.ask()
            found = self.objective.score(candidates[heat.candidates], [seeds[i] for i in heat.games], told)
            race.tell(found.games)
            squares[heat.candidates] += (found.games**2).sum(axis=1)
            pieces += found.pieces
            capped, games = capped + found.capped * found.games.size, games + found.games.size
        counts, means = race.games, race.means
        error = np.sqrt(np.maximum(squares / counts - means**2, 0) / np.maximum(counts - 1, 1))
        return Generation(
            number, (seeds[0], int(counts.max())), candidates.tolist(), means.tolist(), error.tolist(),
            race.fitness.tolist(), pieces, capped / games,
        )  # fmt: skip

    def _check(self, done: int, progress: Callable[[int, int], Progress] | None) -> Check:
        """Play the best guess on the games that choose among the best guesses."""
        weights = self.means[done]
        usable(weights[None], self.configuration.subject.features, done)
        seeds = of.checks(self.configuration.validation)
        self.journal.reserve(weights.size)
        fitness = self.objective.score(weights[None], seeds, progress(0, len(seeds)) if progress else None)
        found = Check(done, (seeds[0], len(seeds)), weights.tolist(), float(fitness.mean[0]), fitness.pieces)
        self.journal.add(found)
        self._keep_best()
        return found

    def _tell(self, generation: Generation) -> None:
        self.method.tell(np.array(generation.places or generation.fitness))
        self.means.append(np.asarray(self.method.mean, np.float64))

    def _told_again(self, generation: Generation) -> None:
        """Bring the method one generation further. Raises InputError where it asks for something else now."""
        if not np.array_equal(self.method.ask(), np.array(generation.candidates)):
            raise InputError(
                f"{self.configuration.method} asks for other candidates in generation {generation.generation} than "
                f"{self.journal.path} says: the method or NumPy has changed; go on with the versions that wrote it, or "
                "begin a new run in another --out"
            )
        self._tell(generation)

    def _keep_best(self) -> None:
        """Write best.toml, if there is a check."""
        if not self.journal.checks:
            return
        c, best = self.configuration, self.best
        subject, weights = self.result
        lines = [f"{name} = {weight!r}" for name, weight in subject.named(weights).items()]
        head = [
            f"# {c.method} after generation {best.check}, {c.objective} {best.fitness:.6g} in {best.seeds[1]} games",
            f"# of {c.subject.game}, chosen by them: validation.json has other ones",
        ]
        text = "\n".join([*head, "[weights]", *lines, ""])
        path = self.folder / BEST
        if not path.is_file() or path.read_text("utf-8") != text:
            replaced(path, text)


def begun(folder: Path, configuration: Configuration) -> None:
    """Make a folder for a run, with its run.toml. Raises InputError where there is one already, or none can be made."""
    if (folder / NAME).exists() or (folder / JOURNAL).exists():
        raise InputError(f"{folder} has a run already; go on with it by --resume, or choose another --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}; choose another --out") from None
    written(folder, configuration)
