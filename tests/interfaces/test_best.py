"""`wellplayed best`: the best placements with their paths, as text and as JSON, and how it refuses bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.positions import state

from wellplayed.players.registry import player
from wellplayed.tetris.guideline.rules import Guideline

Run = Callable[..., Any]

SLOT = "##......../#...######/##.#######"


def best(run: Run, *words: object) -> list[dict[str, Any]]:
    done = run("best", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_the_slot_takes_the_t(run: Run) -> None:
    first = best(run, SLOT, "--queue", "TIO")[0]
    assert first == {
        "piece": "T",
        "orientation": "south",
        "x": 2,
        "y": 1,
        "spin": "full",
        "hold": False,
        "keys": "DDDDDDDDDDDDDDDDDCWLDCW",
        "kind": "spin",
        "value": -42.5,
        "cells": [[1, 1], [2, 0], [2, 1], [3, 1]],
    }


def test_commas_in_a_queue_are_read_over(run: Run) -> None:
    assert best(run, SLOT, "--queue", "T,I,O") == best(run, SLOT, "--queue", "TIO")


def test_values_are_the_games(run: Run) -> None:
    game = Guideline()
    one = state(game, SLOT, "TIO")
    for name in ("dellacherie:moves=reach", "four-feature:moves=reach"):
        weights = player(name, game).weights
        assert weights is not None
        values = np.sort(game.moves(one, weights).value)[::-1]
        found = best(run, SLOT, "--queue", "TIO", "--player", name, "--top", 1000)
        assert [p["value"] for p in found] == values.tolist()
    assert len(best(run, SLOT, "--queue", "TIO")) == 5


def test_a_player_that_drops_is_shown_dropping(run: Run) -> None:
    game = Guideline()
    found = best(run, SLOT, "--queue", "TIO", "--player", "dellacherie", "--top", 1000)
    assert {p["kind"] for p in found} == {"drop", "shift"}
    assert len(found) < len(game.expand(state(game, SLOT, "TIO")).action)


def test_hold(run: Run) -> None:
    def pieces(*words: object) -> dict[bool, set[str]]:
        found = best(run, SLOT, "--top", 1000, *words)
        return {held: {p["piece"] for p in found if p["hold"] == held} for held in (False, True)}

    assert pieces("--queue", "TIO") == {False: {"T"}, True: {"I"}}
    assert pieces("--queue", "TIO", "--hold", "s") == {False: {"T"}, True: {"S"}}
    assert pieces("--queue", "t") == {False: {"T"}, True: set()}
    assert pieces("--queue", "TIO", "--rules", "guideline:hold=off") == {False: {"T"}, True: set()}
    assert all(not p["keys"].startswith("HOLD") for p in best(run, SLOT, "--queue", "OTI", "--top", 1000))


def test_finesse_leaves_the_last_drops_out(run: Run) -> None:
    plain, short = best(run, SLOT, "--queue", "OI"), best(run, SLOT, "--queue", "OI", "--finesse")
    for a, b in zip(plain, short, strict=True):
        assert a["keys"].rstrip("D") == b["keys"]
        assert {**a, "keys": ""} == {**b, "keys": ""}


def test_boards_of_every_form(run: Run, tmp_path: Path) -> None:
    wanted = best(run, SLOT, "--queue", "TIO")
    file = tmp_path / "board.txt"
    file.write_text(SLOT.replace("/", "\n"), "utf-8")
    made = run("fumen", "make", SLOT).out.strip()
    for board in (file, made, f"https://harddrop.com/fumen/?{made}"):
        assert best(run, board, "--queue", "TIO") == wanted


def test_rules_and_long_queues(run: Run) -> None:
    assert best(run, "....", "--queue", "I", "--rules", "guideline:width=4")[0]["orientation"] == "north"
    assert best(run, SLOT, "--queue", "TIOSZJLTIOSZJLT")[0]["value"] == best(run, SLOT, "--queue", "TI")[0]["value"]
    found = best(run, SLOT, "--queue", "TI", "--rules", "tetrio-s2", "--top", 1000)
    assert {p["spin"] for p in found} == {"none", "mini", "full"}
    tower = "/".join(["#........."] * 38)
    assert len(best(run, tower, "--queue", "IO", "--top", 3)) == 3


def test_pictures(run: Run) -> None:
    done = run("best", SLOT, "--queue", "TIO", "--top", 2)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["#", "piece", "orientation", "x", "y", "spin", "kind", "hold", "value", "keys"]
    first = ["1", "T", "south", "2", "1", "full", "spin", "no", "-42.5", "DDDDDDDDDDDDDDDDDCWLDCW"]
    assert lines[2].split() == first
    assert "#TTT######   #TT.######" in lines
    assert "##T#######   ##T#######" in lines
    assert "\x1b" not in done.out


def test_a_losing_move_has_no_value(run: Run) -> None:
    rock = "/".join(["##........"] * 20)
    found = best(run, rock, "--queue", "O", "--rules", "guideline:spawn=20", "--top", 1000)
    assert found[-1]["value"] is None
    assert "loses" in run("best", rock, "--queue", "O", "--rules", "guideline:spawn=20", "--top", 1000).out


@pytest.mark.parametrize("rules", ["guideline", "guideline:block_out=off,hold=off"])
def test_a_blocked_spawn_is_an_answer(run: Run, rules: str) -> None:
    high = "/".join(["...####..."] * 21)
    done = run("best", high, "--queue", "TIO", "--rules", rules)
    assert (done.code, done.out) == (0, "")
    assert done.err == f"T cannot appear under {rules}: its place is filled, and the game is over\n"
    assert best(run, high, "--queue", "TIO", "--rules", rules) == []


def test_hold_saves_a_game_without_block_out(run: Run) -> None:
    cell = "/".join(["....#....."] + ["." * 10] * 20)  # where a T needs it, and an I does not
    assert best(run, cell, "--queue", "TI") == []
    found = best(run, cell, "--queue", "TI", "--rules", "guideline:block_out=off")
    assert {p["piece"] for p in found} == {"I"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "best needs BOARD"),
        ((SLOT,), "best needs QUEUE"),
        ((SLOT, "--queue", ""), "the queue has 0 pieces; give 1 to 15"),
        ((SLOT, "--queue", "T" * 16), "the queue has 16 pieces; give 1 to 15"),
        ((SLOT, "--queue", "TX"), "unknown piece 'X'"),
        ((SLOT, "--queue", "T", "--hold", "TI"), "unknown piece 'TI'"),
        ((SLOT, "--queue", "T", "--hold", "I", "--rules", "guideline:hold=off"), "there is no hold under"),
        ((SLOT, "--queue", "T", "--top", 0), "--top 0 is out of range; choose 1 to 1000"),
        ((SLOT, "--queue", "T", "--player", "random"), "player 'random' gives placements no value"),
        ((SLOT, "--queue", "T", "--player", "delacherie"), "unknown player 'delacherie'; did you mean 'dellacherie'?"),
        ((SLOT, "--queue", "T", "--rules", "tetris"), "unknown rules 'tetris'"),
        (("##########", "--queue", "T"), "row 1 of the board is full"),
        (("/".join(["#........."] * 41), "--queue", "T"), "the board has 41 rows, the well 40"),
        (("v115@zz", "--queue", "T"), "fumen, index 7"),
        (("absent.txt", "--queue", "T"), "there is no file 'absent.txt'"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("best", *words).startswith(message)
