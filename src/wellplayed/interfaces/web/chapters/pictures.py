"""What the chapters' pictures are made of: tiles of SVG that are set beside and below each other as the width allows.

A picture is drawn for a width when it is asked for, so that a phone gets another layout and not smaller letters.
Colours and fonts are the theme's variables, as in `drawing`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..drawing import board as boards
from ..drawing.board import Ghost, Mark, Shape
from ..drawing.cells import Cell, read
from ..drawing.element import SMALL, document, element, group, text, width_of
from .position import WIDTH, Board

WIDE, NARROW = 640.0, 320.0  # the widths of a page with room and of a phone
SLIM = 420.0  # below this width things stand below each other
LINE = 15.0  # from one line of small text to the next
GAP = 16.0
MARGIN = 3.0  # round a board, for its frame
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Tile(NamedTuple):
    """A piece of a picture, its upper left corner at (0, 0)."""

    width: float
    height: float
    content: str


class Picture(NamedTuple):
    """A picture for any width, and what screen readers say of it."""

    draw: Callable[[float], Tile]
    title: str

    def svg(self, width: float = WIDE) -> str:
        """The picture as SVG text, at most so wide where its parts allow it."""
        tile = self.draw(width)
        return document(tile.width, tile.height, [tile.content], self.title)


# Setting tiles --------------------------------------------------------------------------------------------------------


def placed(tile: Tile, x: float, y: float) -> str:
    """The content of a tile, moved."""
    return group([tile.content], x, y)


def beside(tiles: Sequence[Tile], gap: float = GAP) -> Tile:
    """Tiles in a row, their feet on one line."""
    if not tiles:
        return Tile(0, 0, "")
    high, x, parts = max(tile.height for tile in tiles), 0.0, []
    for tile in tiles:
        parts.append(placed(tile, x, high - tile.height))
        x += tile.width + gap
    return Tile(x - gap, high, "".join(parts))


def below(tiles: Sequence[Tile], gap: float = GAP) -> Tile:
    """Tiles one below the other, from the left."""
    if not tiles:
        return Tile(0, 0, "")
    wide, y, parts = max(tile.width for tile in tiles), 0.0, []
    for tile in tiles:
        parts.append(placed(tile, 0, y))
        y += tile.height + gap
    return Tile(wide, y - gap, "".join(parts))


def scaled(drawn: str, factor: float = 1.0) -> Tile:
    """A picture of the `drawing` package as a tile, `factor` times as large."""
    box = _BOX.search(drawn)
    if box is None:
        return Tile(0, 0, "")
    wide, high = float(box[1]) * factor, float(box[2]) * factor
    inner = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    return Tile(wide, high, element("g", inner, transform=f"scale({factor:g})") if factor != 1 else inner)


def flowed(tiles: Sequence[Tile], width: float, gap: float = GAP) -> Tile:
    """Tiles in as many rows as they need."""
    rows: list[list[Tile]] = [[]]
    taken = 0.0
    for tile in tiles:
        if rows[-1] and taken + gap + tile.width > width + 1:
            rows.append([])
        taken = tile.width + (taken + gap if rows[-1] else 0.0)
        rows[-1].append(tile)
    return below([beside(row, gap) for row in rows], gap)


def captioned(tile: Tile, *lines: str, above: str = "", strong: bool = False, fill: str = "var(--muted)") -> Tile:
    """A tile with small text over and under it, each line in the middle; the tile grows as wide as its text."""
    wide = max([tile.width, *(width_of(line, SMALL + 1) for line in (above, *lines))])
    top = LINE + 3 if above else 0.0
    parts = [placed(tile, (wide - tile.width) / 2, top)]
    if above:
        parts.append(words(above, wide / 2, LINE - 4, fill="var(--text)", weight=600 if strong else None))
    for n, line in enumerate(lines, 1):
        parts.append(
            words(line, wide / 2, top + tile.height + n * LINE, fill=fill if n > 1 or not strong else "var(--text)")
        )
    return Tile(wide, top + tile.height + (len(lines) * LINE + 4 if lines else 0), "".join(parts))


def words(
    line: str,
    x: float,
    y: float,
    *,
    anchor: str | None = "middle",
    fill: str = "var(--muted)",
    weight: int | None = None,
) -> str:
    """A line of small text."""
    return text(line, x, y, size=SMALL + 1, anchor=anchor, fill=fill, font_weight=weight)


# Boards ---------------------------------------------------------------------------------------------------------------


def fitting(
    count: int, width: float, largest: float = 16.0, gap: float = 0.0, columns: int = WIDTH
) -> tuple[float, float]:
    """The side of a cell and the gap with which so many boards stand in one row, or in as few rows as can be read."""
    slim = width < SLIM
    gap, least = gap or (12.0 if slim else 16.0), 8.0 if slim else 10.0
    for rows in range(1, count + 1):
        across = -(-count // rows)
        cell = ((width - (across - 1) * gap) / across - 2 * MARGIN) / columns
        if cell >= least:
            return min(cell, largest), gap
    return least, gap


def rows_shown(board: Board, cells: Iterable[Cell] = (), *, least: int = 5, above: int = 1) -> int:
    """How many rows a picture needs to show a board, some cells, and a little sky."""
    return max([least, min(board.top + above, board.height), *(y + 1 + above for _, y in cells)])


def well(
    board: Board,
    rows: int,
    *,
    cell: float = 14.0,
    piece: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    marks: Iterable[Mark] = (),
    over: str = "",
    ring: str = "",
    dim: bool = False,
) -> Tile:
    """The lowest `rows` rows of a board; `over` is drawn on it, in its own units; `ring` is the colour of a frame."""
    field = read(str(board), rows)
    inner = boards.body(field, piece=piece, ghosts=ghosts, marks=marks, cell=cell, dim=dim)
    wide, high = field.width * cell + 2 * MARGIN, field.height * cell + 2 * MARGIN
    parts = [group([inner, over], MARGIN, MARGIN)]
    if ring:
        parts.append(frame(wide, high, ring))
    return Tile(wide, high, "".join(parts))


def frame(width: float, height: float, colour: str) -> str:
    """A frame just inside a tile of that size."""
    return element(
        "rect", x=1, y=1, width=width - 2, height=height - 2, rx=3, fill="none", stroke=colour, stroke_width=2
    )


def tint(cells: Iterable[Cell], rows: int, cell: float, colour: str, opacity: float = 0.3) -> str:
    """Cells washed with a colour."""
    return "".join(
        element("rect", x=x * cell, y=(rows - 1 - y) * cell, width=cell, height=cell, fill=colour, fill_opacity=opacity)
        for x, y in cells
    )


def segment(x: float, y: float, to_x: float, to_y: float, colour: str, thick: float = 2.0) -> str:
    """A line, in the picture's units."""
    return element("path", d=f"M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}", stroke=colour, stroke_width=thick,
                   stroke_linecap="round", fill="none")  # fmt: skip


def arrow(x: float, y: float, to_x: float, to_y: float, colour: str, thick: float = 1.6) -> str:
    """A line with a head at its end."""
    far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    if far < 1e-6:
        return ""
    dx, dy, head = (to_x - x) / far, (to_y - y) / far, min(5.0, far / 2)
    left = f"{to_x - head * dx + head * 0.55 * dy:.2f} {to_y - head * dy - head * 0.55 * dx:.2f}"
    right = f"{to_x - head * dx - head * 0.55 * dy:.2f} {to_y - head * dy + head * 0.55 * dx:.2f}"
    point = element("path", d=f"M{to_x:.2f} {to_y:.2f}L{left}L{right}z", fill=colour)
    return segment(x, y, to_x - head * dx, to_y - head * dy, colour, thick) + point


# Bars -----------------------------------------------------------------------------------------------------------------


class Bar(NamedTuple):
    """A number with its name."""

    name: str
    value: float
    shown: str
    note: str = ""  # how it comes about
    strong: bool = False


def bars(rows: Sequence[Bar], width: float) -> Tile:
    """Bars to both sides of one zero line, names on the left, numbers on the right; on a phone names stand above."""
    slim = width < 480
    names = 0.0 if slim else max(width_of(bar.name, SMALL + 2) for bar in rows) + 14
    notes = max(width_of(bar.note, SMALL + 1) for bar in rows) + (14 if any(bar.note for bar in rows) else 0)
    ends = max(width_of(bar.shown, SMALL + 2) for bar in rows) + 12
    low = min(0.0, *(bar.value for bar in rows))
    high = max(0.0, *(bar.value for bar in rows))
    left, room = (0.0 if slim else names + notes), width - (0.0 if slim else names + notes) - ends
    scale = room / ((high - low) or 1.0)
    pitch, parts = (38.0 if slim else 24.0), []
    zero = left - low * scale
    for n, bar in enumerate(rows):
        y = n * pitch + (18 if slim else 3)
        x, wide = min(zero, zero + bar.value * scale), abs(bar.value) * scale
        colour = "var(--accent)" if bar.strong else "var(--good)" if bar.value > 0 else "var(--bad)"
        weight = 650 if bar.strong else None
        if bar.value:
            parts.append(element("rect", x=x, y=y, width=max(wide, 1), height=14, rx=2, fill=colour, fill_opacity=0.85))
        name_y = y - 5 if slim else y + 11
        parts.append(text(bar.name, 0, name_y, size=SMALL + 2, font_weight=weight))
        note_x = width - ends - 4 if slim else left - 12
        if bar.note:
            parts.append(text(bar.note, note_x, name_y, size=SMALL + 1, anchor="end", fill="var(--muted)", mono=True))
        parts.append(text(bar.shown, width, y + 11, size=SMALL + 2, anchor="end", mono=True, font_weight=weight))
    high_y = len(rows) * pitch
    parts.append(segment(zero, 0 if not slim else 14, zero, high_y - 4, "var(--muted)", 1))
    return Tile(width, high_y, "".join(parts))
