"""`wellplayed arena`: players on the same seeds, with honest intervals, kept in a file if wanted."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError, unknown
from .build import PROTOCOL, build50
from .kept import Keeper, elsewhere, load, tell_faults
from .options import Json, Processes, Whole, Workers, listed_seeds, pieces_limit, run_of_seeds
from .options import workers as checked_workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..arena.entrants import Entrant
    from ..arena.lockstep import Result
    from ..arena.processes import Processes as WorkerProcesses
    from ..arena.summary import Summary
    from ..game import Game

GAMES, FIRST = 100, 0
LONGEST = 60  # characters of a name in a table
OBJECTIVES = ("lines", "pieces", "score", "attack")


class Outcome(NamedTuple):
    """One player's games, in the order of the seeds."""

    entrant: "Entrant"
    results: "list[Result]"
    seconds: float  # for those played now
    pieces: int  # played now

    def values(self, by: str) -> list[int]:
        """What players are compared by, for each game."""
        return [getattr(result, by) for result in self.results]


def arena(
    *players: Annotated[str, Parameter(help="Who plays: names or specs from `wellplayed players`.")],
    games: Annotated[Whole | None, Parameter(help="How many games. Default: 100.")] = None,
    seed: Annotated[Whole | None, Parameter(help="The first seed; the others follow it. Default: 0.")] = None,
    seeds: Annotated[
        str | None, Parameter(help="Seeds such as 0-11 or 1,5,9-12; instead of --games and --seed.")
    ] = None,
    game: Annotated[
        str | None, Parameter(name="--game", help="The game's spec. Default: classic; with --protocol the protocol's.")
    ] = None,
    protocol: Annotated[
        str | None, Parameter(help="Measure by build50 instead: the largest chain built in 50 turns of Puyo.")
    ] = None,
    by: Annotated[
        str | None,
        Parameter(help="What to compare: lines, pieces (survival), score or attack. Default: lines, in Puyo score."),
    ] = None,
    pieces: Annotated[Whole | None, Parameter(help="Stop each game after so many pieces.")] = None,
    records: Annotated[Path | None, Parameter(help="Keep all games in this file, and go on where it ends.")] = None,
    workers: Workers = None,
    processes: Processes = False,
    json: Json = False,
) -> int:
    """Let players play the same games, and compare them.

    Every player gets the same seeds, so the same pieces; differences are taken game by game. The mean comes with its
    standard error and a 95% interval. In Puyo lines are links fired. Games already in the --records file are not played
    again. A game in which a player's own code fails counts as lost, and is told of on stderr. Ctrl-C stops, keeps the
    games in --records, and ends with exit code 130.
    """
    from ..arena.entrants import entrants
    from ..games import game as make_game
    from .console import emit
    from .warmup import ensure_warm

    if protocol is not None:
        unused = {"--by": by, "--pieces": pieces, "--records": records}
        _protocol(protocol, [option for option, given in unused.items() if given is not None])
        return build50(players, games, seed, seeds, game, workers, processes, json=json)
    game = "classic" if game is None else game
    rules = make_game(game)
    by = _objective(by, rules)
    if not players:
        raise InputError("arena needs a player, better two; see wellplayed players")
    who = entrants(players, rules)
    chosen = chosen_seeds(games, seed, seeds, GAMES)
    pieces_limit(pieces)
    checked_workers(workers)
    with Keeper(records) as keeper, keeper.interrupted(len(who) * len(chosen), "game", "games"):
        ensure_warm(game)
        with elsewhere(processes, workers) as hands:
            outcomes = _play(rules, who, chosen, pieces, workers, hands, keeper)
    if json:
        emit(_as_json(rules, outcomes, by))
    else:
        _print(rules, chosen, outcomes, by)
    tell_faults([result.fault for o in outcomes for result in o.results if result.fault], "game", "games")
    return 0


def _objective(by: str | None, rules: "Game") -> str:
    """What players are compared by. Raises InputError for what they cannot be compared by in this game."""
    from ..games import family

    usual = "score" if family(rules) == "puyo" else "lines"
    if by is not None and by not in OBJECTIVES:
        raise unknown("objective", by, OBJECTIVES)
    if by == "attack" and "last_attack" not in (rules.dtype.names or ()):
        raise InputError(f"{rules.name} counts no {by}; compare by {usual}, or play --game guideline")
    return by or usual


def _protocol(name: str, unused: list[str]) -> None:
    """Raises InputError for an unknown protocol, or options that it leaves no choice in."""
    if name != PROTOCOL:
        raise unknown("protocol", name, [PROTOCOL])
    if unused:
        raise InputError(f"{unused[0]} has no meaning with --protocol {name}; leave it out")


def chosen_seeds(games: int | None, first: int | None, listed: str | None, usual: int) -> list[int]:
    """The seeds that --games, --seed and --seeds name, `usual` many by default. Raises InputError for bad ones."""
    if listed is None:
        return run_of_seeds(FIRST if first is None else first, usual if games is None else games)
    if games is not None or first is not None:
        raise InputError("--seeds names every game; leave out --games and --seed")
    return listed_seeds(listed)


def _play(
    rules: "Game",
    who: "list[Entrant]",
    seeds: list[int],
    cap: int | None,
    workers: int | None,
    processes: "WorkerProcesses | bool",
    keeper: Keeper,
) -> list[Outcome]:
    """Every player's games, from the records where they are there, with a progress bar."""
    from ..arena import lockstep
    from .console import counter, progress

    outcomes = []
    with progress() as bars:
        for entrant in who:
            seconds, played = 0.0, 0

            def play(missing: list[int], each: "Callable[[list[Result]], None]") -> "list[Result]":
                nonlocal seconds, played
                count = counter(bars, called(entrant), len(seeds), len(seeds) - len(missing))  # noqa: B023
                began = time.perf_counter()
                results = lockstep.play(
                    rules, entrant, missing, cap=cap, workers=workers, processes=processes,  # noqa: B023
                    progress=count, each=each,
                )  # fmt: skip
                seconds, played = time.perf_counter() - began, sum(result.pieces for result in results)
                return results

            if not processes:
                load(rules, entrant.player)
            results = keeper.solo(rules.name, entrant.name, cap).complete(seeds, play)
            outcomes.append(Outcome(entrant, results, seconds, played))
    return outcomes


def _summary(outcome: Outcome, by: str) -> "Summary":
    from ..arena.summary import summarise

    return summarise(outcome.values(by), capped=sum(not result.dead for result in outcome.results))


def _as_json(rules: "Game", outcomes: list[Outcome], by: str) -> dict[str, Any]:
    """Everything, games included."""
    from ..arena.summary import paired

    rows = []
    for outcome in outcomes:
        summary = _summary(outcome, by)
        rows.append(
            {
                "player": outcome.entrant.name,
                "games": [result._asdict() for result in outcome.results],
                "mean": summary.mean,
                "se": summary.se,
                "low": summary.low,
                "high": summary.high,
                "median": summary.median,
                "capped": summary.capped,
                "faults": sum(bool(result.fault) for result in outcome.results),
                "seconds": outcome.seconds,
            }
        )
    differences = []
    for outcome in outcomes[1:]:
        gap = paired(outcome.values(by), outcomes[0].values(by))
        names = {"player": outcome.entrant.name, "against": outcomes[0].entrant.name}
        differences.append({**names, "mean": gap.mean, "se": gap.se, "low": gap.low, "high": gap.high})
    return {"game": rules.name, "by": by, "players": rows, "differences": differences}


def called(who: "Entrant") -> str:
    """What a table calls an entrant: its name, or how it was asked for where that is shorter (a file of weights)."""
    return who.spec if len(who.name) > LONGEST and 0 < len(who.spec) <= LONGEST else who.name


def _print(rules: "Game", seeds: list[int], outcomes: list[Outcome], by: str) -> None:
    from .console import short
    from .tables import Column, decimal, interval, show

    many = (
        f"{len(seeds):,} games each" if len(outcomes) > 1 else f"{len(seeds):,} games" if len(seeds) > 1 else "1 game"
    )
    print(f"{rules.name}\n{many}, {by} per game\n")
    columns = [Column("player"), *(Column(t, right=True) for t in ("mean", "s.e.", "95% interval", "median"))]
    columns += [Column("capped", right=True), Column("pieces/s", right=True)]
    rows = []
    for outcome in outcomes:
        s = _summary(outcome, by)
        rate = short(outcome.pieces / outcome.seconds) if outcome.seconds > 0 else "-"
        numbers = decimal(s.mean), decimal(s.se), interval(s.low, s.high), decimal(s.median), f"{s.capped:,}"
        rows.append((called(outcome.entrant), *numbers, rate))
    show(columns, rows)
    if len(outcomes) > 1:
        from ..arena.summary import paired

        first = outcomes[0]
        print(f"\nDifference to {called(first.entrant)}, game by game on the same seeds:\n")
        gaps = [(called(outcome.entrant), paired(outcome.values(by), first.values(by))) for outcome in outcomes[1:]]
        columns = [Column("player"), *(Column(t, right=True) for t in ("mean", "s.e.", "95% interval"))]
        show(
            columns,
            [(n, decimal(g.mean, sign=True), decimal(g.se), interval(g.low, g.high, sign=True)) for n, g in gaps],
        )
    if any(not result.dead for outcome in outcomes for result in outcome.results):
        print("\nCapped games were stopped by --pieces and count with what they had, so the means are too low.")
    sys.stdout.flush()
