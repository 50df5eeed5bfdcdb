"""Pictures of a game: a grid of colour numbers as text or as pixels.

Colour 0 is an empty cell, 1 a filled one, 2 garbage, then the seven pieces, the five colours of Puyo with ojama, and
the wall. The hues are those of Okabe and Ito, Color Universal Design, 2008, told apart with any colour vision.
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..tetris.pieces import PIECES
from ..tetris.srs import CELLS, NORTH

Grid: TypeAlias = NDArray[np.int8]  # [rows, columns], row 0 the lowest

PIECE, PUYO, WALL = 3, 10, 16
LETTERS = ".#G" + "IOTZSJL" + "RGBYPo" + "|"
CELL = 12  # pixels
_SIDE, _STEP = 5, 3  # columns beside the field, rows for each piece there
_HUES = np.array(
    [
        (24, 24, 28), (200, 200, 200), (120, 120, 120),
        (86, 180, 233), (240, 228, 66), (204, 121, 167), (213, 94, 0), (0, 158, 115), (0, 114, 178), (230, 159, 0),
        (213, 94, 0), (0, 158, 115), (86, 180, 233), (240, 228, 66), (204, 121, 167), (150, 150, 150),
        (70, 70, 78),
    ],
    np.uint8,
)  # fmt: skip


def piece_panel(pieces: Iterable[int], rows: int) -> Grid:
    """[rows, 5] pieces one below the other, -1 leaving its place empty."""
    panel = np.zeros((rows, _SIDE), np.int8)
    for place, piece in enumerate(pieces):
        low = rows - _STEP * (place + 1)
        if piece >= 0 and low >= 0:
            for x, y in CELLS[PIECES[piece]][NORTH]:
                panel[low + y, x + 2] = PIECE + piece
    return panel


def pair_panel(pairs: Iterable[tuple[int, int]], rows: int) -> Grid:
    """[rows, 5] pairs one below the other, the child above the axis."""
    panel = np.zeros((rows, _SIDE), np.int8)
    for place, (axis, child) in enumerate(pairs):
        low = rows - _STEP * (place + 1)
        if low >= 0 and axis >= 0:
            panel[low, 2], panel[low + 1, 2] = PUYO + axis, PUYO + child
    return panel


def text(field: Grid, panel: Grid) -> str:
    """A picture as lines of letters, the top row first: `.` empty, `#` filled, `G` garbage, else piece or colour."""
    left, right = (["".join(LETTERS[c] for c in row) for row in reversed(grid.tolist())] for grid in (field, panel))
    return "\n".join(f"|{a}|{b.replace('.', ' ')}".rstrip() for a, b in zip(left, right, strict=True))


def pixels(field: Grid, panel: Grid) -> NDArray[np.uint8]:
    """A picture as [12 rows, 12 (columns + 8), 3] pixels, the top row first, a dark line around each cell."""
    wall = np.full((len(field), 1), WALL, np.int8)
    whole = np.concatenate([wall, field, wall, panel, wall], axis=1)[::-1]
    image: NDArray[np.uint8] = _HUES[whole].repeat(CELL, axis=0).repeat(CELL, axis=1)
    image[::CELL] //= 2
    image[:, ::CELL] //= 2
    return image
