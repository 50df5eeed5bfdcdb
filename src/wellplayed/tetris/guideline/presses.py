"""Finesse: the fewest key presses that bring a piece over its place before the hard drop.

A press is a tap to one side, a key held until the piece stops (delayed auto shift carries it all the way), or a turn.
Soft drops are not used, so this is about straight drops only.
"""

from collections import deque

from ..._jit import Array
from .paths import canonical
from .ruleset import Ruleset
from .walk import KEYS, Walk, kick_table, place, position, walk

TURNS = ("CW", "CCW", "180")
HELD = {"L": "L!", "R": "R!"}  # the names of a key held until the piece stops


def presses(columns: Array, width: int, rows: int, piece: int, rules: Ruleset) -> dict[int, tuple[str, ...]]:
    """The fewest presses for every straight drop of a piece.

    Returns the presses (`L`, `R`, `L!` and `R!` held, `CW`, `CCW`, `180`) by the resting position, under its canonical
    name (`paths.canonical`). Of several shortest lists the first in that order is kept. Empty where the piece cannot
    appear.
    """
    walked = walk(columns, width, rows, piece, rules, drop=False)
    best: dict[int, tuple[str, ...]] = {}
    if walked.start < 0:
        return best
    table = kick_table(rules.kicks, rules.half)[piece]
    seen = {walked.start}
    todo: deque[tuple[int, tuple[str, ...]]] = deque([(walked.start, ())])
    while todo:
        number, keys = todo.popleft()
        best.setdefault(canonical(piece, _dropped(walked, number)), keys)
        for key, after in _after(walked, number, table):
            if after not in seen:
                seen.add(after)
                todo.append((after, (*keys, key)))
    return best


def _after(walked: Walk, number: int, table: Array) -> list[tuple[str, int]]:
    """Where each press leads from a position, presses that do nothing left out."""
    o, x, y = place(number)
    found = []
    for key, step in (("L", -1), ("R", 1)):
        if _free(walked, o, x + step, y):
            found.append((key, position(o, x + step, y)))
    for key, step in (("L", -1), ("R", 1)):
        far = x
        while _free(walked, o, far + step, y):
            far += step
        if far != x:
            found.append((HELD[key], position(o, far, y)))
    for turn, (key, quarters) in enumerate(zip(TURNS, (1, 3, 2), strict=True)):
        after = (o + quarters) % 4
        for dx, dy, there in table[o, turn].tolist():
            if there and _free(walked, after, x + dx, y + dy):
                found.append((key, position(after, x + dx, y + dy)))
                break
    return found


def _free(walked: Walk, o: int, x: int, y: int) -> bool:
    """Whether the piece fits in a position."""
    return 0 <= x < walked.width and y >= 0 and bool(int(walked.free[o, x]) >> y & 1)


def _dropped(walked: Walk, number: int) -> int:
    """The position at the bottom of a fall."""
    o, x, y = place(number)
    while _free(walked, o, x, y - 1):
        y -= 1
    return position(o, x, y)


assert KEYS[2:5] == TURNS  # the order of `kick_table`
