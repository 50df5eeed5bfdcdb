"""`wellplayed arena`: players on the same seeds, with honest intervals, kept in a file if wanted."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError
from .options import GameOption, Json, Whole, Workers, listed_seeds, pieces_limit, run_of_seeds
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.lockstep import Result
    from ..arena.summary import Summary
    from ..game import Game
    from ..players.player import Player

GAMES, FIRST = 100, 0
PARTS = 16  # games are kept in so many parts, so that Ctrl-C loses at most one of them
LEAST_PART = 32  # fewer would leave cores idle while the last games of a part end


class Entrant(NamedTuple):
    """One player of the arena."""

    name: str  # its full spec, the same however it was written
    player: "Player"


class Outcome(NamedTuple):
    """One player's games, in the order of the seeds."""

    entrant: Entrant
    results: "list[Result]"
    seconds: float  # for those played now
    pieces: int  # played now

    @property
    def lines(self) -> list[int]:
        """Lines by game."""
        return [result.lines for result in self.results]


def arena(
    *players: Annotated[str, Parameter(help="Who plays: names or specs from `wellplayed players`.")],
    games: Annotated[Whole | None, Parameter(help="How many games. Default: 100.")] = None,
    seed: Annotated[Whole | None, Parameter(help="The first seed; the others follow it. Default: 0.")] = None,
    seeds: Annotated[
        str | None, Parameter(help="Seeds such as 0-11 or 1,5,9-12; instead of --games and --seed.")
    ] = None,
    game: GameOption = "classic",
    pieces: Annotated[Whole | None, Parameter(help="Stop each game after so many pieces.")] = None,
    records: Annotated[Path | None, Parameter(help="Keep all games in this file, and go on where it ends.")] = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Let players play the same games, and compare them.

    Every player gets the same seeds, so the same pieces; differences are taken game by game. The mean comes with its
    standard error and a 95% interval. Games already in the --records file are not played again. Ctrl-C stops, keeps the
    games in --records, and ends with exit code 130.
    """
    from ..games import game as make_game
    from .console import emit
    from .warmup import ensure_warm

    rules = make_game(game)
    entrants = _entrants(players, rules)
    chosen = _seeds(games, seed, seeds)
    pieces_limit(pieces)
    checked_workers(workers)
    with _Keeper(rules, records, pieces) as keeper:
        ensure_warm(game)
        outcomes = _play(rules, entrants, chosen, pieces, workers, keeper)
    if json:
        emit(_as_json(rules, outcomes))
    else:
        _print(rules, chosen, outcomes)
    return 0


def _entrants(names: tuple[str, ...], rules: "Game") -> list[Entrant]:
    """The players, each once. Raises InputError for none, an unknown one, or one that comes twice."""
    from ..players.registry import player

    if not names:
        raise InputError("arena needs a player, better two; see wellplayed players")
    entrants: dict[str, Entrant] = {}
    for text in names:
        who = player(text, rules)
        name = _identity(text, who)
        if name in entrants:
            raise InputError(f"player {text!r} comes twice (as {name}); it would play the same games, so remove one")
        entrants[name] = Entrant(name, who)
    return list(entrants.values())


def _identity(text: str, who: "Player") -> str:
    """A player's spec; with its weights in place of a file's name, since a file may change."""
    from ..game import feature_names
    from ..players.registry import canonical
    from ..spec import parse

    if "file" not in parse(text).options or who.weights is None:
        return canonical(text)
    named = zip(feature_names(who.game), who.weights.tolist(), strict=True)
    return "linear:" + ",".join(f"{name}={weight!r}" for name, weight in named if weight)


def _seeds(games: int | None, first: int | None, listed: str | None) -> list[int]:
    if listed is None:
        return run_of_seeds(FIRST if first is None else first, GAMES if games is None else games)
    if games is not None or first is not None:
        raise InputError("--seeds names every game; leave out --games and --seed")
    return listed_seeds(listed)


class _Keeper:
    """The records file, or nothing where none is wanted."""

    def __init__(self, rules: "Game", path: Path | None, cap: int | None) -> None:
        self.rules, self.path, self.cap = rules, path, cap
        self._records: Any = None
        self.kept = 0

    def __enter__(self) -> "_Keeper":
        if self.path is not None:
            from ..arena.records import Records

            self._records = Records(self.path).__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self._records is not None:
            self._records.__exit__(*error)

    def finished(self, name: str, seeds: list[int]) -> "dict[int, Result]":
        """The games among `seeds` that need not be played."""
        if self._records is None:
            return {}
        known = self._records.finished(self.rules.name, name, self.cap)
        found = {seed: known[seed] for seed in seeds if seed in known}
        self.kept += len(found)
        return found

    def add(self, name: str, results: "list[Result]", seconds: float) -> None:
        """Keep games just played."""
        if self._records is not None:
            self._records.add(self.rules.name, name, results, seconds, cap=self.cap)
            self.kept += len(results)

    def parts(self, seeds: list[int]) -> list[list[int]]:
        """The seeds in the portions in which they are played and kept."""
        size = max(LEAST_PART, -(-len(seeds) // PARTS)) if self._records is not None else max(len(seeds), 1)
        return [seeds[i : i + size] for i in range(0, len(seeds), size)]


def _play(
    rules: "Game", entrants: list[Entrant], seeds: list[int], cap: int | None, workers: int | None, keeper: _Keeper
) -> list[Outcome]:
    """Every player's games, from the records where they are there, with a progress bar."""
    from ..arena import lockstep
    from .console import counter, progress

    outcomes = []
    try:
        with progress() as bars:
            for entrant in entrants:
                done = keeper.finished(entrant.name, seeds)
                count = counter(bars, entrant.name, len(seeds), len(done))
                _load(rules, entrant.player)
                seconds, played = 0.0, 0
                for part in keeper.parts([seed for seed in seeds if seed not in done]):
                    began = time.perf_counter()
                    results = lockstep.play(rules, entrant.player, part, cap=cap, workers=workers, progress=count)
                    took = time.perf_counter() - began
                    keeper.add(entrant.name, results, took)
                    done |= {result.seed: result for result in results}
                    seconds, played = seconds + took, played + sum(result.pieces for result in results)
                outcomes.append(Outcome(entrant, [done[seed] for seed in seeds], seconds, played))
    except KeyboardInterrupt:
        wanted = len(entrants) * len(seeds)
        kept = f"{keeper.kept:,} of {wanted:,} games are kept in {keeper.path}" if keeper.path else "no game is kept"
        remedy = "run the same again to go on" if keeper.path else "--records FILE keeps them"
        raise KeyboardInterrupt(f"stopped; {kept}; {remedy}") from None
    return outcomes


def _load(rules: "Game", who: "Player") -> None:
    """Play one move, which loads the kernels from the cache, so that the clock times play alone."""
    states = rules.new([0])
    if who.weights is None:
        rules.play(states, who.choose(states))
    else:
        rules.rollout(states, who.weights, 1)


def _summary(outcome: Outcome) -> "Summary":
    from ..arena.summary import summarise

    return summarise(outcome.lines, capped=sum(not result.dead for result in outcome.results))


def _as_json(rules: "Game", outcomes: list[Outcome]) -> dict[str, Any]:
    """Everything, games included."""
    from ..arena.summary import paired

    rows = []
    for outcome in outcomes:
        summary = _summary(outcome)
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
                "seconds": outcome.seconds,
            }
        )
    differences = []
    for outcome in outcomes[1:]:
        gap = paired(outcome.lines, outcomes[0].lines)
        names = {"player": outcome.entrant.name, "against": outcomes[0].entrant.name}
        differences.append({**names, "mean": gap.mean, "se": gap.se, "low": gap.low, "high": gap.high})
    return {"game": rules.name, "players": rows, "differences": differences}


def _print(rules: "Game", seeds: list[int], outcomes: list[Outcome]) -> None:
    from .console import short
    from .tables import Column, decimal, interval, show

    many = (
        f"{len(seeds):,} games each" if len(outcomes) > 1 else f"{len(seeds):,} games" if len(seeds) > 1 else "1 game"
    )
    print(f"{rules.name}\n{many}, lines per game\n")
    columns = [Column("player"), *(Column(t, right=True) for t in ("mean", "s.e.", "95% interval", "median"))]
    columns += [Column("capped", right=True), Column("pieces/s", right=True)]
    rows = []
    for outcome in outcomes:
        s = _summary(outcome)
        rate = short(outcome.pieces / outcome.seconds) if outcome.seconds > 0 else "-"
        numbers = decimal(s.mean), decimal(s.se), interval(s.low, s.high), decimal(s.median), f"{s.capped:,}"
        rows.append((outcome.entrant.name, *numbers, rate))
    show(columns, rows)
    if len(outcomes) > 1:
        from ..arena.summary import paired

        first = outcomes[0]
        print(f"\nDifference to {first.entrant.name}, game by game on the same seeds:\n")
        gaps = [(outcome.entrant.name, paired(outcome.lines, first.lines)) for outcome in outcomes[1:]]
        columns = [Column("player"), *(Column(t, right=True) for t in ("mean", "s.e.", "95% interval"))]
        show(
            columns,
            [(n, decimal(g.mean, sign=True), decimal(g.se), interval(g.low, g.high, sign=True)) for n, g in gaps],
        )
    if any(not result.dead for outcome in outcomes for result in outcome.results):
        print("\nCapped games were stopped by --pieces and count with what they had, so the means are too low.")
    sys.stdout.flush()
