"""The pieces of guideline play as arrays for kernels, in true-rotation coordinates (tetris/srs.py)."""

import numpy as np

from ..pieces import PIECES
from ..srs import CELLS

# [7, 4] by piece and orientation: the lowest cell's row and the leftmost cell's column, seen from the centre.
BOTTOM = np.array([[min(y for _, y in CELLS[p][o]) for o in range(4)] for p in PIECES])
TOP = np.array([[max(y for _, y in CELLS[p][o]) for o in range(4)] for p in PIECES])

# A row of 48 numbers for each piece and orientation, with the centre's column at 16: sixteen of them from 16 - x are
# the piece with its centre in column x, bit 0 being its lowest row.
STAMP = np.zeros((7, 4, 48), np.int32)
for _p, _piece in enumerate(PIECES):
    for _o in range(4):
        for _x, _y in CELLS[_piece][_o]:
            STAMP[_p, _o, 16 + _x] |= 1 << (_y - BOTTOM[_p, _o])
STAMP = STAMP.reshape(-1)  # type: ignore[assignment]

CELL = np.array([[CELLS[p][o] for o in range(4)] for p in PIECES])  # [7, 4, 4, 2] cells, x and y from the centre
SIDE = np.array(  # [7, 4, 2] the leftmost and the rightmost cell's column, seen from the centre
    [[(min(x for x, _ in CELLS[p][o]), max(x for x, _ in CELLS[p][o])) for o in range(4)] for p in PIECES]
)
