"""What worker processes are given to do in tests."""

import os
import signal
import time
from pathlib import Path

from wellplayed.arena.parallel import Beat
from wellplayed.errors import InputError


def doubled(task: int, beat: Beat) -> tuple[int, int]:
    """The double, and which process found it."""
    beat(task, 1)
    return 2 * task, os.getpid()


def killed_once(task: tuple[int, str], beat: Beat) -> int:
    """The double; where the task names a file that is not there, it is made and the process killed."""
    number, mark = task
    if mark and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    beat(number, 1)
    return 2 * number


def killed_always(task: int, beat: Beat) -> int:
    """Kill the process of task 3."""
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def refused(task: int, beat: Beat) -> int:
    """Raise an error."""
    raise InputError(f"task {task} is refused")


def slow(task: str, beat: Beat) -> None:
    """Say which process this is, and take a minute."""
    Path(task).write_text(str(os.getpid()), "utf-8")
    time.sleep(60)
