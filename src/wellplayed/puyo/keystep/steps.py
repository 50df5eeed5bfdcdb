"""One tick after another: keys first, then what held keys repeat, then gravity, then the ground.

A pair that stands on the ground for half a row's time touches it, and locks a whole row's time later, or at its eighth
touch (puyoai, src/core/kumipuyo_moving_state.cc). A pair that leaves the ground begins with half a row.
"""

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...rng import mixed
from ..cells import EMPTY
from ..pairs import fill, prepare, start
from ..pool import PUYOS
from ..record import SLOTS
from .controls import LOCKS, NOTHING, award, event, repeat
from .links import measure
from .motion import can_move
from .record import SOFT, STEERED
from .turn import appear, go_on, lock

_SOFT_BIT = np.uint16(1 << SOFT)
_SALT = np.uint64(0x6F6A616D61)  # "ojama"


@kernel
def new(states: Records, books: Records, seeds: Array, given: Array) -> None:
    """Let the first pair of each game appear, seeds being uint64 [B], books [B or 1]. Modified in place.

    `states` [B] are zero but for their cells, at rest. `given` uint8 [16, 2] are the first pairs, before those of the
    seed; EMPTY where there are none.
    """
    scratch = np.empty((2, PUYOS), np.uint8)
    for i in range(len(states)):
        state, book = states[i], books[min(i, len(books) - 1)]
        state.match, state.noise = seeds[i], mixed(_SALT, seeds[i])
        start(book.rules.pairs, book.rules.colours, seeds[i], state)
        for slot in range(SLOTS):
            state.queue[slot, 0], state.queue[slot, 1] = given[slot, 0], given[slot, 1]
        state.last_axis, state.last_child = EMPTY, EMPTY
        measure(state.cells, state.columns)
        fill(book.rules.pairs, book.rules.colours, book.rules.previews, state, scratch)
        appear(state, book)


@kernel
def advance(states: Records, books: Records, events: Records, first: Array, until: Array, took: Array) -> None:
    """Take each game [B], by its book of [B] or the one of [1], to the age of `until` [B] ticks. Modified in place.

    Game i gets events[first[i]:first[i + 1]], in the order of their ticks: each before the step of its tick, and one of
    a tick that lies behind at once. Events of later ticks are left out. `took` [E] says which had an effect. A game
    that is over grows no older.
    """
    scratch = np.empty((2, PUYOS), np.uint8)
    for i in range(len(states)):
        state, book, k = states[i], books[min(i, len(books) - 1)], first[i]
        while True:
            while k < first[i + 1] and events[k].tick <= state.tick:
                took[k] = happen(state, book, events[k].key, events[k].kind, scratch)
                k += 1
            if state.dead or state.tick >= until[i]:
                break
            tick(state, book, scratch)


@kernel
def happen(state: Record, book: Record, key: int, kind: int, scratch: Array) -> bool:
    """One event, with all that follows; False if nothing came of it. Modified in place."""
    result = event(state, book, key, kind)
    if result == LOCKS:
        come_down(state, book, scratch)
    return result != NOTHING


@kernel
def tick(state: Record, book: Record, scratch: Array) -> None:
    """One tick of a living game without new keys. Modified in place."""
    repeat(state, book)
    if state.phase == STEERED:
        state.quick = max(state.quick - 1, 0)
        if gravity(state, book) or touch(state, book):
            come_down(state, book, scratch)
    else:
        state.wait -= 1
        go_on(state, book)
    state.tick += 1


@kernel
def come_down(state: Record, book: Record, scratch: Array) -> None:
    """Lock the falling pair. `scratch` is uint8 [2, 256]. Modified in place."""
    prepare(book.rules.pairs, book.rules.colours, state, scratch)
    lock(state, book)


@kernel
def gravity(state: Record, book: Record) -> bool:
    """Let the pair fall by what this tick is worth; True where it locks, its time being up. Modified in place."""
    if state.keys & _SOFT_BIT != 0 and state.fall > 0:
        award(state, 1)
        state.fall = 0
        return bool(state.touching)
    if state.fall > 1:
        state.fall -= 1
        return False
    state.fall = book.rules.fall
    if not can_move(state, 0, -1):
        return True
    state.y -= 1
    return False


@kernel
def touch(state: Record, book: Record) -> bool:
    """Count touches of the ground; True where they are too many. Modified in place."""
    stands, half = not can_move(state, 0, -1), book.rules.fall // 2
    if stands and not state.touching and state.fall <= half:
        state.fall, state.touching = book.rules.fall, True
        state.touches += 1
        return bool(state.touches >= book.rules.touches)
    if not stands and state.touching:
        state.fall, state.touching = half, False
    return False
