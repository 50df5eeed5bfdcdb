"""Piles that rise and sink: the long runs and the trials whose counts `splitting` multiplies.

An excursion begins at an up-crossing, the first moment at which a pile last seen in the low zone stands at the first
level or above, and ends back in the low zone or in death. All randomness is hashed from (seed, replicate, stage,
index), and tasks are cut the same way for any number of workers.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from .._jit import kernel
from ..errors import InputError
from ..game import Floats, Game, Ints, Keys, States, feature_names, taken
from ..players.player import Player
from ..rng import mixed
from .parallel import Crew

T = TypeVar("T")

GROUPS, CHAINS = 4, 64  # a replicate's long run is GROUPS tasks of CHAINS games side by side
# Pieces a chain plays before it counts. The autocorrelation of the pile height on 20 rows is below 0.01 after 200
# pieces for Dellacherie, BCTS and DT-20, and 0.06 after 300 for a weak player (four-feature).
BURN_IN = 1_000
TASK = 2_000  # trials in one task
SLICE = 200_000  # pieces in one kernel call: about a tenth of a second, the wait for Ctrl-C
STEERED = 4_000  # the same where a player is asked for every move, a tenth of a millisecond each and more
NEVER = 127  # higher than any pile


class Unreached(InputError):  # noqa: N818 - it says what happened
    """Nothing got to a level: pieces and trials are too few for so good a player."""


class Run(NamedTuple):
    """What a long run has seen."""

    entrances: States  # [N] the states right at the up-crossings
    pieces: int
    lines: int


class Excursions:
    """The excursions of one controller in one game.

    Parameters
    ----------
    game : Game
        With the feature `highest`.
    who : array or Player
        Weights [F] in the order of the game's glossary, which a kernel plays, or a player, who is asked for each move.
    low : int
        A pile of at most this many rows is in the low zone.
    rises : tuple of int
        The levels: pile heights in ascending order. Death comes after the last.
    seed : int
        0 to 2**64 - 1.
    crew : Crew
    """

    def __init__(
        self, game: Game, who: Floats | Player, low: int, rises: tuple[int, ...], seed: int, crew: Crew
    ) -> None:
        self.game, self.who, self.low, self.rises, self.crew = game, who, low, rises, crew
        self.slice = SLICE if isinstance(who, np.ndarray) else STEERED
        self._seed = np.uint64(seed)
        self._highest = feature_names(game).index("highest")

    def words(self, replicate: int, stage: int, indices: Any) -> Keys:
        """[N] a random word for each index [N].

        Stage 0 is the long run; step i uses stage 2 i + 1 for streams and 2 i + 2 to choose where trials begin.
        """
        indices = np.asarray(indices, np.uint64)
        out = np.empty(len(indices), np.uint64)
        _words(self._seed, np.uint64(replicate), np.uint64(stage), indices, out)
        return out

    def pile(self, states: States) -> Ints:
        """[B] the pile height; NEVER where dead, since death lies above every level."""
        heights = self.game.features(states)[:, self._highest].astype(np.int64)
        return np.where(states["dead"], NEVER, heights)

    def further(self, states: States, pieces: int, *, low: int = -1, high: int = NEVER) -> States:
        """[B] living states after up to `pieces` moves each, or until the pile is at `low` or below, or at `high`."""
        if isinstance(self.who, np.ndarray):
            return self.game.rollout(states, self.who, pieces, low=low, high=high)
        states = states.copy()
        going = np.arange(len(states))
        for _ in range(pieces):
            before = taken(states, going)
            after = self.game.deal(self.game.play(before, self.who.choose(before)))
            states[going] = after
            pile = self.pile(after)
            going = going[(pile > low) & (pile < high) & ~after["dead"]]
            if not len(going):
                break
        return states

    def long_runs(self, replicates: int, pieces: int) -> list[Run]:
        """For each replicate, at least `pieces` pieces after burn-in, in GROUPS * CHAINS games side by side.

        Raises InputError where a replicate's pile never gets to the first level.
        """

        def work(task: tuple[int, int]) -> Run:
            chains = _Chains(self, *task)
            chains.run(BURN_IN)
            run = chains.run(-(-pieces // (GROUPS * CHAINS)))
            self.crew.beat(0, 1)
            return run

        tasks = [(replicate, group) for replicate in range(replicates) for group in range(GROUPS)]
        runs = [_joined(parts) for parts in _by(GROUPS, self.crew.map(work, tasks))]
        if min(len(run.entrances) for run in runs) == 0:
            raise Unreached(
                f"the pile never rose to {self.rises[0]} rows in {pieces} pieces of {self.game.name}; give a longer run"
            )
        return runs

    def rise(self, step: int, entrances: Sequence[States], trials: int) -> tuple[list[States], int]:
        """Try `trials` times to get from level `step` to the next, or from the last to death, before the low zone.

        The trials begin in the states `entrances` of each replicate. Returns the states that got there, for each
        replicate, and the pieces played. Raises Unreached where none of a replicate got there.
        """
        target = (*self.rises[1:], NEVER)[step]
        starts = [self._chosen(replicate, step, states, trials) for replicate, states in enumerate(entrances)]
        cut = range(0, trials, TASK)

        def work(task: tuple[int, int]) -> tuple[States, int]:
            replicate, first = task
            states = starts[replicate][first : first + TASK]
            states["stream"] = self.words(replicate, 2 * step + 1, np.arange(first, first + len(states)))
            played = self._try(states, target)
            self.crew.beat(0, int(first == cut[-1]))
            return states[self.pile(states) >= target], played

        results = self.crew.map(work, [(replicate, first) for replicate in range(len(starts)) for first in cut])
        risen = [np.concatenate([states for states, _ in parts]) for parts in _by(len(cut), results)]
        if min(len(states) for states in risen) == 0:
            goal = "death" if target == NEVER else f"{target} rows"
            raise Unreached(
                f"none of {trials} trials got from {self.rises[step]} rows to {goal} in {self.game.name}; "
                "give more trials"
            )
        return risen, sum(played for _, played in results)

    def _chosen(self, replicate: int, step: int, states: States, trials: int) -> States:
        """[trials] copies out of `states` [N], each equally often on average: systematic resampling."""
        word = self.words(replicate, 2 * step + 2, [0])[0]
        offset = int(word >> np.uint64(11)) / (1 << 53)
        rows = ((np.arange(trials) + offset) * (len(states) / trials)).astype(np.int64)
        return states[np.minimum(rows, len(states) - 1)]

    def _try(self, states: States, target: int) -> int:
        """Play each state on to the low zone or `target`, in place; the pieces played.

        A state that is there already, by a jump or dead, stays as it is and counts as having got there.
        """
        played = 0
        going = np.flatnonzero(self.pile(states) < target)
        while len(going):
            before, pieces = states[going], max(1, self.slice // len(going))
            after = self.further(before, pieces, low=self.low, high=target)
            states[going] = after
            moved = int(after["pieces"].sum() - before["pieces"].sum())
            self.crew.beat(moved)
            played += moved
            pile = self.pile(after)
            going = going[(pile > self.low) & (pile < target)]
        return played


class _Chains:
    """Games side by side that alternate between the low zone and the first level; a dead one begins anew.

    A run stops after a given number of pieces in every chain, wherever the chains are then: of a stationary process,
    the up-crossings in any stretch are the rate times its length on average. Burn-in makes it stationary.
    """

    def __init__(self, owner: Excursions, replicate: int, group: int) -> None:
        self.owner, self.replicate = owner, replicate
        self.serial = np.arange(group * CHAINS, (group + 1) * CHAINS)  # the number of the game each chain is in
        self.states = self._fresh(self.serial)
        self.rising = np.ones(CHAINS, np.bool_)  # seen in the low zone since it last was at the first level

    def _fresh(self, serial: Ints) -> States:
        return self.owner.game.new(self.owner.words(self.replicate, 0, serial))

    def run(self, pieces: int) -> Run:
        """Play `pieces` pieces in every chain."""
        left = np.full(CHAINS, pieces)
        entrances: list[States] = []
        lines = 0
        while left.any():
            for rising in (True, False):
                turn = np.flatnonzero((left > 0) & (self.rising == rising))
                if len(turn):
                    before = self.states[turn]
                    after = self._roll(before, int(left[turn].min()), rising=rising)
                    moved = after["pieces"] - before["pieces"]
                    left[turn] -= moved
                    lines += int(after["lines"].sum() - before["lines"].sum())
                    entrances.append(self._settle(turn, after, rising=rising))
                    self.owner.crew.beat(int(moved.sum()))
        return Run(np.concatenate(entrances), pieces * CHAINS, lines)

    def _roll(self, states: States, most: int, *, rising: bool) -> States:
        pieces = min(most, self.owner.slice // CHAINS)
        if rising:
            return self.owner.further(states, pieces, high=self.owner.rises[0])
        return self.owner.further(states, pieces, low=self.owner.low)

    def _settle(self, turn: Ints, after: States, *, rising: bool) -> States:
        """Put the chains `turn` where they got to; the states among them that are up-crossings."""
        pile = self.owner.pile(after)
        crossed = pile >= self.owner.rises[0] if rising else pile <= self.owner.low
        self.states[turn] = after
        self.rising[turn[crossed]] = not rising
        over = turn[after["dead"]]
        if len(over):
            self.serial[over] += GROUPS * CHAINS
            self.states[over] = self._fresh(self.serial[over])
            self.rising[over] = True
        return after[crossed] if rising else after[:0]


@kernel
def _words(seed: np.uint64, replicate: np.uint64, stage: np.uint64, indices: Keys, out: Keys) -> None:
    """Fill `out` [N] with one random word for each index [N]. Modified in place."""
    key = mixed(mixed(seed, replicate), stage)
    for i in range(len(out)):
        out[i] = mixed(key, indices[i])


def _by(size: int, items: list[T]) -> Iterator[list[T]]:
    """Consecutive runs of `size` items."""
    return (items[i : i + size] for i in range(0, len(items), size))


def _joined(runs: list[Run]) -> Run:
    entrances = np.concatenate([run.entrances for run in runs])
    return Run(entrances, sum(run.pieces for run in runs), sum(run.lines for run in runs))
