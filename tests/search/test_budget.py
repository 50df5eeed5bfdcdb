"""Budgets: what counts, what stops, and which result stands. Clocks are made of numbers here."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.search.positions import EXACT, mixed, small, squares

from wellplayed.errors import InputError
from wellplayed.search import budget as module
from wellplayed.search.beam import Beam
from wellplayed.search.budget import Budget, Exhausted, deepened, played_within, rated_within
from wellplayed.search.evaluate import Linear, rated
from wellplayed.search.expectimax import Expectimax


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.milliseconds = 0.0

    def perf_counter(self) -> float:
        return self.milliseconds / 1000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=found.perf_counter))
    return found


def test_nodes() -> None:
    budget = Budget(100)
    assert (budget.used, budget.timed) == (0, False)
    budget.spend(60)
    assert (budget.used, budget.spent) == (0.6, 60)
    budget.spend(40)
    with pytest.raises(Exhausted):
        budget.spend(1)
    budget.count(1000)
    assert budget.spent == 1101


def test_time(clock: Clock) -> None:
    clock.milliseconds = 500
    budget = Budget(1000, milliseconds=20)
    budget.spend(100)
    assert (budget.used, budget.timed) == (0.1, True)
    clock.milliseconds = 515
    assert budget.used == pytest.approx(0.75)
    budget.spend(0)
    clock.milliseconds = 521
    with pytest.raises(Exhausted):
        budget.spend(0)


def test_without_limits_it_only_counts(clock: Clock) -> None:
    budget = Budget()
    budget.spend(10**9)
    clock.milliseconds = 1e9
    assert (budget.used, budget.spent) == (0, 10**9)
    assert [s.stop - s.start for s in budget.slices(10_000)] == [4096, 4096, 1808]
    with budget.stretch("anything", 10**12):
        pass


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 0}, "0 nodes leaves nothing to search; choose 1 or more"),
        ({"milliseconds": 0.0}, "0.0 ms leaves no time to search; choose more than 0"),
        ({"milliseconds": float("nan")}, "nan ms leaves no time"),
    ],
)
def test_limits_that_leave_nothing(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Budget(**limits)


# Slices and stretches ------------------------------------------------------------------------------------------------


def sizes(budget: Budget, clock: Clock, count: int, cost: float) -> list[int]:
    """The sizes of slices whose every state takes so many milliseconds."""
    found = []
    for part in budget.slices(count):
        found.append(part.stop - part.start)
        clock.milliseconds += cost * found[-1]
    return found


def test_slices_shrink_and_grow_with_the_pace(clock: Clock) -> None:
    budget = Budget(milliseconds=1e6)
    assert sizes(budget, clock, 500, 0.01) == [16, 32, 64, 128, 128, 128, 4]
    assert sizes(budget, clock, 200, 0.1) == [128, 20, 20, 20, 12]
    assert sizes(budget, clock, 10, 5.0) == [10]
    assert sizes(budget, clock, 100, 0.001) == [1, 2, 4, 8, 16, 32, 37]


def test_slices_end_with_the_time(clock: Clock) -> None:
    slices = Budget(milliseconds=5).slices(10_000)
    for _ in range(3):
        next(slices)
        clock.milliseconds += 2.0
    with pytest.raises(Exhausted):
        next(slices)


def test_a_stretch_that_would_end_late_is_not_begun(clock: Clock) -> None:
    budget = Budget(milliseconds=10)
    with budget.stretch("sort", 100):
        clock.milliseconds += 2  # 0.02 a unit
    with budget.stretch("sort", 390):
        clock.milliseconds += 1  # 1/390 a unit: the last pace counts
    with pytest.raises(Exhausted), budget.stretch("sort", 390 * 8):
        raise AssertionError("begun")
    with budget.stretch("other", 10**9):
        clock.milliseconds += 1
    assert clock.milliseconds == 4


def test_slices_change_nothing() -> None:
    game = small(1)
    states = mixed(game, 30, 91)
    for evaluator in (Linear(game, EXACT), squares):
        whole = rated(game, states, evaluator)
        for budget, most in ((Budget(milliseconds=1e9), 7), (Budget(), 4096)):
            budget._slice = most
            moves = rated_within(budget, game, states, evaluator)
            assert [column.tolist() for column in moves] == [column.tolist() for column in whole]
            assert budget.spent == len(whole.parent)
            rows = np.flatnonzero(~whole.dead)[::3]
            after = played_within(budget, game, states, moves, rows)
            assert np.array_equal(after, game.expand(states).states[rows])


# Anytime -------------------------------------------------------------------------------------------------------------


def search(cost: int, budget: Budget) -> int:
    budget.spend(cost)
    return cost


@pytest.mark.parametrize(
    ("nodes", "result", "spent"),
    [
        (1, 10, 10),  # the first whatever it costs
        (19, 10, 10),  # more than half is gone
        (29, 10, 30),  # the second is begun and forgotten
        (30, 20, 30),
        (60, 20, 70),
        (70, 40, 70),
        (10**6, 80, 150),
    ],
)
def test_the_last_that_was_completed_counts(nodes: int, result: int, spent: int) -> None:
    budget = Budget(nodes)
    assert deepened((10, 20, 40, 80), search, budget) == result
    assert budget.spent == spent


def test_other_errors_come_through() -> None:
    def fails(effort: int, budget: Budget) -> int:
        raise InputError("no")

    with pytest.raises(InputError, match="no"):
        deepened((1,), fails, Budget(10))


@pytest.mark.parametrize("cost", [0.001, 0.02, 0.5])
@pytest.mark.parametrize("kind", ["beam", "expectimax"])
def test_a_slow_evaluator_makes_no_move_late(clock: Clock, cost: float, kind: str) -> None:
    game = small(3, width=5, height=8)
    calls = []

    def slow(states: Any) -> Any:
        clock.milliseconds += cost * len(states)
        calls.append(len(states))
        return squares(states)

    searching = (
        Beam(slow, 3, 10**6, milliseconds=60) if kind == "beam" else Expectimax(slow, 5, loss=-99.0, milliseconds=60)
    )
    searching.choose(game, game.new([1]))
    assert 30 < clock.milliseconds < 65 + cost * 15  # a slice of one state has up to so many children
    assert sum(calls) > 20
