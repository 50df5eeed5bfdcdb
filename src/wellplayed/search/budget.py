"""How much a search may spend, in evaluated children or in milliseconds, and how it always has an answer in time.

An anytime search is a row of complete searches, each about twice as dear as the last: what the last complete one found
is the answer. The first is cheap enough to be always made, so there is always a legal move. With a budget of nodes the
result depends on the position and the budget alone; with one of milliseconds it depends on the clock.

Under a clock, work comes in slices of a millisecond or so, between which the time is looked at. What cannot be sliced
is not begun if, at the pace of the last time, it would end late.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

from ..errors import InputError
from ..game import Game, Ints, Moves, States, taken
from .evaluate import Evaluator, rated

T = TypeVar("T")
R = TypeVar("R")
SLICE = 128  # states that a search gives a kernel at once under a clock, at most: a millisecond or two
FIRST = 16  # how many it begins with, when nothing is known of the pace
MOST = 4096  # the same without a clock
PAUSE = 2.0  # milliseconds that a slice may take; one that takes longer is followed by smaller ones


class Exhausted(Exception):  # noqa: N818 - the expected end of an anytime search
    """The budget is spent, and the search under way is to be forgotten."""


class Budget:
    """What is left to spend. Without limits it only counts.

    Parameters
    ----------
    nodes : int, optional
        Children that may be evaluated.
    milliseconds : float, optional
        Time from now on.
    """

    def __init__(self, nodes: int | None = None, milliseconds: float | None = None) -> None:
        if nodes is not None and nodes < 1:
            raise InputError(f"a budget of {nodes} nodes leaves nothing to search; choose 1 or more")
        if milliseconds is not None and not milliseconds > 0:
            raise InputError(f"a budget of {milliseconds} ms leaves no time to search; choose more than 0")
        self.most, self.milliseconds = nodes, milliseconds
        self.spent = 0  # nodes
        self._began = time.perf_counter()
        self._slice = FIRST
        self._pace: dict[str, float] = {}  # milliseconds a unit of work that cannot be sliced

    @property
    def timed(self) -> bool:
        """Whether a clock is running, so that work should come in slices."""
        return self.milliseconds is not None

    @property
    def elapsed(self) -> float:
        """Milliseconds since the start."""
        return 1000 * (time.perf_counter() - self._began)

    @property
    def used(self) -> float:
        """The share of the budget that is gone: of the scarcer of nodes and time; 0 without limits."""
        nodes = self.spent / self.most if self.most else 0.0
        return max(nodes, self.elapsed / self.milliseconds if self.milliseconds else 0.0)

    def spend(self, nodes: int) -> None:
        """Count evaluated children. Raises Exhausted where more is gone than there was."""
        self.spent += nodes
        if self.used > 1:
            raise Exhausted

    def count(self, nodes: int) -> None:
        """Count evaluated children of work that is done in any case."""
        self.spent += nodes

    def slices(self, count: int) -> Iterator[slice]:
        """`count` states, cut into slices, under a clock of what takes about PAUSE.

        Raises Exhausted between two slices where the time is over.
        """
        start = 0
        while start < count:
            if not self.timed:
                yield slice(start, min(start + MOST, count))
                start += MOST
                continue
            self.spend(0)
            before, end = self.elapsed, min(start + self._slice, count)
            yield slice(start, end)
            took = self.elapsed - before
            if took > PAUSE:
                self._slice = max(1, int((end - start) * PAUSE / took))
            elif took < PAUSE / 2:
                self._slice = min(SLICE, 2 * self._slice)
            start = end

    @contextmanager
    def stretch(self, what: str, units: int) -> Iterator[None]:
        """Work that cannot be sliced. Raises Exhausted, before it begins, where it would end after the time."""
        if not self.timed or not units:
            yield
            return
        before = self.elapsed
        if before + units * self._pace.get(what, 0.0) > (self.milliseconds or 0.0):
            raise Exhausted
        yield
        self._pace[what] = (self.elapsed - before) / units


def deepened(efforts: Iterable[T], search: Callable[[T, Budget], R], budget: Budget) -> R:
    """The result of the last of `efforts`, from cheap to dear, that the budget allowed to complete.

    The first is made whatever it costs. No further one is begun when more than half is gone, since it would cost at
    least as much as all before it.
    """
    steps = iter(efforts)
    free = Budget()
    result = search(next(steps), free)
    budget.count(free.spent)
    for effort in steps:
        if budget.used > 0.5:
            break
        try:
            result = search(effort, budget)
        except Exhausted:
            break
    return result


def rated_within(budget: Budget, game: Game, states: States, evaluator: Evaluator) -> Moves:
    """`rated` in slices, each of them counted. Raises Exhausted where the budget is spent."""
    parts = []
    for part in budget.slices(len(states)):
        moves = rated(game, states[part], evaluator)
        parts.append(moves._replace(parent=moves.parent + part.start) if part.start else moves)
        budget.spend(len(moves.parent))
    if len(parts) == 1:
        return parts[0]
    with budget.stretch("join", sum(len(part.parent) for part in parts)):
        return Moves(*(np.concatenate(column) for column in zip(*parts)))


def played_within(budget: Budget, game: Game, states: States, moves: Moves, rows: Ints) -> States:
    """[K] the afterstates of some rows of the moves of `states`, in slices. Raises Exhausted where time is over."""
    parts = [
        game.play(taken(states, moves.parent[rows[part]]), moves.action[rows[part]])
        for part in budget.slices(len(rows))
    ]
    if len(parts) < 2:
        return parts[0] if parts else states[:0]
    with budget.stretch("gather", len(rows)):
        whole = np.empty(len(rows), states.dtype)
        np.concatenate([part.view(np.uint8) for part in parts], out=whole.view(np.uint8))
        return whole
