"""A placement as keys: the shortest sequence that ends in it, and what kind of move that is.

Keys are `L R CW CCW 180 D`; D is one row down, or all the way where soft drops are sonic. A path leads down to the
resting position; the hard drop that locks the piece there, `HD`, is not part of it. As text the keys are written one
after the other, which reads back in one way only.

Of several shortest paths the one that comes first in the order `L R CW CCW 180 D`, compared key by key from the start,
is taken: pieces move and turn before they fall where both are possible.

The kind of a move, the first of these that is true:

`spin`   the last key is a turn and the rules count it as a spin, mini or full;
`drop`   a straight drop reaches the same cells (keys other than D where the piece appears, then a fall to the bottom)
         and no key moves the piece sideways;
`shift`  a straight drop reaches the same cells after moves to the side;
`spin`   the last key other than D is a turn;
`tuck`   the last key other than D is a shift, and after it a filled cell lies somewhere above the piece;
`shift`  likewise, under the open sky: the way there was closed in the rows where the piece appears.

>>> spell(("D", "D", "CCW", "L", "180")), read("DDCCWL180")
('DDCCWL180', ('D', 'D', 'CCW', 'L', '180'))
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..._jit import Array
from ...errors import InputError
from ..pieces import PIECES
from ..srs import CELLS, Cell
from .ruleset import Ruleset
from .spins import CLASSES, MOVED, PROMOTED, TURNED, switches
from .walk import (
    CANONICAL,
    DOWN,
    FIRST,
    HIGHEST,
    KEYS,
    LEFT,
    RIGHT,
    Walk,
    class_at,
    place,
    position,
    resting,
    walk,
)

ORIENTATIONS = ("north", "east", "south", "west")
_KEY = re.compile("CCW|CW|180|HD|[LRD]")


class Path(NamedTuple):
    """The way to a resting position."""

    keys: tuple[str, ...]
    kind: str  # drop, shift, tuck or spin; see the module
    spin: str  # none, mini or full

    @property
    def text(self) -> str:
        """The keys as one word."""
        return spell(self.keys)


class Found(NamedTuple):
    """A placement and the shortest path to it."""

    orientation: int  # as walk.placements names it
    x: int
    y: int
    cells: tuple[Cell, ...]
    path: Path


def spell(keys: tuple[str, ...]) -> str:
    """Keys as text."""
    return "".join(keys)


def read(text: str) -> tuple[str, ...]:
    """The keys of a text. Raises InputError where it is none."""
    keys = tuple(_KEY.findall(text))
    if "".join(keys) != text:
        raise InputError(f"cannot read the keys {text!r}; write L R CW CCW 180 D HD one after the other")
    return keys


def finesse(path: Path) -> Path:
    """The same without the last soft drops, which the hard drop makes anyway."""
    keys = list(path.keys)
    while keys and keys[-1] == "D":
        keys.pop()
    return path._replace(keys=tuple(keys))


def path(
    columns: Array,
    width: int,
    rows: int,
    piece: int,
    orientation: int,
    x: int,
    y: int,
    rules: Ruleset,
    spin: str | None = None,
    *,
    exact: bool = False,
    row: int | None = None,
) -> Path:
    """The shortest path to a resting position, or the shortest that ends there in the spin class `spin`.

    Any orientation that covers the same cells will do, unless it must be `exact`; `row` as for `walk`. Raises
    InputError if there is no such path.
    """
    found = ways(columns, width, rows, piece, orientation, x, y, rules, exact=exact, row=row)
    found = [way for way in found if spin in (None, way.spin)]
    if not found:
        how = "" if spin is None else f" with spin class {spin}"
        target = f"{PIECES[piece]} {ORIENTATIONS[orientation % 4]} at ({x}, {y})"
        raise InputError(f"{target} cannot be reached{how} under these rules; list what can with placements()")
    return found[0]


def ways(
    columns: Array,
    width: int,
    rows: int,
    piece: int,
    orientation: int,
    x: int,
    y: int,
    rules: Ruleset,
    *,
    exact: bool = False,
    row: int | None = None,
) -> list[Path]:
    """The shortest path to a resting position for each spin class, the shortest of all first; none if unreachable.

    `exact` and `row` as for `path`.
    """
    if not (0 <= orientation < 4 and 0 <= x < width and 0 <= y < HIGHEST):
        return []
    walked = walk(columns, width, rows, piece, rules, row=row)
    wanted = position(orientation, x, y)
    best: dict[str, _Way] = {}
    for end in map(int, np.flatnonzero(resting(walked, rules, merge=False))):
        if end == wanted or (not exact and canonical(piece, end) == canonical(piece, wanted)):
            for way in _ways(walked, rules, end):
                best[way.spin] = min(way, best.get(way.spin, way))
    direct = straight(columns, width, rows, piece, rules, row=row) if best else set()
    return [way.shown(_kind(way, walked, direct)) for way in sorted(best.values())]


def paths(columns: Array, width: int, rows: int, piece: int, rules: Ruleset) -> list[Found]:
    """Every placement of `walk.placements`, in its order, with the shortest path to its cells and spin class."""
    walked = walk(columns, width, rows, piece, rules)
    direct = straight(columns, width, rows, piece, rules)
    best: dict[tuple[int, int], _Way] = {}
    for end in np.flatnonzero(resting(walked, rules, merge=False)):
        for way in _ways(walked, rules, int(end)):
            label = canonical(piece, int(end)), CLASSES.index(way.spin)
            best[label] = min(way, best.get(label, way))
    found = []
    for (number, _), way in sorted(best.items()):
        found.append(Found(*place(number), cells(piece, number), way.shown(_kind(way, walked, direct))))
    return found


def straight(columns: Array, width: int, rows: int, piece: int, rules: Ruleset, *, row: int | None = None) -> set[int]:
    """The resting positions of straight drops, under their canonical names."""
    walked = walk(columns, width, rows, piece, rules, drop=False, row=row)
    found = set()
    for number in np.flatnonzero(walked.arrived):
        o, x, y = place(int(number))
        while y > 0 and int(walked.free[o, x]) >> (y - 1) & 1:
            y -= 1
        found.add(canonical(piece, position(o, x, y)))
    return found


def canonical(piece: int, number: int) -> int:
    """The position that names the same cells in the orientation used for placements."""
    o, x, y = place(number)
    kept, dx, dy = map(int, CANONICAL[piece, o])
    return position(kept, x + dx, y + dy)


def cells(piece: int, number: int) -> tuple[Cell, ...]:
    """The cells of a piece in a position, from left to right and from the bottom up."""
    o, x, y = place(number)
    return tuple(sorted((x + dx, y + dy) for dx, dy in CELLS[PIECES[piece]][o]))


# Reading the walk -----------------------------------------------------------------------------------------------------


class _Way(NamedTuple):
    """A way to a resting position; ways compare by length, then key by key."""

    length: int
    keys: tuple[int, ...]
    spin: str
    end: int
    before_fall: int  # the position after the last key that is not D

    def shown(self, kind: str) -> Path:
        return Path(tuple(KEYS[key] for key in self.keys), kind, self.spin)


def _ways(walked: Walk, rules: Ruleset, end: int) -> list[_Way]:
    """The shortest way to a resting position for each kind of last key."""
    columns, width, piece, free, _, arrived, _ = walked
    found = []
    for column, kind in enumerate((MOVED, TURNED, PROMOTED), 1):
        if arrived[end] & kind:
            spin = class_at(columns, width, piece, free, end, kind, switches(rules.spins))
            steps = list(_steps_back(walked, end, column))
            keys = tuple(key for _, key in reversed(steps))
            before_fall = next((number for number, key in steps if key != DOWN), walked.start)
            found.append(_Way(len(keys), keys, CLASSES[spin], end, before_fall))
    return found


def _steps_back(walked: Walk, end: int, column: int) -> Iterator[tuple[int, int]]:
    """The positions from `end` back to the spawn, each with the key that led there; `column` is that of `came`."""
    number, step = end, int(walked.came[end, column])
    while step >= 0:
        yield number, step % 8
        number = step // 8
        step = int(walked.came[number, FIRST])


def _kind(way: _Way, walked: Walk, direct: set[int]) -> str:
    """See the module."""
    if way.spin != "none":
        return "spin"
    if canonical(walked.piece, way.end) in direct:
        return "shift" if {LEFT, RIGHT} & set(way.keys) else "drop"
    if next(key for key in reversed(way.keys) if key != DOWN) > RIGHT:
        return "spin"
    over = (int(walked.columns[x]) >> (y + 1) for x, y in cells(walked.piece, way.before_fall))
    return "tuck" if any(over) else "shift"
