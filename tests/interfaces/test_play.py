"""`wellplayed play`: it says where it is, ends when it is told to, and explains what it cannot do."""

import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STARTING = 60.0  # seconds; a machine that runs many tests at once is slow


def answered(address: str) -> "urllib.request.addinfourl":
    """What the page answers, once it does."""
    for _ in range(int(STARTING * 10)):
        try:
            found: urllib.request.addinfourl = urllib.request.urlopen(address, timeout=STARTING)
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return found
    raise AssertionError(f"nothing answers at {address}")


def address_of(process: "subprocess.Popen[bytes]") -> str:
    """What it prints first."""
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    assert line.endswith("  Ctrl-C stops it\n"), line
    return line.split()[0]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_it_serves_and_stops_cleanly(start: Any, stop: signal.Signals) -> None:
    process = start("play", "--port", "0", "--no-browser")
    address = address_of(process)
    with answered(address + "favicon.ico") as answer:
        assert answer.status == 200
    process.send_signal(stop)
    out, err = process.communicate(timeout=STARTING)
    assert (process.returncode, out, err) == (0, b"", b"")
    port = int(address.rstrip("/").rpartition(":")[2])
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))


def test_it_can_be_stopped_before_it_answers(start: Any) -> None:
    process = start("play", "--port", "0", "--no-browser")
    address_of(process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=STARTING)
    assert (process.returncode, err) == (0, b"")


def test_beyond_this_machine_it_warns(start: Any) -> None:
    process = start("play", "--port", "0", "--no-browser", "--host", "0.0.0.0")
    assert address_of(process).startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=STARTING)
    assert err.count(b"\n") == 1
    assert b"everybody who reaches 0.0.0.0 can use this page" in err


def test_it_opens_the_browser_that_there_is(start: Any, tmp_path: Any) -> None:
    seen = tmp_path / "seen"
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.part && mv {seen}.part {seen}\n')
    opener.chmod(0o755)
    process = start("play", "--port", "0", env={"BROWSER": f"{opener} %s"})
    address = address_of(process)
    for _ in range(int(STARTING * 10)):
        if seen.exists():
            break
        time.sleep(0.1)
    assert seen.read_text() == address
    process.send_signal(signal.SIGINT)
    assert process.wait(STARTING) == 0


def test_a_port_in_use(refused: Callable[..., str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert (
            refused("play", "--port", port)
            == f"--port {port} is in use; choose another, or --port 0 for any that is free"
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "70000"], "--port 70000 is out of range; choose 0 to 65535"),
        (["--port", "-1"], "--port -1 is out of range; choose 0 to 65535"),
        (["--host", "no.such.host.invalid"], "--host 'no.such.host.invalid' is no address"),
        (["--host", "192.0.2.1"], "--host 192.0.2.1 is no address of this machine"),
    ],
)
def test_what_it_cannot_do(refused: Callable[..., str], options: list[str], message: str) -> None:
    assert refused("play", *options).startswith(message)


def test_runs_are_looked_for_in_a_folder_of_them(refused: Callable[..., str], tmp_path: Path) -> None:
    assert refused("play", "--runs", tmp_path / "none").startswith(f"--runs {tmp_path / 'none'} is no folder; name the")
    for name in ("run.toml", "configuration.json"):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text("", "utf-8")
        assert refused("play", "--runs", folder).endswith(
            f"is a run itself; name the folder it lies in: --runs {tmp_path}"
        )


def test_without_the_extra_it_says_which_to_install(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("nicegui", "wellplayed.interfaces.web"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nicegui", None)
    assert refused("play") == "the page needs nicegui; run pip install 'wellplayed[web]'"


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["games"]])
def test_nothing_else_loads_the_web(words: list[str]) -> None:
    code = (
        "import sys; from wellplayed.interfaces.cli import main; main(sys.argv[1:]);"
        "sys.exit(bool({'nicegui', 'fastapi', 'uvicorn'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=False)
    assert done.returncode == 0
