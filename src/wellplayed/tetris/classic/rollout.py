"""Whole games in one kernel: score every drop, take the first best, clear, draw the next piece, until told to stop.

It shares every step with the batch kernels of moves.py and exists because published tables, tuning and rollouts play
billions of pieces; docs/benchmarks.md has what it saves.
"""

import numpy as np

from ..._jit import Array, Records, kernel
from ...random_moves import stray
from ..bag import draw
from ..features import COUNT as FEATURE_COUNT
from ..features import heights
from ..lanes import choose, count_bits, indices, largest, load, room_for_lanes, room_for_reals, splat, store
from ..pieces import COUNT, SPAN, TALL
from ..rows import collapsed
from .drops import LANES, best, eroded, gap_to_tallest, placed, score
from .record import SLOTS
from .survey import survey, walled


@kernel
def rollout(
    states: Records,
    height: int,
    width: int,
    previews: int,
    kind: int,
    clear: bool,
    weights: Array,
    used: int,
    pieces: int,
    low: int,
    high: int,
    share: float,
) -> None:
    """Play each state on with linear weights, a `share` of moves at random, as `Game.rollout` says. In place."""
    value = room_for_reals(64)
    bottom = room_for_lanes(64)
    full = room_for_lanes(64)
    found = room_for_reals(64)
    terms = room_for_reals(64)
    for k in range(FEATURE_COUNT):
        terms[k] = weights[k]
    queue = room_for_lanes(16)
    for i in range(len(states)):
        state = states[i]
        if state.dead:
            continue
        columns = walled(load(state.columns, 0), height, width)
        for slot in range(SLOTS):
            queue[slot] = state.queue[slot]
        stream, bag = state.stream, np.int64(state.bag)
        lines = state.lines
        played = 0
        dead = False
        drop, cleared, wiped, gap, piece = 0, 0, 0, 0, 0
        while played < pieces:
            piece = int(np.int64(queue[0]))
            board = survey(columns, height, width, used)
            score(board, piece, clear, terms, used, value, bottom, full, found)
            drop = best(piece, width, value)
            if share > 0.0:
                drop = perhaps_another(stream, state.pieces + played, share, piece, width, drop)
            o, x = drop // LANES, drop % LANES
            rows = int(full[drop])
            last = board
            columns = placed(columns, piece, o, x, bottom[drop])
            cleared = count_bits(rows)
            if rows:
                wiped = eroded(piece, o, bottom[drop], rows)
                columns = walled(collapsed(columns, rows), height, width)
            lines += cleared
            played += 1
            for slot in range(previews):
                queue[slot] = queue[slot + 1]
            stream, bag, queue[previews] = draw(stream, bag, kind)
            pile = largest(heights(choose(indices() < width, columns, splat(0))))
            dead = pile > height
            if dead or pile <= low or pile >= high:
                gap = gap_to_tallest(last, x, SPAN[piece, o])
                break
            if played == pieces:
                gap = gap_to_tallest(last, x, SPAN[piece, o])
        if played == 0:
            continue
        for slot in range(SLOTS):
            state.queue[slot] = queue[slot]
        store(state.columns, 0, choose(indices() < width, columns, splat(0)))
        state.stream, state.bag, state.lines, state.score = stream, np.uint8(bag), lines, lines
        state.pieces += played
        state.dead = dead
        state.bottom, state.tall = np.int8(bottom[drop]), np.int8(TALL[piece, drop // LANES])
        state.cleared, state.eroded = np.int8(cleared), np.int8(wiped if cleared else 0)
        state.top, state.gap = state.bottom + state.tall, np.int8(gap)


@kernel(inline=True)
def perhaps_another(stream: np.uint64, pieces: int, share: float, piece: int, width: int, drop: int) -> int:
    """`drop`, or a random one of all drops of the piece (numbered as in drops.py) where this move is a random one."""
    drops = 0
    for o in range(COUNT[piece]):
        drops += width - SPAN[piece, o] + 1
    wanted = stray(stream, pieces, share, drops)
    if wanted < 0:
        return drop
    o = 0
    while wanted >= width - SPAN[piece, o] + 1:
        wanted -= width - SPAN[piece, o] + 1
        o += 1
    return int(LANES * o + wanted)
