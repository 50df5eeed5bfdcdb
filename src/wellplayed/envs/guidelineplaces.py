"""Guideline play by placements without asking twice what is legal.

`Guideline.play` lists the moves of each state to refuse what is none, which is most of what a step costs. An
environment has a mask already, and so it places at once. The same as `Placing` over `Guideline`, number for number.
"""

import numpy as np
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..game import Bools, Ints, States, copied
from ..tetris.guideline.moves import deal, played
from ..tetris.guideline.rules import Guideline
from .placing import Placing


@kernel
def mark(parent: Array, action: Array, masks: Array) -> None:
    """Set the listed actions [N] in `masks` bool [B, A]. Modified in place."""
    for n in range(len(parent)):
        masks[parent[n], action[n]] = True


class GuidelinePlaces(Placing):
    """The world of guideline play by placements, seen as a board or as planes."""

    def __init__(self, game: Guideline, *, planes: bool = False) -> None:
        super().__init__(game, planes=planes)
        self._guideline, self._book = game, game.rules.record()

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a placement each and the next piece; where it is not `legal` nothing happens."""
        rows: Ints = np.flatnonzero(legal)
        out = np.empty(len(rows), states.dtype)
        played(states, self._book, rows, self._guideline.spots(actions[rows]), out)
        deal(out, self._book)
        if len(rows) == len(states):
            return out
        after, whole = copied(states), np.dtype((np.void, states.dtype.itemsize))
        after.view(whole)[rows] = out.view(whole)  # as bytes, since NumPy copies records field by field
        return after

    def mask(self, states: States) -> NDArray[np.bool_]:
        """[B, actions] the placements that can be reached."""
        masks = np.zeros((len(states), self.actions), np.bool_)
        parent, action, _ = self._guideline.listed(states)
        mark(parent, action, masks)
        return masks
