"""One visitor's game: settings, frames, listeners, replays; the same again, and in little memory."""

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tests.interfaces.web.games import STILL, session, shown, tap

from wellplayed.errors import InputError
from wellplayed.interfaces.web.session import Session
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import Handling, KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import KEYS
from wellplayed.tetris.guideline.ruleset import parse

# Settings -------------------------------------------------------------------------------------------------------------


def test_modes_and_rules_begin_another_game_and_fail_without_harm() -> None:
    one = session(agent="beam:depth=5")
    tap(one, "hard")
    one.set_mode("sprint")
    assert (one.mode, one.why, one.frame()["left"]) == ("sprint", "start", 40)
    one.set_rules("tetrio-s2")
    assert (one.rules.name, one.rules.kicks, one.mode) == ("tetrio-s2", "srs+", "sprint")
    tap(one, "hard")
    before = shown(one)
    for name, value in (("set_rules", "guideline:previews=2"), ("set_rules", "x"), ("set_rules", "guideline:width=6")):
        with pytest.raises(InputError):
            getattr(one, name)(value)
        assert shown(one) == before
    with pytest.raises(InputError):
        one.set_mode("endless")
    assert shown(one) == before


def test_handling_is_that_of_the_next_game_or_of_one_that_has_not_begun() -> None:
    one, fast = session(rules=STILL), Handling(das=1, arr=0)
    seed = one.game.seed
    one.set_handling(fast)
    assert (one.game.handling, one.game.seed) == (fast, seed)
    one.press("left")
    one.advance(2)
    assert int(one.game.state.x) == 1
    one.set_handling(Handling())
    assert (one.game.handling, one.handling) == (fast, Handling())
    one.replay().run()
    one.restart()
    assert one.game.handling == Handling()


def test_what_cannot_be_is_refused_at_once() -> None:
    for options in ({"mode": "x"}, {"rules": "x"}, {"agent": "x"}, {"seed": -1}, {"start": Start("#")}):
        with pytest.raises(InputError):
            session(**options)


# Frames ---------------------------------------------------------------------------------------------------------------


def test_a_frame_holds_what_the_page_draws() -> None:
    one = session(rules=STILL, start=Start("GGGG.GGGGG", "TIOLJ"))
    frame = one.frame()
    assert json.loads(json.dumps(frame)) == frame
    rows = frame["rows"].split("/")
    assert (len(rows), {len(row) for row in rows}) == (22, {10})
    assert rows[-1] == "GGGG.GGGGG"
    assert frame["piece"] == {"letter": "T", "cells": [[3, 19], [4, 19], [5, 19], [4, 20]]}
    assert frame["ghost"] == [[3, 1], [4, 1], [5, 1], [4, 2]]
    assert (frame["next"][:4], len(frame["next"]), frame["hold"], frame["held"]) == ("IOLJ", 5, None, False)
    tap(one, "hold")
    frame = one.frame()
    assert (frame["piece"]["letter"], frame["hold"], frame["held"]) == ("I", "T", True)
    assert frame["agent"] is None


def test_frames_are_numbered_and_calls_are_told_once() -> None:
    one = session(rules=STILL, start=Start("/".join(["#........."] + ["#########."] * 4), "IO"))
    first = one.frame()
    tap(one, "cw", "right", "right", "right", "right", "hard")
    second = one.frame(first["mark"])
    assert [name for name, _ in second["calls"]] == ["quad"]
    assert second["cleared"] == [0, 1, 2, 3]
    third = one.frame(second["mark"])
    assert (third["calls"], third["cleared"]) == ([], [])
    assert one.frame(first["mark"])["calls"] == second["calls"]  # another page has seen less
    assert first["f"] < second["f"] < third["f"]
    one.undo()
    assert one.frame()["f"] > third["f"]
    one.restart()
    assert one.frame(second["mark"])["calls"] == []


def test_calls_do_not_pile_up() -> None:
    one = session()
    one.set_pace(0)
    one.hand_over()
    one.advance(300)
    assert len(one.frame()["calls"]) <= 16


def test_listeners_hear_of_changes_and_of_nothing_else() -> None:
    one, heard = session(rules="guideline:gravity=0.02"), []
    one.on_change.append(lambda: heard.append(one.frame()))

    def changes(act: Callable[[], Any]) -> int:
        heard.clear()
        act()
        return len(heard)

    assert changes(lambda: one.advance(10)) == 0  # it has not begun
    assert changes(lambda: one.press("left")) == 1
    assert changes(lambda: one.press("left")) == 0
    assert changes(lambda: one.advance(1)) == 0
    assert changes(lambda: [one.advance() for _ in range(59)]) <= 12  # one row, and the time ten times a second
    assert changes(one.pause) == 1
    assert changes(one.pause) == 0
    assert changes(lambda: one.set_pace(0.7)) == 1
    assert changes(one.hand_over) == 1
    assert changes(one.take_back) >= 1
    assert changes(one.restart) >= 1
    assert changes(one.undo) == 0


# Replays --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tape() -> Iterator[replay.Replay]:
    one = session()
    tap(one, "left", "hard", "hold", "cw", "hard")
    one.advance(30)
    one.set_pace(0.2)
    one.hand_over()
    one.advance(400)
    return one.replay()


def test_a_replay_is_the_game(tape: replay.Replay) -> None:
    assert replay.from_values(json.loads(json.dumps(tape.as_dict()))) == tape
    assert tape.run().state.pieces > 30


@pytest.mark.parametrize("tick", [0, 1, 200, None])
def test_going_on_from_a_moment_of_a_replay(tape: replay.Replay, tick: int | None) -> None:
    one = session(mode="sprint", seed=99)
    tap(one, "hard")
    one.take_up(tape, tick)
    assert (one.status, one.why, one.mode, one.playing) == ("paused", "", "zen", False)
    assert int(one.game.state.tick) == (tape.result.ticks if tick is None else tick)
    if tick != 0:
        assert "G" not in one.frame()["rows"]
    pieces = int(one.game.state.pieces)
    one.resume()
    tap(one, "hard")
    one.hand_over()
    one.advance(50)
    again = one.replay()
    again.run()
    known = [event for event in tape.events if tick is None or event.tick < tick]
    assert again.events[: len(known)] == tuple(known)
    one.take_back()
    while one.can_undo:
        one.undo()
    assert int(one.game.state.pieces) == pieces


def test_replays_that_do_not_fit_are_refused(tape: replay.Replay) -> None:
    one = session()
    for tick in (-1, tape.result.ticks + 1):
        with pytest.raises(InputError, match="is not in the replay"):
            one.take_up(tape, tick)
    narrow = replay.record(KeyGame(parse("guideline:width=6")))
    with pytest.raises(InputError, match="not drawn"):
        one.take_up(narrow)
    assert one.why == "start"


# Determinism and memory -----------------------------------------------------------------------------------------------


def test_the_same_session_twice() -> None:
    def played() -> Session:
        one, rng = session(agent="beam:depth=2,width=3"), np.random.default_rng(3)
        for _ in range(800):
            luck = rng.random()
            if luck < 0.3:
                one.press(KEYS[rng.integers(0, 8)])
            elif luck < 0.6:
                one.release(KEYS[rng.integers(0, 8)])
            elif luck < 0.62:
                one.undo()
            elif luck < 0.65:
                (one.take_back if one.playing else one.hand_over)()
            elif luck < 0.66:
                one.pause()
            elif luck < 0.7:
                one.resume()
            one.advance(int(rng.integers(0, 5)))
        return one

    one, two = played(), played()
    assert one.game.snapshot() == two.game.snapshot()
    assert one.replay() == two.replay()
    assert shown(one)["rows"] == shown(two)["rows"]


@pytest.mark.slow
def test_memory_is_stable_at_full_speed() -> None:
    one = session(agent="lee")
    one.set_pace(0)
    one.hand_over()

    def on(pieces: int) -> None:
        end = one.game.state.pieces + pieces
        while one.game.state.pieces < end:
            one.advance(50)
            one.frame()
            if one.status == "over":
                one.restart()
                end = min(end, pieces)

    def held() -> int:
        gc.collect()  # Python keeps freed tuples for later until then
        return tracemalloc.get_traced_memory()[0]

    on(30_000)  # the past is full from here on
    tracemalloc.start()
    try:
        on(1000)
        before = held()
        on(20_000)
        assert held() - before < 200_000
    finally:
        tracemalloc.stop()
    assert not one.round._past.whole
    one.replay().run()
