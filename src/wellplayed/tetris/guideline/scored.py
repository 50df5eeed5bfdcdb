"""What placements are worth, and what positions look like in numbers.

How. On a pile too low to top out, and with no garbage on its way, a placement changes the board and nothing else that
features ask for: it is made in lanes, looked at and forgotten, with no record written. Everywhere else it is played out
on a scratch record, which is slower and leaves nothing out. Both give the same numbers; a test says so.
"""

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...rng import scramble
from ..features import ERODED, GAP, LANDING, LANDING_TOP, LINES, board_features
from ..features import heights as lane_heights
from ..lanes import (
    Lanes,
    Room,
    choose,
    count_bits,
    indices,
    largest,
    load,
    lowest_bit,
    part,
    room_for_reals,
    splat,
    where,
)
from ..rows import collapsed, full_rows
from .features import (
    ATTACK,
    CHAIN,
    COMBO,
    COUNT,
    GARBAGE_ROWS,
    MINI_CLEARS,
    PENDING,
    PERFECT,
    QUADS,
    SPIN_CLEARS,
    WASTED_T,
    versus_features,
)
from .garbage import total as pending_lines
from .merge import key_after, key_of, opener_key, queue_change
from .placing import TEE, alternative, place
from .scoring import FULL, MINI, attack
from .stamps import BOTTOM, CELL, SIDE, STAMP, TOP

QUICK = 15  # the tallest pile on which no move can top out, so that a board alone says what a move is worth
CREDITS = (ERODED, LINES, ATTACK, PERFECT, QUADS, SPIN_CLEARS, MINI_CLEARS, WASTED_T)
CREDIT = sum(1 << k for k in CREDITS)
_SHAPE = 1 << LANDING_TOP | 1 << GAP
_1 = np.uint64(1)


@kernel(inline=True)
def weighed(weights: Room, used: int, found: Room) -> float:
    """The sum of weights times features for the features in `used`, in order."""
    value = 0.0
    while used:
        k = lowest_bit(used)
        value += weights[k] * found[k]
        used &= used - 1
    return value


@kernel(inline=True)
def weighed_together(weights: Room, used: int, found: Room, out: Room) -> None:
    """`weighed` for each of eight rows of 64 features, into out [8]: eight sums at once do not wait for each other."""
    a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    while used:
        k = lowest_bit(used)
        weight = weights[k]
        a += weight * found[k]
        b += weight * found[k + 64]
        c += weight * found[k + 128]
        d += weight * found[k + 192]
        e += weight * found[k + 256]
        f += weight * found[k + 320]
        g += weight * found[k + 384]
        h += weight * found[k + 448]
        used &= used - 1
    out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7] = a, b, c, d, e, f, g, h


@kernel(inline=True)
def look(board: Lanes, height: int, width: int, used: int, found: Room) -> None:
    """Fill `found` with the features of a pile of at most LANES rows. Modified in place."""
    h = lane_heights(choose(indices() < width, board, splat(0)))
    look_up_to(board, h, max(height, largest(h)), width, used, found)


@kernel(inline=True)
def look_up_to(board: Lanes, h: Lanes, rows: int, width: int, used: int, found: Room) -> None:
    """`look` at a pile of heights `h` in a well of so many rows, none lower than the pile. Modified in place."""
    inside = indices() < width
    walled = choose(inside, board, splat((1 << rows) - 1))
    board_features(walled, rows, width, used, found)
    versus_features(walled, h, width, used, found)


@kernel(inline=True)
def events(found: Room, piece: int, spin: int, cleared: int, perfect: bool) -> None:
    """Fill in what kind of move it was. Modified in place."""
    found[PERFECT] = 1 if perfect else 0
    found[QUADS] = 1 if cleared == 4 else 0
    found[SPIN_CLEARS] = 1 if cleared > 0 and spin == FULL else 0
    found[MINI_CLEARS] = 1 if cleared > 0 and spin == MINI else 0
    found[WASTED_T] = 1 if piece == TEE and (cleared == 0 or spin == 0) else 0


@kernel(inline=True)
def measure(rules: Record, state: Record, used: int, found: Room) -> None:
    """Fill `found` with the features of a state whose board fits into lanes. Modified in place."""
    look(load(state.columns, 0), int(rules.height), int(rules.width), used, found)
    moved(state, found)


@kernel(inline=True)
def moved(state: Record, found: Room) -> None:
    """Fill in what is kept in the record: the last move, the counters, garbage. Modified in place."""
    found[LANDING] = state.bottom + 0.5 * (max(int(state.tall), 1) - 1)
    found[ERODED], found[LINES] = state.eroded, state.cleared
    found[LANDING_TOP], found[GAP] = state.top, state.gap
    found[ATTACK], found[COMBO], found[CHAIN] = state.last_attack, state.combo, state.chain
    events(found, state.placed, state.spin, state.cleared, state.perfect)
    if state.placed < 0:
        found[WASTED_T] = 0
    found[GARBAGE_ROWS] = count_bits(np.int64(state.marks))
    found[PENDING] = pending_lines(state.pending)


@kernel
def measured(states: Records, book: Records, out: Array) -> None:
    """Fill `out` [B, F] with the features of states whose boards fit into lanes. Modified in place."""
    rules = book[0]
    found = room_for_reals(64)
    for i in range(len(states)):
        measure(rules, states[i], (1 << COUNT) - 1, found)
        for k in range(COUNT):
            out[i, k] = found[k]


@kernel
def scored(
    states: Records,
    scratch: Records,
    book: Records,
    parent: Array,
    spot: Array,
    weights: Array,
    used: int,
    key: Array,
    credit: Array,
    value: Array,
    dead: Array,
) -> None:
    """Score listed actions [N] of states [B], given as spots (moves.py), that the flood answers for. Modified in place.

    `scratch` [1] is room for one record.
    """
    rules = book[0]
    terms, found = room_for_reals(64), room_for_reals(512)
    values, credits_ = room_for_reals(8), room_for_reals(8)
    for k in range(COUNT):
        terms[k] = weights[k]
    last, quick, tallest, kept, swapped = -1, False, 0, np.uint64(0), np.uint64(0)
    board, top, current, other = splat(0), 0, 0, 0
    for first in range(0, len(parent), 8):
        count = min(8, len(parent) - first)
        for j in range(count):
            n = first + j
            state = states[parent[n]]
            if parent[n] != last:
                last = parent[n]
                board = load(state.columns, 0)
                h = lane_heights(board)
                top = largest(h)
                tallest = lowest_bit(where(h == top))
                quick = top <= min(QUICK, rules.height - 1) and rules.height <= 24
                quick = quick and top + 4 <= rules.rows and pending_lines(state.pending) == 0
                current, other = int(state.queue[0]), alternative(rules, state)
                kept = key_of(rules, state) - opener_key(rules, state.pieces, state.sent)
                swapped = kept + queue_change(state, True)
                kept += queue_change(state, False)
            x, y, kind = spot[n] & 31, spot[n] >> 5 & 63, spot[n] >> 11
            hold, spin, o = kind >= 12, kind // 4 % 3, kind & 3
            mine = part(found, 64 * j)
            if quick:
                piece, standing = current, kept
                if hold:
                    piece, standing = other, swapped
                key[n] = glance(rules, state, board, top, piece, spin, o, x, y, tallest, used, mine, standing)
                dead[n] = False
            else:
                scratch[0] = state
                place(rules, scratch[0], hold, spin, o, x, y)
                measure(rules, scratch[0], used, mine)
                key[n], dead[n] = scramble(key_of(rules, scratch[0])), scratch[0].dead
        weighed_together(terms, used & CREDIT, found, credits_)
        weighed_together(terms, used, found, values)
        for j in range(count):
            n = first + j
            credit[n] = credits_[j]
            value[n] = -np.inf if dead[n] else values[j]


@kernel(inline=True)
def glance(
    rules: Record,
    state: Record,
    before: Lanes,
    top: int,
    piece: int,
    spin: int,
    o: int,
    x: int,
    y: int,
    tallest: int,
    used: int,
    found: Room,
    standing: np.uint64,
) -> np.uint64:
    """Fill `found` with the features of a placement that cannot end the game; return its key. Modified in place.

    The board `before` it is `top` rows high in column `tallest`; `standing` is its key with the queue moved up, the
    opener phase left out.
    """
    base = y + BOTTOM[piece, o]
    board = before | (load(STAMP, (piece * 4 + o) * 48 + 16 - x) << base)
    full = full_rows(board, 10)
    cleared, combo, chain, sent, marks = 0, 0, int(state.chain), 0, state.marks
    if full:
        cleared = count_bits(full)
        board = collapsed(board, full)
    h = lane_heights(board)
    perfect = cleared > 0 and largest(h) == 0
    rows = int(rules.height)
    if top + 4 > rows:
        rows = max(rows, largest(h))
    look_up_to(board, h, rows, 10, used, found)
    cells = 0
    if full:
        garbage = np.int64(0)
        for k in range(4):
            cells += full >> (y + CELL[piece, o, k, 1]) & 1
        left = full
        while left:
            row = np.uint64(lowest_bit(left))
            garbage += np.int64((state.marks >> row) & _1)
            left &= left - 1
        after = attack(
            rules, cleared, spin, piece == TEE, state.combo, state.chain, perfect, int(garbage), rules.multiplier
        )
        combo, chain, sent = after.combo, after.chain, after.surge + after.clear + after.perfect
        marks = np.uint64(without_rows(np.int64(marks), full))
    found[LANDING] = base + 0.5 * (TOP[piece, o] - BOTTOM[piece, o])
    found[ERODED], found[LINES] = cells * cleared, cleared
    if used & _SHAPE:
        found[LANDING_TOP] = y + TOP[piece, o] + 1
        found[GAP] = abs(max(x + SIDE[piece, o, 0] - tallest, tallest - (x + SIDE[piece, o, 1]), 0) - 1)
    if used >> ATTACK:
        found[ATTACK], found[COMBO], found[CHAIN] = sent, combo, chain
        events(found, piece, spin, cleared, perfect)
        found[GARBAGE_ROWS], found[PENDING] = count_bits(np.int64(marks)), 0
    standing += opener_key(rules, state.pieces + 1, state.sent + sent)
    return key_after(state, piece, o, x, base, board, full, standing, combo, chain, marks)


@kernel(inline=True)
def without_rows(bits: np.int64, full: int) -> np.int64:
    """A column of bits with the rows in `full` taken out."""
    while full:
        row = lowest_bit(full)
        under = (1 << row) - 1
        bits = (bits & under) | ((bits >> 1) & ~under)
        full = (full & (full - 1)) >> 1
    return bits
