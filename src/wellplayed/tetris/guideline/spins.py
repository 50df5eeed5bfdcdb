"""What counts as a spin, as numbers for kernels: the corners of every piece, and one row of switches for each rule.

The names are those of ruleset.py. The corner tables and the classes of TETR.IO's modes are those of its engine as
reimplemented in halp1/triangle; the three-corner rule, front corners and the kick that makes a full spin of any are
described on the Tetris wiki's page on T-spins. "Handheld" looks at the four cells at the ends of S and Z, and at the
corners about J and L, of which the one that the piece itself fills is replaced by the cell beside it; I and O have
none.
"""

import functools
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from ..._jit import Array, kernel
from ..pieces import PIECES
from ..srs import Cell, turned
from .ruleset import Spins

NONE, MINI, FULL = range(3)
CLASSES = ("none", "mini", "full")
SPINS: tuple[Spins, ...] = get_args(Spins)

MOVED, TURNED, PROMOTED = 1, 2, 4  # how a position is reached: no turn last, a turn, a turn whose kick makes it full

T = PIECES.index("T")
_CORNERS: dict[str, tuple[Cell, ...]] = {  # of north; the front corners of T come first
    "T": ((-1, 1), (1, 1), (1, -1), (-1, -1)),
    "Z": ((-2, 1), (1, 1), (2, 0), (-1, 0)),
    "S": ((-1, 1), (2, 1), (1, 0), (-2, 0)),
    "J": ((0, 1), (1, 1), (1, -1), (-1, -1)),
    "L": ((-1, 1), (0, 1), (1, -1), (-1, -1)),
}
CORNERS = np.zeros((7, 4, 4, 2), np.int8)  # [piece, orientation, corner, x and y]
CORNERED = np.array([piece in _CORNERS for piece in PIECES])
for _piece, _cells in _CORNERS.items():
    for _o in range(4):
        CORNERS[PIECES.index(_piece), _o] = turned(_cells, _o)

# The switches of a rule, in this order.
EVERY_PIECE, ANY_FIFTH, STUCK_T, STUCK, MOST = range(5)
_RULES: dict[Spins, tuple[int, int, int, int, int]] = {
    # corners for all pieces (-1: for none), any fifth kick promotes, the class of a stuck T, that of another stuck
    # piece, and the highest class
    "none": (0, 0, NONE, NONE, NONE),
    "corners-fifth": (0, 1, NONE, NONE, FULL),
    "corners": (0, 0, NONE, NONE, FULL),
    "t-spins+": (0, 0, MINI, NONE, FULL),
    "all": (0, 0, NONE, FULL, FULL),
    "all+": (0, 0, MINI, FULL, FULL),
    "all-mini": (0, 0, NONE, MINI, FULL),
    "all-mini+": (0, 0, MINI, MINI, FULL),
    "immobile": (-1, 0, FULL, FULL, FULL),
    "mini-only": (0, 0, MINI, MINI, MINI),
    "handheld": (1, 0, NONE, NONE, FULL),
}


@functools.cache
def switches(spins: Spins) -> NDArray[np.int8]:
    """[5] the switches of a rule, read-only."""
    row = np.array(_RULES[spins], np.int8)
    row.flags.writeable = False
    return row


@kernel
def filled(columns: Array, width: int, x: int, y: int) -> bool:
    """Whether a cell of `columns` [W] is filled; walls and floor are, the sky is not."""
    if x < 0 or x >= width or y < 0:
        return True
    return y < 64 and (columns[x] >> np.uint64(y)) & np.uint64(1) != 0


@kernel
def spin_class(
    columns: Array, width: int, piece: int, o: int, x: int, y: int, arrival: int, stuck: bool, rule: Array
) -> int:
    """The class of a piece at rest; `arrival` is MOVED, TURNED or PROMOTED, `rule` [5] the switches."""
    if arrival == MOVED:
        return NONE
    found = NONE
    if CORNERED[piece] and (rule[EVERY_PIECE] > 0 or (rule[EVERY_PIECE] == 0 and piece == T)):
        front, back = 0, 0
        for k in range(4):
            if filled(columns, width, x + CORNERS[piece, o, k, 0], y + CORNERS[piece, o, k, 1]):
                if k < 2:
                    front += 1
                else:
                    back += 1
        if front + back >= 3:
            found = FULL if piece != T or front == 2 or arrival == PROMOTED else MINI
    if stuck:
        found = max(found, int(rule[STUCK_T] if piece == T else rule[STUCK]))
    return min(found, int(rule[MOST]))
