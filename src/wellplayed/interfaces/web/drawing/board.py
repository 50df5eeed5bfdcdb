"""A board of any size: the well, what lies in it, the piece, ghosts with their values, marks on cells."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .cells import Cell, Field, outline, read, squares
from .element import SMALL, document, element, group, text
from .ink import TETRIS, Inks, ink, signs

FULL = 13.0  # the side of a cell from which on a board has its whole grid and wide gaps


class Shape(NamedTuple):
    """A piece where it is."""

    letter: str
    cells: Sequence[Cell]


class Ghost(NamedTuple):
    """A piece where it could be."""

    letter: str
    cells: Sequence[Cell]
    label: str = ""  # its value, written on it
    dim: bool = False


class Mark(NamedTuple):
    """A sign on a cell; the cell may lie beside the well."""

    x: int
    y: int
    sign: str  # `dot`, `ring`, `cross`, or a short text
    good: bool | None = None  # the colour of good or of bad; None for neither


def svg(
    rows: str,
    *,
    piece: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    marks: Iterable[Mark] = (),
    cell: float = 12,
    labels: bool = False,
    height: int = 0,
    title: str = "",
    inks: Inks = TETRIS,
) -> str:
    """A board given as rows, the top row first, joined by `/` or one a line; `.` is empty, other letters are in `inks`.

    Parameters
    ----------
    rows : str
        What lies in the well, as `Game.show` writes it or in the letters of pieces.
    piece : Shape, optional
        The piece at hand, drawn with an edge.
    ghosts : iterable of Ghost
        Other places of pieces, outlined.
    marks : iterable of Mark
        Signs on cells.
    cell : float
        The side of a cell.
    labels : bool
        Whether columns and rows are numbered, from 0 as everywhere in the engine.
    height : int
        So many rows at least; missing ones are empty and on top.
    title : str
        What screen readers say; without it they pass over the picture.
    inks : mapping
        The colour of each letter.
    """
    field = read(rows, height)
    inner = body(field, piece=piece, ghosts=ghosts, marks=marks, cell=cell, inks=inks)
    margin = 1.0  # for the edge of the well
    left = cell * 0.3 + 12 if labels else 0.0
    wide, high = field.width * cell, field.height * cell
    parts = [group([inner], left + margin, margin)]
    if labels:
        parts.append(_numbers(field, cell, left + margin))
    below = 14.0 if labels else 0.0
    return document(wide + left + 2 * margin, high + below + 2 * margin, parts, title)


def body(
    field: Field,
    *,
    piece: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    marks: Iterable[Mark] = (),
    cell: float = 12,
    inks: Inks = TETRIS,
    dim: bool = False,
) -> str:
    """The elements of a board whose upper left corner is at (0, 0), for pictures made of several."""
    rows = field.height
    parts = [_well(field, cell)]
    gap = max(cell * 0.08, 0.5)
    for letter, cells in sorted(field.letters.items()):
        look = ink(letter, inks)
        parts.append(
            element(
                "path",
                class_="cells",
                data_letter=letter,
                d=squares(cells, rows, cell, gap),
                fill=look.fill,
                fill_opacity=look.opacity if look.opacity < 1 else None,
            )
        )
        parts.append(signs(look, cells, rows, cell))
    if piece is not None and piece.cells:
        parts.append(_piece(piece, rows, cell, gap, inks))
    parts += [_ghost(ghost, rows, cell, inks) for ghost in ghosts if ghost.cells]
    parts += [drawn_mark(mark, rows, cell) for mark in marks]
    return group(parts, class_="board", opacity=0.42 if dim else None)


def _well(field: Field, cell: float) -> str:
    """The ground, its grid, its edge."""
    wide, high = field.width * cell, field.height * cell
    across = "" if cell < FULL else "".join(f"M0 {y * cell:g}H{wide:g}" for y in range(1, field.height))
    down = "".join(f"M{x * cell:g} 0V{high:g}" for x in range(1, field.width))
    ground = element(
        "rect", x=-0.5, y=-0.5, width=wide + 1, height=high + 1, rx=min(cell / 4, 3), fill="var(--well)",
        stroke="var(--line)", class_="well",
    )  # fmt: skip
    return ground + element("path", d=across + down, stroke="var(--grid)", stroke_width=min(cell / 16, 1), fill="none")


def _piece(piece: Shape, rows: int, cell: float, gap: float, inks: Inks) -> str:
    """The piece at hand: its cells, and a thin edge that shows where it ends."""
    look = ink(piece.letter, inks)
    filled = element(
        "path", class_="cells", data_letter=piece.letter, d=squares(piece.cells, rows, cell, gap), fill=look.fill
    )
    edge = element(
        "path", class_="edge", d=outline(piece.cells, rows, cell), fill="none", stroke="var(--text)",
        stroke_opacity=0.75, stroke_width=max(cell / 12, 0.8), stroke_linejoin="round",
    )  # fmt: skip
    return group([filled, signs(look, piece.cells, rows, cell), edge], class_="piece")


def _ghost(ghost: Ghost, rows: int, cell: float, inks: Inks) -> str:
    """An outline with a breath of colour in it, and the label in the middle."""
    colour, thin = ink(ghost.letter, inks).fill, max(cell / 10, 1.0)
    shape = element(
        "path", d=outline(ghost.cells, rows, cell, thin / 2 + 0.5), fill=colour, fill_opacity=0.14, stroke=colour,
        stroke_width=thin, stroke_linejoin="round",
    )  # fmt: skip
    parts = [shape]
    if ghost.label:
        across, up = [x for x, _ in ghost.cells], [y for _, y in ghost.cells]
        x = (min(across) + max(across) + 1) / 2 * cell
        y = (rows - (min(up) + max(up) + 1) / 2) * cell
        parts.append(on_cells(ghost.label, x, y, max(min(cell * 0.75, 13), 8)))
    return group(parts, class_="ghost", data_letter=ghost.letter, opacity=0.5 if ghost.dim else None)


def drawn_mark(mark: Mark, rows: int, cell: float) -> str:
    """A sign in the middle of a cell."""
    x, y, far = (mark.x + 0.5) * cell, (rows - mark.y - 0.5) * cell, cell * 0.26
    colour = {None: "var(--text)", True: "var(--good)", False: "var(--bad)"}[mark.good]
    thick = max(cell / 8, 1.2)
    match mark.sign:
        case "dot":
            return element("circle", class_="mark", cx=x, cy=y, r=cell * 0.16, fill=colour)
        case "ring":
            return element("circle", class_="mark", cx=x, cy=y, r=far, fill="none", stroke=colour, stroke_width=thick)
        case "cross":
            low, high = _point(x - far, y - far), _point(x + far, y + far)
            up = f"M{_point(x - far, y + far)}L{_point(x + far, y - far)}"
            way = {"d": f"M{low}L{high}{up}", "stroke_linecap": "round", "fill": "none"}
            halo = element("path", **way, stroke="var(--well)", stroke_width=thick * 2.4)
            return group([halo, element("path", **way, stroke=colour, stroke_width=thick)], class_="mark")
    return on_cells(mark.sign, x, y, max(cell * 0.6, 8), colour)


def on_cells(words: str, x: float, y: float, size: float, fill: str = "var(--text)") -> str:
    """Text in the middle of (x, y), with the well's colour round its letters so that it can be read on anything."""
    return text(
        words, x, y + size * 0.36, size=size, anchor="middle", fill=fill, mono=True, class_="label",
        paint_order="stroke", stroke="var(--well)", stroke_width=size / 3.5, stroke_linejoin="round", font_weight=600,
    )  # fmt: skip


def _numbers(field: Field, cell: float, left: float) -> str:
    """The numbers of columns below the well and of rows left of it."""
    size = min(SMALL, cell * 0.9)
    step = 1 if cell >= size else 2
    below = [
        text(str(x), left + (x + 0.5) * cell, field.height * cell + 13, size=size, anchor="middle", fill="var(--muted)")
        for x in range(0, field.width, step)
    ]
    beside = [
        text(str(y), left - 5, (field.height - y - 0.5) * cell + 4, size=size, anchor="end", fill="var(--muted)")
        for y in range(0, field.height, step)
    ]
    return group([*below, *beside], class_="labels")


def _point(x: float, y: float) -> str:
    """A point of a path."""
    return f"{x:.2f} {y:.2f}"
