"""Ojama on its way: what waits, what a chain takes away of it, and where the rest falls.

What one move does, in this order:

1. the pair lands, and its chain is played out;
2. the ojama that the chain makes takes away what waits here, and what is left of it goes out;
3. of what still waits, thirty pieces at most fall: after every move, or under `CHAIN` only after one without a chain;
4. the game is lost, or the next pair comes.

Full rows fall first, and the remainder into different columns. In the real game nobody knows which ones before they
fall. Here they are drawn when ojama arrives where none waited, from a hash of the state's stream and its count of
pairs (`rain`), and are public from then on, so that every move has one result. The stream itself stays, so that two
players with one seed get the same pairs whatever they send each other.
"""

import numpy as np

from .._jit import Array, Records, kernel
from ..rng import below, mixed, scramble
from .cells import OJAMA, WHOLE, WIDTH
from .planes import Field, Mask, column, single
from .scoring import A_TURN

NONE, CHAIN = range(2)  # blocking: what holds ojama off
MOST = 1_000_000  # pieces that can wait; what is beyond is lost

_SALT = np.uint64(0x6F6A616D61)  # "ojama"
_0 = np.uint64(0)


@kernel
def receive(states: Records, pieces: Array) -> None:
    """Let pieces [B] of ojama be on their way to each state. Modified in place."""
    for i in range(len(states)):
        state = states[i]
        if pieces[i] <= 0 or state.dead:
            continue
        if state.pending == 0:
            state.rain = mixed(mixed(state.stream, _SALT), np.uint64(state.pieces))
        state.pending = min(state.pending + pieces[i], MOST)


@kernel(inline=True)
def due(waiting: int, points: int, blocking: int) -> int:
    """How many of the pieces that wait fall after a move whose chain made so many points."""
    if points > 0 and blocking == CHAIN:
        return 0
    return min(waiting, A_TURN)


@kernel
def rained(field: Field, filled: Mask, pieces: int, word: np.uint64) -> Field:
    """The field at rest after pieces of ojama fell, up to row 13; what has no room is lost.

    `filled` is the union of the field's planes; `word` chooses the columns of the last row.
    """
    rows, rest = divmod(pieces, WIDTH)
    chosen = columns(word, rest)
    for x in range(WIDTH):
        under = column(filled, x)
        above = (((under + 1) << (rows + (chosen >> x & 1))) - 1) & WHOLE
        field = field | single(OJAMA, x, above & ~under)
    return field


@kernel(inline=True)
def after_rain(waiting: int, word: np.uint64) -> np.uint64:
    """What chooses the columns of the next fall, `waiting` pieces being left; nothing where none are."""
    if waiting == 0:
        return _0
    return mixed(word, _SALT)


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
