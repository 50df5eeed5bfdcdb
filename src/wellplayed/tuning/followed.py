"""A run of tuning as others see it: what its folder tells while it goes on, and after.

Nothing in the folder is written or locked. What was appended to the journal is read, and no more of it is kept than a
chart shows. The best guess after each generation stands in no file, so the method is told the journal again, as it is
when a run goes on (run.py); where it asks for something else than it did, the guesses of the checks are left.
"""

import json
import threading
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..following.files import mark, text
from ..following.held import held
from ..following.series import Series
from ..following.tail import Tail
from ..game import Floats
from . import validation
from .configuration import NAME, Configuration, parsed
from .journal import NAME as JOURNAL
from .journal import Chain, Check, Generation
from .method import Method
from .methods import method as named_method

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Latest(NamedTuple):
    """The last generation."""

    generation: int
    best: float  # fitness
    median: float
    capped: float


def is_one(folder: Path) -> bool:
    """Whether a folder has a run of tuning."""
    return bool(mark(folder / NAME) or mark(folder / JOURNAL))


class Followed:
    """A run of tuning; `advance` reads on. All else is to be read while `lock` is held."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.revision = 0  # rises with everything that changes
        self.configuration: Configuration | None = None
        self.validation: validation.Validation | None = None
        self.running = False
        self._problems = dict.fromkeys((NAME, JOURNAL, validation.NAME), "")
        self._marks: dict[str, tuple[int, ...]] = {}
        self._tail = Tail(folder / JOURNAL)
        self._begin()

    def _begin(self) -> None:
        """Forget the journal."""
        self._chain = Chain(self.folder / JOURNAL)
        self.spread = Series()  # rows of the generation, QUANTILES of the fitnesses and the best of them
        self.guesses = Series()  # rows of the generation and the weights [D] of the best guess
        self.checks: list[Check] = []
        self.latest: Latest | None = None
        self.pieces = 0
        self._method: Method | None = None

    @property
    def generations(self) -> int:
        """How many were played."""
        return 0 if self.latest is None else self.latest.generation

    @property
    def best(self) -> Check | None:
        """The best check so far, the first of equals."""
        return max(self.checks, key=lambda check: check.fitness, default=None)

    @property
    def problem(self) -> str:
        """Why not all can be shown, one line; empty where all can."""
        return next(filter(None, self._problems.values()), "")

    @property
    def state(self) -> str:
        """`running`, `finished` (measured after its last generation) or `stopped`."""
        if self.running:
            return "running"
        found = self.validation
        return "finished" if found is not None and found.generations == self.generations else "stopped"

    def advance(self) -> bool:
        """Read what has changed, at most a chunk of the journal; whether there is more to be read already."""
        before, running = self._seen(), self.running
        self._configure()
        more = self._read()
        self._measure()
        self.running = held(self.folder)
        if self._seen() != before or self.running != running:
            self.revision += 1
        return more

    def _seen(self) -> tuple[object, ...]:
        return self.spread.count, len(self.checks), self.configuration, self.validation, self.problem, self.latest

    def _changed(self, name: str) -> bool:
        """Whether a file is another one than at the last look."""
        now = mark(self.folder / name)
        changed = now != self._marks.get(name)
        self._marks[name] = now
        return changed

    def _configure(self) -> None:
        """Read run.toml; one that tells of another run has the journal read anew."""
        if not self._changed(NAME):
            return
        path, before = self.folder / NAME, self.configuration
        self._problems[NAME] = ""
        try:
            said = text(path)
            self.configuration = None if said is None else parsed(said, path)
            if said is None:
                self._problems[NAME] = f"{path} is missing; restore it"
        except InputError as error:
            self.configuration, self._problems[NAME] = None, str(error)
        if before is None or self.configuration is None or before.digest() != self.configuration.digest():
            self._tail, self._problems[JOURNAL] = Tail(self.folder / JOURNAL), ""
            self._begin()

    def _read(self) -> bool:
        """Take in new lines; those before a damaged one stay."""
        try:
            read = self._tail.read()
            if read.anew:
                self._problems[JOURNAL] = ""
                self._begin()
            for line in read.lines:
                self._take(self._chain.take(line))
        except InputError as error:
            self._problems[JOURNAL] = str(error)
            self._tail.spoil()
            return False
        return read.more

    def _take(self, entry: Generation | Check | None) -> None:
        try:
            if isinstance(entry, Generation):
                self._generation(entry)
            elif entry is not None:
                self.checks.append(entry)
            else:
                self._first()
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self.folder / JOURNAL} has an entry that cannot be read: {error}; restore it") from None

    def _first(self) -> None:
        """The journal's first line: whose it is, and the method that wrote it."""
        c = self.configuration
        if c is None:
            return
        if self._chain.header.get("configuration") != c.digest():
            raise InputError(f"{self.folder / JOURNAL} belongs to another run than the run.toml beside it; restore one")
        start = np.array(c.subject.start)
        self.guesses.add([0.0, *c.subject.start])
        try:
            self._method = named_method(c.method, start, np.array(c.subject.scale), c.seed)
        except InputError:
            self._method = None  # one of our own, or without its extra

    def _generation(self, entry: Generation) -> None:
        fitness = np.array(entry.fitness, np.float64)
        found = np.quantile(fitness, QUANTILES).tolist()
        self.spread.add([float(entry.generation), *found, float(fitness.max())])
        self.latest = Latest(entry.generation, float(fitness.max()), found[2], float(entry.capped))
        self.pieces += entry.pieces
        guess = self._guess(entry)
        if guess is not None:
            self.guesses.add([float(entry.generation), *guess.tolist()])

    def _guess(self, entry: Generation) -> Floats | None:
        """The method's best guess after a generation, if it asks now for what it asked then."""
        if self._method is None:
            return None
        try:
            if not np.array_equal(self._method.ask(), np.array(entry.candidates)):
                raise InputError("it has changed")
            self._method.tell(np.array(entry.places or entry.fitness))
        except (InputError, ArithmeticError):
            self._method = None
            return None
        return np.asarray(self._method.mean, np.float64)

    @property
    def weights(self) -> list[tuple[float, ...]]:
        """Rows of a generation and the weights [D] of the best guess after it: after each one, else of the checks."""
        if self._method is not None or not self.checks:
            return self.guesses.rows
        return sorted((float(check.check), *check.weights) for check in self.checks)

    def _measure(self) -> None:
        """Read validation.json; one of another run, or of fewer generations, says nothing yet."""
        if not self._changed(validation.NAME):
            return
        path = self.folder / validation.NAME
        self.validation, self._problems[validation.NAME] = None, ""
        try:
            said = text(path)
            self.validation = None if said is None else validation.from_json(json.loads(said))
        except InputError as error:
            self._problems[validation.NAME] = str(error)
        except (ValueError, TypeError, KeyError, AttributeError):
            self._problems[validation.NAME] = f"{path} is no validation; delete it, and go on by --resume"
