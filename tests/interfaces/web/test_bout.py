"""Duels in a session: what crosses over, how they end, the same duel twice, and its replay."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.interfaces.web.games import session, shown, tap
from tests.interfaces.web.players import Failing, Slow
from tests.puyo.test_duel import given

from wellplayed.errors import InputError
from wellplayed.interfaces.web import agent as agents
from wellplayed.interfaces.web.kinds import PIECES
from wellplayed.interfaces.web.past import Past
from wellplayed.interfaces.web.session import Session
from wellplayed.puyo.duelreplay import from_values
from wellplayed.puyo.keys import KeyGame, Start
from wellplayed.puyo.keystep.record import KEYS

FULL = "/".join(["RG.GRG", *["GRGRGR", "RGRGRG"] * 5, "GRGRGR"])  # whoever is here loses with the next pair
TWO_LINKS = "..B.../RRRBBB", "RY"  # left, back, down: two links, worth five pieces of ojama


def duel(**options: Any) -> Session:
    return session(**{"game": "puyo", "mode": "duel", "agent": "builder", **options})


def games(one: Session) -> tuple[KeyGame, KeyGame]:
    assert one.bout is not None
    return one.bout.duel.games


def fields(one: Session, ours: str, theirs: str) -> None:
    """Put both sides into fields, pairs of two colours falling; the other side has not looked yet."""
    assert one.bout is not None
    for side, board in enumerate((ours, theirs)):
        given(one.bout.duel, side, board, "RY")


def until(one: Session, holds: Callable[[], Any], patience: int = 3000) -> None:
    for _ in range(patience):
        if holds():
            return
        one.advance()
    raise AssertionError("it never came to hold")


def test_ojama_crosses_over_and_is_told_on_both_sides() -> None:
    one = duel()
    one.set_pace(1)
    fields(one, TWO_LINKS[0], "")
    tap(one, "left", "ccw", "hard")
    until(one, lambda: one.frame()["rival"]["waiting"] == 5)
    frame = one.frame()
    assert ([name for name, _ in frame["calls"]], frame["rival"]["calls"]) == (["chain-1", "chain-2"], [])
    assert (frame["waiting"], frame["chain"], frame["rival"]["chain"]) == (0, 2, 0)
    theirs = games(one)[1]
    until(one, lambda: theirs.phase == "raining")
    assert one.frame()["rival"]["waiting"] == 0
    until(one, lambda: theirs.phase == "steered")
    assert one.frame()["rival"]["rows"].count("#") == 5
    asked = one.rival.mind.seen if one.rival else None  # not what it saw before all that fell
    assert asked is not None
    assert (asked["cells"][0] == theirs.state.cells).all()


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [("", FULL, "won"), (FULL, "", "lost"), (FULL, FULL, "drawn")],
    ids=["won", "lost", "drawn"],
)
def test_who_loses_first_ends_it(ours: str, theirs: str, why: str) -> None:
    one = duel()
    fields(one, ours, theirs)
    one.hand_over()
    one.advance(600)
    assert (one.status, one.why, one.frame()["state"], one.frame()["why"]) == ("over", why, "over", why)
    ticks, seed = [int(game.state.tick) for game in games(one)], one.game.seed
    one.resume()
    one.advance(50)
    assert not one.press("left")
    assert [int(game.state.tick) for game in games(one)] == ticks
    one.take_back()
    one.restart()
    assert (one.status, one.why, one.game.seed != seed, one.mode) == ("paused", "start", True, "duel")
    one.advance(50)
    assert [int(game.state.tick) for game in games(one)] == [0, 0]  # nobody begins before the person
    one.press("left")
    one.advance(60)
    assert [int(game.state.tick) for game in games(one)] == [60, 60]


def played(ticks: int = 1500) -> Session:
    """Wild keys, now and then the agent, pauses, other agents; a game that ends is followed by another."""
    one, rng = duel(agent="beam:depth=1,width=4"), np.random.default_rng(3)
    one.set_pace(0.1)
    for _ in range(ticks):
        luck = rng.random()
        if luck < 0.3:
            one.press(KEYS[rng.integers(0, 5)])
        elif luck < 0.6:
            one.release(KEYS[rng.integers(0, 5)])
        elif luck < 0.63:
            (one.take_back if one.playing else one.hand_over)()
        elif luck < 0.64:
            one.pause()
        elif luck < 0.67:
            one.resume()
        elif luck < 0.675:
            one.set_agent(("builder", "formula", "beam:depth=1,width=4")[rng.integers(3)])
        elif luck < 0.68:
            one.set_pace(float(rng.choice([0, 0.1, 0.5])))
        one.advance(int(rng.integers(0, 4)))
        if one.status == "over":
            break
    return one


def test_the_same_duel_twice_and_once_more_from_its_replay() -> None:
    one, two = played(), played()
    assert shown(one) == shown(two)
    tape = one.replay()
    assert tape == two.replay()
    assert min(game.state.pieces for game in games(one)) > 10
    again = from_values(json.loads(json.dumps(tape.as_dict()))).run()
    assert [game.state.tobytes() for game in again.games] == [game.state.tobytes() for game in games(one)]
    assert again.over == (one.status == "over")


def test_a_replay_ends_where_what_is_kept_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Past.__init__, "__defaults__", (30,))
    one = duel()
    one.set_pace(0.1)
    one.press("soft")
    one.advance(600)
    assert one.bout is not None
    assert (one.bout.whole, one.bout.other.whole) == (True, False)
    tape = one.replay()
    assert 0 < tape.result.ticks < 600
    tape.run()


def test_handing_over_stepping_and_changing() -> None:
    one = duel()
    one.set_pace(0.2)
    one.step()
    one.advance(300)
    assert (int(one.game.state.pieces), one.status, one.playing) == (1, "paused", True)
    one.set_agent("formula")
    one.set_pace(0)
    assert one.rival is not None
    assert (one.frame()["rival"]["spec"], one.rival.pace) == ("formula", 0)
    one.resume()
    ticks = int(one.game.state.tick)
    one.advance(100)
    assert [int(game.state.tick) for game in games(one)] == [ticks + 100] * 2  # no time is skipped
    one.take_back()
    assert one.press("left") or one.game.phase != "steered"
    assert one.last is not None  # why its own side was played so; the other one keeps its reasons
    assert not one.rival.mind.thoughts


def test_nobody_waits_for_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    slow: list[Slow] = []
    monkeypatch.setattr(agents, "permitted", lambda spec, game: slow.append(Slow(game)) or slow[-1])
    with ThreadPoolExecutor(2) as threads:
        one = duel(thinking=threads)
        try:
            one.press("soft")
            one.advance(200)
            assert slow[-1].begun.wait(60)
            assert [int(game.state.tick) for game in games(one)] == [200, 200]
            assert int(games(one)[1].state.y) < 8  # it falls by itself
        finally:
            for player in slow:
                player.gate.set()


def test_an_agent_that_fails_rests_the_duel_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "permitted", lambda spec, game: Failing(game))
    one = duel()
    one.press("left")
    one.advance(50)
    assert (one.status, one.playing) == ("paused", False)
    assert "ZeroDivisionError" in one.frame()["rival"]["error"]
    monkeypatch.undo()
    one.set_agent("builder")
    one.resume()
    one.advance(50)
    assert (one.status, one.frame()["rival"]["error"]) == ("play", "")


def test_what_a_duel_does_not_have() -> None:
    one = duel()
    tap(one, "hard")
    one.advance(200)
    assert not one.frame()["undo"]
    with pytest.raises(InputError, match="nothing can be taken back in duel; play zen"):
        one.undo()
    with pytest.raises(InputError, match="a duel begins with empty fields"):
        one.restart(start=Start("RR...."))
    with pytest.raises(InputError, match="a duel begins with empty fields"):
        duel(start=Start("RR...."))
    with pytest.raises(InputError, match="unknown mode 'duel'"):
        session(mode="duel")
    for refused in (lambda: PIECES.duel(None, 1, None), lambda: PIECES.duel_replay(None, (), ())):
        with pytest.raises(InputError, match="there are no duels of guideline"):
            refused()
    other = session(game="puyo", agent="builder", start=Start("RR...."))
    other.set_mode("duel")
    assert set(other.frame()["rows"]) == set(other.frame()["rival"]["rows"]) == {".", "/"}
    other.set_mode("zen")
    assert (other.bout, other.rival, other.frame()["rival"]) == (None, None, None)
