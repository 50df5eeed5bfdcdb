"""The agent at the keys: its time, its choices, and that nobody ever waits for it."""

import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.interfaces.web.players import Failing, Fixed, Slow, Wild
from tests.tetris.guideline.boards import POCKET

from wellplayed.errors import InputError
from wellplayed.interfaces.web import agent as module
from wellplayed.interfaces.web.agent import MISSED, SECOND, SLOWEST, Agent
from wellplayed.interfaces.web.thinking import AtOnce
from wellplayed.players.autoplay import Autoplay
from wellplayed.players.registry import player
from wellplayed.tetris.guideline import replay
from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import UP
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import parse

STILL = parse("guideline:gravity=0")


def seated(game: KeyGame, spec: str = "lee", thinkers: Any = None) -> Agent:
    agent = Agent(game, spec, thinkers or AtOnce())
    agent.on = True
    return agent


@pytest.fixture
def as_player(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Guideline], Any]], None]:
    """Let every spec stand for one player."""
    return lambda make: monkeypatch.setattr(module, "permitted", lambda spec, game: make(game))


# Time -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [0.1, 0.25, 0.5, 1, SLOWEST])
def test_a_piece_takes_the_time_that_the_pace_gives(pace: float) -> None:
    agent, locks = seated(KeyGame(STILL, 3), "full-path"), []
    agent.pace = pace
    for _ in range(round(20 * SECOND * pace) + 20):
        before = int(agent.game.state.pieces)
        assert agent.tick()
        if agent.game.state.pieces > before:
            locks.append(int(agent.game.state.tick))
    assert len(locks) >= 20
    assert locks == [round(SECOND * pace) * n for n in range(1, len(locks) + 1)]


def test_keys_are_spread_and_the_last_one_locks() -> None:
    agent = seated(KeyGame(STILL, 3))
    agent.pace = 2
    agent.prepare()
    keys = agent.told()["keys"]
    while not agent.game.state.pieces:
        agent.tick()
    ticks = [event.tick for event in agent.game.events if event.kind != UP]
    assert len(ticks) == len(keys) > 1
    assert {later - now for now, later in itertools.pairwise(ticks)} == {120 // len(keys)}
    assert ticks[-1] == 120


def test_as_fast_as_it_goes_is_a_piece_a_tick() -> None:
    agent = seated(KeyGame(STILL, 3))
    agent.pace = 0
    for n in range(50):
        agent.tick()
        assert (int(agent.game.state.pieces), int(agent.game.state.tick)) == (n + 1, n)


@pytest.mark.parametrize("rules", ["guideline", "guideline:gravity=20", "tetrio-s2:gravity=1"])
def test_it_plays_as_autoplay_does(rules: str) -> None:
    book = parse(rules)
    game, other = KeyGame(book, 8), KeyGame(book, 8)
    agent = seated(game, "beam:depth=2,width=4")
    agent.pace = 0
    for _ in range(120):
        agent.tick()
    Autoplay(other, player("beam:depth=2,width=4", Guideline(book)), pace=0).run(int(game.state.tick))
    assert [event for event in game.events if event.tick < game.state.tick] == other.events
    assert other.state.pieces >= 100 or other.over


@pytest.mark.parametrize("pace", [0, 0.2])
def test_under_a_clock_of_somebody_else_no_tick_is_too_many(pace: float) -> None:
    agent, other = seated(KeyGame(seed=3), "lee"), seated(KeyGame(seed=3), "lee")
    agent.pace = other.pace = pace
    for step in (1, 2, 3, 4, 50, 200):
        until = int(agent.game.state.tick) + step
        agent.go(until)
        assert agent.game.state.tick == until
    assert agent.game.state.pieces == {0: 260, 0.2: 21}[pace]
    while other.game.state.tick < 259:
        other.tick()
    assert agent.game.events[: len(other.game.events)] == other.game.events


def test_the_pace_changes_within_a_piece() -> None:
    agent = seated(KeyGame(STILL, 3))
    agent.pace = 2
    for _ in range(20):
        agent.tick()
    agent.pace = 0
    agent.tick()
    assert (int(agent.game.state.pieces), int(agent.game.state.tick)) == (1, 20)


@pytest.mark.parametrize("pace", [-0.1, SLOWEST + 0.1, float("nan"), float("inf")])
def test_paces_out_of_range_are_refused(pace: float) -> None:
    agent = seated(KeyGame(STILL))
    with pytest.raises(InputError, match="out of range; choose 0 to 2"):
        agent.pace = pace
    assert agent.pace == 0.5


def test_a_piece_on_the_ground_is_not_left_to_lock() -> None:
    rows = "/".join(["####..####"] * 18)  # a piece stands as soon as it appears
    game = KeyGame(parse("guideline:gravity=1,lock_ticks=30"), 3, start=Start(rows, "IIO"))
    agent = seated(game, "linear:lines=1")
    agent.pace = 2
    while not game.state.pieces:
        agent.tick()
    assert game.state.tick < 30
    assert agent.counts[MISSED] == 0


# Gravity, and others at the keys --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["guideline", "guideline:gravity=0.4", "guideline:gravity=20", "botris", "tetrio-s1"])
@pytest.mark.parametrize("pace", [0, 0.2, 1.5])
def test_it_goes_on_whatever_gravity_does(rules: str, pace: float, as_player: Any) -> None:
    as_player(Wild)
    game = KeyGame(parse(rules), 6)
    agent = seated(game)
    agent.pace = pace
    for _ in range(400):
        before = int(game.state.pieces)
        agent.tick()
        assert game.state.pieces - before in (0, 1)
    assert agent.error == ""
    assert sum(agent.counts.values()) == game.state.pieces > 2
    replay.from_values(replay.record(game).as_dict()).run()


def test_where_gravity_is_little_what_was_chosen_is_reached() -> None:
    agent = seated(KeyGame(parse("guideline"), 6), "full-path")
    agent.pace = 1
    for _ in range(60 * 40):
        agent.tick()
    assert agent.counts[MISSED] == 0
    assert agent.game.state.pieces >= 39


def test_it_takes_over_in_the_middle_of_a_piece(as_player: Any) -> None:
    as_player(lambda game: Fixed(game, 0, 0, 0, 5, 8))
    game = KeyGame(STILL, start=Start(POCKET, "LTTT"))
    for key in "LLLDD":
        game.apply(key)
    game.press("right")
    agent = seated(game)
    agent.pace = 0
    agent.prepare()
    assert agent.told()["kind"] == "tuck"
    assert sorted(map(tuple, agent.told()["target"])) == [(4, 8), (5, 8), (6, 8), (6, 9)]
    agent.tick()
    assert (agent.counts["tuck"], int(game.state.keys)) == (1, 0)


def test_what_cannot_be_reached_any_more_is_replaced(as_player: Any) -> None:
    as_player(lambda game: Fixed(game, 0, 0, 0, 1, 13))  # on the left ledge
    game = KeyGame(parse("guideline:gravity=0,hold=off"), start=Start(POCKET, "OTTT"))
    for key in "D" * 9:  # down the shaft, from where no kick leads an O up again
        game.apply(key)
    agent = seated(game)
    agent.pace = 0
    while not game.state.pieces:
        agent.tick()
    assert int(game.state.last_y) < 12
    assert agent.counts[MISSED] == 0  # the best of those in reach, and it was reached


def test_somebody_else_at_the_keys_makes_it_choose_anew() -> None:
    game = KeyGame(STILL, 3)
    agent = seated(game)
    agent.pace = 1
    for _ in range(10):
        agent.tick()
    game.apply("HOLD")
    for _ in range(300):
        agent.tick()
    assert game.state.pieces >= 4
    assert agent.counts[MISSED] == 0


def test_another_player_chooses_anew_for_the_piece_that_falls() -> None:
    game = KeyGame(STILL, start=Start("", "IO"))
    agent = seated(game, "linear:landing_height=-1")
    agent.pace = 1
    agent.prepare()
    flat = agent.told()["target"]
    for _ in range(5):
        agent.tick()
    agent.change("linear:landing_height=1")
    agent.tick()
    upright = agent.told()["target"]
    assert ({y for _, y in flat}, {y for _, y in upright}) == ({0}, {0, 1, 2, 3})
    assert agent.spec == "linear:landing_height=1"


@pytest.mark.parametrize("spec", ["nobody", "lee.py", "beam:depth=9", "beam:depth=x"])
def test_who_cannot_play_is_refused_and_nothing_changes(spec: str) -> None:
    agent = seated(KeyGame(STILL, 3))
    agent.prepare()
    before = agent.told()
    with pytest.raises(InputError):
        agent.change(spec)
    assert agent.told() == before
    with pytest.raises(InputError):
        Agent(KeyGame(STILL), spec, AtOnce())
    other = KeyGame(parse("guideline:previews=0"))
    agent.change("beam:depth=5")
    with pytest.raises(InputError):
        agent.sit(other)
    assert agent.game is not other


# Thinking -------------------------------------------------------------------------------------------------------------


def test_nobody_waits_for_it(as_player: Any) -> None:
    slow: list[Slow] = []
    as_player(lambda game: slow.append(Slow(game)) or slow[-1])
    with ThreadPoolExecutor(1) as thread:
        game = KeyGame(STILL, 3)
        agent = seated(game, thinkers=thread)
        agent.pace = 0
        try:
            assert not agent.tick()
            assert slow[-1].begun.wait(60)
            for _ in range(1000):
                assert not agent.tick()  # and does not wait, which would be for ever
            assert int(game.state.tick) == 0
            assert agent.told()["kind"] is None
        finally:
            slow[-1].gate.set()
        while not agent.tick():
            time.sleep(0.001)
        assert game.state.pieces == 1


def test_the_game_is_the_same_however_long_it_thinks() -> None:
    found = []
    with ThreadPoolExecutor(2) as threads:
        for thinkers in (AtOnce(), threads):
            game = KeyGame(parse("guideline"), 5)
            agent = seated(game, "beam:depth=2,width=3", thinkers)
            agent.pace = 0.1
            while game.state.pieces < 40:
                if not agent.tick():
                    time.sleep(0.0005)
            found.append(game.events)
    assert found[0] == found[1]


def test_a_player_that_fails_is_switched_off_and_says_why(as_player: Any) -> None:
    as_player(lambda game: Failing(game, 3))
    game = KeyGame(STILL, 3)
    agent = seated(game, "lee")
    agent.pace = 0
    for _ in range(10):
        agent.tick()
    assert (agent.on, int(game.state.pieces)) == (False, 3)
    assert agent.error == "lee failed: ZeroDivisionError: one over nothing"
    assert agent.told()["error"] == agent.error


def test_insights_are_of_the_moves_and_few() -> None:
    agent = seated(KeyGame(STILL, 3), "beam:depth=2,width=3")
    agent.mind._last = float("-inf")
    agent.pace = 0.1
    agent.prepare()
    agent.mind.collect()
    insight = agent.mind.thoughts[-1]
    assert (agent.mind.revision, insight.spec) == (1, "beam:depth=2,width=3")
    assert insight.thought.action == int(insight.player.choose(insight.state)[0])
    assert insight.ms > 0
    told = agent.told()
    assert sorted(map(tuple, told["target"])) == sorted(insight.thought.line[0].cells)
    assert (told["depth"], told["nodes"], told["ms"]) == (2, insight.thought.nodes, round(insight.ms, 3))
    assert told["keys"][-1] == "HD"
    for _ in range(40):
        agent.mind._last = float("-inf")  # as if much time had passed
        agent.ask()
        agent.mind.collect()
    assert agent.mind.revision == 41
    assert len(agent.mind.thoughts) == 8


def test_advice_is_given_without_a_key_pressed() -> None:
    game = KeyGame(STILL, 3)
    agent = Agent(game, "full-path", AtOnce())
    agent.ask()
    agent.mind.collect()
    told, move = agent.told(), agent.mind.thoughts[-1].thought.line[0]
    assert (told["on"], told["kind"], told["target"]) == (False, move.kind, [list(cell) for cell in move.cells])
    assert game.events == []
