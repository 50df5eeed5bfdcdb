"""Measure what it costs to follow a long run and to draw it. Its fitnesses are made up.

    python -m tests.interfaces.web.measure_runs

Told are the processor times of reading a journal of 1,000 generations, another generation, a look where nothing has
changed, and the drawing of both charts.
"""

import contextlib
import dataclasses
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.tuning.madeup import MadeUp, configuration

from wellplayed.interfaces.web.drawing.curves import html
from wellplayed.interfaces.web.runviews import view
from wellplayed.interfaces.web.words import Words
from wellplayed.tuning.followed import Followed
from wellplayed.tuning.journal import NAME
from wellplayed.tuning.subject import Subject

GENERATIONS, CANDIDATES, WEIGHTS = 1_000, 100, 20
LOOKS = 100


def seconds(work: Callable[[], object]) -> float:
    """Processor time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def whole(run: Followed) -> None:
    while run.advance():
        pass


def main() -> None:
    names = tuple(f"weight_{i}" for i in range(WEIGHTS))
    subject = Subject("classic:height=6", "linear", names, (0.0,) * WEIGHTS, (1.0,) * WEIGHTS, {})
    spec = f"cross_entropy:population={CANDIDATES},noise=constant"
    os.fsync = lambda _: None  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        what = dataclasses.replace(configuration(GENERATIONS, spec), subject=subject)
        with contextlib.closing(MadeUp(Path(folder) / "run", what)) as made:
            for _ in range(GENERATIONS - 1):
                made.generation()
            run = Followed(made.folder)
            size = (made.folder / NAME).stat().st_size
            print(f"journal    {size / 1e6:.1f} MB read in {seconds(lambda: whole(run)):.2f} s")
            made.generation()
            print(f"generation {1e3 * seconds(run.advance):.2f} ms")
            print(f"no change  {1e3 * seconds(lambda: [run.advance() for _ in range(LOOKS)]) / LOOKS:.2f} ms")
            words, charts = Words("en"), view(run, Words("en")).charts
            print(
                f"drawn in   {1e3 * seconds(lambda: [html(chart) for chart in view(run, words).charts]):.0f} ms, ",
                end="",
            )
            print(f"{sum(len(html(chart)) for chart in charts) / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
