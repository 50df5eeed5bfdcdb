"""The clock: sixty ticks a second, a few at once after a delay, none while nothing goes on."""

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from wellplayed.interfaces.web.clock import MOST, RATE, Clock
from wellplayed.interfaces.web.session import Session
from wellplayed.interfaces.web.thinking import AtOnce


class Game:
    """Counts its ticks; what the clock needs of a session."""

    def __init__(self, status: str = "play", fails: bool = False) -> None:
        self.id, self.status, self.fails = "a game", status, fails
        self.ticks: list[int] = []
        self.on_change: list[Callable[[], None]] = []
        self.agent = SimpleNamespace(mind=SimpleNamespace(on_answer=None))
        self.round = SimpleNamespace(stop=self.stop)

    def stop(self) -> None:
        self.status = "paused"

    def advance(self, ticks: int) -> None:
        self.ticks.append(ticks)
        if self.fails:
            raise ZeroDivisionError


async def until(met: Callable[[], bool]) -> None:
    while not met():
        await asyncio.sleep(0.002)


def run(clock: Clock, play: Callable[[], Any]) -> None:
    async def all_of_it() -> None:
        clock.start()
        clock.start()  # once is enough
        await asyncio.wait_for(play(), 60)
        await clock.stop()

    asyncio.run(all_of_it())


def test_time_passes_as_the_clock_says() -> None:
    now, game = SimpleNamespace(time=50.0), Game()

    async def play() -> None:
        await until(lambda: len(game.ticks) > 1)
        assert set(game.ticks) == {0}
        for step in range(1, 31):
            game.ticks.clear()
            now.time = 50.0 + step / RATE + 1e-9
            await until(lambda: sum(game.ticks) > 0)
            assert sum(game.ticks) == 1

    run(Clock(lambda: [game], lambda: now.time), play)


def test_after_a_delay_a_few_ticks_are_made_up_for_and_the_rest_is_let_go() -> None:
    now, game = SimpleNamespace(time=0.0), Game()

    async def play() -> None:
        await until(lambda: len(game.ticks) > 1)
        now.time = 10.0
        await until(lambda: sum(game.ticks) > 0)
        await until(lambda: game.ticks[-1] == 0)
        assert [n for n in game.ticks if n] == [MOST]

    run(Clock(lambda: [game], lambda: now.time), play)


def test_it_sleeps_while_nothing_goes_on_and_wakes_at_once() -> None:
    looks, game = [], Game("paused")

    def sessions() -> list[Any]:
        looks.append(1)
        return [game]

    async def play() -> None:
        clock.run(game)  # type: ignore[arg-type]
        await asyncio.sleep(0.1)
        before = len(looks)
        await asyncio.sleep(0.2)
        assert len(looks) == before
        assert game.ticks == []
        game.status = "play"
        for listener in game.on_change:
            listener()
        await until(lambda: sum(game.ticks) > 3)
        assert game.ticks[0] <= 1  # the time that it slept is not made up for

    clock = Clock(sessions)
    run(clock, play)


def test_a_session_that_fails_is_paused_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    bad, good = Game(fails=True), Game()

    async def play() -> None:
        await until(lambda: sum(good.ticks) > 3)

    with caplog.at_level(logging.ERROR):
        run(Clock(lambda: [bad, good]), play)  # type: ignore[list-item]
    assert bad.status == "paused"
    assert len(bad.ticks) == 1
    assert "failed and is paused" in caplog.text


def test_it_starts_again_in_another_loop() -> None:
    game = Game()
    clock = Clock(lambda: [game])  # type: ignore[list-item]
    for _ in range(2):
        game.ticks.clear()

        async def play() -> None:
            await until(lambda: sum(game.ticks) > 2)

        run(clock, play)


def test_an_agent_at_full_speed_is_not_bound_to_the_rate() -> None:
    one = Session(seed=3, agent="full-path")  # thinks in threads
    clock = Clock(lambda: [one])

    async def play() -> None:
        clock.run(one)
        one.set_pace(0)
        one.hand_over()
        await until(lambda: one.revision >= 2 and one.game.state.pieces >= 100)

    run(clock, play)
    one.replay().run()


def test_an_agent_plays_at_its_pace_by_the_clock() -> None:
    one = Session(seed=3, agent="full-path", thinking=AtOnce())
    clock = Clock(lambda: [one])

    async def play() -> None:
        clock.run(one)
        clock.run(one)
        assert len(one.on_change) == 1
        one.set_pace(0.1)
        one.hand_over()
        await until(lambda: one.game.state.pieces >= 5)

    run(clock, play)
    assert int(one.game.state.tick) // 6 == one.game.state.pieces == 5
