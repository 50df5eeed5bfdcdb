"""The record of one guideline position, played by placements.

columns  [20] one uint64 per column, bit y is row y from the floor; columns at and beyond the width are 0
marks    the rows that are garbage, as bits
queue    [16] piece numbers (tetris.pieces.PIECES): the current piece, then the visible ones; -1 is not yet seen
hold     the piece in hold, or -1
pending  [16, 3] garbage on its way: lines, hole, wait (garbage.py); hole is the column of the last line received
match    the seed; stream and noise are the hidden states of the piece and garbage generators, bag is public (bags.py)
combo, chain    counters after the last move (scoring.py)
attack   lines sent so far, before what was pending took its part; sent is what went out
placed … gap    what the last move did, so that every feature is a function of the state
"""

import numpy as np

from .garbage import SLOTS as PENDING

SLOTS = 16
COLUMNS = 20
UNSEEN = -1
NOBODY = -1  # an empty hold

DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("columns", np.uint64, COLUMNS),
                ("marks", np.uint64),
                ("match", np.uint64),
                ("stream", np.uint64),
                ("noise", np.uint64),
                ("bag", np.uint64),
                ("pieces", np.int64),
                ("lines", np.int64),
                ("score", np.int64),
                ("attack", np.int64),
                ("sent", np.int64),
                ("combo", np.int64),
                ("chain", np.int64),
                ("pending", np.int16, (PENDING, 3)),
                ("queue", np.int8, SLOTS),
                ("hold", np.int8),
                ("hole", np.int8),
                ("dead", np.bool_),
                ("placed", np.int8),  # the piece of the last move, -1 before the first
                ("spin", np.int8),
                ("bottom", np.int8),
                ("tall", np.int8),
                ("cleared", np.int8),
                ("eroded", np.int8),
                ("top", np.int8),
                ("gap", np.int8),
                ("perfect", np.bool_),
                ("last_attack", np.int16),
            ],
            align=True,
        ),
    )
)
