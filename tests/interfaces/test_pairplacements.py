"""`wellplayed placements --game puyo` and `features --game puyo`: every place of a pair, and a field in numbers."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.puyo.fields import FACTS

from wellplayed.interfaces.field import DIRECTIONS
from wellplayed.puyo.features import NAMES

Run = Callable[..., Any]


def placements(run: Run, *words: object) -> list[dict[str, Any]]:
    done = run("placements", *words, "--game", "puyo", "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)  # type: ignore[no-any-return]


def test_published_reachable_sets(run: Run) -> None:
    known = json.loads((FACTS / "reachable.json").read_text("utf-8"))
    known = [case for case in known if case["rows"].count("/") < 13]  # no text of a field has row 14
    assert len(known) == 10
    for case in known:
        found = placements(run, case["rows"], "RG")
        actions = [6 * DIRECTIONS.index(one["direction"]) + one["column"] - 1 for one in found]
        assert actions == case["actions"], case["name"]


def test_all_of_an_open_field(run: Run) -> None:
    assert len(placements(run, "......", "RG")) == 22
    assert len(placements(run, "......", "bb")) == 11
    one = placements(run, "R...../RRG...", "RG")[0]
    assert (one["place"], one["cells"], one["chain"], one["score"], one["tear"]) == (
        "RG@1up",
        [[0, 2], [0, 3]],
        1,
        40,
        0,
    )


def test_told(run: Run) -> None:
    lines = run("placements", "R...../RRG...", "RG", "--game", "puyo").out.splitlines()
    assert lines[0].split() == ["place", "cells", "tear", "fires", "could", "fire", "by"]
    assert lines[2].split()[:5] == ["RG@1up", "1,3", "1,4", "0", "1:"]
    assert lines[-1].startswith("22 placements of RG under puyo:colours=4")


def test_a_lost_field_is_an_answer(run: Run) -> None:
    done = run("placements", "/".join(["..#..."] * 12), "RG", "--game", "puyo")
    assert (done.code, done.out) == (0, "")
    assert done.err == "RG cannot appear: a puyo lies in its place, and the game is over\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("RG", "RG"), "rows: row 1 is 2 long"),
        (("......", "T"), "'T' is no pair"),
        (("......", "RG", "--kicks", "srs"), "--kicks is for guideline positions"),
        (("......", "RG", "--rules", "tetrio-s2"), "--rules is for guideline positions"),
        (("......", "RG", "--finesse"), "--finesse is for guideline positions"),
    ],
    ids=str,
)
def test_refusals(refused: Callable[..., str], words: tuple[object, ...], message: str) -> None:
    assert refused("placements", *words, "--game", "puyo").startswith(message)


def test_other_games(refused: Callable[..., str]) -> None:
    told = refused("placements", "....", "T", "--game", "classic")
    assert told == "placements are of guideline and Puyo positions, not of classic; give --rules, or --game puyo"


# Features -------------------------------------------------------------------------------------------------------------


def test_features_of_a_field(run: Run) -> None:
    done = run("features", "R...../RG..../RGYY.#", "--game", "puyo", "--json")
    assert (done.code, done.err) == (0, "")
    data = json.loads(done.out)
    values = {feature["name"]: feature["value"] for feature in data["features"]}
    assert list(values) == list(NAMES)
    by_hand = {"connections": 4, "pairs": 2, "triples": 1, "clusters": 3, "max_height": 3, "bottom_rows": 8, "ojama": 1}
    assert {name: values[name] for name in by_hand} == by_hand
    assert {f["name"] for f in data["features"] if f["move"]} == {f["name"] for f in data["features"] if f["credit"]}
    assert values["potential_links"] == 1


def test_features_resolve_a_field_first(run: Run) -> None:
    done = run("features", "RRRR../YGYYYY", "--game", "puyo")
    assert done.err.startswith("note: the field holds a group of four already")
    assert "* of a move" in done.out
    assert run("features", "--game", "puyo").out.startswith("feature")
