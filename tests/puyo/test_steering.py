"""Steering: random placements carried out at every pace, and what is said where they cannot be."""

import random

import numpy as np
import pytest
from tests.naive import puyo_moves as naive

from wellplayed.puyo.keys import Event, KeyGame, Start
from wellplayed.puyo.paths import parts
from wellplayed.puyo.steering import ASTRAY, LOCKED, LOST, WAITING, Steering

HIGH = "/".join(["RG.BYR", "YB.RGY"] * 6)  # five columns of twelve


def heights(game: KeyGame) -> list[int]:
    return [int(column).bit_length() for column in game.state.columns[:6]]


def legal(game: KeyGame) -> list[int]:
    return sorted(naive.legal(heights(game), {x for x in range(6) if int(game.state.topped) >> x & 1}))


@pytest.mark.parametrize("pace", [0, 1, 3])
def test_random_placements_are_met(pace: int) -> None:
    for seed in range(6):
        dice, game = random.Random(seed), KeyGame(seed=seed)
        steering = Steering(game)
        for _ in range(20):
            if game.over:
                break
            action = dice.choice(legal(game))
            assert steering.aim(action)
            where = steering.cells
            assert steering.follow(pace, 100_000) == LOCKED
            assert steering.met
            turn, x = parts(action)
            assert (game.state.last_rotation, game.state.last_x) == (turn, x)
            game.tick(int(game.state.wait))  # what is torn comes down
            if not game.state.chain:
                assert all(int(game.state.columns[column]) >> y & 1 or y == 13 for column, y in where)
            while game.phase != "steered" and not game.over:
                game.tick()


def test_an_aim_may_be_taken_while_a_chain_runs() -> None:
    game = KeyGame(start=Start("..B.../RRRBBB", "RY GG PG"))
    steering = Steering(game)
    assert steering.aim(6 * 3 + 1)
    assert steering.follow(1, 100) == LOCKED
    assert game.phase == "locking"
    assert steering.aim(5)  # up in the last column, empty once the chain is over
    assert steering.cells == ((5, 0), (5, 1))
    assert steering.follow(2, 60) == WAITING
    assert game.state.tick == 60
    assert steering.follow(2, 1000) == LOCKED
    assert steering.met


def test_events_of_a_steered_game_replay() -> None:
    game = KeyGame(seed=4)
    steering = Steering(game)
    for action in (0, 7, 14, 21):
        assert steering.aim(action)
        assert steering.follow(2, 10_000) == LOCKED
    again = KeyGame(seed=4)
    again.play(game.events, int(game.state.tick))
    assert np.array_equal(again.states, game.states)


def test_keys_one_by_one() -> None:
    game = KeyGame(seed=22)
    steering = Steering(game)
    assert steering.aim(6 + 4)
    assert steering.keys == ("R", "R", "CW", "HD")
    assert steering.follow(3, 4) == WAITING
    assert steering.remaining == ("CW", "HD")
    assert [e.tick for e in game.events] == [0, 0, 3, 3]
    assert game.events[0] == Event(0, 1, 1)


def test_where_it_stops() -> None:
    game = KeyGame(seed=22)
    steering = Steering(game)
    assert steering.follow(1, 5) == LOST  # no aim
    steering.aim(0)
    game.apply("R")  # somebody else
    assert steering.follow(1, 50) == ASTRAY
    assert steering.aim(0)
    game.apply("HD")
    assert steering.follow(1, 50) == LOST
    game.tick(60)
    steering.aim_down()
    assert steering.keys == ("HD",)
    assert steering.follow(1, 500) == LOCKED
    assert steering.met


def test_what_cannot_be_reached_leaves_the_aim_as_it_was() -> None:
    game = KeyGame(start=Start(HIGH, "RG BY"))
    steering = Steering(game)
    assert steering.aim(14)
    assert not steering.aim(15)
    assert steering.goal == 14
    assert steering.aim(3)  # by a quick turn
    assert steering.keys == ("CW", "CW", "CW", "R", "CW", "HD")
    assert steering.follow(4, 100) == LOCKED
    assert steering.met
    assert game.state.topped == 0b001000


def test_a_field_that_changes_leads_astray() -> None:
    game = KeyGame(seed=3)
    steering = Steering(game)
    steering.aim(2)
    assert steering.follow(0, 10) == LOCKED
    assert steering.aim(0)
    game.receive(6)
    assert steering.follow(0, 500) == ASTRAY
    assert steering.aim(0)
    assert steering.follow(0, 500) == LOCKED


def test_held_keys_are_let_go() -> None:
    game = KeyGame(seed=3)
    game.press("right")
    steering = Steering(game)
    steering.aim(6 + 2)
    assert steering.follow(5, 100) == LOCKED
    assert steering.met
    assert game.state.keys == 0
