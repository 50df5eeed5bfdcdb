"""Boards that show something, used by tests, documentation and the page alike. Rows from the top, joined by `/`."""

from typing import NamedTuple


class Showcase(NamedTuple):
    """A board, the pieces that come, and what it shows."""

    rows: str
    pieces: str
    shows: str


POCKET = Showcase(
    "###...####/###....###/###....###/####...###/####...###" + 8 * "/#########.",
    "L",
    "a pocket that no straight drop can fill: the L goes down, one to the right, and down again",
)
T_SPIN_DOUBLE = Showcase(
    "##......../#...######/##.#######",
    "T",
    "a slot for a T-spin double: three corners are filled, and the last key is a turn",
)
QUAD = Showcase(
    "/".join(4 * ["######.###"]),
    "TSI",
    "one piece ahead, the T goes into the well for one row; two or more ahead, the well waits for the I and four rows",
)
