"""Classic boards as text, both ways: rows of `#` and `.`, the top row first, one a line or joined by `/`."""

from typing import Any

import numpy as np

from ...errors import InputError
from ..pieces import PIECES


def show(state: Any, height: int, width: int) -> str:
    """One state [1] as text, hidden rows only where they are filled."""
    columns = [int(c) for c in state["columns"][0][:width]]
    top = max([height, *(c.bit_length() for c in columns)])
    return "\n".join("".join(".#"[c >> y & 1] for c in columns) for y in reversed(range(top)))


def parse(text: str, height: int, width: int, *, name: str = "the board") -> Any:
    """The columns [16] of a board given as rows, top row first; missing rows on top are empty.

    `.`, `_` and blank are empty, any of `#XxIOTZSJLG` is filled. `name` stands for the input in messages.
    Raises InputError for rows of unequal length, another letter, more rows than `height` or another width.
    """
    rows = [r for r in (line.rstrip("\r") for line in text.replace("/", "\n").split("\n")) if r]
    if len(rows) > height:
        raise InputError(f"{name} has {len(rows)} rows, the game {height}; remove some or choose height={len(rows)}")
    columns = [0] * 16
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise InputError(
                f"row {number} of {name} has {len(row)} cells, the game {width}; make every row {width} long"
            )
        for x, cell in enumerate(row):
            if cell in "#XxG" or cell in PIECES:
                columns[x] |= 1 << (len(rows) - number)
            elif cell not in "._ ":
                raise InputError(f"unknown letter {cell!r} in row {number} of {name}; use # for filled and . for empty")
    if any(all(c >> y & 1 for c in columns[:width]) for y in range(len(rows))):
        full = next(y for y in range(len(rows)) if all(c >> y & 1 for c in columns[:width]))
        raise InputError(f"row {len(rows) - full} of {name} is full; full rows vanish, so remove it")
    return np.array(columns, np.uint32)
