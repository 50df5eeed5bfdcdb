"""Worker processes: for players that hold the GIL, and where a crash must not take everything with it.

Each worker is a pool of its own with one process in it. In one pool of many, a process that dies takes all running
tasks with it, and nobody knows which of them it was; here it takes its own task, which is tried again.

The processes are loky's, the ones that joblib brings: they start afresh, so they import nothing of the program that
they serve but what they are given, and no lock of it is ever half taken in them.
"""

import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, TypeVar

import joblib
from joblib.externals.loky import ProcessPoolExecutor

from ..errors import InputError

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3  # times that a task is tried whose process dies
WATCH = 1.0  # seconds between two looks whether the process that gives the tasks is still there
# What libraries under Python ask how many threads they may start.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Closed(Exception):  # noqa: N818 - not an error: the work is no longer wanted
    """Ends the wait for a task whose processes were ended."""


class Processes:
    """Worker processes, by default one for each core, each started when it is first needed; a context manager.

    Raises InputError for less than one.
    """

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"{workers} workers cannot work; choose 1 or more")
        self.workers: int = joblib.cpu_count() if workers is None else workers
        share = str(max(1, joblib.cpu_count() // self.workers))
        environment = {name: share for name in THREADS if name not in os.environ}
        self._all = [_Worker(environment) for _ in range(self.workers)]
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._idle.put(worker)

    def __enter__(self) -> "Processes":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(
        self, work: Callable[[T, Callable[[int, int], None]], R], task: T, told: Callable[[T], str]
    ) -> tuple[R, int, int]:
        """`work(task, beat)` in an idle process: its result, and the pieces and units that it counted.

        Raises what the task raises, and InputError where its process died each time it was tried.
        """
        worker = self._idle.get()
        try:
            for _ in range(TRIES):
                try:
                    return worker.run(work, task)
                except BrokenProcessPool:
                    worker.end()
        finally:
            self._idle.put(worker)
        raise InputError(
            f"the process that played {told(task)} died {TRIES} times, crashed or killed; give it more memory or fewer "
            "--workers, or leave that player out"
        )

    def close(self) -> None:
        """End all processes, at work or not; none starts again."""
        for worker in self._all:
            worker.close()


class _Worker:
    """One process at a time."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._pool: Any = None
        self._closed = False
        self._lock = threading.Lock()

    def run(self, work: Callable[..., R], task: Any) -> tuple[R, int, int]:
        """The result with what was counted. Raises BrokenProcessPool where the process died, Closed after `close`."""
        with self._lock:
            if self._closed:
                raise Closed
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, initializer=_begin, initargs=(os.getpid(),), env=self._environment)
            future = self._pool.submit(counted, work, task)
        try:
            result: tuple[R, int, int] = future.result()
        except BaseException:
            if self._closed:
                raise Closed from None
            raise
        return result

    def end(self) -> None:
        """End the process; the next task starts another."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, kill_workers=True)

    def close(self) -> None:
        """End the process for good."""
        with self._lock:
            self._closed = True
        self.end()


def _begin(parent: int) -> None:
    """At the start of a process: leave Ctrl-C, which reaches all processes of a terminal, to the one that gives tasks.

    And end when that one is gone, which loky's processes would not notice.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


def counted(work: Callable[[T, Callable[[int, int], None]], R], task: T) -> tuple[R, int, int]:
    """In the process: the result of a task, and the sums of its beats."""
    done = [0, 0]

    def beat(pieces: int, units: int = 0) -> None:
        done[0] += pieces
        done[1] += units

    return work(task, beat), done[0], done[1]
