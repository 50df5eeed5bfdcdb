"""The falling piece: where it fits, how it steps, turns and falls, and what its last rotation makes it.

Only a rotation that succeeds sets the spin (`test`, `before`, `spin`); whatever else moves the piece clears it. A move
that fails changes nothing.
"""

import numpy as np

from ...._jit import Record, kernel
from ..spins import ANY_FIFTH, NONE, PROMOTED, TURNED, filled, spin_class
from ..walk import TESTS

QUARTERS = np.array([1, 3, 2])  # clockwise quarters of the turns CW, CCW and 180
CEILING = 62  # the last row of a column that a cell may be in: the sky is open, but a column has 64 bits


@kernel
def fits(state: Record, book: Record, piece: int, orientation: int, x: int, y: int) -> bool:
    """Whether a piece with its centre at (x, y) covers free cells only."""
    for k in range(4):
        row = y + book.cells[piece, orientation, k, 1]
        if row > CEILING or filled(state.columns, book.rules.width, x + book.cells[piece, orientation, k, 0], row):
            return False
    return True


@kernel
def can_move(state: Record, book: Record, dx: int, dy: int) -> bool:
    """Whether the falling piece would fit (dx, dy) away."""
    return fits(state, book, state.piece, state.orientation, state.x + dx, state.y + dy)


@kernel
def unspun(state: Record) -> None:
    """Forget the last rotation. Modified in place."""
    state.test, state.before, state.spin = 0, 0, NONE


@kernel
def shift(state: Record, book: Record, dx: int) -> bool:
    """One column sideways, if that is free. Modified in place."""
    if not can_move(state, book, dx, 0):
        return False
    state.x += dx
    unspun(state)
    return True


@kernel
def sink(state: Record, book: Record, rows: int) -> int:
    """Down by up to `rows` rows; how many it were. A new lowest row renews the lock delay. Modified in place."""
    fallen = 0
    while fallen < rows and can_move(state, book, 0, -1):
        state.y -= 1
        fallen += 1
    if fallen > 0:
        unspun(state)
    if state.y < state.lowest and fallen > 0:
        state.lowest, state.ground, state.resets = state.y, 0, 0
    return fallen


@kernel
def rotate(state: Record, book: Record, turn: int) -> int:
    """Turn CW, CCW or 180 (0 to 2); the number of the first test that fits (from 1), or 0. Modified in place."""
    piece, before = state.piece, state.orientation
    after = (before + QUARTERS[turn]) & 3
    for k in range(TESTS):
        kick = book.kicks[piece, before, turn, k]
        if kick[2] == 0:
            break
        x, y = state.x + kick[0], state.y + kick[1]
        if fits(state, book, piece, after, x, y):
            state.orientation, state.x, state.y = after, x, y
            state.test, state.before = k + 1, before
            state.spin = spun(state, book)
            return k + 1
    return 0


@kernel
def spun(state: Record, book: Record) -> int:
    """What the rotation that was the last move makes of the falling piece: a class of spins.py."""
    raised = state.test == 5 and (state.before & 1) == 0 and (state.orientation & 1) == 1  # TST and FIN
    if state.test >= 5 and book.switches[ANY_FIFTH] != 0:
        raised = True
    arrival = PROMOTED if raised else TURNED
    columns, width, held = state.columns, book.rules.width, stuck(state, book)
    return spin_class(columns, width, state.piece, state.orientation, state.x, state.y, arrival, held, book.switches)


@kernel
def stuck(state: Record, book: Record) -> bool:
    """Whether the falling piece can move neither left nor right, up nor down."""
    return not (
        can_move(state, book, -1, 0)
        or can_move(state, book, 1, 0)
        or can_move(state, book, 0, 1)
        or can_move(state, book, 0, -1)
    )


@kernel
def row_of(state: Record, book: Record, piece: int, raised: bool) -> int:
    """The row where a new piece finds room; -1 where there is none. `raised`: any row will do, the lowest first."""
    x, y, second = int(book.column[piece]), int(book.spawn), int(book.second)
    if fits(state, book, piece, 0, x, y):
        return y
    if second >= 0:
        y = second
        if fits(state, book, piece, 0, x, y):
            return y
    while raised and y + 1 < book.rules.rows:
        y += 1
        if fits(state, book, piece, 0, x, y):
            return y
    return -1


@kernel
def appear(state: Record, book: Record, piece: int, y: int) -> None:
    """Put a new piece at its place in row `y`. Modified in place."""
    state.piece, state.orientation, state.x, state.y = piece, 0, book.column[piece], y
    state.lowest, state.ground, state.resets, state.fall = y, 0, 0, 0
    unspun(state)
