"""What a run looks like: fitness by generation with the spread of the candidates, and the weights that came of it.

Needs the extra `plot`. The same run gives the same files, byte for byte.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..game import Floats
from .run import Run

SUFFIXES = (".svg", ".png")
BANDS = ((0.05, 0.95, 0.15), (0.25, 0.75, 0.3))  # quantiles of the candidates, and how opaque
WIDE = 100.0  # largest over smallest value from which on the axis is logarithmic


def available() -> bool:
    """Whether figures can be drawn."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        return False
    return True


def draw(run: Run) -> list[Path]:
    """Draw fitness and weights into the folder of a run, as SVG and PNG; the files. None before the first generation.

    Raises InputError without the extra `plot`, or where a file cannot be written.
    """
    if not available():
        raise InputError("figures need the extra 'plot'; install it by: pip install 'wellplayed[plot]'")
    if not run.journal.generations:
        return []
    return [*_drawn(run, "fitness", _fitness), *_drawn(run, "weights", _weights)]


def _drawn(run: Run, name: str, onto: Any) -> list[Path]:
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    c = run.configuration
    files = [run.folder / f"{name}{suffix}" for suffix in SUFFIXES]
    with mpl.rc_context({"svg.hashsalt": "wellplayed", "font.size": 10}):
        picture = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = picture.add_subplot()
        onto(run, axes)
        axes.set_xlabel("generation")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        many = f"{c.games} games" if c.games > 1 else "1 game"
        axes.set_title(f"{c.method}, {c.objective}, {many} each\n{c.subject.game}", fontsize=9)
        try:
            for file in files:
                picture.savefig(file, dpi=120, metadata={"Date": None} if file.suffix == ".svg" else None)
        except OSError as error:
            raise InputError(f"cannot draw {name} into {run.folder}: {error.strerror or error}; make room") from None
    return files


def _fitness(run: Run, axes: Any) -> None:
    """The quantiles of the candidates, and how the best guesses did in the games of the checks."""
    table = [np.array(one.fitness) for one in run.journal.generations]
    x = np.array([one.generation for one in run.journal.generations])
    for low, high, opaque in BANDS:
        ends = [[np.quantile(values, q) for values in table] for q in (low, high)]
        label = f"{100 * (high - low):.0f}% of the candidates"
        axes.fill_between(x, *ends, color="C0", alpha=opaque, lw=0, label=label)
    axes.plot(x, [np.median(values) for values in table], color="C0", label="their median")
    checks = sorted(run.journal.checks, key=lambda check: check.check)
    axes.plot(
        [check.check for check in checks], [check.fitness for check in checks], color="C1", marker="o", ms=4,
        label="best guess, in other games",
    )  # fmt: skip
    values = np.concatenate([*table, [check.fitness for check in checks]])
    if values.min() > 0 and values.max() > WIDE * values.min():
        axes.set_yscale("log")
    elif values.min() >= 0 and values.max() > WIDE:
        axes.set_yscale("symlog", linthresh=_threshold(values))
    axes.set_ylabel(run.objective.entry.unit)
    axes.legend(frameon=False, fontsize=8)


def _threshold(values: Floats) -> float:
    """Below this an axis that has room for 0 is linear."""
    positive = values[values > 0]
    return 10 ** math.floor(math.log10(float(positive.min()))) if len(positive) else 1.0


def _weights(run: Run, axes: Any) -> None:
    """The best guess after each generation, each weight in steps of its own."""
    steps = np.array(run.means) / np.array(run.configuration.subject.scale)
    x = np.arange(len(steps))
    for i, name in enumerate(run.configuration.subject.features):
        style = ("-", "--", ":")[i // 10 % 3]
        axes.plot(x, steps[:, i], color=f"C{i % 10}", ls=style, label=name.replace("_", " "))
    axes.axhline(0, color="0.5", lw=0.8)
    axes.set_ylabel("weight, in steps that change values alike")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
