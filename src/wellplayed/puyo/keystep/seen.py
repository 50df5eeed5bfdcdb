"""A game by keys as its player sees it: the record of play by placements, without anything hidden."""

import numpy as np

from ..._jit import Records, kernel
from ...rng import mixed, seeded
from ..cells import COLUMNS, EMPTY, PLANES
from ..record import SLOTS
from .record import STEERED
from .turn import go_on

_SALT = np.uint64(0x7365656E70757965)  # "seenpuye"


@kernel
def see(states: Records, books: Records, scratch: Records, outs: Records) -> None:
    """Fill `outs` [1], of puyo/record.py, with what can be seen of a game [1]. Modified in place, `scratch` [1] too.

    The falling pair comes first in the queue, wherever it is. Between two pairs it is the position in which the next
    one will appear, its chain played out; ojama that has not begun to fall waits, and what is only announced is not
    there yet. Pairs to come, and where ojama falls, are replaced by others that depend on the number of pieces alone.
    """
    scratch[0] = states[0]
    state, book, out = scratch[0], books[0], outs[0]
    state.pending, state.announced = 0, 0
    while state.phase != STEERED and not state.dead:
        state.wait = 0
        go_on(state, book)
    for plane in range(PLANES):
        for x in range(COLUMNS):
            out.cells[plane, x] = state.cells[plane, x]
    for slot in range(SLOTS):
        shown = slot <= book.rules.previews
        out.queue[slot, 0] = state.queue[slot, 0] if shown else EMPTY
        out.queue[slot, 1] = state.queue[slot, 1] if shown else EMPTY
    for plane in range(len(state.left)):
        out.left[plane] = state.left[plane]
    out.match, out.drawn = state.match, state.drawn
    out.stream, out.loose = seeded(mixed(_SALT, np.uint64(state.pieces))), True
    out.score, out.gained, out.lines, out.pieces = state.score, state.gained, state.lines, state.pieces
    # Without ojama to take away, all that the rest of the chain makes has gone out; the real one offsets first.
    made = state.attack - states[0].attack
    off = max(made - states[0].announced, 0)
    out.pending = max(states[0].pending - off, 0)
    out.sent = states[0].sent + max(off - states[0].pending, 0)
    out.rain = mixed(out.stream, _SALT) if out.pending > 0 else np.uint64(0)
    out.attack, out.last_attack, out.carry, out.clear = state.attack, state.last_attack, state.carry, state.clear
    out.chain, out.popped, out.tear, out.topped = state.chain, state.popped, state.tear, state.topped
    out.hand, out.dead = state.last_x, state.dead
