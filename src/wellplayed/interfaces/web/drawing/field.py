"""A Puyo field: round puyos, those of one colour that touch joined, row 13 dimmed, and what may be said of single ones.

Rows are letters as puyo/text.py writes them. A shape has one letter for each of its cells, so a pair is `RG`. Puyos of
row 13 join no group and are drawn apart.
"""

from collections.abc import Iterable, Mapping

from ....puyo.cells import SPAWN_X, SPAWN_Y, VISIBLE, WIDTH
from .board import Ghost, Mark, Shape, drawn_mark, on_cells
from .cells import Cell, Field, read
from .element import SMALL, document, element, group, number, text
from .ink import PUYO, Inks, ink, signs

ROWS = VISIBLE + 1  # of a picture at least
RADIUS, BRIDGE = 0.45, 0.56  # of a puyo, and how wide a bridge is, in sides of a cell
DIM = 0.5  # of what lies above the visible rows
FINE = 8.0  # the side of a cell from which on a field has its whole grid


def svg(
    rows: str,
    *,
    piece: Shape | None = None,
    trigger: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    numbers: Mapping[Cell, int] | None = None,
    marks: Iterable[Mark] = (),
    cell: float = 12,
    labels: bool = False,
    height: int = ROWS,
    title: str = "",
    inks: Inks = PUYO,
) -> str:
    """A field given as rows, the top row first, joined by `/` or one a line; `.` is empty, `#` ojama.

    Parameters
    ----------
    rows : str
        What lies in the field.
    piece : Shape, optional
        The pair at hand, each puyo with an edge.
    trigger : Shape, optional
        Puyos that would set off a chain, outlined where they come to rest, below an arrow that shows how they fall.
    ghosts : iterable of Ghost
        Other places of pairs, outlined.
    numbers : mapping, optional
        What stands on a cell: the link of a chain in which its puyo pops.
    marks : iterable of Mark
        Signs on cells.
    cell : float
        The side of a cell.
    labels : bool
        Whether columns are numbered as people do, 1 to 6.
    height : int
        So many rows at least.
    title : str
        What screen readers say; without it they pass over the picture.
    inks : mapping
        The colour of each letter.
    """
    own = read(rows, height)
    inner = body(own, piece=piece, trigger=trigger, ghosts=ghosts, numbers=numbers, marks=marks, cell=cell, inks=inks)
    wide, high, margin = WIDTH * cell, own.height * cell, 1.0
    parts = [group([inner], margin, margin)]
    if labels:
        parts += [
            text(str(x + 1), margin + (x + 0.5) * cell, high + 13, size=SMALL, anchor="middle", fill="var(--muted)")
            for x in range(WIDTH)
        ]
    return document(wide + 2 * margin, high + 2 * margin + (14.0 if labels else 0.0), parts, title)


def body(
    field: Field,
    *,
    piece: Shape | None = None,
    trigger: Shape | None = None,
    ghosts: Iterable[Ghost] = (),
    numbers: Mapping[Cell, int] | None = None,
    marks: Iterable[Mark] = (),
    cell: float = 12,
    inks: Inks = PUYO,
    dim: bool = False,
) -> str:
    """The elements of a field whose upper left corner is at (0, 0), for pictures made of several."""
    rows = field.height
    parts = [_ground(rows, cell)]
    for letter, cells in sorted(field.letters.items()):
        parts.append(_puyos(letter, [at for at in cells if at[1] < VISIBLE], rows, cell, inks, "puyos"))
        parts.append(_puyos(letter, [at for at in cells if at[1] >= VISIBLE], rows, cell, inks, "puyos dimmed"))
    if piece is not None and piece.cells:
        parts.append(_pair(piece, rows, cell, inks))
    if trigger is not None and trigger.cells:
        parts.append(_trigger(trigger, rows, cell, inks))
    parts += [_ghost(ghost, rows, cell, inks) for ghost in ghosts if ghost.cells]
    for (x, y), link in sorted((numbers or {}).items()):
        parts.append(on_cells(str(link), (x + 0.5) * cell, (rows - y - 0.5) * cell, max(cell * 0.68, 7)))
    parts += [drawn_mark(mark, rows, cell) for mark in marks]
    return group(parts, class_="field", opacity=0.42 if dim else None)


def circles(cells: Iterable[Cell], rows: int, cell: float, radius: float = RADIUS) -> str:
    """A path of one circle for each cell of a field of so many rows; the radius is in sides of a cell."""
    r, parts = number(radius * cell), []
    across = number(2 * radius * cell)
    for x, y in cells:
        left, middle = number((x + 0.5 - radius) * cell), number((rows - y - 0.5) * cell)
        parts.append(f"M{left} {middle}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z")
    return "".join(parts)


def bridges(cells: Iterable[Cell], rows: int, cell: float) -> str:
    """A path that joins the neighbours among cells, from middle to middle."""
    own, half, parts = set(cells), BRIDGE * cell / 2, []
    for x, y in sorted(own):
        across, down = (x + 0.5) * cell, (rows - y - 0.5) * cell
        if (x + 1, y) in own:
            left, top, by = number(across), number(down - half), number(2 * half)
            parts.append(f"M{left} {top}h{number(cell)}v{by}h-{number(cell)}z")
        if (x, y + 1) in own:
            left, bottom, by = number(across - half), number(down), number(2 * half)
            parts.append(f"M{left} {bottom}v-{number(cell)}h{by}v{number(cell)}z")
    return "".join(parts)


def _ground(rows: int, cell: float) -> str:
    """The ground; the rows above the visible ones set off; a cross where a puyo ends the game."""
    wide, high, seen = WIDTH * cell, rows * cell, (rows - VISIBLE) * cell
    ground = element(
        "rect", x=-0.5, y=-0.5, width=wide + 1, height=high + 1, rx=min(cell / 4, 3), fill="var(--well)",
        stroke="var(--line)", class_="well",
    )  # fmt: skip
    down = "".join(f"M{x * cell:g} 0V{high:g}" for x in range(1, WIDTH))
    across = "".join(f"M0 {y * cell:g}H{wide:g}" for y in range(1, rows)) if cell >= FINE else ""
    far, x, y = cell * 0.2, (SPAWN_X + 0.5) * cell, (rows - SPAWN_Y - 0.5) * cell
    arms = f"M{x - far:.2f} {y - far:.2f}l{2 * far:.2f} {2 * far:.2f}m0 {-2 * far:.2f}l{-2 * far:.2f} {2 * far:.2f}"
    parts = [
        ground,
        element("path", d=down + across, stroke="var(--grid)", stroke_width=min(cell / 16, 1), fill="none"),
    ]
    if rows > SPAWN_Y:
        parts.append(
            element("path", class_="cross", d=arms, stroke="var(--muted)", stroke_opacity=0.5, stroke_width=cell / 12)
        )
    if seen > 0:
        parts.append(element("path", d=f"M0 {seen:g}H{wide:g}", stroke="var(--line)", class_="rim"))
    return "".join(parts)


def _puyos(letter: str, cells: list[Cell], rows: int, cell: float, inks: Inks, kind: str) -> str:
    """All puyos of one letter: joined where they can pop together, faint above the visible rows."""
    if not cells:
        return ""
    look, faint = ink(letter, inks), kind != "puyos"
    joined = "" if faint or letter == "#" else bridges(cells, rows, cell)
    shape = element(
        "path", class_=kind, data_letter=letter, d=circles(cells, rows, cell), fill=look.fill,
        fill_opacity=look.opacity if look.opacity < 1 else None,
    )  # fmt: skip
    between = element("path", class_="bridges", d=joined, fill=look.fill) if joined else ""
    return group([between, shape, signs(look, cells, rows, cell)], opacity=DIM if faint else None)


def _each(shape: Shape | Ghost) -> list[tuple[str, Cell]]:
    """The letter and the cell of each puyo."""
    return list(zip(shape.letter, shape.cells, strict=True))


def _pair(piece: Shape, rows: int, cell: float, inks: Inks) -> str:
    """The puyos of a pair, each with an edge."""
    parts = []
    for letter, at in _each(piece):
        look = ink(letter, inks)
        parts.append(
            element(
                "path", class_="puyos", data_letter=letter, d=circles([at], rows, cell, RADIUS - 0.02), fill=look.fill,
                stroke="var(--text)", stroke_width=max(cell / 10, 0.9),
            )
        )  # fmt: skip
        parts.append(signs(look, [at], rows, cell))
    return group(parts, class_="piece")


def _outlined(letter: str, cells: Iterable[Cell], rows: int, cell: float, inks: Inks, dashed: bool = False) -> str:
    """Puyos that are not there: an outline with a breath of colour in it."""
    colour, thin = ink(letter, inks).fill, max(cell / 9, 1.0)
    return element(
        "path", class_="outlined", data_letter=letter, d=circles(cells, rows, cell, RADIUS - 0.5 * thin / cell),
        fill=colour, fill_opacity=0.14, stroke=colour, stroke_width=thin,
        stroke_dasharray=f"{number(cell * 0.22)} {number(cell * 0.13)}" if dashed else None,
    )  # fmt: skip


def _ghost(ghost: Ghost, rows: int, cell: float, inks: Inks) -> str:
    """A pair where it could be, and its label in the middle."""
    parts = [_outlined(letter, [at], rows, cell, inks) for letter, at in _each(ghost)]
    if ghost.label:
        x = sum(x + 0.5 for x, _ in ghost.cells) / len(ghost.cells) * cell
        y = (rows - sum(y + 0.5 for _, y in ghost.cells) / len(ghost.cells)) * cell
        parts.append(on_cells(ghost.label, x, y, max(min(cell * 0.75, 13), 8)))
    return group(parts, class_="ghost", opacity=0.5 if ghost.dim else None)


def _trigger(trigger: Shape, rows: int, cell: float, inks: Inks) -> str:
    """Where the puyos of a trigger come to rest, and an arrow down to them."""
    parts = [_outlined(letter, [at], rows, cell, inks, dashed=True) for letter, at in _each(trigger)]
    column, top = trigger.cells[0][0], max(y for _, y in trigger.cells)
    x, end = (column + 0.5) * cell, (rows - top - 1) * cell - cell * 0.08
    if end > cell * 0.6:
        head = cell * 0.24
        way = (
            f"M{x:.2f} {cell * 0.25:.2f}V{end:.2f}m{-head:.2f} {-head:.2f}l{head:.2f} {head:.2f}l{head:.2f} {-head:.2f}"
        )
        colour = ink(trigger.letter[0], inks).fill
        parts.append(
            element("path", class_="falls", d=way, fill="none", stroke=colour, stroke_width=max(cell / 9, 1.0))
        )
    return group(parts, class_="trigger", data_column=column + 1)
