"""The ladder: every generation of players in the same games on the same seeds, measured.

A row says how far a player came and what it spent. What was measured last is kept in the package (`ladder.json`), from
which the documentation and the page draw the table.
"""

import datetime as dt
import json
import time
from collections.abc import Sequence
from importlib import resources
from typing import Any, NamedTuple

import llvmlite.binding

from .. import __version__
from ..errors import InputError, unknown
from ..game import Game
from ..games import game as make_game
from ..players.player import Player
from ..players.registry import player as make_player
from .census import KINDS, Census, census
from .flaws import Flaw
from .lockstep import Result, play
from .parallel import Progress
from .rungs import RUNGS, SETTINGS, Rung, Setting
from .summary import summarise

FILE = "ladder.json"
COUNTED, PLIES = 4, 100  # games and pieces of the census


class Row(NamedTuple):
    """One player in one setting."""

    setting: str
    player: str
    generation: int
    game: str  # full spec
    games: int
    mean: float  # lines
    low: float  # 95% interval of the mean
    high: float
    median: float
    survived: float  # share of games that reached the cap
    pieces: float  # mean
    attack: float  # garbage sent for each piece
    cpu_us: float  # processor time of a move, in microseconds
    lines_per_ms: float  # of processor time
    nodes: float  # children evaluated for a move
    quads: float  # share of all rows that went four at a time
    spin_clears: float  # share of moves that cleared rows by a spin
    kinds: dict[str, float]  # share of moves: drop, shift, tuck, spin


def climb(
    *,
    settings: Sequence[str] = (),
    players: Sequence[str] = (),
    effort: float = 1.0,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    check: bool = False,
) -> list[Row]:
    """Measure rungs in settings, by default all that belong together.

    Parameters
    ----------
    settings : sequence of str
        Keys of SETTINGS; all by default.
    players : sequence of str
        Specs to measure instead of the rungs of each setting.
    effort : float
        The numbers of games are multiplied by this, and are two at least.
    seed : int
        The first seed; every player gets the same ones.
    workers : int, optional
        Threads; all cores by default. Only times depend on it.
    progress : callable, optional
        Called with (pieces, games) done since the last call; `count` says how many games a row is.
    check : bool
        Only see that everything can be played, and measure nothing.

    Returns
    -------
    list of Row
        By setting, then by rung.

    Raises
    ------
    InputError
        For an unknown setting or player, or an effort that is not positive.
    """
    if not effort > 0:
        raise InputError(f"an effort of {effort} plays nothing; give more than 0")
    plan = planned(settings, players)
    rules = [make_game(setting.game.format(previews=rung.previews)) for setting, rung in plan]
    who = [make_player(rung.player, game) for (_, rung), game in zip(plan, rules, strict=True)]
    if check:
        return []
    return [
        _measured(setting, rung, game, player, count(setting, rung, effort), seed, workers, progress)
        for (setting, rung), game, player in zip(plan, rules, who, strict=True)
    ]


def planned(settings: Sequence[str] = (), players: Sequence[str] = ()) -> list[tuple[Setting, Rung]]:
    """What `climb` measures, in order. Raises InputError for an unknown setting."""
    known = {setting.key: setting for setting in SETTINGS}
    for key in settings:
        if key not in known:
            raise unknown("setting", key, known)
    chosen = [known[key] for key in settings] if settings else list(SETTINGS)
    named = {rung.player: rung for rung in RUNGS}
    plan = []
    for setting in chosen:
        on_it = tuple(rung.player for rung in RUNGS if rung.generation in setting.generations)
        for spec in players or setting.players or on_it:
            rung = named.get(spec, Rung(spec, -1, "", "", "", True, "", "", setting.previews))
            plan.append((setting, rung._replace(cost=1) if setting.players else rung))
    return plan


def count(setting: Setting, rung: Rung, effort: float) -> int:
    """How many games of a setting a rung plays: fewer where a move is dear, never fewer than two."""
    return max(2, round(effort * setting.games / rung.cost))


def report(
    rows: Sequence[Row], shown: Sequence[Flaw], seconds: float, command: str, old: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The rows with what they were measured by, as it is kept in `ladder.json`.

    Rows of an `old` report that are on the ladder still and were not measured again stay, each with its day and its
    processor: lines of a game are the same on any machine, times of a move are not.
    """
    day, cpu = dt.datetime.now(dt.UTC).date().isoformat(), str(llvmlite.binding.get_host_cpu_name())
    found = {(row.setting, row.player): {**_rounded(row._asdict()), "date": day, "cpu": cpu} for row in rows}
    if old is not None:
        found = {**_rows_of(old), **found}
        found = {key: found[key] for key in ((setting.key, rung.player) for setting, rung in planned()) if key in found}
        seconds += old["seconds"]
    return {
        "command": command,
        "date": day,
        "version": __version__,
        "cpu": " and ".join(dict.fromkeys(row["cpu"] for row in found.values())),
        "seconds": round(seconds),
        "settings": [setting._asdict() for setting in SETTINGS],
        "rungs": [rung._asdict() for rung in RUNGS],
        "rows": list(found.values()),
        "flaws": [flaw._asdict() for flaw in shown],
    }


def missing(old: dict[str, Any]) -> list[tuple[Setting, Rung]]:
    """What of the ladder a report does not have: other players, other games, or other numbers of games."""
    have = _rows_of(old)
    return [
        (setting, rung)
        for setting, rung in planned()
        if (row := have.get((setting.key, rung.player))) is None
        or row["games"] != count(setting, rung, 1.0)
        or row["game"] != make_game(setting.game.format(previews=rung.previews)).name
    ]


def _rows_of(old: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of a report by setting and player, each with its day and its processor."""
    said = {"date": old["date"], "cpu": old["cpu"]}
    return {
        (row["setting"], row["player"]): {**row, **{k: row.get(k, v) for k, v in said.items()}} for row in old["rows"]
    }


def kept() -> dict[str, Any]:
    """The report in the package. Raises InputError where there is none."""
    file = resources.files("wellplayed") / FILE
    if not file.is_file():
        raise InputError("this package has no measured ladder; make one by `wellplayed ladder --write`")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _measured(
    setting: Setting,
    rung: Rung,
    game: Game,
    player: Player,
    games: int,
    seed: int,
    workers: int | None,
    progress: Progress | None,
) -> Row:
    play(game, player, [seed], cap=2, workers=1)  # compiles, so that the clock times play alone
    began = time.process_time()
    results = play(game, player, range(seed, seed + games), cap=setting.cap, workers=workers, progress=progress)
    cpu = time.process_time() - began
    counts = census(game, player, range(seed, seed + min(games, COUNTED)), min(setting.cap or PLIES, PLIES))
    return _row(setting, rung, game, results, cpu, counts)


def _row(setting: Setting, rung: Rung, game: Game, results: Sequence[Result], cpu: float, counts: Census) -> Row:
    lines = summarise([r.lines for r in results])
    pieces = sum(r.pieces for r in results)
    return Row(
        setting.key, rung.player, rung.generation, game.name, len(results),
        lines.mean, lines.low, lines.high, lines.median,
        sum(not r.dead for r in results) / len(results),
        pieces / len(results),
        sum(r.attack for r in results) / pieces,
        1e6 * cpu / pieces,
        sum(r.lines for r in results) / (1000 * cpu),
        counts.nodes, counts.quads, counts.spin_clears,
        {kind: counts.kinds[kind] for kind in KINDS},
    )  # fmt: skip


def _rounded(value: Any) -> Any:
    """Floats to five digits: more would change with every run and say nothing."""
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return float(f"{value:.5g}") if isinstance(value, float) else value
