"""The features of boards that no lane holds: more than thirty rows, or more than fifteen columns. Cell by cell."""

import numpy as np

from ..._jit import Array, Records, kernel
from ...rng import scramble
from .. import features as f
from ..lanes import Room, room_for_reals
from . import features as g
from .merge import key_of
from .scored import CREDIT, moved, weighed

_1 = np.uint64(1)


@kernel(inline=True)
def filled(columns: Array, width: int, rows: int, x: int, y: int) -> bool:
    """Whether a cell is filled; walls (up to `rows`) and the floor are, the sky is not."""
    if y < 0:
        return True
    if x < 0 or x >= width:
        return y < rows
    return bool((columns[x] >> np.uint64(y)) & _1 != np.uint64(0))


@kernel(inline=True)
def height_of(columns: Array, x: int) -> int:
    """The height of one column."""
    h = 64
    while h > 0 and (columns[x] >> np.uint64(h - 1)) & _1 == np.uint64(0):
        h -= 1
    return h


@kernel(inline=True)
def tall_features(columns: Array, height: int, width: int, out: Room) -> None:
    """Fill `out` with every feature of a board, as tetris/features.py and features.py define them. In place."""
    highest, lowest, standing, sum_, squares = 0, 64, 64, 0, 0
    for x in range(width):
        h = height_of(columns, x)
        highest, lowest, sum_, squares = max(highest, h), min(lowest, h), sum_ + h, squares + h * h
        if h > 0:
            standing = min(standing, h)
    rows = max(height, highest)
    out[f.AGGREGATE], out[f.HIGHEST], out[f.LOWEST] = sum_, highest, lowest
    out[f.LOWEST_FILLED] = standing if highest > 0 else 0
    out[f.VARIANCE] = (width * squares - sum_ * sum_) / (width * width)
    out[g.OVER_TEN], out[g.OVER_FIFTEEN] = max(highest - 10, 0), max(highest - 15, 0)
    out[f.CONSTANT] = 1
    by_cell(columns, width, rows, out)
    by_surface(columns, width, rows, out)
    slots(columns, width, rows, out)


@kernel(inline=True)
def by_cell(columns: Array, width: int, rows: int, out: Room) -> None:
    """Transitions, holes, wells, depth and parity. Modified in place."""
    across, up, holes, wells, fast, depth, parity, holed, over = 0, 0, 0, 0, 0, 0, 0, np.uint64(0), np.uint64(0)
    for x in range(width):
        h, run, well, seen = height_of(columns, x), 0, False, False
        best = 0
        for y in range(rows):
            here = filled(columns, width, rows, x, y)
            across += here != filled(columns, width, rows, x - 1, y)
            if x == width - 1:
                across += not here
            up += here != filled(columns, width, rows, x, y - 1)
            if here:
                depth += seen
                over |= np.uint64(seen) << np.uint64(y)
                parity += 1 - 2 * ((x + y) & 1)
                fast += best * (best + 1) // 2
                run, best = 0, 0
                continue
            run += 1
            seen = True
            if y < h:
                holes += 1
                holed |= _1 << np.uint64(y)
            well = filled(columns, width, rows, x - 1, y) and filled(columns, width, rows, x + 1, y)
            if well:
                wells += run
                best = run
        fast += best * (best + 1) // 2
        up += h == rows
    out[f.ROWS], out[f.COLUMNS], out[f.HOLES], out[f.WELLS], out[f.FAST] = across, up, holes, wells, fast
    out[f.DEPTH], out[g.PARITY] = depth, abs(parity)
    out[f.HOLED], out[f.OVER_HOLES] = ones(holed), ones(over)


@kernel(inline=True)
def ones(word: np.uint64) -> int:
    """How many bits are set."""
    count = np.int64(0)
    while word != np.uint64(0):
        count += np.int64(word & _1)
        word >>= _1
    return int(count)


@kernel(inline=True)
def by_surface(columns: Array, width: int, rows: int, out: Room) -> None:
    """What depends on the heights alone, and the quad well. Modified in place."""
    bumps, seen, shallow, stepped, low, deep, flat, single, double = 0, 0, 0, 0, 0, 0, 0, 0, 0
    for x in range(f.MAX_WIDTH):
        out[f.HEIGHT_1 + x] = height_of(columns, x) if x < width else 0
    for x in range(f.MAX_WIDTH - 1):
        out[f.STEP_1 + x] = 0
    for x in range(width):
        h = height_of(columns, x)
        if h < height_of(columns, low):
            low = x
        left = height_of(columns, x - 1) if x > 0 else 127
        right = height_of(columns, x + 1) if x < width - 1 else 127
        d = max(min(left, right) - h, 0)
        shallow, stepped, deep = shallow + d, stepped + d * (d + 1) // 2, deep + (d >= f.DEEP_FROM)
        if x < width - 1:
            step = h - right
            bumps += abs(step)
            flat, single, double = flat + (step == 0), single + (abs(step) == 1), double + (abs(step) == 2)
            if x < f.MAX_WIDTH - 1:
                out[f.STEP_1 + x] = abs(step)
            if -2 <= step <= 2:
                seen |= 1 << (step + 2)
    out[f.BUMPINESS], out[f.WELL_DEPTH], out[f.STEPPED] = bumps, shallow, stepped
    out[f.DEEP], out[f.FLAT], out[f.SINGLE], out[f.DOUBLE] = deep, flat, single, double
    out[f.DIVERSITY] = (seen & 1) + (seen >> 1 & 1) + (seen >> 2 & 1) + (seen >> 3 & 1) + (seen >> 4 & 1)
    y = height_of(columns, low)
    while y < rows and ready(columns, width, rows, low, y):
        y += 1
    out[g.QUAD_WELL] = y - height_of(columns, low)


@kernel(inline=True)
def ready(columns: Array, width: int, rows: int, low: int, y: int) -> bool:
    """Whether row y is full but for column `low`."""
    count = 0
    for x in range(width):
        count += x != low and filled(columns, width, rows, x, y)
    return bool(count == width - 1)


@kernel(inline=True)
def slots(columns: Array, width: int, rows: int, out: Room) -> None:
    """The T-slots. Modified in place."""
    count, best = 0, 0
    for x in range(width):
        for y in range(63):
            if filled(columns, width, 64, x, y) or filled(columns, width, 64, x - 1, y):
                continue
            if filled(columns, width, 64, x + 1, y) or filled(columns, width, 64, x, y - 1):
                continue
            lower = filled(columns, width, 64, x - 1, y - 1) + filled(columns, width, 64, x + 1, y - 1)
            upper = filled(columns, width, 64, x - 1, y + 1) + filled(columns, width, 64, x + 1, y + 1)
            if lower + upper < 3:
                continue
            count += 1
            middle, bottom = 0, 0
            for cx in range(width):
                middle += filled(columns, width, 64, cx, y) or abs(cx - x) <= 1
                bottom += filled(columns, width, 64, cx, y - 1) or cx == x
            best = max(best, (middle == width) + (y > 0 and bottom == width))
    out[g.T_SLOTS], out[g.T_SLOT_ROWS] = count, best


@kernel
def tall_measured(states: Records, book: Records, out: Array) -> None:
    """Fill `out` [B, F] with the features of each state. Modified in place."""
    rules = book[0]
    found = room_for_reals(64)
    for i in range(len(states)):
        tall_features(states[i].columns, int(rules.height), int(rules.width), found)
        moved(states[i], found)
        for k in range(g.COUNT):
            out[i, k] = found[k]


@kernel
def tall_scored(
    states: Records, features: Array, book: Records, weights: Array, used: int, key: Array, credit: Array, value: Array
) -> None:
    """Score afterstates [N] by their features [N, F]; what `scored` gives where it can. Modified in place."""
    rules = book[0]
    terms, found = room_for_reals(64), room_for_reals(64)
    for k in range(g.COUNT):
        terms[k] = weights[k]
    for n in range(len(states)):
        for k in range(g.COUNT):
            found[k] = features[n, k]
        key[n] = scramble(key_of(rules, states[n]))
        credit[n] = weighed(terms, used & CREDIT, found)
        value[n] = -np.inf if states[n].dead else weighed(terms, used, found)
