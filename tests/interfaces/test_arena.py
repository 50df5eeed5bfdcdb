"""`wellplayed arena`: the golden games, the numbers around them, and games that are kept and not played again."""

import json
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]
TEN = "classic:height=10"

# Lines of seeds 0 to 11 on 10 x 10: played by a prototype of the same rules and random numbers, before this package.
GOLDEN = {
    "dellacherie": [2032, 1158, 10952, 3693, 837, 490, 323, 7735, 1306, 241, 2471, 729],
    "bcts": [3026, 767, 590, 6489, 836, 2228, 6664, 4297, 3952, 684, 3240, 183],
    "dt-10": [511, 8219, 6703, 1934, 1734, 5091, 3998, 14266, 8901, 786, 5329, 5577],
    "dt-20": [11910, 306, 142, 9026, 4127, 619, 1519, 383, 24164, 1667, 7163, 63],
}


@pytest.fixture
def played(run: Run) -> dict[str, Any]:
    done = run("arena", *GOLDEN, "--game", TEN, "--seeds", "0-11", "--json")
    assert (done.code, done.err) == (0, "")
    data: dict[str, Any] = json.loads(done.out)
    return data


def test_the_golden_games(played: dict[str, Any]) -> None:
    assert played["game"] == "classic:height=10,width=10,pieces=uniform,previews=0,overflow=end"
    assert {p["player"]: [g["lines"] for g in p["games"]] for p in played["players"]} == GOLDEN
    for player in played["players"]:
        assert [g["seed"] for g in player["games"]] == list(range(12))
        assert all(g["dead"] and g["score"] == g["lines"] for g in player["games"])
        assert set(player["games"][0]) == {"seed", "lines", "pieces", "score", "dead", "attack", "fault"}
        assert player["faults"] == 0
    assert played["by"] == "lines"


def test_the_numbers_are_those_of_the_games(played: dict[str, Any]) -> None:
    for player in played["players"]:
        lines = np.array([g["lines"] for g in player["games"]])
        assert player["mean"] == pytest.approx(lines.mean())
        assert player["median"] == np.median(lines)
        assert player["se"] == pytest.approx(lines.std(ddof=1) / np.sqrt(12))
        assert player["low"] < player["mean"] < player["high"]
        assert player["capped"] == 0
        assert player["seconds"] > 0
    names = list(GOLDEN)
    assert [(d["player"], d["against"]) for d in played["differences"]] == [(n, names[0]) for n in names[1:]]
    for gap in played["differences"]:
        apart = np.array(GOLDEN[gap["player"]]) - GOLDEN[names[0]]
        assert gap["mean"] == pytest.approx(apart.mean())
        assert gap["se"] == pytest.approx(apart.std(ddof=1) / np.sqrt(12))
        assert gap["low"] < gap["mean"] < gap["high"]


def test_the_table(run: Run) -> None:
    done = run("arena", "dellacherie", "dt-10", "--game", TEN, "--seeds", "0-11")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:2] == [
        "classic:height=10,width=10,pieces=uniform,previews=0,overflow=end",
        "12 games each, lines per game",
    ]
    row = next(line for line in lines if line.startswith("dellacherie")).split()
    assert row[1] == "2,664"
    assert row[-3:-1] == ["1,232", "0"]  # median, capped
    assert "Difference to dellacherie, game by game on the same seeds:" in lines
    assert lines[-1].split()[:2] == ["dt-10", "+2,590"]
    assert "\x1b" not in done.out


def test_one_game_has_no_error(run: Run) -> None:
    assert json.loads(run("arena", "random", "--games", 1, "--json").out)["players"][0]["se"] is None
    done = run("arena", "random", "--games", 1)
    assert "1 game, lines per game" in done.out
    assert done.out.splitlines()[-1].split()[:4] == ["random", "0.00", "-", "-"]


def test_default_games_and_first_seed(run: Run) -> None:
    words = ("arena", "random", "--game", "classic:height=4", "--json")
    assert [g["seed"] for g in json.loads(run(*words).out)["players"][0]["games"]] == list(range(100))
    few = json.loads(run(*words, "--games", 3, "--seed", (1 << 64) - 3).out)["players"][0]["games"]
    assert [g["seed"] for g in few] == [(1 << 64) - 3, (1 << 64) - 2, (1 << 64) - 1]


def test_a_cap_stops_games_and_is_told(run: Run) -> None:
    words = ("arena", "dellacherie", "random", "--games", 4, "--pieces", 50)
    players = json.loads(run(*words, "--json").out)["players"]
    assert {(g["pieces"], g["dead"]) for g in players[0]["games"]} == {(50, False)}
    assert players[0]["capped"] == 4
    assert "the means are too low" in run(*words).out


def test_workers_change_nothing(run: Run) -> None:
    def games(workers: int) -> Any:
        data = json.loads(
            run("arena", "bcts", "random", "--game", TEN, "--games", 9, "--workers", workers, "--json").out
        )
        return [player["games"] for player in data["players"]]

    assert games(1) == games(5)


class TestRecords:
    """What is kept, and what is then not played again."""

    @pytest.fixture
    def counted(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """The seeds that are really played."""
        from wellplayed.arena import lockstep

        seeds: list[int] = []
        play = lockstep.play

        def counting(game: Any, player: Any, wanted: list[int], **options: Any) -> Any:
            seeds.extend(wanted)
            return play(game, player, wanted, **options)

        monkeypatch.setattr(lockstep, "play", counting)
        return seeds

    def test_games_are_played_once(self, run: Run, counted: list[int], tmp_path: Path) -> None:
        words = ("arena", "dellacherie", "--game", TEN, "--records", tmp_path / "games.db", "--json")
        first = json.loads(run(*words, "--seeds", "0-5").out)
        assert counted == [0, 1, 2, 3, 4, 5]
        counted.clear()
        again = json.loads(run(*words, "--seeds", "0-5").out)
        assert counted == []
        assert again["players"][0]["games"] == first["players"][0]["games"]
        more = json.loads(run(*words, "--seeds", "4-7,0").out)
        assert counted == [6, 7]
        assert [g["lines"] for g in more["players"][0]["games"]] == [GOLDEN["dellacherie"][i] for i in (4, 5, 6, 7, 0)]

    def test_what_differs_is_played(self, run: Run, counted: list[int], tmp_path: Path) -> None:
        keep = ("--seeds", "3", "--records", tmp_path / "games.db", "--json")
        run("arena", "dellacherie", "--game", TEN, *keep)
        counted.clear()
        run("arena", "bcts", "--game", TEN, *keep)
        run("arena", "dellacherie", "--game", "classic:height=9", *keep)
        capped = json.loads(run("arena", "dellacherie", "--game", TEN, "--pieces", 20, *keep).out)
        assert counted == [3, 3, 3]
        assert capped["players"][0]["games"][0]["pieces"] == 20
        run("arena", "Dellacherie", "--game", "classic:width=10,height=10", *keep)
        run("arena", "dellacherie", "--game", TEN, "--pieces", 20, *keep)
        assert counted == [3, 3, 3]

    def test_a_weights_file_counts_by_what_it_says(self, run: Run, counted: list[int], tmp_path: Path) -> None:
        file = tmp_path / "weights.toml"
        words = (
            "arena",
            f"linear:file={file}",
            "--game",
            TEN,
            "--seeds",
            "1",
            "--records",
            tmp_path / "g.db",
            "--json",
        )
        file.write_text("holes = -4.0\nlines = 1.0\n", "utf-8")
        first = json.loads(run(*words).out)["players"][0]
        assert first["player"] == "linear:holes=-4.0,lines=1.0"
        file.write_text("holes = -4.0\nlanding_height = -1.0\n", "utf-8")
        second = json.loads(run(*words).out)["players"][0]
        assert second["games"] != first["games"]
        assert counted == [1, 1]

    def test_a_long_list_of_weights_is_called_by_its_file(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        names = ("holes", "landing_height", "row_transitions", "column_transitions", "wells")
        Path("w.toml").write_text("".join(f"{name} = -1.23456789\n" for name in names), "utf-8")
        words = ("arena", "dellacherie", "w.toml", "--game", TEN, "--seeds", "1")
        told = run(*words).out
        assert told.count("w.toml") == 2  # its row, and its difference
        assert "1.2345" not in told
        assert json.loads(run(*words, "--json").out)["players"][1]["player"].startswith("linear:landing_height=-1.2345")

    def test_every_game_is_in_the_file(self, run: Run, tmp_path: Path) -> None:
        run("arena", "random", "dellacherie", "--game", TEN, "--games", 40, "--records", tmp_path / "games.db")
        with sqlite3.connect(tmp_path / "games.db") as file:
            rows = dict(file.execute("SELECT player, count(*) FROM games JOIN runs ON run = id GROUP BY player"))
        file.close()
        assert rows == {"random": 40, "dellacherie": 40}

    def test_an_interrupt_keeps_what_was_played(
        self, run: Run, counted: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from wellplayed.arena.records import _Solo

        add = _Solo.add

        def five(self: Any, results: Any) -> None:
            if self.kept >= 5:
                raise KeyboardInterrupt
            add(self, results)

        monkeypatch.setattr(_Solo, "add", five)
        file = tmp_path / "games.db"
        words = ("arena", "dellacherie", "--game", TEN, "--seeds", "0-11", "--records", file, "--json")
        done = run(*words)
        assert (done.code, done.out) == (130, "")
        assert done.err == f"wellplayed: stopped; 5 of 12 games are kept in {file}; run the same again to go on\n"
        monkeypatch.setattr(_Solo, "add", add)
        counted.clear()
        assert [g["lines"] for g in json.loads(run(*words).out)["players"][0]["games"]] == GOLDEN["dellacherie"]
        assert len(counted) == 7


class TestObjectives:
    """What players are compared by."""

    @pytest.mark.parametrize("by", ["lines", "pieces", "score", "attack"])
    def test_means_are_of_what_is_asked_for(self, run: Run, by: str) -> None:
        words = ("arena", "dellacherie", "lee", "--game", "guideline", "--games", 4, "--pieces", 60, "--by", by)
        data = json.loads(run(*words, "--json").out)
        assert data["by"] == by
        for player in data["players"]:
            assert player["mean"] == pytest.approx(np.mean([g[by] for g in player["games"]]))
        apart = np.mean([g[by] for g in data["players"][1]["games"]]) - data["players"][0]["mean"]
        assert data["differences"][0]["mean"] == pytest.approx(apart)
        assert f"4 games each, {by} per game" in run(*words).out

    def test_what_a_game_does_not_count_is_refused(self, refused: Callable[..., str]) -> None:
        assert "counts no attack; compare by lines" in refused("arena", "lee", "--by", "attack")
        assert "unknown objective 'line'; did you mean 'lines'?" in refused("arena", "lee", "--by", "line")


class TestFaults:
    """Players of one's own whose code fails."""

    @pytest.fixture
    def mine(self, tmp_path: Path) -> Path:
        file = tmp_path / "mine.py"
        file.write_text(
            "def evaluate(features):\n"
            "    if (features.highest > 7).any():\n"
            "        raise ValueError('too high')\n"
            "    return -features.aggregate_height - 4 * features.holes\n",
            "utf-8",
        )
        return file

    def test_they_cost_games_and_are_told(self, run: Run, mine: Path) -> None:
        done = run("arena", mine, "lee", "--game", TEN, "--games", 8, "--json")
        assert done.code == 0
        player = json.loads(done.out)["players"][0]
        failed = [g for g in player["games"] if g["fault"]]
        assert player["faults"] == len(failed) > 5
        assert all(g["dead"] for g in failed)
        *told, last = done.err.splitlines()
        assert [f"wellplayed: {g['fault']}" for g in failed[:5]] == told
        assert last == f"wellplayed: {len(failed)} games count as lost; above are the first 5"
        assert "ValueError: too high" in told[0]
        assert f"of seed {failed[0]['seed']} on " in told[0]

    def test_one_is_told_as_one(self, run: Run, mine: Path) -> None:
        lines = run("arena", mine, "--game", TEN, "--games", 1, "--seed", 3).err.splitlines()
        assert len(lines) == 2
        assert lines[1] == "wellplayed: that game counts as lost"

    def test_they_are_tried_again(self, run: Run, mine: Path, tmp_path: Path) -> None:
        words = ("arena", mine, "--game", TEN, "--games", 4, "--records", tmp_path / "games.db", "--json")
        run(*words)
        mine.write_text("def evaluate(features):\n    return -features.aggregate_height\n", "utf-8")
        assert json.loads(run(*words).out)["players"][0]["faults"] == 0


def test_processes_change_nothing(run: Run) -> None:
    words = ("arena", "random", "bcts", "--game", TEN, "--games", 9, "--json")
    here, there = (json.loads(run(*words, *more).out) for more in ((), ("--processes", "--workers", 2)))
    assert [p["games"] for p in there["players"]] == [p["games"] for p in here["players"]]


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_ctrl_c(start: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    process = start("arena", "random", "dt-20", "--seeds", "0-39", "--records", str(file))
    end = time.monotonic() + 300
    while time.monotonic() < end:  # until the short games are kept, and the endless ones have begun
        time.sleep(0.1)
        if file.exists():
            kept = sqlite3.connect(file)
            try:
                if kept.execute("SELECT count(*) FROM games").fetchone() == (40,):
                    break
            except sqlite3.DatabaseError:  # not yet made
                pass
            finally:
                kept.close()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, b"")
    assert err.decode() == f"wellplayed: stopped; 40 of 80 games are kept in {file}; run the same again to go on\n"
