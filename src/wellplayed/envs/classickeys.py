"""Classic play by keys: the piece hangs above the pile, keys turn it and move it, and one drops it.

Nothing falls by itself and nothing is in the way up there, so every placement of the game can be keyed, and a drop is
the placement at which the piece hangs. A piece appears in its first orientation (tetris/pieces.py), in the middle.
"""

import numpy as np
from gymnasium import spaces

from ..game import Bools, Floats, Ints, Keys, States, copied, taken
from ..tetris.classic import Classic
from ..tetris.classic.record import DTYPE
from ..tetris.pieces import COUNT, ORIENTATIONS, SPAN
from .boards import ClassicBoard, box
from .drawing import PIECE, Grid
from .placing import counted
from .world import Observations, Stepwise

LEFT, RIGHT, CW, CCW, DROP = range(5)
HELD = np.dtype((np.record, np.dtype([("game", DTYPE), ("o", np.int64), ("x", np.int64)], align=True)))


class ClassicKeys(Stepwise):
    """The world of classic play by keys. The board is as by placements, and `falling` [2] orientation and column."""

    names = ("left", "right", "cw", "ccw", "drop")
    actions = len(names)

    def __init__(self, game: Classic) -> None:
        self.game, self.tallies = game, counted(game)
        self._board = ClassicBoard(game)
        self.space = spaces.Dict({**self._board.space.spaces, "falling": box(0, max(4, game.width), (2,))})

    def new(self, seeds: Keys) -> States:
        """[B] fresh games."""
        states = np.zeros(len(seeds), HELD)
        states["game"] = self.game.new(seeds.tolist())
        self._appear(states, np.ones(len(seeds), np.bool_))
        return states

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a key each; where it is not `legal` nothing happens."""
        after = copied(states)
        piece = self._pieces(states)
        after["x"] += legal & (actions == RIGHT)
        after["x"] -= legal & (actions == LEFT)
        turn = legal & ((actions == CW) | (actions == CCW))
        if turn.any():
            way = np.where(actions == CW, 1, -1)
            after["o"] = np.where(turn, (after["o"] + way) % COUNT[piece], after["o"])
            after["x"] = np.minimum(after["x"], self.game.width - SPAN[piece, after["o"]])
        rows = np.flatnonzero(legal & (actions == DROP))
        if len(rows):
            placed = states["o"][rows] * self.game.width + states["x"][rows]
            after["game"][rows] = self.game.deal(self.game.play(taken(states, rows)["game"].copy(), placed))
            self._appear(after, np.isin(np.arange(len(after)), rows))
        return after

    def mask(self, states: States) -> Bools:
        """[B, 5] the keys that move something."""
        piece = self._pieces(states)
        masks = np.empty((len(states), self.actions), np.bool_)
        masks[:, LEFT] = states["x"] > 0
        masks[:, RIGHT] = states["x"] < self.game.width - SPAN[piece, states["o"]]
        masks[:, CW] = masks[:, CCW] = COUNT[piece] > 1
        masks[:, DROP] = True
        masks[states["game"]["dead"]] = False
        return masks

    def observe(self, states: States) -> Observations:
        """The board, the queue and the falling piece."""
        seen = self._board.arrays(states["game"])
        return {**seen, "falling": np.stack([states["o"], states["x"]], axis=1).astype(np.int8)}

    def features(self, states: States) -> Floats:
        """[B, F] the game's features."""
        return self.game.features(states["game"].copy())

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other hidden futures."""
        after = copied(states)
        after["game"] = self.game.reseeded(states["game"].copy(), seeds)
        return after

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field with the piece at its top, and the queue, of one state [1]."""
        field, panel = self._board.picture(state["game"])
        if not state["game"]["dead"][0]:
            piece, o, x = int(self._pieces(state)[0]), int(state["o"][0]), int(state["x"][0])
            for k, bits in enumerate(ORIENTATIONS[piece][o]):
                for row in range(4):
                    if bits >> row & 1:
                        field[len(field) - 4 + row, x + k] = PIECE + piece
        return field, panel

    def _pieces(self, states: States) -> Ints:
        """[B] the falling pieces; of a game that is over any."""
        pieces: Ints = np.maximum(states["game"]["queue"][:, 0], 0).astype(np.int64)
        return pieces

    def _appear(self, states: States, rows: Bools) -> None:
        """Let the next piece appear in the `rows` [B]. Modified in place."""
        middle = (self.game.width - SPAN[self._pieces(states), 0]) // 2
        states["o"] = np.where(rows, 0, states["o"])
        states["x"] = np.where(rows, middle, states["x"])
