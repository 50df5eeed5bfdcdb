"""Random moves among greedy ones, the slow way: in whole numbers, from a position's stream and its count of pieces."""

from fractions import Fraction

from tests.naive.classic import GOLDEN, WORD, scrambled, seeded


def stray(stream: int, pieces: int, share: float, placements: int) -> int | None:
    """Which of so many placements is played at random; None where the best one is to be played."""
    word = scrambled((seeded(stream) + GOLDEN * (pieces + 1)) % WORD)
    if Fraction(word >> 11, 1 << 53) >= Fraction(share):
        return None
    return (scrambled((word + GOLDEN) % WORD) >> 32) * placements >> 32
