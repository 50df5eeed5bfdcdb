"""How much a search may spend, in evaluated children or in milliseconds; and searches that always have an answer.

An anytime search is a row of complete searches, each about twice as dear as the last: what the last complete one found
is the answer. The first is cheap enough to be always made, so there is always a legal move. With a budget of nodes the
result depends on the position and the budget alone; with one of milliseconds it depends on the clock.
"""

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from ..errors import InputError

T = TypeVar("T")
R = TypeVar("R")
SLICE = 128  # states that a search gives a kernel at once under a clock: a millisecond or two


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

    @property
    def timed(self) -> bool:
        """Whether a clock is running, so that work should come in slices."""
        return self.milliseconds is not None

    @property
    def used(self) -> float:
        """The share of the budget that is gone: of the scarcer of nodes and time; 0 without limits."""
        nodes = self.spent / self.most if self.most else 0.0
        elapsed = 1000 * (time.perf_counter() - self._began)
        return max(nodes, elapsed / self.milliseconds if self.milliseconds else 0.0)

    def spend(self, nodes: int) -> None:
        """Count evaluated children. Raises Exhausted where more is gone than there was."""
        self.spent += nodes
        if self.used > 1:
            raise Exhausted

    def count(self, nodes: int) -> None:
        """Count evaluated children of work that is done in any case."""
        self.spent += nodes


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
