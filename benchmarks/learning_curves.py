"""Learning curves: how well the checkpoints of runs play, against the processor seconds that went into learning.

    for seed in 0 1 2 3 4; do wellplayed train td --run runs/td$seed --rounds 40 --every 4 --seed $seed; done
    python -m benchmarks.learning_curves "TD, 10 x 20=runs/td*" "DQN, 10 x 20=runs/dqn*" --out docs/learning.svg

A panel for each group of runs, TITLE=PATTERN of their folders; a line for each run, which is one seed, with a standard
error of its checks around it. What is drawn are the checks of `wellplayed train`: greedy play in games that trained
nothing, the same for all runs of a group. The same runs give the same file, byte for byte.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from wellplayed.errors import InputError
from wellplayed.learning.configuration import read
from wellplayed.learning.folder import cards


class Curve(NamedTuple):
    """The checks of one run."""

    seed: int
    seconds: list[float]  # [C] of processor time, learning alone
    mean: list[float]  # [C]
    se: list[float]  # [C]
    unit: str
    cap: int  # pieces after which a game of a check stops
    games: int


def curve(folder: Path) -> Curve:
    """The checks of the run in a folder, oldest first. Raises InputError where there are none."""
    found = cards(folder)
    if not found:
        raise InputError(f"the run in {folder} has no checkpoint yet; train it further by --resume")
    results = [card["result"] for card in found]
    return Curve(
        read(folder).seed,
        [card["time"]["training_cpu_seconds"] for card in found],
        [one["mean"] for one in results],
        [one["se"] or 0.0 for one in results],
        results[0]["unit"],
        results[0]["cap"],
        results[0]["games"],
    )


def group(text: str) -> tuple[str, list[Curve]]:
    """A title and the curves of the runs whose folders match. Raises InputError where none does."""
    title, equals, pattern = text.partition("=")
    folders = sorted(path for path in Path().glob(pattern) if path.is_dir()) if equals and pattern else []
    if not folders:
        raise InputError(f"{text} names no runs; write TITLE=PATTERN, such as TD=runs/td*")
    return title, [curve(folder) for folder in folders]


def draw(groups: Sequence[tuple[str, list[Curve]]], out: Path) -> None:
    """Draw all groups side by side into a file. Raises InputError where it cannot be written."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "wellplayed", "font.size": 9}):
        picture = Figure(figsize=(3.6 * len(groups), 3.2), layout="constrained")
        for place, (title, curves) in enumerate(groups, 1):
            axes = picture.add_subplot(1, len(groups), place)
            _panel(axes, title, curves)
        try:
            picture.savefig(out, dpi=120, metadata={"Date": None} if out.suffix == ".svg" else None)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot draw into {out}: {error}; name another file") from None


def _panel(axes: Any, title: str, curves: Sequence[Curve]) -> None:
    for one in curves:
        (line,) = axes.plot(one.seconds, one.mean, marker=".", linewidth=1, label=f"seed {one.seed}")
        low = [mean - se for mean, se in zip(one.mean, one.se, strict=True)]
        high = [mean + se for mean, se in zip(one.mean, one.se, strict=True)]
        axes.fill_between(one.seconds, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    first = curves[0]
    axes.set_title(f"{title}\n{first.games} games a check, up to {first.cap:,} pieces", fontsize=8)
    axes.set_xlabel("CPU seconds of learning")
    axes.set_ylabel(f"{first.unit} a game")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7)


def main(words: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning_curves", description=__doc__)
    parser.add_argument("groups", nargs="+", metavar="TITLE=PATTERN")
    parser.add_argument("--out", type=Path, required=True, help="an .svg or .png file")
    given = parser.parse_args(words)
    try:
        groups = [group(text) for text in given.groups]
        draw(groups, given.out)
    except InputError as error:
        print(f"learning_curves: {error}", file=sys.stderr)
        return 2
    print(json.dumps({title: [one.seed for one in curves] for title, curves in groups}, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
