"""A run of learning as others see it: what its folder tells while it goes on, and after.

Nothing in the folder is written or locked. What was appended to the metrics is read, and no more of it is kept than a
chart shows.
"""

import json
import math
import threading
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..following.files import mark, text
from ..following.held import held
from ..following.series import Series
from ..following.tail import Tail
from .configuration import NAME
from .folder import CHECKPOINTS, METRICS, RESULT

MOST = 40  # curves
NUMBERS = ("mean", "low", "high")


class Check(NamedTuple):
    """How the player of a checkpoint did in greedy games."""

    round: int
    mean: float
    low: float  # 95% interval
    high: float
    unit: str
    games: int


def is_one(folder: Path) -> bool:
    """Whether a folder has a run of learning."""
    return bool(mark(folder / NAME) or mark(folder / METRICS))


class Followed:
    """A run of learning; `advance` reads on. All else is to be read while `lock` is held."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.revision = 0  # rises with everything that changes
        self.configuration: dict[str, Any] = {}
        self.checks: dict[str, Check] = {}  # by the names of their cards, which are in the order of rounds
        self.result: Check | None = None  # the best checkpoint, in games that had no part in choosing it
        self.running = False
        self._problems: dict[str, str] = {}
        self._marks: dict[str, tuple[int, ...]] = {}
        self._tail = Tail(folder / METRICS)
        self._begin()

    def _begin(self) -> None:
        """Forget the metrics."""
        self.rounds, self.lines, self.steps, self.seconds = 0, 0, 0, 0.0
        self.curves: dict[str, Series] = {}  # by metric, rows of the round and the value

    @property
    def problem(self) -> str:
        """Why not all can be shown, one line; empty where all can."""
        return next(filter(None, self._problems.values()), "")

    @property
    def best(self) -> Check | None:
        """The best check so far, the first of equals."""
        return max(self.checks.values(), key=lambda check: check.mean, default=None)

    @property
    def state(self) -> str:
        """`running`, `finished` (its last round was kept and its best checkpoint measured) or `stopped`."""
        if self.running:
            return "running"
        kept = max((check.round for check in self.checks.values()), default=-1) == self.rounds
        best, result = self.best, self.result
        measured = best is not None and result is not None and result.round == best.round
        return "finished" if kept and measured else "stopped"

    def advance(self) -> bool:
        """Read what has changed, at most a chunk of the metrics; whether there is more to be read already."""
        before = self._seen()
        if self._changed(NAME):
            found = self._json(NAME, ("learner", "game"))
            self.configuration = found or {}
            if found is None and NAME not in self._problems:
                self._problems[NAME] = f"{self.folder / NAME} is missing; restore it"
        more = self._read()
        self._check()
        if self._changed(RESULT):
            self.result = self._checked(RESULT)
        self.running = held(self.folder)
        if self._seen() != before:
            self.revision += 1
        return more

    def _seen(self) -> tuple[object, ...]:
        return self.lines, self.rounds, dict(self.checks), self.result, self.configuration, self.problem, self.running

    def _changed(self, name: str) -> bool:
        """Whether a file is another one than at the last look."""
        now = mark(self.folder / name)
        changed = now != self._marks.get(name)
        self._marks[name] = now
        return changed

    def _json(self, name: str, wanted: tuple[str, ...]) -> dict[str, Any] | None:
        """What a file says that has texts under all `wanted` names; None where there is none, or it has a problem."""
        path = self.folder / name
        self._problems.pop(name, None)
        try:
            said = text(path)
            if said is None:
                return None
            found = json.loads(said)
            if isinstance(found, dict) and all(isinstance(found.get(one), str) for one in wanted):
                return found
            self._problems[name] = f"{path} says no {' and '.join(wanted) or 'object'}; restore it"
        except InputError as error:
            self._problems[name] = str(error)
        except (ValueError, RecursionError):
            self._problems[name] = f"{path} is not JSON; restore it"
        return None

    def _read(self) -> bool:
        """Take in new lines; damaged ones are left out."""
        try:
            read = self._tail.read()
        except InputError as error:
            self._problems[METRICS] = str(error)
            return False
        if read.anew:
            self._problems.pop(METRICS, None)
            self._begin()
        for line in read.lines:
            self.lines += 1
            try:
                found = json.loads(line)
                if not isinstance(found, dict):
                    raise ValueError("no object")
            except (ValueError, RecursionError):
                self._problems.setdefault(
                    METRICS, f"line {self.lines} of {self.folder / METRICS} cannot be read; restore or delete it"
                )
                continue
            self._take(found)
        return read.more

    def _take(self, found: dict[str, Any]) -> None:
        numbers = {name: float(value) for name, value in found.items() if _is_number(value)}
        self.rounds = int(numbers.pop("round", self.rounds + 1))
        self.seconds = numbers.pop("seconds", self.seconds)
        self.steps += int(numbers.get("steps", 0))
        for name, value in numbers.items():
            if name in self.curves or len(self.curves) < MOST:
                self.curves.setdefault(name, Series()).add((float(self.rounds), value))

    def _check(self) -> None:
        """Read the cards of checkpoints that are new, and forget those that are gone."""
        folder = self.folder / CHECKPOINTS
        try:
            there = [] if folder.is_symlink() else sorted(file.name for file in folder.glob("*.json"))
        except OSError:
            there = []
        for name in set(self.checks).difference(there):
            del self.checks[name]
        names = {f"{CHECKPOINTS}/{name}": name for name in there}
        for gone in [one for one in self._problems if one.startswith(f"{CHECKPOINTS}/") and one not in names]:
            del self._problems[gone]
        for path, name in names.items():
            if self._changed(path):
                self.checks.pop(name, None)
                check = self._checked(path)
                if check is not None:
                    self.checks[name] = check
        self.checks = dict(sorted(self.checks.items()))

    def _checked(self, name: str) -> Check | None:
        """The result on a card; None where there is none, or it has a problem."""
        card = self._json(name, ())
        if card is None:
            return None
        try:
            result = card["result"]
            mean, low, high = (math.nan if result[one] is None else float(result[one]) for one in NUMBERS)
            return Check(int(card["round"]), mean, low, high, str(result["unit"]), int(result["games"]))
        except (KeyError, TypeError, ValueError, OverflowError):
            self._problems[name] = f"{self.folder / name} has no result; restore it, or delete it"
            return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
