"""The rotation systems, as data: cells of each piece in each orientation, and where a rotation may move it.

Positions are those of the true-rotation centre, x to the right, y up, the one coordinate system of this package (and of
the Tetris Bot Protocol). Orientations are 0 north (as spawned), 1 east (clockwise), 2 south, 3 west. A kick is the
displacement of the centre; the tests of a rotation are tried in order and the first free position wins.

The kick tables are published for the basic frame, in which I and O have no centre of their own. `SHIFT` is how far the
true-rotation centre of each orientation lies from the basic one; a kick in our frame is the published one plus the
shift of the new orientation minus that of the old one. Sources: the Tetris wiki's page on SRS for SRS; TETR.IO's own
tables, as reimplemented in halp1/triangle and checked there against replays, for SRS+ and its 180-degree kicks.
"""

from typing import Literal, TypeAlias

Cell: TypeAlias = tuple[int, int]
Quarter = Literal["srs", "srs+"]
Half = Literal["none", "nudge", "tetrio", "six"]

NORTH, EAST, SOUTH, WEST = range(4)

_NORTH: dict[str, tuple[Cell, ...]] = {
    "I": ((-1, 0), (0, 0), (1, 0), (2, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((-1, 0), (0, 0), (1, 0), (0, 1)),
    "Z": ((-1, 1), (0, 1), (0, 0), (1, 0)),
    "S": ((-1, 0), (0, 0), (0, 1), (1, 1)),
    "J": ((-1, 0), (0, 0), (1, 0), (-1, 1)),
    "L": ((-1, 0), (0, 0), (1, 0), (1, 1)),
}


def turned(cells: tuple[Cell, ...], quarters: int) -> tuple[Cell, ...]:
    """Cells turned clockwise about (0, 0)."""
    for _ in range(quarters % 4):
        cells = tuple((y, -x) for x, y in cells)
    return cells


CELLS: dict[str, tuple[tuple[Cell, ...], ...]] = {p: tuple(turned(c, o) for o in range(4)) for p, c in _NORTH.items()}

SHIFT: dict[str, tuple[Cell, ...]] = {
    "I": ((0, 0), (1, 0), (1, -1), (0, -1)),
    "O": ((0, 0), (0, 1), (1, 1), (1, 0)),
}

_N, _E, _S, _W = range(4)
_JLSTZ: dict[tuple[int, int], tuple[Cell, ...]] = {
    (_N, _E): ((-1, 0), (-1, 1), (0, -2), (-1, -2)),
    (_E, _N): ((1, 0), (1, -1), (0, 2), (1, 2)),
    (_E, _S): ((1, 0), (1, -1), (0, 2), (1, 2)),
    (_S, _E): ((-1, 0), (-1, 1), (0, -2), (-1, -2)),
    (_S, _W): ((1, 0), (1, 1), (0, -2), (1, -2)),
    (_W, _S): ((-1, 0), (-1, -1), (0, 2), (-1, 2)),
    (_W, _N): ((-1, 0), (-1, -1), (0, 2), (-1, 2)),
    (_N, _W): ((1, 0), (1, 1), (0, -2), (1, -2)),
}
_I: dict[str, dict[tuple[int, int], tuple[Cell, ...]]] = {
    "srs": {
        (_N, _E): ((-2, 0), (1, 0), (-2, -1), (1, 2)),
        (_E, _N): ((2, 0), (-1, 0), (2, 1), (-1, -2)),
        (_E, _S): ((-1, 0), (2, 0), (-1, 2), (2, -1)),
        (_S, _E): ((1, 0), (-2, 0), (1, -2), (-2, 1)),
        (_S, _W): ((2, 0), (-1, 0), (2, 1), (-1, -2)),
        (_W, _S): ((-2, 0), (1, 0), (-2, -1), (1, 2)),
        (_W, _N): ((1, 0), (-2, 0), (1, -2), (-2, 1)),
        (_N, _W): ((-1, 0), (2, 0), (-1, 2), (2, -1)),
    },
    "srs+": {
        (_N, _E): ((1, 0), (-2, 0), (-2, -1), (1, 2)),
        (_E, _N): ((-1, 0), (2, 0), (-1, -2), (2, 1)),
        (_E, _S): ((-1, 0), (2, 0), (-1, 2), (2, -1)),
        (_S, _E): ((-2, 0), (1, 0), (-2, 1), (1, -2)),
        (_S, _W): ((2, 0), (-1, 0), (2, 1), (-1, -2)),
        (_W, _S): ((1, 0), (-2, 0), (1, 2), (-2, -1)),
        (_W, _N): ((1, 0), (-2, 0), (1, -2), (-2, 1)),
        (_N, _W): ((-1, 0), (2, 0), (2, -1), (-1, 2)),
    },
}
_HALF: dict[tuple[int, int], tuple[Cell, ...]] = {
    (_N, _S): ((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)),
    (_S, _N): ((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    (_E, _W): ((1, 0), (1, 2), (1, 1), (0, 2), (0, 1)),
    (_W, _E): ((-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)),
}


def kicks(piece: str, before: int, after: int, quarter: Quarter = "srs", half: Half = "none") -> tuple[Cell, ...]:
    """The displacements tried, in order, when `piece` turns from one orientation to another; empty if it cannot.

    `half` names the 180-degree table: `none`; `nudge`, the plain turn and one test; `tetrio`, six tests and two for I;
    `six`, six tests for every piece.
    """
    if (after - before) % 4 == 2:
        extra = {"none": 0, "nudge": 1, "tetrio": 1 if piece == "I" else 5, "six": 5}[half]
        if not extra:
            return ()
        tests = ((0, 0), *_HALF[before, after][:extra])
    else:
        table = _I[quarter] if piece == "I" else _JLSTZ
        tests = ((0, 0), *table[before, after])
    if piece == "O":
        tests = ((0, 0),)
    shift = SHIFT.get(piece, ((0, 0),) * 4)
    dx, dy = (shift[after][i] - shift[before][i] for i in (0, 1))
    return tuple((x + dx, y + dy) for x, y in tests)
