"""A world whose observation lists what every placement leads to: a row of features each; the action is a row.

Rows are the legal placements in the order of the game's action numbers, so that which row stands for which placement
depends on the position; rows beyond the last are 0 and masked. `placements` says which action of the game each row is.
"""

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..errors import unknown
from ..game import Bools, Children, Game, Ints, States, feature_names
from ..puyo.moves import ROOM as PUYO
from ..tetris.classic.rules import ROOM as CLASSIC
from ..tetris.guideline.moves import ROOM as GUIDELINE
from .placing import Placing
from .world import Observations, Turn

ROWS = {"classic": CLASSIC, "guideline": GUIDELINE, "puyo": PUYO}
LIMIT = 1e9  # no feature comes near it
MOST = np.float32(LIMIT)

# Of Tetris those of BCTS (Thiery and Scherrer, ICGA Journal 32, 2009), in guideline play with what is sent.
_BCTS = (
    "landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells", "hole_depth",
    "rows_with_holes",
)  # fmt: skip
USUAL = {
    "classic": _BCTS,
    "guideline": (*_BCTS, "lines", "attack", "t_slots", "pending"),
    "puyo": (
        "links",
        "chain_score",
        "tear",
        "potential_links",
        "potential_score",
        "connections",
        "max_height",
        "danger",
    ),
}


class Afterstates(Placing):
    """The world of a game by rows of afterstates, with the features of these names; `None` is a usual set.

    Raises InputError for a feature that the game does not have.
    """

    def __init__(self, game: Game, features: Sequence[str] | None = None) -> None:
        super().__init__(game)
        family = game.name.partition(":")[0]
        known = feature_names(game)
        self.columns = tuple(USUAL[family] if features is None else features)
        for name in self.columns:
            if name not in known:
                raise unknown(f"feature of {family}", name, known)
        self._which = np.array([known.index(name) for name in self.columns], np.int64)
        self.actions = ROWS[family]
        self.space = spaces.Box(-MOST, MOST, (self.actions, len(self.columns)), np.float32)

    def children(self, states: States) -> tuple[Children, Ints]:
        """The afterstates of a batch, and the row of each."""
        children = self.game.expand(states)
        first = np.searchsorted(children.parent, np.arange(len(states)))
        rows: Ints = np.arange(len(children.parent)) - first[children.parent]
        return children, rows

    def placements(self, states: States) -> Ints:
        """[B, rows] the game's action of each row, -1 where there is none."""
        children, rows = self.children(states)
        actions = np.full((len(states), self.actions), -1)
        actions[children.parent, rows] = children.action
        return actions

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after the placement of a row each; where it is not `legal` nothing happens."""
        placed = np.empty(len(states), np.int64)
        pick(self.game.mask(states), actions, placed)
        return super().act(states, placed, legal)

    def look(self, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each, out of one list of afterstates."""
        children, rows = self.children(states)
        masks = np.zeros((len(states), self.actions), np.int8)
        masks[children.parent, rows] = 1
        masks[states["dead"], 0] = 1  # see `masked`
        return Turn(states, masks, self._seen(len(states), children, rows))

    def mask(self, states: States) -> Bools:
        """[B, rows] the rows that stand for a placement."""
        count = self.game.mask(states).sum(axis=1)
        masks: Bools = np.arange(self.actions) < count[:, None]
        return masks

    def observe(self, states: States) -> Observations:
        """[B, rows, F] the features of each afterstate. Of a losing one in classic play nothing is promised."""
        return self._seen(len(states), *self.children(states))

    def _seen(self, count: int, children: Children, rows: Ints) -> Observations:
        out: NDArray[np.float32] = np.zeros((count, *self.space.shape), np.float32)  # type: ignore[misc]
        spread(self.game.features(children.states), self._which, children.parent, rows, out)
        return out


@kernel
def pick(masks: Array, rows: Array, out: Array) -> None:
    """Fill `out` [B] with the action in each mask [B, A] that comes after `rows` [B] others, or -1. In place."""
    for i in range(len(masks)):
        out[i], left = -1, rows[i]
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    out[i] = action
                    break
                left -= 1


@kernel
def spread(features: Array, which: Array, parent: Array, rows: Array, out: Array) -> None:
    """Fill row `rows[n]` of `out` [B, rows, K] with the K features of afterstate n, within bounds. In place."""
    for n in range(len(parent)):
        for k in range(len(which)):
            out[parent[n], rows[n], k] = min(max(features[n, which[k]], -LIMIT), LIMIT)
