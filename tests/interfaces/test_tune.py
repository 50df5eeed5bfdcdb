"""`wellplayed tune`: a run from the command line, interrupted in every way, and what is refused."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellplayed.players.own import read_weights

Run = Callable[..., Any]
SMALL = (
    "tune", "cross_entropy:population=6", "--game", "classic:height=4", "--start", "lee", "--games", 2,
    "--generations", 4, "--every", 2, "--validation", 4,
)  # fmt: skip
LONG = [
    "tune", "cross_entropy:population=8,noise=constant", "--game", "classic:height=5", "--features", "holes,bumpiness",
    "--games", "20", "--generations", "40", "--every", "10", "--validation", "4",
]  # fmt: skip


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "run"


def generations(folder: Path) -> int:
    """How many whole generations a journal has."""
    file = folder / "journal.jsonl"
    return file.read_bytes().count(b'\n{"generation"') if file.exists() else 0


def killed(start: Any, folder: Path, by: signal.Signals) -> "subprocess.Popen[bytes]":
    """A process of a long run that got a signal in the middle."""
    process: subprocess.Popen[bytes] = start(*LONG, "--out", str(folder))
    deadline = time.monotonic() + 120
    while generations(folder) < 4 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(by)
    process.wait(60)
    assert 4 <= generations(folder) < 40
    return process


def test_a_run_and_what_it_leaves(run: Run, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(*SMALL, "--out", out)
    assert (done.code, done.err) == (0, "")
    words = [line.split() for line in done.out.splitlines()]
    assert [line[0] for line in words if line and line[0].isdigit() and len(line) == 5] == ["1", "2", "3", "4"]
    assert sum(line[:3] == ["best", "guess", "after"] for line in words) == 2
    assert "4 other games, lines:" in done.out
    assert done.out.count(f"live charts: wellplayed play --runs {out.parent}\n") == 1
    names = {file.name for file in out.iterdir()}
    assert {"run.toml", "journal.jsonl", "best.toml", "validation.json"} <= names
    watched = run("watch", out / "best.toml", "--game", "classic:height=4", "--plain")
    assert watched.code == 0
    monkeypatch.setattr("wellplayed.tuning.figures.available", lambda: False)
    again = run("tune", "--resume", "--out", out, "--json")
    assert again.err == "wellplayed: no figures without the extra 'plot'; pip install 'wellplayed[plot]'\n"
    told = json.loads(again.out)
    assert (told["generations"], len(told["checks"])) == (4, 3)
    assert told["weights"] == read_weights(out / "best.toml")
    assert told["validation"]["seeds"] == [2_000_000_000, 4]
    further = run("tune", "--resume", "--out", out, "--generations", 5, "--json")
    assert json.loads(further.out)["generations"] == 5


def test_killed_in_the_middle_it_goes_on_to_the_same_bytes(
    run: Run, start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellplayed.tuning.figures.available", lambda: False)
    assert killed(start, tmp_path / "killed", signal.SIGKILL).returncode == -signal.SIGKILL
    assert run("tune", "--resume", "--out", tmp_path / "killed").code == 0
    assert run(*LONG, "--out", tmp_path / "whole").code == 0
    for name in ("journal.jsonl", "best.toml", "validation.json", "run.toml"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert generations(tmp_path / "whole") == 40


def test_ctrl_c_keeps_everything_and_says_how_to_go_on(start: Any, out: Path) -> None:
    process = killed(start, out, signal.SIGINT)
    told, err = process.communicate()
    assert process.returncode == 130
    (line,) = [line for line in err.decode().splitlines() if "compiling kernels" not in line]
    assert line == (
        f"wellplayed: stopped; {generations(out)} generations of 40 kept; wellplayed tune --resume --out {out} goes on"
    )
    assert (out / "journal.jsonl").read_bytes().endswith(b'"}\n')
    assert b"Traceback" not in told + err


def test_presets(run: Run, out: Path) -> None:
    done = run(
        "tune", "--preset", "article", "--out", out, "--generations", 0, "--game", "classic:height=4", "--json"
    )  # fmt: skip
    assert done.code == 0
    text = (out / "run.toml").read_text("utf-8")
    assert 'method = "genetic:population=40,parents=20' in text
    assert "games = 20" in text
    assert "start = [-0.51, -0.36, -0.18, 0.76]" in text
    assert "scale = [0.1, 0.1, 0.1, 0.1]" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "tune needs a folder for its run; name one by --out"),
        (("--out", "OUT", "--start", "lee"), "tune needs a method; choose genetic, annealing, cross_entropy, cma_es"),
        (("genetik", "--start", "lee"), "unknown method 'genetik'; did you mean 'genetic'"),
        (("genetic:sice=3", "--start", "lee"), "unknown option of method 'genetic' 'sice'"),
        (("genetic:population=0", "--start", "lee"), "population=0"),
        (("genetic",), "there is nothing to tune"),
        (("genetic", "--start", "lee", "--objective", "line"), "unknown objective 'line'; did you mean 'lines'"),
        (("annealing", "--start", "lee", "--race", "2"), "annealing goes by how much better one is, and a race tells"),
        (("genetic", "--start", "lee", "--scheduler", "a:1", "--workers", "2"), "has its own workers; leave out --wor"),
        (("genetic", "--start", "lee", "--games", "0"), "games 0 is out of range"),
        (("genetic", "--start", "lee", "--workers", "0"), "--workers 0 is out of range"),
        (("genetic", "--preset", "articel"), "unknown preset 'articel'; did you mean 'article'"),
        (("--resume",), "there is no run in"),
        (("--resume", "--seed", "3"), "leave out --seed with --resume"),
        (("genetic", "--resume"), "leave out genetic with --resume"),
    ],
)
def test_refusals(refused: Callable[..., str], out: Path, words: tuple[str, ...], told: str) -> None:
    given = [str(out) if word == "OUT" else word for word in words]
    if given and "--out" not in given:
        given += ["--out", str(out)]
    assert told in refused("tune", *given)
    assert not out.exists()


def test_no_cluster_no_folder(refused: Callable[..., str], out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no Dask scheduler answers at ftp://a" in refused(*SMALL, "--out", out, "--scheduler", "ftp://a")
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = refused(*SMALL, "--out", out, "--scheduler", "tcp://127.0.0.1:1")
    assert told == "--scheduler needs the extra 'cluster'; install it by: pip install 'wellplayed[cluster]'"
    assert not out.exists()


def test_a_folder_with_a_run_is_left_alone(run: Run, refused: Callable[..., str], out: Path) -> None:
    words = ("tune", "genetic", "--game", "classic:height=4", "--start", "lee", "--generations", 0, "--out", out)
    assert run(*words).code == 0
    before = (out / "journal.jsonl").read_bytes()
    assert "has a run already; go on with it by --resume" in refused(*words)
    (out / "journal.jsonl").write_bytes(before.replace(b'"check":0', b'"check":1'))
    assert "line 2 of" in refused("tune", "--resume", "--out", out)
