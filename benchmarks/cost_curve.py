"""The cost curve of tuning: how many lines the weights have that a method found in so many processor seconds.

    python -m benchmarks.cost_curve                                              all methods, five runs each, 5 minutes
    python -m benchmarks.cost_curve --methods cma_es --seed 5 --runs 1 --seconds 1800             half an hour, once
    python -m benchmarks.cost_curve --seconds 10 --runs 2 --out build/short                       to see that it works

Every method tunes what `wellplayed tune METHOD --features ...` tunes: greedy play on ten rows with one piece known,
nine features, all weights 0 at the start, one thread, defaults for all that is not told here. What counts is the
method's own best guess after the last generation that ended in time, and what it costs is the processor time of the
generations: games, method and journal. No checks are played. The guess then plays uncapped games that tuned nothing,
other ones for each run, which cost the method nothing.

A run that is done is a file in the folder and is not played again; the figure and the table tell all runs there, so
after a change of the program choose another one.
Figures to compare come from one process on a quiet machine: a processor second does less where a core is shared.
"""

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import numpy as np

from wellplayed.arena import lockstep
from wellplayed.arena.entrants import entrant
from wellplayed.arena.summary import student, summarise
from wellplayed.errors import InputError
from wellplayed.game import Floats
from wellplayed.games import game as make_game
from wellplayed.tuning import figures
from wellplayed.tuning import seeds as of
from wellplayed.tuning.configuration import MOST, Configuration, replaced
from wellplayed.tuning.journal import Generation
from wellplayed.tuning.methods import METHODS
from wellplayed.tuning.methods import method as named_method
from wellplayed.tuning.objective import entry
from wellplayed.tuning.run import Run, begun
from wellplayed.tuning.subject import Subject, subject

from .timing import machine

GAME = "classic:height=10"
FEATURES = (
    "landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells", "hole_depth",
    "rows_with_holes", "diversity",
)  # fmt: skip
SECONDS = (3.0, 10.0, 30.0, 60.0, 150.0, 300.0)
RUNS, VALIDATION = 5, 500
CAP = 10_000_000  # pieces of a game of the validation: a thousand times the mean of the best known weights
WANTED = 2_000.0  # lines
KNOWN = (("dellacherie", 2402), ("bcts", 3870), ("dt-10", 5132))  # lines in 2,000 games, README.md
SUFFIXES = (".svg", ".png")


class Guess(NamedTuple):
    """A method's best guess when so many seconds had gone."""

    seconds: float
    cpu: float  # processor seconds until it was made
    generation: int
    pieces: int  # played in training
    weights: list[float]


class Row(NamedTuple):
    """What all runs of a method say about one moment."""

    method: str
    seconds: float
    lines: list[float]  # [R] the mean of each run
    mean: float
    low: float  # 95% interval of the mean over runs; nan for one run
    high: float


def configured(method: str, seed: int, options: argparse.Namespace) -> Configuration:
    """The run that `wellplayed tune` makes of this, but for checks: MOST generations until one."""
    tuned = subject(GAME, features=FEATURES)
    named_method(method, np.array(tuned.start), np.array(tuned.scale))  # raises where it is none
    games = options.games or entry(options.objective).games
    return Configuration(method, options.objective, tuned, games, MOST, MOST, 1, options.race, seed)


def guesses(configuration: Configuration, seconds: Sequence[float]) -> Iterator[Guess]:
    """The guess at each of these moments, ascending, as it is reached."""
    with tempfile.TemporaryDirectory() as folder:
        begun(Path(folder), configuration)
        with Run(Path(folder), workers=1) as run:
            start = list(configuration.subject.start)
            last, pieces, left = Guess(0.0, 0.0, 0, 0, start), 0, list(seconds)
            before = time.process_time()
            for step in run.steps():
                cpu = time.process_time() - before
                while left and cpu > left[0]:  # what ended too late is not known yet
                    yield last._replace(seconds=left.pop(0))
                    before += time.process_time() - before - cpu  # what was done with it costs the method nothing
                if not left:
                    return
                if isinstance(step, Generation):
                    pieces += step.pieces
                    weights = run.means[-1].tolist()
                    last = Guess(0.0, cpu, step.generation, pieces, weights)
            for one in left:  # the method is done
                yield last._replace(seconds=one)


def played(tuned: Subject, weights: Sequence[float], seeds: Sequence[int]) -> Floats:
    """[G] the lines of greedy play with these weights [D], one game for each seed, to the end."""
    game = make_game(tuned.game)
    who = entrant(tuned.spec(np.array(weights)), game)
    return np.array([one.lines for one in lockstep.play(game, who, seeds, cap=CAP, workers=1)], np.float64)


def measured(configuration: Configuration, options: argparse.Namespace) -> dict[str, Any]:
    """A run as its file has it, with the validation of each guess."""
    first = of.VALIDATION + configuration.seed * options.validation
    seeds, points = range(first, first + options.validation), []
    for guess in guesses(configuration, options.seconds):
        found = summarise(played(configuration.subject, guess.weights, seeds))
        points.append({**guess._asdict(), "lines": found.mean, "low": found.low, "high": found.high})
        told(f"{configuration.method}, run {configuration.seed}: {found.mean:,.0f} lines after {guess.seconds:g} s")
    return {**setting(configuration, options), "machine": machine(), "points": points}


def setting(configuration: Configuration, options: argparse.Namespace) -> dict[str, Any]:
    """What must be the same for a run to count."""
    c = configuration
    return {
        "method": c.method, "seed": c.seed, "game": c.subject.game, "features": list(c.subject.features),
        "start": list(c.subject.start), "scale": list(c.subject.scale), "objective": c.objective, "games": c.games,
        "race": c.race, "validation": options.validation,
    }  # fmt: skip


def run(method: str, seed: int, options: argparse.Namespace) -> None:
    """Measure one run and keep it, unless the folder has it. Raises InputError where it has another one."""
    configuration = configured(method, seed, options)
    path = options.out / f"{quote(method, safe='')}-{seed}.json"
    if path.exists():
        found = read(path)
        checked(path, found, setting(configuration, options))
        if set(options.seconds) <= {point["seconds"] for point in found["points"]}:
            return
    replaced(path, json.dumps(measured(configuration, options), indent=1) + "\n")


def kept(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All runs in the folder. Raises InputError where one is of other settings than these, but for method and seed."""
    wanted = setting(configured(options.methods[0], options.seed, options), options)
    common = {name: value for name, value in wanted.items() if name not in ("method", "seed")}
    found = []
    for path in sorted(options.out.glob("*-*.json")):
        found.append(read(path))
        checked(path, found[-1], common)
    return found


def checked(path: Path, one: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises InputError where the run in a file has other settings."""
    for name, value in wanted.items():
        if one.get(name) != value:
            raise InputError(f"{path} is a run with another {name}; choose another --out, or move it away")


def read(path: Path) -> dict[str, Any]:
    """The run in a file. Raises InputError where it holds none."""
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        _ = [(point["seconds"], point["lines"]) for point in found["points"]], found["method"], found["seed"]
    except (OSError, ValueError, TypeError, KeyError):
        raise InputError(f"{path} is no run of this; move it away") from None
    return found


def rows(runs: Sequence[dict[str, Any]]) -> list[Row]:
    """All moments of all methods: the mean over runs, with Student's t."""
    lines: dict[tuple[float, str], list[float]] = {}
    for one in runs:
        for point in one["points"]:
            lines.setdefault((point["seconds"], one["method"]), []).append(point["lines"])
    found = []
    for (seconds, method), values in sorted(lines.items()):
        mean, low, high = float(np.mean(values)), math.nan, math.nan
        if len(values) > 1:
            reach = student(len(values) - 1) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
            low, high = max(mean - reach, 0.0), mean + reach
        found.append(Row(method, seconds, values, mean, low, high))
    return found


def told_of(row: Row) -> dict[str, Any]:
    """A row for JSON, which knows no nan."""
    return {name: None if value != value else value for name, value in row._asdict().items()}


def table(found: Sequence[Row]) -> str:
    """The rows as Markdown, and which mean is highest after each time."""
    lines = [f"| CPU seconds | method | mean lines | 95% interval | each run | with {WANTED:,.0f} lines |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    best: dict[float, Row] = {}
    for row in found:
        between = "one run" if len(row.lines) == 1 else f"{row.low:,.0f} to {row.high:,.0f}"
        enough = f"{sum(one >= WANTED for one in row.lines)} of {len(row.lines)}"
        each = ", ".join(f"{one:,.0f}" for one in row.lines)
        lines.append(f"| {row.seconds:g} | `{row.method}` | {row.mean:,.0f} | {between} | {each} | {enough} |")
        if row.seconds not in best or row.mean > best[row.seconds].mean:
            best[row.seconds] = row
    lines.append("")
    lines += [f"Highest mean after {seconds:g} s: `{row.method}`, {row.mean:,.0f}." for seconds, row in best.items()]
    return "\n".join(lines)


def draw(found: Sequence[Row], out: Path) -> None:
    """Mean lines against seconds with intervals over runs, and each run as a point, as SVG and PNG.

    Moments that fewer runs than others have got to are told by hollow points alone.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wellplayed", "font.size": 10}):
        picture = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = picture.add_subplot()
        for i, method in enumerate(dict.fromkeys(row.method for row in found)):
            own = [row for row in found if row.method == method]
            most = max(len(row.lines) for row in own)
            several = [row for row in own if len(row.lines) == most]  # a single run stands beside them, unconnected
            x = [row.seconds for row in several]
            axes.plot(x, [row.mean for row in several], color=f"C{i}", marker="o", ms=4, label=method)
            low, high = [row.low for row in several], [row.high for row in several]
            axes.fill_between(x, low, high, color=f"C{i}", alpha=0.15, lw=0)
            for row in own:
                look = (
                    {"marker": ".", "ms": 3, "alpha": 0.6} if row in several else {"marker": "D", "ms": 4, "mfc": "w"}
                )
                axes.plot([row.seconds] * len(row.lines), row.lines, ls="", color=f"C{i}", **look)
        for name, lines in KNOWN:
            axes.axhline(lines, color="0.6", lw=0.8, ls="--")
            axes.annotate(name, (1.01, lines), xycoords=("axes fraction", "data"), va="center", fontsize=8)
        axes.set_xscale("log")
        moments = sorted({row.seconds for row in found})
        axes.set_xticks(moments, [f"{seconds:g}" for seconds in moments])
        axes.set_xticks([], minor=True)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("processor seconds of one core")
        axes.set_ylabel("lines, mean of the runs")
        axes.set_title(f"tuning from weights of 0, {len(FEATURES)} features, {GAME}, uniform", fontsize=9)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False, fontsize=8, loc="upper left")
        for suffix in SUFFIXES:
            metadata = {"Date": None} if suffix == ".svg" else None
            picture.savefig(out / f"curve{suffix}", dpi=120, metadata=metadata)


def warm() -> None:
    """Load, or compile, every kernel that is used."""
    tuned = subject(GAME, features=FEATURES)
    played(tuned, tuned.start, range(2))


def told(text: str) -> None:
    """Tell how far it is."""
    print(text, file=sys.stderr, flush=True)


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("benchmarks.cost_curve", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=list(SECONDS), help="processor seconds")
    parser.add_argument("--runs", type=int, default=RUNS, help="of each method")
    parser.add_argument("--methods", nargs="+", default=[one.name for one in METHODS], help="with options")
    parser.add_argument("--seed", type=int, default=0, help="of the first run; the others have those that follow")
    parser.add_argument("--out", type=Path, default=Path("build/cost_curve"), help="folder of runs and figures")
    parser.add_argument("--objective", default="lines", help="as of wellplayed tune")
    parser.add_argument("--games", type=int, help="of each candidate; the objective's by default")
    parser.add_argument("--race", type=int, default=0, help="as of wellplayed tune")
    parser.add_argument("--validation", type=int, default=VALIDATION, help="games that measure each guess")
    options = parser.parse_args(words)
    options.seconds = sorted(set(options.seconds))
    for name, value in (
        ("--runs", options.runs),
        ("--validation", options.validation),
        ("--seconds", options.seconds[0]),
    ):
        if not value > 0:
            parser.error(f"{name} {value:g} is none; choose more than 0")
    return options


def main(words: Sequence[str] | None = None) -> None:
    """Play what is missing, then tell and draw all that is there."""
    options = parsed(words)
    try:
        for method in options.methods:
            configured(method, options.seed, options)
        options.out.mkdir(parents=True, exist_ok=True)
        kept(options)  # raises before anything is played
        warm()
        for seed in range(options.seed, options.seed + options.runs):  # by turns: a slow spell hits all methods
            for method in options.methods:
                run(method, seed, options)
        found = rows(kept(options))
        replaced(options.out / "curve.json", json.dumps([told_of(row) for row in found], indent=1) + "\n")
    except InputError as error:
        sys.exit(f"cost_curve: {error}")
    print(table(found))
    if figures.available():
        draw(found, options.out)


if __name__ == "__main__":
    main()
