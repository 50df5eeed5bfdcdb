"""Puyo in a session: by keys as the engine has it, by an agent, and back; chains are told link by link."""

from typing import Any

import pytest
from tests.interfaces.web.games import session, tap

from wellplayed.errors import InputError
from wellplayed.interfaces.web import orders
from wellplayed.interfaces.web.pairs import field
from wellplayed.interfaces.web.session import Session
from wellplayed.puyo.keys import Handling, KeyGame, Start
from wellplayed.puyo.ruleset import PRESETS
from wellplayed.puyo.text import show
from wellplayed.tetris.guideline import keys as guideline
from wellplayed.tetris.guideline.ruleset import Ruleset

# Red beside three reds; the blue above it comes down beside three blues, and nothing is left.
TWO_LINKS = Start(".....B/RRR.BB", "RB GY")
SCRIPT = ("left left hard", "right cw hard", "cw cw right right hard", "ccw hard", "left hard", "right right hard")


def puyo(**options: Any) -> Session:
    return session(**{"game": "puyo", "agent": "builder", **options})


def settle(one: Session) -> None:
    """Let time pass until the next pair appears, or the game is over."""
    pieces = int(one.game.state.pieces)
    for _ in range(2000):
        if one.status != "play" or (one.game.phase == "steered" and one.game.state.pieces >= pieces):
            return
        one.advance()


def handed_over(pace: float = 0.0, **options: Any) -> Session:
    one = puyo(**options)
    one.set_pace(pace)
    one.hand_over()
    return one


def until(one: Session, pieces: int) -> None:
    for _ in range(20_000):
        if one.game.state.pieces >= pieces or one.status != "play":
            return
        one.advance()


def test_a_scripted_game_is_the_engines() -> None:
    one, game = puyo(seed=7), KeyGame(PRESETS["esports"], 7)
    for keys in SCRIPT:
        tap(one, *keys.split())
        for key in keys.split():
            game.press(key)
            game.release(key)
        one.advance(90)
        game.tick(90)
    assert one.game.snapshot().state == game.snapshot().state
    frame = one.frame()
    assert frame["rows"].endswith(show(game.state.cells).replace("\n", "/"))
    assert (frame["pieces"], frame["score"]) == (6, int(game.state.score))
    assert frame["piece"] == {"letter": "".join(game.pair() or ()), "cells": [list(cell) for cell in game.cells()]}
    assert frame["ghost"] == [list(cell) for cell in game.ghost()]
    assert len(frame["next"]) == 4
    assert (frame["game"], frame["height"], frame["rows"].count("/")) == ("puyo", 12, 13)


def test_a_chain_is_told_link_by_link() -> None:
    one, mark, told, popped = puyo(start=TWO_LINKS), 0, [], []
    tap(one, "right", "hard")
    for _ in range(400):
        one.advance()
        frame = one.frame(mark)
        mark = frame["mark"]
        told += [(name, frame["phase"], frame["chain"]) for name, _ in frame["calls"]]
        if frame["popping"] and frame["popping"] not in popped:
            popped.append(frame["popping"])
        if frame["phase"] == "steered":
            break
    assert [name for name, _, _ in told] == ["chain-1", "chain-2", "all-clear"]
    assert told[:2] == [("chain-1", "popping", 1), ("chain-2", "popping", 2)]
    assert popped == [[[0, 0], [1, 0], [2, 0], [3, 0]], [[3, 0], [4, 0], [5, 0], [5, 1]]]
    assert (frame["chain"], frame["longest"], frame["lines"]) == (2, 2, 2)
    assert set(frame["rows"]) == {".", "/"}
    tap(one, "hard")
    one.advance()
    assert one.frame()["chain"] == 2  # the last one stays to be read


def test_an_undo_goes_back_to_where_the_pair_appeared_even_out_of_a_chain() -> None:
    one = puyo(start=TWO_LINKS)
    before = one.frame()
    tap(one, "right", "hard")
    one.advance(60)
    assert one.frame()["popping"]
    assert one.undo()
    after = one.frame()
    assert [after[name] for name in ("rows", "piece", "next", "chain", "longest", "score")] == [
        before[name] for name in ("rows", "piece", "next", "chain", "longest", "score")
    ]
    tap(one, "right", "hard")
    settle(one)
    tap(one, "left", "hard")
    settle(one)
    assert [one.undo(), one.game.state.pieces, one.frame()["longest"]] == [True, 1, 2]
    assert [one.undo(), one.undo(), one.game.state.pieces] == [True, False, 0]
    with pytest.raises(InputError, match="zen"):
        puyo(mode="ultra").undo()


def test_an_agent_plays_the_same_at_any_pace_and_what_it_aims_at() -> None:
    fast, slow = handed_over(seed=3), handed_over(0.5, seed=3)
    for one in (fast, slow):
        until(one, 12)
        settle(one)
        assert one.agent.counts == {"drop": 12, "shift": 0, "tuck": 0, "spin": 0, "missed": 0}
    assert field(fast.game.state) == field(slow.game.state)
    assert fast.game.state.lines == slow.game.state.lines


def test_the_time_of_a_pair_begins_when_it_appears() -> None:
    one = handed_over(1.0, start=TWO_LINKS)
    lasted, since = [], 0
    for _ in range(600):
        before = int(one.game.state.pieces)
        appeared = one.game.phase == "steered"
        one.advance()
        if one.game.state.pieces > before:
            lasted.append(int(one.game.state.tick) - since)
        elif not appeared and one.game.phase == "steered":
            since = int(one.game.state.tick)
    assert lasted
    assert all(55 <= ticks <= 62 for ticks in lasted)


def test_a_game_is_handed_over_and_taken_back_in_the_middle_of_a_chain() -> None:
    one = puyo(start=TWO_LINKS)
    tap(one, "right", "hard")
    one.advance(30)
    one.hand_over()
    until(one, 3)
    assert one.agent.counts["drop"] == 2
    one.take_back()
    settle(one)
    tap(one, "hard")
    assert (one.playing, int(one.game.state.pieces)) == (False, 4)


def test_a_step_is_one_pair_and_its_chain() -> None:
    one = puyo(start=TWO_LINKS)
    one.set_pace(0)
    one.step()
    one.advance(400)
    assert (one.status, one.game.phase, int(one.game.state.pieces)) == ("paused", "steered", 1)


def test_a_game_ends_on_the_cross_and_begins_anew() -> None:
    one = puyo(seed=1)
    for _ in range(30):
        tap(one, "hard")
        settle(one)
    assert (one.status, one.why, one.frame()["piece"]) == ("over", "choked", None)
    one.hand_over()  # a game that is at its end begins anew
    until(one, 3)
    assert (one.status, one.playing) == ("play", True)
    seed = one.game.seed
    one.restart()
    assert (one.game.seed == seed, int(one.game.state.pieces)) == (False, 0)


def test_an_agent_that_buries_itself_loses_and_does_not_fail() -> None:
    one = handed_over(agent="random", seed=2)
    until(one, 400)
    one.advance(400)
    assert (one.status, one.why, one.agent.error) == ("over", "choked", "")


def test_a_replay_is_the_game_with_what_was_taken_back_left_out() -> None:
    one = puyo(start=TWO_LINKS)
    tap(one, "left", "hard")
    settle(one)
    one.undo()
    tap(one, "right", "hard")
    settle(one)
    one.game.receive(4000)
    one.advance(20)
    assert one.replay().run().snapshot().state == one.game.snapshot().state


def test_ojama_that_waits_is_told() -> None:
    one = puyo()
    one.resume()
    one.game.receive(9)
    assert one.frame()["waiting"] == 9
    tap(one, "hard")
    one.advance(25)
    while one.game.phase != "steered":
        one.advance()
    assert (one.frame()["waiting"], one.frame()["rows"].count("#")) == (0, 9)


def test_advice_is_given_on_each_pair() -> None:
    one = puyo()
    one.set_advice(True)
    one.resume()
    told = one.frame()["agent"]
    assert (told["on"], len(told["target"])) == (False, 2)
    tap(one, "hard")
    one.agent.mind._last = float("-inf")  # as if time had passed
    settle(one)
    again = one.frame()["agent"]
    assert again["target"]
    assert again["target"] != told["target"]


def test_rules_modes_and_handling_are_those_of_the_game() -> None:
    one = puyo()
    assert (one.rules.name, one.mode, one.spec) == ("esports", "zen", "builder")
    orders.obey(one, {"k": "do", "what": "set", "rules": "tsu:colours=5", "mode": "ultra"})
    assert (str(one.rules), one.mode, one.left) == ("tsu:colours=5", "ultra", 7200)
    assert [one.frame()["deadly"], puyo(rules="tsu:death=two").frame()["deadly"]] == [[2], [2, 3]]
    orders.obey(one, {"k": "do", "what": "set", "handling": {"das": 12}})
    assert (one.game.handling.das, one.game.handling.arr) == (12, 2)
    for message in (
        {"k": "down", "key": "hold"},
        {"k": "do", "what": "set", "mode": "sprint"},
        {"k": "do", "what": "set", "rules": "guideline"},
        {"k": "do", "what": "set", "handling": {"sdf": 6}},
        {"k": "do", "what": "set", "agent": "dellacherie"},
    ):
        with pytest.raises(InputError):
            orders.obey(one, message)
    with pytest.raises(InputError, match="guideline"):
        session(game="tetri")


def test_what_is_of_another_game_is_refused() -> None:
    for options in ({"handling": guideline.Handling()}, {"start": guideline.Start()}, {"rules": Ruleset()}):
        with pytest.raises(InputError, match="of another game"):
            puyo(**options)
    for options in ({"handling": Handling()}, {"start": Start()}, {"rules": PRESETS["tsu"]}):
        with pytest.raises(InputError, match="of another game"):
            session(**options)


def test_row_14_is_shown_where_it_is_used_up() -> None:
    one = puyo()
    one.game.states["topped"] = 0b100
    assert one.frame()["rows"].split("/")[:2] == ["..x...", "......"]
