"""The registry of games: ids, room, forgetting, and viewers who come and go."""

from typing import Any

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.web import sessions as module
from wellplayed.interfaces.web.sessions import FRESH, Sessions
from wellplayed.interfaces.web.thinking import AtOnce


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def registry(most: int = 3, idle: float = 600) -> tuple[Sessions, Time]:
    time = Time()
    return Sessions(most, idle, time), time


def made(sessions: Sessions, **options: Any) -> Any:
    return sessions.new(thinking=AtOnce(), **options)


def test_ids_cannot_be_guessed_and_games_differ() -> None:
    sessions, _ = registry(20)
    found = [made(sessions) for _ in range(20)]
    assert len({one.id for one in found}) == len({one.game.seed for one in found}) == 20
    assert min(len(one.id) for one in found) >= 20
    assert all(sessions.get(one.id) is one for one in found)
    assert sessions.get("x") is sessions.get("") is None
    assert made(registry()[0], seed=7, mode="sprint").game.seed == 7


def test_what_nobody_looks_at_is_forgotten_after_some_time() -> None:
    sessions, time = registry(idle=600)
    one, two = made(sessions), made(sessions)
    with sessions.viewed(two):
        time.now += 599
        assert sessions.get(one.id) is one  # asking for it counts
        time.now += 599
        assert sessions.get(one.id) is one
        time.now += 601
        assert sessions.get(one.id) is None
        assert sessions.get(two.id) is two
    time.now += 601
    assert sessions.get(two.id) is None
    assert len(sessions) == 0


def test_a_full_house_forgets_who_has_been_away_for_longest() -> None:
    sessions, time = registry(3)
    one, two, three = (made(sessions) for _ in range(3))
    time.now += FRESH
    with sessions.viewed(one):
        sessions.get(two.id)
        time.now += FRESH
        four = made(sessions)
        assert [sessions.get(s.id) is s for s in (one, two, three, four)] == [True, True, False, True]


def test_a_full_house_turns_others_away_and_harms_nobody() -> None:
    sessions, time = registry(2)
    one, two = made(sessions), made(sessions)
    with sessions.viewed(one), sessions.viewed(two):
        time.now += 10_000
        with pytest.raises(InputError, match="2 games are going on here"):
            made(sessions)
    with pytest.raises(InputError, match="try again later"):  # somebody may be about to come back
        made(sessions)
    time.now += FRESH
    made(sessions)
    assert len(sessions) == 2


def test_a_game_is_paused_while_nobody_looks() -> None:
    sessions, _ = registry()
    one = made(sessions)
    with sessions.viewed(one):
        one.press("left")
        with sessions.viewed(one):  # a second tab
            pass
        assert one.status == "play"
    assert one.status == "paused"
    with sessions.viewed(one):
        assert one.status == "paused"  # a person goes on when the person wants
        one.hand_over()
    assert one.status == "paused"
    with sessions.viewed(one):
        assert one.status == "play"  # what an agent plays goes on by itself
        one.pause()
    with sessions.viewed(one):
        assert one.status == "paused"  # unless it had been paused


def test_only_games_that_somebody_looks_at_are_run() -> None:
    sessions, _ = registry()
    one, two = made(sessions), made(sessions)
    assert list(sessions) == []
    with sessions.viewed(two):
        assert list(sessions) == [two]
    assert one not in list(sessions)


def test_a_session_of_no_registry_can_be_viewed() -> None:
    sessions, _ = registry()
    stranger = made(registry()[0])
    stranger.resume()
    with sessions.viewed(stranger):
        pass
    assert stranger.status == "play"


def test_what_cannot_be_made_takes_no_room() -> None:
    sessions, _ = registry()
    with pytest.raises(InputError):
        made(sessions, mode="x")
    assert len(sessions) == 0


def test_the_sessions_of_this_process() -> None:
    one = module.new(mode="ultra", thinking=AtOnce())
    assert module.get(one.id) is one
    assert one.mode == "ultra"
