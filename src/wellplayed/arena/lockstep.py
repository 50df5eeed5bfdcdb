"""One game per seed, all the way: fused rollouts where the player is linear, lockstep through `choose` where not.

Each game depends on its seed and the player alone, never on the batch it is played in; so games can be cut into small
tasks, and the long ones, a hundred times the short ones, do not keep the other cores waiting.
"""

import contextlib
import functools
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..errors import InputError
from ..game import Bools, Game, Ints, States, taken
from ..players.player import Player
from .entrants import Entrant, entered, rebuilt
from .faults import moved
from .parallel import Beat, Crew, Progress
from .processes import Processes

MOST, LEAST = 200_000, 1_000  # pieces in one kernel call
LONG = 0.05  # seconds of one kernel call at least, where it may be larger; it is also the wait for Ctrl-C


class Result(NamedTuple):
    """How one game went."""

    seed: int
    lines: int
    pieces: int
    score: int
    dead: bool  # False: stopped by the cap on pieces
    attack: int = 0  # lines of garbage made, or pieces of ojama; 0 in a game that has none
    fault: str = ""  # the player's own code failed, with these words, and the game counts as lost


Each: TypeAlias = Callable[[list[Result]], None]


def play(
    game: Game,
    player: Player | Entrant,
    seeds: Sequence[int] | Ints,
    *,
    cap: int | None = None,
    workers: int | None = None,
    processes: Processes | bool = False,
    progress: Progress | None = None,
    each: Each | None = None,
) -> list[Result]:
    """Play one game for each seed.

    Where the player's code fails, the games concerned are lost, and say so in `fault`; the others go on.

    Parameters
    ----------
    game : Game
    player : Player or Entrant
        Built for `game`. `choose` is called from several threads at once where the player has no linear weights.
    seeds : sequence of int
        [B] numbers from 0 to 2**64 - 1; a seed given twice is played twice.
    cap : int, optional
        Stop a game after this many pieces.
    workers : int, optional
        Threads, or processes; all cores by default. The results do not depend on it.
    processes : bool or Processes
        Play in processes, in new ones or in these, for players that hold the GIL. It takes an Entrant, whose spec
        builds the player there.
    progress : callable, optional
        Called with (pieces, games) done since the last call, at most five times a second, under a lock.
    each : callable, optional
        Called with the results of each task as it ends, in the thread that called `play`.

    Returns
    -------
    list of Result
        [B] in the order of the seeds.

    Raises
    ------
    InputError
        For a seed out of range, a cap or a number of workers below 1, a player of another game, or one that no process
        can build.
    """
    if cap is not None and cap < 1:
        raise InputError(f"a cap of {cap} pieces leaves no game; choose 1 or more")
    who = entered(player)
    fits(game, who, processes=processes)
    numbers = [as_seed(seed) for seed in seeds]
    batch: Callable[[list[int], Beat], list[Result]]
    if processes:
        batch = functools.partial(_distant, game_name=game.name, name=who.name, spec=who.spec, cap=cap)
    else:
        batch = functools.partial(series, game=game, who=who, cap=cap)
    size = share(len(numbers), linear=who.player.weights is not None, alike=cap is not None)
    tasks = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    done: list[list[Result]] = [[] for _ in tasks]
    with (
        Crew(workers, progress, processes=processes) as crew,
        contextlib.closing(crew.stream(batch, tasks, lambda seeds: f"{who.name} {named(seeds)}")) as results,
    ):
        for index, result in results:
            done[index] = result
            if each is not None:
                each(result)
    return [result for results in done for result in results]


def fits(game: Game, who: Entrant, *, processes: Processes | bool) -> None:
    """Raises InputError for a player of another game, or one that no process can build."""
    if who.player.game.name != game.name:
        raise InputError(
            f"the player was built for {who.player.game.name}, not for {game.name}; build it for this game"
        )
    if processes and not who.spec:
        raise InputError(f"{who.name} has no spec to build it from in other processes; play it with threads")


def as_seed(seed: Any) -> int:
    """`seed` as an int. Raises InputError where it is none from 0 to 2**64 - 1."""
    number = int(seed)
    if number != seed or not 0 <= number < 1 << 64:
        raise InputError(f"seed {seed} is no whole number from 0 to {(1 << 64) - 1}; choose one")
    return number


def named(seeds: Sequence[int]) -> str:
    """The seeds of a task in a few words."""
    return f"with seed {seeds[0]}" if len(seeds) == 1 else f"with {len(seeds)} seeds from {seeds[0]} to {seeds[-1]}"


def share(games: int, *, linear: bool, alike: bool) -> int:
    """Games in one task, all tasks about equal.

    Few, so that all cores are busy to the end, where each game is a kernel's work and some take a hundred times as long
    as others (linear players to the bitter end), or where each move is dear (players that are not linear). Many, where
    all games are `alike` in length and moves cheap: in guideline play two threads are 1.1 times as fast as one with
    batches of 32, 1.6 times with 128 and 1.7 times with 256, since Python steers every move and a batch shares that.
    """
    if not linear:
        most = min(max(4, games // 32), 256)
    else:
        most = min(max(128, games // 16), 256) if alike else min(max(1, games // 256), 64)
    tasks = max(1, -(-games // most))
    return max(1, -(-games // tasks))


def _distant(seeds: list[int], beat: Beat, *, game_name: str, name: str, spec: str, cap: int | None) -> list[Result]:
    """The games of one task in a process that knows nothing yet."""
    game, who = rebuilt(game_name, name, spec)
    return series(seeds, beat, game=game, who=who, cap=cap)


def series(seeds: list[int], beat: Beat, *, game: Game, who: Entrant, cap: int | None) -> list[Result]:
    """Play the games of one task to their ends; `play` in the thread that calls, with nothing checked."""
    states = game.new(seeds)
    faults: dict[int, str] = {}
    step = _stepper(game, who, cap)
    where = np.flatnonzero(~states["dead"])
    living = taken(states, where)
    while len(living):
        before = int(living["pieces"].sum())
        living, failed = step(living)
        faults |= {int(where[row]): text for row, text in failed.items()}
        over: Bools = living["dead"]
        if cap is not None:
            over = over | (living["pieces"] >= cap)
        beat(int(living["pieces"].sum()) - before, int(over.sum()))
        if over.any():
            states[where[over]] = living[over]
            living, where = taken(living, np.flatnonzero(~over)), where[~over]
    made = states["attack"] if "attack" in (states.dtype.names or ()) else np.zeros(len(states), np.int64)
    columns = [*(states[name].tolist() for name in ("lines", "pieces", "score", "dead")), made.tolist()]
    return [Result(*row) for row in zip(seeds, *columns, (faults.get(i, "") for i in range(len(seeds))), strict=True)]


Step: TypeAlias = Callable[[States], tuple[States, dict[int, str]]]


def _stepper(game: Game, who: Entrant, cap: int | None) -> Step:
    """What takes living games further, with what failed: many moves in one kernel, or one by the player's choice."""
    player = who.player
    weights = player.weights
    if weights is None:

        def choose(states: States) -> tuple[States, dict[int, str]]:
            after, faults = moved(game, who, states)
            return game.deal(after), faults

        return choose
    most = LEAST

    def roll(states: States) -> tuple[States, dict[int, str]]:
        nonlocal most
        pieces = max(1, most // len(states))
        if cap is not None:
            pieces = min(pieces, cap - int(states["pieces"].max()))
        began = time.perf_counter()
        after = player.view.rollout(states, weights, pieces)
        if time.perf_counter() - began < LONG:
            most = min(2 * most, MOST)
        return after, {}

    return roll
