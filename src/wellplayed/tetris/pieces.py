"""The seven tetrominoes, as columns of bits.

Bit r of a column is row r, counted from the piece's own lowest row. Orientations that cover the same cells are left
out, so S, Z and I have two and O one. The order of pieces, and of orientations within a piece, is that of MDPTetris
(Thiery and Scherrer, "Building controllers for Tetris", ICGA Journal 32, 2009); ties between placements are broken by
it, so published games reproduce only in this order.
"""

import numpy as np

PIECES = "IOTZSJL"

ORIENTATIONS: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((15,), (1, 1, 1, 1)),
    ((3, 3),),
    ((7, 2), (1, 3, 1), (2, 7), (2, 3, 2)),
    ((3, 6), (2, 3, 1)),
    ((6, 3), (1, 3, 2)),
    ((3, 1, 1), (1, 7), (2, 2, 3), (7, 4)),
    ((3, 2, 2), (7, 1), (1, 1, 3), (4, 7)),
)

# The same as arrays for kernels. [7] and [7, 4] by piece and orientation; columns that a piece lacks are empty.
COUNT = np.array([len(p) for p in ORIENTATIONS])
SPAN = np.zeros((7, 4), np.int64)  # columns covered
TALL = np.zeros((7, 4), np.int64)  # rows covered
MASK = np.zeros((7, 4, 4), np.int64)  # column bits
LOW = np.full((7, 4, 4), 64)  # lowest filled row of a column; 64, above any pile, where the piece has no such column
TOP = np.zeros((7, 4, 4), np.int64)  # highest filled row of a column, plus one
SIZE = np.zeros((7, 4, 4), np.int64)  # cells in a column
# A row of 48 numbers with the piece's columns at 16 to 19: loading 16 of them from 16 - x gives the piece at column x.
_stamps = np.zeros((7, 4, 48), np.int32)

for _piece, _orientations in enumerate(ORIENTATIONS):
    for _o, _columns in enumerate(_orientations):
        SPAN[_piece, _o] = len(_columns)
        TALL[_piece, _o] = max(c.bit_length() for c in _columns)
        for _k, _bits in enumerate(_columns):
            MASK[_piece, _o, _k] = _bits
            LOW[_piece, _o, _k] = (_bits & -_bits).bit_length() - 1
            TOP[_piece, _o, _k] = _bits.bit_length()
            SIZE[_piece, _o, _k] = _bits.bit_count()
            _stamps[_piece, _o, 16 + _k] = _bits
STAMP = _stamps.reshape(-1)  # flat, since lanes load from flat arrays
