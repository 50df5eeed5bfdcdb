"""`wellplayed placements` and `wellplayed reach`: answers as text and as JSON, and how each refuses bad input."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

POCKET = "###...####/###....###/###....###/####...###/####...###" + 8 * "/#########."
T_SLOT = "##......../#...######/##.#######"
EMPTY = "." * 10


def listed(run: Run, *words: object) -> list[dict[str, Any]]:
    done = run("placements", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def reached(run: Run, *words: object) -> dict[str, Any]:
    done = run("reach", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


# Placements -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "count"), [("I", 17), ("o", 9), ("T", 34), ("S", 17), ("Z", 17), ("J", 34)])
def test_placements_on_an_empty_board(run: Run, piece: str, count: int) -> None:
    found = listed(run, EMPTY, piece)
    assert len(found) == count
    assert {p["piece"] for p in found} == {piece.upper()}
    assert {(p["spin"], p["kind"], p["hold"]) for p in found} == {("none", "drop", False), ("none", "shift", False)}
    assert all(len(p["cells"]) == 4 for p in found)


def test_the_pocket_is_among_the_placements(run: Run) -> None:
    (one,) = [p for p in listed(run, POCKET, "L") if (p["orientation"], p["x"], p["y"]) == ("north", 5, 8)]
    assert one == {
        "piece": "L",
        "orientation": "north",
        "x": 5,
        "y": 8,
        "spin": "none",
        "hold": False,
        "keys": "DDDDDDDDDRDD",
        "kind": "tuck",
        "cells": [[4, 8], [5, 8], [6, 8], [6, 9]],
    }
    (one,) = [p for p in listed(run, POCKET, "L", "--finesse") if (p["x"], p["y"], p["kind"]) == (5, 8, "tuck")]
    assert one["keys"] == "DDDDDDDDDR"


def test_spin_marks(run: Run) -> None:
    marks = {(p["orientation"], p["x"], p["y"], p["spin"]) for p in listed(run, T_SLOT, "T")}
    assert ("south", 2, 1, "full") in marks
    assert ("south", 2, 1, "none") not in marks
    assert {mark[3] for mark in marks} == {"none", "mini", "full"}
    assert {p["spin"] for p in listed(run, T_SLOT, "T", "--spins", "none")} == {"none"}


def test_options_change_the_rules(run: Run) -> None:
    high = "/".join([EMPTY, "....#....."] + [EMPTY] * 19)  # row 19 is taken
    assert listed(run, high, "T") == []
    assert listed(run, high, "T", "--spawn", "19-20") == listed(run, high, "T", "--spawn", 20)
    assert listed(run, high, "T", "--rules", "guideline:spawn=20")
    shaft = "####..####/####....##/####....##/####..####/####..####"
    assert len(listed(run, shaft, "O")) == len(listed(run, shaft, "O", "--drop", "sonic")) + 2
    assert len(listed(run, "....", "I", "--width", 4)) == 5
    slot = "____X_____/__XXXXX__X/_XXXX____X/XXXXX___XX/XXXXX_XXXX"  # solution-finder's SpinCheckerTest, spin180
    for half, reachable in (("none", False), ("nudge", True), ("tetrio", True)):
        assert reached(run, slot, "T", "east", 5, 1, "--half", half)["reachable"] == reachable
    roofed = "..##..#..#/##....#.#./#.######.#"
    for kicks, reachable in (("srs", True), ("srs+", False)):
        assert reached(run, roofed, "I", "south", 4, 1, "--kicks", kicks)["reachable"] == reachable


def test_boards_come_in_four_forms(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = listed(run, T_SLOT, "T")
    made = run("fumen", "make", T_SLOT).out.strip()
    assert listed(run, made, "T") == wanted
    assert listed(run, f"https://harddrop.com/fumen/?{made}", "T") == wanted
    file = tmp_path / "board.txt"
    file.write_text(T_SLOT.replace("/", "\r\n"), "utf-8")
    assert listed(run, file, "T") == wanted
    file.write_text(f"{made}\n", "utf-8")
    assert listed(run, file, "T") == wanted
    for text in (T_SLOT, made):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert listed(run, "-", "T") == wanted


def test_the_field_of_the_first_page_counts_and_not_its_piece(run: Run) -> None:
    opening = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA"  # tetris-fumen's README
    assert listed(run, opening, "Z") == listed(run, EMPTY, "Z")


def test_a_plain_table_in_a_pipe(run: Run) -> None:
    done = run("placements", T_SLOT, "T")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["orientation", "x", "y", "spin", "kind", "keys", "cells"]
    assert ["south", "2", "1", "full", "spin", "DDDDDDDDDDDDDDDDDCWLDCW", "1,1", "2,0", "2,1", "3,1"] in [
        line.split() for line in lines
    ]
    assert lines[-1] == "38 placements of T under guideline"
    assert "\x1b" not in done.out


def test_pictures_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    out = run("placements", T_SLOT, "T").out
    assert "#TTT######" in out
    assert "##T#######" in out
    assert "38 placements of T under guideline" in out


def test_a_blocked_spawn_is_an_answer(run: Run) -> None:
    high = "/".join(["...####..."] * 21)
    done = run("placements", high, "T")
    assert (done.code, done.out) == (0, "")
    assert done.err == "T cannot appear under guideline: its place is filled\n"
    assert reached(run, high, "T", "north", 1, 0)["why"] == "the piece cannot appear, its place is filled"


# Reach ----------------------------------------------------------------------------------------------------------------


def test_reach_says_how(run: Run) -> None:
    assert reached(run, POCKET, "L", "north", 5, 8) == {
        "reachable": True,
        "keys": "DDDDDDDDDRDD",
        "spin": "none",
        "rules": "guideline",
        "kind": "tuck",
        "classes": {"none": "DDDDDDDDDRDD"},
        "why": None,
    }
    lines = run("reach", POCKET, "L", "north", 5, 8).out.splitlines()
    assert lines[0] == "L north at (5, 8) can be reached under guideline"
    assert lines[-1].split() == ["none", "tuck", "DDDDDDDDDRDD", "12"]
    assert reached(run, POCKET, "L", "north", 5, 8, "--finesse")["keys"] == "DDDDDDDDDR"


def test_reach_tells_spin_classes_apart(run: Run) -> None:
    found = reached(run, "_XXXXXXXX_", "T", "east", 0, 1, "--rules", "tetrio-s2:spawn=19")
    assert found["classes"].keys() == {"none", "mini"}
    assert found["keys"] == found["classes"][found["spin"]]
    assert len(found["keys"]) == min(map(len, found["classes"].values()))
    assert found["rules"] == "tetrio-s2:spawn=19"


@pytest.mark.parametrize(
    "names", [("north", "N", "0", "spawn"), ("east", "e", "1", "RIGHT"), ("South", "s", "2", "reverse"), ("W", "left")]
)
def test_orientations_have_many_names(run: Run, names: tuple[str, ...]) -> None:
    first, *others = [reached(run, EMPTY, "T", name, 4, 1) for name in names]
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((EMPTY, "T", "north", 4, 5), "it would not rest there"),
        ((T_SLOT, "T", "north", 2, 0), "its cells are filled, or outside the well"),
        ((EMPTY, "T", "north", 0, 0), "its cells are filled, or outside the well"),
        ((EMPTY, "T", "north", -1, 0), "that is outside the well"),
        ((EMPTY, "T", "north", 4, 10**12), "that is outside the well"),
        ((".#########/#....#####/#....#####", "O", 0, 2, 0), "no keys lead there"),
    ],
)
def test_reach_says_why_not(run: Run, words: tuple[object, ...], why: str) -> None:
    found = reached(run, *words)
    assert (found["reachable"], found["keys"], found["spin"], found["classes"]) == (False, None, None, {})
    assert found["why"] == why
    assert run("reach", *words).out.endswith(f"cannot be reached under guideline: {why}\n")


# Refusals -------------------------------------------------------------------------------------------------------------

REFUSALS: list[tuple[tuple[object, ...], str]] = [
    ((EMPTY, "Q"), "unknown piece 'Q'; known: I, J, L, O, S, T, Z"),
    ((EMPTY, "TT"), "unknown piece 'TT'"),
    ((EMPTY, ""), "unknown piece ''"),
    (("#" * 10, "T"), "row 1 of the board is full; full rows vanish before a piece appears, so remove it"),
    (("#...", "T"), "row 1 of the board has 4 cells, the well 10; make every row 10 long, or choose --width"),
    (("...Q......", "T"), "unknown letter 'Q' in row 1 of the board; use # for filled and . for empty"),
    (("absent.txt", "T"), "there is no file 'absent.txt'"),
    (("v115@zz", "T"), "fumen, index 7: it ends in the middle of the field of page 1"),
    (("v105@vhAAgH", "T"), "fumen, index 1: version 105 is not supported"),
    (
        ("/".join(["#........."] * 41), "T"),
        "the board has 41 rows, the well 40; remove some",
    ),
    ((EMPTY, "T", "--spins", "al"), "unknown spins of a ruleset 'al'; did you mean 'all'?"),
    ((EMPTY, "T", "--rules", "tetris"), "unknown rules 'tetris'"),
    (
        (EMPTY, "T", "--rules", "guideline:kickz=srs"),
        "unknown option of rules 'guideline' 'kickz'; did you mean 'kicks'?",
    ),
    ((EMPTY, "T", "--width", 3), "width=3 is out of range; choose 4 to 20"),
    ((EMPTY, "T", "--rows", 5), "rows=5 is out of range; choose 20 to 60"),
    ((EMPTY, "T", "--width", "ten"), "invalid value"),
    ((EMPTY,), "placements needs PIECE"),
    ((), "placements needs BOARD"),
]


@pytest.mark.parametrize(("words", "message"), REFUSALS, ids=lambda value: str(value)[:40])
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("placements", *words).startswith(message)
    if len(words) > 1:
        assert refused("reach", *words[:2], "north", 4, 0, *words[2:]).startswith(message)


def test_a_full_row_in_a_fumen_is_refused(run: Run, refused: Callable[..., str]) -> None:
    made = run("fumen", "make", "XXXXXXXXXX/X_________").out.strip()
    assert refused("placements", made, "T").startswith("row 1 of the fumen is full")


def test_a_bad_row_in_a_file_names_the_file(refused: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("XX\n", "utf-8")
    assert refused("placements", file, "T").startswith(f"row 1 of {file} has 2 cells, the well 10")


def test_an_unknown_orientation(refused: Callable[..., str]) -> None:
    assert refused("reach", EMPTY, "T", "nord", 4, 0) == "unknown orientation 'nord'; did you mean 'north'?"
    assert refused("reach", EMPTY, "T", "north", "four", 0).startswith("'four' is no whole number")
