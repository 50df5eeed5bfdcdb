"""Timing that survives a busy machine: processor seconds, several rounds, the median, and ratios within one run."""

import platform
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import llvmlite.binding


class Timing(NamedTuple):
    """What one row measured. Rates are units per processor second of the thread that ran it."""

    what: str
    unit: str
    rate: float  # median over the rounds
    low: float
    high: float
    rounds: int


def rates(works: dict[str, Callable[[], int]], unit: str, *, rounds: int = 7) -> list[Timing]:
    """Time each of `works` in turn, `rounds` times over; each returns how many units it did.

    Taking turns means that a slow spell of the machine hits all rows alike, so that their ratios hold.
    """
    for work in works.values():
        work()
    found: dict[str, list[float]] = {what: [] for what in works}
    for _ in range(rounds):
        for what, work in works.items():
            start = time.thread_time()
            done = work()
            found[what].append(done / (time.thread_time() - start))
    return [Timing(w, unit, statistics.median(r), min(r), max(r), rounds) for w, r in found.items()]


def machine() -> str:
    """Processor, system and versions, in one line."""
    import numba

    processor, python = llvmlite.binding.get_host_cpu_name(), platform.python_version()
    return f"{processor}, {platform.system()} {platform.machine()}, Python {python}, numba {numba.__version__}"
