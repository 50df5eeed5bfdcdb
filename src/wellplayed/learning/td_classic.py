"""TD(lambda) in classic play as one kernel: score every drop, play the best, look at the board, learn, go on.

The same as td.py does move by move with batches of any game, and a test says so; docs/learning.md has what it saves.
"""

import numpy as np

from .._jit import Array, Record, Records, kernel
from ..rng import seeded
from ..tetris.bag import draw
from ..tetris.classic.drops import LANES, best, score
from ..tetris.classic.moves import place
from ..tetris.classic.survey import survey, walled
from ..tetris.features import COUNT as FEATURE_COUNT
from ..tetris.features import ERODED, GAP, LANDING, LANDING_TOP, LINES, board_features
from ..tetris.lanes import Room, load, room_for_lanes, room_for_reals
from .td_update import updated


@kernel(inline=True)
def looked(state: Record, height: int, width: int, wanted: int, found: Room) -> None:
    """Fill `found` with the features of an afterstate that are `wanted` (bits), as `Classic.features` gives them."""
    board_features(walled(load(state.columns, 0), height, width), height, width, wanted, found)
    tall = max(int(state.tall), 1)
    found[LANDING] = state.bottom + 0.5 * (tall - 1)
    found[ERODED] = state.eroded
    found[LINES] = state.cleared
    found[LANDING_TOP] = state.top
    found[GAP] = state.gap


@kernel(inline=True)
def begun(state: Record, seed: np.uint64, previews: int, kind: int) -> None:
    """A fresh game in place of one that is over, as `Classic.new` gives it. Modified in place."""
    for x in range(16):
        state.columns[x] = 0
    state.match = seed
    stream, bag = seeded(seed), np.int64(0)
    for slot in range(previews + 1):
        stream, bag, piece = draw(stream, bag, kind)
        state.queue[slot] = piece
    state.stream, state.bag = stream, np.uint8(bag)
    state.pieces, state.lines, state.score, state.dead = 0, 0, 0, False
    state.bottom, state.tall, state.cleared, state.eroded, state.top, state.gap = 0, 0, 0, 0, 0, 0


@kernel
def played(
    states: Records,
    height: int,
    width: int,
    previews: int,
    kind: int,
    clear: bool,
    seeds: Array,
    which: Array,
    scale: Array,
    choosing: Array,
    earned: Array,
    used: int,
    wanted: int,
    steps: int,
    longest: int,
    phi: Array,
    going: Array,
    trace: Array,
    weights: Array,
    total: Array,
    gamma: float,
    decay: float,
    alphas: Array,
    death: float,
    normalised: bool,
    terminal: bool,
    out: Array,
) -> None:
    """Play and learn for so many `steps` of each of M games; see td.py for the arrays. Modified in place.

    `which` [F] are the features' numbers, `scale` [F] what they are multiplied by, `choosing` [F] the same and 0 for
    the constant, `earned` [all features] the rewards, and `used`, `wanted` the bits of features that choose moves, and
    that are learned from or earn something. A game that is over, or has reached `longest` pieces (0: none), makes way
    for that of the next of the `seeds`. `out` is the number of games over, their lines and pieces, games begun, and the
    sum of squared errors.
    """
    value, bottom, full = room_for_reals(64), room_for_lanes(64), room_for_lanes(64)
    scratch, terms, found = room_for_reals(64), room_for_reals(64), room_for_reals(64)
    count, games = len(weights), len(states)
    after, reward, dead = np.empty((games, count)), np.empty(games), np.empty(games, np.bool_)
    for step in range(steps):
        for k in range(FEATURE_COUNT):
            terms[k] = earned[k]
        for k in range(count):
            terms[which[k]] += gamma * (weights[k] * choosing[k])
        for g in range(games):
            state = states[g]
            piece = int(state.queue[0])
            board = survey(walled(load(state.columns, 0), height, width), height, width, used)
            score(board, piece, clear, terms, used, value, bottom, full, scratch)
            drop = best(piece, width, value)
            place(state, drop // LANES * width + drop % LANES, height, width, previews, clear)
            looked(state, height, width, wanted, found)
            reward[g] = 0.0
            for k in range(FEATURE_COUNT):
                if earned[k] != 0.0:
                    reward[g] += earned[k] * found[k]
            for k in range(count):
                after[g, k] = found[which[k]] * scale[k]
            dead[g] = state.dead
        out[4] += updated(
            phi, after, reward, dead, going, trace, weights, gamma, decay, alphas[step], death, normalised, terminal
        )
        for k in range(count):
            total[k] += weights[k]
        for g in range(games):
            state = states[g]
            if state.dead or state.pieces == longest:
                out[0] += 1
                out[1] += state.lines
                out[2] += state.pieces
                begun(state, seeds[int(out[3])], previews, kind)
                out[3] += 1
                going[g] = False
                for k in range(count):
                    trace[g, k] = 0.0
                continue
            stream, bag, state.queue[previews] = draw(state.stream, np.int64(state.bag), kind)
            state.stream, state.bag = stream, np.uint8(bag)
