"""Counting move sequences: every way to place the pieces of a queue one after the other, as chess programs do.

The count is a fingerprint of the move generator: published programs agree on it to the last digit. With `bulk` the last
ply is only counted, which is what published speeds mean; without, every placement is also made.
"""

import functools
from typing import Any

from ..._jit import Array, kernel
from ..lanes import Lanes, Room, bits, load, lowest_bit, room_for_lanes, store, total, where
from ..rows import collapsed, full_rows
from .flood import keep, landed
from .sets import COLUMNS
from .stamps import BOTTOM, STAMP

PLIES = 16  # the longest queue
_SETS = 12 * 16  # lanes of all sets of one ply
_BITS = 0xFFFFFFFF  # of one lane, which is read as a signed number
_SET, _LANES, _X, _ROWS = range(4)  # what is kept for each ply: the set, lanes left in it, this lane, rows left in it


@functools.cache
def counter(table: int, spins: int) -> Any:
    """The kernel `perft` for one kick table (of TABLES) and spin rule (of SPINS); both are constants of its code."""

    @kernel
    def perft(columns: Array, queue: Array, spawn: int, bulk: bool) -> int:
        """How many placement sequences of `queue` (piece numbers) start from ten columns [16]."""
        boards = room_for_lanes(272)
        sets = room_for_lanes(3072)
        at = room_for_lanes(64)
        store(boards, 0, load(columns, 0))
        count, ply, last, arrived = 0, 0, len(queue) - 1, True
        while ply >= 0:
            piece = queue[ply]
            if arrived:
                board = load(boards, 16 * ply)
                found = landed(board, spawn, piece, table, spins)
                if bulk and ply == last:
                    count += counted(found, spins)
                    ply, arrived = ply - 1, False
                    continue
                begin(sets, at, ply, found, spins)
            if not following(sets, at, ply, spins):
                ply, arrived = ply - 1, False
                continue
            store(boards, 16 * ply + 16, played(load(boards, 16 * ply), piece, at, ply))
            if ply == last:
                count, arrived = count + 1, False
            else:
                ply, arrived = ply + 1, True
        return count

    return perft


@kernel(inline=True)
def counted(found: Lanes, spins: int) -> int:
    """How many positions the twelve sets hold; without spins only the first four hold any."""
    sum_ = bits(found[0]) + bits(found[1]) + bits(found[2]) + bits(found[3])
    if spins:
        sum_ = sum_ + bits(found[4]) + bits(found[5]) + bits(found[6]) + bits(found[7])
        sum_ = sum_ + bits(found[8]) + bits(found[9]) + bits(found[10]) + bits(found[11])
    return int(total(sum_))


@kernel(inline=True)
def begin(sets: Room, at: Room, ply: int, found: Lanes, spins: int) -> None:
    """Keep the twelve sets of a ply, to be tried one position after the other. Modified in place."""
    keep(sets, _SETS * ply, found, spins)
    at[4 * ply + _SET], at[4 * ply + _LANES], at[4 * ply + _ROWS] = 0, where(found[0]), 0


@kernel(inline=True)
def following(sets: Room, at: Room, ply: int, spins: int) -> bool:
    """Go to the next position of a ply: its set, lane, and the lowest of the rows left. False if there is none."""
    if at[4 * ply + _ROWS]:
        at[4 * ply + _ROWS] = at[4 * ply + _ROWS] & (at[4 * ply + _ROWS] - 1)
    if at[4 * ply + _ROWS]:
        return True
    number, left = at[4 * ply + _SET], at[4 * ply + _LANES]
    while left == 0:
        number += 1
        if number == (12 if spins else 4):
            return False
        left = where(load(sets, _SETS * ply + 16 * number))
    x = lowest_bit(left)
    at[4 * ply + _SET], at[4 * ply + _LANES], at[4 * ply + _X] = number, left & (left - 1), x
    at[4 * ply + _ROWS] = sets[_SETS * ply + 16 * number + x]
    return True


@kernel(inline=True)
def played(board: Lanes, piece: int, at: Room, ply: int) -> Lanes:
    """The board after the position that `following` went to."""
    o, x, y = at[4 * ply + _SET] & 3, at[4 * ply + _X], lowest_bit(int(at[4 * ply + _ROWS]) & _BITS)
    board = board | (load(STAMP, (piece * 4 + o) * 48 + 16 - x) << (y + BOTTOM[piece, o]))
    full = full_rows(board, COLUMNS)
    if full:
        board = collapsed(board, full)
    return board
