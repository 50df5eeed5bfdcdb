"""Keys: what pressing and releasing does at once, what a held key repeats, and when moving puts off the lock.

Left and right move one column when pressed, again after `das` ticks, and then every `arr` ticks. Of the two the key
pressed last counts; when it is released the other goes on from where it stood. A held key keeps its charge when the
next piece appears. Soft drop falls one row when pressed and then by its own gravity (steps.py).
"""

import numpy as np

from ...._jit import Record, kernel
from ..scoring import HARD_DROP, SOFT_DROP
from .handling import TENTHS
from .lock import announce, lock, swap
from .motion import can_move, rotate, shift, sink
from .record import CW, GARBAGE, HARD, HOLD, LEFT, RIGHT, SOFT, TAP, UP

_ONE = np.uint16(1)
_BOTTOM = 64  # rows: from anywhere to the ground


@kernel
def event(state: Record, book: Record, key: int, kind: int) -> bool:
    """One key down, up or tapped, or garbage announced; False if nothing came of it. Modified in place."""
    if state.dead:
        return False
    if key == GARBAGE:
        announce(state, book, kind)
        return True
    if kind == TAP:
        return tap(state, book, key)
    bit = _ONE << np.uint16(key)
    down = state.keys & bit != 0
    if down == (kind != UP):
        return False  # a keyboard repeats what is held; and what was never pressed cannot be released
    state.keys ^= bit
    if kind == UP:
        release(state, book, key)
        return True
    return press(state, book, key)


@kernel
def press(state: Record, book: Record, key: int) -> bool:
    """What a key does when it goes down; False if nothing moved. Modified in place."""
    if key in (LEFT, RIGHT):
        side = key - LEFT
        state.direction = 2 * side - 1
        state.charge[side], state.carry[side] = 0, book.arr
        contact = not can_move(state, book, 0, -1)
        if not shift(state, book, state.direction):
            return False
        moved(state, book, contact)
        return True
    if key == SOFT:
        state.fall = 0
        rows = sink(state, book, 1 if book.factor else _BOTTOM)
        state.score += SOFT_DROP * rows
        return rows > 0
    if key == HARD:
        state.score += HARD_DROP * sink(state, book, _BOTTOM)
        lock(state, book)
        delay(state, book)
        return True
    if key == HOLD:
        if not swap(state, book):
            return False
        delay(state, book)
        return True
    contact = not can_move(state, book, 0, -1)
    test = rotate(state, book, key - CW)
    if test == 0:
        return False
    moved(state, book, contact or test > 1)  # a kick, too, needs something to push off from, and may lead upwards
    delay(state, book)
    return True


@kernel
def tap(state: Record, book: Record, key: int) -> bool:
    """A key for itself, as a path names it: one column, one turn, one row; no repeats, and no lock delay is used."""
    if key in (LEFT, RIGHT):
        return shift(state, book, 2 * (key - LEFT) - 1)
    if key == SOFT:
        rows = sink(state, book, 1 if book.rules.drop == 0 else _BOTTOM)
        state.score += SOFT_DROP * rows
        return rows > 0
    if key in (HARD, HOLD):
        return press(state, book, key)
    return rotate(state, book, key - CW) > 0


@kernel
def release(state: Record, book: Record, key: int) -> None:
    """What a key does when it goes up. Modified in place."""
    if key in (LEFT, RIGHT):
        side = key - LEFT
        state.charge[side] = 0
        if state.direction == 2 * side - 1:
            other = state.keys & (_ONE << np.uint16(LEFT + 1 - side)) != 0
            state.direction = 1 - 2 * side if other else 0


@kernel
def moved(state: Record, book: Record, contact: bool) -> None:
    """Let a move that touched the ground begin the lock delay anew, as often as the rules allow. Modified in place.

    After that the piece falls at once wherever it can, so no dance of kicks keeps it up for ever.
    """
    if not contact and can_move(state, book, 0, -1):
        return
    if state.resets < book.rules.lock_resets:
        state.resets += 1
        state.ground = 0
    else:
        state.resets = book.rules.lock_resets + 1
        sink(state, book, _BOTTOM)


@kernel
def spent(state: Record, book: Record) -> bool:
    """Whether the falling piece has used up its resets."""
    return bool(state.resets > book.rules.lock_resets)


@kernel
def delay(state: Record, book: Record) -> None:
    """Hold running repeats back by `dcd`. Modified in place."""
    if book.dcd == 0:
        return
    for side in range(2):
        state.charge[side] = min(state.charge[side], max(book.das - book.dcd, 0))
        state.carry[side] = book.arr


@kernel
def repeat(state: Record, book: Record) -> None:
    """One tick of the held side: charge up to `das`, then a column every `arr`. Modified in place."""
    if state.direction == 0:
        return
    side = 0 if state.direction < 0 else 1
    before = state.charge[side]
    state.charge[side] = min(before + TENTHS, book.das)
    if state.charge[side] < book.das:
        return
    columns = 64
    if book.arr > 0:
        state.carry[side] += TENTHS - (book.das - before)
        columns = state.carry[side] // book.arr
        state.carry[side] -= columns * book.arr
    contact, slid = not can_move(state, book, 0, -1), False
    while columns > 0 and shift(state, book, state.direction):
        columns -= 1
        slid = True
    if slid:
        moved(state, book, contact)  # a slide counts as one move, however far
