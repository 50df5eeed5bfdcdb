"""What the tests of the command line share: a command run in this process, and one run as a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from wellplayed.interfaces import warmup
from wellplayed.interfaces.cli import main

SOURCES = Path(warmup.PACKAGE).parent


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process. What the compiler has to say is left out of its stderr."""

    def call(*argv: object) -> Done:
        capsys.readouterr()
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        lines = (line for line in err.splitlines(keepends=True) if "compiling kernels" not in line)
        return Done(code, out, "".join(lines))

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command line that must be refused: nothing on stdout, one line on stderr, exit code 2; that line."""

    def call(*argv: object) -> str:
        done = run(*argv)
        assert (done.code, done.out) == (2, ""), done
        assert done.err.count("\n") == 1, done.err
        assert done.err.startswith("wellplayed: ")
        assert "Traceback" not in done.err
        return done.err.removeprefix("wellplayed: ").rstrip("\n")

    return call


def child(*argv: str, **kwargs: Any) -> "subprocess.Popen[bytes]":
    """Start `python -m wellplayed` as a process of its own, with the sources under test."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "COLUMNS": "80", **kwargs.pop("env", {})}
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-m", "wellplayed", *argv], env=environment, **{**pipes, **kwargs})


@pytest.fixture
def start() -> "Any":
    """Start commands as processes; those still running when the test ends are killed."""
    started: list[subprocess.Popen[bytes]] = []

    def call(*argv: str, **kwargs: Any) -> "subprocess.Popen[bytes]":
        started.append(child(*argv, **kwargs))
        return started[-1]

    yield call
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
