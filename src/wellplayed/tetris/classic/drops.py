"""Every straight drop of a piece, scored at once: lane x is the piece dropped with its left edge in column x.

How. `survey` looks at the board once and keeps, for every column and every pair of neighbours, what they add to each
feature. A drop that clears nothing touches the piece's own columns only, so its features are the board's, less what
those columns and their neighbours added before, plus what they add now; a `window` is that sum over neighbouring
lanes. `scored` does this for all columns together, once per orientation. Drops that clear rows (about one in twenty)
and controllers that use a feature outside this scheme take the plain way, `one_drop`: place, clear, look at the
whole board.

Both ways add weight times feature in the order of tetris/features.py, so they give the same float64 to the last bit.
A test compares them on random boards with a naive twin.
"""

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..features import (
    AGGREGATE,
    BUMPINESS,
    COLUMNS,
    DEPTH,
    DIVERSITY,
    ERODED,
    FAST,
    GAP,
    HIGHEST,
    HOLED,
    HOLES,
    LANDING,
    LANDING_TOP,
    LINES,
    ROWS,
    WELLS,
    WINDOWED,
    below,
    board_features,
    cells_over_holes,
    fast_wells_each,
    heights,
    transitions_up,
    wells_each,
)
from ..lanes import (
    Lanes,
    Reals,
    bit_length,
    bits,
    choose,
    common,
    count_bits,
    indices,
    joined,
    lane,
    larger,
    largest,
    load,
    lowest_bit,
    slide,
    splat,
    store,
    to_reals,
    total,
    where,
)
from ..pieces import COUNT, LOW, MASK, SIZE, SPAN, STAMP, TALL, TOP

LANES = 16
DROPS = 4 * LANES  # room for four orientations of sixteen columns; drop number = orientation * 16 + column
LOST = -np.inf


class Board(NamedTuple):
    """A board and what `survey` found on it. Lanes are columns, or pairs of column x - 1 and x, walls beyond the ends."""

    columns: Lanes
    heights: Lanes
    pairs: Lanes  # row transitions between x - 1 and x
    wells: Lanes
    fast: Lanes
    holed: Lanes  # 1 where the column has a hole
    steps: Lanes  # one bit for the difference x - 1 to x: 1, 2, 4, 8, 16 for -2 to 2; else 0
    slopes: Lanes  # |h(x - 1) - h(x)|, 0 at the walls
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
def survey(columns: Lanes, height: int, width: int, used: np.ndarray) -> Board:
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
    if used[WELLS]:
        wells = wells_each(left, columns, slide(columns, 1, wall))
    if used[FAST]:
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
    if used[DIVERSITY]:
        steps = step_bits(slide(h, -1, 0) - h) * inner
        steps_before = steps | slide(steps, -1, 0)
        steps_before = steps_before | slide(steps_before, -2, 0)
        steps_before = steps_before | slide(steps_before, -4, 0)
        steps_before = slide(steps_before | slide(steps_before, -8, 0), -1, 0)
        steps_after = steps | slide(steps, 1, 0)
        steps_after = steps_after | slide(steps_after, 2, 0)
        steps_after = steps_after | slide(steps_after, 4, 0)
        steps_after = steps_after | slide(steps_after, 8, 0)
    if used[BUMPINESS]:
        slope = slide(h, -1, 0) - h
        slopes = larger(slope, 0 - slope) * inner
    return Board(
        columns,
        h,
        pairs,
        wells,
        fast,
        gaps != 0,
        steps,
        slopes,
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


@kernel(inline=True)
def landing(board: Board, piece: int, o: int, span: int) -> Lanes:
    """The row where the piece's lowest cell comes to rest, for each column of its left edge."""
    base = splat(0)
    for k in range(span):
        base = larger(base, column(board.heights, k, board.height) - LOW[piece, o, k])
    return base


@kernel(inline=True)
def laid(board: Board, piece: int, o: int, span: int, base: Lanes, k: int) -> Lanes:
    """Column x + k of the board with the piece dropped at x; k may lie outside the piece."""
    v = column(board.columns, k, (1 << board.height) - 1)
    if k < 0 or k >= span:
        return v
    return v | (splat(MASK[piece, o, k]) << base)


@kernel(inline=True)
def scored(
    board: Board,
    piece: int,
    o: int,
    span: int,
    weights: np.ndarray,
    used: np.ndarray,
    value: np.ndarray,
    bottom: np.ndarray,
    full: np.ndarray,
) -> None:
    """Score orientation `o` at every column, as if no row were cleared; `span` is its number of columns, a constant.

    Fills drops 16 o to 16 o + 15 of `value` (feature sum), `bottom` (row of the piece's lowest cell) and `full` (rows
    completed, as bits). Lanes beyond the last legal column hold nothing of use. Modified in place.
    """
    tall = TALL[piece, o]
    base = landing(board, piece, o, span)
    hang, over, gaps, rows = splat(0), splat(0), splat(0), splat(-1)
    transitions = bits(laid(board, piece, o, span, base, -1) ^ laid(board, piece, o, span, base, 0))
    for k in range(span):
        h = column(board.heights, k, board.height)
        foot = base + LOW[piece, o, k]
        hangs = foot > h  # a new gap opens under this column of the piece
        hang = hang + hangs
        over = over + SIZE[piece, o, k] * (hangs | column(board.holed, k, 0))
        gaps = gaps | (below(foot) & ~below(h))
        now = laid(board, piece, o, span, base, k)
        rows = rows & now
        transitions = transitions + bits(now ^ laid(board, piece, o, span, base, k + 1))
    rows = rows & board.before & column(board.after, span, -1)
    transitions = transitions + (board.row_transitions - window(board.pairs, 0, span))

    v = weights[LANDING] * (to_reals(base) + 0.5 * (tall - 1))
    v = v + weights[ROWS] * to_reals(transitions)
    v = v + weights[COLUMNS] * to_reals(board.column_transitions + 2 * hang)
    if used[HOLES]:
        v = v + weights[HOLES] * to_reals(board.holes + new_holes(board, piece, o, span, base))
    if used[WELLS]:
        left, here = laid(board, piece, o, span, base, -2), laid(board, piece, o, span, base, -1)
        sum_ = board.well_sum - window(board.wells, -1, span)
        for k in range(-1, span + 1):
            right = laid(board, piece, o, span, base, k + 1)
            sum_ = sum_ + wells_each(left, here, right)
            left, here = here, right
        v = v + weights[WELLS] * to_reals(sum_)
    if used[FAST]:
        left, here = laid(board, piece, o, span, base, -2), laid(board, piece, o, span, base, -1)
        sum_ = board.fast_sum - window(board.fast, -1, span)
        for k in range(-1, span + 1):
            right = laid(board, piece, o, span, base, k + 1)
            sum_ = sum_ + fast_wells_each(left, here, right)
            left, here = here, right
        v = v + weights[FAST] * to_reals(sum_)
    if used[DEPTH]:
        v = v + weights[DEPTH] * to_reals(board.depth + over)
    if used[HOLED]:
        v = v + weights[HOLED] * to_reals(bits(gaps | board.hole_rows))
    if used[DIVERSITY]:
        v = v + weights[DIVERSITY] * to_reals(bits(new_steps(board, piece, o, span, base)))
    if used[AGGREGATE] or used[BUMPINESS] or used[HIGHEST]:
        v = surface(board, piece, o, span, base, weights, v)
    alive = base + tall <= board.height
    store(value, LANES * o, choose(alive, v, splat(LOST)))
    store(bottom, LANES * o, base)
    store(full, LANES * o, rows)


@kernel(inline=True)
def new_holes(board: Board, piece: int, o: int, span: int, base: Lanes) -> Lanes:
    """Holes that the drop makes: the empty cells between each column and the piece above it."""
    made = splat(0)
    for k in range(span):
        made = made + (base + LOW[piece, o, k]) - column(board.heights, k, board.height)
    return made


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
def surface(board: Board, piece: int, o: int, span: int, base: Lanes, weights: np.ndarray, v: Reals) -> Reals:
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
def collapsed(columns: Lanes, full: int) -> Lanes:
    """Columns with the rows in `full` (bits) taken out and everything above moved down."""
    while full:
        row = bit_length(full) - 1
        under = (1 << row) - 1
        columns = (columns & under) | ((columns >> 1) & ~under)
        full ^= 1 << row
    return columns


@kernel(inline=True)
def eroded(piece: int, o: int, base: int, full: int) -> int:
    """Rows in `full` times the cells of the piece in them."""
    cells = 0
    for k in range(4):
        cells += count_bits((MASK[piece, o, k] << base) & full)
    return cells * count_bits(full)


@kernel(inline=True)
def gap_to_tallest(board: Board, x: int, span: int) -> int:
    """Columns by which a piece at x to x + span - 1 misses standing beside the tallest column; see `tallest_gap`."""
    tallest = lowest_bit(where((board.heights == board.highest) * (indices() < board.width)))
    away = max(x - tallest, tallest - (x + span - 1), 0)
    return abs(away - 1)


@kernel(inline=True)
def placed(columns: Lanes, piece: int, o: int, x: int, base: int) -> Lanes:
    """Columns with the piece's cells filled in, its lowest cell in row `base`."""
    return columns | (load(STAMP, (piece * 4 + o) * 48 + 16 - x) << base)


@kernel(inline=True)
def one_drop(
    board: Board,
    piece: int,
    o: int,
    x: int,
    base: int,
    full: int,
    weights: np.ndarray,
    used: np.ndarray,
    order: np.ndarray,
    found: np.ndarray,
) -> float:
    """The value of one drop by placing it, clearing and looking at the whole board. `found` [F] is scratch."""
    height, width = board.height, board.width
    after = walled(collapsed(placed(board.columns, piece, o, x, base), full), height, width)
    if largest(heights(after)) > height:
        return LOST
    board_features(after, height, width, used, found)
    found[LANDING] = base + 0.5 * (TALL[piece, o] - 1)
    found[ERODED] = eroded(piece, o, base, full)
    found[LINES] = count_bits(full)
    found[LANDING_TOP] = base + TALL[piece, o]
    found[GAP] = gap_to_tallest(board, x, SPAN[piece, o])
    v = 0.0
    for i in range(len(order)):
        v += weights[order[i]] * found[order[i]]
    return v


@kernel(inline=True)
def score(
    board: Board,
    piece: int,
    clear: bool,
    weights: np.ndarray,
    used: np.ndarray,
    order: np.ndarray,
    value: np.ndarray,
    bottom: np.ndarray,
    full: np.ndarray,
    found: np.ndarray,
) -> None:
    """Score every drop of `piece`. `clear`: a drop that tops out may still save itself by clearing rows.

    Fills `value`, `bottom` and `full` [64]: entry 16 o + x is orientation o at column x; see `scored`. A drop that
    loses has value -inf, and full rows of 0 unless `clear`. Modified in place.
    """
    plain = len(order) > 0 and order[-1] >= WINDOWED
    for o in range(COUNT[piece]):
        span = SPAN[piece, o]
        if span == 2:
            scored(board, piece, o, 2, weights, used, value, bottom, full)
        elif span == 3:
            scored(board, piece, o, 3, weights, used, value, bottom, full)
        elif span == 4:
            scored(board, piece, o, 4, weights, used, value, bottom, full)
        else:
            scored(board, piece, o, 1, weights, used, value, bottom, full)
        legal = indices() <= board.width - span
        completes = load(full, LANES * o) != 0
        fits = load(bottom, LANES * o) + TALL[piece, o] <= board.height
        if not clear:
            store(full, LANES * o, load(full, LANES * o) * fits)
        todo = where(legal * (completes | plain) * (fits | clear))
        while todo:
            x = lowest_bit(todo)
            todo &= todo - 1
            i = LANES * o + x
            value[i] = one_drop(board, piece, o, x, bottom[i], full[i], weights, used, order, found)


@kernel(inline=True)
def best(piece: int, width: int, value: np.ndarray) -> int:
    """The drop of the highest value, the first of equals; drop 0 if all lose."""
    chosen, top_value = 0, LOST
    for o in range(COUNT[piece]):
        for x in range(width - SPAN[piece, o] + 1):
            if value[LANES * o + x] > top_value:
                chosen, top_value = LANES * o + x, value[LANES * o + x]
    return chosen
