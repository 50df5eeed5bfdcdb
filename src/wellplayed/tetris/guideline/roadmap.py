"""Where a piece can be on a board and what each key does there: one record of tables for the kernels of route.py.

Positions are numbered as in walk.py. In this record they are orientation << 11 | (x + 4) << 6 | y, so that a step
sideways is an addition, and kicks beside the well find columns without room instead of the end of an array.

Why one record for all tables: an array that is handed on inside a kernel is counted, and that counting, not the walk,
took nine tenths of the time; the fields of a record are not counted.
"""

from typing import Any

import numpy as np

from ..._jit import Array, Record, kernel
from .spins import MOVED, PROMOTED, TURNED
from .walk import CELL, CLOCKWISE, DOWN, HIGHEST, POSITIONS, RIGHT, SONIC, STAY, TESTS, WIDEST

BESIDE, SIDE, TURN = 4, 6, 11  # columns beside the well; where x and the orientation begin in a number
COLUMNS = 4 << (TURN - SIDE)  # of all orientations
_QUARTERS = np.array([1, 3, 2])  # by which CW, CCW and 180 turn
_0, _1 = np.uint64(0), np.uint64(1)

# A way, and what is needed to find it. `keys` are numbers of walk.KEYS; `places` are the positions before each of them
# and the one after the last. `free`, `ends` and `seen` are sets of positions, a bit for each row; `classes` is by
# orientation and arrival; `kicks` are steps of columns << 8 | rows + 128.
ROUTE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", np.int8, POSITIONS),
                ("places", np.int32, POSITIONS + 1),
                ("free", np.uint64, COLUMNS),
                ("ends", np.uint64, COLUMNS),
                ("above", np.uint64, COLUMNS),
                ("seen", np.uint64, COLUMNS),
                ("classes", np.int64, 12),
                ("kicks", np.int64, 12 * TESTS),
                ("tests", np.int64, 12),
                ("queue", np.int32, POSITIONS),
                ("came", np.int32, 4 << TURN),
            ],
            align=True,
        ),
    )
)


def empty() -> Any:
    """[1] a record for `find`, its contents arbitrary."""
    return np.empty(1, ROUTE)


@kernel(inline=True)
def packed(number: int) -> int:
    """A position of walk.py as a number of this file."""
    column = number >> 6
    return (column // WIDEST) << TURN | (column % WIDEST + BESIDE) << SIDE | (number & 63)


@kernel(inline=True)
def unpacked(number: int) -> int:
    """The inverse of `packed`."""
    return ((number >> TURN) * WIDEST + (number >> SIDE & 31) - BESIDE) * HIGHEST + (number & 63)


@kernel
def prepare(columns: Array, width: int, piece: int, table: Array, out: Record) -> None:
    """Fill `free`, `kicks` and `tests`. Modified in place."""
    out.free[:] = _0
    for o in range(4):
        for x in range(width):
            blocked = _0
            for k in range(4):
                column, dy = x + CELL[piece, o, k, 0], int(CELL[piece, o, k, 1])
                if column < 0 or column >= width:
                    blocked = ~_0
                elif dy >= 0:
                    blocked |= columns[column] >> np.uint64(dy)
                else:
                    below = np.uint64(-dy)
                    blocked |= (columns[column] << below) | ((_1 << below) - _1)
            out.free[o << (TURN - SIDE) | (x + BESIDE)] = ~blocked
        for turn in range(3):
            after, count = (o + _QUARTERS[turn]) & 3, 0
            while count < TESTS and table[o, turn, count, 2] != 0:
                step = ((after - o) << (TURN - SIDE)) + int(table[o, turn, count, 0])
                out.kicks[(o * 3 + turn) * TESTS + count] = (step << 8) + int(table[o, turn, count, 1]) + 128
                count += 1
            out.tests[o * 3 + turn] = count


@kernel(inline=True)
def pressed(out: Record, here: int, key: int, fifth: bool, down: int) -> tuple[int, int]:
    """The position after a key and the kind of arrival (MOVED, TURNED, PROMOTED); kind 0 where it does nothing."""
    column, y = here >> SIDE, here & 63
    if key <= RIGHT:
        column += 2 * key - 1
        kind = MOVED if (out.free[column] >> np.uint64(y)) & _1 != _0 else 0
        return column << SIDE | y, kind
    if key == DOWN:
        fallen = 0
        while down != STAY and y > fallen and (out.free[column] >> np.uint64(y - fallen - 1)) & _1 != _0:
            fallen += 1
            if down != SONIC:
                break
        return here - fallen, MOVED if fallen else 0
    turn = 3 * (here >> TURN) + key - CLOCKWISE
    for test in range(out.tests[turn]):
        kick = out.kicks[turn * TESTS + test]
        to, row = column + (kick >> 8), y + (kick & 255) - 128
        if row >= 0 and row < HIGHEST and (out.free[to] >> np.uint64(row)) & _1 != _0:
            sideways = test == 4 and key < CLOCKWISE + 2 and (to >> (TURN - SIDE)) & 1 == 1  # TST and FIN
            return to << SIDE | row, PROMOTED if sideways or (fifth and test >= 4) else TURNED
    return here, 0


@kernel(inline=True)
def sunk(out: Record, here: int, rows: int) -> int:
    """The position after a fall of up to `rows` rows."""
    column, y = out.free[here >> SIDE], here & 63
    while rows > 0 and y > 0 and (column >> np.uint64(y - 1)) & _1 != _0:
        rows, y, here = rows - 1, y - 1, here - 1
    return here
