"""What makes two positions one to a search: a 64-bit word for all that the future depends on.

The word is a sum of products of what stands in the record with odd numbers of its own, so that a move changes few terms
of it and the words of all moves of a position come from one. Search merges positions whose scrambled words are equal.
"""

import numpy as np

from ..._jit import Record, kernel
from ...rng import scramble, words
from ..lanes import Lanes, room_for_lanes, store
from .record import COLUMNS, NOBODY, SLOTS
from .stamps import BOTTOM, CELL, SIDE

_SALT = np.array(words(64, 1), np.uint64) | np.uint64(1)  # columns, then queue, then the rest

# [7, 4, 20] what a piece adds to the word in row 0, by the column of its centre: higher up the same, shifted.
_PIECE = np.zeros((7, 4, COLUMNS), np.uint64)
for _p in range(7):
    for _o in range(4):
        _first, _end = -int(SIDE[_p, _o, 0]), COLUMNS - int(SIDE[_p, _o, 1])
        for _dx, _dy in CELL[_p, _o]:
            _PIECE[_p, _o, _first:_end] += _SALT[_first + _dx : _end + _dx] << np.uint64(_dy - BOTTOM[_p, _o])


@kernel(inline=True)
def key_of(rules: Record, state: Record) -> np.uint64:
    """A word for all that the future of a position depends on; a sum, so that a move changes few terms of it."""
    word = np.uint64(0)
    for x in range(rules.width):
        word += state.columns[x] * _SALT[x]
    return np.uint64(word + tail_key(state, state.combo, state.chain) + opener_key(rules, state.pieces, state.sent))


@kernel(inline=True)
def opener_key(rules: Record, pieces: int, sent: int) -> np.uint64:
    """The part of the key for TETR.IO's opener phase, in which pieces placed and lines sent count (garbage.py)."""
    if not rules.cancel or pieces >= rules.opener:
        return np.uint64(0)
    return np.uint64(np.uint64(pieces + 1) * _SALT[46] + np.uint64(sent) * _SALT[47])


@kernel(inline=True)
def tail_key(state: Record, combo: int, chain: int) -> np.uint64:
    """The part of the key that is neither the board nor the opener phase."""
    word = np.uint64(state.hold + 2) * _SALT[40] + state.bag * _SALT[41] + state.marks * _SALT[42]
    word += np.uint64(combo) * _SALT[43] + np.uint64(chain) * _SALT[44] + np.uint64(state.hole + 2) * _SALT[45]
    for slot in range(SLOTS):
        word += np.uint64(state.queue[slot] + 2) * _SALT[20 + slot]
    for i in range(len(state.pending)):
        for k in range(3):
            if state.pending[i, k] != 0:
                word += np.uint64(state.pending[i, k]) * scramble(np.uint64(3 * i + k + 1))
    return np.uint64(word)


@kernel(inline=True)
def key_after(
    state: Record,
    piece: int,
    o: int,
    x: int,
    base: int,
    board: Lanes,
    full: int,
    standing: np.uint64,
    combo: int,
    chain: int,
    marks: np.uint64,
) -> np.uint64:
    """The key of the state after a placement, its lowest cell in row `base`, which leaves `board`.

    `standing` is the word of the state before it, with its queue moved up.
    """
    word = standing + (marks - state.marks) * _SALT[42]
    word += (np.uint64(combo) - np.uint64(state.combo)) * _SALT[43]
    word += (np.uint64(chain) - np.uint64(state.chain)) * _SALT[44]
    if full == 0:
        return scramble(word + (_PIECE[piece, o, x] << np.uint64(base)))
    after = room_for_lanes(16)
    store(after, 0, board)
    for column in range(10):
        word += (np.uint64(after[column]) - state.columns[column]) * _SALT[column]
    return scramble(word)


@kernel(inline=True)
def queue_change(state: Record, hold: bool) -> np.uint64:
    """By how much the key changes when the queue moves up, or when the piece that hold offers is taken."""
    word, steps = np.uint64(0), 1
    if hold:
        word += (np.uint64(state.queue[0] + 2) - np.uint64(state.hold + 2)) * _SALT[40]
        if state.hold == NOBODY:
            steps = 2
    for slot in range(SLOTS):
        after = np.uint64(1)
        if slot + steps < SLOTS:
            after = np.uint64(state.queue[slot + steps] + 2)
        word += (after - np.uint64(state.queue[slot] + 2)) * _SALT[20 + slot]
    return np.uint64(word)
