"""The batch kernels of guideline play by placements: what can be played, what it is worth, and what becomes of it.

An action is (((hold * 3 + spin) * 4 + orientation) * rows + y) * width + x, with the centre at (x, y) and spin 0 none,
1 mini, 2 full. `listed` names the actions of each state; `scored` and `played` take such a list, so that unusual rules,
whose actions come from walk.py, share all the rest. They read spots, the same numbers with a power of two for each
part, kind << 11 | y << 5 | x, which come apart without a division by a number that only the rules know.
"""

import functools
from typing import Any

import numpy as np

from ..._jit import Array, Record, Records, kernel
from ...rng import mixed
from ..lanes import (
    Lanes,
    bit_length,
    joined,
    load,
    lowest_bit,
    room_for_lanes,
    where,
)
from . import bags
from .flood import keep, landed
from .garbage import noise, receive
from .garbage import total as pending_lines
from .placing import alternative, fill, place, see_next, spawn_row
from .record import NOBODY, SLOTS, UNSEEN

FLOODED = 26  # the tallest pile that the flood answers for
LANES = 30  # the tallest pile that fits into lanes
ROOM = 1024  # actions of one state, at most: on 26 rows, of two pieces, in three classes
_SALT = np.uint64(0x6675747572653031)  # "future01"


@kernel
def new(states: Records, seeds: Array, book: Records) -> None:
    """Fresh games from uint64 seeds [B], dealt. `states` [B] must be zero. Modified in place."""
    rules = book[0]
    for i in range(len(states)):
        state = states[i]
        state.match, state.hold, state.hole, state.placed = seeds[i], NOBODY, -1, -1
        state.stream, state.noise = bags.start(rules.bag, seeds[i]), noise(seeds[i])
        for slot in range(SLOTS):
            state.queue[slot] = UNSEEN
        fill(rules, state)


@kernel
def deal(states: Records, book: Records) -> None:
    """Fill the unseen slots of each queue from the state's own stream. Modified in place."""
    rules = book[0]
    for i in range(len(states)):
        if not states[i].dead:
            fill(rules, states[i])


@kernel
def reseed(states: Records, seeds: Array, book: Records) -> None:
    """Give each state other pieces and garbage holes to come, from uint64 seeds [B]. Modified in place.

    The word for the pieces is mixed first: TETR.IO's generator opens alike for seeds that are neighbours. What `bag`
    still holds stays, and comes in another order.
    """
    rules = book[0]
    for i in range(len(states)):
        states[i].stream = bags.start(rules.bag, mixed(_SALT, seeds[i]))
        states[i].noise = noise(seeds[i])


@kernel
def outcomes(states: Records, book: Records, out: Records, parent: Array, chance: Array) -> int:
    """Fill the first n rows with each state's possible next unseen pieces (7 rows a state are enough); return n."""
    rules = book[0]
    n = 0
    for i in range(len(states)):
        slot = 0
        while slot <= rules.previews and states[i].queue[slot] != UNSEEN:
            slot += 1
        if slot > rules.previews or states[i].dead:
            out[n] = states[i]
            parent[n], chance[n] = i, 1.0
            n += 1
            continue
        have = bags.left(rules.bag, states[i].bag)
        for piece in range(7):
            copies = bags.copies(have, piece)
            if copies > 0:
                out[n] = states[i]
                out[n].queue[slot] = piece
                # The stream stays: what a search supposes must tell nothing of what will come.
                out[n].bag = bags.take(rules.bag, states[i].stream, states[i].bag, piece)[1]
                if slot == 0:
                    see_next(rules, out[n])
                parent[n], chance[n] = i, copies / bags.size(have)
                n += 1
    return n


@kernel(inline=True)
def pile(columns: Array, width: int) -> int:
    """The height of the tallest column."""
    filled = np.uint64(0)
    for x in range(width):
        filled |= columns[x]
    return int(bit_length(np.int64(filled)))


@kernel
def tall(states: Records, book: Records, most: int, risen: bool, out: Array) -> None:
    """Fill `out` [B] with whether a pile, `risen` by its pending garbage, is higher than `most`. Modified in place."""
    rules = book[0]
    for i in range(len(states)):
        height = pile(states[i].columns, rules.width)
        if risen:
            height += pending_lines(states[i].pending)
        out[i] = height > most


@kernel
def appears(book: Records, states: Records, piece: int) -> int:
    """The row where a piece would appear in the first state; -1 where it cannot."""
    rules = book[0]
    state = states[0]
    return int(spawn_row(rules, state.columns, piece, bool(rules.clutch) and state.cleared > 0))


@kernel
def offered(book: Records, states: Records) -> int:
    """The piece that hold offers in the first state; -1 for none."""
    rules = book[0]
    return int(alternative(rules, states[0]))


@functools.cache
def lister(table: int, spins: int) -> Any:
    """The kernel `listed` for one kick table (of TABLES) and spin rule (of SPINS); both are constants of its code."""

    @kernel
    def listed(states: Records, which: Array, book: Records, parent: Array, action: Array, spot: Array) -> int:
        """Fill the first n rows with the actions of each state (ROOM rows a state are enough); return n.

        Bit 0 of `which` [B] asks for those of the current piece, bit 1 for those of the piece that hold offers.
        """
        rules = book[0]
        sets = room_for_lanes(192)
        n = 0
        for i in range(len(states)):
            state = states[i]
            if state.dead or state.queue[0] == UNSEEN:
                continue
            board = load(state.columns, 0)
            for hold in range(2):
                if which[i] >> hold & 1 == 0:
                    continue
                piece = int(state.queue[0])
                if hold:
                    piece = alternative(rules, state)
                    if piece < 0:
                        continue
                spawn = spawn_row(rules, state.columns, piece, bool(rules.clutch) and state.cleared > 0)
                if spawn < 0:
                    continue
                found = landed(board, spawn, piece, table, spins)
                keep(sets, 0, found, spins)
                kinds = 4
                if spins:
                    kinds = 12
                for kind in range(kinds):
                    n = unrolled(load(sets, 16 * kind), i, 12 * hold + kind, rules, parent, action, spot, n)
        return n

    return listed


@kernel(inline=True)
def unrolled(
    positions: Lanes, i: int, kind: int, rules: Record, parent: Array, action: Array, spot: Array, n: int
) -> int:
    """Append the actions of one set, lowest row first; return the new n. Modified in place."""
    rows, width = int(rules.rows), int(rules.width)
    left = joined(positions) & 0xFFFFFFFF
    if rows < 32:
        left &= (1 << rows) - 1  # what is kicked above the last row could not stay there
    while left:
        y = lowest_bit(left)
        left &= left - 1
        here = where(positions & (1 << y))
        first = (kind * rows + y) * width
        while here:
            x = lowest_bit(here)
            parent[n], action[n], spot[n] = i, first + x, kind << 11 | y << 5 | x
            here &= here - 1
            n += 1
    return n


@kernel
def played(states: Records, book: Records, parent: Array, spot: Array, out: Records) -> None:
    """Fill `out` [N] with the afterstates of listed actions [N], given as spots. Modified in place."""
    rules = book[0]
    for n in range(len(parent)):
        out[n] = states[parent[n]]
        kind = spot[n] >> 11
        place(rules, out[n], kind // 12 == 1, kind // 4 % 3, kind & 3, spot[n] & 31, spot[n] >> 5 & 63)


@kernel
def received(states: Records, book: Records, lines: Array) -> None:
    """Queue an attack of `lines` [B] for each state; the holes become known. Modified in place."""
    rules = book[0]
    for i in range(len(states)):
        state = states[i]
        state.noise, state.hole = receive(rules, state.pending, lines[i], rules.delay_turns, state.noise, state.hole)


@kernel
def piles(states: Records, book: Records, out: Array) -> None:
    """Fill `out` [B] with the height of each pile. Modified in place."""
    rules = book[0]
    for i in range(len(states)):
        out[i] = pile(states[i].columns, rules.width)
