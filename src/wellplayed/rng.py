"""Randomness that reproduces: splitmix64, its state carried in the record of each game.

splitmix64 is Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the constants of
`scramble` and `INCREMENT` are those of its reference implementation. `seeded` spreads seeds first, since seeding with
multiples of the increment would make all games shifts of one stream.
"""

import operator
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ._jit import kernel
from .errors import InputError

INCREMENT = np.uint64(0x9E3779B97F4A7C15)
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SPREAD = np.uint64(0xD1342543DE82EF95)
_ONE, _27, _29, _30, _31, _32 = (np.uint64(n) for n in (1, 27, 29, 30, 31, 32))


@kernel(inline=True)
def scramble(z: np.uint64) -> np.uint64:
    """The output of splitmix64 for the state `z`, which has been advanced."""
    z = (z ^ (z >> _30)) * _A
    z = (z ^ (z >> _27)) * _B
    return z ^ (z >> _31)


@kernel(inline=True)
def seeded(seed: np.uint64) -> np.uint64:
    """The state of a stream that starts from `seed`; neighbouring seeds give unrelated streams."""
    z = _SPREAD * (seed + _ONE)
    z = (z ^ (z >> _32)) * _A
    z = (z ^ (z >> _29)) * _B
    return z ^ (z >> _32)


@kernel(inline=True)
def below(word: np.uint64, n: np.uint64) -> np.uint64:
    """A number from 0 to n - 1 out of the upper half of a random word (n below 2**32)."""
    return ((word >> _32) * n) >> _32


@kernel(inline=True)
def mixed(a: np.uint64, b: np.uint64) -> np.uint64:
    """One word out of two, for seeds of seeds and for randomness that depends on (player, match, ply) alone."""
    return scramble(seeded(a) + INCREMENT * (b + _ONE))


def words(n: int, seed: int) -> list[int]:
    """`n` words of splitmix64 from the raw state `seed`, in plain Python: for constants made at import."""
    mask, out = (1 << 64) - 1, []
    for _ in range(n):
        seed = (seed + int(INCREMENT)) & mask
        z = (seed ^ (seed >> 30)) * int(_A) & mask
        z = (z ^ (z >> 27)) * int(_B) & mask
        out.append(z ^ (z >> 31))
    return out


def as_seeds(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """Seeds as uint64 [B]. Raises InputError for one outside 0 to 2**64 - 1."""
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64 and seeds.ndim == 1:
        return seeds.copy()
    whole = []
    for seed in seeds:
        try:
            whole.append(operator.index(seed))
        except TypeError:
            raise InputError(f"seed {seed!r} is no whole number; choose 0 to {(1 << 64) - 1}") from None
        if not 0 <= whole[-1] < 1 << 64:
            raise InputError(f"seed {seed} is out of range; choose 0 to {(1 << 64) - 1}")
    return np.array(whole, np.uint64)


def as_words(seeds: object, count: int) -> NDArray[np.uint64]:
    """One random word for each of `count` states as uint64. Raises InputError for another number, or none at all."""
    words = np.asarray(seeds)
    if words.shape != (count,) or (count and words.dtype.kind not in "iu"):
        raise InputError(
            f"{words.dtype} seeds of shape {words.shape} do not fit; give a whole number for each of {count}"
        )
    return np.ascontiguousarray(words, np.uint64)
