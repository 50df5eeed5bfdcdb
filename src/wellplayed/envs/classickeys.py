"""Classic play by keys: the piece hangs above the pile, keys turn it and move it, and one drops it.

Nothing falls by itself and nothing is in the way up there, so every placement of the game can be keyed, and a drop is
the placement at which the piece hangs. A piece appears in its first orientation (tetris/pieces.py), in the middle.
As by placements (drops.py), one kernel makes a step of many games, or of one in the block of a seat.
"""

import numpy as np
from gymnasium import spaces

from .._jit import Array, Record, Records, kernel
from ..game import Bools, Floats, Ints, Keys, States, copied
from ..tetris.classic import Classic
from ..tetris.classic.record import DTYPE, HIDDEN
from ..tetris.pieces import COUNT, ORIENTATIONS, SPAN
from .block import NO, NOTHING, REFUSED, YES, Block
from .boards import ClassicBoard, box
from .drawing import PIECE, Grid
from .drops import drop, rules_of, show
from .placing import counted
from .world import Observations, Turn

LEFT, RIGHT, CW, CCW, DROP = range(5)
HELD = np.dtype((np.record, np.dtype([("game", DTYPE), ("o", np.int64), ("x", np.int64)], align=True)))
RECORD = HELD.itemsize


@kernel(inline=True)
def appear(state: Record, width: int) -> None:
    """Hang the current piece in the middle. Modified in place."""
    state.o, state.x = 0, (width - SPAN[int(state.game.queue[0]), 0]) // 2


@kernel(inline=True)
def press(state: Record, key: int, height: int, width: int, previews: int, kind: int, clear: bool) -> None:
    """Press a key that does something. Modified in place."""
    piece = int(state.game.queue[0])
    if key == LEFT:
        state.x -= 1
    elif key == RIGHT:
        state.x += 1
    elif key == DROP:
        drop(state.game, state.o * width + state.x, height, width, previews, kind, clear)
        appear(state, width)
    else:
        way = 1 if key == CW else COUNT[piece] - 1
        state.o = (state.o + way) % COUNT[piece]
        state.x = min(state.x, width - SPAN[piece, state.o])


@kernel(inline=True)
def permit(state: Record, width: int, mask: Array) -> None:
    """Write the `mask` [5] of a state: the keys that do something, and where the game is over the first. In place."""
    piece, on = int(state.game.queue[0]), not state.game.dead
    mask[LEFT] = (on and state.x > 0) or not on
    mask[RIGHT] = on and state.x < width - SPAN[piece, state.o]
    mask[CW] = mask[CCW] = on and COUNT[piece] > 1
    mask[DROP] = on


@kernel
def begin(states: Records, width: int) -> None:
    """Hang the current piece of each state [B] in the middle. Modified in place."""
    for i in range(len(states)):
        appear(states[i], width)


@kernel
def turn(
    states: Records,
    keys: Array,
    legal: Array,
    height: int,
    width: int,
    previews: int,
    kind: int,
    clear: int,
    board: Array,
    queue: Array,
    falling: Array,
    masks: Array,
) -> None:
    """Press a key in each state [B] where it is `legal`, and write what is seen then. Modified in place.

    `board` is int8 [B, rows * width], `queue` int8 [B, 1 + previews], `falling` int8 [B, 2], `masks` int8 [B, 5].
    """
    for i in range(len(states)):
        if legal[i]:
            press(states[i], keys[i], height, width, previews, kind, clear != 0)
        show(states[i].game, width, previews, board[i], queue[i])
        falling[i, 0], falling[i, 1] = states[i].o, states[i].x
        permit(states[i], width, masks[i])


@kernel
def step(block: Array, rules: Array, key: int) -> tuple[int, bool, int, int, int, int]:
    """Press a key in the game of a block: `Block.step` of `ClassicKeys`. Modified in place."""
    height, width, previews, kind, clear = rules[0], rules[1], rules[2], rules[3], rules[4] != 0
    state = block[:RECORD].view(HELD)[0]
    game, seen = state.game, block[RECORD:].view(np.int8)
    cells, slots = (height + HIDDEN) * width, previews + 1
    falling, mask = seen[cells + slots : cells + slots + 2], seen[cells + slots + 2 :]
    lines, pieces, played = game.lines, game.pieces, NO
    if key != NOTHING:
        if game.dead or key < 0 or key >= len(mask):
            return REFUSED, game.dead, 0, 0, lines, pieces
        if mask[key]:
            played = YES
            press(state, key, height, width, previews, kind, clear)
    if played or key == NOTHING:
        if key in (NOTHING, DROP):
            show(game, width, previews, seen[:cells], seen[cells : cells + slots])
        falling[0], falling[1] = state.o, state.x
        permit(state, width, mask)
    return played, game.dead, game.lines - lines, game.pieces - pieces, game.lines, game.pieces


class ClassicKeys:
    """The world of classic play by keys. The board is as by placements, and `falling` [2] orientation and column."""

    names = ("left", "right", "cw", "ccw", "drop")
    actions = len(names)

    def __init__(self, game: Classic) -> None:
        self.game, self.tallies = game, counted(game)
        self._board = ClassicBoard(game)
        self.space = spaces.Dict({**self._board.space.spaces, "falling": box(0, max(4, game.width), (2,))})
        self._rules = rules_of(game)
        self._shape, self._slots = (game.height + HIDDEN, game.width), 1 + game.previews
        shapes = {"board": self._shape, "queue": (self._slots,), "falling": (2,)}
        self.block = Block(HELD, shapes, self._rules, step)

    def new(self, seeds: Keys) -> States:
        """[B] fresh games."""
        states = np.zeros(len(seeds), HELD)
        states["game"] = self.game.new(seeds)
        begin(states, self.game.width)
        return states

    def look(self, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each."""
        return self.turn(states, np.zeros(len(states), np.int64), np.zeros(len(states), np.bool_))

    def turn(self, states: States, actions: Ints, legal: Bools) -> Turn:
        """A step of each game, in one kernel; where a key is not `legal` nothing happens."""
        count, after = len(states), copied(states)
        board = np.empty((count, self._shape[0] * self._shape[1]), np.int8)
        queue, falling = np.empty((count, self._slots), np.int8), np.empty((count, 2), np.int8)
        masks = np.empty((count, self.actions), np.int8)
        turn(after, actions, legal, *self._rules, board, queue, falling, masks)
        seen = {"board": board.reshape(count, *self._shape), "queue": queue, "falling": falling}
        return Turn(after, masks, seen)

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a key each; where it is not `legal` nothing happens."""
        return self.turn(states, actions, legal).states

    def mask(self, states: States) -> Bools:
        """[B, 5] the keys that move something."""
        masks: Bools = self.look(states).masks.astype(np.bool_)
        masks[states["game"]["dead"]] = False
        return masks

    def observe(self, states: States) -> Observations:
        """The board, the queue and the falling piece."""
        return self.look(states).seen

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
