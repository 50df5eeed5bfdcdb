"""What a drop that clears nothing makes of the heights and of the holes: the terms that look at the shape of the pile.

A part of drops.py, which says how. Lane x is the piece dropped with its left edge in column x.
"""

from ..._jit import kernel
from ..features import (
    AGGREGATE,
    BUMPINESS,
    DEEP,
    DEEP_FROM,
    DOUBLE,
    FLAT,
    HIGHEST,
    OVER_HOLES,
    SINGLE,
    STEPS,
    step_kinds,
)
from ..lanes import Lanes, Reals, Room, bits, choose, indices, larger, smaller, splat, to_reals
from ..pieces import LOW, MASK, TALL, TOP
from .survey import Board, column, step_bits, window


@kernel(inline=True)
def top(board: Board, piece: int, o: int, span: int, base: Lanes, k: int) -> Lanes:
    """Height of column x + k after the drop."""
    if k < 0 or k >= span:
        return column(board.heights, k, board.height)
    return base + TOP[piece, o, k]


@kernel(inline=True)
def new_steps(board: Board, piece: int, o: int, span: int, base: Lanes) -> Lanes:
    """The set of small height differences after the drop, as the bits of `step_bits`."""
    x = indices()
    seen = board.steps_before | column(board.steps_after, span + 1, 0)
    for k in range(span + 1):
        difference = top(board, piece, o, span, base, k - 1) - top(board, piece, o, span, base, k)
        inner = (x + k > 0) * (x + k < board.width)
        seen = seen | (step_bits(difference) * inner)
    return seen


@kernel(inline=True)
def surface(board: Board, piece: int, o: int, span: int, base: Lanes, weights: Room, v: Reals) -> Reals:
    """`v` with the terms of aggregate height, bumpiness and highest added."""
    x = indices()
    rise, slope = splat(0), splat(0)
    for k in range(span):
        rise = rise + top(board, piece, o, span, base, k) - column(board.heights, k, board.height)
    for k in range(span + 1):
        difference = top(board, piece, o, span, base, k - 1) - top(board, piece, o, span, base, k)
        inner = (x + k > 0) * (x + k < board.width)
        slope = slope + larger(difference, 0 - difference) * inner
    v = v + weights[AGGREGATE] * to_reals(board.height_sum + rise)
    v = v + weights[BUMPINESS] * to_reals(board.slope_sum - window(board.slopes, 0, span) + slope)
    return v + weights[HIGHEST] * to_reals(larger(base + TALL[piece, o], board.highest))


@kernel(inline=True)
def shape(board: Board, piece: int, o: int, span: int, base: Lanes, weights: Room, used: int, v: Reals) -> Reals:
    """`v` with the terms of rows over holes, deep wells and the numbers of steps added."""
    if used >> OVER_HOLES & 1:
        over = splat(board.rows_over)
        for k in range(span):
            hangs = base + LOW[piece, o, k] > column(board.heights, k, board.height)
            hides = hangs | column(board.holed, k, 0)
            over = over | choose(hides, splat(MASK[piece, o, k]) << base, splat(0))
        v = v + weights[OVER_HOLES] * to_reals(bits(over))
    if used >> DEEP & 1:
        sum_ = board.deep_sum - window(board.deep, -1, span) + new_deep(board, piece, o, span, base)
        v = v + weights[DEEP] * to_reals(sum_)
    if used & STEPS:
        x = indices()
        three = board.kind_sum - window(board.kinds, 0, span)
        for k in range(span + 1):
            difference = top(board, piece, o, span, base, k - 1) - top(board, piece, o, span, base, k)
            inner = (x + k > 0) * (x + k < board.width)
            three = three + step_kinds(difference) * inner
        v = v + weights[FLAT] * to_reals(three & 1023)
        v = v + weights[SINGLE] * to_reals(three >> 10 & 1023)
        v = v + weights[DOUBLE] * to_reals(three >> 20)
    return v


@kernel(inline=True)
def new_deep(board: Board, piece: int, o: int, span: int, base: Lanes) -> Lanes:
    """How many of the piece's columns and their two neighbours are deep wells now; no column is above the walls."""
    x = indices()
    sum_ = splat(0)
    for k in range(-1, span + 1):
        sides = smaller(top(board, piece, o, span, base, k - 1), top(board, piece, o, span, base, k + 1))
        inside = (x + k >= 0) * (x + k < board.width)
        sum_ = sum_ + (sides - top(board, piece, o, span, base, k) >= DEEP_FROM) * inside
    return sum_
