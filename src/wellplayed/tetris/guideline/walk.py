"""Every position that a piece can be steered to, one key at a time: any rules, any width from 4 to 20.

How. A breadth-first walk over positions (orientation, x, y) from where the piece appears, with an explicit queue. For
each position it keeps how it was reached first, and how it was reached first without a turn as the last key, by a turn,
and by a turn whose kick makes a spin full; paths.py reads key sequences out of that. The keys of a position are tried
in the order of `KEYS`, so of several shortest sequences the one found is the first in the dictionary order of its keys.

Why. flood.py answers for all columns at once, for the rule books that it is compiled for. This walk looks like the
rules, reads its tables from its arguments, and is what the other one is checked against.

Positions are those of the true-rotation centre. The centre is one of the piece's own cells, so it never leaves the
well; it must lie in rows 0 to 63, which no kick from a pile of 60 rows exceeds. Above the rows of the board everything
is empty.
"""

import functools
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..._jit import Array, kernel
from ..pieces import PIECES
from ..srs import CELLS, Half, Quarter, kicks
from .ruleset import Ruleset
from .spins import ANY_FIFTH, MOVED, PROMOTED, TURNED, spin_class, switches

KEYS = ("L", "R", "CW", "CCW", "180", "D")
LEFT, RIGHT, CLOCKWISE, COUNTER, HALF, DOWN = range(6)
STAY, STEP, SONIC = range(3)  # what D does: nothing, one row, all the way
_QUARTERS = (1, 3, 2)  # by which CW, CCW and 180 turn

WIDEST, HIGHEST, TESTS = 20, 64, 6
POSITIONS = 4 * WIDEST * HIGHEST
FIRST = 0  # the column of `came` for the shortest way of all; the others follow by kind of arrival

Ints: TypeAlias = NDArray[np.int64]

CELL = np.array([[CELLS[p][o] for o in range(4)] for p in PIECES], np.int8)  # [piece, orientation, cell, x and y]

# [7, 4, 3] the orientation that names the same cells, and how far its centre lies from this one's.
CANONICAL = np.zeros((7, 4, 3), np.int8)
for _p, _piece in enumerate(PIECES):
    for _o in range(4):
        _kept = 0 if _piece == "O" else _o % 2 if _piece in "ISZ" else _o
        _a, _b = min(CELLS[_piece][_kept]), min(CELLS[_piece][_o])
        CANONICAL[_p, _o] = _kept, _b[0] - _a[0], _b[1] - _a[1]


class Reached(NamedTuple):
    """Where a piece can rest, before merging; ordered by orientation, x, y."""

    orientation: Ints  # [N]
    x: Ints  # [N]
    y: Ints  # [N]
    classes: Ints  # [N] attainable spin classes as bits: 1 none, 2 mini, 4 full


class Placements(NamedTuple):
    """Where a piece can rest, one row for its cells and a spin class; ordered by orientation, x, y, class.

    I, S and Z are named north or east, O north.
    """

    orientation: Ints  # [N]
    x: Ints  # [N]
    y: Ints  # [N]
    spin: Ints  # [N] 0 none, 1 mini, 2 full


class Walk(NamedTuple):
    """All positions of one piece on one board; a position is (orientation * 20 + x) * 64 + y."""

    columns: NDArray[np.uint64]  # [20]
    width: int
    piece: int
    free: NDArray[np.uint64]  # [4, 20] rows in which the centre may lie, as bits
    start: int  # the position where the piece appears; -1 where it cannot
    arrived: NDArray[np.uint8]  # [P] MOVED, TURNED and PROMOTED as bits; 0 for positions that cannot be reached
    came: NDArray[np.int32]  # [P, 4] position before * 8 + key: first of all, first MOVED, TURNED and PROMOTED


def position(orientation: int, x: int, y: int) -> int:
    """The number of a position."""
    return (orientation * WIDEST + x) * HIGHEST + y


def place(number: int) -> tuple[int, int, int]:
    """The orientation, x and y of a position."""
    return number // (WIDEST * HIGHEST), number // HIGHEST % WIDEST, number % HIGHEST


def spawn_column(piece: int, width: int) -> int:
    """The column of the centre of a new piece: in the middle, or left of it where it cannot be.

    I and O are an even number of cells wide, so on a well of odd width theirs is not that of the others.
    """
    return (width - (2 if PIECES[piece] in "IO" else 1)) // 2


def spawn_rows(rules: Ruleset) -> tuple[int, int]:
    """The row of the centre of a new piece, and the one to try next or -1."""
    return {"19": (19, -1), "19-20": (19, 20), "20": (20, -1)}[rules.spawn]


@functools.cache
def kick_table(quarter: Quarter, half: Half) -> NDArray[np.int8]:
    """[7, 4, 3, 6, 3] by piece, orientation, turn (CW, CCW, 180) and test: x, y and 1; zeros after the last test."""
    table = np.zeros((len(PIECES), 4, len(_QUARTERS), TESTS, 3), np.int8)
    for p, piece in enumerate(PIECES):
        for o in range(4):
            for turn, quarters in enumerate(_QUARTERS):
                for test, (x, y) in enumerate(kicks(piece, o, (o + quarters) % 4, quarter, half)):
                    table[p, o, turn, test] = x, y, 1
    table.flags.writeable = False
    return table


def reach(columns: Array, width: int, rows: int, piece: int, rules: Ruleset) -> Reached:
    """Every position where a piece (by its number in PIECES) can rest, and the spin classes that it can have there.

    `columns` [W or more] has bit y of column x set where the cell is filled.
    """
    found = resting(walk(columns, width, rows, piece, rules), rules, merge=False)
    numbers = np.flatnonzero(found)
    return Reached(*place_all(numbers), found[numbers].astype(np.int64))


def placements(
    columns: Array, width: int, rows: int, piece: int, rules: Ruleset, *, row: int | None = None
) -> Placements:
    """Every set of cells where a piece can rest, once for each spin class; `row` as for `walk`."""
    found = resting(walk(columns, width, rows, piece, rules, row=row), rules, merge=True)
    numbers = np.flatnonzero(found)
    which, spins = np.nonzero(found[numbers, None] >> np.arange(3, dtype=np.uint8) & 1)
    return Placements(*place_all(numbers[which]), spins)


def place_all(numbers: Ints) -> tuple[Ints, Ints, Ints]:
    """`place`, for an array."""
    return numbers // (WIDEST * HIGHEST), numbers // HIGHEST % WIDEST, numbers % HIGHEST


def walk(
    columns: Array, width: int, rows: int, piece: int, rules: Ruleset, *, drop: bool = True, row: int | None = None
) -> Walk:
    """Walk from the spawn; without `drop` the key D is left out, so that the piece stays where it appears.

    `row` is where the piece appears if not where the rules say: a clutch raises it.
    """
    board = np.zeros(WIDEST, np.uint64)
    board[:width] = np.asarray(columns[:width], np.uint64) & np.uint64((1 << rows) - 1)
    free = np.zeros((4, WIDEST), np.uint64)
    arrived = np.zeros(POSITIONS, np.uint8)
    came = np.empty((POSITIONS, 4), np.int32)
    down = STAY if not drop else SONIC if rules.drop == "sonic" else STEP
    table, rule = kick_table(rules.kicks, rules.half)[piece], switches(rules.spins)
    first, second = spawn_rows(rules) if row is None else (row, -1)
    column = spawn_column(piece, width)
    start = _flood(board, width, piece, table, rule, down, column, first, second, free, arrived, came)
    return Walk(board, width, piece, free, start, arrived, came)


def resting(walked: Walk, rules: Ruleset, *, merge: bool) -> NDArray[np.uint8]:
    """[P] the spin classes of each resting position as bits, 0 for others; with `merge` under the canonical names."""
    found = np.zeros(POSITIONS, np.uint8)
    columns, width, piece, free, _, arrived, _ = walked
    _rest(columns, width, piece, free, arrived, switches(rules.spins), merge, found)
    return found


# Kernels --------------------------------------------------------------------------------------------------------------


@kernel
def _fit(columns: Array, width: int, piece: int, free: Array) -> None:
    """Fill `free` [4, 20] with the rows in which the centre may lie. Modified in place."""
    for o in range(4):
        for x in range(width):
            blocked = np.uint64(0)
            for k in range(4):
                column, dy = x + CELL[piece, o, k, 0], int(CELL[piece, o, k, 1])
                if column < 0 or column >= width:
                    blocked = ~np.uint64(0)
                elif dy >= 0:
                    blocked |= columns[column] >> np.uint64(dy)
                else:
                    below = np.uint64(-dy)
                    blocked |= (columns[column] << below) | ((np.uint64(1) << below) - np.uint64(1))
            free[o, x] = ~blocked


@kernel(inline=True)
def _fits(free: Array, o: int, x: int, y: int) -> bool:
    """Whether the piece may be there."""
    if x < 0 or x >= WIDEST or y < 0 or y >= HIGHEST:
        return False
    return bool((free[o, x] >> np.uint64(y)) & np.uint64(1) != 0)


@kernel(inline=True)
def _pressed(
    free: Array, table: Array, rule: Array, down: int, o: int, x: int, y: int, key: int
) -> tuple[int, int, int, int]:
    """Orientation, x, y and kind of arrival (MOVED, TURNED, PROMOTED) after a key; kind 0 where it does nothing."""
    if key <= RIGHT:
        x += 2 * key - 1
        return o, x, y, MOVED if _fits(free, o, x, y) else 0
    if key == DOWN:
        fallen = 0
        while _fits(free, o, x, y - fallen - 1) and down != STAY and (down == SONIC or fallen == 0):
            fallen += 1
        return o, x, y - fallen, MOVED if fallen else 0
    turn = key - CLOCKWISE
    after = (o + _QUARTERS[turn]) % 4
    for test in range(TESTS):
        if table[o, turn, test, 2] == 0:
            break
        to_x, to_y = x + int(table[o, turn, test, 0]), y + int(table[o, turn, test, 1])
        if _fits(free, after, to_x, to_y):
            special = test == 4 and turn < 2 and after % 2 == 1  # from north or south: TST and FIN
            if special or (test >= 4 and rule[ANY_FIFTH] != 0):
                return after, to_x, to_y, PROMOTED
            return after, to_x, to_y, TURNED
    return o, x, y, 0


@kernel
def _flood(
    columns: Array,
    width: int,
    piece: int,
    table: Array,
    rule: Array,
    down: int,
    column: int,
    first: int,
    second: int,
    free: Array,
    arrived: Array,
    came: Array,
) -> int:
    """Walk from the spawn; return its position, -1 if blocked. `free`, `arrived`, `came` are modified in place."""
    _fit(columns, width, piece, free)
    row = first
    if not _fits(free, 0, column, row):
        row = second
        if row < 0 or not _fits(free, 0, column, row):
            return -1
    queue = np.empty(POSITIONS, np.int32)
    start = column * HIGHEST + row
    queue[0], arrived[start] = start, MOVED
    came[start, FIRST] = came[start, 1] = -1
    done, known = 0, 1
    while done < known:
        here = int(queue[done])
        done += 1
        o, x, y = here // (WIDEST * HIGHEST), here // HIGHEST % WIDEST, here % HIGHEST
        for key in range(6):
            to_o, to_x, to_y, kind = _pressed(free, table, rule, down, o, x, y, key)
            if kind == 0:
                continue
            there = (to_o * WIDEST + to_x) * HIGHEST + to_y
            if arrived[there] == 0:
                came[there, FIRST] = here * 8 + key
                queue[known] = there
                known += 1
            if arrived[there] & kind == 0:
                came[there, 1 + kind // 2] = here * 8 + key
                arrived[there] |= kind
    return start


@kernel
def class_at(columns: Array, width: int, piece: int, free: Array, here: int, kind: int, rule: Array) -> int:
    """The spin class of a piece at rest in a position that it reached last in one way: MOVED, TURNED or PROMOTED."""
    o, x, y = here // (WIDEST * HIGHEST), here // HIGHEST % WIDEST, here % HIGHEST
    stuck = y + 1 < HIGHEST and not (
        _fits(free, o, x - 1, y) or _fits(free, o, x + 1, y) or _fits(free, o, x, y - 1) or _fits(free, o, x, y + 1)
    )
    return int(spin_class(columns, width, piece, o, x, y, kind, stuck, rule))


@kernel
def _rest(
    columns: Array, width: int, piece: int, free: Array, arrived: Array, rule: Array, merge: bool, found: Array
) -> None:
    """Fill `found` [P] with the classes of the positions where the piece can rest. Modified in place."""
    for here in range(POSITIONS):
        if arrived[here] == 0:
            continue
        o, x, y = here // (WIDEST * HIGHEST), here // HIGHEST % WIDEST, here % HIGHEST
        if _fits(free, o, x, y - 1):
            continue
        there = here
        if merge:
            named = CANONICAL[piece, o]
            there = (int(named[0]) * WIDEST + x + int(named[1])) * HIGHEST + y + int(named[2])
        for kind in (MOVED, TURNED, PROMOTED):
            if arrived[here] & kind:
                found[there] |= 1 << class_at(columns, width, piece, free, here, kind, rule)
