"""Whole games in one kernel: the first best placement by linear weights, its chain, the next pair, and so on."""

import numpy as np

from .._jit import Array, Records, kernel
from ..random_moves import stray
from .cells import TOP
from .features import COUNT
from .moves import ROOM, listed, place
from .pairs import fill
from .planes import high_word, load, low_word, union
from .pool import PUYOS
from .reach import row


@kernel
def rollout(
    states: Records,
    kind: int,
    colours: int,
    previews: int,
    row14: int,
    death: int,
    blocking: int,
    weights: Array,
    used: int,
    pieces: int,
    low: int,
    high: int,
    share: float,
) -> None:
    """Play each state on with linear weights, a `share` of moves at random, as `Game.rollout` says. In place."""
    found, scratch = np.zeros(COUNT), np.empty((2, PUYOS), np.uint8)
    action, key, dead = np.empty(ROOM, np.int64), np.empty(ROOM, np.uint64), np.empty(ROOM, np.bool_)
    credit, value = np.empty(ROOM), np.empty(ROOM)
    for i in range(len(states)):
        state = states[i]
        for _ in range(pieces):
            if state.dead:
                break
            n = listed(
                state, previews, row14, death, blocking, weights, used, 0, found, action, key, credit, value, dead
            )
            best = 0
            for k in range(1, n):
                if value[k] > value[best]:
                    best = k
            if share > 0.0:
                other = stray(state.stream, int(np.int64(state.pieces)), share, n)
                if other >= 0:
                    best = other
            place(state, action[best], previews, row14, death, blocking)
            if state.dead:
                break
            fill(kind, colours, previews, state, scratch)
            pile, tallest = union(load(state.cells, 0)), 0
            while tallest < TOP and row(low_word(pile), high_word(pile), tallest) != 0:
                tallest += 1
            if tallest <= low or tallest >= high:
                break
