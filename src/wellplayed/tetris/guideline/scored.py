"""What placements are worth, and what positions look like in numbers.

How. On a pile too low to top out, and with no garbage on its way, a placement changes the board and nothing else that
features ask for: it is made in lanes, looked at and forgotten, with no record written. Everywhere else it is played out
on a scratch record, which is slower and leaves nothing out. Both give the same numbers; a test says so.
"""

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...rng import scramble, words
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
    room_for_lanes,
    room_for_reals,
    splat,
    store,
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
from .placing import TEE, alternative, heights, place
from .record import NOBODY, SLOTS
from .scoring import FULL, MINI, attack
from .stamps import BOTTOM, CELL, SIDE, STAMP, TOP

QUICK = 15  # the tallest pile on which no move can top out, so that a board alone says what a move is worth
CREDITS = (ERODED, LINES, ATTACK, PERFECT, QUADS, SPIN_CLEARS, MINI_CLEARS, WASTED_T)
CREDIT = sum(1 << k for k in CREDITS)
_ATTACK = 1 << ATTACK | 1 << COMBO | 1 << CHAIN
_SALT = np.array(words(64, 1), np.uint64) | np.uint64(1)  # columns, then queue, then the rest
_1 = np.uint64(1)


@kernel(inline=True)
def key_of(rules: Record, state: Record) -> np.uint64:
    """A word for all that the future of a position depends on; a sum, so that a move changes few terms of it."""
    word = np.uint64(0)
    for x in range(rules.width):
        word += state.columns[x] * _SALT[x]
    return np.uint64(word + tail_key(state, state.combo, state.chain))


@kernel(inline=True)
def tail_key(state: Record, combo: int, chain: int) -> np.uint64:
    """The part of the key that is not the board."""
    word = np.uint64(state.hold + 2) * _SALT[40] + state.bag * _SALT[41] + state.marks * _SALT[42]
    word += np.uint64(combo) * _SALT[43] + np.uint64(chain) * _SALT[44] + np.uint64(state.hole + 2) * _SALT[45]
    for slot in range(SLOTS):
        word += np.uint64(state.queue[slot] + 2) * _SALT[20 + slot]
    for i in range(len(state.pending)):
        for k in range(3):
            if state.pending[i, k] != 0:
                word += np.uint64(state.pending[i, k]) * scramble(np.uint64(3 * i + k + 1))
    return np.uint64(word)


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
def look(board: Lanes, height: int, width: int, used: int, found: Room) -> None:
    """Fill `found` with the features of a pile of at most LANES rows. Modified in place."""
    inside = indices() < width
    h = lane_heights(choose(inside, board, splat(0)))
    rows = max(height, largest(h))
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
def measured(states: Records, rules: Record, out: Array) -> None:
    """Fill `out` [B, F] with the features of states whose boards fit into lanes. Modified in place."""
    found = room_for_reals(64)
    for i in range(len(states)):
        measure(rules, states[i], (1 << COUNT) - 1, found)
        for k in range(COUNT):
            out[i, k] = found[k]


@kernel
def scored(
    states: Records,
    scratch: Records,
    rules: Record,
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
    terms, found = room_for_reals(64), room_for_reals(64)
    for k in range(COUNT):
        terms[k] = weights[k]
    width = int(rules.width)
    last, quick, tallest, kept, swapped = -1, False, 0, np.uint64(0), np.uint64(0)
    for n in range(len(parent)):
        state = states[parent[n]]
        if parent[n] != last:
            last = parent[n]
            tallest = heights(state.columns, width)
            quick = width == 10 and tallest // 32 <= min(QUICK, rules.height - 1) and rules.height <= 24
            quick = quick and tallest // 32 + 4 <= rules.rows and pending_lines(state.pending) == 0
            kept = key_of(rules, state)
            swapped = kept + queue_change(state, True)
            kept += queue_change(state, False)
        x, y, kind = spot[n] & 31, spot[n] >> 5 & 63, spot[n] >> 11
        hold, spin, o = kind // 12 == 1, kind // 4 % 3, kind & 3
        if quick:
            standing = kept
            if hold:
                standing = swapped
            key[n] = glance(rules, state, hold, spin, o, x, y, tallest % 32, used, found, standing)
            dead[n] = False
        else:
            scratch[0] = state
            place(rules, scratch[0], hold, spin, o, x, y)
            measure(rules, scratch[0], used, found)
            key[n], dead[n] = scramble(key_of(rules, scratch[0])), scratch[0].dead
        credit[n] = weighed(terms, used & CREDIT, found)
        value[n] = -np.inf if dead[n] else weighed(terms, used, found)


@kernel(inline=True)
def glance(
    rules: Record,
    state: Record,
    hold: bool,
    spin: int,
    o: int,
    x: int,
    y: int,
    tallest: int,
    used: int,
    found: Room,
    standing: np.uint64,
) -> np.uint64:
    """Fill `found` with the features of a placement that cannot end the game; return its key. Modified in place."""
    piece = int(state.queue[0])
    if hold:
        piece = alternative(rules, state)
    base = y + BOTTOM[piece, o]
    board = load(state.columns, 0) | (load(STAMP, (piece * 4 + o) * 48 + 16 - x) << base)
    full = full_rows(board, 10)
    cleared, combo, chain, sent, marks = 0, 0, int(state.chain), 0, state.marks
    if full:
        cleared = count_bits(full)
        board = collapsed(board, full)
    perfect = cleared > 0 and largest(lane_heights(board)) == 0
    look(board, int(rules.height), 10, used, found)
    cells, garbage = 0, np.int64(0)
    if full:
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
    found[LANDING_TOP] = y + TOP[piece, o] + 1
    found[GAP] = abs(max(x + SIDE[piece, o, 0] - tallest, tallest - (x + SIDE[piece, o, 1]), 0) - 1)
    found[ATTACK], found[COMBO], found[CHAIN] = sent, combo, chain
    events(found, piece, spin, cleared, perfect)
    found[GARBAGE_ROWS], found[PENDING] = count_bits(np.int64(marks)), 0
    return glance_key(state, piece, o, x, y, board, full, standing, combo, chain, marks)


@kernel(inline=True)
def without_rows(bits: np.int64, full: int) -> np.int64:
    """A column of bits with the rows in `full` taken out."""
    while full:
        row = lowest_bit(full)
        under = (1 << row) - 1
        bits = (bits & under) | ((bits >> 1) & ~under)
        full = (full & (full - 1)) >> 1
    return bits


@kernel(inline=True)
def glance_key(
    state: Record,
    piece: int,
    o: int,
    x: int,
    y: int,
    board: Lanes,
    full: int,
    standing: np.uint64,
    combo: int,
    chain: int,
    marks: np.uint64,
) -> np.uint64:
    """The key of the state after a placement; `standing` is that of the state before it, with its queue moved up."""
    word = standing + (marks - state.marks) * _SALT[42]
    word += (np.uint64(combo) - np.uint64(state.combo)) * _SALT[43]
    word += (np.uint64(chain) - np.uint64(state.chain)) * _SALT[44]
    if full == 0:
        for k in range(4):
            word += (_1 << np.uint64(y + CELL[piece, o, k, 1])) * _SALT[x + CELL[piece, o, k, 0]]
        return scramble(word)
    after = room_for_lanes(16)
    store(after, 0, board)
    for column in range(10):
        word += (np.uint64(after[column]) - state.columns[column]) * _SALT[column]
    return scramble(word)


@kernel(inline=True)
def queue_change(state: Record, hold: bool) -> np.uint64:
    """By how much the key changes when the queue moves up, or when the piece that hold offers is taken."""
    word, steps = np.uint64(0), 1
    if hold:
        word += (np.uint64(state.queue[0] + 2) - np.uint64(state.hold + 2)) * _SALT[40]
        if state.hold == NOBODY:
            steps = 2
    for slot in range(SLOTS):
        after = np.uint64(1)
        if slot + steps < SLOTS:
            after = np.uint64(state.queue[slot + steps] + 2)
        word += (after - np.uint64(state.queue[slot] + 2)) * _SALT[20 + slot]
    return np.uint64(word)
