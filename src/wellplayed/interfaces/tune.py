"""`wellplayed tune`: find weights by playing, in a folder that keeps all of it, and go on after any interruption."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError
from .options import Json, Processes, Whole, Workers
from .options import seed as checked_seed
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.cluster import Cluster
    from ..arena.processes import Processes as Pool
    from ..tuning.configuration import Configuration
    from ..tuning.journal import Check, Generation
    from ..tuning.run import Run
    from ..tuning.validation import Validation

GENERATIONS, EVERY = 50, 5
MANY_CAPPED = 0.1  # share of games stopped by a cap from which on it is told


def tune(
    method: Annotated[str | None, Parameter(help="genetic, annealing, cross_entropy or cma_es, with options.")] = None,
    /,
    *,
    out: Annotated[Path | None, Parameter(help="The folder of the run.")] = None,
    objective: Annotated[
        str | None,
        Parameter(
            help="What is made large: lines, survival, splitting, score, attack, build50 or winrate, with options. "
            "Default: lines."
        ),
    ] = None,
    game: Annotated[str | None, Parameter(name="--game", help="The game's spec. Default: the objective's.")] = None,
    player: Annotated[
        str | None, Parameter(help="Whose weights: linear, or a search that takes weights. Default: linear.")
    ] = None,
    features: Annotated[
        str | None, Parameter(help="Which weights, joined by commas; others stay. Default: all of the start.")
    ] = None,
    start: Annotated[str | None, Parameter(help="Whose weights it begins with, a player or a file.")] = None,
    preset: Annotated[str | None, Parameter(help="A described setting: article or szita-lorincz.")] = None,
    games: Annotated[Whole | None, Parameter(help="Games of each candidate. Default: the objective's.")] = None,
    race: Annotated[Whole | None, Parameter(help="So many win a race for games; the rest drop out early.")] = None,
    generations: Annotated[Whole | None, Parameter(help="How many. Default: 50.")] = None,
    every: Annotated[Whole | None, Parameter(help="Generations from check to check. Default: 5.")] = None,
    validation: Annotated[Whole | None, Parameter(help="Games of a check, and of the validation.")] = None,
    seed: Annotated[Whole | None, Parameter(help="Which run: 0 to 2^64 - 1. Default: 0.")] = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the run in --out.")] = False,
    workers: Workers = None,
    processes: Processes = False,
    scheduler: Annotated[
        str | None, Parameter(help="Play on a cluster: the address of its Dask scheduler, tcp://HOST:8786.")
    ] = None,
    json: Json = False,
) -> int:
    """Find weights by playing: ask a method for candidates, play them, tell it how they did.

    Candidates of one generation play the same games, each generation others. Every few generations the method's best
    guess plays fixed games of its own, which choose the best weights; these are measured at the end, beside the start,
    in games that had no part in all this. The folder has the run's journal, best.toml for wherever weights are named,
    validation.json and, with the extra plot, figures. Ctrl-C stops, and --resume goes on as if nothing had happened,
    after Ctrl-C or anything worse; with --generations it goes on further.
    """
    from ..tuning.configuration import read
    from ..tuning.run import Run, begun
    from .warmup import ensure_warm

    words = {
        "objective": objective, "game": game, "player": player, "features": features, "start": start,
        "preset": preset, "games": games, "race": race, "every": every, "validation": validation, "seed": seed,
    }  # fmt: skip
    if out is None:
        raise InputError("tune needs a folder for its run; name one by --out")
    checked_workers(workers)
    if scheduler is not None and (processes or workers is not None):
        raise InputError(f"a cluster has its own workers; leave out {'--processes' if processes else '--workers'}")
    new = None if resume else configured(method, words, generations)
    if resume:
        _further(out, method, words, generations)
    with _hands(scheduler, processes, workers) as hands:
        if new is not None:
            begun(out, new)
        if scheduler is None:
            ensure_warm(read(out).subject.game)
        with Run(out, workers=workers, processes=hands) as run, _interrupted(run, scheduler):
            _played(run, quiet=json)
            _end(run, json=json)
    return 0


@contextmanager
def _hands(scheduler: str | None, processes: bool, workers: int | None) -> "Iterator[Cluster | Pool | bool]":
    """What plays beside threads: a cluster, or processes; False where threads are enough."""
    from .kept import elsewhere

    if scheduler is None:
        with elsewhere(processes, workers) as hands:
            yield hands
        return
    from ..arena.cluster import Cluster

    with Cluster(scheduler) as cluster:
        yield cluster


def configured(method: str | None, words: dict[str, Any], generations: int | None) -> "Configuration":
    """The run that a command line means. Raises InputError where it means none."""
    import numpy as np

    from ..tuning.configuration import Configuration
    from ..tuning.methods import METHODS
    from ..tuning.methods import method as named_method
    from ..tuning.objective import Objective, entry
    from ..tuning.subject import LINEAR, subject

    usual, scale = _preset(words["preset"])
    if method is not None:
        usual["method"] = method
    given = {**usual, **{name: value for name, value in words.items() if value is not None}}
    if "method" not in given:
        raise InputError(f"tune needs a method; choose {', '.join(one.name for one in METHODS)}")
    target = given.get("objective", "lines")
    known = entry(target)
    wanted = [name.strip() for name in given["features"].split(",")] if "features" in given else []
    found = subject(given.get("game", known.game), given.get("player", LINEAR), wanted, given.get("start"))
    if scale and len(scale) == len(found.scale) and not words["features"]:
        found = found._replace(scale=scale)
    named_method(given["method"], np.array(found.start), np.array(found.scale))
    Objective(target, found)
    return Configuration(
        method=given["method"], objective=target, subject=found, games=given.get("games", known.games),
        generations=GENERATIONS if generations is None else generations, every=given.get("every", EVERY),
        validation=given.get("validation", known.validation), race=given.get("race", 0),
        seed=checked_seed(given.get("seed", 0)),
    )  # fmt: skip


def _preset(name: str | None) -> tuple[dict[str, Any], tuple[float, ...]]:
    """What a preset says where the command line says nothing, and its steps."""
    if name is None:
        return {}, ()
    from ..spec import Spec
    from ..tuning.presets import preset

    one = preset(name)
    said: dict[str, Any] = {"method": one.method, "objective": one.objective, "games": one.games}
    if one.features:
        pairs = zip(one.features, map(repr, one.start), strict=True)
        said |= {"features": ",".join(one.features), "start": str(Spec("linear", dict(pairs)))}
    return said, one.scale


def _further(folder: Path, method: str | None, words: dict[str, Any], generations: int | None) -> None:
    """Let a run go on, further where more generations are given. Raises InputError for what was decided before."""
    import dataclasses

    from ..tuning.configuration import read, written

    given = [f"--{name}" for name, value in words.items() if value is not None] + ([method] if method else [])
    if given:
        raise InputError(f"what a run is stands in its run.toml; leave out {given[0]} with --resume")
    found = read(folder)
    if generations is not None and generations != found.generations:
        written(folder, dataclasses.replace(found, generations=generations))


@contextmanager
def _interrupted(run: "Run", scheduler: str | None) -> Iterator[None]:
    """Let Ctrl-C say what is kept, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        done = len(run.journal.generations)
        kept = f"{done:,} generation{'' if done == 1 else 's'}"
        there = f" --scheduler {scheduler}" if scheduler else ""
        remedy = f"wellplayed tune --resume --out {run.folder}{there} goes on"
        raise KeyboardInterrupt(f"stopped; {kept} of {run.configuration.generations:,} kept; {remedy}") from None


def _played(run: "Run", *, quiet: bool) -> None:
    """Play what is missing, with a progress bar and, unless quiet, a line for each step."""
    from ..tuning.journal import Generation

    c = run.configuration
    if not quiet:
        print(f"{c.method} for {c.objective} of {c.subject.game}")
        print(f"{c.subject.player}: {', '.join(c.subject.features)}")
        print(f"live charts: wellplayed play --runs {shlex.quote(str(run.folder.parent))}\n")
        print(f"{'generation':>10} {'best':>11} {'median':>11} {'lowest':>11} {'pieces':>8}")
        if done := len(run.journal.generations):
            print(f"{done:>10} played before")
    with _Bars(c.generations) as bars:
        for step in run.steps(bars.begin):
            bars.end()
            if quiet:
                continue
            if isinstance(step, Generation):
                _tell(step)
            else:
                _tell_check(run, step)


class _Bars:
    """A progress bar for each step, gone before its line is printed; a context manager."""

    def __init__(self, generations: int) -> None:
        self._generations = generations
        self._open = ExitStack()

    def __enter__(self) -> "_Bars":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def begin(self, number: int, games: int) -> Callable[[int, int], None]:
        """What to call with (pieces, games) in the generation of this number, or a check (0)."""
        from .console import counter, progress

        bars = self._open.enter_context(progress())
        return counter(bars, f"generation {number} of {self._generations}" if number else "check", games)

    def end(self) -> None:
        """Take the bar away."""
        self._open.close()


def _tell(step: "Generation") -> None:
    import numpy as np

    from .console import short
    from .tables import decimal

    numbers = (decimal(float(one)) for one in (max(step.fitness), np.median(step.fitness), min(step.fitness)))
    best, median, lowest = numbers
    print(f"{step.generation:>10} {best:>11} {median:>11} {lowest:>11} {short(step.pieces):>8}", flush=True)


def _tell_check(run: "Run", step: "Check") -> None:
    from .tables import decimal

    who = f"best guess after {step.check}" if step.check else "start"
    best = ", the best so far" if step.check and run.best == step else ""
    print(
        f"{'':>10} {who}: {decimal(step.fitness)} {run.objective.entry.unit} in {step.seeds[1]} games{best}", flush=True
    )


def _end(run: "Run", *, json: bool) -> None:
    """Measure, draw, and say what came of it."""
    import sys

    from ..tuning import figures
    from ..tuning.validation import as_json, games, validated
    from .console import counter, emit, progress

    with progress() as bars:
        found = validated(run, counter(bars, "validation", games(run)))
    if figures.available():
        figures.draw(run)
    else:
        print("wellplayed: no figures without the extra 'plot'; pip install 'wellplayed[plot]'", file=sys.stderr)
    c = run.configuration
    if not json:
        _print(run, found)
        return
    subject, weights = run.result
    emit(
        {
            "out": str(run.folder),
            "method": c.method,
            "objective": c.objective,
            "game": c.subject.game,
            "player": subject.spec(weights),
            "weights": subject.named(weights),
            "generations": len(run.journal.generations),
            "checks": [check._asdict() for check in run.journal.checks],
            "validation": as_json(found),
        }
    )


def _print(run: "Run", found: "Validation") -> None:
    from .tables import Column, decimal, interval, show

    unit, best = run.objective.entry.unit, run.best
    print(f"\n{found.seeds[1]:,} other games, {unit}:\n")
    rows = [("start", found.start)]
    if best.check:
        rows.append((f"after generation {best.check}", found.best))
    columns = [Column("weights"), *(Column(title, right=True) for title in ("mean", "s.e.", "95% interval"))]
    show(columns, [(n, decimal(i.mean), decimal(i.se), interval(i.low, i.high)) for n, i in rows])
    if not best.check:
        print("\nNo best guess did better than the start.")
    elif found.factor:
        print(f"\n{decimal(found.apart.mean)} times the start ({interval(found.apart.low, found.apart.high)})")
    else:
        gap = interval(found.apart.low, found.apart.high, sign=True)
        print(f"\n{decimal(found.apart.mean, sign=True)} to the start ({gap}), game by game")
    last = run.journal.generations[-1:]
    if last and last[0].capped > MANY_CAPPED:
        print(f"{100 * last[0].capped:.0f}% of the last games were stopped by a cap and say too little; allow more.")
    print(f"\nThe weights are in {run.folder / 'best.toml'}: the name of a player, or the weights= of a search.")
