"""The command line as a whole: quick, quiet where it should be, and one line for whatever goes wrong."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wellplayed
from wellplayed.interfaces.cli import main

Refused = Callable[..., str]


@pytest.mark.parametrize("words", [["--help"], ["watch", "--help"], ["arena", "--help"], ["--version"], ["wach"], []])
def test_no_numba_where_nothing_is_computed(words: list[str]) -> None:
    code = (
        "import sys; from wellplayed.interfaces.cli import main; main(sys.argv[1:]);"
        "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code, *words]) == 0


def test_help_names_every_command(run: Callable[..., Any]) -> None:
    done = run("--help")
    assert done.code == 0
    for command in ("watch", "arena", "table", "players", "games", "features", "warmup"):
        assert f"│ {command} " in done.out


def test_without_a_command_comes_the_help(run: Callable[..., Any]) -> None:
    assert run().out == run("--help").out


def test_version(run: Callable[..., Any]) -> None:
    assert run("--version").out == f"wellplayed {wellplayed.__version__}\n"


def test_runs_as_a_module(start: Any) -> None:
    out, err = start("--version").communicate()
    assert (out, err) == (f"wellplayed {wellplayed.__version__}\n".encode(), b"")


UNREADABLE = [
    (["watch"], "watch needs PLAYER; see wellplayed watch --help"),
    (["wach"], 'unknown command "wach". Did you mean "watch"?'),
    (["--nope"], 'unknown command "--nope"'),
    (["watch", "random", "--sed", "3"], "unknown option: --sed. Did you mean --seed? See wellplayed watch --help"),
    (["watch", "random", "--seed"], "--seed needs a value"),
    (["watch", "random", "again"], "watch does not take 'again'; remove it"),
    (["watch", "random", "--seed", "abc"], "invalid value for --seed: 'abc' is no whole number"),
    (["watch", "random", "--seed", "3.5"], "'3.5' is no whole number"),
    (["watch", "random", "--seed", "1_0"], "'1_0' is no whole number"),
    (["watch", "random", "--seed", ""], "'' is no whole number"),
    (["watch", "random", "--seed", "1", "--seed", "2"], "--seed specified multiple times"),
    (["watch", "random", "--plain=perhaps"], "invalid value for --plain"),
    (["table"], "table needs BOARD"),
    (["arena", "random", "--games", "few"], "'few' is no whole number"),
    (["arena", "random", "--records"], "--records needs a value"),
]


@pytest.mark.parametrize(
    ("words", "message"), UNREADABLE, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_command_line_that_cannot_be_read(refused: Refused, words: list[str], message: str) -> None:
    assert message in refused(*words)


SEEDLESS = "choose 0 to 18446744073709551615"
BAD = [
    (["watch", "delacherie"], "unknown player 'delacherie'; did you mean 'dellacherie'?"),
    (["watch", "random:sed=3"], "did you mean 'seed'?"),
    (["watch", "random:seed=x"], "seed=x of player 'random' must be a whole number"),
    (["watch", "random", "--game", "clasic"], "unknown game 'clasic'; did you mean 'classic'?"),
    (["watch", "random", "--game", "classic:height=3"], "height=3 of classic is out of range"),
    (["watch", "random", "--game", "classic:height=25"], "height=25 of classic is out of range"),
    (["watch", "random", "--game", "classic:heigth=9"], "did you mean 'height'?"),
    (["watch", "random", "--game", "classic:overflow=burst"], "overflow=burst is no choice"),
    (["watch", "random", "--seed", "-1"], SEEDLESS),
    (["watch", "random", "--seed", str(1 << 64)], SEEDLESS),
    (["watch", "random", "--pieces", "0"], "--pieces 0 is out of range; choose 1 or more"),
    (["watch", "random", "--pieces", "-5"], "--pieces -5 is out of range"),
    (["watch", "random", "--pieces", str(1 << 63)], "is out of range"),
    (["watch", "random", "--speed", "0"], "--speed 0 is no speed"),
    (["watch", "random", "--speed", "-2"], "--speed -2 is no speed"),
    (["watch", "random", "--speed", "nan"], "--speed nan is no speed"),
    (["watch", "random", "--speed", "inf"], "--speed inf is no speed"),
    (["watch", "random", "--speed", "fast"], "give pieces a second, such as 4 or 0.5, or max"),
    (["watch", "linear"], "player 'linear' needs weights"),
    (["watch", "linear:holes=nan"], "holes=nan of player 'linear' must be a finite number"),
    (["watch", "linear:hole=-4"], "unknown feature 'hole'; did you mean 'holes'?"),
    (["watch", "linear:file=absent.toml"], "cannot read the player's file absent.toml"),
    (["arena"], "arena needs a player"),
    (["arena", "lee", "four-feature"], "comes twice"),
    (["arena", "random", "--games", "0"], "--games 0 is out of range"),
    (["arena", "random", "--games", "-3"], "--games -3 is out of range"),
    (["arena", "random", "--games", "1000001"], "choose 1 to 1000000"),
    (["arena", "random", "--seed", "-1"], SEEDLESS),
    (["arena", "random", "--seed", str((1 << 64) - 1), "--games", "2"], "the last seed"),
    (["arena", "random", "--seeds", "9-3"], "runs backwards; write 3-9"),
    (["arena", "random", "--seeds", "1,,2"], "cannot read ''"),
    (["arena", "random", "--seeds", "1-"], "cannot read '1-'"),
    (["arena", "random", "--seeds", "a-b"], "cannot read 'a-b'"),
    (["arena", "random", "--seeds", "1,3,1"], "names seed 1 twice"),
    (["arena", "random", "--seeds", "0-99999999"], "more than 1,000,000 seeds"),
    (["arena", "random", "--seeds", str(1 << 64)], SEEDLESS),
    (["arena", "random", "--seeds", "9" * 5000], "cannot read"),
    (["arena", "random", "--seeds", "0-3", "--games", "4"], "leave out --games and --seed"),
    (["arena", "random", "--workers", "0"], "--workers 0 is out of range"),
    (["arena", "random", "--pieces", "0"], "choose 1 or more"),
    (["arena", "random", "--records", "absent/games.db"], "there is no folder absent"),
    (["arena", "random", "--records", "."], "is a folder"),
    (["table", "10x15"], "unknown table '10x15'; did you mean '10x10'?"),
    (["table", "10x10", "--games", "0"], "--games 0 is out of range"),
    (["table", "10x10", "--replicates", "3"], "--replicates is for boards that are estimated"),
    (["table", "10x20", "--games", "3"], "--games is for 10x10"),
    (["table", "10x10-next", "--games", "3"], "a game on 10x10-next is too long to play"),
    (["table", "10x20", "--replicates", "0"], "--replicates 0 is out of range"),
    (["table", "10x20", "--players", "random"], "no linear weights"),
    (["table", "10x10", "--players", "dt-10,nobody"], "unknown player 'nobody'"),
    (["table", "10x10", "--players", ","], "names nobody"),
    (["features", "--jsn"], "unknown option --jsn"),
    (["features", "absent.txt"], "there is no file 'absent.txt'; give a file, rows joined by /, or - for stdin"),
    (["features", "folder"], "cannot read the board file 'folder'"),
    (["features", "####......\n" * 30], "the board has 30 rows"),
    (["features", "x" * 300 + "yz" * 300], "cannot read the board file"),
    (["features", ""], "the board has no rows"),
    (["features", "/"], "the board has no rows"),
    (["features", "####....../###"], "row 2 of the board has 3 cells"),
    (["features", "####a.....", "--game", "classic:height=10"], "unknown letter 'a' in row 1 of the board"),
    (["features", "##########"], "row 1 of the board is full"),
    (["features", "/".join(["#........."] * 21)], "the board has 21 rows, the game 20"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"), BAD, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else ""
)
def test_bad_input(
    refused: Refused, words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert message in refused(*words)


FILES = [
    (b"####......\n###...\n", "row 2 of FILE has 6 cells, the game 10"),
    (b"####......\n#########a\n", "unknown letter 'a' in row 2 of FILE"),
    (b"#.........\n" * 21, "FILE has 21 rows"),
    (b"", "FILE has no rows"),
    (b"\n\r\n", "FILE has no rows"),
    (b"#" * 70_000, "FILE is larger than 65536 bytes"),
    (b"\x89PNG\r\n\x1a\n\0\0", "FILE is not text"),
    (b"####\0#####\n", "FILE is not text"),
]


@pytest.mark.parametrize(("content", "message"), FILES, ids=lambda value: str(value)[:20])
@pytest.mark.parametrize(
    "command", [["features"], ["watch", "random", "--plain", "--board"]], ids=["features", "watch"]
)
def test_bad_board_files(refused: Refused, tmp_path: Path, command: list[str], content: bytes, message: str) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(content)
    assert message.replace("FILE", str(file)) in refused(*command, file)


WEIGHTS = [
    ("features = ['holes', 'lines']\nweights = [1.0]\n", "2 features and 1 weights"),
    ("holes = nan\n", "the weight of holes is nan"),
    ("holes = 'many'\n", "give a number"),
    ("holes = \n", "is not TOML"),
    ("", "has no weights"),
]


@pytest.mark.parametrize(("content", "message"), WEIGHTS, ids=lambda value: value[:20])
@pytest.mark.parametrize("command", ["watch", "arena"])
def test_bad_weights_files(refused: Refused, tmp_path: Path, command: str, content: str, message: str) -> None:
    (tmp_path / "weights.toml").write_text(content, "utf-8")
    assert message in refused(command, f"linear:file={tmp_path / 'weights.toml'}")


def test_bad_records_file(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"no database at all, but a text of some length" * 30)
    assert "it is no SQLite file" in refused("arena", "random", "--records", tmp_path / "games.db")


def test_an_interrupt_is_told_in_one_line(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wellplayed.interfaces.cli.app", interrupted)
    assert run("players") == (130, "", "wellplayed: stopped\n")


def test_a_full_disk_is_told_in_one_line(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wellplayed.interfaces.cli.app", full)
    assert run("players") == (1, "", "wellplayed: [Errno 28] No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
@pytest.mark.parametrize("words", [["features"], ["watch", "dellacherie", "--plain"], ["--help"]], ids=" ".join)
def test_a_reader_that_leaves_ends_it_quietly(start: Any, words: list[str]) -> None:
    process = start(*words)
    assert process.stdout.readline()
    process.stdout.close()
    # A short answer fits into the pipe before anybody leaves; then all is well too.
    assert process.wait(60) in (141, 0)
    assert process.stderr.read() == b""


def test_names_in_chinese_do_not_end_a_run_that_cannot_show_them(start: Any) -> None:
    process = start("players", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"dellacherie" in out
    process = start("players", "--json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    names = [player["source"] for player in json.loads(process.communicate()[0])["players"]]
    assert any("俄罗斯方块" in name for name in names)


def test_main_takes_the_words_of_its_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["wellplayed", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == f"wellplayed {wellplayed.__version__}\n"


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_ctrl_c_while_nothing_was_kept(start: Any) -> None:
    process = start("arena", "dt-20", "--games", "100", "--json")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().splitlines()[-1].startswith("wellplayed: stopped")
