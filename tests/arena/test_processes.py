"""A process that dies costs its task alone, which is played again; none outlives those who wait for it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.arena import work

from wellplayed.arena.parallel import Crew
from wellplayed.arena.processes import TRIES
from wellplayed.errors import InputError

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals differ there")


@pytest.mark.parametrize("workers", [1, 2])
def test_tasks_run_elsewhere(workers: int) -> None:
    seen: list[tuple[int, int]] = []
    with Crew(workers, lambda *done: seen.append(done), processes=True) as crew:
        found = dict(crew.stream(work.doubled, range(12)))
    assert {index: value for index, (value, _) in found.items()} == {n: 2 * n for n in range(12)}
    processes = {process for _, process in found.values()}
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= workers
    assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(12)), 12)


def test_a_process_that_is_killed_costs_its_task_alone(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    tasks = [(n, str(mark) if n == 3 else "") for n in range(8)]
    seen: list[tuple[int, int]] = []
    with Crew(2, lambda *done: seen.append(done), processes=True) as crew:
        assert sorted(crew.stream(work.killed_once, tasks)) == [(n, 2 * n) for n in range(8)]
    assert mark.exists()
    assert tuple(map(sum, zip(*seen, strict=True))) == (sum(range(8)), 8)  # nothing counted twice


def test_a_task_that_always_dies_is_given_up_and_named() -> None:
    with pytest.raises(InputError, match=f"played number 3 died {TRIES} times"), Crew(2, processes=True) as crew:
        list(crew.stream(work.killed_always, range(6), lambda task: f"number {task}"))


def test_what_a_task_raises_is_raised() -> None:
    with pytest.raises(InputError, match="task 0 is refused"), Crew(1, processes=True) as crew:
        list(crew.stream(work.refused, range(3)))


def gone(file: Path) -> bool:
    """Whether the process that wrote its number into a file has ended; waits up to twenty seconds."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if file.exists() and (number := file.read_text("utf-8")):
            try:
                os.kill(int(number), 0)
            except ProcessLookupError:
                return True
            with contextlib.suppress(OSError):  # ended, and nobody has asked how
                if Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
                    return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("stop", ["SIGINT", "SIGKILL"])
def test_no_process_is_left(stop: str, tmp_path: Path) -> None:
    code = (
        "import sys; from tests.arena import work; from wellplayed.arena.parallel import Crew\n"
        "with Crew(1, processes=True) as crew: list(crew.stream(work.slow, [sys.argv[1]]))"
    )
    file = tmp_path / "process"
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    parent = subprocess.Popen([sys.executable, "-c", code, str(file)], env=environment, **quiet)
    try:
        end = time.monotonic() + 120
        while not (file.exists() and file.read_text("utf-8")) and time.monotonic() < end:
            time.sleep(0.05)
        parent.send_signal(getattr(signal, stop))
        parent.wait(20)
        assert gone(file)
    finally:
        parent.kill()
        parent.wait()
