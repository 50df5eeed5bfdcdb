"""The record of one steered game, and the numbers that stand for keys and events.

columns  [20] one uint64 per column, bit y is row y from the floor; columns at and beyond the width are 0
queue    [16] piece numbers (tetris.pieces.PIECES) of what comes next, the falling piece not among them; -1 is no slot
piece, orientation, x, y    the falling piece by its true-rotation centre (tetris/srs.py); piece -1 is none
stream, bag    the randomiser (bags.py); match is the seed
pending, noise, hole, marks    garbage on its way (garbage.py), and the rows that are garbage, as bits
attack, sent, risen    lines of garbage so far: by the player's clears, what of it went out, and what rose here
combo, chain    clears in a row, difficult clears in a row (scoring.py)
test, before, spin    the kick test (1 to 6) and the old orientation of the rotation that was the last thing that
         moved the piece, and its class (spins.py); test 0 says that it was no rotation
fall     the part of a row that gravity has added up, in fixed point (book.ROW)
charge, carry    of left and right: how far DAS and ARR have come, in tenths of a tick
ground, resets, lowest    the lock delay used, the moves that began it anew, the lowest row the centre has fallen to
keys     the keys held down, as bits; direction: the side that moves by itself, -1, 0 or 1
last_*   the piece locked last, where it lay before rows were cleared, and what it did
spare    fills the record up: without gaps between fields equal games are equal bytes, however they were copied
"""

import numpy as np

SLOTS = 16
COLUMNS = 20
NONE = -1  # no piece: in hold, in a slot of the queue, or falling

# Keys by number. GARBAGE is no key: an event that announces rows.
LEFT, RIGHT, SOFT, HARD, CW, CCW, HALF, HOLD, GARBAGE = range(9)
KEYS = ("left", "right", "soft", "hard", "cw", "ccw", "180", "hold")

# What an event does with its key. A tap acts once, at once, apart from repeats and lock delay; of GARBAGE the kind
# is the number of rows.
UP, DOWN, TAP = range(3)

# Why a game is over.
ALIVE, BLOCKED, LOCKED_OUT, BURIED = range(4)
CAUSES = ("", "block out", "lock out", "garbage out")

EVENT = np.dtype((np.record, np.dtype([("tick", np.int64), ("key", np.int16), ("kind", np.int16)])))

DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("columns", np.uint64, COLUMNS),
                ("queue", np.int8, SLOTS),
                ("match", np.uint64),
                ("stream", np.uint64),
                ("bag", np.uint64),
                ("noise", np.uint64),
                ("marks", np.uint64),
                ("tick", np.int64),
                ("pieces", np.int64),
                ("lines", np.int64),
                ("score", np.int64),
                ("attack", np.int64),
                ("sent", np.int64),
                ("risen", np.int64),
                ("fall", np.int64),
                ("charge", np.int32, 2),
                ("carry", np.int32, 2),
                ("ground", np.int32),
                ("resets", np.int32),
                ("combo", np.int64),
                ("chain", np.int64),
                ("last_attack", np.int32),
                ("last_sent", np.int32),
                ("last_risen", np.int32),
                ("pending", np.int16, (SLOTS, 3)),
                ("keys", np.uint16),
                ("piece", np.int8),
                ("orientation", np.int8),
                ("x", np.int8),
                ("y", np.int8),
                ("test", np.int8),
                ("before", np.int8),
                ("spin", np.int8),
                ("hold", np.int8),
                ("held", np.bool_),
                ("direction", np.int8),
                ("lowest", np.int8),
                ("hole", np.int8),
                ("dead", np.bool_),
                ("cause", np.int8),
                ("last_piece", np.int8),
                ("last_orientation", np.int8),
                ("last_x", np.int8),
                ("last_y", np.int8),
                ("last_spin", np.int8),
                ("last_cleared", np.int8),
                ("last_perfect", np.bool_),
                ("spare", np.int8, 5),
            ],
            align=True,
        ),
    )
)
