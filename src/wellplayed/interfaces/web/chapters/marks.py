"""What each feature counts, shown on the board: the cells, edges, rows and columns that add up to its number.

The engine counts whole columns as bits (tetris/features.py); here the definitions are followed cell by cell, so that
every mark in a picture is one thing counted, and the marks add up to the engine's number.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ....game import Placement
from ..drawing.cells import Cell
from ..drawing.element import element, number, text
from .pictures import segment, tint
from .position import HEIGHT, WIDTH, Board

BESIDE, UNDER = "beside", "under"  # the edge at the left of a cell, and the one below it


class Counted(NamedTuple):
    """What adds up to a feature."""

    total: float
    cells: Mapping[Cell, float] = {}  # each with what it adds
    edges: tuple[tuple[str, int, int], ...] = ()  # BESIDE or UNDER a cell; each adds 1
    columns: Mapping[int, float] = {}
    between: Mapping[int, float] = {}  # a column and its right neighbour
    rows: tuple[int, ...] = ()
    level: float | None = None  # a height above the floor
    placed: bool = False  # shown with the piece in place, before rows are cleared


def _landing(board: Board, spot: Placement) -> Counted:
    up = [y for _, y in spot.cells]
    height = min(up) + (max(up) - min(up)) / 2
    return Counted(height, level=height, placed=True)


def _lines(board: Board, spot: Placement) -> Counted:
    full = board.put(spot.cells, spot.piece).full
    return Counted(len(full), rows=full, placed=True)


def _eroded(board: Board, spot: Placement) -> Counted:
    full = board.put(spot.cells, spot.piece).full
    own = dict.fromkeys((cell for cell in spot.cells if cell[1] in full), float(len(full)))
    return Counted(sum(own.values()), own, rows=full, placed=True)


def _across(board: Board, _: Placement) -> Counted:
    edges = tuple(
        (BESIDE, x, y)
        for y in range(max(HEIGHT, board.top))
        for x in range(WIDTH + 1)
        if board.filled(x - 1, y) != board.filled(x, y)
    )
    return Counted(len(edges), edges=edges)


def _up(board: Board, _: Placement) -> Counted:
    edges = tuple(
        (UNDER, x, y)
        for x in range(WIDTH)
        for y in range(board.top + 1)
        if board.filled(x, y - 1) != board.filled(x, y)
    )
    return Counted(len(edges), edges=edges)


def _hole_cells(board: Board) -> list[Cell]:
    return [(x, y) for x, h in enumerate(board.heights) for y in range(h) if not board.filled(x, y)]


def _holes(board: Board, _: Placement) -> Counted:
    cells = dict.fromkeys(_hole_cells(board), 1.0)
    return Counted(len(cells), cells)


def _wells(board: Board, _: Placement) -> Counted:
    cells = {}
    for x in range(WIDTH):
        for y in range(board.top):
            if not board.filled(x, y) and board.filled(x - 1, y) and board.filled(x + 1, y):
                free = 0
                while not board.filled(x, y - 1 - free):
                    free += 1
                cells[x, y] = 1.0 + free
    return Counted(sum(cells.values()), cells)


def _fast_wells(board: Board, _: Placement) -> Counted:
    cells: dict[Cell, float] = {}
    for x in range(WIDTH):
        for y in reversed(range(board.top)):
            well = not board.filled(x, y) and board.filled(x - 1, y) and board.filled(x + 1, y)
            if well and (x, y) not in cells:
                low = y
                while not board.filled(x, low - 1):
                    low -= 1
                cells |= {(x, row): float(row - low + 1) for row in range(low, y + 1)}
    return Counted(sum(cells.values()), cells)


def _depth(board: Board, _: Placement) -> Counted:
    lowest = dict(reversed(_hole_cells(board)))  # the first of each column wins
    over = [(x, y) for x, low in lowest.items() for y in range(low, board.heights[x]) if board.filled(x, y)]
    return Counted(len(over), dict.fromkeys(over, 1.0))


def _holed(board: Board, _: Placement) -> Counted:
    rows = tuple(sorted({y for _, y in _hole_cells(board)}))
    return Counted(len(rows), rows=rows)


def _steps(board: Board) -> dict[int, int]:
    return {x: board.heights[x] - board.heights[x + 1] for x in range(WIDTH - 1)}


def _diversity(board: Board, _: Placement) -> Counted:
    first: dict[int, int] = {}
    for x, step in _steps(board).items():
        if abs(step) <= 2:
            first.setdefault(step, x)
    return Counted(len(first), between={x: float(step) for step, x in first.items()})


def _aggregate(board: Board, _: Placement) -> Counted:
    return Counted(sum(board.heights), columns={x: float(h) for x, h in enumerate(board.heights) if h})


def _bumpiness(board: Board, _: Placement) -> Counted:
    sizes = {x: float(abs(step)) for x, step in _steps(board).items() if step}
    return Counted(sum(sizes.values()), between=sizes)


def _highest(board: Board, _: Placement) -> Counted:
    top = max(board.heights)
    return Counted(top, columns={board.heights.index(top): float(top)}, level=float(top))


def _lowest_filled(board: Board, _: Placement) -> Counted:
    standing = [h for h in board.heights if h]
    if not standing:
        return Counted(0)
    return Counted(min(standing), columns={board.heights.index(min(standing)): float(min(standing))})


def _variance(board: Board, _: Placement) -> Counted:
    mean = sum(board.heights) / WIDTH
    parts = {x: (h - mean) ** 2 / WIDTH for x, h in enumerate(board.heights)}
    return Counted(sum(parts.values()), columns=parts, level=mean)


def _depths(board: Board) -> dict[Cell, int]:
    """The cells from each column's top to the lower of its neighbours, with how deep they lie, the topmost 1."""
    walled = (10**6, *board.heights, 10**6)
    found: dict[Cell, int] = {}
    for x, h in enumerate(board.heights):
        rim = min(walled[x], walled[x + 2])
        found |= {(x, y): rim - y for y in range(h, rim)}
    return found


def _well_depth(board: Board, _: Placement) -> Counted:
    cells = dict.fromkeys(_depths(board), 1.0)
    return Counted(len(cells), cells)


def _stepped(board: Board, _: Placement) -> Counted:
    cells = {cell: float(depth) for cell, depth in _depths(board).items()}
    return Counted(sum(cells.values()), cells)


COUNTS: Mapping[str, Callable[[Board, Placement], Counted]] = {
    "landing_height": _landing,
    "eroded_cells": _eroded,
    "row_transitions": _across,
    "column_transitions": _up,
    "holes": _holes,
    "wells": _wells,
    "fast_wells": _fast_wells,
    "hole_depth": _depth,
    "rows_with_holes": _holed,
    "diversity": _diversity,
    "aggregate_height": _aggregate,
    "lines": _lines,
    "bumpiness": _bumpiness,
    "highest": _highest,
    "lowest_filled": _lowest_filled,
    "height_variance": _variance,
    "well_depth": _well_depth,
    "stepped_wells": _stepped,
}


def counted(feature: str, before: Board, spot: Placement) -> Counted:
    """What a feature counts after a move from `before`. Raises KeyError for a feature that no picture shows."""
    count = COUNTS[feature]
    after = before.put(spot.cells, spot.piece).cleared()
    return count(before if count in (_landing, _lines, _eroded) else after, spot)


def drawn(found: Counted, board: Board, rows: int, cell: float) -> str:
    """The marks as elements over a board's `rows` lowest rows."""
    parts = []
    wide = WIDTH * cell
    for y in found.rows:
        parts.append(element("rect", x=0, y=(rows - 1 - y) * cell, width=wide, height=cell, fill="var(--accent)",
                             fill_opacity=0.22, stroke="var(--accent)", stroke_width=1))  # fmt: skip
    parts.append(tint(found.cells, rows, cell, "var(--accent)", 0.45))
    for (x, y), adds in found.cells.items():
        parts.append(_label(adds, (x + 0.5) * cell, (rows - y - 0.5) * cell, cell))
    for kind, x, y in found.edges:
        left, floor = x * cell, (rows - y) * cell
        end = (left, floor - cell) if kind == BESIDE else (left + cell, floor)
        parts.append(segment(left, floor, *end, "var(--accent)", max(cell / 5, 2)))
    for x, adds in found.columns.items():
        top = (rows - board.heights[x]) * cell
        parts.append(segment((x + 0.12) * cell, top, (x + 0.88) * cell, top, "var(--accent)", 3))
        parts.append(_label(adds, (x + 0.5) * cell, top - cell * 0.55, cell))
    for x, adds in found.between.items():
        low, high = sorted((board.heights[x], board.heights[x + 1]))
        edge = (x + 1) * cell
        parts.append(segment(edge, (rows - low) * cell, edge, (rows - high) * cell - 0.1, "var(--accent)", 3))
        parts.append(_label(adds, edge, (rows - high) * cell - cell * 0.55, cell))
    if found.level is not None:
        up = (rows - found.level) * cell
        if found.placed:
            up -= cell / 2  # the middle of the rows that the piece takes
        parts.append(element("path", d=f"M0 {number(up)}H{number(wide)}", stroke="var(--accent)", stroke_width=1.6,
                             stroke_dasharray="5 3"))  # fmt: skip
    return "".join(parts)


def _label(adds: float, x: float, y: float, cell: float) -> str:
    size = max(cell * 0.62, 8)
    shown = f"{adds:.1f}".removesuffix(".0").replace("-", "−")
    return text(
        shown, x, y + size * 0.36, size=size if len(shown) < 3 else size * 0.8, anchor="middle", mono=True,
        paint_order="stroke", stroke="var(--well)", stroke_width=size / 3.5, stroke_linejoin="round", font_weight=600,
    )  # fmt: skip
