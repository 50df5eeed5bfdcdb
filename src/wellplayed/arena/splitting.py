"""The mean of games too long to play, by splitting: a rare fall is a product of steps that are not rare.

A good controller plays a hundred million pieces on twenty rows before it loses. But its pile rises and sinks all the
time, and a game is a chain of excursions out of the low zone, the last of which ends in death. Call an up-crossing
the first moment at which the pile, last seen in the low zone (or on the empty board), stands at the first level or
above. In an endless series of games let r be the up-crossings per piece, q the share of them from which the game dies
before the pile is back in the low zone, and c the lines per piece. Each game has exactly one of these last, so

    mean pieces = 1 / (r q)        mean lines = c / (r q)

for games of any length: the last stack, which never clears, is among the pieces that c is measured on. In the limit of
long games c is 0.4 on ten columns, four cells in for ten out. r and c come from a long run, a series of games. q is

    q = p(first level -> second) p(second -> third) ... p(last level -> death)

where each factor is the share of trials that get to the next level before the low zone, begun with fresh random
streams in states that got to the level before. A move may jump levels, and a state that did, a dead one above all,
counts as having got to them all. This is fixed-effort multilevel splitting: Garvels, The splitting method in rare
event simulation, thesis, Twente 2000. docs/splitting.md has its check against direct play, and its limits.

What is assumed: a state without its `stream` is the whole position, and what is to come is drawn from `stream` alone.
A fresh stream, with the piece in hand, the previews and the bag as they were, is then a fair future.
"""

import time
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Floats, Game, feature_names
from ..players.player import Player
from .excursions import BURN_IN, CHAINS, GROUPS, Excursions
from .parallel import Crew, Progress
from .summary import log_interval

LEAST_HEIGHT, MOST_HEIGHT = 8, 24


class Levels(NamedTuple):
    """Where excursions are cut into steps."""

    low: int  # a pile of at most this many rows is in the low zone
    rises: tuple[int, ...]  # pile heights in ascending order; death comes after the last


class Estimate(NamedTuple):
    """The mean lines of a game, by splitting. `se`, `low` and `high` are nan for a single replicate."""

    mean: float  # geometric mean of the replicates
    se: float  # standard error of the mean
    low: float  # 95% interval of the mean
    high: float
    replicates: tuple[float, ...]  # mean lines by each replicate
    levels: Levels
    rate: float  # up-crossings per piece
    chances: tuple[float, ...]  # of each step, the last one to death
    lines_per_piece: float
    pieces: int  # played for all this
    seconds: float


def levels(height: int) -> Levels:
    """Where to cut on a board of `height` rows, 8 to 24; InputError for others, which are played directly.

    A pile that survives hardly feels how high its board is, so low zone (6) and first level (10) are the same on all
    boards of 12 rows and more. Levels are then two rows apart, and one row apart at the end, where rows are dearest.

    >>> levels(20)
    Levels(low=6, rises=(10, 12, 14, 16, 18, 19, 20))
    >>> levels(10)
    Levels(low=4, rises=(8, 9, 10))
    """
    if not LEAST_HEIGHT <= height <= MOST_HEIGHT:
        raise InputError(f"no levels for {height} rows; choose {LEAST_HEIGHT} to {MOST_HEIGHT}, or play directly")
    first = min(10, height - 2)
    return Levels(first - 4, (*range(first, height - 1, 2), height - 1, height))


def steps(game: Game, replicates: int) -> int:
    """How many units `estimate` reports to `progress` in all. Raises InputError as `estimate` does."""
    return replicates * (GROUPS + len(levels(_height(game)).rises))


def estimate(
    game: Game,
    who: Floats | Player,
    *,
    seed: int = 0,
    run_pieces: int = 6_000_000,
    trials: int = 30_000,
    replicates: int = 5,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Estimate the mean lines of a player, or of greedy play with linear weights, without playing whole games.

    Parameters
    ----------
    game : Game
        With the feature `highest` and an attribute `height`, its visible rows, 8 to 24.
    who : array or Player
        Weights [F] in the order of the game's glossary, which a kernel plays; or any player of the game, who is asked
        for every move, and whose moves depend on nothing but what it can see. Given weights of its own (`weights`), a
        player over straight drops plays a hundred times as fast.
    seed : int
        0 to 2**64 - 1; all randomness is hashed from (seed, replicate, level, trial).
    run_pieces : int
        Pieces of each replicate's long run, burn-in not counted; at least 10,000.
    trials : int
        Trials of each step in each replicate; at least 100.
    replicates : int
        Independent estimates; their spread is the error bar, so 5 or more are wanted.
    workers : int, optional
        Threads; all cores by default. The result does not depend on it.
    progress : callable, optional
        Called with (pieces, units) done since the last call, at most five times a second, under a lock; `steps` says
        how many units there are.

    Returns
    -------
    Estimate
        Its mean is the geometric one: the replicates' errors are factors, and the interval, Student's t over their
        logarithms, is then around it. Each replicate's r q is unbiased, so 1 / (r q) is high by the square of its
        relative error, and the geometric mean by half of that: 0.3% where replicates scatter by 8%.

    Raises
    ------
    InputError
        For numbers out of range, a game without `height` or `highest`, or where no trial gets to the next level.
    """
    low, rises = cuts = levels(_height(game))
    _check(game, seed, run_pieces, trials, replicates)
    began = time.perf_counter()
    with Crew(workers, progress) as crew:
        excursions = Excursions(game, who, low, rises, seed, crew)
        runs = excursions.long_runs(replicates, run_pieces)
        if min(run.lines for run in runs) == 0:
            raise InputError(f"not a line cleared in {run_pieces} pieces of {game.name}; play this player directly")
        entrances = [run.entrances for run in runs]
        played = sum(run.pieces for run in runs) + replicates * GROUPS * CHAINS * BURN_IN
        shares = np.empty((replicates, len(rises)))
        for step in range(len(rises)):
            entrances, pieces = excursions.rise(step, entrances, trials)
            shares[:, step] = [len(states) / trials for states in entrances]
            played += pieces
    pieces_run = np.array([run.pieces for run in runs])
    lines_per_piece = np.array([run.lines for run in runs]) / pieces_run
    rates = np.array([len(run.entrances) for run in runs]) / pieces_run
    means = lines_per_piece / (rates * shares.prod(axis=1))
    return Estimate(
        *log_interval(means.tolist()),
        replicates=tuple(means.tolist()),
        levels=cuts,
        rate=float(rates.mean()),
        chances=tuple(shares.mean(axis=0).tolist()),
        lines_per_piece=float(lines_per_piece.mean()),
        pieces=played,
        seconds=time.perf_counter() - began,
    )


def _height(game: Game) -> int:
    height = getattr(game, "height", None)
    if not isinstance(height, int) or "highest" not in feature_names(game):
        raise InputError(f"splitting needs the pile height, which {game.name} does not tell; play it directly")
    return height


def _check(game: Game, seed: int, run_pieces: int, trials: int, replicates: int) -> None:
    if not 0 <= seed < 1 << 64:
        raise InputError(f"seed {seed} is out of range; choose 0 to {(1 << 64) - 1}")
    for what, value, least in (
        ("run_pieces", run_pieces, 10_000),
        ("trials", trials, 100),
        ("replicates", replicates, 1),
    ):
        if value < least:
            raise InputError(f"{what}={value} is too few to estimate {game.name}; choose {least} or more")
