"""Which moves a search goes on with: of each group the best positions, every position once.

Two moves of a group lead to the same position where their keys are equal. One of them is enough: all that comes is the
same for both, and the higher credit on the way there decides, or, where credits are equal, the earlier row.

How. The rows of a group are walked from the highest value down, equals from the first row on, until `width` positions
are found. To put all rows in order would cost more than to rate them, so only a head of the order is made: a threshold
by quickselect, what lies above it sorted, and more of it should duplicates use it up. A group that has no more rows
than `width` needs no order at all.
"""

import threading
from typing import Any

import numpy as np

from .._jit import Array, kernel
from ..game import Floats, Ints, Moves

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2**64 by the golden ratio: spreads keys over a table by their upper bits
_RUN = 8  # rows sorted by insertion before they are merged
_SAMPLE = 256  # rows that tell where the head of an order begins
_KEPT = 1 << 18  # rows for which scratch is kept: 16 MB
_local = threading.local()


def survivors(moves: Moves, group: Ints, line: Floats, total: Floats, width: int | None) -> tuple[Ints, Ints]:
    """The rows [K] of the moves to go on with, ascending, and for each the row of the best line to its position.

    Parameters
    ----------
    moves : Moves
        [N] rows; those that lose are left out.
    group : array of int
        [S] ascending, the group of each parent: only rows of one group merge or compete.
    line, total : array of float
        [N] the value of the line of play up to each row, by which rows are put in order, and the credit that it
        carries on.
    width : int, optional
        How many positions of each group are kept; by default all.
    """
    size = len(moves.parent)
    most = size if width is None else min(width, size)
    slots = 1 << max(most.bit_length() + 1, 2)
    rows, tops = np.empty(size, np.int64), np.empty(size, np.int64)
    n = _survivors(
        moves.parent, moves.key, moves.dead, group, line, total, most, rows, tops, *_room(size, slots)
    )  # fmt: skip
    return rows[:n].copy(), tops[:n].copy()


def _room(size: int, slots: int) -> tuple[Any, ...]:
    """Scratch for so many rows and slots, kept for this thread's next call: fresh pages cost as much as the work."""
    kept: tuple[Any, ...] | None = getattr(_local, "room", None)
    if kept is None or len(kept[0]) < size or len(kept[-1]) < slots:
        kept = (*(np.empty(size, np.int64) for _ in range(6)), np.empty(size), np.empty(slots, np.int64))
        if size <= _KEPT:
            _local.room = kept
    return kept


@kernel
def _survivors(
    parent: Array,
    key: Array,
    dead: Array,
    group: Array,
    line: Array,
    total: Array,
    width: int,
    rows: Array,
    tops: Array,
    living: Array,
    head: Array,
    spare: Array,
    kept: Array,
    top: Array,
    slot: Array,
    values: Array,
    table: Array,
) -> int:
    """Fill the first n of `rows` and `tops` as `survivors` says; return n. What follows is scratch. In place."""
    n, first = 0, 0
    while first < len(parent):
        here, end, count = group[parent[first]], first, 0
        while end < len(parent) and group[parent[end]] == here:
            if not dead[end]:
                living[count] = end
                count += 1
            end += 1
        if count <= width:
            found = walk(living, count, width, key, line, total, kept, top, table)
        else:
            size, found = 2 * width + _RUN, 0
            while True:
                size = min(size, count)
                ranked(living, count, size, line, values, head, spare)
                found = walk(head, size, width, key, line, total, kept, top, table)
                if found == width or size == count:
                    break
                size *= 4
        for i in range(end - first):
            slot[i] = -1
        for k in range(found):
            slot[kept[k] - first] = k
        for i in range(end - first):
            if slot[i] >= 0:
                rows[n], tops[n] = first + i, top[slot[i]]
                n += 1
        first = end
    return n


@kernel(inline=True)
def walk(
    order: Array,
    count: int,
    width: int,
    key: Array,
    line: Array,
    total: Array,
    kept: Array,
    top: Array,
    table: Array,
) -> int:
    """Fill `kept` and `top` from the rows in `order`, until `width` keys are found; how many were. In place."""
    bits = 2
    while 1 << bits < 2 * min(width, count):
        bits += 1
    shift, mask = np.uint64(64 - bits), (1 << bits) - 1
    for i in range(1 << bits):
        table[i] = 0
    n = 0
    for k in range(count):
        row = order[k]
        at = np.int64((key[row] * _GOLDEN) >> shift)
        while table[at] != 0 and key[kept[table[at] - 1]] != key[row]:
            at = (at + 1) & mask
        if table[at] == 0:
            kept[n] = top[n] = row
            n += 1
            table[at] = n
            if n == width:
                break
            continue
        same = table[at] - 1
        old, best = kept[same], top[same]
        if total[row] > total[old] or (total[row] == total[old] and row < old):
            kept[same] = row
        if line[row] > line[best]:
            top[same] = row
    return n


@kernel(inline=True)
def ranked(living: Array, count: int, size: int, line: Array, values: Array, head: Array, spare: Array) -> None:
    """Fill `head` with the `size` best of the rows [count], the best first, equals by row. Modified in place."""
    few = 0
    if count > 8 * _SAMPLE:  # most rows are far from the head: what a sample says is a threshold that more than pass
        step = count // _SAMPLE
        for i in range(_SAMPLE):
            values[i] = line[living[i * step]]
        likely = largest_but(values, _SAMPLE, min(size * _SAMPLE * 5 // (count * 4) + 8, _SAMPLE - 1))
        for i in range(count):
            if line[living[i]] >= likely:
                spare[few] = living[i]
                few += 1
    if few < size:
        few = count
        for i in range(count):
            spare[i] = living[i]
    for i in range(few):
        values[i] = line[spare[i]]
    least = largest_but(values, few, size - 1)
    equals = size
    for i in range(few):
        equals -= line[spare[i]] > least
    n = 0
    for i in range(few):
        row = spare[i]
        if line[row] > least or (line[row] == least and equals > 0):
            equals -= line[row] == least
            head[n] = row
            n += 1
    sort(head, n, line, spare)


@kernel(inline=True)
def largest_but(values: Array, count: int, k: int) -> float:
    """The largest of the first `count` values but `k`: quickselect, which leaves them in another order. In place."""
    low, high = 0, count - 1
    while low < high:
        a, b, c = values[low], values[(low + high) // 2], values[high]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = low, high
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            break
    return float(values[k])


@kernel(inline=True)
def sort(order: Array, count: int, line: Array, spare: Array) -> None:
    """Sort the first `count` rows by their value, the highest first, equals as they stand. Modified in place."""
    for start in range(0, count, _RUN):
        for i in range(start + 1, min(start + _RUN, count)):
            row, j = order[i], i
            while j > start and line[order[j - 1]] < line[row]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = row
    run = _RUN
    while run < count:
        for start in range(0, count, 2 * run):
            middle, end = min(start + run, count), min(start + 2 * run, count)
            i, j = start, middle
            for k in range(start, end):
                if j == end or (i < middle and line[order[i]] >= line[order[j]]):
                    spare[k] = order[i]
                    i += 1
                else:
                    spare[k] = order[j]
                    j += 1
        for k in range(count):
            order[k] = spare[k]
        run *= 2
