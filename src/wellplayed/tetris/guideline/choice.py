"""Which of the listed actions are kept, wanted or chosen: kernels over rows (parent, action, spot) of moves.py."""

import numpy as np

from ..._jit import Array, Records, kernel
from ...random_moves import stray
from ..lanes import bit_length
from .placing import alternative
from .record import COLUMNS
from .stamps import CELL


@kernel
def straight(states: Records, book: Records, parent: Array, action: Array, spot: Array) -> int:
    """Keep the straight drops among listed actions [N], in order, in the first n rows; return n. Modified in place.

    A straight drop is no spin, and nothing of the pile stands above its cells. All actions of a state are kept where
    none is one.
    """
    rules = book[0]
    tops = np.zeros(COLUMNS, np.int64)
    n, first, kept, last = 0, 0, 0, -1
    current, other = -1, -1
    for row in range(len(parent)):
        i = parent[row]
        if i != last:
            last, first, kept = i, row, n
            state = states[i]
            current, other = int(state.queue[0]), int(alternative(rules, state))
            for x in range(rules.width):
                tops[x] = bit_length(np.int64(state.columns[x]))
        kind = spot[row] >> 11
        if kind // 4 % 3 == 0:
            piece = other if kind >= 12 else current
            if in_the_open(tops, piece, kind & 3, spot[row] & 31, spot[row] >> 5 & 63):
                parent[n], action[n], spot[n] = i, action[row], spot[row]
                n += 1
        if n == kept and (row + 1 == len(parent) or parent[row + 1] != i):
            for again in range(first, row + 1):
                parent[n], action[n], spot[n] = i, action[again], spot[again]
                n += 1
    return n


@kernel(inline=True)
def in_the_open(tops: Array, piece: int, o: int, x: int, y: int) -> bool:
    """Whether every cell of a piece lies above the highest cell of its column; `tops` are the heights of columns."""
    clear = True
    for k in range(4):
        clear = clear and y + CELL[piece, o, k, 1] >= tops[x + CELL[piece, o, k, 0]]
    return clear


@kernel
def missing(parent: Array, action: Array, wanted: Array) -> int:
    """The first state whose wanted action [B] is not among those listed; -1 if there is none."""
    found = np.zeros(len(wanted), np.bool_)
    for n in range(len(parent)):
        if action[n] == wanted[parent[n]]:
            found[parent[n]] = True
    for i in range(len(wanted)):
        if not found[i]:
            return i
    return -1


@kernel
def chosen(parent: Array, value: Array, out: Array) -> None:
    """Fill `out` [B] with the row of the first best value of each parent; -1 without rows. Modified in place."""
    out[:] = -1
    for n in range(len(parent)):
        best = out[parent[n]]
        if best < 0 or value[n] > value[best]:
            out[parent[n]] = n


@kernel
def strays(states: Records, parent: Array, share: float, out: Array) -> None:
    """Fill `out` [B] with the row of the action that each state plays at random, if it does; else -1. In place."""
    n = 0
    for i in range(len(states)):
        first = n
        while n < len(parent) and parent[n] == i:
            n += 1
        chosen_one = stray(states[i].stream, states[i].pieces, share, n - first)
        out[i] = -1 if chosen_one < 0 else first + chosen_one
