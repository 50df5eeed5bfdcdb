"""Guideline moves the slow way: press every key in every position, and look where the piece can come to rest.

A board is a set of filled cells (x, y), y up from the floor. A position is (orientation, x, y) of the true-rotation
centre, orientations 0 north, 1 east, 2 south, 3 west. Rules are anything with the fields of `Rules`.

Quarter turns of SRS come from the offset table of the Tetris wiki's page on SRS: a kick is the offset of the old
orientation minus that of the new one. TETR.IO's I kicks and 180-degree kicks are in the basic frame, as published.
"""

import functools
from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

Cell: TypeAlias = tuple[int, int]
Board: TypeAlias = frozenset[Cell]
Position: TypeAlias = tuple[int, int, int]
Turn: TypeAlias = tuple[int, int, int]  # orientation before, orientation after, number of the kick test from 0
Last: TypeAlias = Turn | None  # None: the last key was no turn


class Rules(Protocol):
    """The rules that matter to a falling piece."""

    @property
    def kicks(self) -> str: ...
    @property
    def half(self) -> str: ...
    @property
    def spawn(self) -> str: ...
    @property
    def drop(self) -> str: ...
    @property
    def spins(self) -> str: ...


class Placement(NamedTuple):
    """Cells at rest, and one spin class that they can have."""

    cells: frozenset[Cell]
    spin: str


# Tables ---------------------------------------------------------------------------------------------------------------

PICTURES = {  # the centre is `o`
    "I": ["#o##"],
    "O": ["##", "o#"],
    "T": [".#.", "#o#"],
    "Z": ["##.", ".o#"],
    "S": [".##", "#o."],
    "J": ["#..", "#o#"],
    "L": ["..#", "#o#"],
}

_ZERO = [(0, 0)] * 5
OFFSETS = {
    "JLSTZ": [_ZERO, [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)], _ZERO, [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]],
    "I": [
        [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
        [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
        [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
        [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
    ],
    "O": [[(0, 0)], [(0, -1)], [(-1, -1)], [(-1, 0)]],
}
PLUS_I = {
    (0, 1): [(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)],
    (1, 0): [(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
    (1, 2): [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    (2, 1): [(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
    (2, 3): [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    (3, 2): [(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
    (3, 0): [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
    (0, 3): [(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)],
}
HALF_TURNS = {
    (0, 2): [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    (2, 0): [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    (1, 3): [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    (3, 1): [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
}


@functools.cache
def shape(piece: str, orientation: int) -> list[Cell]:
    """The cells of a piece about its centre."""
    rows = PICTURES[piece]
    marked = [(i, -j) for j, row in enumerate(rows) for i, mark in enumerate(row) if mark != "."]
    x, y = next((i, -j) for j, row in enumerate(rows) for i, mark in enumerate(row) if mark == "o")
    found = [(i - x, j - y) for i, j in marked]
    for _ in range(orientation):
        found = [(j, -i) for i, j in found]
    return found


def cells(piece: str, position: Position) -> frozenset[Cell]:
    """The cells of a piece."""
    o, x, y = position
    return frozenset((x + i, y + j) for i, j in shape(piece, o))


@functools.cache
def tests(piece: str, before: int, after: int, kicks: str, half: str) -> list[Cell]:
    """Where the centre may go in a turn, in the order of trial."""
    table = OFFSETS["JLSTZ" if piece in "JLSTZ" else piece]
    real = [(a - c, b - d) for (a, b), (c, d) in zip(table[before], table[after], strict=True)]
    if abs(before - after) == 2:
        count = {"none": 0, "nudge": 2, "tetrio": 2 if piece == "I" else 6, "six": 6}[half]
        basic = HALF_TURNS[before, after][:count]
    elif piece == "I" and kicks == "srs+":
        basic = PLUS_I[before, after]
    else:
        return real
    if piece == "O":
        return real[: len(basic)]
    if piece == "I":  # the basic frame turns about the middle of its box, from which the centre lies this far
        corner = [(0, 0), (1, 0), (1, -1), (0, -1)]
        dx, dy = (corner[after][i] - corner[before][i] for i in (0, 1))
        return [(x + dx, y + dy) for x, y in basic]
    return basic


# Boards and keys ------------------------------------------------------------------------------------------------------


def from_rows(rows: list[str]) -> Board:
    """A board from rows, the top one first; `#` and `X` are filled."""
    return frozenset((x, y) for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row) if mark in "#X")


def filled(board: Board, width: int, cell: Cell) -> bool:
    """Whether a cell is filled; walls and floor are, the sky is not."""
    return cell[0] < 0 or cell[0] >= width or cell[1] < 0 or cell in board


@functools.lru_cache(1 << 14)
def fits(board: Board, width: int, piece: str, position: Position) -> bool:
    """Whether a piece may be there."""
    o, x, y = position
    return all(not filled(board, width, (x + i, y + j)) for i, j in shape(piece, o))


def spawn(board: Board, width: int, piece: str, rules: Rules) -> Position | None:
    """Where a piece appears: in the middle, rounded to the left, in the first row that is free."""
    span = len(PICTURES[piece][0])
    x = (width - span) // 2 + (0 if piece == "O" else 1)
    rows = {"19": [19], "20": [20], "19-20": [19, 20]}[rules.spawn]
    return next(((0, x, y) for y in rows if fits(board, width, piece, (0, x, y))), None)


def keys(board: Board, width: int, piece: str, at: Position, rules: Rules) -> Iterator[tuple[Last, Position]]:
    """Every position that one key leads to, with the turn it was, if any."""
    o, x, y = at
    for side in (-1, 1):
        if fits(board, width, piece, (o, x + side, y)):
            yield None, (o, x + side, y)
    for quarters in (1, 3, 2):
        after = (o + quarters) % 4
        for number, (dx, dy) in enumerate(tests(piece, o, after, rules.kicks, rules.half)):
            if fits(board, width, piece, (after, x + dx, y + dy)):
                yield (o, after, number), (after, x + dx, y + dy)
                break
    low = y
    while fits(board, width, piece, (o, x, low - 1)) and (rules.drop == "sonic" or low == y):
        low -= 1
    if low < y:
        yield None, (o, x, low)


# Spins ----------------------------------------------------------------------------------------------------------------

# Cells that TETR.IO's "handheld" looks at, north: those at the ends of S and Z, the free ones about J and L.
HANDHELD = {
    "S": [(-1, 1), (2, 1), (1, 0), (-2, 0)],
    "Z": [(-2, 1), (1, 1), (2, 0), (-1, 0)],
    "J": [(0, 1), (1, 1), (1, -1), (-1, -1)],
    "L": [(-1, 1), (0, 1), (1, -1), (-1, -1)],
}


def corners(board: Board, width: int, at: Position, north: list[Cell]) -> list[bool]:
    """Which of some cells about the centre are filled, given as they lie about a piece that looks north."""
    o, x, y = at
    for _ in range(o):
        north = [(j, -i) for i, j in north]
    return [filled(board, width, (x + i, y + j)) for i, j in north]


def stuck(board: Board, width: int, piece: str, at: Position) -> bool:
    """Whether a piece can move in no direction."""
    o, x, y = at
    return not any(fits(board, width, piece, (o, x + i, y + j)) for i, j in ((-1, 0), (1, 0), (0, 1), (0, -1)))


def spin(board: Board, width: int, piece: str, at: Position, last: Last, rule: str) -> str:
    """The spin class of a piece at rest, by the last key."""
    if last is None or rule == "none":
        return "none"
    before, after, number = last
    immobile = stuck(board, width, piece, at)
    found = "none"
    if piece == "T" and rule != "immobile":
        front = corners(board, width, at, [(-1, 1), (1, 1)])
        back = corners(board, width, at, [(-1, -1), (1, -1)])
        if sum(front) + sum(back) >= 3:
            special = number == 4 and before in (0, 2) and after in (1, 3)
            any_fifth = rule == "corners-fifth" and number >= 4
            found = "full" if all(front) or special or any_fifth else "mini"
        elif immobile and rule in ("t-spins+", "all+", "all-mini+", "mini-only"):
            found = "mini"
    elif rule == "handheld":
        if piece in HANDHELD and sum(corners(board, width, at, HANDHELD[piece])) >= 3:
            found = "full"
    elif immobile:
        if rule in ("all", "all+", "immobile"):
            found = "full"
        elif rule in ("all-mini", "all-mini+", "mini-only"):
            found = "mini"
    return "mini" if found == "full" and rule == "mini-only" else found


# Answers --------------------------------------------------------------------------------------------------------------


def reach(board: Board, width: int, piece: str, rules: Rules) -> dict[Position, set[str]]:
    """Every position where a piece can rest, and the spin classes that it can have there."""
    start = spawn(board, width, piece, rules)
    if start is None:
        return {}
    arrivals: dict[Position, set[Last]] = {start: {None}}
    queue = [start]
    for at in queue:  # which grows meanwhile
        for last, there in keys(board, width, piece, at, rules):
            if there not in arrivals:
                queue.append(there)
            arrivals.setdefault(there, set()).add(last)
    return {
        (o, x, y): {spin(board, width, piece, (o, x, y), last, rules.spins) for last in lasts}
        for (o, x, y), lasts in arrivals.items()
        if not fits(board, width, piece, (o, x, y - 1))
    }


def placements(board: Board, width: int, piece: str, rules: Rules) -> set[Placement]:
    """The same by cells, once for each class."""
    found = reach(board, width, piece, rules)
    return {Placement(cells(piece, at), name) for at, classes in found.items() for name in classes}
