"""The batch kernels of Puyo by placements: moves scored, children stored, a move played, what may come."""

import numpy as np

from .._jit import Array, Record, Records, kernel
from ..rng import scramble, words
from .cells import EMPTY, OJAMA
from .chain import resolve
from .features import CLEAR, COUNT, earn, survey, valued
from .pairs import MOST, suppose, weigh
from .placing import put
from .planes import Field, high_word, load, low_word, occupied, plane, store, turned, union
from .reach import ACTIONS, choked, legal
from .scoring import TARGET, attack

ROOM = 22  # placements of a pair, at most
_SALT = np.array(words(24, 77), np.uint64) | np.uint64(1)


@kernel(inline=True)
def field_key(field: Field) -> np.uint64:
    """A word for all cells of a field."""
    word = np.uint64(0)
    for k in range(OJAMA + 1):
        only = plane(field, 0)
        word += scramble(low_word(only) + _SALT[2 * k]) + scramble(high_word(only) + _SALT[2 * k + 1])
        field = turned(field)
    return word


@kernel(inline=True)
def queue_key(state: Record, previews: int) -> np.uint64:
    """A word for the pairs after the current one, either way round, and for what is left behind them."""
    word = _SALT[12]
    for slot in range(1, previews + 1):
        a, b = np.int64(state.queue[slot, 0]), np.int64(state.queue[slot, 1])
        word = (word + np.uint64(min(a, b) << 8 | max(a, b))) * _SALT[13]
    for k in range(5):
        word = (word + np.uint64(state.left[k])) * _SALT[14]
    return word


@kernel(inline=True)
def place(state: Record, action: int, previews: int, row14: int, death: int) -> None:
    """Play one legal action: put, chain, score, move the queue up. The freed slot is unseen. Modified in place."""
    field = load(state.cells, 0)
    axis, child = np.int64(state.queue[0, 0]), np.int64(state.queue[0, 1])
    placed, topped, tear = put(field, union(field), action, axis, child, np.int64(state.topped), row14)
    after, links, points, popped = resolve(placed)
    store(state.cells, 0, after)
    filled = union(after)
    pieces, carry = attack(points, np.int64(state.carry), state.clear, TARGET)
    state.attack, state.carry = pieces, carry
    empty = occupied(filled) == 0
    state.clear = empty or (state.clear and points == 0)
    state.gained, state.chain, state.popped, state.tear = points, links, popped, tear
    state.score += points
    state.lines += links
    state.pieces += 1
    state.topped, state.hand = topped, action % 6
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
    return legal(low_word(filled), high_word(filled), np.int64(state.topped), double, death)


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
    for a in range(ACTIONS):
        if not allowed >> a & 1:
            continue
        axis, child = np.int64(state.queue[0, 0]), np.int64(state.queue[0, 1])
        placed, topped, tear = put(field, filled, a, axis, child, np.int64(state.topped), row14)
        after, links, points, popped = resolve(placed)
        rest = union(after)
        empty = occupied(rest) == 0
        earn(links, points, popped, empty, tear, found)
        lost = choked(low_word(rest), high_word(rest), death)
        clear = empty or (state.clear and points == 0)
        action[n], dead[n] = a, lost
        key[n] = scramble(field_key(after) + tail + _SALT[15] * np.uint64(topped << 1 | clear))
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
        end = listed(states[i], previews, row14, death, weights, used, n, found, action, key, credit, value, dead)
        parent[n:end] = i
        n = end
    return n


@kernel
def play(states: Records, actions: Array, previews: int, row14: int, death: int) -> int:
    """Play one action in each state; return -1, or the index of the first state where it is not legal. In place."""
    for i in range(len(states)):
        if actions[i] < 0 or actions[i] >= ACTIONS or not options(states[i], death) >> actions[i] & 1:
            return i
        place(states[i], actions[i], previews, row14, death)
    return -1


@kernel
def expand(
    states: Records, previews: int, row14: int, death: int, out: Records, parent: Array, action: Array
) -> int:
    """Fill the first n rows with every afterstate of every state (22 rows a state are enough); return n."""
    n = 0
    for i in range(len(states)):
        allowed = options(states[i], death)
        for a in range(ACTIONS):
            if allowed >> a & 1:
                out[n] = states[i]
                place(out[n], a, previews, row14, death)
                parent[n], action[n] = i, a
                n += 1
    return n


@kernel
def outcomes(
    states: Records, kind: int, colours: int, previews: int, out: Records, parent: Array, chance: Array
) -> int:
    """Fill the first n rows with each state's possible next unseen pairs (15 rows a state are enough); return n."""
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
        for k in range(weigh(kind, colours, states[i], pairs, chances)):
            out[n] = states[i]
            suppose(kind, colours, out[n], slot, pairs[k, 0], pairs[k, 1])
            parent[n], chance[n] = i, chances[k]
            n += 1
    return n


@kernel
def features(states: Records, out: Array) -> None:
    """Fill `out` [B, F]; see features.py. Modified in place."""
    every = (1 << COUNT) - 1
    for i in range(len(states)):
        state = states[i]
        field = load(state.cells, 0)
        row = out[i]
        earn(state.chain, state.gained, state.popped, False, state.tear, row)
        row[CLEAR] = np.int64(state.pieces > 0 and occupied(union(field)) == 0)
        survey(field, np.int64(state.topped), every, row)
