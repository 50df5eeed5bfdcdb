"""`wellplayed arena --protocol build50`: the largest chain that Puyo players build in 50 turns."""

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from .options import listed_seeds, run_of_seeds
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.build import Built, Report, Share
    from ..arena.processes import Processes as WorkerProcesses
    from ..game import Game

PROTOCOL = "build50"
GAMES = 40


class Measured(NamedTuple):
    """One player's games and figures."""

    name: str
    built: "list[Built]"
    report: "Report"


def build50(
    players: Sequence[str],
    games: int | None,
    seed: int | None,
    seeds: str | None,
    game: str | None,
    workers: int | None,
    processes: bool,
    *,
    json: bool,
) -> int:
    """Play and print. Raises InputError for what cannot be played."""
    from ..arena import build
    from ..arena.entrants import entrants
    from ..arena.summary import paired
    from ..games import game as make_game
    from .console import emit
    from .kept import elsewhere, tell_faults
    from .warmup import ensure_warm

    spec = build.GAME if game is None else game
    rules = make_game(spec)
    build.checked(rules)
    if not players:
        raise InputError("arena needs a player, better two; see wellplayed players --game puyo")
    who = entrants(players, rules)
    chosen = _seeds(games, seed, seeds, build.FIRST)
    checked_workers(workers)
    ensure_warm(spec)
    with elsewhere(processes, workers) as hands:
        found = [_measured(rules, one, chosen, workers, hands) for one in who]
    if json:
        first = found[0]
        gaps = [(other.name, paired(_scores(other), _scores(first))) for other in found[1:]]
        emit(
            {
                "game": rules.name,
                "protocol": PROTOCOL,
                "players": [{"player": one.name, **build.as_json(one.built, one.report)} for one in found],
                "differences": [
                    {"player": name, "against": first.name, "mean": g.mean, "se": g.se, "low": g.low, "high": g.high}
                    for name, g in gaps
                ],
                "published": [one._asdict() for one in build.PUBLISHED],
            }
        )
    else:
        _print(rules, chosen, found)
    tell_faults([game.fault for one in found for game in one.built if game.fault], "game", "games")
    return 0


def _seeds(games: int | None, first: int | None, listed: str | None, usual: int) -> list[int]:
    """The seeds, from 1 on by default. Raises InputError for bad ones."""
    if listed is None:
        return run_of_seeds(usual if first is None else first, GAMES if games is None else games)
    if games is not None or first is not None:
        raise InputError("--seeds names every game; leave out --games and --seed")
    return listed_seeds(listed)


def _measured(
    rules: "Game", entrant: Any, seeds: list[int], workers: int | None, processes: "WorkerProcesses | bool"
) -> Measured:
    """The games of one player, with a progress bar."""
    from ..arena import build
    from .console import counter, progress
    from .kept import load

    if not processes:
        load(rules, entrant.player)
    with progress() as bars:
        count = counter(bars, entrant.name, len(seeds))
        built, spent = build.play(rules, entrant, seeds, workers=workers, processes=processes, progress=count)
    return Measured(entrant.name, built, build.report(built, spent))


def _scores(one: Measured) -> list[int]:
    return [game.score for game in one.built]


def _print(rules: "Game", seeds: list[int], found: list[Measured]) -> None:
    """Two tables and what others did: chains and points, then how often and how fast."""
    from ..arena import build
    from .console import out
    from .tables import Column, decimal, interval, show

    many = f"{len(seeds):,} games" if len(seeds) > 1 else "1 game"
    print(f"{rules.name}\n{many}: the best chain in {build.TURNS} turns, up to the first of {build.TARGET:,} points\n")
    sources = list(dict.fromkeys(one.source for one in build.PUBLISHED))
    rows = []
    for one in found:
        r = one.report
        numbers = f"{r.links.mean:.2f}", decimal(r.score.mean), decimal(r.score.se)
        rows.append((one.name, str(r.games), *numbers, interval(r.score.low, r.score.high), decimal(r.score.median)))
    for other in build.PUBLISHED:
        note = f"{other.player} [{sources.index(other.source) + 1}]"
        rows.append((note, str(other.games), f"{other.links:.2f}", decimal(other.score), decimal(other.se), "", ""))
    titles = ("games", "links", "points", "s.e.", "95% interval", "median")
    show([Column("player"), *(Column(title, right=True) for title in titles)], rows)
    print()
    rows = [
        (one.name, *_often(one.report.target), *_often(one.report.great), _mean(one.report.turn), _ms(one.report))
        for one in found
    ]
    for other in build.PUBLISHED:
        note = f"{other.player} [{sources.index(other.source) + 1}]"
        shares = (f"{100 * count / other.games:.0f}%" for count in (other.target, other.great))
        target, great = shares
        rows.append((note, target, "", great, "", f"{other.turn:.1f}", f"{other.milliseconds:.0f} ms"))
    titles = ("80k", "95% interval", "100k", "95% interval", "turn", "cpu a move")
    show([Column("player"), *(Column(title, right=True) for title in titles)], rows)
    _differences(found)
    console = out()
    print()
    for i, source in enumerate(sources, 1):
        console.print(f"[{i}] {source}", style="dim", markup=False, soft_wrap=True)
    sys.stdout.flush()


def _differences(found: list[Measured]) -> None:
    """The paired differences of points to the first player."""
    from ..arena.summary import paired
    from .tables import Column, decimal, interval, show

    if len(found) < 2:
        return
    print(f"\nPoints more than {found[0].name}, game by game on the same seeds:\n")
    gaps = [(one.name, paired(_scores(one), _scores(found[0]))) for one in found[1:]]
    rows = [(n, decimal(g.mean, sign=True), decimal(g.se), interval(g.low, g.high, sign=True)) for n, g in gaps]
    show([Column("player"), *(Column(title, right=True) for title in ("mean", "s.e.", "95% interval"))], rows)


def _often(share: "Share") -> tuple[str, str]:
    """A share and its interval in percent."""
    return f"{100 * share.share:.0f}%", f"{100 * share.low:.0f}% to {100 * share.high:.0f}%"


def _mean(turn: float) -> str:
    return "-" if math.isnan(turn) else f"{turn:.1f}"


def _ms(report: "Report") -> str:
    from .ladder import duration

    return duration(1e3 * report.milliseconds)
