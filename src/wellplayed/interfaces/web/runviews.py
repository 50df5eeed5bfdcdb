"""A run as it is shown: its facts and numbers in words, and its charts. Everything here is a pure function of a run."""

from collections.abc import Sequence
from typing import NamedTuple

from ...errors import InputError
from ...learning import followed as learning
from ...spec import parse
from ...tuning import followed as tuning
from .drawing.bars import feature
from .drawing.curves import Band, Chart, Line, several, told
from .shelf import Followed
from .words import Words

MANY_CAPPED = 0.1  # share of games stopped by a cap from which on it is told
DOTTED = 24  # checks, at most, that are dots on their line
QUIET = ("steps", "episodes")  # metrics that come last, since they say little about what is learned


class Fact(NamedTuple):
    """One thing that is so throughout the run."""

    name: str
    value: str


class Number(NamedTuple):
    """One thing that changes."""

    name: str
    value: str
    note: str = ""


class View(NamedTuple):
    """What is shown of a run."""

    kind: str  # tune or train
    state: str
    problem: str
    progress: str
    share: float | None  # of what it is to do; None where nobody knows how much that is
    short: Sequence[str]  # the facts that are shown in the list
    facts: Sequence[Fact]
    numbers: Sequence[Number]  # the first one is shown in the list
    charts: Sequence[Chart]


def view(run: Followed, words: Words) -> View:
    """What is shown of a run; its lock must be held."""
    return _tuned(run, words) if isinstance(run, tuning.Followed) else _trained(run, words)


def _tuned(run: tuning.Followed, words: Words) -> View:
    c, done = run.configuration, run.generations
    facts, all_of_them = [], None
    if c is not None:
        all_of_them = max(c.generations, 1)
        facts = [
            Fact(words("runs.method"), c.method),
            Fact(words("runs.game"), c.subject.game),
            Fact(words("runs.objective"), c.objective),
            Fact(words("runs.player"), c.subject.player),
            Fact(words("runs.seed"), str(c.seed)),
        ]
    progress = f"{done:,}" if c is None else words("runs.of", done=f"{done:,}", all=f"{c.generations:,}")
    share = None if all_of_them is None else min(done / all_of_them, 1.0)
    charts = [_fitness(run, words)] if run.latest or run.checks else []
    charts += _weights(run, words)
    short = [] if c is None else [c.method, c.objective, c.subject.player, c.subject.game]
    return View("tune", run.state, run.problem, progress, share, short, facts, _tuned_numbers(run, words), charts)


def _tuned_numbers(run: tuning.Followed, words: Words) -> list[Number]:
    best, unit = run.best, _unit(run, words)
    numbers = [Number(words("runs.best"), "–", words("runs.best.none"))]
    if best is not None:
        key = "runs.best.after" if best.check else "runs.best.start"
        fields = {"n": f"{best.check:,}", "games": f"{best.seeds[1]:,}"}
        note = words(key, **{name: text for name, text in fields.items() if best.check or name == "games"})
        numbers = [Number(words("runs.best"), f"{told(best.fitness)} {unit}", note)]
    if run.validation is not None and run.state == "finished":
        for name, found in (("runs.result", run.validation.best), ("runs.start", run.validation.start)):
            fields = {"low": told(found.low), "high": told(found.high), "games": f"{run.validation.seeds[1]:,}"}
            numbers.append(Number(words(name), told(found.mean), words("runs.result.note", **fields)))
    if run.latest is not None:
        note = words("runs.last.note", median=told(run.latest.median))
        numbers.append(Number(words("runs.last"), told(run.latest.best), note))
        numbers.append(Number(words("runs.pieces"), told(run.pieces)))
        if run.latest.capped > MANY_CAPPED:
            numbers.append(Number(words("runs.capped"), f"{100 * run.latest.capped:.0f}%", words("runs.last")))
    return numbers


def _unit(run: tuning.Followed, words: Words) -> str:
    """What fitness is counted in."""
    try:
        name = parse(run.configuration.objective).name if run.configuration else ""
    except InputError:
        name = ""
    key = f"runs.unit.{name}"
    return words(key if key in words else "runs.unit.other")


def _fitness(run: tuning.Followed, words: Words) -> Chart:
    """The quantiles of the candidates, and how the best guesses did in the games of the checks."""
    rows = run.spread.rows
    half = len(tuning.QUANTILES) // 2
    bands = []
    for i in range(half):
        share = round(100 * (tuning.QUANTILES[-1 - i] - tuning.QUANTILES[i]))
        points = [(row[0], row[1 + i], row[len(tuning.QUANTILES) - i]) for row in rows]
        bands.append(Band(words("runs.band.share", n=share), points, opacity=(0.14, 0.24)[min(i, 1)]))
    checks = sorted((float(check.check), check.fitness) for check in run.checks)
    lines = [
        Line(words("runs.line.median"), [(row[0], row[1 + half]) for row in rows]),
        Line(words("runs.line.best"), [(row[0], row[-1]) for row in rows], "var(--muted)", "2 4"),
        Line(words("runs.line.check"), checks, "var(--piece-l)", dots=len(checks) <= DOTTED),
    ]
    title = words("runs.chart.fitness", unit=_unit(run, words))
    return Chart(title, words("runs.across.tune"), [line for line in lines if line.points], bands if rows else [])


def _weights(run: tuning.Followed, words: Words) -> list[Chart]:
    """The best guess by generation, each weight in steps of its own; none where nobody knows whose weights they are."""
    c, rows = run.configuration, run.weights
    if c is None or not rows:
        return []
    steps = [(row[0], *(weight / step for weight, step in zip(row[1:], c.subject.scale, strict=True))) for row in rows]
    names = [feature(name, words) for name in c.subject.features]
    return [Chart(words("runs.chart.weights"), words("runs.across.tune"), several(names, steps), zero=True)]


def _trained(run: learning.Followed, words: Words) -> View:
    c, best = run.configuration, run.best
    facts = []
    if c:
        said = c.get("settings")
        settings = ", ".join(f"{name}={value}" for name, value in said.items()) if isinstance(said, dict) else ""
        facts = [
            Fact(words("runs.learner"), str(c["learner"])),
            Fact(words("runs.game"), str(c["game"])),
            Fact(words("runs.seed"), str(c.get("seed", "–"))),
            Fact(words("runs.settings"), settings or "–"),
        ]
    numbers = [Number(words("runs.best"), "–", words("runs.best.none"))]
    if best is not None:
        note = words("runs.best.round", n=f"{best.round:,}", games=f"{best.games:,}")
        numbers = [Number(words("runs.best"), f"{told(best.mean)} {_counted(best.unit, words)}", note)]
    if run.result is not None and run.state == "finished":
        found = run.result
        fields = {"low": told(found.low), "high": told(found.high), "games": f"{found.games:,}"}
        numbers.append(Number(words("runs.result"), told(found.mean), words("runs.result.note", **fields)))
    if run.rounds:
        numbers.append(Number(words("runs.pieces"), told(run.steps)))
        numbers.append(Number(words("runs.cpu"), f"{run.seconds:,.0f} s"))
    charts = [*_checks(run, words), *_curves(run, words)]
    short = [fact.value for fact in facts[:2]]
    return View("train", run.state, run.problem, f"{run.rounds:,}", None, short, facts, numbers, charts)


def _checks(run: learning.Followed, words: Words) -> list[Chart]:
    """The mean of the greedy games after each checkpoint, with its interval."""
    checks = list(run.checks.values())
    if not checks:
        return []
    points = [(float(check.round), check.mean) for check in checks]
    bounds = [(float(check.round), check.low, check.high) for check in checks]
    line = Line(words("runs.line.mean"), points, "var(--piece-l)", dots=len(checks) <= DOTTED)
    title = words("runs.chart.check", unit=_counted(checks[-1].unit, words))
    band = Band(words("runs.band.interval"), bounds, "var(--piece-l)", 0.2)
    return [Chart(title, words("runs.across.train"), [line], [band])]


def _curves(run: learning.Followed, words: Words) -> list[Chart]:
    """A chart for each metric."""
    ordered = sorted(run.curves, key=lambda name: name in QUIET)
    charts = []
    for name in ordered:
        key = f"runs.metric.{name}"
        title = words(key) if key in words else name.replace("_", " ")
        rows = [(row[0], row[1]) for row in run.curves[name].rows]
        charts.append(Chart(title, words("runs.across.train"), [Line(words("runs.line.value"), rows)]))
    return charts


def _counted(unit: str, words: Words) -> str:
    key = f"runs.unit.{unit}"
    return words(key) if key in words else unit
