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
from .record import ANNOUNCED, CCW, CW, DUE, HARD, LEFT, OJAMA, RIGHT, STEERED, TAP, UP

NOTHING, DONE, LOCKS = range(3)  # what came of a key

_ONE = np.uint16(1)
_BOTTOM = 16  # rows: from anywhere to the ground
_ON_THE_GROUND = 2  # points of a soft drop besides those for rows


@kernel
def event(state: Record, book: Record, key: int, kind: int) -> int:
    """One key down, up or tapped, or word of ojama: NOTHING came of it, DONE, or the pair LOCKS. Modified in place.

    The lock itself is the caller's to carry out.
    """
    if state.dead:
        return NOTHING
    if key == OJAMA:
        state.pending += kind
        return DONE
    if key == ANNOUNCED:
        state.announced += kind
        return DONE
    if key == DUE:
        state.pending, state.announced = state.pending + state.announced, 0
        return DONE
    if kind == TAP:
        return act(state, book, key, True)
    bit = _ONE << np.uint16(key)
    down = state.keys & bit != 0
    if down == (kind != UP):
        return NOTHING  # a keyboard repeats what is held; and what was never pressed cannot be released
    state.keys ^= bit
    if kind == UP:
        release(state, key)
        return DONE
    if key in (LEFT, RIGHT):
        side = key - LEFT
        state.direction = 2 * side - 1
        state.charge[side], state.beat[side] = 0, book.arr
    return act(state, book, key, False)


@kernel
def act(state: Record, book: Record, key: int, tapped: bool) -> int:
    """What a key does to the falling pair when it goes down. Modified in place.

    A key that is tapped acts for itself, as a path names it: its soft drop is a whole row.
    """
    if state.phase != STEERED:
        return NOTHING
    moved = False
    if key in (LEFT, RIGHT):
        moved = shift(state, 2 * (key - LEFT) - 1)
    elif key in (CW, CCW):
        moved = rotate(state, book, 1 if key == CW else -1)
    elif key == HARD:
        award(state, sink(state, _BOTTOM) + _ON_THE_GROUND)
        return LOCKS
    elif tapped:
        moved = sink(state, 1) > 0
        if moved:
            award(state, 1)
            state.fall = book.rules.fall
    else:
        moved = can_move(state, 0, -1)
    return DONE if moved else NOTHING


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
    if state.charge[side] < book.das:
        return
    if state.phase != STEERED:
        state.beat[side] = max(book.arr - TENTHS, 0)  # the next pair moves in its first tick
        return
    columns = _BOTTOM
    if book.arr > 0:
        state.beat[side] += TENTHS - (book.das - before)
        columns = state.beat[side] // book.arr
        state.beat[side] -= columns * book.arr
    while columns > 0 and shift(state, state.direction):
        columns -= 1
