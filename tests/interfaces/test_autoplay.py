"""`wellplayed autoplay`: the answer as text and as JSON, the replay that it writes, and how it refuses bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellplayed.players.autoplay import Autoplay
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import KeyGame
from wellplayed.tetris.guideline.replay import load, result
from wellplayed.tetris.guideline.rules import Guideline

Run = Callable[..., Any]


def answer(run: Run, *words: object) -> dict[str, Any]:
    done = run("autoplay", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_json_is_the_game(run: Run) -> None:
    found = answer(run, "four-feature", "--ticks", 600, "--seed", 5, "--pace", 2)
    game = Guideline()
    one = Autoplay(KeyGame(game.rules, 5), player("four-feature", game), pace=2)
    one.run(600)
    ends = result(one.game)
    for name in ("ticks", "pieces", "lines", "score", "over", "digest"):
        assert found[name] == getattr(ends, name)
    assert found["kinds"] == one.counts
    assert found["attack"] == one.game.state.attack
    assert found["board"] == one.game.show().split("\n")[:-1]
    assert (found["player"], found["game"], found["seed"], found["pace"]) == ("four-feature", game.name, 5, 2)
    assert found["keys"] == 300  # one every second tick
    assert found["keys_per_piece"] == 300 / found["pieces"]
    assert found["seconds"].keys() == {"all", "thinking", "paths", "keys"}
    assert 0 < sum(found["seconds"][name] for name in ("thinking", "paths", "keys")) <= found["seconds"]["all"]


def test_text(run: Run) -> None:
    done = run("autoplay", "four-feature", "--ticks", 240)
    assert (done.code, done.err) == (0, "")
    found = answer(run, "four-feature", "--ticks", 240)
    lines = done.out.splitlines()
    assert lines[: len(found["board"])] == found["board"]
    title = f"four-feature  guideline  seed 0  ticks 240  pieces {found['pieces']}  lines {found['lines']}"
    assert any(line.startswith(title) and line.endswith("  still going") for line in lines)
    rows = {line.split()[0]: line.split() for line in lines if line.split()}
    assert rows["move"] == ["move", "pieces", "share"]
    for kind, count in found["kinds"].items():
        assert rows[kind] == [kind, str(count), f"{100 * count / found['pieces']:.1f}%"]
    assert f"{found['keys_per_piece']:.2f} keys a piece" in lines
    assert [rows[name][0] for name in ("thinking", "paths", "keys", "the", "all")]
    assert "\x1b" not in done.out


@pytest.mark.parametrize("name", ["game.json", "game.json.gz"])
def test_the_replay_is_the_game(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    found = answer(run, "dellacherie", "--ticks", 300, "--game", "guideline:rules=tetrio-s2", "--replay", file)
    tape = load(file)
    assert tape.result.digest == found["digest"]
    assert tape.run().state.pieces == found["pieces"]


def test_whole_paths_press_every_row(run: Run) -> None:
    short, whole = (answer(run, "four-feature", "--ticks", 300, *words) for words in ((), ("--whole",)))
    assert whole["keys_per_piece"] > 15 > 6 > short["keys_per_piece"]


def test_all_at_once_is_a_piece_a_tick(run: Run) -> None:
    assert answer(run, "four-feature", "--ticks", 50, "--pace", 0)["pieces"] == 50


def test_a_lost_game_ends(run: Run) -> None:
    done = run("autoplay", "highest-column", "--ticks", 5000)
    assert done.code == 0
    assert "block out" in done.out or "lock out" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("delacherie",), "unknown player 'delacherie'; did you mean 'dellacherie'?"),
        (("random", "--game", "classic"), "autoplay steers pieces, and classic"),
        (("random", "--game", "guideline:gravity=fast"), "gravity=fast of rules 'guideline' must be a number"),
        (("random", "--ticks", 0), "--ticks 0 is out of range; choose 1 or more"),
        (("random", "--seed", -1), "--seed -1 is out of range"),
        (("random", "--pace", -1), "pace=-1 is out of range; choose 0 to 600 ticks a key"),
        (("random", "--pace", "quick"), "invalid value for --pace"),
        (("random", "--replay", "."), ". is a folder; give --replay the name of a file"),
        (("random", "--replay", "absent/game.json"), "there is no folder absent for --replay absent/game.json"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("autoplay", *words).startswith(message)
