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
    OVER_HOLES,
    ROWS,
    WELLS,
    WINDOWED,
    board_features,
    fast_wells_each,
    heights,
)
from ..lanes import (
    Lanes,
    Room,
    bits,
    choose,
    count_bits,
    indices,
    larger,
    largest,
    largest_real,
    load,
    lowest_bit,
    smallest,
    splat,
    store,
    to_reals,
    where,
)
from ..pieces import COUNT, LOW, MASK, SIZE, SPAN, STAMP, TALL
from ..rows import collapsed
from .shape import new_steps, shape, surface
from .survey import Board, column, walled, window

LANES = 16
DROPS = 4 * LANES  # room for four orientations of sixteen columns; drop number = orientation * 16 + column
LOST = -np.inf


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
    weights: Room,
    used: int,
    value: Room,
    bottom: Room,
    full: Room,
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
        hang = choose(hangs, hang + 1, hang)
        over = choose(hangs | column(board.holed, k, 0), over + SIZE[piece, o, k], over)
        gaps = gaps | ((splat(1) << foot) - column(board.skies, k, 0))
        now = laid(board, piece, o, span, base, k)
        rows = rows & now
        transitions = transitions + bits(now ^ laid(board, piece, o, span, base, k + 1))
    rows = rows & board.before & column(board.after, span, -1)
    transitions = transitions + (board.row_transitions - window(board.pairs, 0, span))

    v = weights[LANDING] * (to_reals(base) + 0.5 * (tall - 1))
    v = v + weights[ROWS] * to_reals(transitions)
    v = v + weights[COLUMNS] * to_reals(board.column_transitions + 2 * hang)
    if used >> HOLES & 1:
        v = v + weights[HOLES] * to_reals(board.holes + new_holes(board, piece, o, span, base))
    if used >> WELLS & 1:
        sum_ = board.well_sum - window(board.wells, -1, span) + new_wells(board, piece, o, span, base)
        v = v + weights[WELLS] * to_reals(sum_)
    if used >> FAST & 1:
        left, here = laid(board, piece, o, span, base, -2), laid(board, piece, o, span, base, -1)
        sum_ = board.fast_sum - window(board.fast, -1, span)
        for k in range(-1, span + 1):
            right = laid(board, piece, o, span, base, k + 1)
            sum_ = sum_ + fast_wells_each(left, here, right)
            left, here = here, right
        v = v + weights[FAST] * to_reals(sum_)
    if used >> DEPTH & 1:
        v = v + weights[DEPTH] * to_reals(board.depth + over)
    if used >> HOLED & 1:
        v = v + weights[HOLED] * to_reals(bits(gaps | board.hole_rows))
    if used >> DIVERSITY & 1:
        v = v + weights[DIVERSITY] * to_reals(bits(new_steps(board, piece, o, span, base)))
    if used >> AGGREGATE & 1 or used >> BUMPINESS & 1 or used >> HIGHEST & 1:
        v = surface(board, piece, o, span, base, weights, v)
    if used >> OVER_HOLES:
        v = shape(board, piece, o, span, base, weights, used, v)
    alive = base + tall <= board.height
    store(value, LANES * o, choose(alive, v, splat(LOST)))
    store(bottom, LANES * o, base)
    store(full, LANES * o, rows)


@kernel(inline=True)
def new_wells(board: Board, piece: int, o: int, span: int, base: Lanes) -> Lanes:
    """What the piece's columns and their two neighbours now add to `wells`."""
    a = laid(board, piece, o, span, base, -2)
    b = laid(board, piece, o, span, base, -1)
    c = laid(board, piece, o, span, base, 0)
    d = laid(board, piece, o, span, base, 1)
    e = laid(board, piece, o, span, base, 2)
    f = splat(-1)
    g = splat(-1)
    h = splat(-1)
    if span > 1:
        f = laid(board, piece, o, span, base, 3)
    if span > 2:
        g = laid(board, piece, o, span, base, 4)
    if span > 3:
        h = laid(board, piece, o, span, base, 5)
    m1 = a & ~b & c
    m2 = b & ~c & d
    m3 = c & ~d & e
    m4 = splat(0)
    m5 = splat(0)
    m6 = splat(0)
    if span > 1:
        m4 = d & ~e & f
    if span > 2:
        m5 = e & ~f & g
    if span > 3:
        m6 = f & ~g & h
    sum_ = bits(m1) + bits(m2) + bits(m3) + bits(m4) + bits(m5) + bits(m6)
    for _ in range(3):
        m1 = (m1 >> 1) & ~b
        m2 = (m2 >> 1) & ~c
        m3 = (m3 >> 1) & ~d
        m4 = (m4 >> 1) & ~e
        m5 = (m5 >> 1) & ~f
        m6 = (m6 >> 1) & ~g
        sum_ = sum_ + bits(m1) + bits(m2) + bits(m3) + bits(m4) + bits(m5) + bits(m6)
    while True:
        m1 = (m1 >> 1) & ~b
        m2 = (m2 >> 1) & ~c
        m3 = (m3 >> 1) & ~d
        m4 = (m4 >> 1) & ~e
        m5 = (m5 >> 1) & ~f
        m6 = (m6 >> 1) & ~g
        if where(m1 | m2 | m3 | m4 | m5 | m6) == 0:
            break
        sum_ = sum_ + bits(m1) + bits(m2) + bits(m3) + bits(m4) + bits(m5) + bits(m6)
    return sum_


@kernel(inline=True)
def new_holes(board: Board, piece: int, o: int, span: int, base: Lanes) -> Lanes:
    """Holes that the drop makes: the empty cells between each column and the piece above it."""
    made = splat(0)
    for k in range(span):
        made = made + (base + LOW[piece, o, k]) - column(board.heights, k, board.height)
    return made


@kernel(inline=True)
def eroded(piece: int, o: int, base: int, full: int) -> int:
    """Rows in `full` times the cells of the piece in them."""
    cells = 0
    for k in range(4):
        cells += count_bits((MASK[piece, o, k] << base) & full)
    return int(cells * count_bits(full))


@kernel(inline=True)
def gap_to_tallest(board: Board, x: int, span: int) -> int:
    """Columns by which a piece at x to x + span - 1 misses standing beside the tallest column; see `tallest_gap`."""
    tallest = lowest_bit(where((board.heights == board.highest) * (indices() < board.width)))
    away = max(x - tallest, tallest - (x + span - 1), 0)
    return int(abs(away - 1))


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
    weights: Room,
    used: int,
    found: Room,
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
    while used:
        k = lowest_bit(used)
        v += weights[k] * found[k]
        used &= used - 1
    return v


@kernel(inline=True)
def score(
    board: Board,
    piece: int,
    clear: bool,
    weights: Room,
    used: int,
    value: Room,
    bottom: Room,
    full: Room,
    found: Room,
) -> None:
    """Score every drop of `piece`. `clear`: a drop that tops out may still save itself by clearing rows.

    Fills `value`, `bottom` and `full` [64]: entry 16 o + x is orientation o at column x; see `scored`. A drop that
    loses has value -inf, and full rows of 0 unless `clear`. Modified in place.
    """
    plain = used & ~WINDOWED != 0
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
            value[i] = one_drop(board, piece, o, x, bottom[i], full[i], weights, used, found)


@kernel(inline=True)
def best(piece: int, width: int, value: Room) -> int:
    """The drop of the highest value, the first of equals; drop 0 if all lose."""
    x = indices()
    top_value = splat(LOST)
    chosen = x
    for o in range(COUNT[piece]):
        here = choose(x <= width - SPAN[piece, o], load(value, LANES * o), splat(LOST))
        better = here > top_value
        top_value = choose(better, here, top_value)
        chosen = choose(better, x + LANES * o, chosen)
    highest = largest_real(top_value)
    return int(smallest(choose(top_value == highest, chosen, splat(DROPS))))
