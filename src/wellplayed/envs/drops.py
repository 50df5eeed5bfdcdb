"""Classic play by placements in one kernel a step: place, deal, and write the board, queue and mask of what comes.

The same as `Placing` over `Classic`, number for number (a test says so); most of a step there is the price of NumPy
calls.
"""

import numpy as np

from .._jit import Array, Records, kernel
from ..game import Bools, Ints, States
from ..tetris.bag import draw
from ..tetris.classic import Classic
from ..tetris.classic.moves import UNSEEN, place
from ..tetris.classic.record import DTYPE, HIDDEN
from ..tetris.pieces import COUNT, SPAN
from .placing import Placing
from .world import Turn


@kernel
def turn(
    states: Records,
    actions: Array,
    legal: Array,
    height: int,
    width: int,
    previews: int,
    bagged: bool,
    clear: bool,
    after: Records,
    board: Array,
    queue: Array,
    masks: Array,
) -> None:
    """Play an action in each state [B] where it is `legal`, and write what is seen then. Modified in place.

    `board` is int8 [B, rows, width], `queue` int8 [B, 1 + previews], `masks` int8 [B, 4 width] and zero.
    """
    for i in range(len(states)):
        after[i] = states[i]
        state = after[i]
        if legal[i]:
            place(state, actions[i], height, width, previews, clear)
            stream, bag = state.stream, np.int64(state.bag)
            for slot in range(previews + 1):
                if state.queue[slot] == UNSEEN:
                    stream, bag, piece = draw(stream, bag, bagged)
                    state.queue[slot] = piece
            state.stream, state.bag = stream, np.uint8(bag)
        for y in range(board.shape[1]):
            for x in range(width):
                board[i, y, x] = np.int64(state.columns[x]) >> y & 1
        for slot in range(previews + 1):
            queue[i, slot] = state.queue[slot]
        if state.dead:
            masks[i, 0] = 1
            continue
        current = int(state.queue[0])
        for o in range(COUNT[current]):
            for x in range(width - SPAN[current, o] + 1):
                masks[i, o * width + x] = 1


class Drops(Placing):
    """The world of classic play by placements, seen as a board."""

    def __init__(self, game: Classic) -> None:
        super().__init__(game)
        self._rules = game.height, game.width, game.previews, game.pieces == "bag", game.overflow == "clear"
        self._shapes = (game.height + HIDDEN, game.width), 1 + game.previews

    def look(self, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each."""
        return self.turn(states, np.zeros(len(states), np.int64), np.zeros(len(states), np.bool_))

    def turn(self, states: States, actions: Ints, legal: Bools) -> Turn:
        """A step of each game, in one kernel."""
        count, (rows, slots) = len(states), self._shapes
        after = np.empty(count, DTYPE)
        board = np.empty((count, *rows), np.int8)
        queue = np.empty((count, slots), np.int8)
        masks = np.zeros((count, self.actions), np.int8)
        turn(states, actions, legal, *self._rules, after, board, queue, masks)
        return Turn(after, masks, {"board": board, "queue": queue})
