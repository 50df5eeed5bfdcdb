"""Which games are played for what: no game that tuned a player says how good it is.

Candidates of one generation play the same games, so that what the pieces bring falls on all alike; each generation
plays others, so that no candidate is chosen for its luck twice. Training games have seeds from 2**63 on. Checks, which
choose the best weights of a run, and the final validation have fixed seeds below that, apart from each other and from
the small numbers that other measurements begin with.
"""

from ..errors import InputError
from ..rng import words

TRAINING = 1 << 63
CHECKS, VALIDATION = 1_000_000_000, 2_000_000_000  # the first seeds
MOST = 1 << 24  # games of one candidate in one generation
_ROOM = 1 << 62


def training(seed: int, generation: int, games: int) -> range:
    """[games] the seeds of a generation of the run with this seed; no two generations share one."""
    first = TRAINING + words(1, seed)[0] % _ROOM
    return range(first + generation * MOST, first + generation * MOST + games)


def checks(games: int) -> range:
    """[games] the seeds on which the best weights of a run are chosen."""
    return range(CHECKS, CHECKS + games)


def validation(games: int) -> range:
    """[games] the seeds on which the chosen weights are measured, which chose nothing."""
    return range(VALIDATION, VALIDATION + games)


def counted(option: str, games: int) -> int:
    """`games`, if so many can be played for one candidate. Raises InputError otherwise."""
    if not 1 <= games <= MOST:
        raise InputError(f"{option} {games} is out of range; choose 1 to {MOST}")
    return games
