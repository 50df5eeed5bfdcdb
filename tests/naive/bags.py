"""Randomisers the slow way: whole bags as lists, opened one after another.

Sources: the generator of Park and Miller (Communications of the ACM 31, 1988) and the bag of TETR.IO as halp1/triangle
has it (src/engine/utils, src/engine/queue/rng): ZLOSIJT, shuffled by Fisher and Yates from the end.
"""

from collections.abc import Iterator
from fractions import Fraction

from tests.naive.classic import GOLDEN, PIECES, WORD, scrambled, seeded

COPIES = {"7-bag": 1, "14-bag": 2, "tetrio": 1}


def words(seed: int) -> Iterator[int]:
    """The random words of a game."""
    state = seeded(seed)
    while True:
        state = (state + GOLDEN) % WORD
        yield scrambled(state)


def minimal(seed: int) -> Iterator[float]:
    """The fractions of Park and Miller's generator, from a seed taken as TETR.IO takes it."""
    state = seed % 2147483647
    if state == 0:
        state = 2147483646
    while True:
        state = 16807 * state % 2147483647
        yield (state - 1) / 2147483646


def pieces(kind: str, seed: int) -> Iterator[int]:
    """The pieces of a game, without end."""
    if kind == "tetrio":
        fractions = minimal(seed)
        while True:
            bag = list("ZLOSIJT")
            for i in range(6, 0, -1):
                j = int(next(fractions) * (i + 1))
                bag[i], bag[j] = bag[j], bag[i]
            yield from map(PIECES.index, bag)
    bag_of_numbers: list[int] = []
    for word in words(seed):
        if kind == "uniform":
            yield (word >> 32) * 7 >> 32
            continue
        bag_of_numbers = bag_of_numbers or sorted(list(range(7)) * COPIES[kind])
        yield bag_of_numbers.pop((word >> 32) * len(bag_of_numbers) >> 32)


def chances(kind: str, seen: list[int]) -> dict[int, Fraction]:
    """How likely each piece is to come next, for somebody who has seen all pieces so far."""
    if kind == "uniform":
        return {piece: Fraction(1, 7) for piece in range(7)}
    full = 7 * COPIES[kind]
    here = seen[len(seen) - len(seen) % full :]
    have = {piece: COPIES[kind] - here.count(piece) for piece in range(7)}
    return {piece: Fraction(n, sum(have.values())) for piece, n in have.items() if n}
