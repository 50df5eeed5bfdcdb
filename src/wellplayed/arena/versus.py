"""Two players against each other: the same pieces for both, a piece each at a time, and garbage for the other.

A match is one seed. Both players get the same pieces, whatever they send each other. In every turn both place one piece
at once. What a move sends first takes away what is pending on the own side (the game's `play` does that); what is left
of it is pending on the other side from the next turn on, and rises or falls there as the rules say. Who dies loses;
where both die in one turn, or both live after the last one, the match is drawn. A player whose code fails has lost.

A turn is a piece, or in Puyo a pair with its whole chain, however long. In the game by keys a long chain takes time in
which the other player goes on (puyo/duel.py); here it takes none.

Since both move at once, it does not matter who is named first: the match comes out the same. A player's own randomness
is hashed from `match`, the seed, and so it differs between matches and never between sides: a player against itself
draws every match.
"""

import contextlib
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Bools, Game, Ints, taken
from .entrants import Entrant, rebuilt
from .faults import moved
from .lockstep import as_seed, fits, named, share
from .parallel import Beat, Crew, Progress
from .processes import Processes
from .ratings import Tally
from .sides import Counter, Side, of_puyo

# The preset where a move that clears holds garbage off. Other rules of a versus game are those of the spec given.
GAME = "guideline:blocking=combo"
TURNS = 1_000


class Match(NamedTuple):
    """One match."""

    seed: int
    turns: int
    first: Side
    second: Side

    @property
    def over(self) -> bool:
        """Whether somebody died."""
        return self.first.dead or self.second.dead

    @property
    def points(self) -> float:
        """What the first player won of it: 1, 1/2 or 0."""
        return 0.5 * (1 + self.second.dead - self.first.dead)


def tally(matches: Iterable[Match]) -> Tally:
    """Wins, draws and losses of the first player."""
    points = [match.points for match in matches]
    return Tally(points.count(1.0), points.count(0.5), points.count(0.0))


def play(
    game: Game,
    first: Entrant,
    second: Entrant,
    seeds: Sequence[int] | Ints,
    *,
    turns: int = TURNS,
    workers: int | None = None,
    processes: Processes | bool = False,
    progress: Progress | None = None,
    each: Callable[[list[Match]], None] | None = None,
) -> list[Match]:
    """Play one match for each seed.

    Parameters
    ----------
    game : Game
        One in which garbage is sent.
    first, second : Entrant
        Players built for `game`.
    seeds : sequence of int
        [B] numbers from 0 to 2**64 - 1.
    turns : int
        After so many a match is drawn.
    workers : int, optional
        Threads, or processes; all cores by default. The results do not depend on it.
    processes : bool or Processes
        Play in processes, in new ones or in these, for players that hold the GIL.
    progress : callable, optional
        Called with (pieces, matches) done since the last call, at most five times a second, under a lock.
    each : callable, optional
        Called with the matches of each task as it ends, in the thread that called `play`.

    Returns
    -------
    list of Match
        [B] in the order of the seeds.

    Raises
    ------
    InputError
        For a game without garbage, a seed out of range, turns or a number of workers below 1, a player of another game,
        or one that no process can build.
    """
    playable(game)
    if turns < 1:
        raise InputError(f"{turns} turns leave no match; choose 1 or more")
    pair = first, second
    for who in pair:
        fits(game, who, processes=processes)
    numbers = [as_seed(seed) for seed in seeds]
    batch: Callable[[list[int], Beat], list[Match]]
    if processes:
        who_they_are = (first.name, first.spec), (second.name, second.spec)
        batch = functools.partial(_distant, game_name=game.name, who=who_they_are, turns=turns)
    else:
        batch = functools.partial(series, game=game, pair=pair, turns=turns)
    size = share(len(numbers), linear=all(who.player.weights is not None for who in pair), alike=True)
    tasks = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    done: list[list[Match]] = [[] for _ in tasks]
    told = f"{first.name} against {second.name}"
    with (
        Crew(workers, progress, processes=processes) as crew,
        contextlib.closing(crew.stream(batch, tasks, lambda seeds: f"{told} {named(seeds)}")) as results,
    ):
        for index, matches in results:
            done[index] = matches
            if each is not None:
                each(matches)
    return [match for matches in done for match in matches]


def playable(game: Game) -> None:
    """Raises InputError for a game in which nothing is sent."""
    if not {"sent", "attack"} <= set(game.dtype.names or ()):
        raise InputError(f"{game.name} knows no garbage, so nobody can win; play versus in a game such as {GAME}")


def _distant(
    seeds: list[int], beat: Beat, *, game_name: str, who: tuple[tuple[str, str], tuple[str, str]], turns: int
) -> list[Match]:
    """The matches of one task in a process that knows nothing yet."""
    (game, first), (_, second) = (rebuilt(game_name, name, spec) for name, spec in who)
    return series(seeds, beat, game=game, pair=(first, second), turns=turns)


def series(seeds: list[int], beat: Beat, *, game: Game, pair: tuple[Entrant, Entrant], turns: int) -> list[Match]:
    """Play the matches of one task to their ends, side by side, with nothing checked."""
    sides = [_Player(game, who, seeds) for who in pair]
    going = np.arange(len(seeds))
    length = np.zeros(len(seeds), np.int64)
    turn = 0
    while True:
        over = sides[0].states["dead"] | sides[1].states["dead"] | (turn >= turns)
        if over.any():
            length[going[over]] = turn
            for side in sides:
                side.leave(going, over)
            going = going[~over]
        beat(0, int(over.sum()))
        if not len(going):
            break
        turn += 1
        sent = [side.move(going) for side in sides]
        for side, garbage in zip(sides, reversed(sent), strict=True):
            side.take(garbage)
        beat(2 * len(going), 0)
    first, second = (side.results() for side in sides)
    return [Match(*row) for row in zip(seeds, length.tolist(), first, second, strict=True)]


class _Player:
    """One side of all matches of a task."""

    def __init__(self, game: Game, who: Entrant, seeds: list[int]) -> None:
        self.game, self.who = game, who
        self.states = game.new(seeds)  # of the matches that go on
        self._last = self.states.copy()  # of all
        self._counter = Counter(of_puyo(game.name), len(seeds))
        self._faults: dict[int, str] = {}

    def move(self, going: Ints) -> Ints:
        """Place a piece in each match of `going`; what each move sends."""
        before = self.states
        self.states, faults = moved(self.game, self.who, before)
        self._faults |= {int(going[row]): text for row, text in faults.items()}
        self._counter.add(going, before, self.states)
        sent: Ints = self.states["sent"].astype(np.int64) - before["sent"]
        return sent

    def take(self, garbage: Ints) -> None:
        """What the other side sent is on its way, and the next piece comes."""
        if garbage.any():
            self.states = self.game.receive(self.states, garbage)
        self.states = self.game.deal(self.states)

    def leave(self, going: Ints, over: Bools) -> None:
        """Keep the last states of the matches that are over, and go on with the others."""
        self._last[going[over]] = self.states[over]
        self.states = taken(self.states, np.flatnonzero(~over))

    def results(self) -> list[Side]:
        """How each match went."""
        columns = {name: self._last[name].tolist() for name in ("dead", "pieces", "lines", "attack", "sent")}
        columns |= {name: counts.tolist() for name, counts in self._counter.counts.items()}
        columns["fault"] = [self._faults.get(i, "") for i in range(len(self._last))]
        rows = zip(*columns.values(), strict=True)
        return [Side(**dict(zip(columns, row, strict=True))) for row in rows]
