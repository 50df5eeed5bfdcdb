"""What follows when a pair locks: it comes to rest, links pop, ojama falls, and the next pair appears.

A turn is a row of phases (record.py), each of so many ticks (frames.py). The field changes where a phase ends, so that
during a phase it is still what the phase is about: puyos that hang, puyos that pop. Points and ojama are reckoned when
a link begins to pop.
"""

import numpy as np

from ..._jit import Record, kernel
from ...rng import INCREMENT, below, scramble
from ..cells import EMPTY, OJAMA, SPAWN_X, SPAWN_Y, TOP, WIDTH
from ..pairs import draw
from ..placing import BLOCK
from ..reach import TWO
from ..record import SLOTS
from ..scoring import ALL_CLEAR, attack
from .book import MARGIN_TICKS, STEP_TICKS, STEPS
from .links import clear, count, depth, drop, link, measure, remove
from .motion import ABOVE, ASIDE
from .record import CHOKED, COMING, FALLING, LOCKING, POPPING, RAINING, STEERED

_NO_CHAIN = 1  # the number of `blocking` by which a chain holds ojama off


@kernel
def lock(state: Record, book: Record) -> None:
    """Lock the falling pair where it is, and begin what follows; the next pair is prepared. Modified in place."""
    axis, child = state.queue[0, 0], state.queue[0, 1]
    state.last_axis, state.last_child = axis, child
    state.last_x, state.last_y, state.last_rotation = state.x, state.y, state.rotation
    x, y = state.x + ASIDE[state.rotation], state.y + ABOVE[state.rotation]
    state.cells[axis, state.x] |= np.uint16(1 << np.int64(state.y))
    if y < TOP:
        state.cells[child, x] |= np.uint16(1 << y)
    elif book.rules.row14 == BLOCK:
        state.topped |= np.uint8(1 << x)
    measure(state.cells, state.columns)
    state.pieces += 1
    state.chain, state.popped, state.gained, state.last_attack, state.last_sent = 0, 0, 0, 0, 0
    state.tear = depth(state.columns)
    follow(state, book)
    begin(state, LOCKING, book.lock + book.split[state.tear])


@kernel
def follow(state: Record, book: Record) -> None:
    """Let the queue move up, and its new end be seen. Modified in place."""
    for slot in range(SLOTS - 1):
        state.queue[slot, 0] = state.queue[slot + 1, 0]
        state.queue[slot, 1] = state.queue[slot + 1, 1]
    state.queue[SLOTS - 1, 0], state.queue[SLOTS - 1, 1] = EMPTY, EMPTY
    if state.queue[book.rules.previews, 0] == EMPTY:
        draw(book.rules.pairs, book.rules.colours, state, book.rules.previews)


# Phases ---------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def begin(state: Record, phase: int, ticks: int) -> None:
    """Begin a phase of so many ticks. Modified in place."""
    state.phase, state.wait, state.span = phase, ticks, ticks


@kernel
def go_on(state: Record, book: Record) -> None:
    """End phases whose time has passed, until one takes time, a pair falls or the game is over. Modified in place."""
    while state.phase != STEERED and state.wait <= 0 and not state.dead:
        if state.phase == LOCKING or state.phase == FALLING:
            drop(state.cells, state.columns)
            fire(state, book)
        elif state.phase == POPPING:
            remove(state.cells, state.columns, state.popping)
            clear(state.popping)
            begin(state, FALLING, book.fall[depth(state.columns)])
        elif state.phase == RAINING:
            land(state)
            rest(state, book)
        else:
            appear(state, book)


@kernel
def fire(state: Record, book: Record) -> None:
    """Let the next link pop; where none does the chain is over. Modified in place."""
    points, popped = link(state.cells, int(state.chain) + 1, state.popping)
    if popped == 0:
        finish(state, book)
        return
    state.chain += 1
    state.popped += popped
    state.lines += 1
    state.gained += points
    state.score += points
    send(state, book, points)
    begin(state, POPPING, book.pop)


@kernel
def send(state: Record, book: Record, points: int) -> None:
    """Make ojama of a link's points; it takes away what is announced here, then what is to fall. Modified in place.

    That order is puyoai's (src/duel/field_realtime.cc): pending ojama before fixed.
    """
    step = max((state.tick - MARGIN_TICKS) // STEP_TICKS + 1, 0)
    made, state.carry = attack(points, state.carry, state.clear, book.targets[min(step, STEPS - 1)])
    state.clear = False
    announced = min(made, state.announced)
    fixed = min(made - announced, state.pending)
    state.announced -= announced
    state.pending -= fixed
    offset = announced + fixed
    state.last_attack += made
    state.last_sent += made - offset
    state.attack += made
    state.sent += made - offset


@kernel
def finish(state: Record, book: Record) -> None:
    """A turn's chain is over: note an all clear, and let ojama fall. Modified in place."""
    if state.chain > 0 and empty(state):
        state.clear = True
        state.score += ALL_CLEAR
    amount = min(state.pending, book.rules.cap)
    if state.chain > 0 and book.rules.blocking == _NO_CHAIN:
        amount = 0
    if amount == 0:
        rest(state, book)
        return
    state.pending -= amount
    state.fallen += amount
    spread(state, amount)
    slowest = 0
    for x in range(WIDTH):
        height = count(int(state.columns[x]))
        if state.falling[x] > 0 and height < TOP:
            slowest = max(slowest, book.ojama[height, x])
    begin(state, RAINING, slowest + book.amount[amount])


@kernel
def empty(state: Record) -> bool:
    """Whether nothing is left on the field."""
    cells = np.uint16(0)
    for x in range(WIDTH):
        cells |= state.columns[x]
    return bool(cells == 0)


@kernel
def spread(state: Record, amount: int) -> None:
    """Choose where ojama falls: whole rows, and the remainder in different columns. Modified in place."""
    clear(state.falling)
    for x in range(WIDTH):
        state.falling[x] = amount // WIDTH
    for k in range(amount % WIDTH):
        state.noise = state.noise + INCREMENT
        wanted = np.int64(below(scramble(state.noise), np.uint64(WIDTH - k)))
        for x in range(WIDTH):
            if state.falling[x] == amount // WIDTH:
                if wanted == 0:
                    state.falling[x] += 1
                    break
                wanted -= 1


@kernel
def land(state: Record) -> None:
    """Put the ojama that falls on its columns; what would be above row 13 is lost. Modified in place."""
    for x in range(WIDTH):
        height = count(int(state.columns[x]))
        for y in range(height, min(height + int(state.falling[x]), TOP)):
            state.cells[OJAMA, x] |= np.uint16(1 << y)
    clear(state.falling)
    measure(state.cells, state.columns)


@kernel
def rest(state: Record, book: Record) -> None:
    """The field is at rest: the game is over, or the next pair comes. Modified in place."""
    choked = np.int64(state.columns[SPAWN_X]) >> SPAWN_Y & 1 != 0
    if book.rules.death == TWO:
        choked = choked or np.int64(state.columns[SPAWN_X + 1]) >> SPAWN_Y & 1 != 0
    if choked:
        state.dead, state.cause = True, CHOKED
    begin(state, COMING, book.next)


@kernel
def appear(state: Record, book: Record) -> None:
    """Let the first pair of the queue appear. Modified in place."""
    begin(state, STEERED, 0)
    state.x, state.y, state.rotation = SPAWN_X, SPAWN_Y, 0
    state.fall, state.quick, state.touches, state.touching = book.rules.fall, 0, 0, False
