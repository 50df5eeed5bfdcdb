"""Puyo by keys: pairs that fall row by row and are pushed off walls and floors, a tap each step.

While a chain runs there is nothing to tap, so a step that locks a pair lasts until the next one can be steered.
"""

import numpy as np
from gymnasium import spaces

from ..errors import InputError
from ..game import Bools, Floats, Ints, Keys, States
from ..puyo.keys import Handling, Start
from ..puyo.keystep.book import book
from ..puyo.keystep.motion import ABOVE, ASIDE
from ..puyo.keystep.record import DTYPE, EVENT, KEYS, STEERED
from ..puyo.keystep.seen import see
from ..puyo.keystep.start import blank, given
from ..puyo.keystep.steps import advance, new
from ..puyo.record import DTYPE as PLACEMENTS
from ..puyo.rules import Puyo
from ..puyo.ruleset import Ruleset
from .boards import PuyoBoard, box
from .drawing import PUYO, Grid
from .placing import counted
from .taps import checked, movable, tapped
from .world import Observations, Stepwise

_NOTHING = np.empty(0, EVENT)


class PuyoKeys(Stepwise):
    """The world of Puyo by keys.

    The board is seen as by placements, with `falling` [3]: column and row of the axis, and where the child is (0 up, 1
    right, 2 down, 3 left). Raises InputError for ticks out of range.
    """

    names = ("wait", *KEYS)
    actions = len(names)

    def __init__(self, game: Puyo, ticks: int = 4) -> None:
        self.game, self.tallies, self.ticks = game, counted(game), checked(ticks)
        self.rules = Ruleset(
            colours=game.colours, pairs=game.pairs, previews=game.previews, row14=game.row14, death=game.death,
            margin="none", blocking=game.blocking,
        )  # fmt: skip
        self._board = PuyoBoard(game)
        self._book = book(self.rules, Handling())
        self.space = spaces.Dict({**self._board.space.spaces, "falling": box(-1, 15, (3,))})

    def new(self, seeds: Keys) -> States:
        """[B] fresh games, the first pair on its way down."""
        states = blank(Start(), self.rules).repeat(len(seeds))
        new(states, self._book, seeds, given(Start()))
        return self._steered(states)

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a tap each and the time that passes; one that does nothing lets it pass all the same."""
        return self._steered(tapped(states, actions, self.ticks, self._book, EVENT, advance))

    def mask(self, states: States) -> Bools:
        """[B, 7] the taps that do something; the first of the two of a quick turn does."""
        return movable(states, len(KEYS), self.ticks, self._book, EVENT, advance)

    def observe(self, states: States) -> Observations:
        """The board, the pairs and where the falling one is."""
        falling = np.stack([states[name] for name in ("x", "y", "rotation")], axis=1, dtype=np.int8)
        return {**self._board.arrays(states), "falling": falling}

    def features(self, states: States) -> Floats:
        """[B, F] the game's features of what is seen."""
        seen, scratch = np.zeros(len(states), PLACEMENTS), np.zeros(1, DTYPE)
        for i in range(len(states)):
            see(states[i : i + 1], self._book, scratch, seen[i : i + 1])
        return self.game.features(seen)

    def reseeded(self, states: States, seeds: Keys) -> States:
        """Raises InputError: a game by keys keeps its future."""
        raise InputError("a game by keys keeps its future; leave out future, or search by placements")

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field with the falling pair, and the pairs, of one state [1]."""
        field, panel = self._board.picture(state)
        one = state[0]
        axis, child = one.queue[0].tolist()
        spots = ((one.x, one.y, axis), (one.x + ASIDE[one.rotation], one.y + ABOVE[one.rotation], child))
        for x, y, colour in spots:
            if not one.dead and y < len(field):
                field[y, x] = PUYO + colour
        return field, panel

    def _steered(self, states: States) -> States:
        """Let time pass in each game until its pair can be steered or it is over. Modified in place."""
        none = np.zeros(len(states) + 1, np.int64)
        while True:
            waits = (states["phase"] != STEERED) & ~states["dead"]
            if not waits.any():
                return states
            until = states["tick"] + np.where(waits, np.maximum(states["wait"], 1), 0)
            advance(states, self._book, _NOTHING, none, until, np.zeros(0, np.bool_))
