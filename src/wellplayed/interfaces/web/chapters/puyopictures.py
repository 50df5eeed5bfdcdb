"""Tiles of Puyo fields, for the pictures of chapters and of the analysis."""

from collections.abc import Iterable, Mapping

from ....puyo.cells import TOP, WIDTH
from ..drawing import field as drawing
from ..drawing.board import Ghost, Mark, Shape
from ..drawing.cells import Cell, outline, read
from ..drawing.element import element, group
from .field import Field
from .pictures import MARGIN, SLIM, Tile

LEAST = 5  # rows of a picture at least
BESIDE = 14.0  # pixels between two fields


def rows_shown(*fields: Field, above: int = 1, least: int = LEAST) -> int:
    """How many rows show all of some fields and a little sky, the thirteenth at most."""
    top = max(len(str(one).split("/")) for one in fields)
    return max(least, min(top + above, TOP))


def fitting(count: int, width: float, rows: int, largest: float = 30.0, highest: float = 330.0) -> float:
    """The side of a cell with which so many fields stand in one row of a picture."""
    across = ((width - (count - 1) * gap(width)) / count - 2 * MARGIN) / WIDTH
    return min(largest, across, highest / rows)


def gap(width: float) -> float:
    """The room between two fields."""
    return BESIDE if width < SLIM else 2 * BESIDE


def pile(
    field: Field,
    rows: int,
    *,
    cell: float,
    piece: Shape | None = None,
    trigger: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    numbers: Mapping[Cell, int] | None = None,
    marks: Iterable[Mark] = (),
    over: str = "",
) -> Tile:
    """The lowest `rows` rows of a field; `over` is drawn on it, in its own units."""
    own = read("/".join(field.rows[TOP - rows :]), rows)
    inner = drawing.body(own, piece=piece, trigger=trigger, ghosts=ghosts, numbers=numbers, marks=marks, cell=cell)
    wide, high = own.width * cell + 2 * MARGIN, own.height * cell + 2 * MARGIN
    return Tile(wide, high, group([inner, over], MARGIN, MARGIN))


def edge(cells: Iterable[Cell], rows: int, cell: float, colour: str = "var(--text)", *, dashed: bool = False) -> str:
    """A line round some cells taken together, to draw over a field."""
    return element(
        "path", class_="edge", d=outline(cells, rows, cell, cell * 0.04), fill="none", stroke=colour,
        stroke_width=max(cell / 12, 1.2), stroke_linejoin="round", stroke_dasharray="4 3" if dashed else None,
    )  # fmt: skip
