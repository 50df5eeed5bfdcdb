"""How tuning scales: one and two workers measured, hundreds simulated.

    python -m benchmarks.cluster measure     a generation on 1 and 2 worker processes of this machine, and empty tasks
    python -m benchmarks.cluster simulate    a generation on 1 to 512 workers, out of games timed on this machine

What the simulation takes for granted stands in docs/cluster.md.
"""

import heapq
import sys
import time
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from wellplayed.arena.cluster import Cluster
from wellplayed.arena.entrants import entrant
from wellplayed.arena.parallel import Beat, Crew
from wellplayed.game import Floats
from wellplayed.games import game as make_game
from wellplayed.tuning.objective import Objective, task_size
from wellplayed.tuning.subject import Subject, subject

WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
GENERATIONS = 20  # simulated for each row
TASK_SECONDS = 0.0035  # what each task costs the one scheduler and the one program that tunes, one after another
TRIP_SECONDS = 0.002  # from a worker's end of one task to its next one
HOUR, BACK = 3_600.0, 60.0  # a worker is lost once an hour on average, and another takes its place after a minute


class Work(NamedTuple):
    """A generation of a run."""

    what: str
    objective: str
    subject: Subject
    population: int
    games: int
    sample: tuple[int, int]  # candidates and games of each that are timed


def works() -> list[Work]:
    """Short games of very unequal length, and long searches of nearly equal length."""
    search = "sampled:depth=4,width=100,futures=6"
    return [
        Work("lines", "lines", subject("classic:height=10", start="dellacherie"), 100, 20, (32, 8)),
        Work("chains", "build50", subject("puyo", search, start="builder"), 20, 20, (4, 2)),
        Work("many chains", "build50", subject("puyo", search, start="builder"), 200, 20, (4, 2)),
    ]


def timed(work: Work) -> Floats:
    """[N, G] processor seconds of games, each played alone, of candidates a tenth of a step about the start."""
    measure, rules = Objective(work.objective, work.subject).measure, make_game(work.subject.game)
    start, scale = np.array(work.subject.start), np.array(work.subject.scale)
    candidates, games = work.sample
    found = np.empty(work.sample)
    for i, noise in enumerate(np.random.default_rng(0).standard_normal((candidates, len(start)))):
        who = entrant(work.subject.spec(start + 0.1 * scale * noise), rules)
        if i == 0:
            measure.play(rules, who, [1 << 62], _silent)  # loads the kernels
        for k in range(games):
            begun = time.process_time()
            measure.play(rules, who, [(1 << 62) + k], _silent)
            found[i, k] = time.process_time() - begun
    return found


def tasks(work: Work, seconds: Floats, workers: int, rng: np.random.Generator) -> Floats:
    """[T] seconds of the tasks of one generation, games drawn from those timed of candidates drawn likewise."""
    candidates = rng.integers(len(seconds), size=work.population)
    drawn = rng.integers(seconds.shape[1], size=(work.population, work.games))
    games = seconds[candidates[:, None], drawn]
    most = Objective(work.objective, work.subject).measure.together
    size = task_size(most, games.size, workers, float(games.mean()))
    return np.concatenate([games[:, i : i + size].sum(axis=1) for i in range(0, work.games, size)])


def generation(durations: Floats, workers: int, losses: float, rng: np.random.Generator) -> float:
    """Seconds until the last task has ended, given out one by one to whoever is idle; `losses` a second and worker."""
    idle = [0.0] * workers
    waiting = [(0.0, seconds) for seconds in durations.tolist()]  # since when, and how long it takes
    given, end = 0.0, 0.0
    while waiting:
        since, seconds = heapq.heappop(waiting)
        given = max(given + TASK_SECONDS, since)
        begun = max(given, heapq.heappop(idle)) + TRIP_SECONDS
        left = rng.exponential(1 / losses) if losses else np.inf
        if left < seconds:
            heapq.heappush(waiting, (begun + left, seconds))
            heapq.heappush(idle, begun + left + BACK)
            continue
        heapq.heappush(idle, begun + seconds)
        end = max(end, begun + seconds)
    return end


def simulate() -> None:
    """Print a table for each kind of work."""
    for work in works():
        seconds = timed(work)
        games = work.population * work.games
        table = Table(
            "workers", "tasks", "seconds", "speed-up", "efficiency", "with losses",
            title=f"{work.what}: {work.population} candidates, {games} games of {1000 * seconds.mean():.1f} ms each",
        )  # fmt: skip
        for workers in WORKERS:
            rng = np.random.default_rng(workers)
            drawn = [tasks(work, seconds, workers, rng) for _ in range(GENERATIONS)]
            alone = np.mean([durations.sum() for durations in drawn])
            whole, lossy = (
                np.mean([generation(durations, workers, losses, rng) for durations in drawn])
                for losses in (0.0, 1 / HOUR)
            )
            row = (len(drawn[0]), f"{whole:.2f}", f"{alone / whole:.1f}", f"{alone / whole / workers:.0%}")
            table.add_row(str(workers), *map(str, row), f"{lossy:.2f}")
        Console().print(table)


def measure() -> None:
    """Print seconds of a generation on 1 and 2 workers, by turns, and of tasks that do nothing."""
    from distributed import LocalCluster

    table = Table("what", "workers", "seconds")
    work = works()[1]
    noise = np.random.default_rng(0).standard_normal((4, len(work.subject.start)))
    candidates = np.array(work.subject.start) + 0.1 * np.array(work.subject.scale) * noise
    seeds = range(1 << 62, (1 << 62) + 8)
    for workers in (1, 2) * 2:
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as local,
            Cluster(local.scheduler_address) as cluster,
        ):
            objective = Objective(work.objective, work.subject, processes=cluster)
            objective.score(candidates, seeds[:1])  # loads the kernels
            begun = time.perf_counter()
            objective.score(candidates, seeds)
            table.add_row(
                f"{candidates.shape[0] * len(seeds)} games", str(workers), f"{time.perf_counter() - begun:.2f}"
            )
            begun = time.perf_counter()
            with Crew(processes=cluster) as crew:
                list(crew.stream(_nothing, range(500)))
            table.add_row("500 empty tasks", str(workers), f"{time.perf_counter() - begun:.2f}")
    Console().print(table)


def _silent(pieces: int, units: int = 0) -> None:
    pass


def _nothing(task: int, beat: Beat) -> None:
    pass


if __name__ == "__main__":
    {"measure": measure, "simulate": simulate}[sys.argv[1]]()
