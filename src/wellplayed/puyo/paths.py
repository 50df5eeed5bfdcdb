"""A placement as keys: what to press from where the pair appears, or from anywhere else, before it is let fall."""

from typing import Any

import numpy as np

from ..errors import InputError
from .cells import SPAWN_X, SPAWN_Y, WIDTH
from .keystep.links import measure
from .keystep.motion import fits
from .keystep.record import CCW, CW, LEFT, RIGHT
from .keystep.way import MOST, NO_WAY, POSITIONS, find, numbered
from .reach import ACTIONS

NAMES = {LEFT: "L", RIGHT: "R", CW: "CW", CCW: "CCW"}
START = (SPAWN_X, SPAWN_Y, 0)


def keys_for(cells: Any, action: int, topped: int = 0) -> tuple[str, ...]:
    """The fewest keys, of `L R CW CCW`, that bring a new pair over the place of an action; it has still to fall.

    `cells` [8, 8] is a field at rest, `topped` its columns whose row 14 is used up, as bits. A quick turn is two
    presses. Raises InputError for an action that is none or cannot be reached.

    >>> from wellplayed.puyo.text import parse
    >>> keys_for(parse(""), 3 * 6 + 1)
    ('L', 'CCW')
    """
    columns = np.zeros(8, np.uint16)
    measure(cells, columns)
    found = way(columns, topped, START, action) if 0 <= action < ACTIONS else None
    if found is None:
        raise InputError(f"action {action} cannot be reached here; choose one of those that are legal")
    return found


def way(
    columns: Any, topped: int, position: tuple[int, int, int], action: int, armed: bool = False
) -> tuple[str, ...] | None:
    """The fewest keys from a position (x, y, rotation) to the column and rotation of an action; None if none do.

    `columns` [8] are the filled cells by column, as bits. `armed`: a first press for a quick turn was made in time.
    """
    if not fits(columns, topped, *position):
        return None
    scratch, keys = np.empty((3, POSITIONS), np.int16), np.empty(MOST, np.int8)
    n = find(columns, topped, numbered(*position, int(armed)), action, scratch, keys)
    return None if n == NO_WAY else tuple(NAMES[key] for key in keys[:n].tolist())


def parts(action: int) -> tuple[int, int]:
    """The rotation and the column of an action."""
    return action // WIDTH, action % WIDTH
