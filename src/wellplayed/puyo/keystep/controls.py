"""Keys: what pressing and releasing does at once, and what a held key repeats.

Left and right move one column when pressed, again after `das` ticks, and then every `arr` ticks. Of the two the key
pressed last counts; when it is released the other goes on from where it stood. A held key keeps its charge when the
next pair appears. Soft drop falls a row every two ticks (steps.py) and scores a point for each, one more on the ground
and one when it locks the pair there, as in puyoai, src/duel/field_realtime.cc. Hard drop, which later games have as
quick drop, is a whole soft drop at once and scores as much.
"""

import numpy as np

from ..._jit import Record, kernel
from .handling import TENTHS
from .motion import can_move, rotate, shift, sink
from .record import CCW, CW, HARD, LEFT, OJAMA, RIGHT, SOFT, STEERED, TAP, UP
from .turn import lock

_ONE = np.uint16(1)
_BOTTOM = 16  # rows: from anywhere to the ground
_ON_THE_GROUND = 2  # points of a soft drop besides those for rows


@kernel
def event(state: Record, book: Record, key: int, kind: int) -> bool:
    """One key down, up or tapped, or ojama announced; False if nothing came of it. Modified in place."""
    if state.dead:
        return False
    if key == OJAMA:
        state.pending += kind
        return True
    if kind == TAP:
        return tap(state, book, key)
    bit = _ONE << np.uint16(key)
    down = state.keys & bit != 0
    if down == (kind != UP):
        return False  # a keyboard repeats what is held; and what was never pressed cannot be released
    state.keys ^= bit
    if kind == UP:
        release(state, key)
        return True
    return press(state, book, key)


@kernel
def press(state: Record, book: Record, key: int) -> bool:
    """What a key does when it goes down; False if nothing came of it. Modified in place."""
    if key in (LEFT, RIGHT):
        side = key - LEFT
        state.direction = 2 * side - 1
        state.charge[side], state.beat[side] = 0, book.arr
    if state.phase != STEERED:
        return False
    if key in (LEFT, RIGHT):
        return shift(state, state.direction)
    if key == HARD:
        award(state, sink(state, _BOTTOM) + _ON_THE_GROUND)
        lock(state, book)
        return True
    if key == CW:
        return rotate(state, book, 1)
    if key == CCW:
        return rotate(state, book, -1)
    return can_move(state, 0, -1)


@kernel
def tap(state: Record, book: Record, key: int) -> bool:
    """A key for itself, as a path names it: one column, one turn, one row; no repeats. Modified in place."""
    if state.phase != STEERED:
        return False
    if key in (LEFT, RIGHT):
        return shift(state, 2 * (key - LEFT) - 1)
    if key == SOFT:
        rows = sink(state, 1)
        award(state, rows)
        if rows > 0:
            state.fall = book.rules.fall
        return rows > 0
    return press(state, book, key)


@kernel
def release(state: Record, key: int) -> None:
    """What a key does when it goes up. Modified in place."""
    if key in (LEFT, RIGHT):
        side = key - LEFT
        state.charge[side] = 0
        if state.direction == 2 * side - 1:
            other = state.keys & (_ONE << np.uint16(LEFT + 1 - side)) != 0
            state.direction = 1 - 2 * side if other else 0


@kernel(inline=True)
def award(state: Record, points: int) -> None:
    """Points that are not of a chain; they buy ojama like others. Modified in place."""
    state.score += points
    state.carry += points


@kernel
def repeat(state: Record, book: Record) -> None:
    """One tick of the held side: charge up to `das`, then a column every `arr`. Modified in place."""
    if state.direction == 0:
        return
    side = 0 if state.direction < 0 else 1
    before = state.charge[side]
    state.charge[side] = min(before + TENTHS, book.das)
    if state.charge[side] < book.das or state.phase != STEERED:
        return
    columns = _BOTTOM
    if book.arr > 0:
        state.beat[side] += TENTHS - (book.das - before)
        columns = state.beat[side] // book.arr
        state.beat[side] -= columns * book.arr
    while columns > 0 and shift(state, state.direction):
        columns -= 1
