"""`wellplayed watch`, told: the showcase game move by move, JSON, boards, speeds, and how it ends early."""

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.naive.guideline import from_rows
from tests.tetris.guideline.boards import columns

from wellplayed.players.registry import player
from wellplayed.puyo.rules import Puyo
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline

Run = Callable[..., Any]

# Played a second time outside this package, in plain Python from the definitions alone; the two agree to the letter.
A_HUNDRED_MOVES = """\
move   9  lines 2  total   2
move  10  lines 1  total   3
move  12  lines 1  total   4
move  16  lines 1  total   5
move  17  lines 1  total   6
move  20  lines 1  total   7
move  23  lines 1  total   8
move  24  lines 1  total   9
move  29  lines 1  total  10
move  34  lines 1  total  11
move  36  lines 1  total  12
move  39  lines 1  total  13
move  40  lines 1  total  14
move  42  lines 1  total  15
move  45  lines 1  total  16
move  46  lines 1  total  17
move  51  lines 1  total  18
move  53  lines 1  total  19
move  54  lines 1  total  20
move  56  lines 1  total  21
move  59  lines 2  total  23
move  64  lines 1  total  24
move  67  lines 1  total  25
move  70  lines 1  total  26
move  74  lines 1  total  27
move  78  lines 1  total  28
move  80  lines 1  total  29
move  81  lines 1  total  30
move  82  lines 1  total  31
move  85  lines 1  total  32
move  88  lines 2  total  34
move  90  lines 1  total  35
move  93  lines 1  total  36
move  95  lines 1  total  37
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
..........
....#.....
...###...#
#######..#
#######..#
.#########
dellacherie  classic  seed 42  pieces 100  lines 37  still going
"""


def test_a_hundred_moves(run: Run) -> None:
    done = run("watch", "dellacherie", "--seed", 42, "--pieces", 100, "--plain")
    assert (done.code, done.out, done.err) == (0, A_HUNDRED_MOVES, "")


def by_hand(game: Classic, name: str, seed: int, pieces: int) -> tuple[list[dict[str, int]], Any]:
    """The clears and the last state of a game, played with the game's own functions."""
    state, who, clears = game.new([seed]), player(name, game), []
    for move in range(1, pieces + 1):
        after = game.deal(game.play(state, who.choose(state)))
        if lines := int(after["lines"][0] - state["lines"][0]):
            clears.append({"move": move, "lines": lines, "total": int(after["lines"][0])})
        state = after
        if state["dead"][0]:
            break
    return clears, state


@pytest.mark.parametrize("seed", [0, 42, (1 << 64) - 1])
@pytest.mark.parametrize("name", ["dellacherie", "random", "bcts"])
def test_json_is_the_game(run: Run, name: str, seed: int) -> None:
    game = Classic(height=8)
    clears, state = by_hand(game, name, seed, 200)
    done = run("watch", name, "--game", "classic:height=8", "--seed", seed, "--pieces", 200, "--json")
    assert json.loads(done.out) == {
        "seed": seed,
        "game": game.name,
        "player": name,
        "pieces": int(state["pieces"][0]),
        "lines": int(state["lines"][0]),
        "score": int(state["score"][0]),
        "dead": bool(state["dead"][0]),
        "board": game.show(state).split("\n"),
        "clears": clears,
    }


def test_plain_is_the_same_game(run: Run) -> None:
    words = ("watch", "el-tetris", "--seed", 7, "--pieces", 60)
    told, data = run(*words, "--plain").out.splitlines(), json.loads(run(*words, "--json").out)
    clears = [line for line in told if line.startswith("move")]
    assert clears == [f"move {c['move']:>3}  lines {c['lines']}  total {c['total']:>3}" for c in data["clears"]]
    assert told[len(clears) : -1] == data["board"]
    assert told[-1] == f"el-tetris  classic  seed 7  pieces {data['pieces']}  lines {data['lines']}  still going"


def test_guideline_games_are_told_with_their_attack(run: Run) -> None:
    words = ("watch", "beam:width=2", "--game", "guideline", "--pieces", 40)
    data = json.loads(run(*words, "--json").out)
    assert (data["pieces"], data["player"]) == (40, "beam:width=2")
    told = run(*words, "--plain").out.splitlines()
    counts = f"pieces 40  lines {data['lines']}  attack {data['attack']}  still going"
    assert told[-1] == f"beam:width=2  guideline  seed 0  {counts}"
    assert told[-21:-1] == data["board"]


def test_a_guideline_game_from_a_board(run: Run, refused: Callable[..., str]) -> None:
    words = ("watch", "dellacherie", "--game", "guideline", "--pieces", 1, "--board", POCKET)
    data = json.loads(run(*words, "--json").out)
    game = Guideline()
    after = game.new([0])
    after["columns"][0] = columns(from_rows(POCKET.split("/")))
    after = game.play(after, player("dellacherie", game).choose(after))
    assert data["board"] == game.show(after).split("\n")
    blocked = "###.######/" * 38
    assert "has no move" in refused("watch", "lee", "--game", "guideline:hold=off", "--board", blocked, "--plain")


def test_a_player_in_a_file(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def evaluate(features):\n    return -features.holes - features.row_transitions\n"
    )
    (tmp_path / "bad.py").write_text("def evaluate(features):\n    return features.hole\n")
    (tmp_path / "mine.toml").write_text("holes = -1\nrow_transitions = -1\nlines = 1\n", "utf-8")
    mine, same = (
        json.loads(run("watch", tmp_path / name, "--pieces", 60, "--json").out) for name in ("mine.py", "mine.toml")
    )
    assert mine.pop("player") == str(tmp_path / "mine.py")
    assert same.pop("player") == str(tmp_path / "mine.toml")
    assert mine == same  # rows cleared count once by themselves
    said = refused("watch", tmp_path / "bad.py", "--pieces", 5, "--plain")
    assert said.startswith(f"evaluator '{tmp_path}/bad.py' failed in line 2 on ")
    assert "did you mean 'holes'" in said
    assert "no such file" in refused("watch", "absent.py").lower()


def test_a_player_that_looks_further_than_the_game_shows(refused: Callable[..., str]) -> None:
    said = refused("watch", "beam")
    assert "depth=3" in said
    assert "shows 0" in said


def test_a_lost_game_says_so_and_stops(run: Run) -> None:
    done = run("watch", "highest-column", "--game", "classic:height=6", "--plain")
    assert done.code == 0
    assert done.out.endswith("game over\n")
    assert len(done.out.splitlines()[-2]) == 10  # the board's last row


def test_in_a_pipe_it_is_told_plainly(start: Any) -> None:
    process = start("watch", "dellacherie", "--seed", "42", "--pieces", "100", env={"FORCE_COLOR": "1"})
    out, err = process.communicate()
    assert out.decode() == A_HUNDRED_MOVES
    assert b"\x1b" not in out + err
    assert process.returncode == 0


def test_an_alias_is_the_same_player(run: Run) -> None:
    assert json.loads(run("watch", "LEE", "--pieces", 5, "--json").out)["player"] == "four-feature"


POCKET = "##......../#...######/##.#######"


@pytest.mark.parametrize("how", ["rows", "file", "windows file"])
def test_from_a_board(run: Run, how: str, tmp_path: Path) -> None:
    given: Any = POCKET
    if how != "rows":
        given = tmp_path / "board.txt"
        end = "\r\n" if how == "windows file" else "\n"
        given.write_bytes(b"\xef\xbb\xbf" * (how == "windows file") + (POCKET.replace("/", end) + end).encode())
    data = json.loads(run("watch", "dellacherie", "--pieces", 1, "--board", given, "--json").out)
    game = Classic()
    state = game.new([0])
    rows = POCKET.split("/")
    for x in range(10):
        state["columns"][0, x] = sum(1 << y for y, row in enumerate(reversed(rows)) if row[x] == "#")
    after = game.play(state, player("dellacherie", game).choose(state))
    assert data["board"] == game.show(after).split("\n")


def test_from_a_board_on_standard_input(start: Any) -> None:
    process = start("watch", "random", "--pieces", "1", "--board", "-", "--plain", stdin=-1)
    out, err = process.communicate(POCKET.replace("/", "\n").encode())
    assert (process.returncode, err) == (0, b"")
    assert b"##.#######" in out


def test_speed_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("wellplayed.interfaces.watch.time.sleep", waits.append)
    run("watch", "random", "--pieces", 10, "--speed", 40, "--plain")
    assert len(waits) >= 9
    assert all(0 <= wait <= 10 / 40 for wait in waits)
    waits.clear()
    assert run("watch", "random", "--pieces", 10, "--speed", "max", "--plain").code == 0
    assert not waits


def test_the_visible_queue_and_other_rules_are_taken(run: Run) -> None:
    data = json.loads(run("watch", "random", "--game", "classic:width=6,height=12,pieces=bag,previews=3", "--json").out)
    assert data["dead"]
    assert {len(row) for row in data["board"]} == {6}
    assert 12 <= len(data["board"]) <= 16


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_ctrl_c_ends_a_told_game_with_its_board(start: Any) -> None:
    process = start("watch", "dellacherie", "--plain", "--speed", "20")
    lines = [process.stdout.readline()]  # the first clear: it plays
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=120)
    lines += rest.splitlines(keepends=True)
    told = [line.decode() for line in lines]
    assert process.returncode == 130
    assert err == b""
    assert told[-1].startswith("dellacherie  classic  seed 0  pieces ")
    assert told[-1].endswith("left early\n")
    assert {len(line) for line in told[-21:-1]} == {11}


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals there")
def test_ctrl_c_leaves_a_terminal_as_it_was(start: Any) -> None:
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    before = termios.tcgetattr(theirs)
    process = start("watch", "dellacherie", "--seed", "42", stdin=theirs, stdout=theirs, env={"TERM": "xterm-256color"})
    seen = read_until(ours, b"why this move")
    process.send_signal(signal.SIGINT)
    seen += read_until(ours, b"left early")
    assert process.wait(30) == 0
    assert termios.tcgetattr(theirs) == before
    on, off = b"\x1b[?1049h", b"\x1b[?1049l"  # the alternate screen, and the cursor below
    assert seen.count(on) == seen.count(off) == 1
    assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")
    assert b"Traceback" not in seen + process.stderr.read()
    os.close(ours)
    os.close(theirs)


def read_until(terminal: int, wanted: bytes, seconds: float = 60) -> bytes:
    """What a terminal shows until `wanted` appears in it."""
    import select

    seen, end = b"", time.monotonic() + seconds
    while wanted not in seen:
        assert time.monotonic() < end, seen[-500:]
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536)
    return seen


# Puyo -----------------------------------------------------------------------------------------------------------------


def test_a_game_of_puyo_is_told_chain_by_chain(run: Run) -> None:
    words = ("watch", "formula", "--game", "puyo", "--seed", 3, "--pieces", 30)
    data, game = json.loads(run(*words, "--json").out), Puyo()
    state, who, chains = game.new([3]), player("formula", game), []
    for move in range(1, 31):
        state = game.play(state, who.choose(state))
        if state["chain"][0]:
            points = {"points": int(state["gained"][0]), "score": int(state["score"][0])}
            chains.append({"move": move, "chain": int(state["chain"][0]), **points})
        state = game.deal(state)
    assert data["chains"] == chains
    assert (data["score"], data["chain"]) == (chains[-1]["score"], max(one["chain"] for one in chains))
    assert (data["pieces"], data["lines"], data["dead"]) == (30, sum(one["chain"] for one in chains), False)
    assert data["attack"] == state["attack"][0]
    assert "clears" not in data
    lines = run(*words, "--plain").out.splitlines()
    assert lines[0].split() == [
        "move",
        str(chains[0]["move"]),
        "chain",
        str(chains[0]["chain"]),
        "points",
        "40",
        "score",
        "40",
    ]
    assert lines[-1] == (
        f"formula  puyo  seed 3  pairs 30  score {data['score']}  longest chain {data['chain']}  still going"
    )
    assert lines[-13:-1] == data["board"][-12:]


def test_puyo_from_a_field(run: Run) -> None:
    done = run("watch", "formula", "--game", "puyo", "--board", ".G..../RGB.../RGB.../RRB...", "--pieces", 1, "--json")
    assert done.err == "note: the field holds a group of four already, which resolves first: 1 link, 40 points\n"
    field = json.loads(done.out)["board"]
    assert sum(cell != "." for row in field for cell in row) in (4, 8)
    tall = "/".join(["..#..."] * 12)
    refusal = run("watch", "random", "--game", "puyo", "--board", tall)
    assert refusal.err == "wellplayed: no pair can appear on this field: a puyo lies in its place; give another\n"
