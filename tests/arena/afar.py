"""A cluster for tests: a Dask scheduler and workers on this machine, either as processes or as threads of the test."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from wellplayed.arena.cluster import Cluster

ROOT = Path(__file__).parents[2]
Processes = list["subprocess.Popen[bytes]"]


class Afar(NamedTuple):
    """Processes, and where they are."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: Processes


@contextlib.contextmanager
def near() -> Iterator[Cluster]:
    """Two workers that are threads of this process, and no socket."""
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as local,
        Cluster(local.scheduler_address) as cluster,
    ):
        yield cluster


@contextlib.contextmanager
def afar(folder: Path, workers: int) -> Iterator[Afar]:
    """A scheduler and workers of one thread each on 127.0.0.1, killed in the end."""
    file = folder / "scheduler.json"
    usual = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    started: Processes = []
    try:
        scheduler = dask(started, "scheduler", *usual, "--port", "0")
        until(file.exists)
        address = json.loads(file.read_text("utf-8"))["address"]
        lone = [dask(started, "worker", *usual, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        with Cluster(address) as cluster:
            until(lambda: cluster.workers == workers)
        yield Afar(address, scheduler, lone)
    finally:
        for process in started:
            process.kill()
            process.wait(60)


def dask(started: Processes, *words: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    silent = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-m", "dask", *words], env=environment, stdout=silent, stderr=silent)
    started.append(process)
    return process


def until(done: Callable[[], bool]) -> None:
    """Wait up to a minute."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)
