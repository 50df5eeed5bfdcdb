"""One link of a chain: which puyos pop, and the points. Groups are flooded one by one; a game by keys has the time.

chain.py plays whole chains without a flood fill, and a test holds the two together.
"""

import numpy as np

from ..._jit import Array, kernel
from ..cells import COLOURS, OJAMA, POPPING, SEEN, WIDTH
from ..scoring import chain_power, colour_bonus, group_bonus, link_points

_COLOURS = len(COLOURS)


@kernel
def link(cells: Array, number: int, popping: Array) -> tuple[int, int]:
    """The points and the puyos of the link that pops in a field at rest as link `number`, from 1; 0 and 0 where none.

    `popping` uint16 [8] becomes the cells that go, ojama included. Modified in place.
    """
    clear(popping)
    rest, group = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
    popped, colours, bonus = 0, 0, 0
    for colour in range(_COLOURS):
        before = popped
        for x in range(WIDTH):
            rest[x] = np.int64(cells[colour, x]) & SEEN
        for x in range(WIDTH):
            while rest[x] != 0:
                size = cut(rest, x, group)
                if size >= POPPING:
                    popped, bonus = popped + size, bonus + group_bonus(size)
                    for k in range(WIDTH):
                        popping[k] |= np.uint16(group[k])
        colours += popped > before
    if popped == 0:
        return 0, 0
    take_ojama(cells[OJAMA], popping, rest)
    return link_points(popped, bonus + chain_power(number) + colour_bonus(colours)), popped


@kernel
def cut(rest: Array, x: int, group: Array) -> int:
    """Take the group of the lowest cell in column `x` out of `rest`; its size. Both [6] are modified in place."""
    clear(group)
    group[x] = rest[x] & -rest[x]
    size, grown = 0, 1
    while grown > size:
        size, grown = grown, 0
        for k in range(WIDTH):
            group[k] = near(group, k) & rest[k]
            grown += count(group[k])
    for k in range(WIDTH):
        rest[k] ^= group[k]
    return size


@kernel(inline=True)
def near(columns: Array, x: int) -> int:
    """The cells of a column that are among `columns` or beside one of them."""
    cells = columns[x] | columns[x] << 1 | columns[x] >> 1
    if x > 0:
        cells |= columns[x - 1]
    if x < WIDTH - 1:
        cells |= columns[x + 1]
    return int(cells)


@kernel
def take_ojama(ojama: Array, popping: Array, scratch: Array) -> None:
    """Add the visible ojama beside popping cells to them. `popping` and `scratch` [6] are modified in place."""
    for x in range(WIDTH):
        scratch[x] = popping[x]
    for x in range(WIDTH):
        popping[x] |= np.uint16(near(scratch, x) & np.int64(ojama[x]) & SEEN)


@kernel(inline=True)
def clear(array: Array) -> None:
    """Fill with zeros, without a slice, which takes seconds to compile. Modified in place."""
    for x in range(len(array)):
        array[x] = 0


@kernel(inline=True)
def count(cells: int) -> int:
    """How many bits are set."""
    n = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n


# The field ------------------------------------------------------------------------------------------------------------


@kernel
def measure(cells: Array, columns: Array) -> None:
    """Fill `columns` uint16 [8] with the filled cells of each column. Modified in place."""
    clear(columns)
    for plane in range(OJAMA + 1):
        for x in range(WIDTH):
            columns[x] |= cells[plane, x]


@kernel
def drop(cells: Array, columns: Array) -> int:
    """Let everything come down; by how many rows what fell farthest fell. Both are modified in place."""
    farthest = 0
    for x in range(WIDTH):
        filled = np.int64(columns[x])
        height, y = 0, 0
        while filled >> y != 0:
            if filled >> y & 1 != 0:
                if y > height:
                    move(cells, x, y, height)
                    farthest = max(farthest, y - height)
                height += 1
            y += 1
        columns[x] = np.uint16((1 << height) - 1)
    return farthest


@kernel(inline=True)
def move(cells: Array, x: int, y: int, to: int) -> None:
    """Bring the puyo in row `y` of a column to a free row. Modified in place."""
    for plane in range(OJAMA + 1):
        if np.int64(cells[plane, x]) >> y & 1 != 0:
            cells[plane, x] ^= np.uint16(1 << y | 1 << to)


@kernel
def depth(columns: Array) -> int:
    """By how many rows what hangs highest in the air will fall."""
    deepest = 0
    for x in range(WIDTH):
        filled, top = int(columns[x]), 0
        while filled >> top != 0:
            top += 1
        deepest = max(deepest, top - count(filled))
    return deepest


@kernel
def remove(cells: Array, columns: Array, gone: Array) -> None:
    """Take cells uint16 [8] out of a field. The other two are modified in place."""
    for x in range(WIDTH):
        for plane in range(OJAMA + 1):
            cells[plane, x] &= ~gone[x]
        columns[x] &= ~gone[x]
