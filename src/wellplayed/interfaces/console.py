"""Consoles, progress bars and JSON: what goes to stdout is the answer, what goes to stderr is about the run."""

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import rich.console
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress, Task


class Console(rich.console.Console):
    """A Rich console that reports a reader who left as BrokenPipeError, for the command line to end quietly."""

    def on_broken_pipe(self) -> NoReturn:
        """Let the error through; Rich would exit by itself."""
        self.quiet = True
        raise BrokenPipeError from sys.exception()


def out(*, color: bool | None = None) -> Console:
    """The console of answers. `color` None means as the terminal can and NO_COLOR allows."""
    return Console(highlight=False, no_color=None if color is None else not color)


def err() -> Console:
    """The console of notes and progress."""
    return Console(stderr=True, highlight=False)


def emit(data: object) -> None:
    """Print one JSON object on one line; numbers that are not finite become null, since JSON has none."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    print(json.dumps(_finite(data), ensure_ascii=encoding != "utf8", allow_nan=False))


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def short(number: float) -> str:
    """A count in four or five characters: 987, 12.3k, 4.56M, 7.89G.

    >>> short(12345), short(999_999)
    ('12.3k', '1.00M')
    """
    for unit in ("", "k", "M", "G"):
        if number < 999.5 or unit == "G":
            break
        number /= 1000
    if not unit:
        return f"{number:.0f}"
    return f"{number:.{0 if number >= 99.95 else 1 if number >= 9.995 else 2}f}{unit}"


@contextmanager
def progress() -> "Iterator[Progress]":
    """A progress bar on stderr; silent where stderr is no terminal. Gone without a trace when all is done.

    A task with the fields `done` and `unit` also shows what it counts beside its steps, and how many of it a second.
    """
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn

    class Rate(ProgressColumn):
        def render(self, task: "Task") -> Text:
            done = task.fields.get("done")
            rate = (
                f"{short(done):>5} {task.fields['unit']} {short(done / max(task.elapsed or 0, 0.1)):>5}/s"
                if done
                else ""
            )
            return Text(rate, "dim")

    console = err()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(20),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        Rate(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        refresh_per_second=8,
    ) as bars:
        yield bars


def counter(bars: "Progress", name: str, total: int, already: int = 0) -> Callable[[int, int], None]:
    """Add a bar for `total` units of which some are done; what to call with (pieces, units) done since."""
    task = bars.add_task(name, total=total, completed=already, done=0, unit="pieces")
    seen = 0

    def count(pieces: int, units: int) -> None:
        nonlocal seen
        seen += pieces
        bars.update(task, advance=units, done=seen)

    return count
