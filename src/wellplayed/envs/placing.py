"""A game by placements as a world: an action puts the piece where it comes to rest, by the game's own numbers.

What is seen is a `board` (boards.py), or the game's `planes` for a network of images. The third way to look at it, a
row of features for each afterstate, renumbers the actions and is a world of its own (afterstates.py).
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from ..game import Bools, Floats, Game, Ints, Keys, States, copied, taken
from .boards import board_of
from .drawing import Grid
from .world import Observations, Stepwise

TALLIES = ("score", "lines", "pieces", "attack", "sent")


def counted(game: Game) -> dict[str, str]:
    """What a game's records count: the name of each, and its field. What Puyo has as lines are links."""
    fields = [name for name in TALLIES if name in (game.dtype.names or ())]
    puyo = "cells" in (game.dtype.names or ())
    return {("links" if puyo and name == "lines" else name): name for name in fields}


class Placing(Stepwise):
    """The world of a game by placements; `planes` asks for the game's planes in place of its board."""

    names: tuple[str, ...] = ()

    def __init__(self, game: Game, *, planes: bool = False) -> None:
        self.game, self.actions, self.tallies = game, game.actions, counted(game)
        self._board = board_of(game)
        self._planes = planes
        self.space: spaces.Space[Any] = self._board.space
        if planes:
            shape = game.planes(game.new(np.zeros(1, np.uint64))).shape[1:]
            self.space = spaces.Box(0, 1, shape, np.float32)

    def new(self, seeds: Keys) -> States:
        """[B] fresh games."""
        return self.game.new(seeds)

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a placement each and the next piece; where it is not `legal` nothing happens."""
        if legal.all():
            return self.game.deal(self.game.play(states, actions))
        after = copied(states)
        rows = np.flatnonzero(legal)
        if len(rows):
            after[rows] = self.game.deal(self.game.play(taken(states, rows), actions[rows]))
        return after

    def mask(self, states: States) -> Bools:
        """[B, actions] the placements that can be reached."""
        return self.game.mask(states)

    def observe(self, states: States) -> Observations:
        """The board and what is beside it, or the planes."""
        if self._planes:
            return self.game.planes(states)
        return self._board.arrays(states)

    def features(self, states: States) -> Floats:
        """[B, F] the game's features."""
        return self.game.features(states)

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other hidden futures."""
        return self.game.reseeded(states, seeds)

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field and the queue of one state [1]."""
        return self._board.picture(state)
