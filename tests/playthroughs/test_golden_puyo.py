"""Golden games of Puyo: whole games whose moves are known from the slow twin, and what they come to.

Each of `puyo.json` was played by tests/naive alone: the first best of all placements by features of whole numbers, so
that no rounding decides, until the game was over or a hundred pairs were played. Moves are letters, `a` for action 0.
`flat` keeps low and pops what it can; `deep` saves up for chains that it looks for by trying every stack.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_game as naive
from tests.naive.puyo_features import value_of
from tests.puyo.positions import expected, fields, rules

from wellplayed.games import game as game_of
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo

GAMES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "puyo.json").read_text("utf-8"))["games"]
WEIGHTS = {
    "flat": {"links": 8.0, "connections": 2.0, "triples": 1.0, "danger": -8.0, "max_height": -0.5},
    "deep": {
        "links": 6.0,
        "popped": -1.0,
        "potential_links": 8.0,
        "potential_needed": -1.0,
        "connections": 2.0,
        "triples": 1.0,
        "danger": -16.0,
        "valleys": -1.0,
        "ridges": -1.0,
        "tear": -1.0,
    },
}
LIMIT = 100  # pairs
SHORT = [g for g in GAMES if g["player"] == "flat" or len(g["moves"]) < 50]
LONG = [g for g in GAMES if g not in SHORT]


def name(golden: dict[str, Any]) -> str:
    return f"{golden['player']}, {golden['game']}, seed {golden['seed']}"


every = pytest.mark.parametrize("golden", GAMES, ids=name)


def opened(golden: dict[str, Any]) -> tuple[Puyo, Any, list[int]]:
    """The game, its fresh state, and its moves."""
    game = game_of(golden["game"])
    assert isinstance(game, Puyo)
    return game, game.new([golden["seed"]]), [ord(letter) - ord("a") for letter in golden["moves"]]


def sums(state: Any, longest: int) -> dict[str, Any]:
    """What a game comes to."""
    return {"over": bool(state["dead"]), "score": int(state["score"]), "links": int(state["lines"]), "longest": longest}


@every
def test_moves_lead_where_they_say(golden: dict[str, Any]) -> None:
    game, states, moves = opened(golden)
    longest = 0
    for move in moves:
        states = game.deal(game.play(states, np.array([move])))
        longest = max(longest, int(states["chain"][0]))
    assert sums(states[0], longest) == golden["result"]
    assert states["pieces"][0] == len(moves) == (len(moves) if golden["result"]["over"] else LIMIT)


@every
def test_kernels_play_the_same_game(golden: dict[str, Any]) -> None:
    game, states, moves = opened(golden)
    weights = np.array([WEIGHTS[golden["player"]].get(feature, 0.0) for feature in NAMES])
    for move in moves:
        scored = game.moves(states, weights)
        assert scored.action[np.argmax(scored.value)] == move
        states = game.rollout(states, weights, 1)
    fresh = game.new([golden["seed"]])
    assert fields(game.rollout(fresh, weights, LIMIT)[0]) == fields(states[0])
    assert sums(states[0], golden["result"]["longest"]) == golden["result"]


def twin_plays(golden: dict[str, Any]) -> None:
    """The twin finds every move, and the records agree with it to the last field all the way."""
    game, states, moves = opened(golden)
    twin, letters = naive.new(golden["seed"], rules(game)), ""
    while not twin.dead and len(letters) < LIMIT:
        assert fields(states[0]) == expected(twin, game)
        children = list(naive.expand(twin, rules(game)))
        values = [value_of(child, WEIGHTS[golden["player"]]) for _, child in children]
        action, child = children[values.index(max(values))]
        twin, letters = naive.deal(child, rules(game)), letters + chr(ord("a") + action)
        states = game.deal(game.play(states, np.array([moves[len(letters) - 1]])))
    assert letters == golden["moves"]
    assert fields(states[0]) == expected(twin, game)


@pytest.mark.parametrize("golden", SHORT, ids=name)
def test_the_twin_plays_the_same_game(golden: dict[str, Any]) -> None:
    twin_plays(golden)


@pytest.mark.slow
@pytest.mark.parametrize("golden", LONG, ids=name)
def test_the_twin_plays_the_same_long_game(golden: dict[str, Any]) -> None:
    twin_plays(golden)


def test_the_games_are_of_every_kind() -> None:
    assert {golden["result"]["over"] for golden in GAMES} == {True, False}
    assert max(golden["result"]["longest"] for golden in GAMES) >= 8
    assert len({golden["game"] for golden in GAMES}) >= 4
    assert len(SHORT) >= 4
