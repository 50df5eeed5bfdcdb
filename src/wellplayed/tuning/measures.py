"""What a game says about a candidate: how games are played for tuning, and what one of them is worth.

A measure is plain data, so that a worker process can be given it. Its values are higher where play is better, and those
of one game depend on the player and the seed alone.
"""

import functools
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from ..arena import build, lockstep, splitting, versus
from ..arena.entrants import Entrant, entrant
from ..arena.excursions import Unreached
from ..arena.parallel import Beat
from ..arena.summary import Summary, log_interval, paired, summarise
from ..errors import Fault, InputError
from ..game import Floats, Game
from ..games import game as make_game


class Worth(NamedTuple):
    """One game of a candidate."""

    value: float  # higher is better
    pieces: int  # played for it
    capped: bool  # stopped by the cap on pieces or turns, so that the value says too little


class Interval(NamedTuple):
    """A mean. What is not known of a single game is nan."""

    mean: float
    se: float  # standard error
    low: float  # 95% interval
    high: float


class Measure(Protocol):
    """A way to play games and to value them."""

    factor: ClassVar[bool]  # how much better one is than another is told as a factor

    @property
    def together(self) -> int:
        """How many games are played side by side in one task."""
        ...

    def check(self, game: Game, who: Entrant) -> None:
        """Raises InputError where such games cannot be played."""
        ...

    def play(self, game: Game, who: Entrant, seeds: list[int], beat: Beat) -> list[Worth]:
        """[G] one game for each seed. Raises Fault where the player's code fails."""
        ...

    def combined(self, values: Floats) -> Floats:
        """[N] the fitness that the values [N, G] of N candidates make."""
        ...

    def interval(self, values: Floats) -> Interval:
        """The fitness that values [G] make, with its uncertainty."""
        ...

    def apart(self, values: Floats, others: Floats) -> Interval:
        """How much better values [G] are than others [G] of the same games: a difference, or a factor."""
        ...


class _Averaged:
    """Values of which the mean counts."""

    factor: ClassVar[bool] = False

    def combined(self, values: Floats) -> Floats:
        """[N] the mean."""
        return np.asarray(values.mean(axis=1))

    def interval(self, values: Floats) -> Interval:
        """The mean."""
        return _interval(summarise(values))

    def apart(self, values: Floats, others: Floats) -> Interval:
        """The mean difference, game by game."""
        return _interval(paired(values, others))


@dataclass(frozen=True)
class Solo(_Averaged):
    """Games by oneself: lines, pieces, score or attack of each, stopped after a number of pieces."""

    by: str
    cap: int | None
    together: ClassVar[int] = 32

    def check(self, game: Game, who: Entrant) -> None:
        """Raises InputError for a cap below 1, or a game that counts no such thing."""
        if self.cap is not None and self.cap < 1:
            raise InputError(f"pieces={self.cap} leaves no game; choose 1 or more")
        if self.by == "attack" and "attack" not in (game.dtype.names or ()):
            raise InputError(f"{game.name} knows no attack; choose another objective, or play --game guideline")

    def play(self, game: Game, who: Entrant, seeds: list[int], beat: Beat) -> list[Worth]:
        """As `Measure.play`: fused rollouts where the player is greedy over weights."""
        played = lockstep.series(seeds, beat, game=game, who=who, cap=self.cap)
        for one in played:
            _unfailed(one.fault)
        return [Worth(float(getattr(one, self.by)), one.pieces, not one.dead) for one in played]


@dataclass(frozen=True)
class Splitting:
    """Mean lines of games too long to play: one small estimate by splitting for each seed."""

    run_pieces: int
    trials: int
    together: ClassVar[int] = 1
    factor: ClassVar[bool] = True
    GAMES: ClassVar[int] = 16
    SHORT: ClassVar[int] = 1_000  # pieces
    MORE: ClassVar[tuple[int, ...]] = (1, 4, 16, 64)  # times the pieces and trials, until every level is reached

    def check(self, game: Game, who: Entrant) -> None:
        """Raises InputError for a game without pile heights, a player that searches, or numbers that are too small."""
        splitting.steps(who.player.view, 1)
        if who.player.weights is None:
            raise InputError(f"{who.name} is not greedy over weights, which splitting needs; tune --player linear")
        for name, value, least in (("run_pieces", self.run_pieces, 10_000), ("trials", self.trials, 100)):
            if value < least:
                raise InputError(f"{name}={value} is too few to split; choose {least} or more")

    def play(self, game: Game, who: Entrant, seeds: list[int], beat: Beat) -> list[Worth]:
        """As `Measure.play`. Raises InputError where chances are too small even for 64 times the pieces and trials."""
        return [self._estimated(game, who, seed, beat) for seed in seeds]

    def combined(self, values: Floats) -> Floats:
        """[N] the geometric mean, since errors of an estimate are factors; a line is added to each first."""
        return np.asarray(np.expm1(np.log1p(values).mean(axis=1)))

    def interval(self, values: Floats) -> Interval:
        """The same of one candidate, by Student's t over logarithms."""
        mean, se, low, high = log_interval((values + 1).tolist())
        return Interval(mean - 1, se, max(low - 1, 0.0), high - 1)  # nan stays

    def apart(self, values: Floats, others: Floats) -> Interval:
        """The factor between the means, by Student's t over logarithms."""
        return Interval(*log_interval(((values + 1) / (others + 1)).tolist()))

    def _estimated(self, game: Game, who: Entrant, seed: int, beat: Beat) -> Worth:
        """Played directly where all of a few games are short, as they are of most candidates in the beginning."""
        weights = who.player.weights
        assert weights is not None
        first = [(seed * self.GAMES + i) % (1 << 64) for i in range(self.GAMES)]
        short = lockstep.series(first, lambda pieces, _: beat(pieces, 0), game=game, who=who, cap=self.SHORT)
        pieces = sum(one.pieces for one in short)
        if all(one.dead for one in short):
            beat(0, 1)
            return Worth(sum(one.lines for one in short) / len(short), pieces, False)
        for more in self.MORE:  # a run must not end because a candidate plays better than was thought
            try:
                found = splitting.estimate(
                    who.player.view, weights, seed=seed, run_pieces=more * self.run_pieces, trials=more * self.trials,
                    replicates=1, workers=1, progress=lambda pieces, _: beat(pieces, 0),
                )  # fmt: skip
            except Unreached:
                if more == self.MORE[-1]:
                    raise
                continue
            break
        beat(0, 1)
        return Worth(found.mean, pieces + found.pieces, False)


@dataclass(frozen=True)
class Building(_Averaged):
    """Chains of Puyo by the protocol build50: points of the best one, and a bonus where it reached 80,000."""

    bonus: float
    together: ClassVar[int] = build.TOGETHER

    def check(self, game: Game, who: Entrant) -> None:
        """Raises InputError for a game without chains."""
        build.checked(game)

    def play(self, game: Game, who: Entrant, seeds: list[int], beat: Beat) -> list[Worth]:
        """As `Measure.play`."""
        built, _ = build.series(seeds, beat, game=game, who=who)
        for one in built:
            _unfailed(one.fault)
        return [Worth(one.score + self.bonus * (one.score >= build.TARGET), one.turns, False) for one in built]


@dataclass(frozen=True)
class Winning(_Averaged):
    """Matches against one opponent: 1 for a win, 1/2 for a draw, 0 for a loss."""

    against: str  # spec
    turns: int
    together: ClassVar[int] = 32

    def check(self, game: Game, who: Entrant) -> None:
        """Raises InputError for a game without garbage, no turns, or an opponent that cannot be made."""
        versus.playable(game)
        if self.turns < 1:
            raise InputError(f"turns={self.turns} leaves no match; choose 1 or more")
        entrant(self.against, game)

    def play(self, game: Game, who: Entrant, seeds: list[int], beat: Beat) -> list[Worth]:
        """As `Measure.play`."""
        other = _opponent(self.against, game.name)
        played = versus.series(seeds, beat, game=game, pair=(who, other), turns=self.turns)
        for one in played:
            _unfailed(one.first.fault or one.second.fault)
        return [Worth(one.points, 2 * one.turns, not one.over) for one in played]


@functools.lru_cache(maxsize=8)
def _opponent(against: str, game_name: str) -> Entrant:
    """The opponent, made once in each process."""
    return entrant(against, make_game(game_name))


def _unfailed(fault: str) -> None:
    """A player that fails is no candidate: its games would say that its weights are bad."""
    if fault:
        raise Fault(fault)


def _interval(summary: Summary) -> Interval:
    return Interval(summary.mean, summary.se, summary.low, summary.high)
