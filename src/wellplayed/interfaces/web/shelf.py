"""The runs of one directory, each followed once for all who look, and by name alone."""

import threading
from pathlib import Path
from typing import TypeAlias

from ...errors import InputError
from ...following.files import mark
from ...following.folders import inside, names
from ...learning import followed as learning
from ...learning.configuration import NAME as LEARNING
from ...tuning import followed as tuning
from ...tuning.configuration import NAME as TUNING

Followed: TypeAlias = tuning.Followed | learning.Followed
USUAL = Path("runs")
MOST = 500  # runs of a list, the newest ones


class Shelf:
    """A directory of runs. Its methods may be called from any thread."""

    def __init__(self, root: Path = USUAL) -> None:
        self.root = root
        self._lock = threading.Lock()
        self._runs: dict[str, Followed] = {}

    def open(self, root: Path) -> None:
        """Have another directory instead."""
        with self._lock:
            self.root, self._runs = root, {}

    def runs(self) -> dict[str, Followed]:
        """All runs by name, the newest first. Raises InputError where the directory cannot be read."""
        there = [name for name in names(self.root) if _kind(self.root / name)]
        newest = sorted(there, key=lambda name: -_begun(self.root / name))[:MOST]
        with self._lock:
            found = {name: self._followed(name) for name in newest}
            self._runs = {name: run for name, run in {**self._runs, **found}.items() if name in there}
            return found

    def run(self, name: str) -> Followed:
        """The run of that name. Raises InputError where there is none in the directory itself."""
        folder = inside(self.root, name)
        if not _kind(folder):
            raise InputError(f"there is no run in {folder}; choose one of those that are listed")
        with self._lock:
            self._runs[name] = self._followed(name)
            return self._runs[name]

    def _followed(self, name: str) -> Followed:
        found, folder = self._runs.get(name), self.root / name
        kind = _kind(folder) or tuning.Followed
        return found if isinstance(found, kind) else kind(folder)


SHELF = Shelf()


def _kind(folder: Path) -> type[Followed] | None:
    """How a folder is followed; None where it has no run."""
    if tuning.is_one(folder):
        return tuning.Followed
    return learning.Followed if learning.is_one(folder) else None


def _begun(folder: Path) -> int:
    """When a run was begun, about: when what it is was written."""
    return max((mark(folder / name) or (0,))[-1] for name in (TUNING, LEARNING))
