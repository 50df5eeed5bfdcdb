"""Two pieces in one kernel: the drop of the current one after which the next can be dropped best.

It scores every drop of the current piece, plays each that lives, and scores every drop of the next one there: some
thirty times the work of a greedy move and nothing stored. `Lookahead` of depth 1 finds the same move among the game's
moves, merged and carried from array to array; docs/benchmarks.md has what the kernel saves.
"""

import numpy as np

from ..._jit import Array, Records, kernel
from ..features import COUNT as FEATURE_COUNT
from ..features import ERODED, LINES
from ..lanes import count_bits, load, room_for_lanes, room_for_reals
from ..pieces import COUNT, SPAN
from ..rows import collapsed
from .drops import LANES, LOST, best, eroded, placed, score
from .moves import UNSEEN
from .survey import survey, walled


@kernel
def first_of_two(
    states: Records, height: int, width: int, clear: bool, weights: Array, used: int, actions: Array
) -> None:
    """Fill `actions` [B] with the first move of the best two, -1 where there is none. Modified in place.

    Its value is the credit of the first drop and the value of the second. Where no second drop lives, or the next
    piece is not seen, it is the first drop of the highest value; of equals the first one, as in drops.py.
    """
    value, then = room_for_reals(64), room_for_reals(64)
    bottom, full = room_for_lanes(64), room_for_lanes(64)
    lower, fuller = room_for_lanes(64), room_for_lanes(64)
    found, terms = room_for_reals(64), room_for_reals(64)
    for k in range(FEATURE_COUNT):
        terms[k] = weights[k]
    for i in range(len(states)):
        state = states[i]
        actions[i] = -1
        if state.dead or state.queue[0] == UNSEEN:
            continue
        piece, following = int(np.int64(state.queue[0])), int(np.int64(state.queue[1]))
        board = survey(walled(load(state.columns, 0), height, width), height, width, used)
        score(board, piece, clear, terms, used, value, bottom, full, found)
        drop = best(piece, width, value)
        actions[i] = drop // LANES * width + drop % LANES
        if following == UNSEEN:
            continue
        top = LOST
        for o in range(COUNT[piece]):
            for x in range(width - SPAN[piece, o] + 1):
                drop = LANES * o + x
                if value[drop] == LOST:
                    continue
                rows = int(full[drop])
                credit = 0.0
                columns = placed(board.columns, piece, o, x, bottom[drop])
                if rows:
                    credit = weights[ERODED] * eroded(piece, o, bottom[drop], rows) + weights[LINES] * count_bits(rows)
                    columns = walled(collapsed(columns, rows), height, width)
                after = survey(columns, height, width, used)
                score(after, following, clear, terms, used, then, lower, fuller, found)
                line = credit + then[best(following, width, then)]
                if line > top:
                    top = line
                    actions[i] = o * width + x
