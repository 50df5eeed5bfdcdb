"""`wellplayed players`, `games` and `features`: everything that there is, with every field."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from wellplayed.games import GAMES
from wellplayed.players.registry import entries, options
from wellplayed.tetris.classic import Classic

Run = Callable[..., Any]


def test_players(run: Run) -> None:
    done = run("players")
    assert (done.code, done.err) == (0, "")
    for entry in entries():
        assert any(line.startswith(", ".join((entry.name, *entry.aliases))) for line in done.out.splitlines())


def test_players_as_json(run: Run) -> None:
    listed = json.loads(run("players", "--json").out)["players"]
    assert [player["name"] for player in listed] == [entry.name for entry in entries()]
    for player, entry in zip(listed, entries(), strict=True):
        assert player["about"] == entry.about
        assert player["source"] == entry.source
        assert player["generation"] == entry.generation
        assert player["options"] == options(entry)
        assert tuple(player["tags"]) == entry.tags
        assert tuple(player["aliases"]) == entry.aliases
        assert tuple(player["games"]) == entry.games


def test_players_are_told_by_generation_with_their_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    text = " ".join(run("players").out.split())
    assert "depth=3, width=6, weights=usual, moves=reach" in text
    assert "mine.py or mine.toml" in text
    generations = [entry.generation for entry in entries("guideline")]
    assert generations == sorted(generations)
    assert {entry.generation for entry in entries()} <= set(range(8))


def test_players_of_one_game(run: Run) -> None:
    told = json.loads(run("players", "--game", "puyo:colours=5", "--json").out)["players"]
    assert [player["name"] for player in told] == [entry.name for entry in entries("puyo")]
    assert {"formula", "article", "builder", "random", "sampled"} <= {player["name"] for player in told}
    assert all("puyo" in player["games"] or not player["games"] for player in told)
    lines = run("players", "--game", "classic").out.splitlines()
    assert not any(line.startswith(("formula", "builder")) for line in lines)
    plays = {line.split()[0]: line.split()[2] for line in run("players").out.splitlines() if line[:1].isalpha()}
    assert (plays["builder"], plays["random"], plays["dt-20"]) == ("Puyo", "any", "Tetris")


def test_games(run: Run) -> None:
    assert "\nclassic" in run("games").out
    listed = json.loads(run("games", "--json").out)["games"]
    assert [(g["name"], g["about"], g["source"], g["options"]) for g in listed] == [
        (entry.name, entry.about, entry.source, entry.options) for entry in GAMES
    ]


# One hole at (2, 1) under an overhang, one well of depth 1 at its side; counted by hand from the definitions.
BOARD = "##......../#...######/##.#######"
BY_HAND = {
    "landing_height": 0,
    "row_transitions": 40,  # 17 empty rows 34, then 2, 2 and 2
    "column_transitions": 12,  # the hole at (1, 1) adds two to ten
    "holes": 1,
    "wells": 1,
    "hole_depth": 1,
    "rows_with_holes": 1,
    "aggregate_height": 19,
    "bumpiness": 5,
    "highest": 3,
    "lowest": 0,
    "height_variance": 0.69,
    "height_1": 3,
    "step_2": 3,
}


@pytest.mark.parametrize("given", [BOARD, BOARD.replace("/", "\n"), BOARD.replace("#", "X").replace(".", "_")])
def test_features_of_a_board(run: Run, given: str) -> None:
    data = json.loads(run("features", given, "--json").out)
    values = {feature["name"]: feature["value"] for feature in data["features"]}
    assert list(values) == [feature.name for feature in Classic.glossary]
    assert {name: values[name] for name in BY_HAND} == pytest.approx(BY_HAND)
    moving = {feature["name"] for feature in data["features"] if feature["move"]}
    assert moving == {"landing_height", "eroded_cells", "lines", "landing_top", "tallest_gap"}
    assert {values[name] for name in moving} == {0}


def test_features_told(run: Run) -> None:
    lines = run("features", BOARD).out.splitlines()
    assert next(line for line in lines if line.startswith("holes")).split()[:2] == ["holes", "1"]
    assert next(line for line in lines if line.startswith("lines")).split()[:3] == ["lines", "0", "*"]
    assert "* of a move; a board alone has no last move" in lines
    assert lines[-1].startswith("[10] ")


def test_definitions_without_a_board(run: Run) -> None:
    data = json.loads(run("features", "--json").out)
    assert [set(feature) for feature in data["features"]] == [{"name", "definition", "source", "credit", "move"}] * 46
    assert "* of a move" not in run("features").out


def test_features_of_a_smaller_board(run: Run) -> None:
    data = json.loads(run("features", "#.../##..", "--game", "classic:width=4,height=6", "--json").out)
    values = {feature["name"]: feature["value"] for feature in data["features"]}
    assert (values["height_1"], values["height_2"], values["aggregate_height"]) == (2, 1, 3)
