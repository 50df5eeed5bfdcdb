"""`wellplayed ladder`: every generation of players in the same games, measured."""

import json as encoder
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError
from .options import Json, Whole, Workers
from .options import seed as checked_seed
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.ladder import Row

MOST_EFFORT = 1000.0


def ladder(
    *players: Annotated[str, Parameter(help="Measure these players instead of the ladder's.")],
    setting: Annotated[str | None, Parameter(help="Settings joined by commas. Default: all.")] = None,
    effort: Annotated[float, Parameter(help="Play this many times the usual number of games.")] = 1.0,
    seed: Annotated[Whole, Parameter(help="The first seed; the others follow it.")] = 0,
    write: Annotated[Path | None, Parameter(help="Also write the report to this file, as ladder.json.")] = None,
    missing: Annotated[
        bool, Parameter(negative=(), help="Measure only what the package's report lacks, and keep its other rows.")
    ] = False,
    kept: Annotated[bool, Parameter(negative=(), help="Show what was measured last, and measure nothing.")] = False,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Measure every generation of players in the same games on the same seeds.

    What each generation adds, what was claimed for it and what it does here: lines with a 95% interval, how many games
    reach the cap, processor time and evaluated positions of a move, the share of rows that go four at a time, and of
    moves that are tucks or spins. All of it takes some minutes; `--effort 0.1` gives a first look.
    """
    from ..arena.ladder import kept as kept_report
    from .console import emit

    keys = [key.strip() for key in setting.split(",") if key.strip()] if setting is not None else []
    if setting is not None and not keys:
        raise InputError("--setting names none; write settings joined by commas, such as classic,hard")
    if not 0 < effort <= MOST_EFFORT:
        raise InputError(f"--effort {effort} is out of range; choose more than 0, up to {MOST_EFFORT:.0f}")
    checked_seed(seed)
    checked_workers(workers)
    if write is not None:
        writable(write)
    if missing and (keys or players or effort != 1 or seed or kept):
        raise InputError(
            "--missing measures what the report lacks, as it measures everything; leave out what narrows it"
        )
    found = kept_report() if kept else _measure(keys, list(players), effort, seed, workers, missing=missing)
    if write is not None:
        kept_as_json(write, found)
    if json:
        emit(found)
    else:
        _print(found)
    return 0


def _measure(
    keys: list[str], players: list[str], effort: float, seed: int, workers: int | None, *, missing: bool
) -> dict[str, Any]:
    """Play everything, or what is missing, with a progress bar for each player."""
    from ..arena import ladder as climbing
    from ..arena.flaws import flaws
    from ..arena.ladder import climb, count, planned, report
    from .console import counter, progress
    from .warmup import ensure_warm

    old = climbing.kept() if missing else None
    plan = planned(keys, players) if old is None else climbing.missing(old)
    for setting, _ in plan:
        ensure_warm(setting.game.partition(":")[0])
    climb(settings=keys, players=players, check=True)  # every spec is read before the first game is played
    began = time.perf_counter()
    rows: list[Row] = []
    with progress() as bars:
        for setting, rung in plan:
            count_games = counter(bars, f"{setting.key:10} {rung.player}", count(setting, rung, effort))
            rows += climb(
                settings=[setting.key], players=[rung.player], effort=effort, seed=seed, workers=workers,
                progress=count_games,
            )  # fmt: skip
    words = ["wellplayed ladder", *players, *(["--setting", ",".join(keys)] if keys else [])]
    words += ["--effort", f"{effort:g}"] if effort != 1 else []
    words += ["--seed", str(seed)] if seed else []
    return report(rows, flaws(), time.perf_counter() - began, " ".join(words), old)


def writable(file: Path) -> None:
    """Raises InputError where a report cannot be written to `file`, before hours of play."""
    if file.is_dir() or not file.resolve().parent.is_dir():
        raise InputError(f"--write {file} is no file in an existing folder; name one, such as ladder.json")


def kept_as_json(file: Path, found: dict[str, Any]) -> None:
    """Write a report. Raises InputError where that fails."""
    try:
        text = encoder.dumps(found, ensure_ascii=False, indent=1)
        text = re.sub(r"\[\s+([\s\d.,-]*?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)  # numbers on one line
        file.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror}; name another file") from None


def _print(found: dict[str, Any]) -> None:
    """A table for each setting."""
    from .console import out, short
    from .tables import Column, decimal, interval, show

    titles = ("lines", "95% interval", "to the cap", "cpu a move", "nodes", "quads", "tucks", "spins")
    columns = [Column("player"), *(Column(title, right=True) for title in titles)]
    for setting in found["settings"]:
        rows = [row for row in found["rows"] if row["setting"] == setting["key"]]
        if not rows:
            continue
        cap = f", up to {setting['cap']:,} pieces" if setting["cap"] else ""
        print(f"{setting['title']}{cap}: {setting['why']}\n")
        lines = []
        for row in rows:
            kinds = row["kinds"]
            lines.append(
                (
                    row["player"],
                    decimal(row["mean"]),
                    interval(row["low"], row["high"]),
                    percent(row["survived"]),
                    duration(row["cpu_us"]),
                    short(row["nodes"]),
                    percent(row["quads"]),
                    percent(kinds["tuck"]),
                    percent(kinds["spin"]),
                )
            )
        show(columns, lines)
        print()
    console = out()
    for flaw in found["flaws"]:
        console.print(f"{flaw['player']}, seed {flaw['seed']}, move {flaw['move']}: {flaw['says']}", style="dim")
    print(f"\n{found['command']}, {found['date']}, {found['cpu']}, {found['seconds']:,} s")


def percent(share: float) -> str:
    """A share in two or three characters, the smallest ones as `<1%`.

    >>> percent(0.5), percent(0.0), percent(0.001), percent(1.0)
    ('50%', '0%', '<1%', '100%')
    """
    return "<1%" if 0 < share < 0.005 else f"{100 * share:.0f}%"


def duration(microseconds: float) -> str:
    """A time in microseconds or milliseconds.

    >>> duration(0.25), duration(12.3), duration(4560)
    ('0.25 µs', '12 µs', '4.6 ms')
    """
    if microseconds >= 1000:
        return f"{microseconds / 1000:.3g} ms" if microseconds >= 100_000 else f"{microseconds / 1000:.1f} ms"
    return f"{microseconds:.0f} µs" if microseconds >= 9.95 else f"{microseconds:.2g} µs"
