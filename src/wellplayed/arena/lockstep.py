"""One game per seed, all the way: fused rollouts where the player is linear, lockstep through `choose` where not.

Each game depends on its seed and the player alone, never on the batch it is played in; so games can be cut into small
tasks, and the long ones, a hundred times the short ones, do not keep the other cores waiting.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Bools, Game, Ints, States
from ..players.player import Player
from .parallel import Crew, Progress

SLICE = 200_000  # pieces in one kernel call: about a tenth of a second, the wait for Ctrl-C


class Result(NamedTuple):
    """How one game went."""

    seed: int
    lines: int
    pieces: int
    score: int
    dead: bool  # False: stopped by the cap on pieces


def play(
    game: Game,
    player: Player,
    seeds: Sequence[int] | Ints,
    *,
    cap: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Play one game for each seed.

    Parameters
    ----------
    game : Game
    player : Player
        Built for `game`. `choose` is called from several threads at once where the player has no linear weights.
    seeds : sequence of int
        [B] numbers from 0 to 2**64 - 1; a seed given twice is played twice.
    cap : int, optional
        Stop a game after this many pieces.
    workers : int, optional
        Threads; all cores by default. The results do not depend on it.
    progress : callable, optional
        Called with (pieces, games) done since the last call, at most five times a second, under a lock.

    Returns
    -------
    list of Result
        [B] in the order of the seeds.

    Raises
    ------
    InputError
        For a seed out of range, a cap or a number of workers below 1, or a player of another game.
    """
    if cap is not None and cap < 1:
        raise InputError(f"a cap of {cap} pieces leaves no game; choose 1 or more")
    if player.game.name != game.name:
        raise InputError(f"the player was built for {player.game.name}, not for {game.name}; build it for this game")
    numbers = [_seed(seed) for seed in seeds]
    with Crew(workers, progress) as crew:

        def batch(part: list[int]) -> list[Result]:
            return _batch(game, player, part, cap, crew)

        size = _share(len(numbers), fused=player.weights is not None)
        parts = [numbers[i : i + size] for i in range(0, len(numbers), size)]
        return [result for results in crew.map(batch, parts) for result in results]


def _seed(seed: Any) -> int:
    number = int(seed)
    if number != seed or not 0 <= number < 1 << 64:
        raise InputError(f"seed {seed} is no whole number from 0 to {(1 << 64) - 1}; choose one")
    return number


def _share(games: int, *, fused: bool) -> int:
    """Games in one task: few, to balance long and short ones; more where a step in Python is shared by the batch."""
    return min(max(1, games // 256), 64) if fused else min(max(8, games // 32), 256)


def _batch(game: Game, player: Player, seeds: list[int], cap: int | None, crew: Crew) -> list[Result]:
    """Play the games of one task to their ends."""
    states = game.new(seeds)
    step = _stepper(game, player, cap)
    living, where = states, np.arange(len(states))
    while len(living):
        before = int(living["pieces"].sum())
        living = step(living)
        over: Bools = living["dead"]
        if cap is not None:
            over = over | (living["pieces"] >= cap)
        crew.beat(int(living["pieces"].sum()) - before, int(over.sum()))
        states[where[over]] = living[over]
        living, where = living[~over], where[~over]
    return [
        Result(seed, int(lines), int(pieces), int(score), bool(dead))
        for seed, lines, pieces, score, dead in zip(
            seeds, states["lines"], states["pieces"], states["score"], states["dead"], strict=True
        )
    ]


def _stepper(game: Game, player: Player, cap: int | None) -> Callable[[States], States]:
    """What takes living games a slice further: many moves in one kernel, or one move by the player's choice."""
    weights = player.weights
    if weights is None:
        return lambda states: game.deal(game.play(states, player.choose(states)))

    def roll(states: States) -> States:
        pieces = max(1, SLICE // len(states))
        if cap is not None:
            pieces = min(pieces, cap - int(states["pieces"].max()))
        return player.view.rollout(states, weights, pieces)

    return roll
