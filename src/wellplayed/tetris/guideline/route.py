"""The keys of one placement, from wherever its piece is: the answer of paths.py, many times as fast, and a quicker one.

How. A breadth-first walk like that of walk.py, over the same positions and in the same order of keys, that ends as soon
as it arrives: the first arrival at the wanted cells in the wanted spin class is the first of the shortest ways. It
starts from any position, so that it serves a piece in the middle of its fall as well as one that has just appeared.

A path of paths.py counts every row of soft drop as a key, and may take a detour at the bottom to save one. A `quick`
way is one of the fewest keys before the hard drop: it arrives wherever the piece would fall straight into place.

Under fast gravity a piece falls `sag` rows after every key, before the next: then the walk goes from where one such
fall ends to where the next one does, and what a turn was is forgotten where the piece falls after it.
"""

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...errors import InputError
from ..pieces import PIECES
from .paths import ORIENTATIONS, Path
from .roadmap import BESIDE, COLUMNS, SIDE, TURN, empty, packed, prepare, pressed, sunk, unpacked
from .ruleset import Ruleset
from .spins import ANY_FIFTH, CLASSES, MOVED, spin_class, switches
from .walk import (
    CANONICAL,
    CELL,
    DOWN,
    HIGHEST,
    KEYS,
    RIGHT,
    SONIC,
    STAY,
    STEP,
    WIDEST,
    kick_table,
    position,
)

KINDS = ("drop", "shift", "tuck", "spin")
DROP, SHIFT, TUCK, SPIN = range(4)
NO_WAY = -1
ANY = -1  # as a spin class: whichever takes the fewest keys

_0, _1 = np.uint64(0), np.uint64(1)


def route(
    columns: Array,
    width: int,
    rows: int,
    piece: int,
    goal: tuple[int, int, int],
    rules: Ruleset,
    spin: str | None = None,
    *,
    start: tuple[int, int, int],
    quick: bool = False,
    sag: int = 0,
) -> Path:
    """The shortest path of a piece from `start` to the cells of `goal`, both (orientation, x, y), in a spin class.

    From where the piece appears it is the path of `paths.path`; the kind is seen from `start`. With `quick` it is a
    path of the fewest keys before the hard drop, the first in the order of keys. `sag` is how many rows the piece falls
    after each key. Raises InputError if there is none.
    """
    board = np.zeros(WIDEST, np.uint64)
    board[:width] = np.asarray(columns[:width], np.uint64) & np.uint64((1 << rows) - 1)
    down = SONIC if rules.drop == "sonic" else STEP
    wanted = ANY if spin is None else CLASSES.index(spin)
    table, rule, out = kick_table(rules.kicks, rules.half)[piece], switches(rules.spins), empty()
    whence, where = position(*start), position(*goal)
    n, _, kind, found = find(board, width, piece, table, rule, down, sag, whence, 0, where, wanted, quick, out)
    if n == NO_WAY:
        how = "" if spin is None else f" with spin class {spin}"
        target = f"{PIECES[piece]} {ORIENTATIONS[goal[0]]} at {goal[1:]}"
        raise InputError(f"{target} cannot be reached{how} from {start[1:]}; list what can with placements()")
    return Path(tuple(KEYS[key] for key in out["keys"][0, :n]), KINDS[kind], CLASSES[found])


@kernel
def find(
    columns: Array,
    width: int,
    piece: int,
    table: Array,
    rule: Array,
    down: int,
    sag: int,
    start: int,
    spun: int,
    goal: int,
    spin: int,
    quick: bool,
    outs: Records,
) -> tuple[int, int, int, int]:
    """The first of the shortest ways from `start` to the cells of `goal` in a spin class.

    Returns how many keys it has, how many of them come before the last fall, which a hard drop makes as well, its kind
    and its class; NO_WAY keys where there is none. `columns` [20], `table` [4, 3, 6, 3] kicks of the piece, `rule` [5]
    switches, `down` what D does, `sag` how many rows the piece falls after each key; `spun` is the class of the piece
    where it stands at `start`. With `quick` the keys of the last fall do not count. `outs` [1] is modified in place.
    """
    out = outs[0]
    prepare(columns, width, piece, table, out)
    _find_ends(columns, width, piece, rule, goal, out)
    begin, fifth = packed(start), rule[ANY_FIFTH] != 0
    before, key, end, found = _search(out, begin, spun, spin, quick, fifth, down, sag)
    if end < 0:
        return NO_WAY, 0, DROP, 0
    straight = _read(out, before, key, end)
    n = _fall(out, straight, end, down)
    while straight > 0 and out.keys[straight - 1] == DOWN:
        straight -= 1
    if found > 0:
        return n, straight, SPIN, found
    _spread(out, begin, fifth)
    return n, straight, _kind(columns, piece, out, n), found


@kernel
def _find_ends(columns: Array, width: int, piece: int, rule: Array, goal: int, out: Record) -> None:
    """Fill `ends` with the resting positions that cover the cells of `goal`, and `classes`. Modified in place.

    `above` gets the positions from which the piece falls straight down to one of them.
    """
    out.ends[:] = _0
    out.above[:] = _0
    named = CANONICAL[piece, goal // (WIDEST * HIGHEST)]
    kept, x, y = int(named[0]), goal // HIGHEST % WIDEST + int(named[1]), goal % HIGHEST + int(named[2])
    for o in range(4):
        here = CANONICAL[piece, o]
        to_x, to_y = x - int(here[1]), y - int(here[2])
        if here[0] != kept or to_x < 0 or to_x >= width or to_y < 0 or to_y >= HIGHEST:
            continue
        column, bit = o << (TURN - SIDE) | (to_x + BESIDE), _1 << np.uint64(to_y)
        if out.free[column] & bit == _0 or (out.free[column] << _1) & bit != _0:
            continue
        out.ends[column] = bit
        higher = bit << _1
        while out.free[column] & higher != _0:
            out.above[column] |= higher
            higher <<= _1
        around = out.free[column - 1] | out.free[column + 1] | (out.free[column] >> _1)
        stuck = to_y + 1 < HIGHEST and around & bit == _0
        for kind in range(3):
            out.classes[3 * o + kind] = spin_class(columns, width, piece, o, to_x, to_y, 1 << kind, stuck, rule)


@kernel
def _search(
    out: Record, start: int, spun: int, spin: int, quick: bool, fifth: bool, down: int, sag: int
) -> tuple[int, int, int, int]:
    """Walk until a wanted arrival: (the position before the last key, that key, the last position, the class it means).

    The last position is -1 where there is none, the one before it -1 where no key is needed. Fills `came` with how each
    position was reached first, the position before << 3 | key. Modified in place.
    """
    out.seen[:] = _0
    falls = quick and spin <= 0  # a fall makes any class none
    column, bit = start >> SIDE, _1 << np.uint64(start & 63)
    if out.ends[column] & bit != _0 and spin in (ANY, spun):
        return -1, 0, start, spun
    if falls and out.above[column] & bit != _0:
        return -1, 0, start, 0
    out.queue[0], out.came[start], out.seen[column] = start, -1, bit
    done, known = 0, 1
    while done < known:
        here = int(out.queue[done])
        done += 1
        for key in range(len(KEYS)):
            there, kind = pressed(out, here, key, fifth, down)
            if kind == 0:
                continue
            if sag > 0 and sunk(out, there, sag) != there:
                there, kind = sunk(out, there, sag), MOVED
            column, bit = there >> SIDE, _1 << np.uint64(there & 63)
            if out.ends[column] & bit != _0:
                found = int(out.classes[3 * (there >> TURN) + (kind >> 1)])
                if spin in (ANY, found):
                    return here, key, there, found
            if falls and out.above[column] & bit != _0:
                return here, key, there, 0
            if out.seen[column] & bit == _0:
                out.seen[column] |= bit
                out.came[there] = here << 3 | key
                out.queue[known] = there
                known += 1
    return -1, 0, -1, 0


@kernel
def _read(out: Record, before: int, key: int, end: int) -> int:
    """Fill `keys` and `places` with the way to `end`; return the number of keys. Modified in place."""
    n, here = 0, before
    while here >= 0:
        n += 1
        here = out.came[here] >> 3
    out.places[n], here, last = unpacked(end), before, key
    for i in range(n - 1, -1, -1):
        out.keys[i], out.places[i] = last, unpacked(here)
        here, last = out.came[here] >> 3, out.came[here] & 7
    return n


@kernel
def _fall(out: Record, n: int, here: int, down: int) -> int:
    """Add the fall from `here` to a way of `n` keys; return how many there are then. Modified in place."""
    column, y = out.free[here >> SIDE], here & 63
    while y > 0 and (column >> np.uint64(y - 1)) & _1 != _0:
        y -= 1
        here -= 1
        if down == SONIC and y > 0 and (column >> np.uint64(y - 1)) & _1 != _0:
            continue
        out.keys[n], out.places[n + 1] = DOWN, unpacked(here)
        n += 1
    return n


@kernel
def _spread(out: Record, start: int, fifth: bool) -> None:
    """Fill `seen` with the positions that are reached without soft drops. Modified in place."""
    out.seen[:] = _0
    out.queue[0] = start
    out.seen[start >> SIDE] = _1 << np.uint64(start & 63)
    done, known = 0, 1
    while done < known:
        here = int(out.queue[done])
        done += 1
        for key in range(DOWN):
            there, kind = pressed(out, here, key, fifth, STAY)
            bit = _1 << np.uint64(there & 63)
            if kind != 0 and out.seen[there >> SIDE] & bit == _0:
                out.seen[there >> SIDE] |= bit
                out.queue[known] = there
                known += 1


@kernel
def _kind(columns: Array, piece: int, out: Record, n: int) -> int:
    """The kind of a way of `n` keys that is no spin, as paths.py defines it; `seen` as `_spread` leaves it."""
    sideways, last, before_fall = False, DOWN, int(out.places[0])
    for i in range(n):
        sideways = sideways or out.keys[i] <= RIGHT
        if out.keys[i] != DOWN:
            last, before_fall = int(out.keys[i]), int(out.places[i + 1])
    if _falls(out):
        return SHIFT if sideways else DROP
    if last > RIGHT:
        return SPIN
    o, x, y = before_fall // (WIDEST * HIGHEST), before_fall // HIGHEST % WIDEST, before_fall % HIGHEST
    for k in range(4):
        if columns[x + CELL[piece, o, k, 0]] >> np.uint64(y + CELL[piece, o, k, 1] + 1) != _0:
            return TUCK
    return SHIFT


@kernel
def _falls(out: Record) -> bool:
    """Whether a straight fall from one of the positions in `seen` comes to one of `ends`."""
    both = _0
    for column in range(COLUMNS):
        both |= out.seen[column] & (out.ends[column] | out.above[column])
    return bool(both != _0)
