"""Where a game starts: the board, the first pieces and the held one, as text, so that a replay can carry them."""

import dataclasses
from typing import Any

import numpy as np

from ....errors import InputError
from ...pieces import PIECES
from ..ruleset import Ruleset
from .record import DTYPE, NONE, SLOTS


@dataclasses.dataclass(frozen=True)
class Start:
    """A position to start from; by default an empty board.

    `board`: rows joined by `/` or line breaks, the top one first, `.`, `_` and blank empty, `#` and any of
    `XxGIOTZSJL` filled. `queue`: the first pieces, the falling one foremost, before those of the seed. `hold`: a piece.
    """

    board: str = ""
    queue: str = ""
    hold: str = ""


def blank(start: Start, rules: Ruleset) -> Any:
    """[1] the record of a game before its first piece appears. Raises InputError for what is no position."""
    states = np.zeros(1, DTYPE)
    states["columns"][0, : rules.width] = _columns(start.board, rules)
    states["queue"] = NONE
    if len(start.queue) > SLOTS:
        raise InputError(f"queue={start.queue!r} is longer than {SLOTS} pieces; leave out the last ones")
    states["queue"][0, : len(start.queue)] = [_piece(letter, "queue") for letter in start.queue]
    if len(start.hold) > 1:
        raise InputError(f"hold={start.hold!r} is more than one piece; keep one")
    states["hold"] = _piece(start.hold, "hold") if start.hold else NONE
    return states


def _piece(letter: str, what: str) -> int:
    if letter not in PIECES:
        raise InputError(f"unknown piece {letter!r} in the {what}; choose from {PIECES}")
    return PIECES.index(letter)


def _columns(board: str, rules: Ruleset) -> Any:
    rows = [row for row in board.replace("/", "\n").split("\n") if row]
    if len(rows) > rules.rows:
        raise InputError(f"the board has {len(rows)} rows, the rules {rules.rows}; remove some")
    columns = [0] * rules.width
    for y, row in enumerate(reversed(rows)):
        if len(row) != rules.width:
            raise InputError(
                f"row {len(rows) - y} of the board has {len(row)} cells, the rules {rules.width}; "
                f"make every row {rules.width} long"
            )
        for x, cell in enumerate(row):
            if cell in "#XxG" or cell in PIECES:
                columns[x] |= 1 << y
            elif cell not in "._ ":
                raise InputError(f"unknown letter {cell!r} on the board; use # for filled and . for empty")
    return np.array(columns, np.uint64)
