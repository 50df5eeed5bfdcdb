"""Full rows: which they are, and the pile without them."""

from .._jit import kernel
from .lanes import Lanes, bit_length, choose, common, indices, splat


@kernel(inline=True)
def full_rows(columns: Lanes, width: int) -> int:
    """The rows filled in every column, as bits."""
    return int(common(choose(indices() < width, columns, splat(-1))))


@kernel(inline=True)
def collapsed(columns: Lanes, full: int) -> Lanes:
    """Columns with the rows in `full` (bits) taken out and everything above moved down."""
    while full:
        row = bit_length(full) - 1
        under = (1 << row) - 1
        columns = (columns & under) | ((columns >> 1) & ~under)
        full ^= 1 << row
    return columns
