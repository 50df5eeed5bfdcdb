"""A game by keys as its player sees it: the record of play by placements, without anything hidden."""

import numpy as np

from ...._jit import Records, kernel
from ....rng import mixed
from ..bags import UNIFORM, left, start
from ..garbage import LINES, SLOTS, WAIT, noise
from .record import NONE

_SALT = np.uint64(0x7365656E2D6E6F77)  # "seen-now"
_0, _1, _2 = np.uint64(0), np.uint64(1), np.uint64(2)


@kernel
def see(states: Records, books: Records, given: bool, span: int, outs: Records) -> None:
    """Fill `outs` [1], of guideline/record.py, with what can be seen of a living game [1]. Modified in place.

    The falling piece comes first in the queue, wherever it is; whether hold was used is not told. Pieces and holes to
    come are replaced by others that depend on the number of pieces alone. Garbage waits for ticks here and for pieces
    there, of which each is taken to last `span` ticks. Of the last move only the piece, its spin, its attack and what
    it cleared are told. `given`: the next piece was given with the start and not drawn.
    """
    state, book, out = states[0], books[0], outs[0]
    out.columns[:] = state.columns
    out.marks, out.match, out.bag = state.marks, state.match, state.bag
    hidden = mixed(_SALT, np.uint64(state.pieces))
    out.stream, out.noise, out.hole = start(book.rules.bag, hidden), noise(hidden), state.hole
    out.pieces, out.lines, out.score = state.pieces, state.lines, state.score
    out.attack, out.sent, out.combo, out.chain = state.attack, state.sent, state.combo, state.chain
    out.queue[:] = NONE
    out.queue[0] = state.piece
    for slot in range(book.rules.previews):
        out.queue[slot + 1] = state.queue[slot]
    if book.rules.previews == 0 and not given:
        out.bag = put_back(book.rules.bag, state.bag, int(state.queue[0]))
    out.hold, out.dead = state.hold, state.dead
    for i in range(SLOTS):
        out.pending[i, :] = state.pending[i, :]
        if state.pending[i, LINES] > 0 and state.pending[i, WAIT] > 0:
            out.pending[i, WAIT] = (state.pending[i, WAIT] - 1) // span
    out.placed, out.spin, out.last_attack = state.last_piece, state.last_spin, state.last_attack
    out.cleared, out.perfect = state.last_cleared, state.last_perfect


@kernel
def put_back(kind: int, bag: np.uint64, piece: int) -> np.uint64:
    """The bag before a piece was drawn that is not shown: play by keys always draws one ahead."""
    if kind == UNIFORM:
        return bag
    before = bag + (_1 << (_2 * np.uint64(piece)))
    return _0 if before == left(kind, _0) else before
