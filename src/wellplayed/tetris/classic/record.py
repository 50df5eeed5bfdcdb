"""The record of one classic position, and the kernels' view of the rules.

columns  [16] one uint32 per column, bit y is row y from the floor; columns at and beyond the width are 0
queue    [16] piece numbers (tetris.pieces.PIECES): the current piece, then the visible ones; -1 is not yet seen
match    the seed; with `pieces` it gives a player's own randomness something to hash
stream   the state of the piece generator; bag: the pieces left in the current bag, as bits
bottom, tall, cleared, eroded, top, gap    what the last move did, so that every feature is a function of the state
"""

import numpy as np

SLOTS = 16
HIDDEN = 4  # rows above the visible ones, enough for a piece that lands on a full pile

DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("columns", np.uint32, 16),
                ("queue", np.int8, SLOTS),
                ("match", np.uint64),
                ("stream", np.uint64),
                ("pieces", np.int64),
                ("lines", np.int64),
                ("score", np.int64),
                ("dead", np.bool_),
                ("bag", np.uint8),
                ("bottom", np.int8),
                ("tall", np.int8),
                ("cleared", np.int8),
                ("eroded", np.int8),
                ("top", np.int8),
                ("gap", np.int8),
            ],
            align=True,
        ),
    )
)
