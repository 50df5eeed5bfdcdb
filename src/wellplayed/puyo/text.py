"""Puyo fields as text, both ways: the top row first, one a line or joined by `/`.

Letters: `.` empty, `R G B Y P` the colours, `#` ojama.
"""

from typing import Any

import numpy as np

from ..errors import InputError
from .cells import COLUMNS, LETTERS, PLANES, TOP, VISIBLE, WIDTH


def parse(text: str, *, name: str = "the field") -> Any:
    """The cells uint16 [8, 8] of a field given as rows, top row first; missing rows on top are empty.

    `.`, `_` and blank are empty, small letters count as capitals. Puyos may hang in the air. `name` stands for the
    input in messages. Raises InputError for another letter, a row that is not six wide, or more than thirteen rows.
    """
    rows = [r for r in (line.rstrip("\r") for line in text.replace("/", "\n").split("\n")) if r]
    if len(rows) > TOP:
        raise InputError(f"{name} has {len(rows)} rows, a Puyo field {TOP}; remove some")
    cells = np.zeros((PLANES, COLUMNS), np.uint16)
    for number, row in enumerate(rows, 1):
        if len(row) != WIDTH:
            raise InputError(
                f"row {number} of {name} has {len(row)} cells, a Puyo field {WIDTH}; make every row {WIDTH} long"
            )
        for x, letter in enumerate(row):
            if letter.upper() in LETTERS:
                cells[LETTERS.index(letter.upper()), x] |= 1 << (len(rows) - number)
            elif letter not in "._ ":
                raise InputError(
                    f"unknown letter {letter!r} in row {number} of {name}; use R G B Y P for colours, # for ojama and "
                    ". for empty"
                )
    return cells


def show(cells: Any) -> str:
    """Cells [8, 8] as rows, top row first; the ghost row only where it holds a puyo."""
    columns = [[int(c) for c in plane[:WIDTH]] for plane in cells[: len(LETTERS)]]
    top = max(VISIBLE, *(column.bit_length() for plane in columns for column in plane))
    return "\n".join("".join(_letter(columns, x, y) for x in range(WIDTH)) for y in reversed(range(top)))


def _letter(columns: list[list[int]], x: int, y: int) -> str:
    return next((letter for letter, plane in zip(LETTERS, columns) if plane[x] >> y & 1), ".")
