"""One placement played out on a record, in the order that garbage.py lists; any width, any height, any rules."""

import numpy as np

from ..._jit import Array, Record, kernel
from . import bags
from .garbage import exchange, raise_marks, settle
from .garbage import total as pending_lines
from .record import COLUMNS, NOBODY, SLOTS, UNSEEN
from .scoring import attack, level_at, points
from .stamps import BOTTOM, CELL, TOP

TEE = 2
_0, _1 = np.uint64(0), np.uint64(1)
SPAWN_ROW = np.array([[19, 19], [19, 20], [20, 20]])  # by Ruleset.spawn: the row of the centre, and the one to try next


@kernel(inline=True)
def spawn_column(piece: int, width: int) -> int:
    """The column of a new piece's centre: in the middle, or left of it where it cannot be."""
    if piece < 2:  # I and O are an even number of cells wide
        return (width - 2) // 2
    return (width - 1) // 2


@kernel(inline=True)
def fits(columns: Array, width: int, piece: int, o: int, x: int, y: int) -> bool:
    """Whether no cell of the piece is filled, beside the well or below the floor."""
    for k in range(4):
        cx, cy = x + CELL[piece, o, k, 0], y + CELL[piece, o, k, 1]
        if cx < 0 or cx >= width or cy < 0 or cy > 63 or (columns[cx] >> np.uint64(cy)) & _1 != _0:
            return False
    return True


@kernel(inline=True)
def spawn_row(rules: Record, columns: Array, piece: int, clutch: bool) -> int:
    """The row where a piece appears; -1 where it cannot. `clutch`: the last move cleared rows and the rule is on."""
    x = spawn_column(piece, rules.width)
    first, second = SPAWN_ROW[rules.spawn, 0], SPAWN_ROW[rules.spawn, 1]
    for y in range(first, second + 1):
        if fits(columns, rules.width, piece, 0, x, y):
            return y
    if clutch:
        for y in range(second + 1, rules.rows):
            if fits(columns, rules.width, piece, 0, x, y):
                return y
    return -1


@kernel(inline=True)
def alternative(rules: Record, state: Record) -> int:
    """The piece that hold offers instead of the current one; -1 where it offers none, or the same kind."""
    if not rules.hold:
        return -1
    other = int(state.hold)
    if other == NOBODY:
        other = int(state.queue[1]) if rules.previews > 0 else UNSEEN
    return -1 if other == state.queue[0] else other


@kernel(inline=True)
def heights(columns: Array, width: int) -> int:
    """The height of the tallest column, and in the lower bits of a second number its place: height * 32 + column."""
    best = 0
    for x in range(width):
        h = 0
        column = columns[x]
        while column != _0:
            h += 1
            column >>= _1
        if h > best // 32:
            best = h * 32 + x
    return best


@kernel(inline=True)
def advance(state: Record, hold: bool) -> None:
    """Take the placed piece out of the queue or hold; the last slots become unseen. Modified in place."""
    steps = 1
    if hold:
        if state.hold == NOBODY:
            steps = 2
        state.hold = state.queue[0]
    for slot in range(SLOTS - steps):
        state.queue[slot] = state.queue[slot + steps]
    for slot in range(SLOTS - steps, SLOTS):
        state.queue[slot] = UNSEEN


@kernel(inline=True)
def without(columns: Array, width: int, full: np.uint64) -> None:
    """Take the rows in `full` out of the columns. Modified in place."""
    for row in range(63, -1, -1):
        if (full >> np.uint64(row)) & _1 != _0:
            under = (_1 << np.uint64(row)) - _1
            for x in range(width):
                columns[x] = (columns[x] & under) | ((columns[x] >> _1) & ~under)


@kernel
def place(rules: Record, state: Record, hold: bool, spin: int, o: int, x: int, y: int) -> None:
    """Play one legal placement: (x, y) is the piece's centre. The freed slots are unseen. Modified in place."""
    piece = alternative(rules, state) if hold else int(state.queue[0])
    width = int(rules.width)
    tallest = heights(state.columns, width)
    note_shape(state, piece, o, x, y, tallest % 32)
    state.spin = spin
    advance(state, hold)
    full = ~_0
    for k in range(4):
        state.columns[x + CELL[piece, o, k, 0]] |= _1 << np.uint64(y + CELL[piece, o, k, 1])
    for column in range(width):
        full &= state.columns[column]
    cleared, eroded, garbage = 0, 0, 0
    if full != _0:
        for k in range(4):
            eroded += int((full >> np.uint64(y + CELL[piece, o, k, 1])) & _1)
        for row in range(64):
            bit = int((full >> np.uint64(row)) & _1)
            cleared += bit
            garbage += bit * int((state.marks >> np.uint64(row)) & _1)
        without(state.columns, width, full)
        for row in range(63, -1, -1):
            if (full >> np.uint64(row)) & _1 != _0:
                under = (_1 << np.uint64(row)) - _1
                state.marks = (state.marks & under) | ((state.marks >> _1) & ~under)
    state.cleared, state.eroded = cleared, eroded * cleared
    state.perfect = cleared > 0 and emptied(state.columns, width)
    state.pieces += 1
    settle_move(rules, state, piece, cleared, spin, garbage)
    finish(rules, state, bool(rules.lock_out) and y + BOTTOM[piece, o] >= rules.height)


@kernel(inline=True)
def emptied(columns: Array, width: int) -> bool:
    """Whether no cell is filled."""
    filled = _0
    for x in range(width):
        filled |= columns[x]
    return bool(filled == _0)


@kernel(inline=True)
def note_shape(state: Record, piece: int, o: int, x: int, y: int, tallest: int) -> None:
    """Keep what the features of the move need. Modified in place."""
    left, right = COLUMNS, 0
    for k in range(4):
        left, right = min(left, x + CELL[piece, o, k, 0]), max(right, x + CELL[piece, o, k, 0])
    state.placed = piece
    state.bottom = y + BOTTOM[piece, o]
    state.tall = TOP[piece, o] - BOTTOM[piece, o] + 1
    state.top = y + TOP[piece, o] + 1
    state.gap = abs(max(left - tallest, tallest - right, 0) - 1)


@kernel(inline=True)
def settle_move(rules: Record, state: Record, piece: int, cleared: int, spin: int, garbage: int) -> None:
    """Score, attack, and the exchange with pending garbage. Modified in place."""
    level = level_at(rules, state.lines)
    state.score += points(cleared, spin, state.combo, state.chain, state.perfect, level)
    sent = attack(
        rules, cleared, spin, piece == TEE, state.combo, state.chain, state.perfect, garbage, rules.multiplier
    )
    state.lines += cleared
    state.last_attack = sent.surge + sent.clear + sent.perfect
    out = exchange(rules, state.pending, sent, state.pieces - 1, state.sent)
    state.attack += state.last_attack
    state.sent += out
    state.combo, state.chain = sent.combo, sent.chain


@kernel(inline=True)
def finish(rules: Record, state: Record, above: bool) -> None:
    """Let garbage rise, and see whether the game is over. `above`: the piece locked out.

    A cell left above the last row ends the game whatever the rules say: there is no place to keep it.
    """
    lost = False
    if pending_lines(state.pending) > 0:
        risen, lost = settle(rules, state.pending, state.columns, state.cleared)
        if risen > 0:
            state.marks = raise_marks(state.marks, rules.rows, risen)
    top = np.uint64(rules.rows)
    for x in range(rules.width):
        above = above or (state.columns[x] >> top) != _0
    state.dead = above or (lost and rules.garbage_out)
    see_next(rules, state)


@kernel(inline=True)
def see_next(rules: Record, state: Record) -> None:
    """End the game where the next piece is seen and cannot appear. Modified in place.

    Without the rule of block out the piece in hold may still save it.
    """
    if state.dead or state.queue[0] == UNSEEN:
        return
    clutch = bool(rules.clutch) and state.cleared > 0
    if spawn_row(rules, state.columns, int(state.queue[0]), clutch) >= 0:
        return
    other = alternative(rules, state)
    state.dead = bool(rules.block_out) or other < 0 or spawn_row(rules, state.columns, other, clutch) < 0


@kernel(inline=True)
def fill(rules: Record, state: Record) -> None:
    """Draw a piece for every unseen slot that the rules show. Modified in place."""
    fresh = state.queue[0] == UNSEEN
    stream, bag = state.stream, state.bag
    for slot in range(rules.previews + 1):
        if state.queue[slot] == UNSEEN:
            stream, bag, piece = bags.draw(rules.bag, stream, bag)
            state.queue[slot] = piece
    state.stream, state.bag = stream, bag
    if fresh:
        see_next(rules, state)
