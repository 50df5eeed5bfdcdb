"""The record of one Puyo position.

cells    [8, 8] the field (cells.py)
queue    [16, 2] pairs as (axis colour, child colour): the current one, then the visible ones; EMPTY is not yet seen
left     [8] puyos of each colour that the pool still holds; 0 where colours are drawn without a pool
match    the seed; with `pieces` it gives a player's own randomness something to hash
stream   the state of uniform and loose pairs; where ojama falls is a hash of it
pool     the seed of the pool of pairs; drawn: pairs taken from it so far, those in the queue included
ahead    pairs of the pool that come next, made in advance (pairs.py); 0 is none
loose    pairs no longer come as the pool has them: `stream` draws them from what is `left`
score    points in all; gained: points of the last move's chain
lines    links fired in all; chain: links of the last move
carry    points not yet made into ojama
attack   ojama made so far, and last_attack: by the last move; sent: what of it went out (ojama.py)
pending  ojama on its way here; rain: decides in which columns it falls, 0 where none waits. Both are public
topped   columns whose row 14 is used up, as bits
clear    an all clear whose bonus is still due
tear     rows that the two puyos of the last move fell apart
popped   puyos that the last move popped
crowd    puyos in the field once the last move's pair had landed, before its chain
hand     the column of the last move's axis
"""

import numpy as np

from .cells import COLUMNS, PLANES

SLOTS = 16

DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cells", np.uint16, (PLANES, COLUMNS)),
                ("queue", np.uint8, (SLOTS, 2)),
                ("left", np.uint8, 8),
                ("match", np.uint64),
                ("stream", np.uint64),
                ("ahead", np.uint64),
                ("rain", np.uint64),
                ("score", np.int64),
                ("pool", np.uint32),
                ("drawn", np.int32),
                ("gained", np.int32),
                ("lines", np.int32),
                ("pieces", np.int32),
                ("attack", np.int32),
                ("sent", np.int32),
                ("last_attack", np.int32),
                ("pending", np.int32),
                ("carry", np.int16),
                ("chain", np.uint8),
                ("popped", np.uint8),
                ("crowd", np.uint8),
                ("topped", np.uint8),
                ("tear", np.uint8),
                ("hand", np.uint8),
                ("clear", np.bool_),
                ("dead", np.bool_),
                ("loose", np.bool_),
            ],
            align=True,
        ),
    )
)
