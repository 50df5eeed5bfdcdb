"""Randomisers: which piece comes next, and with what probability.

That any player loses against S and Z in turn is Brzustowski, Can you win at Tetris?, 1992; and that random pieces
contain such a run with certainty is Burgiel, How to lose at Tetris, Mathematical Gazette 81, 1997.
"""

import numpy as np

from .._jit import kernel
from ..rng import INCREMENT, below, scramble
from .pieces import PIECES

KINDS = ("uniform", "bag", "sz")  # each of seven equally likely; shuffled sevens; S or Z, equally likely
UNIFORM, BAG, SZ = range(3)

SNAKES = np.int64(sum(1 << PIECES.index(piece) for piece in "SZ"))
ALL = np.uint8(127)  # a full bag: bit p says that piece p is still in it
_SEVEN = np.uint64(7)


@kernel(inline=True)
def uniform(word: np.uint64) -> np.int64:
    """One of seven pieces out of a random word."""
    return np.int64(below(word, _SEVEN))


@kernel(inline=True)
def from_bag(word: np.uint64, bag: np.int64) -> int:
    """One of the pieces left in `bag`, a non-empty set of bits, each equally likely."""
    left = np.int64(0)
    for piece in range(7):
        left += (bag >> piece) & 1
    wanted = np.int64(below(word, np.uint64(left)))
    for piece in range(7):
        if (bag >> piece) & 1:
            if wanted == 0:
                return piece
            wanted -= 1
    return 0


@kernel(inline=True)
def left(kind: int, bag: np.int64) -> np.int64:
    """The pieces that the next one is drawn from, as bits: never none, and each equally likely.

    An empty bag is refilled first: each aligned seven pieces of a game are a permutation.
    """
    if kind == SZ:
        return SNAKES
    if kind == UNIFORM or bag == 0:
        return np.int64(ALL)
    return bag


@kernel(inline=True)
def draw(stream: np.uint64, bag: np.int64, kind: int) -> tuple[np.uint64, np.int64, np.int64]:
    """The next (stream, bag, piece) of a randomiser of `KINDS`; without a seven-bag `bag` stays as it is."""
    stream = stream + INCREMENT
    word = scramble(stream)
    if kind == UNIFORM:
        return stream, bag, uniform(word)
    pieces = left(kind, bag)
    piece = np.int64(from_bag(word, pieces))
    if kind == BAG:
        bag = pieces ^ (np.int64(1) << piece)
    return stream, bag, piece
