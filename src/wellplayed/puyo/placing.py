"""Putting a pair into a field: where its puyos land, how far they tear apart, and what becomes of row 14.

Each puyo falls to the top of its column by itself. They tear apart where their columns differ, and by as much. A puyo
that would come to rest in row 14, which only a child above its axis can, is no part of the field: under `BLOCK` it
stays there for the rest of the game and uses the row up, as in the arcade game; under `VANISH` it is lost, as in
simulators.

    BLOCK    puyoai, src/duel/field_realtime.cc drop1Frame; citrus610/ama, core/field.cpp drop_puyo
    VANISH   PPSim (muumu.whyi.org/puyolab/specification.html) and simulators like it

`put` works on a field as one machine value (planes), `put_cells` on an array; fields are at rest, and the action can be
reached (reach.py).
"""

import numpy as np

from .._jit import Array, kernel
from .cells import OJAMA, WHOLE
from .planes import Field, Mask, column, count_bits, single
from .reach import DOWN, LEFT, RIGHT, UP

BLOCK, VANISH = range(2)  # row 14


@kernel(inline=True)
def child_column(action: int) -> int:
    """The column of the child puyo of an action."""
    rotation = action // 6
    return action % 6 + (rotation == RIGHT) - (rotation == LEFT)


@kernel(inline=True)
def landing(action: int, under: int, beside: int) -> tuple[int, int]:
    """Where axis and child come to rest, each as a bit of its column; bit 13 is row 14.

    `under` and `beside` are the filled cells of the columns of axis and child as bits.
    """
    axis, child = under + 1, beside + 1
    rotation = action // 6
    if rotation == UP:
        child = axis << 1
    elif rotation == DOWN:
        axis = child << 1
    return axis, child


@kernel(inline=True)
def topped_by(action: int, child: int, topped: int, row14: int) -> int:
    """The columns whose row 14 is used up once the child is at rest on bit `child`, as bits."""
    if row14 == BLOCK and child > WHOLE:
        topped |= 1 << (action % 6)
    return topped


@kernel(inline=True)
def put(
    field: Field, filled: Mask, action: int, axis: int, child: int, topped: int, row14: int
) -> tuple[Field, int, int]:
    """The field with a pair of planes `axis` and `child` in it, the new `topped`, and by how many rows the pair tore.

    `filled` is the union of the field's planes.
    """
    other = child_column(action)
    under, beside = column(filled, action % 6), column(filled, other)
    spot, child_spot = landing(action, under, beside)
    placed = field | single(axis, action % 6, spot & WHOLE) | single(child, other, child_spot & WHOLE)
    tear = abs(count_bits(np.uint64(under)) - count_bits(np.uint64(beside)))
    return placed, topped_by(action, child_spot, int(topped), row14), tear


@kernel
def put_cells(cells: Array, action: int, axis: int, child: int, topped: int, row14: int) -> tuple[int, int]:
    """Put a pair into planes uint16 [8, 8]; the new `topped`, and by how many rows it tore. Modified in place."""
    x, other = action % 6, child_column(action)
    under, beside = 0, 0
    for plane in range(OJAMA + 1):
        under |= int(cells[plane, x])
        beside |= int(cells[plane, other])
    spot, child_spot = landing(action, under, beside)
    cells[axis, x] |= np.uint16(spot & WHOLE)
    cells[child, other] |= np.uint16(child_spot & WHOLE)
    return topped_by(action, child_spot, int(topped), row14), tall(under, beside)


@kernel(inline=True)
def tall(a: int, b: int) -> int:
    """By how many puyos two columns differ."""
    rows, more = 0, a ^ b
    while more:
        rows, more = rows + 1, more & (more - 1)
    return rows
