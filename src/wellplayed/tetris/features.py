"""What a board looks like in numbers: the features of one-piece Tetris controllers, each exactly defined.

Row 0 is the floor, H the visible rows, W the width, h(x) the height of column x, walls and floor count as filled.
Features describe the board after full rows have gone; those of the move itself are kept in the record. The order
below is the order of summation: float64 values depend on it, and published games reproduce only in it.
"""

from .._jit import kernel
from .lanes import (
    WIDTH,
    Lanes,
    Room,
    bits,
    choose,
    count_bits,
    indices,
    joined,
    larger,
    largest,
    leading_zeros,
    slide,
    smaller,
    smallest,
    splat,
    store,
    to_reals,
    total,
    where,
)

DELLACHERIE = "Dellacherie 2003, in Fahey's Tetris AI page; wording of Thiery and Scherrer, ICGA Journal 32, 2009"
THIERY = "Thiery and Scherrer, Building controllers for Tetris, ICGA Journal 32, 2009"
CBMPI = "Gabillon, Ghavamzadeh and Scherrer, Approximate dynamic programming finally performs well in Tetris, 2013"
LEE = "Lee, Tetris AI: the (near) perfect bot, 2013"
BERTSEKAS = "Bertsekas and Ioffe, Temporal differences-based policy iteration, LIDS-P-2349, 1996"
COMMON = "common in public programs; no single source"
ARTICLE_D = "每日算法: Pierre Dellacherie算法与多维度特征评估"
ARTICLE_TD = "每日算法: TD-Learning时序差分强化学习与状态特征评估"
BASELINE = "defined here, for the single-objective baselines"
RECORDS = "defined here, for the records of one-piece play"

MAX_WIDTH = 10
# name, definition, source, earned on the way
FEATURES: tuple[tuple[str, str, str, bool], ...] = (
    (
        "landing_height",
        "row where the piece's lowest cell lands, before clearing, plus (piece height - 1) / 2",
        DELLACHERIE,
        False,
    ),
    ("eroded_cells", "rows cleared by the move times the cells of its piece in those rows", DELLACHERIE, True),
    (
        "row_transitions",
        "filled-empty changes along each of the H rows, both walls filled; an empty row counts 2",
        DELLACHERIE,
        False,
    ),
    (
        "column_transitions",
        "filled-empty changes up each column, floor filled, above the pile empty; an empty column counts 1",
        DELLACHERIE,
        False,
    ),
    ("holes", "empty cells with a filled cell anywhere above in their column", DELLACHERIE, False),
    (
        "wells",
        (
            "for every empty cell with filled cells (or walls) left and right, covered ones too: "
            "1 + the empty cells directly below it"
        ),
        DELLACHERIE,
        False,
    ),
    (
        "fast_wells",
        (
            "in each vertical run of empty cells, n (n + 1) / 2 for the n cells from its topmost well cell down, "
            "well cells or not"
        ),
        CBMPI,
        False,
    ),
    ("hole_depth", "filled cells above at least one hole of their column", THIERY, False),
    ("rows_with_holes", "rows with at least one hole", THIERY, False),
    ("diversity", "how many of -2, -1, 0, 1, 2 occur among h(x) - h(x + 1)", CBMPI, False),
    ("aggregate_height", "sum of all h(x)", LEE, False),
    ("lines", "rows cleared by the move", LEE, True),
    ("bumpiness", "sum of |h(x) - h(x + 1)|", LEE, False),
    ("highest", "largest h(x)", COMMON, False),
    ("lowest", "smallest h(x)", COMMON, False),
    ("lowest_filled", "smallest h(x) above 0; 0 on an empty board", ARTICLE_TD, False),
    ("height_variance", "mean squared distance of the h(x) from their mean, over the W columns", ARTICLE_TD, False),
    (
        "well_depth",
        "sum of d(x) = max(0, min(h(x - 1), h(x + 1)) - h(x)), walls higher than any column",
        ARTICLE_TD,
        False,
    ),
    ("stepped_wells", "sum of d (d + 1) / 2 for the d(x) of well_depth", ARTICLE_D, False),
    ("landing_top", "row above the piece's highest cell where it lands, before clearing", BASELINE, False),
    (
        "tallest_gap",
        (
            "columns by which the piece misses standing right beside the tallest column (the leftmost of several) "
            "of the board before the move; on top of it counts 1"
        ),
        BASELINE,
        False,
    ),
    ("constant", "1", BERTSEKAS, False),
    *((f"height_{x}", f"h({x - 1}); 0 where the board is narrower", BERTSEKAS, False) for x in range(1, 11)),
    *((f"step_{x}", f"|h({x - 1}) - h({x})|; 0 where the board is narrower", BERTSEKAS, False) for x in range(1, 10)),
    ("rows_over_holes", "rows with at least one filled cell above a hole of its column", RECORDS, False),
    ("deep_wells", "columns whose d(x) of well_depth is 3 or more: those that only an I fills", RECORDS, False),
    ("flat_steps", "how many |h(x) - h(x + 1)| are 0", RECORDS, False),
    ("single_steps", "how many |h(x) - h(x + 1)| are 1", RECORDS, False),
    ("double_steps", "how many |h(x) - h(x + 1)| are 2", RECORDS, False),
)
NAMES = tuple(f[0] for f in FEATURES)
COUNT = len(FEATURES)
_CONSTANT = NAMES.index("constant")
BERTSEKAS_22 = (*NAMES[_CONSTANT : _CONSTANT + 20], "highest", "holes")

LANDING, ERODED, ROWS, COLUMNS, HOLES, WELLS, FAST, DEPTH, HOLED, DIVERSITY = range(10)
AGGREGATE, LINES, BUMPINESS, HIGHEST, LOWEST, LOWEST_FILLED, VARIANCE, WELL_DEPTH, STEPPED = range(10, 19)
LANDING_TOP, GAP, CONSTANT, HEIGHT_1 = range(19, 23)
STEP_1 = HEIGHT_1 + MAX_WIDTH
OVER_HOLES, DEEP, FLAT, SINGLE, DOUBLE = range(STEP_1 + MAX_WIDTH - 1, STEP_1 + MAX_WIDTH + 4)
SURFACE = 0b11111 << LOWEST  # bits of lowest to stepped_wells
LISTED = ((1 << (2 * MAX_WIDTH)) - 1) << CONSTANT  # bits of the constant, the heights and the steps
_SUMMED_FIRST, _SUMMED_NEXT = 1 << ROWS | 1 << COLUMNS | 1 << HOLES, 1 << DEPTH | 1 << AGGREGATE | 1 << BUMPINESS
STEPS = 0b111 << FLAT  # bits of the numbers of steps
DEEP_FROM = 3  # rows; the long side of J and L is one row shorter
# Bits of those that can be updated from the columns a piece touches; see classic/drops.py.
WINDOWED = (1 << (HIGHEST + 1)) - 1 | 1 << OVER_HOLES | 1 << DEEP | STEPS


@kernel(inline=True)
def heights(columns: Lanes) -> Lanes:
    """The height of each column."""
    return 32 - leading_zeros(columns)


@kernel(inline=True)
def below(rows: Lanes) -> Lanes:
    """All cells below row `rows` of each lane (0 to 31)."""
    return (splat(1) << rows) - 1


@kernel(inline=True)
def transitions_up(columns: Lanes) -> Lanes:
    """Filled-empty changes up each column, from a filled floor to the empty sky."""
    return bits(columns ^ ((columns << 1) | 1))


@kernel(inline=True)
def over_holes(columns: Lanes) -> Lanes:
    """The filled cells that do not belong to the run standing on the floor."""
    return columns & (columns + 1)


@kernel(inline=True)
def cells_over_holes(columns: Lanes) -> Lanes:
    """How many these are."""
    return bits(over_holes(columns))


@kernel(inline=True)
def step_kinds(steps: Lanes) -> Lanes:
    """1, 2**10 and 2**20 for steps of 0, 1 and 2 rows, else 0: a sum over all columns still tells all three."""
    small = (steps >= -2) * (steps <= 2)
    return small << (larger(steps, 0 - steps) * small * 10)


@kernel(inline=True)
def well_depths(heights: Lanes, width: int) -> Lanes:
    """How far each column lies below the lower of its neighbours, walls being higher than any column."""
    far = 127
    inside = indices() < width
    walled = choose(inside, heights, splat(far))
    return larger(smaller(slide(walled, -1, far), slide(walled, 1, far)) - heights, 0) * inside


@kernel(inline=True)
def wells_each(left: Lanes, column: Lanes, right: Lanes) -> Lanes:
    """For each lane, the sum over its well cells of 1 + the empty cells directly below."""
    empty = ~column
    reached = left & right & empty
    sum_ = bits(reached)
    # Let every well cell fall through the empty cells under it, counting it again at each step.
    reached = (reached >> 1) & empty
    while where(reached) != 0:
        sum_ = sum_ + bits(reached)
        reached = (reached >> 1) & empty
    return sum_


@kernel(inline=True)
def fast_wells_each(left: Lanes, column: Lanes, right: Lanes) -> Lanes:
    """For each lane, n (n + 1) / 2 over its runs of empty cells, n counted from the topmost well cell of the run."""
    cells = left & right & ~column
    sum_ = splat(0)
    while where(cells) != 0:
        top = heights(cells)  # one above the highest well cell left, 0 where there is none
        floor = heights(column & below(larger(top - 1, 0)))
        n = choose(cells, top - floor, splat(0))
        sum_ = sum_ + ((n * (n + 1)) >> 1)
        cells = cells & below(floor)
    return sum_


@kernel(inline=True)
def board_features(columns: Lanes, height: int, width: int, used: int, out: Room) -> None:
    """Fill `out` (a room of 64 float64) with the features of a board, those of the move excepted. Modified in place.

    Lanes at and beyond the width must hold a wall: `height` filled cells. Bit k of `used` says that feature k is
    wanted; the others, and what lies behind the last feature, may become anything.
    """
    wall = (1 << height) - 1
    x = indices()
    inside = x < width
    left = slide(columns, -1, wall)
    right = slide(columns, 1, wall)
    own = choose(inside, columns, splat(0))
    h = heights(own)
    steps = h - slide(h, 1, 0)
    between = x < width - 1
    sizes = choose(between, larger(steps, 0 - steps), splat(0))
    # Adding up sixteen lanes costs more than all else here, so each sum carries three numbers below 2**10.
    if used & _SUMMED_FIRST:
        three = total(bits(left ^ columns) + (transitions_up(own) << 10) + ((h - bits(own)) << 20))
        out[ROWS], out[COLUMNS] = three & 1023, (three >> 10 & 1023) - (WIDTH - width)  # an empty lane counts 1
        out[HOLES] = three >> 20
    if used & _SUMMED_NEXT:
        three = total(cells_over_holes(own) + (h << 10) + (sizes << 20))
        out[DEPTH], out[AGGREGATE], out[BUMPINESS] = three & 1023, three >> 10 & 1023, three >> 20
    if used >> HIGHEST & 1:
        out[HIGHEST] = largest(h)
    if used >> HOLED & 1:
        out[HOLED] = count_bits(joined(below(h) & ~own))
    if used >> WELLS & 1:
        out[WELLS] = total(wells_each(left, columns, right))
    if used >> FAST & 1:
        out[FAST] = total(fast_wells_each(left, columns, right))
    if used >> DIVERSITY & 1:
        small = between * (steps >= -2) * (steps <= 2)
        seen = joined((splat(1) << ((steps + 2) * small)) * small)
        out[DIVERSITY] = count_bits(seen)
    if used & SURFACE:
        surface_features(h, width, out)
    if used & LISTED:
        out[CONSTANT] = 1.0
        store(out, HEIGHT_1, to_reals(h))
        store(out, STEP_1, to_reals(sizes))
    if used >> OVER_HOLES:  # behind the lists, whose lanes are stored over these
        if used >> OVER_HOLES & 1:
            out[OVER_HOLES] = count_bits(joined(over_holes(own)))
        if used >> DEEP & 1:
            out[DEEP] = total(well_depths(h, width) >= DEEP_FROM)
        if used & STEPS:
            three = total(step_kinds(steps) * between)
            out[FLAT], out[SINGLE], out[DOUBLE] = three & 1023, three >> 10 & 1023, three >> 20


@kernel(inline=True)
def surface_features(h: Lanes, width: int, out: Room) -> None:
    """The features that few controllers use and that depend on the heights alone. Modified in place."""
    far = 127  # higher than any column
    x = indices()
    inside = x < width
    out[LOWEST] = smallest(choose(inside, h, splat(far)))
    standing = smallest(choose(h, h, splat(far)))
    out[LOWEST_FILLED] = 0 if standing == far else standing
    both = total(h + (h * h << 10))
    sum_, squares = both & 1023, both >> 10
    # In whole numbers up to one division, so that every program that computes it gets the same float64.
    out[VARIANCE] = (width * squares - sum_ * sum_) / (width * width)
    d = well_depths(h, width)
    both = total(d + (((d * (d + 1)) >> 1) << 10))
    out[WELL_DEPTH], out[STEPPED] = both & 1023, both >> 10
