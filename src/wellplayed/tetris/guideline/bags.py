"""Which piece comes next: uniform, seven-bag, fourteen-bag, and the seven-bag of TETR.IO by its own seeds.

The state of a randomiser is two words of the record. `stream` is hidden: it decides what comes. `bag` is public: how
many of each piece the current bag still holds, two bits a piece, piece p (tetris.pieces.PIECES) at bit 2p; 0 stands for
a bag not yet opened. Nothing about the order of the pieces is in `bag`, so a search may look at it, and
`left` / `copies` / `size` are the true chances of the next unseen piece. Kinds are the numbers of `Ruleset.bag`.

The first three kinds take a word of splitmix64 a piece, and the seven-bag is that of tetris/bag.py, piece for piece.

TETR.IO (source: halp1/triangle, src/engine/queue/rng and src/engine/utils) shuffles a bag at a time with the generator
of Park and Miller, "Random number generators: good ones are hard to find", Communications of the ACM 31, 1988: x
becomes 16807 x mod 2147483647, and ZLOSIJT is shuffled by Fisher and Yates from its end with (x - 1) / 2147483646. Here
`stream` is x before the current bag is shuffled, and the next piece is the first of the shuffled ones that `bag` still
holds. Seeds become x as in TETR.IO: the remainder mod 2147483647, and 2147483646 where that is 0, since from 0 the
generator would give 0 for ever. Nothing else is done to them, so small neighbouring seeds open with similar bags there
as here: for statistics take seeds from all over.
"""

import numpy as np

from ..._jit import kernel
from ...rng import INCREMENT, below, scramble, seeded
from ..bag import uniform
from ..pieces import PIECES
from .ruleset import number

UNIFORM, SEVEN, FOURTEEN, TETRIO = (number("bag", name) for name in ("uniform", "7-bag", "14-bag", "tetrio"))

_MODULUS = 2**31 - 1
_FACTOR = 16807
_BASE = "ZLOSIJT"  # TETR.IO's bag before it is shuffled

_M, _A = np.uint64(_MODULUS), np.uint64(_FACTOR)
_BAG_ON = np.uint64(pow(_FACTOR, len(_BASE) - 1, _MODULUS))  # six steps at once: what one shuffle takes
_LARGEST = float(_MODULUS - 1)
_ORDER = np.uint64(sum(PIECES.index(piece) << 4 * place for place, piece in enumerate(_BASE)))
_ONE_OF_EACH = np.uint64(sum(1 << 2 * piece for piece in range(7)))
_TWO_OF_EACH = np.uint64(sum(2 << 2 * piece for piece in range(7)))
_0, _1, _2, _3, _4, _15 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 15))


@kernel(inline=True)
def start(kind: int, seed: np.uint64) -> np.uint64:
    """The stream of a fresh game from a seed of 64 bits; its bag is 0."""
    if kind != TETRIO:
        return seeded(seed)
    state = seed % _M
    if state == _0:
        state = _M - _1
    return state


@kernel(inline=True)
def copies(bag: np.uint64, piece: int) -> int:
    """How many of a piece are in a bag."""
    return int(np.int64((bag >> (_2 * np.uint64(piece))) & _3))


@kernel(inline=True)
def size(bag: np.uint64) -> int:
    """How many pieces are in a bag."""
    total = 0
    for piece in range(7):
        total += copies(bag, piece)
    return total


@kernel(inline=True)
def left(kind: int, bag: np.uint64) -> np.uint64:
    """What the next piece is drawn from, never empty: of `size` pieces each is equally likely."""
    if kind == UNIFORM or (bag == _0 and kind != FOURTEEN):
        return _ONE_OF_EACH
    if bag == _0:
        return _TWO_OF_EACH
    return bag


@kernel(inline=True)
def take(kind: int, stream: np.uint64, bag: np.uint64, piece: int) -> tuple[np.uint64, np.uint64]:
    """The (stream, bag) once `piece`, one of those left, has come: drawn, or supposed to come by a search."""
    if kind == UNIFORM:
        return stream, bag
    bag = left(kind, bag) - (_1 << (_2 * np.uint64(piece)))
    if kind == TETRIO and bag == _0:
        stream = stream * _BAG_ON % _M
    return stream, bag


@kernel(inline=True)
def shuffled(state: np.uint64) -> np.uint64:
    """TETR.IO's bag from a state of its generator: piece k is the four bits from 4k."""
    order = _ORDER
    for i in range(6, 0, -1):
        state = state * _A % _M
        j = np.int64(np.float64(state - _1) / _LARGEST * (i + 1))
        here, there = _4 * np.uint64(i), _4 * np.uint64(j)
        change = ((order >> here) ^ (order >> there)) & _15
        if i != j:
            order ^= (change << here) | (change << there)
    return order


@kernel(inline=True)
def draw(kind: int, stream: np.uint64, bag: np.uint64) -> tuple[np.uint64, np.uint64, int]:
    """The next (stream, bag, piece)."""
    have = left(kind, bag)
    piece = 0
    if kind == TETRIO:
        order = shuffled(stream)
        piece = int(np.int64(order & _15))
        while copies(have, piece) == 0:
            order >>= _4
            piece = int(np.int64(order & _15))
    else:
        stream = stream + INCREMENT
        word = scramble(stream)
        if kind == UNIFORM:
            return stream, bag, int(uniform(word))
        wanted = int(np.int64(below(word, np.uint64(size(have)))))
        while wanted >= copies(have, piece):
            wanted -= copies(have, piece)
            piece += 1
    stream, bag = take(kind, stream, bag, piece)
    return stream, bag, piece
