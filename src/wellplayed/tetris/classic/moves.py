"""The batch kernels of classic play: fresh games, moves scored, children stored, a move played, the unseen dealt."""

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...rng import scramble, seeded, words
from ..bag import BAG, draw, left
from ..features import COUNT as FEATURE_COUNT
from ..features import ERODED, GAP, LANDING, LANDING_TOP, LINES, board_features, heights
from ..lanes import (
    Room,
    choose,
    count_bits,
    indices,
    lane,
    largest,
    load,
    room_for_lanes,
    room_for_reals,
    splat,
    store,
)
from ..pieces import COUNT, LOW, MASK, SPAN, TALL
from ..rows import collapsed, full_rows
from .drops import LANES, LOST, eroded, placed, score
from .survey import survey, walled

_SALT = np.array(words(16, 0), np.uint64) | np.uint64(1)  # odd, so that no bit of a column is lost in the product
_QUEUE_SALT, _BAG_SALT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
UNSEEN = np.int8(-1)


@kernel
def new(states: Records, seeds: Array, previews: int, kind: int) -> None:
    """Fresh games from uint64 seeds [B], dealt. `states` [B] must be zero. Modified in place."""
    for i in range(len(states)):
        states[i].match = seeds[i]
        stream, bag = seeded(seeds[i]), np.int64(0)
        for slot in range(previews + 1):
            stream, bag, piece = draw(stream, bag, kind)
            states[i].queue[slot] = piece
        for slot in range(previews + 1, 16):
            states[i].queue[slot] = UNSEEN
        states[i].stream, states[i].bag = stream, np.uint8(bag)


@kernel
def deal(states: Records, previews: int, kind: int) -> None:
    """Fill the unseen slots of each queue from the state's own stream. Modified in place."""
    for i in range(len(states)):
        stream, bag = states[i].stream, np.int64(states[i].bag)
        for slot in range(previews + 1):
            if states[i].queue[slot] == UNSEEN:
                stream, bag, piece = draw(stream, bag, kind)
                states[i].queue[slot] = piece
        states[i].stream, states[i].bag = stream, np.uint8(bag)


@kernel
def reseed(states: Records, seeds: Array) -> None:
    """Give each state another stream of pieces, from uint64 seeds [B]. Modified in place."""
    for i in range(len(states)):
        states[i].stream = seeded(seeds[i])


@kernel
def outcomes(states: Records, previews: int, kind: int, out: Records, parent: Array, chance: Array) -> int:
    """Fill the first n rows with each state's possible next unseen pieces (7 rows a state are enough); return n."""
    n = 0
    for i in range(len(states)):
        slot = 0
        while slot <= previews and states[i].queue[slot] != UNSEEN:
            slot += 1
        if slot > previews or states[i].dead:
            out[n] = states[i]
            parent[n], chance[n] = i, 1.0
            n += 1
            continue
        pieces = left(kind, np.int64(states[i].bag))
        ways = count_bits(pieces)
        for piece in range(7):
            if (pieces >> piece) & 1:
                out[n] = states[i]
                out[n].queue[slot] = piece
                if kind == BAG:
                    out[n].bag = np.uint8(pieces ^ (1 << piece))
                parent[n], chance[n] = i, 1.0 / ways
                n += 1
    return n


@kernel(inline=True)
def queue_key(queue: Array, previews: int, bag: np.uint8) -> np.uint64:
    """A word for what follows the current piece: the visible pieces and the bag behind them."""
    word = _BAG_SALT * np.uint64(bag)
    for slot in range(1, previews + 1):
        word = (word + np.uint64(queue[slot] + 1)) * _QUEUE_SALT
    return word


@kernel(inline=True)
def columns_key(columns: Room) -> np.uint64:
    """A word for the columns [16] of a board: a sum over columns, so that a drop changes few terms of it."""
    word = np.uint64(0)
    for x in range(16):
        word += np.uint64(np.uint32(columns[x])) * _SALT[x]
    return word


@kernel
def moves(
    states: Records,
    height: int,
    width: int,
    previews: int,
    clear: bool,
    weights: Array,
    used: int,
    parent: Array,
    action: Array,
    key: Array,
    credit: Array,
    value: Array,
    dead: Array,
) -> int:
    """Fill the first n rows with every drop of every state, scored; return n.

    34 rows a state and 16 to spare are enough. Modified in place.
    """
    scores = room_for_reals(64)
    bottom = room_for_lanes(64)
    full = room_for_lanes(64)
    found = room_for_reals(64)
    terms = room_for_reals(64)
    for k in range(FEATURE_COUNT):
        terms[k] = weights[k]
    after = room_for_lanes(16)
    n = 0
    for i in range(len(states)):
        state = states[i]
        if state.dead or state.queue[0] == UNSEEN:
            continue
        piece = int(np.int64(state.queue[0]))  # of one type everywhere, so that `score` is compiled once
        board = survey(walled(load(state.columns, 0), height, width), height, width, used)
        score(board, piece, clear, terms, used, scores, bottom, full, found)
        tail = queue_key(state.queue, previews, state.bag)
        standing = columns_key(state.columns) + tail
        x = indices()
        for o in range(COUNT[piece]):
            drops = width - SPAN[piece, o] + 1
            # Sixteen rows at once; those past the last column are overwritten by the next orientation or ignored.
            found_values = load(scores, LANES * o)
            store(parent, n, splat(i))
            store(action, n, x + o * width)
            store(credit, n, splat(0))
            store(value, n, found_values)
            store(dead, n, found_values == LOST)
            for column in range(drops):
                drop = LANES * o + column
                base, rows = int(bottom[drop]), int(full[drop])
                if rows:
                    wiped, cleared = eroded(piece, o, base, rows), count_bits(rows)
                    credit[n] = weights[ERODED] * wiped + weights[LINES] * cleared
                    store(after, 0, collapsed(placed(load(state.columns, 0), piece, o, column, base), rows))
                    word = columns_key(after) + tail
                else:
                    word = standing
                    for k in range(SPAN[piece, o]):
                        word += np.uint64(MASK[piece, o, k] << base) * _SALT[column + k]
                key[n] = scramble(word)
                n += 1
    return n


@kernel(inline=True)
def place(state: Record, action: int, height: int, width: int, previews: int, clear: bool) -> None:
    """Play one legal action: place, clear, move the queue up. The freed slot is unseen. Modified in place."""
    piece, o, x = int(state.queue[0]), action // width, action % width
    columns = walled(load(state.columns, 0), height, width)
    h = heights(columns)
    base = 0
    for k in range(SPAN[piece, o]):
        base = max(base, lane(h, x + k) - LOW[piece, o, k])
    tall, span = TALL[piece, o], SPAN[piece, o]
    highest = largest(h * (indices() < width))
    tallest = 0
    while lane(h, tallest) != highest:
        tallest += 1
    columns = placed(columns, piece, o, x, base)
    rows = 0
    if clear or base + tall <= height:
        rows = full_rows(columns, width)
    cleared = count_bits(rows)
    columns = choose(indices() < width, collapsed(columns, rows), splat(0))
    store(state.columns, 0, columns)
    state.dead = largest(heights(columns)) > height
    state.pieces += 1
    state.lines += cleared
    state.score = state.lines
    state.bottom, state.tall, state.top = np.int8(base), np.int8(tall), np.int8(base + tall)
    state.cleared, state.eroded = np.int8(cleared), np.int8(eroded(piece, o, base, rows))
    away = max(x - tallest, tallest - (x + span - 1), 0)
    state.gap = np.int8(abs(away - 1))
    for slot in range(previews):
        state.queue[slot] = state.queue[slot + 1]
    state.queue[previews] = UNSEEN


@kernel
def play(states: Records, actions: Array, height: int, width: int, previews: int, clear: bool) -> int:
    """Play one action in each state; return -1, or the index of the first state where it is not legal. In place."""
    for i in range(len(states)):
        piece, action = int(states[i].queue[0]), actions[i]
        if states[i].dead or piece == UNSEEN or action < 0 or action >= COUNT[piece] * width:
            return i
        if action % width > width - SPAN[piece, action // width]:
            return i
        place(states[i], action, height, width, previews, clear)
    return -1


@kernel
def expand(
    states: Records,
    height: int,
    width: int,
    previews: int,
    clear: bool,
    out: Records,
    parent: Array,
    action: Array,
) -> int:
    """Fill the first n rows with every afterstate of every state (34 rows a state are enough); return n."""
    n = 0
    for i in range(len(states)):
        piece = int(states[i].queue[0])
        if states[i].dead or piece == UNSEEN:
            continue
        for o in range(COUNT[piece]):
            for x in range(width - SPAN[piece, o] + 1):
                out[n] = states[i]
                place(out[n], o * width + x, height, width, previews, clear)
                parent[n], action[n] = i, o * width + x
                n += 1
    return n


@kernel
def features(states: Records, height: int, width: int, out: Records) -> None:
    """Fill `out` [B, F]; see tetris/features.py. Modified in place."""
    every = (1 << FEATURE_COUNT) - 1
    found = room_for_reals(64)
    for i in range(len(states)):
        board_features(walled(load(states[i].columns, 0), height, width), height, width, every, found)
        for k in range(FEATURE_COUNT):
            out[i, k] = found[k]
        tall = max(int(states[i].tall), 1)
        out[i, LANDING] = states[i].bottom + 0.5 * (tall - 1)
        out[i, ERODED] = states[i].eroded
        out[i, LINES] = states[i].cleared
        out[i, LANDING_TOP] = states[i].top
        out[i, GAP] = states[i].gap
