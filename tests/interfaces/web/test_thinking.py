"""What is asked of players in threads, and what comes back where there is nothing to choose."""

import pytest
from tests.interfaces.web.players import Failing, Wild

from wellplayed.errors import InputError
from wellplayed.interfaces.web.mind import Mind
from wellplayed.interfaces.web.thinking import AtOnce, Choice, choose, explain
from wellplayed.players.player import Greedy
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import KeyGame
from wellplayed.tetris.guideline.rules import Guideline

GAME = Guideline()


class Refusing(Wild):
    """Refuses every position."""

    def choose(self, states: object) -> object:
        raise InputError("not this one")


def test_a_choice_and_its_reasons() -> None:
    who, seen = player("dellacherie", GAME), KeyGame(seed=3).seen()
    choice = choose(who, seen)
    assert isinstance(who, Greedy)
    assert choice.action == int(who.choose(seen)[0])
    assert choice.ms > 0
    insight = explain(who, seen, "dellacherie", choice)
    assert insight is not None
    assert (insight.thought.action, insight.ms, insight.player) == (choice.action, choice.ms, who)


def test_where_there_is_no_placement_there_is_no_choice() -> None:
    seen = KeyGame(seed=3).seen()
    seen["dead"] = True
    who = player("dellacherie", GAME)
    assert choose(who, seen) == Choice(None, 0.0)
    assert explain(who, seen, "dellacherie", Choice(None, 0.0)) is None


def test_a_player_that_refuses_a_position_with_placements_has_failed() -> None:
    with pytest.raises(InputError, match="not this one"):
        choose(Refusing(GAME), KeyGame().seen())


def test_what_fails_at_once_fails_when_it_is_asked_for() -> None:
    mind = Mind(Failing(GAME), "failing", AtOnce())
    mind.ask(KeyGame().seen())
    assert not mind.collect()
    with pytest.raises(ZeroDivisionError):
        _ = mind.choice
    mind.drop()
    assert mind.choice is mind.insight is mind.seen is None


def test_reasons_that_cannot_be_given_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    class Silent(Wild):
        def think(self, state: object) -> None:  # type: ignore[override]
            raise ZeroDivisionError

    mind = Mind(Silent(GAME), "silent", AtOnce())
    mind.ask(KeyGame().seen())
    assert not mind.collect()
    assert mind.choice is not None
    assert (len(mind.thoughts), mind.revision) == (0, 0)
    assert "no reasons from silent" in caplog.text


def test_one_who_was_replaced_says_nothing_more() -> None:
    mind = Mind(Wild(GAME), "wild", AtOnce())
    mind.ask(KeyGame().seen())
    mind.explain()  # asked for, and not yet taken in
    mind.become(Wild(GAME), "other")
    assert not mind.collect()
    mind.ask(KeyGame().seen())
    assert mind.collect()
    assert [insight.spec for insight in mind.thoughts] == ["other"]
