"""A whole Puyo field as one machine value: the vector types that Puyo kernels are written in.

How. A `Field` is 64 numbers of 16 bits in one LLVM vector: eight planes of eight columns (cells.py), so bit y of column
x of plane k is "a puyo of kind k lies in row y of column x". A `Mask` is one plane, and a `Half` the first four, which
hold the colours of most matches. Operators act on all columns at once. A number beside planes counts for every column,
and a mask beside planes counts for every plane: `v & SEEN` leaves the visible rows, `v & m` the cells of m. `up` and
`down` move cells by a row, `left` and `right` by a column, where they fall off at the edge of the plane and never
into the next one: a plane is 128 bits, and a move sideways shifts those 128 bits by 16.

Why. Whether groups pop is a question about neighbours, and moved planes answer it for all cells of all colours at once,
without a flood fill; and when puyos fall, every colour falls by the same distances. One link of a chain takes about
forty processor cycles (chain.py). LLVM turns each line into about one AVX-512 instruction for a half, two of AVX2 or
four of SSE or NEON; nothing here asks which, and there is no need for the instructions that pack bits (BMI2).

Why not. The types exist only inside compiled kernels: they cannot be returned to Python, stored in records or run with
the compiler off (the naive twin in tests/naive stands in there). A shift by 16 or more is undefined. Rows beyond bit 12
are the caller's to clear: `up` does not know where a field ends.

Does it work? tests/puyo/planes compares every operation with NumPy on random planes, and tests/puyo/test_baseline.py
runs chains compiled for a processor that has nothing but the oldest vectors.
"""

from .functions import (
    bits,
    column,
    count_bits,
    counts,
    down,
    empty,
    from_words,
    high_word,
    left,
    low_word,
    lower,
    marked,
    merged,
    occupied,
    plane,
    right,
    single,
    splat,
    stacked,
    total,
    turned,
    union,
    up,
)
from .memory import load, store
from .vectors import Field, Half, Mask

__all__ = [
    "Field",
    "Half",
    "Mask",
    "bits",
    "column",
    "count_bits",
    "counts",
    "down",
    "empty",
    "from_words",
    "high_word",
    "left",
    "load",
    "low_word",
    "lower",
    "marked",
    "merged",
    "occupied",
    "plane",
    "right",
    "single",
    "splat",
    "stacked",
    "store",
    "total",
    "turned",
    "union",
    "up",
]
