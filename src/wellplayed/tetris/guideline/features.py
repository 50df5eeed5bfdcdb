"""What a guideline board looks like in numbers: the features of classic play, and those of versus bots.

The classic ones come first, in the same order and with the same definitions (tetris/features.py). A pile higher than
the visible rows is measured with walls as high as itself. Sources: what Cold Clear 1 and 2 and MisaMino evaluate, by
their published configuration; the definitions here are our own.
"""

from ..._jit import kernel
from ..features import COUNT as CLASSIC_COUNT
from ..features import FEATURES as CLASSIC
from ..lanes import (
    Lanes,
    Room,
    bits,
    choose,
    common,
    indices,
    joined,
    largest,
    lowest_bit,
    slide,
    smallest,
    splat,
    total,
    where,
)

COLD_CLEAR = "Cold Clear 2, src/default.json; Cold Clear 1, bot/src/evaluation/standard.rs"
MISAMINO = "MisaMino, its list of 17 parameters"

FEATURES: tuple[tuple[str, str, str, bool], ...] = (
    *CLASSIC,
    ("attack", "lines of garbage the move sends, before any of it cancels", COLD_CLEAR, True),
    ("perfect_clears", "1 if the move emptied the board", COLD_CLEAR, True),
    ("quads", "1 if the move cleared four rows", COLD_CLEAR, True),
    ("spin_clears", "1 if the move cleared rows by a full spin", COLD_CLEAR, True),
    ("mini_clears", "1 if the move cleared rows by a mini spin", COLD_CLEAR, True),
    ("wasted_t", "1 if the move placed a T without clearing rows by a spin", COLD_CLEAR, True),
    ("combo", "moves in a row, up to this one, that cleared rows", MISAMINO, False),
    ("chain", "difficult clears in a row, up to the last clear (back-to-back)", COLD_CLEAR, False),
    (
        "t_slots",
        (
            "places where a T pointing down fits and rests with at least three filled corners, whether or not it can "
            "be steered there"
        ),
        COLD_CLEAR,
        False,
    ),
    ("t_slot_rows", "the most rows that a T in one of them would clear", COLD_CLEAR, False),
    (
        "quad_well",
        "rows, counted from the top of the lowest column (the leftmost of several) up, that are full but for it",
        COLD_CLEAR,
        False,
    ),
    (
        "parity",
        "filled cells on squares of one colour of a chess board less those on the other, without sign",
        MISAMINO,
        False,
    ),
    ("over_ten", "max(0, highest - 10)", COLD_CLEAR, False),
    ("over_fifteen", "max(0, highest - 15)", COLD_CLEAR, False),
    ("garbage_rows", "rows of garbage on the board", MISAMINO, False),
    ("pending", "lines of garbage on their way", MISAMINO, False),
)
NAMES = tuple(f[0] for f in FEATURES)
COUNT = len(FEATURES)

ATTACK, PERFECT, QUADS, SPIN_CLEARS, MINI_CLEARS, WASTED_T, COMBO, CHAIN = range(CLASSIC_COUNT, CLASSIC_COUNT + 8)
T_SLOTS, T_SLOT_ROWS, QUAD_WELL, PARITY, OVER_TEN, OVER_FIFTEEN, GARBAGE_ROWS, PENDING = range(CHAIN + 1, CHAIN + 9)

_EVEN, _ODD = 0x55555555, 0x2AAAAAAA


@kernel(inline=True)
def versus_features(columns: Lanes, heights: Lanes, width: int, used: int, out: Room) -> None:
    """Fill `out` with the features of the board alone that classic play lacks. Modified in place.

    `columns` have walls in the lanes at and beyond the width; `heights` are 0 there. Bit k of `used` says that feature
    k is wanted.
    """
    x = indices()
    inside = x < width
    if used >> OVER_TEN & 3:
        highest = largest(heights)
        out[OVER_TEN] = max(highest - 10, 0)
        out[OVER_FIFTEEN] = max(highest - 15, 0)
    if used >> T_SLOTS & 3:
        t_slots(columns, width, out)
    if used >> QUAD_WELL & 1:
        low = smallest(choose(inside, heights, splat(127)))
        at = lowest_bit(where(inside * (heights == low)))
        others = common(choose(inside * (x != at), columns, splat(-1)))
        out[QUAD_WELL] = lowest_bit(~(others >> low))
    if used >> PARITY & 1:
        light = choose(x & 1, splat(_ODD), splat(_EVEN))
        out[PARITY] = abs(total(bits(columns & light) * inside) - total(bits(columns & ~light) * inside))


@kernel(inline=True)
def t_slots(columns: Lanes, width: int, out: Room) -> None:
    """Fill `out` with t_slots and t_slot_rows. Modified in place."""
    left, right = slide(columns, -1, -1), slide(columns, 1, -1)
    under = (columns << 1) | 1  # the cell below the centre, the floor filled
    free = ~(columns | left | right | under)
    # Resting: something under one of the three lowest cells; below an arm lies a lower corner.
    lower_left, lower_right = (left << 1) | 1, (right << 1) | 1
    stem = (columns << 2) | 3
    rests = lower_left | lower_right | stem
    upper_left, upper_right = left >> 1, right >> 1
    both, either = lower_left & lower_right, lower_left | lower_right
    corners = (both & (upper_left | upper_right)) | (either & upper_left & upper_right)
    inside = indices() < width
    slots = free & rests & corners & (0 - inside) & 0x7FFFFFFF
    out[T_SLOTS] = total(bits(slots))
    best = 0
    remaining = joined(slots)
    while remaining:
        y = lowest_bit(remaining)
        remaining &= remaining - 1
        for at in range(width):
            if where(slots & (1 << y)) >> at & 1:
                mine = choose((indices() >= at - 1) * (indices() <= at + 1), splat(1 << y), splat(0))
                mine = mine | choose(indices() == at, splat((1 << y) >> 1), splat(0))
                rows = common(choose(inside, columns | mine, splat(-1)))
                best = max(best, (rows >> y & 1) + (rows << 1 >> y & 1))
    out[T_SLOT_ROWS] = best
