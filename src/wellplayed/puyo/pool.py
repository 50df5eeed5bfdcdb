"""Pools: the 256 puyos that a game of Tsu hands out in order, 128 pairs that start again at their end.

A pool holds each of its colours equally often, as nearly as 256 allows, shuffled; so what has come tells what is left.
Pools for 3, 4 and 5 colours are shuffled one after another by one generator, and the first pairs of the larger ones are
replaced by those of the smallest, so that a game opens with three colours at most (`opening`).

esports   the pools of Puyo Puyo!! 20th Anniversary and its successors up to Puyo Puyo Champions (Puyo Nexus wiki, "Puyo
          Puyo!! 20th Anniversary/Upcoming Pair Randomizer"; citrus610/ama, core/cell.h). x becomes 0x5D588B65 x +
          0x269EC3 mod 2**32, five times for the choice of colours, then twice for each swap: one puyo in a column of
          the pool with one in the next column, columns being 16, 32 and at last 64 puyos wide. The game itself takes
          seeds of 16 bits, programs take 32; so do we.
arcade    the pools of the arcade and Mega Drive games (Puyo Nexus wiki, "Puyo Puyo Tsu/Upcoming Pair Randomizer";
          puyonexus/puyovs, Puyolib/RNG/ClassicPool.cpp and ClassicRng.cpp): 256 swaps from the end down, each with a
          place that an adding and turning generator names.

Both games choose the colours that stand for 0 to 4 anew for each match. Here they are always `ORDER`, which is that of
both programs above: the same seed gives the same letters there and here.
"""

import numpy as np

from .._jit import Array, kernel
from .cells import COLOURS

UNIFORM, ESPORTS, ARCADE = range(3)
KINDS = ("uniform", "esports", "arcade")

PUYOS = 256
PAIRS = PUYOS // 2
ORDER = np.array([COLOURS.index(letter) for letter in "RYGBP"], np.uint8)  # the plane of each colour of a pool

_FACTOR, _SUMMAND = np.uint32(0x5D588B65), np.uint32(0x269EC3)
_WARM_UP = 5

# The arcade's routine adds the address it is called from, and takes what its caller left in a register.
_CHOOSING, _SHUFFLING = np.uint32(0x00FF7FE8), np.uint32(0x00FF7FF4)
_COLOURS_LESS_ONE = np.uint32(4)
_REGISTER = np.uint32(0x23640000)
_UPPER, _PLACE = np.uint32(0xFFFF00FF), np.uint32(0xFF)
_LOW_WORD = np.uint32(0xFFFF)
_ONE, _5, _27 = np.uint32(1), np.uint32(5), np.uint32(27)


@kernel(inline=True)
def opening(kind: int, colours: int) -> int:
    """How many of the first pairs come from the pool of three colours instead."""
    if kind == UNIFORM or colours == 3:
        return 0
    if kind == ARCADE and colours == 5:
        return 4
    return 2


@kernel(inline=True)
def copies(colours: int, number: int) -> int:
    """How many puyos of its colour `number` a pool of so many colours holds."""
    return (PUYOS - number + colours - 1) // colours if number < colours else 0


@kernel
def make(kind: int, colours: int, seed: np.uint32, three: Array, out: Array) -> None:
    """Fill `out` uint8 [256] with the pool of a seed, as planes (cells.py). `three` [256] is scratch.

    Both are modified in place.
    """
    if kind == ESPORTS:
        esports(colours, seed, three, out)
    else:
        arcade(colours, seed, three, out)
    for i in range(2 * opening(kind, colours)):
        out[i] = three[i]
    for i in range(PUYOS):
        out[i] = ORDER[out[i]]


@kernel(inline=True)
def dealt_in_turn(colours: int, out: Array) -> None:
    """A pool before it is shuffled: its colours by number, again and again. Modified in place."""
    for i in range(PUYOS):
        out[i] = i % colours


@kernel
def esports(colours: int, seed: np.uint32, three: Array, out: Array) -> None:
    """The pools of three and of `colours` colours by number, not yet opened. Modified in place."""
    state = seed
    for _ in range(_WARM_UP):
        state = np.uint32(state * _FACTOR + _SUMMAND)
    dealt_in_turn(3, three)
    state = swap_columns(state, three)
    for n in range(4, colours + 1):  # that of four colours comes before that of five
        dealt_in_turn(n, out)
        state = swap_columns(state, out)
    for i in range(PUYOS if colours == 3 else 0):
        out[i] = three[i]


@kernel(inline=True)
def swap_columns(state: np.uint32, pool: Array) -> np.uint32:
    """Shuffle one pool; the generator's next state. Modified in place."""
    for bits in range(4, 7):
        width, shift = 1 << bits, np.uint32(32 - bits)
        for column in range(PUYOS // width - 1):
            for _ in range(width // 2):
                state = np.uint32(state * _FACTOR + _SUMMAND)
                a = width * column + np.int64(state >> shift)
                state = np.uint32(state * _FACTOR + _SUMMAND)
                b = width * (column + 1) + np.int64(state >> shift)
                puyo = pool[a]
                pool[a] = pool[b]
                pool[b] = puyo
    return state


@kernel
def arcade(colours: int, seed: np.uint32, three: Array, out: Array) -> None:
    """The pools of three and of `colours` colours by number, not yet opened. Modified in place.

    The pool of four is shuffled first, by itself; then those of three and five together, by the same swaps.
    """
    state = seed
    for _ in range(5):  # swaps of colours, which are not kept
        state = turned(state, _COLOURS_LESS_ONE, _CHOOSING)
    dealt_in_turn(3, three)
    dealt_in_turn(colours, out)
    register = _REGISTER
    for i in range(PUYOS - 1, -1, -1):
        state = turned(state, register, _SHUFFLING)
        register = state & _UPPER
        if colours == 4:
            swap(out, i, int(np.int64(state & _PLACE)))
    register = register | _LOW_WORD
    for i in range(PUYOS - 1, -1, -1):
        state = turned(state, register, _SHUFFLING)
        register = state & _UPPER
        swap(three, i, int(np.int64(state & _PLACE)))
        if colours != 4:
            swap(out, i, int(np.int64(state & _PLACE)))


@kernel(inline=True)
def turned(state: np.uint32, register: np.uint32, address: np.uint32) -> np.uint32:
    """The next state of the arcade's generator."""
    whole = np.uint32(np.uint32(state + register) + address)
    return np.uint32(np.uint32(np.uint32(whole << _5) | (whole >> _27)) + state + _ONE)


@kernel(inline=True)
def swap(pool: Array, i: int, j: int) -> None:
    """Exchange two puyos. Modified in place."""
    puyo = pool[i]
    pool[i] = pool[j]
    pool[j] = puyo
