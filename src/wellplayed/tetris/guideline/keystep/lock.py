"""What happens when a piece locks: cells are filled, rows clear, garbage rises, the next piece appears; and hold.

The order is that of garbage.py. A piece with a cell above all rows of the board ends the game whatever the rules say,
since there is no place for that cell.
"""

import numpy as np

from ...._jit import Record, kernel
from ...pieces import PIECES
from ..bags import draw
from ..garbage import exchange, raise_marks, receive, rise
from ..ruleset import number
from ..scoring import attack, level_at, multiplier_at, points
from .motion import appear, row_of, unspun
from .record import BLOCKED, BURIED, LOCKED_OUT, NONE

_0, _ONE = np.uint64(0), np.uint64(1)
_ALL = ~_0
_T = PIECES.index("T")
_COMBO = number("blocking", "combo")


@kernel
def lock(state: Record, book: Record) -> None:
    """Lock the falling piece where it is, with all that follows. Modified in place."""
    state.last_piece, state.last_orientation = state.piece, state.orientation
    state.last_x, state.last_y, state.last_spin = state.x, state.y, state.spin
    inside, visible = place(state, book)
    cleared, garbage = clear(state, book.rules.width)
    count(state, book, cleared, garbage)
    state.piece, state.held = NONE, False
    unspun(state)
    if not inside or (book.rules.lock_out and not visible):
        end(state, LOCKED_OUT)
    elif not surface(state, book, cleared):
        end(state, BURIED)
    else:
        spawn(state, book, cleared > 0)


@kernel
def count(state: Record, book: Record, cleared: int, garbage: int) -> None:
    """Score and attack of a piece that cleared rows, `garbage` of them garbage. Modified in place."""
    rules, spin = book.rules, int(state.last_spin)
    perfect = cleared > 0 and empty(state, rules.width)
    combo, chain = int(state.combo), int(state.chain)
    state.score += points(cleared, spin, combo, chain, perfect, level_at(rules, state.lines))
    tee, multiplier = state.last_piece == _T, multiplier_at(rules, state.tick)
    sent = attack(rules, cleared, spin, tee, combo, chain, perfect, garbage, multiplier)
    state.last_attack = sent.surge + sent.clear + sent.perfect
    state.last_sent = exchange(rules, state.pending, sent, state.pieces, state.sent)
    state.attack += state.last_attack
    state.sent += state.last_sent
    state.combo, state.chain = sent.combo, sent.chain
    state.last_cleared, state.last_perfect, state.last_risen = cleared, perfect, 0
    state.pieces += 1
    state.lines += cleared


@kernel
def surface(state: Record, book: Record, cleared: int) -> bool:
    """Let garbage rise that has waited; False where that ends the game. Modified in place."""
    if cleared > 0 and book.rules.blocking == _COMBO:
        return True
    lines, lost = rise(book.rules, state.pending, state.columns)
    state.marks = raise_marks(state.marks, book.rules.rows, lines)
    state.last_risen = lines
    state.risen += lines
    return not (lost and book.rules.garbage_out)


@kernel
def announce(state: Record, book: Record, lines: int) -> None:
    """Queue rows of garbage. Modified in place."""
    wait = book.rules.delay_ticks
    state.noise, state.hole = receive(book.rules, state.pending, lines, wait, state.noise, state.hole)


@kernel
def place(state: Record, book: Record) -> tuple[bool, bool]:
    """Fill the piece's cells; whether all are inside the board, and whether any is in a visible row."""
    inside, visible = True, False
    for k in range(4):
        x = state.x + book.cells[state.piece, state.orientation, k, 0]
        y = state.y + book.cells[state.piece, state.orientation, k, 1]
        state.columns[x] |= _ONE << np.uint64(y)
        inside = inside and y < book.rules.rows
        visible = visible or y < book.rules.height
    return inside, visible


@kernel
def clear(state: Record, width: int) -> tuple[int, int]:
    """Take full rows out, so that everything above comes down; how many, and how many of garbage. Modified in place."""
    full = _ALL
    for x in range(width):
        full &= state.columns[x]
    cleared, garbage = 0, 0
    while full != _0:
        under = (full & (~full + _ONE)) - _ONE  # the rows below the lowest full one
        for x in range(width):
            state.columns[x] = without(state.columns[x], under)
        garbage += (state.marks & (under + _ONE)) != _0
        state.marks = without(state.marks, under)
        full = (full & (full - _ONE)) >> _ONE
        cleared += 1
    return cleared, garbage


@kernel
def without(column: np.uint64, under: np.uint64) -> np.uint64:
    """A column less the row above those of `under`."""
    return (column & under) | ((column >> _ONE) & ~under)


@kernel
def empty(state: Record, width: int) -> bool:
    """Whether no cell is filled."""
    any_cell = _0
    for x in range(width):
        any_cell |= state.columns[x]
    return bool(any_cell == _0)


@kernel
def end(state: Record, cause: int) -> None:
    """The game is over. Modified in place."""
    state.dead, state.cause = True, cause


@kernel
def refill(state: Record, book: Record) -> None:
    """Draw pieces until the queue holds the visible ones, and at least one. Modified in place."""
    for slot in range(max(book.rules.previews, 1)):
        if state.queue[slot] == NONE:
            state.stream, state.bag, state.queue[slot] = draw(book.rules.bag, state.stream, state.bag)


@kernel
def next_piece(state: Record, book: Record) -> int:
    """Take the first piece out of the queue. Modified in place."""
    piece = int(state.queue[0])
    for slot in range(len(state.queue) - 1):
        state.queue[slot] = state.queue[slot + 1]
    state.queue[len(state.queue) - 1] = NONE
    refill(state, book)
    return piece


@kernel
def spawn(state: Record, book: Record, cleared: bool) -> None:
    """Let the next piece of the queue appear. Modified in place."""
    enter(state, book, next_piece(state, book), cleared)


@kernel
def enter(state: Record, book: Record, piece: int, cleared: bool) -> None:
    """Let a piece appear, or end the game. `cleared`: the move before cleared rows. Modified in place.

    Without the rule of block out the piece that hold offers comes in place of one that has no room.
    """
    raised = cleared and book.rules.clutch
    y = row_of(state, book, piece, raised)
    if y < 0 and not book.rules.block_out and book.rules.hold and not state.held:
        other = int(state.hold)
        if other == NONE:
            other = int(state.queue[0])
        y = row_of(state, book, other, raised)
        if y >= 0:
            if state.hold == NONE:
                next_piece(state, book)
            state.held, state.hold = True, piece
            piece = other
    if y < 0:
        end(state, BLOCKED)
        y = int(book.spawn)
    appear(state, book, piece, y)


@kernel
def swap(state: Record, book: Record) -> bool:
    """Hold the falling piece, once until it locks; False where that is not allowed. Modified in place."""
    if not book.rules.hold or state.held:
        return False
    piece, state.hold, state.held = int(state.hold), state.piece, True
    if piece == NONE:
        spawn(state, book, False)
    else:
        enter(state, book, piece, False)
    return True
