"""A line of steps under analysis, and the newest thought about where it stands. Knows no game and no page.

Going back and doing something else forgets what came after.
"""

import secrets
from concurrent.futures import Executor, Future
from typing import Any, Generic, NamedTuple, TypeVar

from .thinking import Insight

MOST = 1000  # steps kept

P = TypeVar("P")  # a position
M = TypeVar("M")  # a move


class Step(NamedTuple, Generic[P, M]):
    """Where a line stands after a change: the position, and the move that led there, if it was one."""

    position: P
    move: M | None = None


class Trail(Generic[P, M]):
    """A line of steps. Belongs to one thread; agents think elsewhere."""

    def __init__(self, position: P, thinkers: Executor) -> None:
        self.id = secrets.token_urlsafe(8)
        self.steps: list[Step[P, M]] = [Step(position)]
        self.index = 0
        self.last: Insight | None = None  # of the current position by the current agent; None while there is none
        self.thinkers = thinkers
        self._asked: Future[Insight | None] | None = None

    @property
    def step(self) -> Step[P, M]:
        """Where the line stands, and how it came there."""
        return self.steps[self.index]

    @property
    def position(self) -> P:
        """Where the line stands."""
        return self.step.position

    def put(self, position: P, move: M | None = None) -> None:
        """Another position from here on; nothing happens where it is the same. What came after is forgotten."""
        if position == self.position and move is None:
            return
        del self.steps[self.index + 1 :]
        self.steps.append(Step(position, move))
        if len(self.steps) > MOST:
            del self.steps[0]
        self.index = len(self.steps) - 1
        self.forget()

    def amend(self, position: P) -> None:
        """Another position in place of this one, such as more of the same stroke; a move stays as it was."""
        if self.step.move is not None:
            self.put(position)
        elif position != self.position:
            del self.steps[self.index + 1 :]
            self.steps[self.index] = Step(position)
            self.forget()

    def open(self, positions: list[P], index: int = 0) -> None:
        """A line of its own, such as the pages of a fumen."""
        self.steps, self.index = [Step(position) for position in positions[:MOST]], index
        self.forget()

    def go(self, index: int) -> bool:
        """To another step of the line; False where there is none, or it is this one."""
        if index == self.index or not 0 <= index < len(self.steps):
            return False
        self.index = index
        self.forget()
        return True

    # --- thoughts -----------------------------------------------------------------------------------

    def forget(self) -> None:
        """Forget what was thought, since it was of something else."""
        if self._asked is not None:
            self._asked.cancel()
        self._asked, self.last = None, None

    def submit(self, think: Any) -> "Future[Insight | None]":
        """Have a thought made; `take` it when it is there."""
        self._asked = self.thinkers.submit(think)
        return self._asked

    def take(self, answer: "Future[Insight | None]") -> bool:
        """Take an answer in; False where it is of something that was asked before. Raises what the agent raised."""
        if answer is not self._asked or answer.cancelled():
            return False
        self.last = answer.result()
        return True
