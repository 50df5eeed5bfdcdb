"""A policy over afterstates in classic play as one kernel: draw a drop, judge it, sum up the gradient, go on.

The chance of a drop is softmax over linear scores, pi(a) ~ exp(w . f(a)), with f the features of the board that it
leaves and of the move. The gradient of log pi(a) is f(a) less the mean of f under pi. Features of all drops would cost
ten times what playing does; so a second drop b is drawn as well, and f(b) stands for the mean: it has that expectation.
Where both are the same drop, as in most moves of a policy that has learned, nothing more need be looked at.

With q(a) = gamma V(a), or what losing is worth, the value V linear over features of the board, and the later errors

    d = q(next a) - V(a)

of that value, the gradient is summed up over

    (f(a) - f(b)) (q(a) - q(b)) / 2                 the move itself; for independent a, b it is the covariance of f, q
    gamma (f(a) - f(b)) (d' + gamma lambda d'' + ...)   what came of it, by a trace of f(a) - f(b)

that is, policy gradient (Williams, Machine Learning 8, 1992; Sutton and others, NIPS 12, 2000) with generalised
advantages (Schulman and others, High-dimensional continuous control using generalized advantage estimation, ICLR 2016).
"""

import math

import numpy as np

from .._jit import Array, Record, Records, kernel
from ..rng import INCREMENT, scramble
from ..tetris.bag import draw
from ..tetris.classic.drops import LANES, LOST, score
from ..tetris.classic.moves import place
from ..tetris.classic.survey import survey, walled
from ..tetris.features import COUNT as FEATURE_COUNT
from ..tetris.features import HIGHEST
from ..tetris.lanes import Room, load, room_for_lanes, room_for_reals
from ..tetris.pieces import COUNT, SPAN
from .td_classic import begun, looked
from .td_update import updated, valued

OVER, LINES, PIECES, BEGUN, SQUARED, DIFFERING = range(6)  # what `out` of `walked` counts
_53, _11 = 1 / (1 << 53), np.uint64(11)


@kernel(inline=True)
def chances(piece: int, width: int, value: Room, chance: Room) -> float:
    """Fill `chance` [64] with exp(value - the highest value), all 1 where every drop loses; return their sum."""
    highest = LOST
    for o in range(COUNT[piece]):
        for x in range(width - SPAN[piece, o] + 1):
            highest = max(highest, value[LANES * o + x])
    total = 0.0
    for o in range(COUNT[piece]):
        for x in range(width - SPAN[piece, o] + 1):
            drop = LANES * o + x
            chance[drop] = math.exp(value[drop] - highest) if highest > LOST else 1.0
            total += chance[drop]
    return total


@kernel(inline=True)
def drawn(piece: int, width: int, chance: Room, total: float, word: np.uint64) -> int:
    """A drop by its chance, out of a random word."""
    wanted = np.float64(word >> _11) * _53 * total
    last, reached = 0, 0.0
    for o in range(COUNT[piece]):
        for x in range(width - SPAN[piece, o] + 1):
            drop = LANES * o + x
            if chance[drop] > 0.0 and reached <= wanted:
                last = drop
                reached += chance[drop]
    return last


@kernel(inline=True)
def judged(
    state: Record,
    height: int,
    width: int,
    wanted: int,
    found: Room,
    valuing: Array,
    scale: Array,
    value: Array,
    board: Array,
    gamma: float,
    death: float,
) -> float:
    """What an afterstate is worth, q. `found` and `board` [C], what V is linear in, are modified in place.

    `board` are the features `valuing` times `scale`, then 1 for the height of the tallest column, 0 for all others.
    """
    looked(state, height, width, wanted, found)
    count = len(valuing)
    for k in range(count):
        board[k] = found[valuing[k]] * scale[k]
    for k in range(count, len(board)):
        board[k] = 0.0
    board[count + min(int(found[HIGHEST]), height)] = 1.0
    return death if state.dead else gamma * valued(value, board)


@kernel(inline=True)
def compared(apart: Array, better: float, gamma: float, ahead: Array, gradient: Array, fisher: Array) -> None:
    """Add what two drops say that are `apart` [F], one `better`. The last three are modified in place."""
    for k in range(len(apart)):
        gradient[k] += 0.5 * better * apart[k]
        ahead[k] += gamma * apart[k]
        for j in range(len(apart)):
            fisher[k, j] += 0.5 * apart[k] * apart[j]


@kernel
def walked(
    states: Records,
    height: int,
    width: int,
    previews: int,
    kind: int,
    clear: bool,
    seeds: Array,
    stream: np.uint64,
    which: Array,
    weights: Array,
    used: int,
    valuing: Array,
    scale: Array,
    wanted: int,
    steps: int,
    longest: int,
    gamma: float,
    decay: float,
    alpha: float,
    death: float,
    value: Array,
    phi: Array,
    going: Array,
    trace: Array,
    ahead: Array,
    gradient: Array,
    fisher: Array,
    out: Array,
) -> None:
    """Play so many `steps` of one game, learn its value, and sum up the gradient. Modified in place.

    `states` [2] are the game and room for a copy; `weights` [F] of the features numbered `which`, `used` their bits;
    `value` [C], `valuing` and `scale` as in `judged`, `wanted` the bits of all features looked at; `phi`, `trace`
    [1, C] and `going` [1] as in td_update.py, `decay` gamma times lambda, `ahead` [F] the trace of the policy. Added to
    are `gradient` [F], `fisher` [F, F], the covariance of f under pi, and `out` [6], as its names above say. Random
    words come from `stream`; a game that is over, or has reached `longest` pieces (0: none), makes way for that of the
    next of the `seeds`.
    """
    scores, bottom, full = room_for_reals(64), room_for_lanes(64), room_for_lanes(64)
    scratch, terms, found, chance = room_for_reals(64), room_for_reals(64), room_for_reals(64), room_for_reals(64)
    count, size = len(which), len(value)
    apart, board, other, none = np.empty(count), np.empty((1, size)), np.empty(size), np.zeros(1)
    dead = np.empty(1, np.bool_)
    for k in range(FEATURE_COUNT):
        terms[k] = 0.0
    for k in range(count):
        terms[which[k]] = weights[k]
    state = states[0]
    for _ in range(steps):
        piece = int(state.queue[0])
        here = survey(walled(load(state.columns, 0), height, width), height, width, used)
        score(here, piece, clear, terms, used, scores, bottom, full, scratch)
        total = chances(piece, width, scores, chance)
        a = drawn(piece, width, chance, total, scramble(stream + INCREMENT))
        stream += INCREMENT + INCREMENT
        b = drawn(piece, width, chance, total, scramble(stream))
        states[1] = states[0]
        place(state, a // LANES * width + a % LANES, height, width, previews, clear)
        q = judged(state, height, width, wanted, found, valuing, scale, value, board[0], gamma, death)
        error = q - valued(value, phi[0]) if going[0] else 0.0
        for k in range(count):
            gradient[k] += error * ahead[k]
            ahead[k] *= decay
        if a != b:
            for k in range(count):
                apart[k] = found[which[k]]
            place(states[1], b // LANES * width + b % LANES, height, width, previews, clear)
            better = q - judged(states[1], height, width, wanted, found, valuing, scale, value, other, gamma, death)
            for k in range(count):
                apart[k] -= found[which[k]]
            compared(apart, better, gamma, ahead, gradient, fisher)
            out[DIFFERING] += 1
        dead[0] = state.dead
        out[SQUARED] += updated(phi, board, none, dead, going, trace, value, gamma, decay, alpha, death, True, True)
        if state.dead or state.pieces == longest:
            out[OVER] += 1
            out[LINES] += state.lines
            out[PIECES] += state.pieces
            begun(state, seeds[int(out[BEGUN])], previews, kind)
            out[BEGUN] += 1
            going[0] = False
            trace[0, :] = 0.0
            ahead[:] = 0.0
            continue
        following, bag, state.queue[previews] = draw(state.stream, np.int64(state.bag), kind)
        state.stream, state.bag = following, np.uint8(bag)
