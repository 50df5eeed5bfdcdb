"""Which pair comes next: uniform colours, or a pool (pool.py); what is left of it, and with what chances it comes.

The state of a generator lies in the record. `pool`, `ahead` and `stream` are hidden: they decide what comes. `drawn`
and `left` are public. `left` counts, by plane, the puyos that the next pair is drawn from as a player sees it: a pool
less what has come from it. While the first pairs come from the pool of three colours it counts that one. The puyos that
those pairs replaced are never seen, so they stay among the others, and as many are left when a pool is at its end.

A pool starts again after 128 pairs, and so do the counts. A player could remember the whole pool by then; none is
credited with it, neither in `chances` nor anywhere else. Nor with the shuffles' being less than perfect.

Once anything is supposed or the future is replaced (`suppose`, `reseed`), the record is `loose`: its pairs come no
longer from the pool of the match but by `stream` out of `left`, so that a search learns nothing of the real future.

`ahead` spares most calls the making of a pool, 0.8 microseconds each (measured on an AMD EPYC at about 3 GHz): ten
pairs from the right in six bits each, axis below child, and above them the number of that ten plus 1. It follows from
`pool` and `drawn`; whoever changes `pool` sets it to 0.

Kinds are the numbers of pool.KINDS. Colours are 3, 4 or 5, and always the first so many of pool.ORDER.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._jit import Array, Record, Records, kernel
from ..errors import InputError, unknown
from ..rng import INCREMENT, as_seeds, below, mixed, scramble, seeded
from .cells import EMPTY
from .pool import KINDS, ORDER, PAIRS, PUYOS, UNIFORM, copies, make, opening
from .record import DTYPE, SLOTS

MOST = 15  # different pairs of five colours, the order of their puyos apart
_TEN = 10
_SIX, _60, _63 = (np.uint64(n) for n in (6, 60, 63))
_SALT = np.uint64(0x7075796F706F6F6C)  # "puyopool"


class Chances(NamedTuple):
    """What the first unseen slot may hold. The order of a pair's puyos does not count; the smaller plane is first."""

    parent: NDArray[np.int64]  # [N] ascending, index into the states asked about
    pair: NDArray[np.uint8]  # [N, 2] planes
    chance: NDArray[np.float64]  # [N] sums to 1 for each parent


# Drawing --------------------------------------------------------------------------------------------------------------


@kernel
def start(kind: int, colours: int, seed: np.uint64, state: Record) -> None:
    """Set up the generator of a fresh game; a pool takes the lower half of the seed. The queue becomes empty.

    Modified in place.
    """
    state.stream, state.pool = seeded(seed), np.uint32(seed & np.uint64(0xFFFFFFFF))
    state.ahead, state.drawn, state.loose = np.uint64(0), 0, False
    for slot in range(SLOTS):
        state.queue[slot, 0] = EMPTY
        state.queue[slot, 1] = EMPTY
    refill(kind, colours, state)


@kernel
def start_all(kind: int, colours: int, seeds: Array, states: Records) -> None:
    """`start` for each state [B] with a uint64 seed [B]. Modified in place."""
    for i in range(len(states)):
        start(kind, colours, seeds[i], states[i])


@kernel
def fill(kind: int, colours: int, previews: int, state: Record, scratch: Array) -> None:
    """Draw a pair for every EMPTY slot from 0 to `previews`. `scratch` is uint8 [2, 256]. Modified in place."""
    for slot in range(previews + 1):
        if state.queue[slot, 0] == EMPTY:
            prepare(kind, colours, state, scratch)
            draw(kind, colours, state, slot)


@kernel
def fill_all(kind: int, colours: int, previews: int, states: Records) -> None:
    """`fill` for each state [B] that is not dead. Modified in place."""
    scratch = np.empty((2, PUYOS), np.uint8)
    for i in range(len(states)):
        if not states[i].dead:
            fill(kind, colours, previews, states[i], scratch)


@kernel
def prepare(kind: int, colours: int, state: Record, scratch: Array) -> None:
    """See to it that the next pair can be drawn. `scratch` is uint8 [2, 256]. Modified in place."""
    ten = state.drawn % PAIRS // _TEN
    if kind != UNIFORM and not state.loose and np.int64(state.ahead >> _60) != ten + 1:
        make(kind, colours, state.pool, scratch[0], scratch[1])
        pack(state, ten, scratch[1])


@kernel
def draw(kind: int, colours: int, state: Record, slot: int) -> None:
    """Let the next pair, which is prepared, come into a slot. Modified in place."""
    if kind != UNIFORM and not state.loose:
        place = state.drawn % PAIRS
        pair = int(np.int64((state.ahead >> (_SIX * np.uint64(place % _TEN))) & _63))
        take(kind, colours, state, slot, pair & 7, pair >> 3)
        return
    state.stream = state.stream + INCREMENT
    word = scramble(state.stream)
    if kind == UNIFORM:
        pair = int(np.int64(below(word, np.uint64(colours * colours))))
        take(kind, colours, state, slot, int(ORDER[pair // colours]), int(ORDER[pair % colours]))
        return
    size = total(state)
    pair = int(np.int64(below(word, np.uint64(size * (size - 1)))))
    axis = picked(state, pair // (size - 1), -1)
    take(kind, colours, state, slot, axis, picked(state, pair % (size - 1), axis))


@kernel(inline=True)
def pack(state: Record, ten: int, pool: Array) -> None:
    """Keep ten pairs of a pool in `ahead`. Modified in place."""
    ahead = np.uint64(ten + 1) << _60
    for i in range(min(_TEN, PAIRS - _TEN * ten)):
        k = 2 * (_TEN * ten + i)
        ahead |= (np.uint64(pool[k]) | (np.uint64(pool[k + 1]) << np.uint64(3))) << (_SIX * np.uint64(i))
    state.ahead = ahead


@kernel(inline=True)
def picked(state: Record, wanted: int, gone: int) -> int:
    """The plane of puyo number `wanted` of those left, counted by plane; one of plane `gone` is no longer there."""
    for plane in range(len(ORDER)):
        have = int(state.left[plane])
        if plane == gone:
            have -= 1
        if wanted < have:
            return plane
        wanted -= have
    return 0


@kernel
def take(kind: int, colours: int, state: Record, slot: int, axis: int, child: int) -> None:
    """Put a pair into a slot and out of what is left. Modified in place."""
    state.queue[slot, 0], state.queue[slot, 1] = axis, child
    state.drawn += 1
    if kind != UNIFORM:
        state.left[axis] -= 1
        state.left[child] -= 1
        refill(kind, colours, state)


@kernel
def refill(kind: int, colours: int, state: Record) -> None:
    """Begin to count anew where another pool begins. Modified in place."""
    place, first = state.drawn % PAIRS, opening(kind, colours)
    if kind == UNIFORM or (place != 0 and place != first):
        return
    of = colours if place == first else 3
    for number in range(len(ORDER)):
        state.left[ORDER[number]] = copies(of, number)


@kernel(inline=True)
def total(state: Record) -> int:
    """How many puyos are left."""
    size = 0
    for plane in range(len(ORDER)):
        size += int(state.left[plane])
    return size


# Chances and other futures --------------------------------------------------------------------------------------------


@kernel
def suppose(kind: int, colours: int, state: Record, slot: int, axis: int, child: int) -> None:
    """Let a search suppose that a pair comes into a slot; it must be among what is left. Modified in place.

    The stream stays: what a search supposes must tell nothing of what will come.
    """
    take(kind, colours, state, slot, axis, child)
    state.loose = True


@kernel
def reseed(states: Records, words: Array) -> None:
    """Give each state [B] another hidden future, drawn by a uint64 word [B]. Modified in place."""
    for i in range(len(states)):
        states[i].stream = seeded(mixed(_SALT, words[i]))
        states[i].loose, states[i].pool, states[i].ahead = True, np.uint32(0), np.uint64(0)


@kernel
def weigh(kind: int, colours: int, state: Record, pairs: Array, chance: Array) -> int:
    """Fill the first n rows of `pairs` uint8 [15, 2] and `chance` [15] with what may come next; return n.

    Of a pool each two of the puyos left are equally likely. Modified in place.
    """
    size, n = total(state), 0
    for a in range(len(ORDER)):
        for b in range(a, len(ORDER)):
            if kind == UNIFORM:
                both = np.int64(plays(colours, a) and plays(colours, b))
                ways, of = both * (1 if a == b else 2), colours * colours
            elif a == b:
                ways, of = np.int64(state.left[a]) * (np.int64(state.left[a]) - 1), size * (size - 1)
            else:
                ways, of = 2 * np.int64(state.left[a]) * np.int64(state.left[b]), size * (size - 1)
            if ways > 0:
                pairs[n, 0], pairs[n, 1], chance[n] = a, b, ways / of
                n += 1
    return n


@kernel(inline=True)
def plays(colours: int, plane: int) -> bool:
    """Whether a game of so many colours has this one."""
    found = False
    for number in range(colours):
        found = found or ORDER[number] == plane
    return bool(found)


@kernel
def weigh_all(kind: int, colours: int, states: Records, parent: Array, pairs: Array, chance: Array) -> int:
    """`weigh` for each state [B], into rows of all (15 a state are enough); return how many. Modified in place."""
    n = 0
    for i in range(len(states)):
        k = weigh(kind, colours, states[i], pairs[n:], chance[n:])
        for row in range(n, n + k):
            parent[row] = i
        n += k
    return n


# For people -----------------------------------------------------------------------------------------------------------


def number(kind: str) -> int:
    """The number of a generator by its name. Raises InputError for an unknown one.

    >>> number("esports")
    1
    """
    if kind not in KINDS:
        raise unknown("pair generator", kind, KINDS)
    return KINDS.index(kind)


def sequence(kind: str, colours: int, seed: int, count: int = PAIRS) -> NDArray[np.uint8]:
    """The first `count` pairs of a seed (0 to 2**64 - 1) as planes uint8 [count, 2], the axis puyo first.

    Raises InputError for an unknown kind, a number of colours other than 3, 4 and 5, or a seed out of range.
    """
    which = _checked(kind, colours)
    state = np.zeros(1, DTYPE)
    start(which, colours, as_seeds([seed])[0], state[0])
    out = np.empty((max(count, 0), 2), np.uint8)
    for first in range(0, len(out), SLOTS):
        state["queue"] = EMPTY
        part = min(SLOTS, len(out) - first)
        fill_all(which, colours, part - 1, state)
        out[first : first + part] = state["queue"][0, :part]
    return out


def chances(kind: str, colours: int, states: Any) -> Chances:
    """What may come into the first unseen slot of each state [B], with its true probability for a player.

    Raises InputError for an unknown kind or a number of colours other than 3, 4 and 5.
    """
    rows = MOST * len(states)
    parent, pairs, chance = np.empty(rows, np.int64), np.empty((rows, 2), np.uint8), np.empty(rows)
    n = weigh_all(_checked(kind, colours), colours, states, parent, pairs, chance)
    return Chances(parent[:n], pairs[:n], chance[:n])


def _checked(kind: str, colours: int) -> int:
    if not 3 <= colours <= len(ORDER):
        raise InputError(f"colours={colours} is out of range; choose 3, 4 or 5")
    return number(kind)
