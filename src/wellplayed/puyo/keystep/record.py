"""The record of one game by keys, and the numbers that stand for keys, events and phases.

cells     [8, 8] the field (cells.py); puyos that hang in the air come down when the phase ends
columns   [8] the filled cells of each column, as bits; popping the cells that pop now
queue     [16, 2] pairs (axis, child): while a pair falls that pair, then the next ones
left … loose    the generator of pairs, as in puyo/record.py
noise     the state of what decides where ojama falls
phase, wait, span    what goes on, the ticks that it will still take, and how long it takes in all
x, y, rotation    of the falling pair: its axis, and where the child is (reach.UP …)
fall      ticks until it falls a row; touching whether it has touched the ground, touches how often
quick     ticks in which a second press makes a quick turn
attack, sent, fallen    ojama so far: made by the player's chains, what of it went out, and what fell here
pending   ojama that is to fall here; falling [8] what falls now, by column
announced ojama of a chain that still runs elsewhere: it cannot fall yet, and is the first to be taken away
carry     points not yet made into ojama
chain, popped, gained, tear    of this turn: links and puyos popped so far, their points, and how far the pair tore
last_*    the pair locked last and where it was; last_attack and last_sent of its chain
charge, beat    of left and right: how far DAS and ARR have come, in tenths of a tick
keys      the keys held down, as bits; direction: the side that moves by itself, -1, 0 or 1
spare     fills the record up: without gaps between fields equal games are equal bytes, however they were copied
"""

import numpy as np

from ..cells import COLUMNS, PLANES
from ..record import SLOTS

# Keys by number. The last three are no keys, but what comes from another game: ojama that is to fall, ojama announced,
# and word that what was announced is to fall.
LEFT, RIGHT, SOFT, HARD, CW, CCW, OJAMA, ANNOUNCED, DUE = range(9)
KEYS = ("left", "right", "soft", "hard", "cw", "ccw")

# What an event does with its key. A tap acts once, at once, apart from repeats; of OJAMA and ANNOUNCED the kind is the
# number.
UP, DOWN, TAP = range(3)

# What goes on. After a pair has locked its puyos come down (LOCKING), links pop (POPPING) and what is above them comes
# down (FALLING), ojama comes down (RAINING), and the next pair is on its way (COMING).
STEERED, LOCKING, POPPING, FALLING, RAINING, COMING = range(6)
PHASES = ("steered", "locking", "popping", "falling", "raining", "coming")

# Why a game is over.
ALIVE, CHOKED = range(2)
CAUSES = ("", "choked")

EVENT = np.dtype((np.record, np.dtype([("tick", np.int64), ("key", np.int16), ("kind", np.int16)])))

DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cells", np.uint16, (PLANES, COLUMNS)),
                ("columns", np.uint16, COLUMNS),
                ("popping", np.uint16, COLUMNS),
                ("queue", np.uint8, (SLOTS, 2)),
                ("left", np.uint8, 8),
                ("match", np.uint64),
                ("stream", np.uint64),
                ("ahead", np.uint64),
                ("noise", np.uint64),
                ("tick", np.int64),
                ("pieces", np.int64),
                ("lines", np.int64),
                ("score", np.int64),
                ("attack", np.int64),
                ("sent", np.int64),
                ("fallen", np.int64),
                ("carry", np.int64),
                ("gained", np.int64),
                ("pending", np.int32),
                ("announced", np.int32),
                ("last_attack", np.int32),
                ("last_sent", np.int32),
                ("pool", np.uint32),
                ("drawn", np.int32),
                ("wait", np.int32),
                ("span", np.int32),
                ("fall", np.int32),
                ("quick", np.int32),
                ("touches", np.int32),
                ("charge", np.int32, 2),
                ("beat", np.int32, 2),
                ("keys", np.uint16),
                ("falling", np.uint8, COLUMNS),
                ("phase", np.int8),
                ("x", np.int8),
                ("y", np.int8),
                ("rotation", np.int8),
                ("direction", np.int8),
                ("touching", np.bool_),
                ("chain", np.uint8),
                ("popped", np.uint8),
                ("tear", np.uint8),
                ("topped", np.uint8),
                ("clear", np.bool_),
                ("loose", np.bool_),
                ("dead", np.bool_),
                ("cause", np.int8),
                ("last_axis", np.uint8),
                ("last_child", np.uint8),
                ("last_x", np.int8),
                ("last_y", np.int8),
                ("last_rotation", np.int8),
                ("spare", np.uint8, 7),
            ],
            align=True,
        ),
    )
)
