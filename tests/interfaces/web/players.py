"""Players for tests of the page: one that waits to be let go, one that fails, one that plays wildly."""

import threading
from typing import Any

import numpy as np

from wellplayed.search.thought import Thought
from wellplayed.tetris.guideline.rules import Guideline


class Wild:
    """Plays low placements of every kind, spins first, by a hash of the piece's number."""

    weights = None

    def __init__(self, game: Guideline) -> None:
        self.game = self.view = game

    def values(self, state: Any) -> tuple[Any, Any]:
        actions = np.flatnonzero(self.game.mask(state)[0])
        parts = [self.game.parts(action) for action in actions]
        noise = np.random.default_rng(int(state["pieces"][0])).random(len(actions))
        return actions, np.array([3 * spin - y for _, spin, _, _, y in parts]) + 2 * noise

    def choose(self, states: Any) -> Any:
        actions, values = self.values(states)
        return actions[[np.argmax(values)]]

    def think(self, state: Any) -> Thought:
        actions, values = self.values(state)
        nothing = np.zeros((len(actions), 1))
        action = int(actions[np.argmax(values)])
        line = (self.game.describe(state, action),)
        return Thought(action, actions, values, nothing, nothing, np.zeros(len(actions), np.int64), line)


class Fixed(Wild):
    """Likes one placement, by hold, spin, orientation, x and y, more than all others."""

    def __init__(self, game: Guideline, *parts: int) -> None:
        super().__init__(game)
        hold, spin, o, x, y = parts
        self.first = (((hold * 3 + spin) * 4 + o) * game.rules.rows + y) * game.width + x

    def values(self, state: Any) -> tuple[Any, Any]:
        actions, values = super().values(state)
        return actions, np.where(actions == self.first, 1e9, values)


class Slow(Wild):
    """Thinks until `gate` is open; `begun` tells that it has begun."""

    def __init__(self, game: Guideline) -> None:
        super().__init__(game)
        self.gate, self.begun = threading.Event(), threading.Event()

    def choose(self, states: Any) -> Any:
        self.begun.set()
        assert self.gate.wait(60)
        return super().choose(states)


class Failing(Wild):
    """Fails at the piece of that number."""

    def __init__(self, game: Guideline, at: int = 0) -> None:
        super().__init__(game)
        self.at = at

    def choose(self, states: Any) -> Any:
        if states["pieces"][0] >= self.at:
            raise ZeroDivisionError("one over nothing")
        return super().choose(states)
