"""Players for tests of the arena: ones that fail, and ones that do not tell their weights."""

from collections.abc import Callable
from typing import Any

import numpy as np

from wellplayed.game import Bools, Ints, States
from wellplayed.players.player import Thought


class Chooser:
    """A player that does not tell its weights."""

    weights = None

    def __init__(self, inner: Any) -> None:
        self.game, self.view, self.inner = inner.game, inner.view, inner

    def choose(self, states: States) -> Ints:
        actions: Ints = self.inner.choose(states)
        return actions

    def think(self, state: States) -> Thought:
        raise NotImplementedError


class Failing(Chooser):
    """A player that does something wrong wherever `where` holds for any state of the batch."""

    def __init__(self, inner: Any, where: Callable[[States], Bools], wrong: Callable[[States], Any]) -> None:
        super().__init__(inner)
        self.where, self.wrong = where, wrong

    def choose(self, states: States) -> Any:
        return self.wrong(states) if self.where(states).any() else super().choose(states)


def at(piece: int, *seeds: int) -> Callable[[States], Bools]:
    """The states of some seeds after so many pieces."""
    return lambda states: (states["pieces"] == piece) & np.isin(states["match"], seeds)


def raising(error: BaseException) -> Callable[..., Any]:
    """Code that raises."""

    def fail(*_: Any) -> Any:
        raise error

    return fail
