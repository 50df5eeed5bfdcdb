"""`wellplayed versus`: the numbers are those of the matches, matches are played once, and a test stops when it may."""

import json
import math
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.arena.ratings import Tally, difference, ratings, score_interval
from wellplayed.arena.sequential import BATCH

Run = Callable[..., Any]
LOW = "guideline:blocking=combo,height=8"
SENDER = "linear:attack=3,holes=-4,aggregate_height=-0.3,bumpiness=-0.3,row_transitions=-1"
TWO = ("versus", "bcts", SENDER, "--game", LOW)
THREE = ("versus", "random:seed=1", "random:seed=2", "bcts", "--games", 12)


def data(done: Any) -> dict[str, Any]:
    """The JSON of a command that went well."""
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def counted(pairing: dict[str, Any]) -> Tally:
    """The tally of a pairing by its matches, whose winner is who did not die alone."""
    dead = [(match["first"]["dead"], match["second"]["dead"]) for match in pairing["matches"]]
    wins, losses = dead.count((False, True)), dead.count((True, False))
    return Tally(wins, len(dead) - wins - losses, losses)


def test_two_players(run: Run) -> None:
    found = data(run(*TWO, "--seeds", "3-22", "--turns", 300, "--json"))
    assert found["game"] == "guideline:rules=guideline,height=8,blocking=combo"
    (pairing,) = found["pairings"]
    assert [match["seed"] for match in pairing["matches"]] == list(range(3, 23))
    results = counted(pairing)
    assert (pairing["wins"], pairing["draws"], pairing["losses"]) == results
    assert pairing["score"] == results.score == np.mean([match["points"] for match in pairing["matches"]])
    assert (pairing["low"], pairing["high"]) == score_interval(results)
    expected = difference(results)
    assert pairing["elo"] == expected.elo
    one, other = found["players"]
    assert one["rating"] - other["rating"] == pytest.approx(expected.elo)
    assert (other["wins"], other["draws"], other["losses"]) == results.turned()
    attack, pieces = (sum(m["second"][key] for m in pairing["matches"]) for key in ("attack", "pieces"))
    assert other["attack_per_piece"] == attack / pieces
    assert other["turns"] == np.mean([match["turns"] for match in pairing["matches"]])
    mine, theirs = ([m[s]["attack"] / m[s]["pieces"] for m in pairing["matches"]] for s in ("first", "second"))
    assert pairing["attack_difference"]["mean"] == pytest.approx(np.mean(mine) - np.mean(theirs))
    assert pairing["faults"] == [0, 0]


def test_the_table_of_two(run: Run) -> None:
    done = run("versus", "bcts", "random", "--games", 10)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:2] == ["guideline:rules=guideline,blocking=combo", "10 matches, drawn after 1,000 turns"]
    first, second = (line.split() for line in lines[-2:])
    assert first[:5] == ["bcts", "10", "0", "0", "100.0%"]
    assert second[:5] == ["random", "0", "0", "10", "0.0%"]
    assert "+645" in first
    assert " ".join(first).count("or more") == 1
    assert "\x1b" not in done.out


def test_puyo_is_told_in_its_own_words(run: Run) -> None:
    words = ("versus", "formula", "article", "--game", "puyo:blocking=chain", "--games", 6, "--turns", 60)
    found = data(run(*words, "--json", "--workers", 1))
    assert data(run(*words, "--json", "--workers", 2))["pairings"][0]["matches"] == found["pairings"][0]["matches"]
    assert found["game"].endswith(",death=third,blocking=chain")
    (pairing,) = found["pairings"]
    sides = [match["first"] for match in pairing["matches"]]
    counted = ["dead", "pieces", "links", "best_chain", "attack", "sent", "all_clears", "fault"]
    assert list(sides[0]) == counted
    player = found["players"][0]
    assert player["best_chain"] == max(side["best_chain"] for side in sides) > 1
    assert player["all_clears"] == sum(side["all_clears"] for side in sides)
    attack, pairs = (sum(side[key] for side in sides) for key in ("attack", "pieces"))
    assert player["attack_per_pair"] == attack / pairs > 0
    assert "attack_per_piece" not in player
    title, _, first, _ = run(*words).out.splitlines()[-4:]
    assert title.split()[-6:] == ["ojama/pair", "best", "chain", "all", "clears", "turns"]
    assert first.split()[-4:-1] == [f"{attack / pairs:.3f}", str(player["best_chain"]), str(player["all_clears"])]


def test_three_players_play_a_round_robin(run: Run) -> None:
    found = data(run(*THREE, "--json"))
    names = ["random:seed=1", "random:seed=2", "bcts"]
    assert [player["player"] for player in found["players"]] == names
    pairs = [(names.index(p["first"]), names.index(p["second"])) for p in found["pairings"]]
    assert pairs == [(0, 1), (0, 2), (1, 2)]
    assert {tuple(m["seed"] for m in p["matches"]) for p in found["pairings"]} == {tuple(range(12))}
    expected = ratings(3, {pair: counted(p) for pair, p in zip(pairs, found["pairings"], strict=True)})
    for player, rating in zip(found["players"], expected, strict=True):
        assert (player["rating"], player["rating_low"], player["rating_high"]) == pytest.approx(rating)
    lines = run(*THREE).out.splitlines()
    assert lines[1] == "12 matches of each pair, drawn after 1,000 turns"
    ranked = lines[next(i for i, line in enumerate(lines) if line.startswith("Ratings")) + 4 :]
    assert ranked[0].split()[0] == "bcts"
    assert "Share of matches won beyond that of random:seed=1, seed by seed, in percent:" in lines


def test_a_ladder_has_neighbours_only_and_an_anchor_is_nought(run: Run) -> None:
    words = (*THREE, "--ladder", "--anchor", "Random:seed=2")
    found = data(run(*words, "--json"))
    assert [(p["first"], p["second"]) for p in found["pairings"]] == [
        ("random:seed=1", "random:seed=2"),
        ("random:seed=2", "bcts"),
    ]
    assert found["players"][1]["rating"] == 0
    out = run(*words).out
    assert "random:seed=2 is 0; a draw is half a win" in out
    assert "seed by seed" not in out


def test_workers_and_processes_change_nothing(run: Run) -> None:
    words = ("versus", "random:seed=1", "random:seed=2", "--games", 12, "--json")
    one, *others = (
        data(run(*words, *more))["pairings"][0]["matches"]
        for more in (("--workers", 1), ("--workers", 3), ("--workers", 2, "--processes"))
    )
    assert others == [one, one]


class TestSprt:
    """Matches until it is clear."""

    WORDS = ("versus", "bcts", "random", "--sprt", "0,50")

    def test_a_clear_case_takes_one_batch(self, run: Run) -> None:
        found = data(run(*self.WORDS, "--json"))
        assert found["sprt"]["verdict"] == "H1"
        assert [step["matches"] for step in found["sprt"]["steps"]] == [BATCH]
        assert found["sprt"]["upper"] == pytest.approx(math.log(19))
        assert len(found["pairings"][0]["matches"]) == BATCH
        turned = data(run("versus", "random", "bcts", "--sprt", "0,50", "--alpha", "0.1", "--beta", "0.01", "--json"))
        assert turned["sprt"]["verdict"] == "H0"
        assert turned["sprt"]["lower"] == pytest.approx(math.log(0.01 / 0.9))

    def test_the_course_is_told(self, run: Run) -> None:
        done = run("versus", "random:seed=1", "random:seed=2", "--sprt", "-1,1", "--games", 100)
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0] == "H0: random:seed=1 is at most -1 Elo points above random:seed=2. H1: at least +1."
        assert lines[1].startswith("Open while the LLR is between -2.94 and 2.94")
        steps = [line.split() for line in lines if "LLR" in line][1:]
        assert [step[0] for step in steps] == ["64", "100"]
        assert "Undecided after 100 matches; more --games may decide it." in lines

    def test_workers_change_nothing(self, run: Run) -> None:
        words = ("versus", "random:seed=1", "random:seed=2", "--sprt", "-80,-20", "--json")
        one, other = (data(run(*words, "--workers", workers)) for workers in (1, 2))
        assert one["sprt"] == other["sprt"]
        assert one["pairings"][0]["matches"] == other["pairings"][0]["matches"]


class TestRecords:
    """What is kept, and what is then not played again."""

    @pytest.fixture
    def played(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
        """The matches that are really played."""
        from wellplayed.arena import versus as room

        seen: list[tuple[str, str, int]] = []
        play = room.play

        def counting(game: Any, first: Any, second: Any, seeds: list[int], **options: Any) -> Any:
            seen.extend((first.name, second.name, seed) for seed in seeds)
            return play(game, first, second, seeds, **options)

        monkeypatch.setattr(room, "play", counting)
        return seen

    def test_matches_are_played_once(self, run: Run, played: list[Any], tmp_path: Path) -> None:
        keep = ("--game", LOW, "--records", tmp_path / "m.db", "--turns", 60, "--json")
        names = ["random:seed=1", "random:seed=2", "random:seed=3"]
        two = data(run("versus", *names[:2], "--seeds", "0-4", *keep))
        assert len(played) == 5
        played.clear()
        three = data(run("versus", *names, "--seeds", "2-6", *keep))
        assert sorted(played) == sorted(
            [(*names[:2], seed) for seed in (5, 6)]
            + [(a, b, seed) for a, b in ((names[0], names[2]), (names[1], names[2])) for seed in range(2, 7)]
        )
        assert three["pairings"][0]["matches"][:3] == two["pairings"][0]["matches"][2:]
        played.clear()
        assert data(run("versus", *names[::-1], "--seeds", "2-6", *keep))["players"][0]["player"] == names[2]
        assert data(run("versus", *names, "--ladder", "--seeds", "2-6", *keep))
        assert played == []

    def test_a_test_goes_on_where_it_stopped(self, run: Run, played: list[Any], tmp_path: Path) -> None:
        words = ("versus", "random:seed=1", "random:seed=2", "--sprt", "-1,1", "--records", tmp_path / "m.db", "--json")
        data(run(*words, "--games", 70))
        played.clear()
        found = data(run(*words, "--games", 140))
        assert [seed for *_, seed in played] == list(range(70, 140))
        assert [step["matches"] for step in found["sprt"]["steps"]] == [64, 128, 140]

    def test_an_interrupt_keeps_what_was_played(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from wellplayed.arena.records import _Versus

        add = _Versus.add

        def some(self: Any, results: Any) -> None:
            if self.kept >= 4:
                raise KeyboardInterrupt
            add(self, results)

        monkeypatch.setattr(_Versus, "add", some)
        file = tmp_path / "m.db"
        words = ("versus", "random:seed=1", "random:seed=2", "--games", 10, "--json", "--workers", 1)
        done = run(*words, "--records", file)
        assert (done.code, done.out) == (130, "")
        assert done.err == f"wellplayed: stopped; 4 of 10 matches are kept in {file}; run the same again to go on\n"
        monkeypatch.setattr(_Versus, "add", add)
        resumed, fresh = data(run(*words, "--records", file)), data(run(*words))
        assert resumed["pairings"][0]["matches"] == fresh["pairings"][0]["matches"]


def test_a_fault_is_a_loss_and_is_told(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def evaluate(features):\n    return 1 / (features.pending - features.pending.max() - 1) * 'x'\n")
    done = run("versus", mine, "random", "--games", 7, "--json")
    assert done.code == 0
    (pairing,) = json.loads(done.out)["pairings"]
    assert (pairing["wins"], pairing["losses"], pairing["faults"]) == (0, 7, [7, 0])
    *told, last = done.err.splitlines()
    assert [line.removeprefix("wellplayed: ") for line in told] == [m["first"]["fault"] for m in pairing["matches"][:5]]
    assert "failed at piece 1 of seed 0 on .........." in told[0]
    assert last == "wellplayed: 7 matches count as lost; above are the first 5"


BAD = [
    ((), "versus needs two players or more"),
    (("lee",), "versus needs two players or more"),
    (("lee", "four-feature"), "comes twice"),
    (("lee", "nobody"), "unknown player 'nobody'"),
    (("lee", "bcts", "--game", "classic"), "knows no garbage, so nobody can win"),
    (("lee", "bcts", "--game", "guidline"), "did you mean 'guideline'?"),
    (("lee", "bcts", "--turns", "0"), "--turns 0 is out of range; choose 1 or more"),
    (("lee", "bcts", "--games", "0"), "--games 0 is out of range"),
    (("lee", "bcts", "--seed", "-1"), "--seed -1 is out of range"),
    (("lee", "bcts", "--seeds", "3", "--games", "1"), "leave out --games and --seed"),
    (("lee", "bcts", "--workers", "0"), "--workers 0 is out of range"),
    (("lee", "bcts", "--sprt", "5"), "cannot read --sprt '5'; write two Elo differences"),
    (("lee", "bcts", "--sprt", "a,b"), "cannot read --sprt 'a,b'"),
    (("lee", "bcts", "--sprt", "1,2,3"), "cannot read --sprt '1,2,3'"),
    (("lee", "bcts", "--sprt", "20,0"), "the lower first"),
    (("lee", "bcts", "--sprt", "nan,1"), "are no test"),
    (("lee", "bcts", "dt-20", "--sprt", "0,20"), "--sprt compares two players, not 3"),
    (("lee", "bcts", "--sprt", "0,20", "--alpha", "0"), "alpha 0 is out of range"),
    (("lee", "bcts", "--alpha", "0.1"), "--alpha and --beta belong to --sprt"),
    (("lee", "bcts", "--beta", "x"), "invalid value for --beta"),
    (("lee", "bcts", "--anchor", "dt-20"), "--anchor dt-20 does not play; name one of four-feature, bcts"),
    (("lee", "bcts", "--records", "absent/m.db"), "there is no folder absent"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input(
    refused: Callable[..., str],
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused("versus", *words)


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
@pytest.mark.parametrize(
    "more", [(), pytest.param(("--processes",), marks=pytest.mark.slow)], ids=["threads", "processes"]
)
def test_ctrl_c(start: Any, tmp_path: Path, more: tuple[str, ...]) -> None:
    file = tmp_path / "m.db"
    process = start("versus", "random", "dellacherie", "bcts", "--records", str(file), "--turns", str(10**9), *more)
    end = time.monotonic() + 300
    while time.monotonic() < end:  # until the short matches are kept, and the endless ones have begun
        time.sleep(0.1)
        if file.exists():
            kept = sqlite3.connect(file)
            try:
                if kept.execute("SELECT count(*) FROM matches").fetchone() == (200,):
                    break
            except sqlite3.DatabaseError:  # not yet made
                pass
            finally:
                kept.close()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, b"")
    assert err.decode() == f"wellplayed: stopped; 200 of 300 matches are kept in {file}; run the same again to go on\n"
