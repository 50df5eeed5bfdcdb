"""Warming up: nothing is left for later, nothing is done twice, and what is old can be removed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wellplayed import _jit
from wellplayed.interfaces import warmup

Run = Callable[..., Any]


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache that holds nothing, with one small step in place of the compiler's work."""
    root = tmp_path / "kernels"
    root.mkdir()
    monkeypatch.setattr(_jit, "cache_root", lambda: root)
    monkeypatch.setattr(warmup, "_steps", lambda games: iter([("a step", lambda: None)]))
    warmup.marker.cache_clear()
    yield root
    warmup.marker.cache_clear()


def test_the_first_run_says_why_and_the_second_nothing(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.ensure_warm()
    out, err = capsys.readouterr()
    assert (out, err) == ("", "wellplayed: first run: compiling kernels, about a minute, once\n")
    warmup.ensure_warm()
    assert capsys.readouterr() == ("", "")


def test_a_change_is_named_as_the_reason(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (cold / "warm-classic-0123456789abcdef").touch()
    warmup.ensure_warm()
    assert "the sources or the compiler changed" in capsys.readouterr().err


def test_each_game_is_compiled_when_it_is_first_played(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.ensure_warm("classic:height=10")
    capsys.readouterr()
    warmup.ensure_warm("guideline:previews=3")
    assert "first run" in capsys.readouterr().err
    warmup.ensure_warm("learning")
    assert "first run" in capsys.readouterr().err
    warmup.ensure_warm("no game at all")
    assert capsys.readouterr() == ("", "")


def test_sources_that_were_only_touched_are_still_warm(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warmup.ensure_warm()
    for mark in cold.glob("seen-*"):
        mark.unlink()
    capsys.readouterr()
    warmup.ensure_warm()
    assert capsys.readouterr() == ("", "")
    assert list(cold.glob("seen-*"))


def test_json_stays_json_on_a_first_run(cold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from wellplayed.interfaces.cli import main

    assert main(["watch", "random", "--pieces", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["pieces"] == 1
    assert err.count("\n") == 1


def test_without_a_cache_nothing_is_compiled_ahead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_jit, "cache_root", lambda: None)
    monkeypatch.setattr(warmup, "compile_all", lambda games: pytest.fail("compiled"))
    warmup.ensure_warm()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "wellplayed: no folder for compiled kernels can be written, so this run compiles anew\n"


@pytest.mark.parametrize("words", [["warmup"], ["watch", "random"], ["arena", "random"], ["features", "#........."]])
def test_without_a_compiler_nothing_can_be_played(
    refused: Callable[..., str], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    assert refused(*words).startswith("NUMBA_DISABLE_JIT is set")


def test_a_cache_that_cannot_be_marked_does_no_harm(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "touch", refuse)
    warmup.ensure_warm()
    assert not list(cold.iterdir())


def test_the_command(run: Run) -> None:
    done = run("warmup")
    assert done.code == 0
    assert str(_jit.cache_root()) in done.out
    data = json.loads(run("warmup", "--json").out)
    assert data["kernels"] > 20
    assert data["bytes"] > 100_000
    assert data["removed"] == 0
    assert data["folder"] == str(_jit.cache_root())
    mark = warmup.marker("classic")
    assert mark is not None
    assert mark.exists()


def test_clean_removes_what_is_old_and_nothing_else(cold: Path, run: Run) -> None:
    old, fresh, foreign = cold / "moves-0123456789abcdef", cold / "moves-fedcba9876543210", cold / "notes"
    for folder in (old, fresh, foreign, *warmup.folders()):
        folder.mkdir()
        (folder / "kernel.nbc").write_bytes(b"")
    marks = [cold / "warm-classic-0123456789abcdef", cold / "seen-classic-0123456789abcdef"]
    for mark in marks:
        mark.touch()
    long_ago = time.time() - 2 * warmup.IN_USE
    for path in (*old.iterdir(), *foreign.iterdir(), old, foreign, *marks):
        os.utime(path, (long_ago, long_ago))
    done = run("warmup", "--clean")
    assert done.out.startswith("Removed 3 caches of older sources.\n")
    assert not old.exists()
    assert not any(mark.exists() for mark in marks)
    assert fresh.exists()  # written a moment ago: somebody may be using it
    assert foreign.exists()
    assert all(folder.exists() for folder in warmup.folders())


def test_every_source_file_with_kernels_is_known() -> None:
    folders = {folder.name.rpartition("-")[0] for folder in warmup.folders()}
    assert {"moves", "drops", "rollout", "features", "rng", "reduce"} <= folders
    for file, folder in zip(warmup.kernel_files(), warmup.folders(), strict=True):
        assert folder.name.startswith(f"{file.stem}-")


COMMANDS = """
import contextlib, io, sys
from wellplayed.interfaces import warmup
from wellplayed.interfaces.cli import main
from numba.core.dispatcher import Dispatcher

def kernels():
    return {
        f"{name}.{key}": set(value.signatures)
        for name, module in sys.modules.items() if name.startswith("wellplayed.")
        for key, value in vars(module).items() if isinstance(value, Dispatcher)
    }

warmup.compile_all()
before = kernels()
with contextlib.redirect_stdout(io.StringIO()):
    for words in (
        "watch dellacherie --pieces 30 --plain", "watch random --pieces 9 --json --game classic:pieces=bag,previews=4",
        "arena dt-20 linear:holes=-4,highest=-1 random --games 3 --pieces 60 --game classic:overflow=clear,width=6",
        "table 10x10 --games 3 --players random,bcts", "features #.........",
        "watch beam:speculate=on --pieces 4 --plain --game guideline", "watch best --pieces 4 --plain",
        "watch mcts:simulations=60,rollout=5,random=0.1 --pieces 3 --plain --game classic:pieces=bag",
        "watch mcts:simulations=60,prior=on --pieces 3 --plain --game guideline:rules=tetrio-s2",
        "arena lookahead:moves=reach expectimax:ms=9 dellacherie --games 2 --pieces 4 --game guideline:previews=1",
        "watch formula --game puyo --pieces 30 --plain --board RG....", "features RG.... --game puyo",
        "arena builder random sampled:vote=majority --game puyo:pairs=arcade,colours=5 --games 2 --pieces 9",
        "arena formula sampled:depth=2,width=2 --protocol build50 --games 2", "chain RRR... --drop RG@4",
        "best RG.... --queue RG,BB --game puyo --player beam:depth=1", "placements RG.... RG --game puyo:row14=vanish",
    ):
        assert main(words.split()) == 0
new = {name: found - before.get(name, set()) for name, found in kernels().items() if found - before.get(name, set())}
print(new)
sys.exit(bool(new))
"""


def test_nothing_is_left_to_compile_after_warming_up(run: Run) -> None:
    run("watch", "random", "--pieces", 1, "--plain")  # so that the cache is warm
    path = {"PYTHONPATH": str(warmup.PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS], capture_output=True, text=True, env={**os.environ, **path}, check=False
    )
    assert (done.returncode, done.stdout) == (0, "{}\n"), done.stderr
