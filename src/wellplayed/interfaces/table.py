"""`wellplayed table`: the field's controllers on its two boards, measured here beside what was published."""

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..errors import InputError, unknown
from .options import MOST, Json, Whole, Workers, between
from .options import seed as checked_seed
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.table import Row

BOARDS = {  # and the game of each
    "10x10": "classic:height=10",
    "10x20": "classic:height=20",
    "10x10-next": "classic:height=10,previews=1",
}
GAMES = 2_000
REPLICATES = {"10x20": 10, "10x10-next": 5}
MANY = 1_000  # replicates; ten take minutes


def table(
    board: Annotated[
        str,
        Parameter(
            help="10x10, played directly; 10x20, estimated by splitting; 10x10-next, one known next piece, likewise."
        ),
    ],
    /,
    *,
    games: Annotated[Whole | None, Parameter(help="Games for each player on 10x10. Default: 2,000.")] = None,
    replicates: Annotated[
        Whole | None, Parameter(help="Estimates for each player by splitting. Default: 10, or 5 on 10x10-next.")
    ] = None,
    players: Annotated[str | None, Parameter(help="Names joined by commas. Default: all with a known result.")] = None,
    seed: Annotated[Whole, Parameter(help="Which games: 0 to 2^64 - 1.")] = 0,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Measure the published controllers again, beside what was published.

    Rules are those of `classic`: one piece known, uniform pieces, straight drops. A game on ten rows is ten thousand
    pieces and is played; one on twenty rows is a hundred million, so its mean is estimated by splitting, from how often
    the pile rises and how far. All players together take a minute or two on 10x10 and about five minutes on 10x20.
    With the next piece known, ten rows last for a million lines and more, and are estimated too; there players are
    asked for every move, which takes some ten minutes for each.
    """
    from ..arena.table import as_json
    from .console import emit
    from .warmup import ensure_warm

    if board not in BOARDS:
        raise unknown("table", board, BOARDS)
    checked_seed(seed)
    checked_workers(workers)
    measure = (
        _direct(games, replicates, seed, workers)
        if board == "10x10"
        else _split(board, games, replicates, seed, workers)
    )
    names = _names(board, players)
    ensure_warm()
    rows = _measure(names, *measure)
    if json:
        emit({"board": board, "rows": as_json(rows)})
    else:
        _print(board, rows)
    return 0


Measure = tuple[Callable[..., "list[Row]"], int]  # what measures the players it is given; units of progress for each


def _direct(games: int | None, replicates: int | None, seed: int, workers: int | None) -> Measure:
    from ..arena.table import ten_by_ten

    if replicates is not None:
        raise InputError("--replicates is for boards that are estimated; games on 10x10 are played, so give --games")
    count = between("--games", GAMES if games is None else games, 1, MOST)
    checked_seed(seed + count - 1, "the last seed")
    return functools.partial(ten_by_ten, games=count, seed=seed, workers=workers), count


def _split(board: str, games: int | None, replicates: int | None, seed: int, workers: int | None) -> Measure:
    from ..arena import table
    from ..arena.splitting import steps
    from ..games import game

    if games is not None:
        raise InputError(f"--games is for 10x10; a game on {board} is too long to play, so give --replicates")
    count = between("--replicates", REPLICATES[board] if replicates is None else replicates, 1, MANY)
    measure = table.ten_by_twenty if board == "10x20" else table.ten_by_ten_next
    run = functools.partial(measure, replicates=count, seed=seed, workers=workers)
    return run, steps(game(BOARDS[board]), count)


def _names(board: str, listed: str | None) -> list[str]:
    """The players. Raises InputError for an unknown one, or for none."""
    from ..arena.published import TEN_BY_TEN, TEN_BY_TWENTY, WITH_NEXT
    from ..games import game
    from ..players.registry import player

    if listed is None:
        return list({"10x10": TEN_BY_TEN, "10x20": TEN_BY_TWENTY, "10x10-next": WITH_NEXT}[board])
    names: list[str] = []
    for part in listed.split(","):
        # A comma also parts the options of one player: linear:holes=-4,lines=1.
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        elif part.strip():
            names.append(part.strip())
    if not names:
        raise InputError("--players names nobody; write names joined by commas, such as dt-10,dt-20")
    for name in names:
        player(name, game(BOARDS[board]))
    return names


def _measure(names: list[str], run: Callable[..., "list[Row]"], units: int) -> "list[Row]":
    """All rows, with a progress bar for each player."""
    from .console import counter, progress

    rows = []
    with progress() as bars:
        for name in names:
            rows += run(players=[name], progress=counter(bars, name, units))
    return rows


def _print(board: str, rows: "list[Row]") -> None:
    """The table, and where the published numbers come from."""
    from .console import out, short
    from .tables import Column, decimal, interval, show

    split = board != "10x10"
    sources = list(dict.fromkeys(row.source for row in rows if row.source))
    titles = ["mean", "s.e.", "95% interval", *([] if split else ["median"])]
    titles += ["replicates" if split else "games", "pieces/s", "published"]
    shown = short if split else decimal
    lines = []
    for row in rows:
        ends = f"{short(row.low)} to {short(row.high)}" if split and row.replicates > 1 else interval(row.low, row.high)
        error = shown(row.se) if math.isfinite(row.se) else "-"  # a single game or replicate has none
        middle = [] if row.median is None else [decimal(row.median)]
        count = f"{row.replicates if split else row.games:,}"
        note = f"{shown(row.published)} [{sources.index(row.source) + 1}]" if row.published is not None else "-"
        lines.append([row.player, shown(row.mean), error, ends, *middle, count, short(row.pieces_per_second), note])
    print(f"Lines per game on {board}, {'estimated by splitting' if split else 'played to the end'}\n")
    show([Column("player"), *(Column(title, right=True) for title in titles)], lines)
    console = out()
    if sources:
        print()
    for i, source in enumerate(sources, 1):
        console.print(f"[{i}] {source}", style="dim", markup=False, soft_wrap=True)
