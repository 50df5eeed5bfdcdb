"""The falling pair: where it fits, how it steps and turns, and what pushes it aside.

A turn brings the child to one of the four sides of the axis. Where that cell is filled the whole pair is pushed to the
opposite side, if there is room: off a wall, up from the floor (floor kick), down from a filled row 14. A pair that
stands upright between two filled cells turns by half instead, at the second press within a time (quick turn); its two
puyos change places. The axis never gets into row 14.

Source: "Puyo Puyo Tsu/Rotation, collision and push back", Puyo Nexus wiki, and puyoai, src/core/
kumipuyo_moving_state.cc. `columns` are the filled cells by column, and `topped` the columns whose row 14 is used up.
"""

import numpy as np

from ..._jit import Array, Record, kernel
from ..cells import GHOST, TOP, WIDTH

ASIDE = np.array([0, 1, 0, -1])  # where the child is, by rotation
ABOVE = np.array([1, 0, -1, 0])
STUCK, TURNED, WEDGED = range(3)  # what became of a turn


@kernel(inline=True)
def filled(columns: Array, topped: int, x: int, y: int) -> bool:
    """Whether a cell is filled; beyond the walls, the floor and row 14 everything is."""
    if x < 0 or x >= WIDTH or y < 0 or y > TOP:
        return True
    if y == TOP:
        return topped >> x & 1 != 0
    return bool(np.int64(columns[x]) >> y & 1 != 0)


@kernel
def fits(columns: Array, topped: int, x: int, y: int, rotation: int) -> bool:
    """Whether a pair with its axis at (x, y) covers free cells only."""
    if y > GHOST or filled(columns, topped, x, y):
        return False
    return not filled(columns, topped, x + ASIDE[rotation], y + ABOVE[rotation])


@kernel
def turned(columns: Array, topped: int, x: int, y: int, rotation: int, way: int) -> tuple[int, int, int, int]:
    """Where a turn, `way` 1 to the right or -1 to the left, brings a pair: its (x, y, rotation), and how.

    WEDGED says that it takes a second press.
    """
    after = (rotation + way) & 3
    if fits(columns, topped, x, y, after):
        return x, y, after, TURNED
    pushed_x, pushed_y = x - ASIDE[after], y - ABOVE[after]
    if fits(columns, topped, pushed_x, pushed_y, after):
        return pushed_x, pushed_y, after, TURNED
    if rotation & 1 == 0 and filled(columns, topped, x - 1, y) and filled(columns, topped, x + 1, y):
        swapped = y + ABOVE[rotation]
        if fits(columns, topped, x, swapped, rotation ^ 2):
            return x, swapped, rotation ^ 2, WEDGED
    return x, y, rotation, STUCK


@kernel
def can_move(state: Record, dx: int, dy: int) -> bool:
    """Whether the falling pair would fit (dx, dy) away."""
    return fits(state.columns, state.topped, state.x + dx, state.y + dy, state.rotation)


@kernel
def shift(state: Record, dx: int) -> bool:
    """One column sideways, if that is free. Modified in place."""
    if not can_move(state, dx, 0):
        return False
    state.x += dx
    return True


@kernel
def rotate(state: Record, book: Record, way: int) -> bool:
    """Turn to the right (1) or left (-1), or wait for a second press; False if nothing came of it. Modified in place.

    A pair that is lifted stays up for half the time that a row takes.
    """
    x, y, rotation, how = turned(state.columns, state.topped, state.x, state.y, state.rotation, way)
    if how == STUCK:
        return False
    if how == WEDGED and state.quick == 0:
        state.quick = book.rules.quick
        return True
    if y > state.y:
        state.fall = book.rules.fall // 2
    state.x, state.y, state.rotation, state.quick = x, y, rotation, 0
    return True


@kernel
def sink(state: Record, rows: int) -> int:
    """Down by up to `rows` rows; how many it were. Modified in place."""
    fallen = 0
    while fallen < rows and can_move(state, 0, -1):
        state.y -= 1
        fallen += 1
    return fallen
