"""Sixteen numbers as one machine value: the vector types that Tetris kernels are written in.

How. `Lanes` is sixteen 32-bit integers in one LLVM vector; `Reals` is sixteen float64. Arithmetic, logic, shifts and
comparisons act on all lanes at once, a number on one side counts for every lane, and a comparison gives 1 or 0 in each
lane, so it can be added up. A well is one `Lanes`: lane x is column x, bit y of a lane is the cell in row y. Or a lane
is a placement: lane x is "this piece dropped at column x", and one pass answers for every column at once. `slide`
moves lanes sideways, which turns "my column" into "the column k to my right".

Why. A scalar kernel with cached sums played 1.2 million pieces a second where this one plays 4 (measurements and
conditions in docs/decisions/002-lanes.md). LLVM turns each line into about one AVX-512 instruction, two of AVX2 or four
of SSE or NEON; nothing in this package asks which.

Why not. The types exist only inside compiled kernels: they cannot be returned to Python, stored in records or run with
the compiler off (the naive twins in tests/naive stand in there). Lanes are signed 32-bit, wrap silently, and a shift
by 32 or more is undefined: callers keep rows below 32.

Does it work? tests/tetris/lanes compares every operation with NumPy on random lanes.
"""

from .functions import (
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
    largest_real,
    leading_zeros,
    lowest_bit,
    slide,
    smaller,
    smallest,
    splat,
    to_reals,
    total,
    where,
)
from .memory import Room, load, part, room_for_lanes, room_for_reals, store
from .vectors import WIDTH, Lanes, Reals

__all__ = [
    "WIDTH",
    "Lanes",
    "Reals",
    "Room",
    "bit_length",
    "bits",
    "choose",
    "common",
    "count_bits",
    "indices",
    "joined",
    "lane",
    "larger",
    "largest",
    "largest_real",
    "leading_zeros",
    "load",
    "lowest_bit",
    "part",
    "room_for_lanes",
    "room_for_reals",
    "slide",
    "smaller",
    "smallest",
    "splat",
    "store",
    "to_reals",
    "total",
    "where",
]
