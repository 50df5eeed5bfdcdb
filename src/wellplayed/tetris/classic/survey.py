"""One look at a board before a piece is dropped: what every column and pair of neighbours adds to each feature."""

from typing import NamedTuple

from ..._jit import kernel
from ..features import (
    BUMPINESS,
    DEEP,
    DEEP_FROM,
    DIVERSITY,
    FAST,
    OVER_HOLES,
    STEPS,
    WELLS,
    below,
    cells_over_holes,
    fast_wells_each,
    heights,
    over_holes,
    step_kinds,
    transitions_up,
    well_depths,
    wells_each,
)
from ..lanes import Lanes, bits, choose, indices, joined, larger, largest, slide, splat, total


class Board(NamedTuple):
    """A board and what `survey` found on it; lanes are columns, or pairs of columns x - 1 and x."""

    columns: Lanes
    heights: Lanes
    skies: Lanes  # the lowest cell above each column, as a bit
    pairs: Lanes  # row transitions between x - 1 and x
    wells: Lanes
    fast: Lanes
    holed: Lanes  # 1 where the column has a hole
    steps: Lanes  # one bit for the difference x - 1 to x: 1, 2, 4, 8, 16 for -2 to 2; else 0
    slopes: Lanes  # |h(x - 1) - h(x)|, 0 at the walls
    kinds: Lanes  # the same as 1, 2**10 and 2**20 for 0, 1 and 2; else 0
    deep: Lanes  # 1 where the column is a deep well
    before: Lanes  # the rows filled in every column left of x
    after: Lanes  # the rows filled in column x and every one right of it
    steps_before: Lanes  # the steps of all pairs up to x - 1
    steps_after: Lanes  # the steps of all pairs from x
    row_transitions: int
    column_transitions: int
    holes: int
    depth: int
    hole_rows: int  # rows with a hole, as bits
    well_sum: int
    fast_sum: int
    height_sum: int
    slope_sum: int
    kind_sum: int
    deep_sum: int
    rows_over: int  # rows with a filled cell above a hole, as bits
    highest: int
    height: int
    width: int


@kernel(inline=True)
def walled(columns: Lanes, height: int, width: int) -> Lanes:
    """Columns with a wall of `height` filled cells in every lane at and beyond the width."""
    return choose(indices() < width, columns, splat((1 << height) - 1))


@kernel(inline=True)
def step_bits(difference: Lanes) -> Lanes:
    """1, 2, 4, 8, 16 for a difference of -2, -1, 0, 1, 2; else 0."""
    small = (difference >= -2) * (difference <= 2)
    return small << ((difference + 2) * small)


@kernel(inline=True)
def survey(columns: Lanes, height: int, width: int, used: int) -> Board:
    """Look once at a board, walls in the lanes beyond the width."""
    wall = (1 << height) - 1
    x = indices()
    inner = (x > 0) * (x < width)
    left = slide(columns, -1, wall)
    h = heights(columns)
    inside = x < width
    pairs = bits(left ^ columns)
    gaps = below(h) & ~columns
    wells = splat(0)
    fast = splat(0)
    if used >> WELLS & 1:
        wells = wells_each(left, columns, slide(columns, 1, wall))
    if used >> FAST & 1:
        fast = fast_wells_each(left, columns, slide(columns, 1, wall))
    before = choose(inside, columns, splat(-1))
    after = before
    before = before & slide(before, -1, -1)
    before = before & slide(before, -2, -1)
    before = before & slide(before, -4, -1)
    before = before & slide(before, -8, -1)
    after = after & slide(after, 1, -1)
    after = after & slide(after, 2, -1)
    after = after & slide(after, 4, -1)
    after = after & slide(after, 8, -1)
    steps = splat(0)
    steps_before = steps
    steps_after = steps
    slopes = splat(0)
    if used >> DIVERSITY & 1:
        steps = step_bits(slide(h, -1, 0) - h) * inner
        steps_before = steps | slide(steps, -1, 0)
        steps_before = steps_before | slide(steps_before, -2, 0)
        steps_before = steps_before | slide(steps_before, -4, 0)
        steps_before = slide(steps_before | slide(steps_before, -8, 0), -1, 0)
        steps_after = steps | slide(steps, 1, 0)
        steps_after = steps_after | slide(steps_after, 2, 0)
        steps_after = steps_after | slide(steps_after, 4, 0)
        steps_after = steps_after | slide(steps_after, 8, 0)
    if used >> BUMPINESS & 1:
        slope = slide(h, -1, 0) - h
        slopes = larger(slope, 0 - slope) * inner
    kinds = splat(0)
    deep = splat(0)
    kind_sum, deep_sum, rows_over = 0, 0, 0
    if used & STEPS:
        kinds = step_kinds(slide(h, -1, 0) - h) * inner
        kind_sum = total(kinds)
    if used >> DEEP & 1:
        deep = well_depths(h, width) >= DEEP_FROM
        deep_sum = total(deep)
    if used >> OVER_HOLES & 1:
        rows_over = joined(over_holes(choose(inside, columns, splat(0))))
    return Board(
        columns,
        h,
        splat(1) << h,
        pairs,
        wells,
        fast,
        gaps != 0,
        steps,
        slopes,
        kinds,
        deep,
        slide(before, -1, -1),
        after,
        steps_before,
        steps_after,
        total(pairs),
        total(transitions_up(columns) * inside),
        total(bits(gaps)),
        total(cells_over_holes(columns)),
        joined(gaps),
        total(wells),
        total(fast),
        total(h * inside),
        total(slopes),
        kind_sum,
        deep_sum,
        rows_over,
        largest(h * inside),
        height,
        width,
    )


@kernel(inline=True)
def column(v: Lanes, k: int, fill: int) -> Lanes:
    """`slide` by a number known only once this is inlined: lane x becomes the old lane x + k, k from -2 to 5."""
    if k == -2:
        return slide(v, -2, fill)
    if k == -1:
        return slide(v, -1, fill)
    if k == 1:
        return slide(v, 1, fill)
    if k == 2:
        return slide(v, 2, fill)
    if k == 3:
        return slide(v, 3, fill)
    if k == 4:
        return slide(v, 4, fill)
    if k == 5:
        return slide(v, 5, fill)
    return v


@kernel(inline=True)
def window(v: Lanes, first: int, last: int) -> Lanes:
    """The sum of lanes x + first to x + last."""
    sum_ = splat(0)
    for k in range(first, last + 1):
        sum_ = sum_ + column(v, k, 0)
    return sum_
