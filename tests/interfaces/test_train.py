"""`wellplayed train`: a run from the command line, interrupted in every way, and what is refused."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.learning.arrays import taken
from wellplayed.learning.folder import latest

pytest.importorskip("tensorboardX", reason="needs tensorboardX; run make setup")  # without it every run says so

Run = Callable[..., Any]
SMALL = ("train", "td:pieces=500", "--game", "classic:height=6", "--every", 2, "--cap", 100, "--workers", 1)
LONG = [
    "train", "td", "--set", "pieces=2000", "games=2", "--game", "classic:height=6", "--every", "5", "--cap", "100",
    "--workers", "1", "--rounds",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


def checkpoints(folder: Path) -> int:
    """How many checkpoints have their cards."""
    return len(list((folder / "checkpoints").glob("*.json")))


def signalled(start: Any, folder: Path, by: signal.Signals, rounds: int) -> "subprocess.Popen[bytes]":
    """A process of a long run that got a signal in the middle."""
    process: subprocess.Popen[bytes] = start(*LONG, str(rounds), "--run", str(folder))
    deadline = time.monotonic() + 120
    while checkpoints(folder) < 2 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(by)
    process.wait(60)
    return process


def test_a_run_and_what_it_leaves(run: Run, folder: Path) -> None:
    done = run(*SMALL, "--rounds", 5, "--run", folder)
    assert (done.code, done.err) == (0, "")
    words = [line.split() for line in done.out.splitlines()]
    assert [line[0] for line in words if len(line) > 8 and line[0].isdigit() and "±" in line] == ["2", "4", "5"]
    assert "in 50 other games, greedy, pieces=uniform:" in done.out
    names = {file.name for file in folder.iterdir()}
    assert names == {
        "configuration.json", "metrics.jsonl", "events", "checkpoints", "state.safetensors", "result.json"
    }  # fmt: skip
    watched = run("watch", f"learned:run={folder}", "--game", "classic:height=6", "--plain", "--pieces", 20)
    assert (watched.code, watched.err) == (0, "")
    played = run("arena", f"learned:run={folder}", "random", "--game", "classic:height=6", "--games", 4, "--json")
    assert played.code == 0
    told = json.loads(run("train", "--resume", "--run", folder, "--rounds", 6, "--json").out)
    assert (told["rounds"], told["pieces"], told["seed"]) == (6, 3000, 0)
    assert [one["round"] for one in told["checkpoints"]] == [2, 4, 5, 6]
    assert told["result"] == json.loads((folder / "result.json").read_text("utf-8"))["result"]
    assert told["result"]["games"] == 50
    assert told["settings"]["pieces"] == 500


def test_killed_in_the_middle_it_goes_on_to_the_same_weights(run: Run, start: Any, tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = signalled(start, killed, signal.SIGKILL, 400)
    assert process.returncode == -signal.SIGKILL
    before = [json.loads(line)["round"] for line in (killed / "metrics.jsonl").read_bytes().splitlines()[:-1]]
    assert before[-1] < 400
    rounds = max(before[-1] + 3, 20)
    assert run("train", "--resume", "--run", killed, "--rounds", rounds).code == 0
    assert run(*LONG, rounds, "--run", whole).code == 0
    for name in ("checkpoints/000005.safetensors", f"checkpoints/{rounds:06}.safetensors"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()
    (ours, _), (theirs, _) = taken(killed / "state.safetensors"), taken(whole / "state.safetensors")
    assert all(np.array_equal(ours[name], theirs[name]) for name in theirs)


def test_ctrl_c_keeps_the_round_and_resume_goes_on(run: Run, start: Any, folder: Path) -> None:
    process = signalled(start, folder, signal.SIGINT, 100_000)
    out, err = process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in out + err
    assert b"wellplayed: stopping after this round; Ctrl-C again loses what no checkpoint has\n" in err
    metrics = [json.loads(line)["round"] for line in (folder / "metrics.jsonl").read_bytes().splitlines()]
    assert latest(folder).name == f"{metrics[-1]:06}.safetensors"
    assert json.loads((folder / "result.json").read_text("utf-8"))["learner"] == "td"
    assert run("train", "--resume", "--run", folder, "--seconds", 0).code == 0


def test_presets(run: Run, refused: Callable[..., str], folder: Path) -> None:
    words = ("train", "td", "--preset", "article", "--run", folder)
    assert run(*words, "--rounds", 0, "--cap", 50, "--json").code == 0
    settings = json.loads((folder / "configuration.json").read_text("utf-8"))["settings"]
    assert settings["start"].startswith("-0.51,0.76,-0.36")
    assert (settings["alpha"], settings["worth"], settings["normalised"]) == (0.001, 10.0, False)
    told = refused_after(run, "train", "--resume", "--run", folder, "--rounds", 1)
    assert "td ran away in round 1" in told
    assert "set alpha below 0.001" in told


def refused_after(run: Run, *words: object) -> str:
    """The line of a command that fails under way."""
    done = run(*words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    return str(done.err)


def test_without_tensorboard_it_says_so(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    done = run(*SMALL, "--rounds", 1, "--run", folder, "--json")
    assert done.code == 0
    assert done.err == "wellplayed: no curves for TensorBoard without the extra 'rl'; pip install 'wellplayed[rl]'\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("td", "--rounds", "1"), "train needs a folder for its run; name one by --run"),
        (("--run", "RUN", "--rounds", "1"), "train needs a learner; choose td"),
        (("te", "--run", "RUN", "--rounds", "1"), "unknown learner 'te'; did you mean 'td'"),
        (("td", "--run", "RUN"), "nothing says when training ends; give --rounds or --seconds"),
        (("td", "--run", "RUN", "--seconds", "soon"), "--seconds soon is no time"),
        (("td", "--run", "RUN", "--seconds", "nan"), "--seconds nan is no time"),
        (("td", "--run", "RUN", "--rounds", "-1"), "--rounds -1 is out of range"),
        (("td", "--run", "RUN", "--rounds", "1", "--games", "10"), "games 10 is out of range; choose 50"),
        (("td", "--run", "RUN", "--rounds", "1", "--every", "0"), "--every 0 is out of range"),
        (("td", "--run", "RUN", "--rounds", "1", "--cap", "0"), "--cap 0 is out of range"),
        (("td", "--run", "RUN", "--rounds", "1", "--set", "alpha"), "cannot read --set alpha; write key=value"),
        (("td", "--run", "RUN", "--rounds", "1", "--set", "alpha=x"), "alpha=x of learner 'td' must be a number"),
        (("td", "--run", "RUN", "--rounds", "1", "--set", "alpha=1", "alpha=2"), "--set names alpha twice"),
        (("td:alpah=1", "--run", "RUN", "--rounds", "1"), "did you mean 'alpha'"),
        (("td", "--run", "RUN", "--rounds", "1", "--preset", "articel"), "did you mean 'article'"),
        (("td", "--run", "RUN", "--rounds", "1", "--preset", "article", "--game", "puyo"), "unknown feature of puyo"),
        (("td", "--run", "RUN", "--rounds", "1", "--game", "chess"), "unknown game 'chess'"),
        (("--run", "RUN", "--rounds", "1", "--resume"), "there is no run in"),
        (("td", "--run", "RUN", "--rounds", "1", "--resume"), "leave out td with --resume"),
        (("--run", "RUN", "--rounds", "1", "--resume", "--seed", "1"), "leave out --seed with --resume"),
    ],
)
def test_refusals(refused: Callable[..., str], folder: Path, words: tuple[str, ...], told: str) -> None:
    assert told in refused("train", *(str(folder) if word == "RUN" else word for word in words))
    assert not folder.exists()


def test_a_folder_with_a_run_is_left_alone(run: Run, refused: Callable[..., str], folder: Path) -> None:
    assert run(*SMALL, "--rounds", 0, "--run", folder).code == 0
    before = (folder / "state.safetensors").read_bytes()
    assert "has a run already; go on with it by --resume" in refused(*SMALL, "--rounds", 1, "--run", folder)
    (folder / "state.safetensors").write_bytes(before[:100])
    assert "is no whole safetensors file" in refused("train", "--resume", "--run", folder, "--rounds", 1)
