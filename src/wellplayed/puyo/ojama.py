"""Garbage that falls: full rows, and the rest into different columns."""

import numpy as np

from .._jit import Array, Records, kernel
from ..rng import below, mixed, scramble
from .cells import OJAMA, TOP, WIDTH
from .planes import high_word, load, low_word, union
from .reach import choked, words

_SALT = np.uint64(0x6F6A616D61)  # "ojama"
_1, _16, _FULL = np.uint64(1), np.uint64(16), np.uint64(0xFFFF)


@kernel
def fall(states: Records, pieces: Array, death: int) -> None:
    """Let so many pieces [B] of ojama fall on each field, up to row 13; what has no room is lost. Modified in place.

    Full rows fall first, and the remainder into columns chosen by a hash of the state's stream and its count of pairs,
    each of them once.
    """
    for i in range(len(states)):
        if pieces[i] <= 0 or states[i].dead:
            continue
        state = states[i]
        rows, rest = divmod(pieces[i], WIDTH)
        chosen = columns(mixed(mixed(state.stream, _SALT), np.uint64(state.pieces)), rest)
        low, high = words(state.cells)
        for x in range(WIDTH):
            word = low
            if x >= 4:
                word = high
            filled = (word >> (_16 * np.uint64(x & 3))) & _FULL
            for _ in range(rows + (chosen >> x & 1)):
                if filled >> np.uint64(TOP - 1) & _1:
                    break
                state.cells[OJAMA, x] |= np.uint16(filled + _1)
                filled = (filled << _1) | _1
        pile = union(load(state.cells, 0))
        state.dead = choked(low_word(pile), high_word(pile), death)


@kernel(inline=True)
def columns(word: np.uint64, count: int) -> int:
    """So many of the six columns as bits, each set of that size equally likely."""
    chosen, left = 0, count
    for x in range(WIDTH):
        word = scramble(word)
        if np.int64(below(word, np.uint64(WIDTH - x))) < left:
            chosen |= 1 << x
            left -= 1
    return chosen
