"""The one seam for parallel work: tasks over threads, with live progress and a prompt end.

Kernels release the GIL, so threads keep every core busy and share all memory. A task must give the same result on
whatever thread and in whatever company it runs; then a result never depends on the number of workers.

Ctrl-C reaches the main thread only. The crew then tells its tasks to stop, and a task hears it at its next `beat`:
tasks beat after every slice of a fraction of a second.
"""

import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TypeAlias, TypeVar

import joblib

from ..errors import InputError

T = TypeVar("T")
R = TypeVar("R")
Progress: TypeAlias = Callable[[int, int], None]  # called with what was done since the last call: (pieces, units)

REPORT_SECONDS = 0.2  # least time between two calls of `progress`


class Stopped(Exception):  # noqa: N818 - not an error: the work is no longer wanted
    """Ends a task whose crew was interrupted."""


class Crew:
    """Threads that work off tasks together; used as a context manager.

    Parameters
    ----------
    workers : int, optional
        Number of threads; all cores by default. Raises InputError below 1.
    progress : callable, optional
        Called with (pieces, units) done since the last call, under a lock, at most five times a second, from whichever
        thread comes by; a unit is a game or a step. Everything has been reported once the crew has left.
    """

    def __init__(self, workers: int | None = None, progress: Progress | None = None) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"{workers} workers cannot work; choose 1 or more")
        self.workers: int = joblib.cpu_count() if workers is None else workers
        self._progress = progress
        self._pieces, self._units, self._last = 0, 0, time.monotonic()
        self._lock, self._stop = threading.Lock(), threading.Event()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if kind is None:
            with self._lock:
                self._report()

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> list[R]:
        """The results of `work` for all tasks, in the order of the tasks. What a task raises is raised here."""
        run = joblib.Parallel(n_jobs=self.workers, backend="threading", batch_size=1)
        try:
            results: list[R] = run(joblib.delayed(work)(task) for task in tasks)
        except BaseException:
            self._stop.set()
            raise
        return results

    def beat(self, pieces: int, units: int = 0) -> None:
        """Count what a task has done since its last beat. Raises Stopped where the work is no longer wanted."""
        if self._stop.is_set():
            raise Stopped
        with self._lock:
            self._pieces += pieces
            self._units += units
            if time.monotonic() - self._last >= REPORT_SECONDS:
                self._report()

    def _report(self) -> None:
        if self._progress is not None and (self._pieces or self._units):
            self._progress(self._pieces, self._units)
        self._pieces, self._units, self._last = 0, 0, time.monotonic()
