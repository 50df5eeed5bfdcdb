"""A cluster does what threads do, and whatever is lost is played again or told in one line."""

import os
import signal
import threading
from pathlib import Path

import pytest
from tests.arena import work
from tests.arena.afar import afar, near, until

from wellplayed.arena import cluster as module
from wellplayed.arena.cluster import Cluster
from wellplayed.arena.parallel import Crew
from wellplayed.errors import InputError


def test_near(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    with near() as cluster:
        with Crew(progress=lambda *done: seen.append(done), processes=cluster) as crew:
            assert crew.workers == 2
            assert sorted(crew.stream(work.doubled, range(12))) == [(n, (2 * n, os.getpid())) for n in range(12)]
        assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(12)), 12)
        with pytest.raises(InputError, match=r"task [0-2] is refused"), Crew(processes=cluster) as crew:
            list(crew.stream(work.refused, range(3)))
        theirs = ("wellplayed 0.0.1", *module.versions()[1:])
        monkeypatch.setattr(module, "versions", iter([theirs, module.versions()]).__next__)
        with (
            pytest.raises(InputError, match=r"and this is wellplayed 0\.0\.1; install"),
            Crew(processes=cluster) as crew,
        ):
            list(crew.stream(work.doubled, [1]))


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER", 0.2)
    for address in ("127.0.0.1:1", "ftp://127.0.0.1:1", "nowhere"):
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {address}; start one by dask scheduler"):
            Cluster(address)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_what_is_lost(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    tasks = [(n, str(mark) if n == 3 else "") for n in range(8)]
    seen: list[tuple[int, int]] = []
    with afar(tmp_path, 6) as there, Cluster(there.address) as cluster:
        with Crew(progress=lambda *done: seen.append(done), processes=cluster) as crew:
            assert sorted(crew.stream(work.killed_once, tasks)) == [(n, 2 * n) for n in range(8)]
        assert mark.exists()
        assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(8)), 8)  # nothing counted twice
        with pytest.raises(InputError, match="lost with 4 workers"), Crew(processes=cluster) as crew:
            list(crew.stream(work.killed_always, range(6)))
        until(lambda: sum(worker.poll() is None for worker in there.workers) == 1)
        with Crew(processes=cluster) as crew:  # the last one works, and not this process in its place
            ((_, (double, process)),) = crew.stream(work.doubled, [21])
            assert (double, process) == (42, next(one.pid for one in there.workers if one.poll() is None))
        begun = tmp_path / "begun"
        ends = threading.Thread(target=lambda: (until(begun.exists), there.scheduler.send_signal(signal.SIGKILL)))
        ends.start()
        with pytest.raises(InputError, match=r"the scheduler at .* is gone"), Crew(processes=cluster) as crew:
            list(crew.stream(work.slow, [str(begun)]))
        ends.join()
