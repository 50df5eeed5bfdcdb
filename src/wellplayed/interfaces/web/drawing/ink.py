"""What a letter on a board looks like: the colour of a piece, of garbage, or of a cell whose piece is not known.

Besides its colour a letter may have a sign, a few lines on each of its cells, for whoever cannot rely on colours. Signs
are in every picture and shown where a visitor has asked for patterns (`.wp-sign` in static/theme.css); those on the
canvas are the same (static/colours.js).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from .cells import Cell
from .element import element, number

Line: TypeAlias = tuple[float, float, float, float]  # from (x, y) to (x, y) in sides of a cell, y down; or a dot

SIGN = "wp-sign"  # the class of signs
LEAST = 4.0  # the side of a cell from which on it has a sign
THIN, DOT = 0.1, 0.34  # of a line, and across a dot, in sides of a cell
STRENGTH = 0.9


class Ink(NamedTuple):
    """How cells of one letter are filled."""

    fill: str  # a variable of the theme
    opacity: float = 1.0
    sign: tuple[Line, ...] = ()


Inks: TypeAlias = Mapping[str, Ink]

UNKNOWN = Ink("var(--muted)", 0.62)
SIGNS: Mapping[str, tuple[Line, ...]] = {
    "I": ((0.5, 0.2, 0.5, 0.8),),
    "O": ((0.3, 0.3, 0.7, 0.3), (0.7, 0.3, 0.7, 0.7), (0.7, 0.7, 0.3, 0.7), (0.3, 0.7, 0.3, 0.3)),
    "T": ((0.5, 0.5, 0.5, 0.5),),
    "S": ((0.25, 0.75, 0.75, 0.25),),
    "Z": ((0.25, 0.25, 0.75, 0.75),),
    "J": ((0.22, 0.38, 0.78, 0.38), (0.22, 0.62, 0.78, 0.62)),
    "L": ((0.5, 0.22, 0.5, 0.78), (0.22, 0.5, 0.78, 0.5)),
}
TETRIS: Inks = {
    **{letter: Ink(f"var(--piece-{letter.lower()})", sign=sign) for letter, sign in SIGNS.items()},
    "G": Ink("var(--piece-g)"),
    "#": UNKNOWN,
}
PUYO_SIGNS: Mapping[str, tuple[Line, ...]] = {
    "R": ((0.5, 0.28, 0.5, 0.72),),
    "G": ((0.35, 0.35, 0.65, 0.35), (0.65, 0.35, 0.65, 0.65), (0.65, 0.65, 0.35, 0.65), (0.35, 0.65, 0.35, 0.35)),
    "B": ((0.34, 0.66, 0.66, 0.34),),
    "Y": ((0.5, 0.28, 0.5, 0.72), (0.28, 0.5, 0.72, 0.5)),
    "P": ((0.5, 0.5, 0.5, 0.5),),
}
PUYO: Inks = {
    **{letter: Ink(f"var(--puyo-{letter.lower()})", sign=sign) for letter, sign in PUYO_SIGNS.items()},
    "#": Ink("var(--puyo-ojama)"),
}


def ink(letter: str, inks: Inks) -> Ink:
    """The ink of a letter; of one that is not in the table, that of an unknown piece."""
    return inks.get(letter, UNKNOWN)


def signs(look: Ink, cells: Iterable[Cell], rows: int, cell: float) -> str:
    """The sign of a letter on its cells of a board of so many rows; empty text where it has none, or no room for it."""
    if not look.sign or cell < LEAST:
        return ""
    is_dot = all((x, y) == (u, v) for x, y, u, v in look.sign)
    parts = []
    for column, row in cells:
        left, top = column * cell, (rows - 1 - row) * cell
        for x, y, u, v in look.sign:
            by = f"{number((u - x) * cell)} {number((v - y) * cell)}"
            parts.append(f"M{number(left + x * cell)} {number(top + y * cell)}l{by}")
    return element(
        "path", class_=SIGN, d="".join(parts), fill="none", stroke="var(--sign)", stroke_opacity=STRENGTH,
        stroke_width=max(cell * (DOT if is_dot else THIN), 0.6), stroke_linecap="round" if is_dot else None,
    )  # fmt: skip
