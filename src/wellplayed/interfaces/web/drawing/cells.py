"""Sets of cells: read from text, and as the paths that draw them.

Cells are (x, y), y up from the floor, as everywhere. Paths are in the units of the picture, y down, for a board of so
many rows.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from .element import number

Cell: TypeAlias = tuple[int, int]
EMPTY = "._ "


class Field(NamedTuple):
    """A board read from text."""

    width: int
    height: int
    letters: Mapping[str, list[Cell]]  # the cells of each letter, empty ones left out


def read(rows: str, height: int = 0) -> Field:
    """A board from rows, the top row first, one a line or joined by `/`; with empty rows on top up to `height`.

    Rows that are shorter than the longest are empty at their end.
    """
    lines = rows.replace("/", "\n").split("\n")
    letters: dict[str, list[Cell]] = {}
    for y, line in enumerate(reversed(lines)):
        for x, letter in enumerate(line):
            if letter not in EMPTY:
                letters.setdefault(letter, []).append((x, y))
    return Field(max(map(len, lines)), max(len(lines), height), letters)


def cut(field: Field, low: int, high: int) -> Field:
    """The rows from `low` to below `high` as a board of their own, whose floor is `low`."""
    letters = {letter: moved(((x, y) for x, y in cells if y < high), -low) for letter, cells in field.letters.items()}
    kept = {letter: [(x, y) for x, y in cells if y >= 0] for letter, cells in letters.items()}
    return Field(field.width, high - low, {letter: cells for letter, cells in kept.items() if cells})


def moved(cells: Iterable[Cell], up: int) -> list[Cell]:
    """Cells so many rows higher."""
    return [(x, y + up) for x, y in cells]


def squares(cells: Iterable[Cell], rows: int, cell: float, gap: float) -> str:
    """A path of one square for each cell, smaller by `gap` than the cell."""
    side, edge = number(cell - gap), gap / 2
    parts = []
    for x, y in cells:
        left, top = number(x * cell + edge), number((rows - 1 - y) * cell + edge)
        parts.append(f"M{left} {top}h{side}v{side}h-{side}z")
    return "".join(parts)


def outline(cells: Iterable[Cell], rows: int, cell: float, inset: float = 0.0) -> str:
    """A path round the whole set of cells, holes included, moved inwards by `inset`."""
    return "".join(_closed(loop, rows, cell, inset) for loop in _loops(set(cells)))


def _loops(cells: set[Cell]) -> list[list[Cell]]:
    """The corners of each boundary in order, the cells on the left; every corner is a turn."""
    # Each side of a cell as a step with the cell on its left; between two cells there is none.
    steps: dict[Cell, list[Cell]] = {}
    for x, y in cells:
        for start, end, beside in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if beside not in cells:
                steps.setdefault(start, []).append(end)
    found = []
    while steps:
        here = min(steps)
        loop = [here]
        while here in steps:
            ends = steps[here]
            before = loop[-2] if len(loop) > 1 else here
            # Where two cells touch at a corner, turning left stays with the same cell.
            end = max(ends, key=lambda to: _turn(before, here, to))
            ends.remove(end)
            if not ends:
                del steps[here]
            loop.append(end)
            here = end
        corners = loop[:-1]
        found.append([c for i, c in enumerate(corners) if _turn(corners[i - 1], c, corners[(i + 1) % len(corners)])])
    return found


def _turn(before: Cell, here: Cell, after: Cell) -> int:
    """Above 0 for a turn to the left, below for one to the right."""
    return (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])


def _closed(corners: list[Cell], rows: int, cell: float, inset: float) -> str:
    """A boundary as a path."""
    points = []
    for i, (x, y) in enumerate(corners):
        back, on = corners[i - 1], corners[(i + 1) % len(corners)]
        # Inwards is to the left of both sides that meet here.
        in_x = _sign(back[1] - y) + _sign(y - on[1])
        in_y = _sign(x - back[0]) + _sign(on[0] - x)
        points.append(f"{number(x * cell + in_x * inset)} {number((rows - y) * cell - in_y * inset)}")
    return f"M{'L'.join(points)}z"


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
