"""Classic play by placements in one kernel a step: place, deal, and write board, queue and mask.

The same as `Placing` over `Classic`, number for number (a test says so); most of a step there is the price of NumPy
calls. `turn` steps many games, `step` one in the block of a seat (blockseat.py).
"""

import numpy as np

from .._jit import Array, Record, Records, kernel
from ..game import Bools, Ints, States, copied
from ..tetris.bag import KINDS, draw
from ..tetris.classic import Classic
from ..tetris.classic.moves import UNSEEN, place
from ..tetris.classic.record import DTYPE, HIDDEN
from ..tetris.pieces import COUNT, SPAN
from .block import NO, NOTHING, REFUSED, YES, Block
from .placing import Placing
from .world import Turn

RECORD = DTYPE.itemsize


def rules_of(game: Classic) -> tuple[int, int, int, int, int]:
    """Height, width, previews, kind of randomiser and whether a lost piece may clear, as the kernels take them."""
    return game.height, game.width, game.previews, KINDS.index(game.pieces), int(game.overflow == "clear")


@kernel(inline=True)
def drop(state: Record, action: int, height: int, width: int, previews: int, kind: int, clear: bool) -> None:
    """Play a legal action and draw what comes into view. Modified in place."""
    place(state, action, height, width, previews, clear)
    stream, bag = state.stream, np.int64(state.bag)
    for slot in range(previews + 1):
        if state.queue[slot] == UNSEEN:
            stream, bag, piece = draw(stream, bag, kind)
            state.queue[slot] = piece
    state.stream, state.bag = stream, np.uint8(bag)


@kernel(inline=True)
def show(state: Record, width: int, previews: int, board: Array, queue: Array) -> None:
    """Write what is seen of a state: `board` [rows * width] and `queue` [1 + previews]. Modified in place."""
    for i in range(len(board)):
        board[i] = 0
    for x in range(width):
        column, i = np.int64(state.columns[x]), x
        while column:
            board[i] = column & 1
            column >>= 1
            i += width
    for slot in range(previews + 1):
        queue[slot] = state.queue[slot]


@kernel(inline=True)
def permit(state: Record, width: int, mask: Array) -> None:
    """Write the `mask` [4 width] of a state: what fits, and where the game is over the first action. In place."""
    for i in range(len(mask)):
        mask[i] = 0
    if state.dead:
        mask[0] = 1
        return
    piece = int(state.queue[0])
    for o in range(COUNT[piece]):
        for x in range(width - SPAN[piece, o] + 1):
            mask[o * width + x] = 1


@kernel
def turn(
    states: Records,
    actions: Array,
    legal: Array,
    height: int,
    width: int,
    previews: int,
    kind: int,
    clear: int,
    board: Array,
    queue: Array,
    masks: Array,
) -> None:
    """Play an action in each state [B] where it is `legal`, and write what is seen then. Modified in place.

    `board` is int8 [B, rows * width], `queue` int8 [B, 1 + previews], `masks` int8 [B, 4 width].
    """
    for i in range(len(states)):
        if legal[i]:
            drop(states[i], actions[i], height, width, previews, kind, clear != 0)
        show(states[i], width, previews, board[i], queue[i])
        permit(states[i], width, masks[i])


@kernel
def step(block: Array, rules: Array, action: int) -> tuple[int, bool, int, int, int, int]:
    """Play an action in the game of a block: `Block.step` of `Drops`. Modified in place."""
    height, width, previews, kind, clear = rules[0], rules[1], rules[2], rules[3], rules[4] != 0
    state = block[:RECORD].view(DTYPE)[0]
    seen = block[RECORD:].view(np.int8)
    cells, slots = (height + HIDDEN) * width, previews + 1
    mask = seen[cells + slots :]
    lines, pieces, played = state.lines, state.pieces, NO
    if action != NOTHING:
        if state.dead or action < 0 or action >= len(mask):
            return REFUSED, state.dead, 0, 0, lines, pieces
        if mask[action]:
            played = YES
            drop(state, action, height, width, previews, kind, clear)
    if played or action == NOTHING:
        show(state, width, previews, seen[:cells], seen[cells : cells + slots])
        permit(state, width, mask)
    return played, state.dead, state.lines - lines, state.pieces - pieces, state.lines, state.pieces


class Drops(Placing):
    """The world of classic play by placements, seen as a board."""

    def __init__(self, game: Classic) -> None:
        super().__init__(game)
        self._rules = rules_of(game)
        self._shape, self._slots = (game.height + HIDDEN, game.width), 1 + game.previews
        self.block = Block(DTYPE, {"board": self._shape, "queue": (self._slots,)}, self._rules, step)

    def look(self, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each."""
        return self.turn(states, np.zeros(len(states), np.int64), np.zeros(len(states), np.bool_))

    def turn(self, states: States, actions: Ints, legal: Bools) -> Turn:
        """A step of each game, in one kernel."""
        count, after = len(states), copied(states)
        board = np.empty((count, self._shape[0] * self._shape[1]), np.int8)
        queue, masks = np.empty((count, self._slots), np.int8), np.empty((count, self.actions), np.int8)
        turn(after, actions, legal, *self._rules, board, queue, masks)
        return Turn(after, masks, {"board": board.reshape(count, *self._shape), "queue": queue})
