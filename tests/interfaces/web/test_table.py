"""A game and its agent at one table: keys, pauses, undo, handing over and back, advice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.interfaces.web.games import STILL, session, shown, tap
from tests.interfaces.web.players import Failing, Slow

from wellplayed.errors import InputError
from wellplayed.interfaces.web import agent as agents
from wellplayed.interfaces.web.session import Session
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import KEYS

# Starting, keys, pauses -----------------------------------------------------------------------------------------------


def test_a_fresh_game_waits_for_a_key() -> None:
    one = session()
    one.advance(500)
    assert (one.status, one.why, int(one.game.state.tick)) == ("paused", "start", 0)
    assert not one.release("left")
    assert one.press("left")
    assert (one.status, one.why) == ("play", "")
    one.advance(50)
    assert int(one.game.state.tick) == 50


@pytest.mark.parametrize("begin", [Session.resume, Session.hand_over, Session.step])
def test_a_fresh_game_begins(begin: Callable[[Session], None]) -> None:
    one = session()
    begin(one)
    one.advance(10)
    assert int(one.game.state.tick) == 10


def test_keys_do_what_they_do_in_the_engine() -> None:
    rng = np.random.default_rng(2)
    one, game = session(), KeyGame(session().rules, 4)
    one.resume()
    for _ in range(600):
        key, ticks = KEYS[rng.integers(0, 8)], int(rng.integers(0, 4))
        name = "press" if rng.random() < 0.6 else "release"
        assert getattr(one, name)(key) == getattr(game, name)(key)
        one.advance(ticks)
        game.tick(ticks)
    assert one.game.snapshot().state == game.snapshot().state
    assert one.replay() == replay.record(game)
    assert one.frame()["rows"].replace("/", "").count(".") < 220


def test_unknown_keys_are_refused() -> None:
    one = session()
    for call in (one.press, one.release):
        with pytest.raises(InputError, match="unknown key 'up'"):
            call("up")
    assert one.why == "start"


def test_while_it_is_paused_keys_do_nothing_but_can_be_let_go() -> None:
    one = session(rules=STILL)
    one.press("left")
    one.advance(3)
    one.pause()
    before = one.game.snapshot().state
    assert not one.press("hard")
    one.advance(100)
    assert one.game.snapshot().state == before
    assert one.release("left")
    one.resume()
    x = int(one.game.state.x)
    one.advance(60)
    assert int(one.game.state.x) == x


def test_a_new_game_has_other_pieces_unless_told_otherwise() -> None:
    one = session()
    tap(one, "hard", "hard")
    seeds = [one.game.seed]
    for _ in range(3):
        one.restart()
        seeds.append(one.game.seed)
        assert (one.status, one.why, int(one.game.state.pieces)) == ("paused", "start", 0)
        assert set(one.frame()["rows"]) == {".", "/"}
    assert len(set(seeds)) == 4
    one.restart(seed=seeds[1])
    assert one.game.seed == seeds[1]
    again = session()
    again.restart()
    assert again.game.seed == seeds[1]


def test_a_game_starts_again_from_its_own_position() -> None:
    one = session(start=Start("TTTT....ZZ", "LS", "O"))
    assert one.frame()["rows"].endswith("TTTT....ZZ")
    one.restart()
    assert (one.frame()["rows"][-10:], one.frame()["hold"]) == ("TTTT....ZZ", "O")
    one.restart(start=Start())
    assert one.frame()["hold"] is None
    with pytest.raises(InputError):
        one.restart(start=Start("##"))
    assert one.frame()["hold"] is None


# Undo -----------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_piece_by_piece() -> None:
    rng = np.random.default_rng(0)
    one, before = session(rules=STILL), []
    one.resume()
    for _ in range(6):
        before.append(shown(one))
        for key in rng.choice(["left", "right", "cw", "hold"], 6):
            tap(one, str(key))
            one.advance(3)
        tap(one, "hard")
    for frame in reversed(before):
        assert one.can_undo
        tap(one, "left", "cw")  # what was done with the falling piece is lost
        assert one.undo()
        now = shown(one)
        for name in ("rows", "piece", "hold", "held", "next", "score", "tick", "pieces", "lines"):
            assert now[name] == frame[name]
        one.replay().run()
    assert not one.can_undo
    assert not one.undo()


def test_undo_lets_go_of_keys() -> None:
    one = session(rules=STILL)
    one.press("right")
    tap(one, "hard")
    one.release("right")
    tap(one, "hard")
    assert one.undo()
    assert one.undo()
    one.advance(60)
    assert (int(one.game.state.keys), int(one.game.state.x)) == (0, 4)
    one.replay().run()


def test_undo_brings_a_game_that_is_over_back() -> None:
    one = session()
    tap(one, *["hard"] * 30)
    assert one.status == "over"
    assert one.undo()
    assert (one.status, one.why, one.game.over) == ("paused", "", "")
    one.resume()
    assert one.press("left")
    one.replay().run()


def test_undo_takes_the_agent_back_too_and_waits() -> None:
    one = session()
    one.set_pace(0)
    one.hand_over()
    one.advance(10)
    one.undo()
    assert (one.status, one.playing, int(one.game.state.pieces)) == ("paused", True, 9)
    one.resume()
    one.advance(10)
    assert int(one.game.state.pieces) == 19
    one.replay().run()


@pytest.mark.parametrize("mode", ["marathon", "sprint", "ultra"])
def test_undo_is_for_zen(mode: str) -> None:
    one = session(mode=mode)
    tap(one, "hard", "hard")
    assert not one.frame()["undo"]
    with pytest.raises(InputError, match="play zen"):
        one.undo()
    assert int(one.game.state.pieces) == 2


# The agent ------------------------------------------------------------------------------------------------------------


def test_handing_over_and_back_in_the_middle_of_a_piece() -> None:
    one = session()
    one.set_pace(1)
    one.press("left")
    one.advance(20)
    one.hand_over()
    assert (one.playing, int(one.game.state.keys)) == (True, 0)
    assert one.frame()["agent"]["on"]
    one.advance(90)
    assert not one.press("hard")
    assert not one.release("left")
    assert int(one.game.state.pieces) == 1
    one.take_back()
    assert (one.playing, one.frame()["agent"], one.status) == (False, None, "play")
    pieces = int(one.game.state.pieces)
    assert one.press("hard")
    assert int(one.game.state.pieces) == pieces + 1
    one.replay().run()


def test_handing_over_and_back_at_every_tick() -> None:
    one, rng = session(rules="guideline:gravity=0.1"), np.random.default_rng(1)
    one.set_pace(0.1)
    for _ in range(1500):
        if rng.random() < 0.2:
            (one.take_back if one.playing else one.hand_over)()
        if rng.random() < 0.3:
            one.press(KEYS[rng.choice([0, 1, 2, 4, 5, 7])])
        if rng.random() < 0.3:
            one.release(KEYS[rng.integers(0, 8)])
        if rng.random() < 0.05:
            one.set_pace(float(rng.choice([0, 0.05, 0.3])))
        one.advance(1)
    assert one.game.state.pieces > 30
    one.replay().run()


def test_a_step_is_one_piece() -> None:
    one = session()
    one.set_pace(0.2)
    for n in range(1, 5):
        one.step()
        one.advance(300)
        assert (int(one.game.state.pieces), one.status, one.playing) == (n, "paused", True)
        assert one.frame()["agent"]["kind"]  # what comes next can be seen before it is played
    one.resume()
    one.advance(120)
    assert int(one.game.state.pieces) > 8


def test_the_agent_changes_while_it_plays() -> None:
    one = session(agent="beam:depth=1,width=2")
    one.set_pace(0.1)
    one.hand_over()
    for spec in ("beam:depth=3,width=6", "mcts:simulations=20", "full-path", "beam:depth=5,width=2,weights=dt-20"):
        one.advance(9)
        one.set_agent(spec)
        one.advance(30)
        assert one.frame()["agent"]["spec"] == one.spec == spec
    assert one.agent.counts["missed"] == 0
    with pytest.raises(InputError, match="unknown player"):
        one.set_agent("nobody")
    one.hand_over("lee")
    assert one.spec == "lee"
    one.advance(60)
    one.replay().run()


def test_handing_over_a_game_that_is_over_begins_another() -> None:
    one = session()
    tap(one, *["hard"] * 30)
    one.hand_over()
    one.advance(60)
    assert (one.status, one.game.over) == ("play", "")
    one.restart()
    assert (one.status, one.playing) == ("play", True)


def test_keys_never_wait_for_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    slow: list[Slow] = []
    monkeypatch.setattr(agents, "permitted", lambda spec, game: slow.append(Slow(game)) or slow[-1])
    with ThreadPoolExecutor(1) as thread:
        one = session(thinking=thread)
        try:
            one.set_advice(True)
            assert slow[-1].begun.wait(60)
            tap(one, "left", "hard")  # while it thinks
            one.advance(10)
            assert (int(one.game.state.pieces), int(one.game.state.tick), one.last) == (1, 10, None)
            one.hand_over()
            one.advance(100)
            assert int(one.game.state.tick) == 10  # the game waits for the agent that plays it
            one.take_back()
            tap(one, "hard")
            assert int(one.game.state.pieces) == 2
        finally:
            slow[-1].gate.set()


def test_an_agent_that_fails_leaves_a_game_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "permitted", lambda spec, game: Failing(game, 5))
    one = session()
    one.set_pace(0)
    one.hand_over()
    one.advance(20)
    assert (int(one.game.state.pieces), one.playing, one.status) == (5, False, "paused")
    assert "ZeroDivisionError" in one.frame()["agent"]["error"]
    one.resume()
    tap(one, "hard")
    assert (int(one.game.state.pieces), one.status) == (6, "play")


def test_advice_for_each_piece_of_a_person() -> None:
    one = session()
    one.set_advice(True)
    for key in ("left", "hold", "hard", "hard"):
        one.agent.mind._last = float("-inf")  # as if time had passed
        revision = one.revision
        tap(one, key)
        assert one.revision == revision + (key != "left")
        assert one.last is not None
        falling = {int(one.game.state.piece)} | ({int(one.game.state.hold)} if not one.game.state.held else set())
        assert int(one.last.state["queue"][0, 0]) in falling
        told = one.frame()["agent"]
        assert (told["on"], bool(told["kind"]), len(told["target"])) == (False, True, 4)
    one.set_advice(False)
    assert one.frame()["agent"] is None
