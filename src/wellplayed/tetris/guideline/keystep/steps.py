"""One tick after another: keys first, then what held keys repeat, then gravity, then the lock delay.

So a rotation is tried before gravity takes the piece away, at any speed. A piece that appears falls from the next tick
on, so keys always come first.
"""

import numpy as np

from ...._jit import Array, Record, Records, kernel
from ..bags import start
from ..garbage import NOWHERE, noise, pass_time
from ..scoring import SOFT_DROP
from .book import SOFTEST
from .controls import delay, event, repeat, spent
from .lock import lock, refill, spawn
from .motion import can_move, sink
from .record import NONE, SOFT
from .speed import FASTEST, ROW, speed

_SOFT_BIT = np.uint16(1 << SOFT)


@kernel
def new(states: Records, books: Records, seeds: Array) -> None:
    """Let the first piece of each game appear, seeds being uint64 [B], books [B or 1]. Modified in place.

    `states` [B] are zero but for boards, held pieces and the beginnings of queues; empty slots are NONE.
    """
    for i in range(len(states)):
        state, book = states[i], books[min(i, len(books) - 1)]
        state.match, state.stream, state.noise = seeds[i], start(book.rules.bag, seeds[i]), noise(seeds[i])
        state.last_piece, state.hole = NONE, NOWHERE
        refill(state, book)
        spawn(state, book, False)


@kernel
def advance(states: Records, books: Records, events: Records, first: Array, until: Array, took: Array) -> None:
    """Take each game [B], by its book of [B] or the one of [1], to the age of `until` [B] ticks. Modified in place.

    Game i gets events[first[i]:first[i + 1]], in the order of their ticks: each before the step of its tick, and one of
    a tick that lies behind at once. Events of later ticks are left out. `took` [E] says which had an effect. A game
    that is over grows no older.
    """
    for i in range(len(states)):
        state, book, k = states[i], books[min(i, len(books) - 1)], first[i]
        while True:
            while k < first[i + 1] and events[k].tick <= state.tick:
                took[k] = event(state, book, events[k].key, events[k].kind)
                k += 1
            if state.dead or state.tick >= until[i]:
                break
            tick(state, book)


@kernel
def tick(state: Record, book: Record) -> None:
    """One tick of a living game without new keys. Modified in place."""
    pass_time(state.pending, 1)
    repeat(state, book)
    gravity(state, book)
    if not can_move(state, book, 0, -1):
        state.ground += 1
        if state.ground >= book.rules.lock_ticks:
            lock(state, book)
            delay(state, book)
    else:
        state.ground = 0
    state.tick += 1


@kernel
def gravity(state: Record, book: Record) -> None:
    """Let the piece fall by what this tick is worth. Modified in place."""
    pull = speed(state, book)
    soft = state.keys & _SOFT_BIT != 0
    if soft:
        pull = max(pull, SOFTEST) * book.factor if book.factor else FASTEST
    if spent(state, book):
        pull = FASTEST
    if not can_move(state, book, 0, -1):
        state.fall = 0  # a piece that leaves a ledge starts anew
        return
    state.fall += min(pull, FASTEST)
    rows = sink(state, book, state.fall // ROW)
    state.fall %= ROW
    if soft:
        state.score += SOFT_DROP * rows
    if not can_move(state, book, 0, -1):
        state.fall = 0
