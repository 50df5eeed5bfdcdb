"""Random moves among greedy ones, for rollouts: a share of them is any legal placement, each equally likely.

Whether a move is random, and which it is, comes from a hash of the position's own stream and its count of pieces. So a
position plays on in one way, alone or in any batch, and takes nothing from the stream of its pieces.
"""

import numpy as np

from ._jit import kernel
from .errors import InputError
from .rng import INCREMENT, below, mixed, scramble

_11 = np.uint64(11)


def as_share(share: float) -> float:
    """A share of random moves as a float. Raises InputError for one outside 0 to 1."""
    if not 0 <= share <= 1:
        raise InputError(f"random={share} is no share of moves; choose 0 (greedy play) to 1 (random play)")
    return float(share)


@kernel(inline=True)
def stray(stream: np.uint64, pieces: int, share: float, placements: int) -> int:
    """Which of so many placements is played at random; -1 where the best one is to be played."""
    word = mixed(stream, np.uint64(pieces))
    if np.float64(word >> _11) >= share * 9007199254740992.0:  # 2**53
        return -1
    return int(np.int64(below(scramble(word + INCREMENT), np.uint64(placements))))
