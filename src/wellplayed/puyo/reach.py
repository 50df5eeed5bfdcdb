"""Which placements a pair can reach: walls, climbing from a column of eleven, and the quick turn where it appears.

A pair appears with its axis in row 12 of column 3. There it can move over columns of up to eleven puyos. To pass one of
twelve its axis must get to row 13, and there are two ways up: a turn on top of a column of eleven, which pushes the
pair up (floor kick), or a turn by half between two columns of twelve where it appears (quick turn). None leads over a
column of thirteen. So

    run      the columns around column 3 up to the first ones of twelve or more
    raised   there is a column of eleven in `run`, or columns 2 and 4 have both twelve or more
    open     the columns around column 3 up to the first ones of twelve or more, or of thirteen where it is `raised`

and a placement can be reached if all its columns are open, with the child below the axis only on eleven or less, and
with the child above it on twelve only where row 14 of that column is free.

This is the rule of citrus610/ama, core/move.cpp, written in bits. It is also exactly what keys can do where there is
time for them: tests/puyo/test_reach.py searches all positions of a pair by its keys (keystep/motion.py) over every
profile of heights. The fields of puyoai's tests, src/core/puyo_controller_test.cc, agree with it; puyoai's own rule for
planning is narrower.

Columns must be at rest. An action is rotation * 6 + x, the child being up, right, down or left of the axis at x.
"""

import numpy as np

from .._jit import Array, Records, kernel
from .cells import OJAMA, SPAWN_Y, WIDTH

ACTIONS = 24
UP, RIGHT, DOWN, LEFT = range(4)
THIRD, TWO = range(2)  # death: a puyo in row 12 of column 3, or of column 3 or 4 (the two crosses of Fever)

_SEVERAL = (1 << 12) - 1  # the actions of a double: its two ways round are the same
_COLUMNS = (1 << WIDTH) - 1
_NEIGHBOURS = 0b001010  # of column 3
_GATHER = np.uint64(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3)  # brings bits 0, 16, 32 and 48 to bits 48 to 51
_LANES = np.uint64(0x0001000100010001)
_16, _48 = np.uint64(16), np.uint64(48)


def _around(columns: int) -> int:
    """The unbroken run of columns that column 3 belongs to."""
    run = columns & 0b000100
    for x in (3, 4, 5):
        run |= columns & run << 1 & 1 << x
    for x in (1, 0):
        run |= columns & run >> 1 & 1 << x
    return run


_RUN = np.array([_around(columns) for columns in range(1 << WIDTH)], np.int64)


@kernel(inline=True)
def words(cells: Array) -> tuple[np.uint64, np.uint64]:
    """The filled cells of planes uint16 [8, 8] as two words: columns 0 to 3 and 4 to 7, 16 bits each, low to high."""
    low, high = np.uint64(0), np.uint64(0)
    for x in range(4):
        for plane in range(OJAMA + 1):
            low |= np.uint64(cells[plane, x]) << (_16 * np.uint64(x))
            high |= np.uint64(cells[plane, x + 4]) << (_16 * np.uint64(x))
    return low, high


@kernel(inline=True)
def row(low: np.uint64, high: np.uint64, y: int) -> int:
    """The columns that are filled in row `y`, as bits, of cells as two words."""
    shift = np.uint64(y)
    first = (((low >> shift) & _LANES) * _GATHER) >> _48
    second = (((high >> shift) & _LANES) * _GATHER) >> _48
    return int(np.int64(first & np.uint64(15)) | (np.int64(second & np.uint64(15)) << 4))


@kernel(inline=True)
def passable(low: np.uint64, high: np.uint64) -> int:
    """The columns around column 3 up to the first ones of twelve puyos or more, as bits: open without a climb."""
    return int(_RUN[_COLUMNS & ~row(low, high, SPAWN_Y)])


@kernel(inline=True)
def choked(low: np.uint64, high: np.uint64, death: int) -> bool:
    """Whether a field at rest is lost."""
    crosses = row(low, high, SPAWN_Y)
    return crosses & 0b000100 != 0 or (death == TWO and crosses & 0b001000 != 0)


@kernel(inline=True)
def legal(low: np.uint64, high: np.uint64, topped: int, double: bool, death: int) -> int:
    """The actions that a pair can reach, as bits 0 to 23; none where the field is lost.

    The field at rest is given as two words (`words`, or low_word and high_word of planes), `topped` are the columns
    whose row 14 is used up, and `double` says that both puyos are of one colour.
    """
    eleven, twelve, thirteen = row(low, high, 10), row(low, high, 11), row(low, high, 12)
    below = _COLUMNS & ~twelve
    run = int(_RUN[below])
    if run == 0 or (death == TWO and twelve & 0b001000 != 0):
        return 0
    free = run
    if (eleven & run) != 0 or (twelve & _NEIGHBOURS) == _NEIGHBOURS:
        free = int(_RUN[_COLUMNS & ~thirteen])
    actions = (free & ~(int(topped) & twelve)) | ((free & (free >> 1)) << 6)
    if not double:
        actions |= ((free & below) << 12) | ((free & (free << 1)) << 18)
    return actions


@kernel
def masks(states: Records, death: int, out: Array) -> None:
    """Fill `out` bool [B, 24] with the legal actions of each state; a dead one has none. Modified in place."""
    for i in range(len(states)):
        state = states[i]
        low, high = words(state.cells)
        actions = legal(low, high, state.topped, state.queue[0, 0] == state.queue[0, 1], death)
        if state.dead:
            actions = 0
        for action in range(ACTIONS):
            out[i, action] = actions >> action & 1
