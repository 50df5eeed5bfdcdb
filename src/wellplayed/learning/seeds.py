"""Which games are played for what: no game that trained a player says how good it is.

Training games have seeds from 2**63 on. Checks, which choose the best checkpoint of a run, and the final measurement
have fixed seeds below that, apart from each other and from the small numbers that other measurements begin with. As
in tuning, whose checks and validations play the same games.
"""

from ..rng import words

TRAINING = 1 << 63
CHECKS, MEASURED = 1_000_000_000, 2_000_000_000  # the first seeds
ROOM = 1 << 62
MOST = 1 << 24  # games that one round may begin


def training(seed: int, rounds: int, games: int) -> range:
    """[games] the seeds of games begun in the round after `rounds` of the run with this seed; no two rounds share one.

    A run may have some 270 thousand million rounds.
    """
    first = TRAINING + words(1, seed)[0] % ROOM + rounds * MOST
    return range(first, first + games)


def checks(games: int) -> range:
    """[games] the seeds on which the best checkpoint of a run is chosen."""
    return range(CHECKS, CHECKS + games)


def measured(games: int) -> range:
    """[games] the seeds on which the chosen checkpoint is measured, which chose nothing."""
    return range(MEASURED, MEASURED + games)
