"""Duels by keys: what crosses over and when, against two slow games; who wins; agents and people at the keys."""

import doctest
from typing import Any

import pytest
from tests.naive import puyo_keys
from tests.puyo.duels import EAGER, PATIENT, agents, column_three, greedy
from tests.puyo.test_keys import until

from wellplayed.errors import InputError
from wellplayed.puyo import duel as module
from wellplayed.puyo.cells import COLOURS
from wellplayed.puyo.duel import Duel
from wellplayed.puyo.keys import Handling
from wellplayed.puyo.keystep.links import measure
from wellplayed.puyo.keystep.record import KEYS, OJAMA, UP
from wellplayed.puyo.ruleset import parse
from wellplayed.puyo.text import parse as field

COUNTS = ("score", "carry", "attack", "sent", "pending", "announced", "lines", "pieces", "clear", "dead", "phase")


def given(duel: Duel, side: int, board: str, pair: str) -> None:
    """Put a field and a falling pair into a side."""
    state = duel.games[side].states[0]
    state.cells[:] = field(board)
    measure(state.cells, state.columns)
    state.queue[0] = [COLOURS.index(letter) for letter in pair]


def tap(duel: Duel, side: int, *keys: str) -> None:
    for key in keys:
        duel.press(side, key)
        duel.release(side, key)


def firing() -> Duel:
    """A duel whose first side has just dropped what fires two links, worth nothing and five pieces of ojama."""
    duel = Duel()
    given(duel, 0, "..B.../RRRBBB", "RY")
    tap(duel, 0, "left", "ccw", "hard")
    return duel


def test_examples_in_docstrings() -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


class Watched:
    """One side of a duel, whose ticks are those of the duel."""

    def __init__(self, duel: Duel, side: int) -> None:
        self.duel, self.game = duel, duel.games[side]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def tick(self) -> None:
        self.duel.tick()


# What crosses over ----------------------------------------------------------------------------------------------------


def test_ojama_is_announced_with_its_link_and_falls_once_the_chain_is_over() -> None:
    duel = firing()
    target = duel.games[1].state
    duel.tick(20 + 50 + 22 - 1)
    assert (duel.games[0].state.chain, target.announced, target.pending) == (1, 0, 0)
    duel.tick()
    assert (duel.games[0].state.chain, target.announced, target.pending) == (2, 5, 0)
    tap(duel, 1, "hard")  # a turn that ends while the chain runs
    duel.tick(20 + 12)
    assert (target.phase, target.announced, target.fallen) == (0, 5, 0)
    duel.tick(50 - 32)
    assert (duel.games[0].phase, target.announced, target.pending) == ("coming", 0, 5)
    tap(duel, 1, "hard")
    duel.tick(20)
    assert (duel.games[1].phase, target.pending, target.fallen) == ("raining", 0, 5)
    assert duel.games[0].state.pending == 0


def test_an_answer_takes_away_what_is_announced_before_what_is_to_fall() -> None:
    duel = firing()
    duel.games[1].receive(2)
    duel.tick(92)
    target = duel.games[1].state
    assert (target.announced, target.pending) == (5, 2)
    target.carry = 6 * 70 - 40  # so that a link is worth six pieces
    given(duel, 1, "RRR...", "RY")
    tap(duel, 1, "right", "hard")
    target.carry = 6 * 70 - 40
    duel.tick(20)
    assert (target.attack, target.sent, target.announced, target.pending) == (6, 0, 0, 1)
    assert duel.games[0].state.announced == 0


def test_what_both_make_in_one_tick_crosses_over() -> None:
    duel = Duel()
    for side in (0, 1):
        given(duel, side, "..B.../RRRBBB", "RY")
        tap(duel, side, "left", "ccw", "hard")
    duel.tick(92)
    assert [int(game.state.announced) for game in duel.games] == [5, 5]


class Slow:
    """Two slow games, ojama carried over piece by piece."""

    def __init__(self, seed: int, held_off: bool) -> None:
        self.games = [puyo_keys.Game(seed, held_off=held_off) for _ in range(2)]
        self.sent = [0, 0]

    def tick(self) -> None:
        for game in self.games:
            game.tick()
        new = [game.sent - before for game, before in zip(self.games, self.sent, strict=True)]
        self.sent = [game.sent for game in self.games]
        for one, other, made in zip(self.games, reversed(self.games), new, strict=True):
            other.announced += made if not other.dead else 0
            if one.phase not in ("popping", "falling") and not other.dead:
                other.pending, other.announced = other.pending + other.announced, 0


@pytest.mark.parametrize(("seed", "rules"), [(5, "tsu"), (5, "tsu:blocking=chain")])
def test_agents_play_what_two_slow_games_play(seed: int, rules: str) -> None:
    duel = agents(seed, 9000, rules)
    slow = Slow(seed, "chain" in rules)
    events = [[event for event in game.events if event.key < OJAMA] for game in duel.games]
    again = duel.replay().duel()
    offset = 0
    for tick in range(duel.ticks):
        for game, todo in zip(slow.games, events, strict=True):
            while todo and todo[0].tick == tick:
                _, key, kind = todo.pop(0)
                (game.up if kind == UP else game.down)(KEYS[key])
        slow.tick()
        again.tick()
        offset += sum(game.attack - game.sent for game in slow.games)
        for fast, game in zip(again.games, slow.games, strict=True):
            found = {name: fast.state[name].item() for name in COUNTS} | {"phase": fast.phase}
            assert found == {name: getattr(game, name) for name in COUNTS}, tick
    assert offset > 0
    assert any("#" in row for game in slow.games for row in game.field)
    assert [game.state.tobytes() for game in again.games] == [game.state.tobytes() for game in duel.games]


# Who wins -------------------------------------------------------------------------------------------------------------


def test_who_is_left_has_won_and_time_stands_still() -> None:
    duel = Duel(seed=3)
    duel.seat(0, greedy(EAGER), 2)
    duel.seat(1, column_three, 0)
    duel.tick(3000)
    assert (duel.over, duel.winner) == (True, 0)
    ticks = duel.ticks
    duel.tick(10)
    assert duel.ticks == ticks < 3000
    duel.drive(0, None)
    assert not duel.press(0, "left")


def test_the_same_agent_on_both_sides_draws() -> None:
    for choose, ticks in ((column_three, 3000), (greedy(EAGER), 1500)):
        duel = Duel(seed=8)
        for side in (0, 1):
            duel.seat(side, choose, 3)
        for _ in range(ticks // 50):
            duel.tick(50)
            assert duel.games[0].state.tobytes() == duel.games[1].state.tobytes()
        assert duel.winner is None
        assert duel.over == (choose is column_three)


def test_ticks_may_pass_one_by_one_or_many_at_once() -> None:
    duel, other = Duel(seed=4), agents(4, 700)
    duel.seat(0, greedy(EAGER), 1)
    duel.seat(1, greedy(PATIENT), 1)
    for step in (1, 2, 97, 300, 300):
        duel.tick(step)
    assert [game.events for game in duel.games] == [game.events for game in other.games]


# At the keys ----------------------------------------------------------------------------------------------------------


def test_a_placement_may_be_named_from_outside() -> None:
    duel = Duel(seed=6)
    pilot = duel.seat(1, pace=2)
    assert pilot.waits
    duel.tick(10)
    assert duel.games[1].events == []  # it falls by itself till then
    pilot.aim(6 + 4)
    assert not pilot.waits
    until(Watched(duel, 1), "locking")
    state = duel.games[1].state
    assert (int(state.last_rotation), int(state.last_x)) == (1, 4)
    with pytest.raises(InputError, match="no pair falls"):
        pilot.aim(2)
    duel.tick(40)
    assert pilot.waits


def test_a_pair_that_cannot_get_there_any_more_is_dropped() -> None:
    duel = Duel(seed=6)
    given(duel, 0, "/".join(["R.....", "G....."] * 5), "RG")
    pilot = duel.seat(0, pace=1)
    duel.tick(16 * 6)  # too low to get over the wall
    pilot.aim(0)
    duel.tick(60)
    assert duel.games[0].state.pieces == 1
    assert int(duel.games[0].state.last_x) > 0


def seated() -> Duel:
    duel = Duel(parse("esports"))
    duel.seat(0, column_three)
    return duel


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: Duel(seed=-1), "seed -1 is out of range"),
        (
            lambda: Duel(handling=(Handling(),)),  # type: ignore[arg-type]
            "1 handlings for two sides",
        ),
        (lambda: Duel().press(2, "left"), "side 2 does not exist; choose 0 or 1"),
        (lambda: Duel().press(0, "up"), "unknown key 'up'"),
        (lambda: Duel().tick(-1), "-1 ticks cannot pass"),
        (lambda: Duel().seat(0, column_three, 601), "pace=601 is out of range; choose 0 to 600"),
        (lambda: Duel().seat(0).aim(24), "action 24 is none; choose 0 to 23"),
        (lambda: seated().press(0, "left"), "side 0 is not played by a person"),
        (lambda: seated().release(0, "left"), "side 0 is not played by a person"),
    ],
)
def test_refusals(act: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        act()
