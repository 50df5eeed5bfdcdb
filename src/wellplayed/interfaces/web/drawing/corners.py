"""The four corners of a T at rest, on which it depends whether a rotation was a T-spin."""

from typing import NamedTuple

from ....tetris.guideline.spins import CORNERS, T
from ....tetris.srs import CELLS
from ..words import Words
from .board import Mark, Shape, body
from .cells import cut, moved, read
from .element import document, group, text
from .ink import TETRIS, Inks

ROUND = 3  # rows that are shown above the centre and below it
SIDE = 70.0  # beside the board, for words
ENGLISH = Words("en")


class Corner(NamedTuple):
    """One of the four cells diagonal to the centre."""

    x: int
    y: int
    filled: bool  # walls and floor are
    front: bool  # on the side that the T points to


def corners(rows: str, orientation: int, x: int, y: int) -> list[Corner]:
    """The corners of a T whose centre is at (x, y) on a board, the two in front first."""
    field = read(rows)
    filled = {cell for cells in field.letters.values() for cell in cells}
    found = []
    for number, (dx, dy) in enumerate(CORNERS[T, orientation].tolist()):
        at = (x + dx, y + dy)
        outside = not 0 <= at[0] < field.width or at[1] < 0
        found.append(Corner(*at, outside or at in filled, number < 2))
    return found


def svg(
    rows: str,
    orientation: int,
    x: int,
    y: int,
    *,
    cell: float = 20,
    words: Words = ENGLISH,
    inks: Inks = TETRIS,
    title: str = "",
) -> str:
    """A T at rest with its corners: filled ones are ringed in the colour of good, empty ones crossed.

    Rows above and below are cut away.
    """
    found = corners(rows, orientation, x, y)
    cells = [(x + dx, y + dy) for dx, dy in CELLS["T"][orientation]]
    low, high = max(y - ROUND, 0), y + ROUND + 1
    field = cut(read(rows), low, high)
    marks = [Mark(c.x, c.y - low, "ring" if c.filled else "cross", c.filled) for c in found]
    board = body(field, piece=Shape("T", moved(cells, -low)), marks=marks, cell=cell, inks=inks)
    wide, deep = field.width * cell, field.height * cell
    outside = cell if any(not 0 <= c.x < field.width or c.y < low for c in found) else 1.0
    lines = []
    for number, (key, front) in enumerate((("front", True), ("back", False))):
        count = sum(c.filled for c in found if c.front == front)
        said = f"{words(f'think.corner.{key}')} {count} / 2"
        lines.append(text(said, outside + wide + outside + 6, 1 + cell * (1 + number), size=12))
    return document(wide + 2 * outside + SIDE, deep + outside + 1, [group([board], outside, 1), *lines], title)
