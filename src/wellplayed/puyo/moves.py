"""The batch kernels of Puyo by placements: moves scored, children stored, a move played, what may come."""

import numpy as np

from .._jit import Array, Record, Records, kernel
from ..rng import scramble, words
from .cells import EMPTY, OJAMA, SPAWN_Y, WIDTH
from .chain import resolve
from .features import CLEAR, COUNT, earn, survey, valued
from .ojama import after_rain, due, rained
from .pairs import MOST, suppose, weigh
from .placing import put
from .planes import Field, high_word, load, low_word, occupied, plane, store, total, turned, union
from .reach import ACTIONS, choked, legal, row
from .scoring import TARGET, attack

ROOM = 22  # placements of a pair, at most
CHANCES = 25  # pairs of five colours, either way round
_SALT = np.array(words(24, 77), np.uint64) | np.uint64(1)
_QUEUE, _PAIR, _LEFT, _COUNTERS, _CARRY, _PENDING = _SALT[2 * (OJAMA + 1) : 2 * (OJAMA + 1) + 6]


@kernel(inline=True)
def field_key(field: Field) -> np.uint64:
    """A word for all cells of a field."""
    word = np.uint64(0)
    for k in range(OJAMA + 1):
        only = plane(field, 0)
        word += scramble(low_word(only) + _SALT[2 * k]) + scramble(high_word(only) + _SALT[2 * k + 1])
        field = turned(field)
    return np.uint64(word)


@kernel(inline=True)
def queue_key(state: Record, previews: int) -> np.uint64:
    """A word for the pairs after the current one, and for what is left behind them.

    A pair is the same either way round; that they differ on a column of twelve (`one_sided`) is no matter before then.
    """
    word = _QUEUE
    for slot in range(1, previews + 1):
        a, b = np.int64(state.queue[slot, 0]), np.int64(state.queue[slot, 1])
        word = (word + np.uint64(min(a, b) << 8 | max(a, b))) * _PAIR
    for k in range(5):
        word = (word + np.uint64(state.left[k])) * _LEFT
    return np.uint64(word)


@kernel(inline=True)
def counters_key(topped: int, clear: bool, carry: int) -> np.uint64:
    """A word for what else a future depends on: used-up row 14, an all clear that is due, and points not yet sent."""
    return np.uint64(_COUNTERS * np.uint64(topped << 1 | clear) + _CARRY * np.uint64(carry))


@kernel(inline=True)
def waiting_key(pending: int, rain: np.uint64) -> np.uint64:
    """A word for the ojama that still waits, of which there is some, and for where it will fall."""
    return np.uint64(_PENDING * np.uint64(pending) + scramble(rain))


@kernel(inline=True)
def place(state: Record, action: int, previews: int, row14: int, death: int, blocking: int) -> None:
    """Play one legal action: put, chain, score, ojama, next pairs. The freed slot is unseen. Modified in place."""
    field = load(state.cells, 0)
    axis, child = int(np.int64(state.queue[0, 0])), int(np.int64(state.queue[0, 1]))
    placed, topped, tear = put(field, union(field), action, axis, child, int(np.int64(state.topped)), row14)
    after, links, points, popped = resolve(placed)
    filled = union(after)
    made, state.carry = attack(points, int(np.int64(state.carry)), state.clear, TARGET)
    empty = occupied(filled) == 0
    state.clear = empty or (state.clear and points == 0)
    waiting = int(np.int64(state.pending))
    if waiting > 0:
        left = max(waiting - made, 0)
        falling = due(left, points, blocking)
        if falling > 0:
            after = rained(after, filled, falling, state.rain)
            filled = union(after)
        state.pending = left - falling
        if falling > 0 or left == 0:
            state.rain = after_rain(left - falling, state.rain)
    store(state.cells, 0, after)
    state.last_attack = made
    state.attack += made
    state.sent += max(made - waiting, 0)
    state.gained, state.chain, state.popped, state.tear = points, links, popped, tear
    state.crowd = total(union(placed))
    state.score += points
    state.lines += links
    state.pieces += 1
    state.topped, state.hand = topped, action % WIDTH
    state.dead = choked(low_word(filled), high_word(filled), death)
    for slot in range(previews):
        state.queue[slot, 0], state.queue[slot, 1] = state.queue[slot + 1, 0], state.queue[slot + 1, 1]
    state.queue[previews, 0], state.queue[previews, 1] = EMPTY, EMPTY


@kernel(inline=True)
def options(state: Record, death: int) -> int:
    """The legal actions of a state as bits; none where the game is over or its pair not seen."""
    if state.dead or state.queue[0, 0] == EMPTY:
        return 0
    filled = union(load(state.cells, 0))
    double = state.queue[0, 0] == state.queue[0, 1]
    return legal(low_word(filled), high_word(filled), int(np.int64(state.topped)), double, death)


@kernel
def mask(states: Records, death: int, out: Array) -> None:
    """Fill `out` bool [B, 24] with the legal actions. Modified in place."""
    for i in range(len(states)):
        actions = options(states[i], death)
        for action in range(ACTIONS):
            out[i, action] = actions >> action & 1


@kernel
def listed(
    state: Record,
    previews: int,
    row14: int,
    death: int,
    blocking: int,
    weights: Array,
    used: int,
    n: int,
    found: Array,
    action: Array,
    key: Array,
    credit: Array,
    value: Array,
    dead: Array,
) -> int:
    """Fill the rows from `n` on with every placement of one state, scored; return the row after them.

    `found` [F] is room to work in. Modified in place.
    """
    allowed = options(state, death)
    field = load(state.cells, 0)
    filled = union(field)
    tail = queue_key(state, previews)
    axis, child = int(np.int64(state.queue[0, 0])), int(np.int64(state.queue[0, 1]))
    used_up, carried = int(np.int64(state.topped)), int(np.int64(state.carry))
    waiting = int(np.int64(state.pending))
    for a in range(ACTIONS):
        if not allowed >> a & 1:
            continue
        placed, topped, tear = put(field, filled, a, axis, child, used_up, row14)
        after, links, points, popped = resolve(placed)
        rest = union(after)
        empty = occupied(rest) == 0
        earn(links, points, popped, total(union(placed)), empty, tear, found)
        clear = empty or (state.clear and points == 0)
        made, carry = attack(points, carried, state.clear, TARGET)
        word = tail + counters_key(topped, clear, carry)
        if waiting > made:
            left, rain = waiting - made, state.rain
            falling = due(left, points, blocking)
            if falling > 0:
                after = rained(after, rest, falling, rain)
                rest = union(after)
                left, rain = left - falling, after_rain(left - falling, rain)
            if left > 0:
                word += waiting_key(left, rain)
        lost = choked(low_word(rest), high_word(rest), death)
        action[n], dead[n] = a, lost
        key[n] = scramble(field_key(after) + word)
        if not lost:
            survey(after, topped, used, found)
        credit[n], value[n] = valued(weights, found)
        if lost:
            value[n] = -np.inf
        n += 1
    return n


@kernel
def moves(
    states: Records,
    previews: int,
    row14: int,
    death: int,
    blocking: int,
    weights: Array,
    used: int,
    parent: Array,
    action: Array,
    key: Array,
    credit: Array,
    value: Array,
    dead: Array,
) -> int:
    """Fill the first n rows with every placement of every state, scored; return n. 22 rows a state are enough.

    Modified in place.
    """
    found = np.zeros(COUNT)
    n = 0
    for i in range(len(states)):
        end = listed(
            states[i], previews, row14, death, blocking, weights, used, n, found, action, key, credit, value, dead
        )
        for k in range(n, end):
            parent[k] = i
        n = end
    return n


@kernel
def play(states: Records, actions: Array, previews: int, row14: int, death: int, blocking: int) -> int:
    """Play one action in each state; return -1, or the index of the first state where it is not legal. In place."""
    for i in range(len(states)):
        if actions[i] < 0 or actions[i] >= ACTIONS or not options(states[i], death) >> actions[i] & 1:
            return i
        place(states[i], actions[i], previews, row14, death, blocking)
    return -1


@kernel
def expand(
    states: Records,
    previews: int,
    row14: int,
    death: int,
    blocking: int,
    out: Records,
    parent: Array,
    action: Array,
) -> int:
    """Fill the first n rows with every afterstate of every state (22 rows a state are enough); return n."""
    n = 0
    for i in range(len(states)):
        allowed = options(states[i], death)
        for a in range(ACTIONS):
            if allowed >> a & 1:
                out[n] = states[i]
                place(out[n], a, previews, row14, death, blocking)
                parent[n], action[n] = i, a
                n += 1
    return n


@kernel(inline=True)
def one_sided(state: Record, death: int) -> bool:
    """Whether it matters which way round the next pair is: on a column of twelve only a child can go to row 14."""
    filled = union(load(state.cells, 0))
    low, high = low_word(filled), high_word(filled)
    return legal(low, high, int(np.int64(state.topped)), False, death) & row(low, high, SPAWN_Y) != 0


@kernel
def outcomes(
    states: Records, kind: int, colours: int, previews: int, death: int, out: Records, parent: Array, chance: Array
) -> int:
    """Fill the first n rows with each state's possible next unseen pairs (25 rows a state are enough); return n.

    Either way round is one pair, unless it is the next one and plays otherwise. What the match would have brought is
    taken out of the records. Modified in place.
    """
    pairs, chances = np.empty((MOST, 2), np.uint8), np.empty(MOST)
    n = 0
    for i in range(len(states)):
        slot = 0
        while slot <= previews and states[i].queue[slot, 0] != EMPTY:
            slot += 1
        if slot > previews or states[i].dead:
            out[n] = states[i]
            parent[n], chance[n] = i, 1.0
            n += 1
            continue
        apart = slot == 0 and one_sided(states[i], death)
        for k in range(weigh(kind, colours, states[i], pairs, chances)):
            ways = 1 + int(apart and pairs[k, 0] != pairs[k, 1])
            for way in range(ways):
                out[n] = states[i]
                suppose(kind, colours, out[n], slot, pairs[k, way], pairs[k, 1 - way])
                out[n].pool, out[n].ahead = np.uint32(0), np.uint64(0)
                parent[n], chance[n] = i, chances[k] / ways
                n += 1
    return n


@kernel
def features(states: Records, out: Array) -> None:
    """Fill `out` [B, F]; see features.py. Modified in place."""
    every = (1 << COUNT) - 1
    for i in range(len(states)):
        state = states[i]
        field = load(state.cells, 0)
        found = out[i]
        earn(state.chain, state.gained, state.popped, int(np.int64(state.crowd)), False, state.tear, found)
        # Ojama may have fallen on a field that was left empty, so the record says whether it was.
        found[CLEAR] = np.int64(state.clear and state.chain > 0)
        survey(field, int(np.int64(state.topped)), every, found)
