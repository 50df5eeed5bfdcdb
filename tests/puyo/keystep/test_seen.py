"""What a player sees of a game by keys: all that is shown, nothing that is not."""

import random
from typing import Any

import numpy as np
import pytest

from wellplayed.puyo.cells import EMPTY
from wellplayed.puyo.keys import KeyGame, Start, play_keys
from wellplayed.puyo.pairs import fill_all, number
from wellplayed.puyo.record import DTYPE
from wellplayed.puyo.ruleset import parse
from wellplayed.puyo.text import show


def played(seed: int, steps: int, rules: str = "tsu") -> KeyGame:
    dice, game = random.Random(seed), KeyGame(parse(rules), seed)
    for _ in range(steps):
        play_keys(game, dice.choices(["L", "R", "CW", "CCW", "HD"], k=6))
        game.tick(dice.randrange(120))
    return game


@pytest.mark.pure
def test_it_is_the_position() -> None:
    game = KeyGame(seed=3)
    first = game.seen()
    assert first.dtype == DTYPE
    assert first["queue"][0, :4].tolist() == [*game.state.queue[:3].tolist(), [EMPTY, EMPTY]]
    assert (first["pieces"][0], first["drawn"][0], first["loose"][0]) == (0, 3, True)
    play_keys(game, "LLCW")  # where the pair is does not matter
    assert np.array_equal(game.seen(), first)


@pytest.mark.pure
def test_pairs_given_in_advance_are_hidden_too() -> None:
    game = KeyGame(start=Start(queue="RG " * 16))
    assert game.seen()["queue"][0].tolist() == [[0, 1]] * 3 + [[EMPTY, EMPTY]] * 13


def test_a_chain_that_runs_is_played_out() -> None:
    game = KeyGame(start=Start("..B.../RRRBBB", "RY GG PG"))
    play_keys(game, "LCCWHD")
    seen = [game.seen()]
    while game.phase != "steered":
        game.tick()
        seen.append(game.seen())
    for state in seen:
        assert show(state["cells"][0]).splitlines()[-1] == "Y....."
        assert (state["chain"][0], state["gained"][0], state["score"][0], state["popped"][0]) == (2, 360, 372, 8)
        assert (state["last_attack"][0], state["carry"][0], state["tear"][0], state["hand"][0]) == (5, 22, 0, 1)
        assert state["queue"][0, 0].tolist() == [1, 1]
    assert np.array_equal(seen[-1]["cells"][0], game.state.cells)


def test_ojama_that_waits_is_seen_and_what_a_chain_will_take_away_is_not() -> None:
    game = KeyGame(start=Start("..B.../RRRBBB", "RY GG PG"))
    game.receive(37)
    game.announce(2)
    assert (game.seen()["pending"][0], game.seen()["rain"][0] != 0) == (37, True)
    play_keys(game, "LCCWHD")  # five pieces: two of what is announced, three of what waits
    while game.phase != "raining":
        seen = game.seen()
        assert (seen["pending"][0], seen["attack"][0], seen["sent"][0]) == (34, 5, 0)
        game.tick()
    assert (game.seen()["pending"][0], game.state.pending) == (4, 4)
    game = KeyGame(start=Start("..B.../RRRBBB", "RY GG PG"))
    game.receive(3)
    play_keys(game, "LCCWHD")
    assert (game.seen()["pending"][0], game.seen()["rain"][0], game.seen()["sent"][0]) == (0, 0, 2)


@pytest.mark.parametrize("rules", ["tsu", "tsu:pairs=uniform,colours=5", "tsu:pairs=arcade,previews=0"])
def test_nothing_hidden_is_in_it(rules: str) -> None:
    """Other hidden pairs and other ojama to come, and it looks the same to the byte."""
    for seed in range(8):
        game = played(seed, 4 * seed, rules)
        game.receive(40 * (seed % 2))
        before = game.seen()
        game.states["stream"] += np.uint64(12345)
        game.states["noise"] += np.uint64(12345)
        game.states["pool"] += np.uint32(12345)
        game.states["ahead"] = 0
        assert np.array_equal(game.seen(), before)


def test_pairs_to_come_are_others() -> None:
    """Dealt on from what is seen, most games differ from the real one; what is left of the pool is the same."""
    same = 0
    for seed in range(20):
        game = played(seed, 3)
        seen: Any = game.seen()
        if game.over:
            continue
        assert seen["left"][0].tolist() == game.state.left.tolist()
        fill_all(number("esports"), 4, 8, seen)
        game.states["queue"][0, 3:] = EMPTY
        fill_all(number("esports"), 4, 8, game.states)
        same += seen["queue"][0, 3:9].tolist() == game.state.queue[3:9].tolist()
    assert same == 0
