"""The one seam for parallel work: tasks over threads, processes or a cluster, with live progress and a prompt end.

Kernels release the GIL, so threads keep every core busy and share all memory. Players that think in Python hold it, and
get processes instead (processes.py); a cluster has either, on many machines (cluster.py). A task must give the same
result wherever and in whatever company it runs; then a result never depends on the number of workers.

Ctrl-C reaches the main thread only. The crew then tells its tasks to stop, and a task hears it at its next `beat`:
tasks beat after every slice of a fraction of a second. Processes are ended, and a cluster is left.
"""

import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

import joblib

from ..errors import InputError
from .cluster import Cluster
from .processes import Processes

T = TypeVar("T")
R = TypeVar("R")
Progress: TypeAlias = Callable[[int, int], None]  # called with what was done since the last call: (pieces, units)
Beat: TypeAlias = Callable[[int, int], None]  # the same, called by a task

REPORT_SECONDS = 0.2  # least time between two calls of `progress`


class Stopped(Exception):  # noqa: N818 - not an error: the work is no longer wanted
    """Ends a task whose crew was interrupted."""


class Crew:
    """Threads, processes or a cluster that work off tasks together; used as a context manager.

    Parameters
    ----------
    workers : int, optional
        Number of threads, or of processes; all cores by default. Raises InputError below 1. A cluster has its own.
    progress : callable, optional
        Called with (pieces, units) done since the last call, under a lock, at most five times a second, from whichever
        thread comes by; a unit is a game or a step. Everything has been reported once the crew has left.
    processes : bool, Processes or Cluster
        Let `stream` run its tasks in processes, here or elsewhere, which count when a task ends. Given ones are left
        to who gave them.
    """

    def __init__(
        self,
        workers: int | None = None,
        progress: Progress | None = None,
        *,
        processes: Processes | Cluster | bool = False,
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"{workers} workers cannot work; choose 1 or more")
        self._own = Processes(workers) if processes is True else None
        self._processes = processes if isinstance(processes, Processes) else self._own
        self._cluster = processes if isinstance(processes, Cluster) else None
        most = self._processes.workers if self._processes is not None else joblib.cpu_count()
        self.workers: int = most if workers is None else workers
        if self._cluster is not None:
            self.workers = self._cluster.workers
        self._progress = progress
        self._pieces, self._units, self._last = 0, 0, time.monotonic()
        self._lock, self._stop = threading.Lock(), threading.Event()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._own is not None:
            self._own.close()
        if kind is None:
            with self._lock:
                self._report()

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> list[R]:
        """The results of `work` for all tasks, in their order, by threads. What a task raises is raised here."""
        run = joblib.Parallel(n_jobs=self.workers, backend="threading", batch_size=1)
        try:
            results: list[R] = run(joblib.delayed(work)(task) for task in tasks)
        except BaseException:
            self._stop.set()
            raise
        return results

    def stream(
        self, work: Callable[[T, Beat], R], tasks: Sequence[T], told: Callable[[T], str] = str
    ) -> Generator[tuple[int, R], None, None]:
        """(index, result) of `work(task, beat)` for every task, as they end. What a task raises is raised here.

        With processes `work`, tasks and results are pickled. A process that dies costs its task alone, which is tried
        again; InputError says by `told(task)` which one died each time. A cluster does the same (`Cluster.stream`).
        """
        distant = self._processes

        def numbered(index: int, task: T) -> tuple[int, R]:
            if distant is None:
                return index, work(task, self.beat)
            result, pieces, units = distant.run(work, task, told)
            self.beat(pieces, units)
            return index, result

        results: Any
        if self._cluster is not None:
            results = self._afar(self._cluster, work, tasks)
        else:
            run = joblib.Parallel(self.workers, backend="threading", batch_size=1, return_as="generator_unordered")
            results = run(joblib.delayed(numbered)(index, task) for index, task in enumerate(tasks))
        try:
            # Not `yield from`: it would close the inner generator before the warning is silenced.
            for result in results:  # noqa: UP028
                yield result
        except BaseException:
            self._stop.set()
            raise
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib's, about results that are no longer wanted
                results.close()

    def _afar(
        self, cluster: Cluster, work: Callable[[T, Beat], R], tasks: Sequence[T]
    ) -> Generator[tuple[int, R], None, None]:
        """(index, result) of tasks on a cluster, each counted when it ends."""
        for index, result, pieces, units in cluster.stream(work, tasks):
            self.beat(pieces, units)
            yield index, result

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
