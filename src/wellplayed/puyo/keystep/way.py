"""The fewest keys that bring a pair over its place: a search of all positions, breadth first.

A position is where the axis is, which way round the pair stands, and whether a first press for a quick turn was made.
No time passes in it: gravity may take the pair along while keys are pressed, which matters only beside high columns.
"""

import numpy as np

from ..._jit import Array, kernel
from ..cells import TOP, WIDTH
from .motion import STUCK, WEDGED, fits, turned
from .record import CCW, CW, LEFT, RIGHT

POSITIONS = 2 * 4 * TOP * WIDTH
MOST = 64  # keys of a way
NO_WAY = -1
_KEYS = np.array([LEFT, RIGHT, CW, CCW])


@kernel(inline=True)
def numbered(x: int, y: int, rotation: int, armed: int) -> int:
    """The number of a position."""
    return ((armed * 4 + rotation) * TOP + y) * WIDTH + x


@kernel
def after(columns: Array, topped: int, position: int, key: int) -> int:
    """The position that a key leads to from one; itself where nothing comes of it."""
    x, y = position % WIDTH, position // WIDTH % TOP
    rotation, armed = position // (WIDTH * TOP) % 4, position // (WIDTH * TOP * 4)
    if key in (LEFT, RIGHT):
        there = x + 2 * (key - LEFT) - 1
        if fits(columns, topped, there, y, rotation):
            return numbered(there, y, rotation, armed)
        return position
    new_x, new_y, new_rotation, how = turned(columns, topped, x, y, rotation, 1 if key == CW else -1)
    if how == STUCK:
        return position
    if how == WEDGED and armed == 0:
        return numbered(x, y, rotation, 1)
    return numbered(new_x, new_y, new_rotation, 0)


@kernel
def find(columns: Array, topped: int, start: int, action: int, scratch: Array, keys: Array) -> int:
    """Fill `keys` int8 [64] with the fewest keys from a position to the column and turn of an action; how many.

    NO_WAY where none lead there. Of several the first in the order left, right, cw, ccw. `columns` are the filled cells
    by column. `scratch` int16 [3, 624]; all arrays are modified in place.
    """
    came, by, todo = scratch[0], scratch[1], scratch[2]
    for k in range(POSITIONS):
        came[k] = NO_WAY
    came[start], todo[0] = start, start
    first, last = 0, 1
    while first < last:
        here = int(todo[first])
        first += 1
        if here % WIDTH == action % WIDTH and here // (WIDTH * TOP) % 4 == action // WIDTH:
            return trace(came, by, start, here, keys)
        for key in _KEYS:
            there = after(columns, topped, here, key)
            if came[there] == NO_WAY:
                came[there], by[there], todo[last] = here, key, there
                last += 1
    return NO_WAY


@kernel
def trace(came: Array, by: Array, start: int, goal: int, keys: Array) -> int:
    """Fill `keys` with the keys that a search found; how many. Modified in place."""
    n, here = 0, goal
    while here != start:
        n, here = n + 1, int(came[here])
    here = goal
    for k in range(n - 1, -1, -1):
        keys[k] = by[here]
        here = int(came[here])
    return n
