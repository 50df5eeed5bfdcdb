"""What a run makes as large as it can, by name and options such as `lines:pieces=20000`, and the games that tell it."""

import contextlib
import functools
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..arena import build as building
from ..arena import versus
from ..arena.cluster import Cluster
from ..arena.entrants import entrant
from ..arena.parallel import Beat, Crew, Progress
from ..arena.processes import Processes
from ..errors import unknown
from ..game import Floats, Game
from ..games import game as make_game
from ..spec import build, parse
from .measures import Building, Measure, Solo, Splitting, Winning, Worth
from .subject import Subject

SHARES = 2  # tasks for each worker, at least
LEAST = 0.1  # seconds that a task should take


class Fitness(NamedTuple):
    """How well N candidates did in the same G games each."""

    mean: Floats  # [N] higher is better
    games: Floats  # [N, G] the value of each game
    pieces: int  # played by all
    capped: float  # share of all games that were stopped by a cap


class Entry(NamedTuple):
    """One named objective."""

    name: str
    about: str
    make: Callable[..., Callable[[Subject], Measure]]  # called with the spec's options
    game: str  # the spec of the game that is tuned for unless told otherwise
    games: int  # of each candidate in a generation
    validation: int  # games that the chosen weights are measured by
    unit: str  # of a value


def _solo(by: str, usual: int) -> Callable[..., Callable[[Subject], Measure]]:
    def make(pieces: int | None = usual) -> Callable[[Subject], Measure]:
        return lambda _: Solo(by, pieces)

    return make


def _splitting(run_pieces: int = 200_000, trials: int = 2_000) -> Callable[[Subject], Measure]:
    return lambda _: Splitting(run_pieces, trials)


def _build50(bonus: float = 20_000.0) -> Callable[[Subject], Measure]:
    return lambda _: Building(bonus)


def _winrate(against: str = "start", turns: int = 300) -> Callable[[Subject], Measure]:
    return lambda subject: Winning(
        subject.spec(np.array(subject.start)) if against == "start" else str(parse(against)), turns
    )


TEN = "classic:height=10"
# Games of each candidate where a game is over in milliseconds. Methods see through noise by going on, so many rough
# generations find more than a few exact ones: docs/tuning.md has what 2, 5 and 20 games are worth on ten rows.
SOLO = 5
OBJECTIVES = (
    Entry(
        "lines", "mean lines of a game, stopped after pieces=100000", _solo("lines", 100_000), TEN, SOLO, 200, "lines"
    ),
    Entry(
        "survival", "mean pieces of a game, stopped after pieces=100000", _solo("pieces", 100_000), TEN, SOLO, 200,
        "pieces",
    ),
    Entry(
        "splitting", "mean lines of games too long to play, by splitting: run_pieces=200000, trials=2000",
        _splitting, "classic", 1, 8, "lines",
    ),
    Entry(
        "score", "mean score of a game, stopped after pieces=500", _solo("score", 500), "guideline", 20, 200, "points"
    ),
    Entry(
        "attack", "mean attack of a game, stopped after pieces=500", _solo("attack", 500), "guideline", 20, 200,
        "lines sent",
    ),
    Entry(
        "build50", "mean points of the best chain in 50 turns of Puyo, and bonus=20000 for one of 80,000",
        _build50, building.GAME, 20, 40, "points",
    ),
    Entry(
        "winrate", "share of matches won, draws by half, against=start or a player's spec, turns=300",
        _winrate, versus.GAME, 40, 200, "share won",
    ),
)  # fmt: skip


def entry(text: str) -> Entry:
    """The entry of the objective that a spec names. Raises InputError for an unknown one."""
    name = parse(text).name
    for one in OBJECTIVES:
        if one.name == name:
            return one
    raise unknown("objective", name, [one.name for one in OBJECTIVES])


class Objective:
    """An objective for one subject.

    Parameters
    ----------
    text : str
        Its spec.
    subject : Subject
        Whose weights are tuned.
    workers : int, optional
        Threads, or processes; all cores by default. The results do not depend on it.
    processes : bool, Processes or Cluster
        Play in processes, for players that hold the GIL, or on a cluster. The results do not depend on it either.

    Raises InputError for an unknown objective or option, or one that the subject's game or player does not fit.
    """

    def __init__(
        self, text: str, subject: Subject, *, workers: int | None = None, processes: Processes | Cluster | bool = False
    ) -> None:
        self.entry, self.subject = entry(text), subject
        self.measure = build("objective", parse(text), self.entry.make)(subject)
        self._workers, self._processes = workers, processes
        self._seconds = LEAST  # a game's, the last time
        game = make_game(subject.game)
        self.measure.check(game, entrant(subject.spec(np.array(subject.start)), game))

    def score(self, weights: Floats, seeds: Sequence[int], progress: Progress | None = None) -> Fitness:
        """How well candidates [N, D] do in the games of seeds [G]; `progress` is called with (pieces, games).

        Raises InputError where a candidate cannot be played, and Fault where the player's own code fails.
        """
        specs = [self.subject.spec(candidate) for candidate in weights]
        work = functools.partial(_played, game_name=self.subject.game, measure=self.measure)
        with Crew(self._workers, progress, processes=self._processes) as crew:
            size = task_size(self.measure.together, len(specs) * len(seeds), crew.workers, self._seconds)
            cuts = [list(seeds[i : i + size]) for i in range(0, len(seeds), size)]
            tasks = [(spec, cut) for spec in specs for cut in cuts]
            done: list[list[Worth]] = [[] for _ in tasks]
            total = 0.0
            with contextlib.closing(crew.stream(work, tasks, _told)) as results:
                for index, (worth, seconds) in results:
                    done[index] = worth
                    total += seconds
        flat = [one for worths in done for one in worths]
        self._seconds = total / max(len(flat), 1)
        values = np.array([one.value for one in flat]).reshape(len(specs), len(seeds))
        capped = sum(one.capped for one in flat) / max(len(flat), 1)
        return Fitness(self.measure.combined(values), values, sum(one.pieces for one in flat), capped)


def task_size(most: int, games: int, workers: int, seconds: float) -> int:
    """How many of so many games, of so many `seconds` each, make a task; results do not depend on it.

    Fewer than `most` where workers would stand idle, but no less than is worth the way to a worker.
    """
    worthwhile = LEAST / seconds if seconds * most > LEAST else most
    return max(1, min(most, max(games // (SHARES * workers), int(worthwhile))))


@functools.lru_cache(maxsize=8)
def _rules(name: str) -> Game:
    return make_game(name)


def _played(task: tuple[str, list[int]], beat: Beat, *, game_name: str, measure: Measure) -> tuple[list[Worth], float]:
    """Some games of one candidate, in a thread or in a process that knows nothing yet, and their processor seconds."""
    spec, seeds = task
    game, begun = _rules(game_name), time.thread_time()
    return measure.play(game, entrant(spec, game), seeds, beat), time.thread_time() - begun


def _told(task: tuple[str, list[int]]) -> str:
    return f"{task[0]} from seed {task[1][0]} on"
