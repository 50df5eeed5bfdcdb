"""Randomisers: which piece comes next, and with what probability."""

import numpy as np

from .._jit import kernel
from ..rng import INCREMENT, below, scramble

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
def draw(stream: np.uint64, bag: np.int64, bagged: bool) -> tuple[np.uint64, np.int64, np.int64]:
    """The next (stream, bag, piece). `bagged`: seven-bag, else uniform pieces and `bag` stays as it is.

    An empty bag is refilled first: each aligned seven pieces of a game are a permutation.
    """
    stream = stream + INCREMENT
    word = scramble(stream)
    if not bagged:
        return stream, bag, uniform(word)
    if bag == 0:
        bag = np.int64(ALL)
    piece = np.int64(from_bag(word, bag))
    return stream, bag ^ (np.int64(1) << piece), piece
