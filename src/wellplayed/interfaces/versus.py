"""`wellplayed versus`: players against each other, with scores, Elo differences and ratings, or a test that stops."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..errors import InputError
from .arena import chosen_seeds
from .kept import Keeper, elsewhere, load, tell_faults
from .options import LONGEST, Json, Processes, Whole, Workers, between
from .options import workers as checked_workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..arena.entrants import Entrant
    from ..arena.processes import Processes as WorkerProcesses
    from ..arena.records import Run
    from ..arena.sequential import Sprt, Step
    from ..arena.tournament import Pairing
    from ..arena.versus import Match
    from ..game import Game

MATCHES, MOST_TESTED = 100, 100_000
SURE = 0.05  # alpha and beta


def versus(
    *players: Annotated[str, Parameter(help="Who plays: two names or specs from `wellplayed players`, or more.")],
    games: Annotated[
        Whole | None, Parameter(help="Matches of each pair. Default: 100; with --sprt at most 100,000.")
    ] = None,
    seed: Annotated[Whole | None, Parameter(help="The first seed; the others follow it. Default: 0.")] = None,
    seeds: Annotated[
        str | None, Parameter(help="Seeds such as 0-11 or 1,5,9-12; instead of --games and --seed.")
    ] = None,
    game: Annotated[
        str | None,
        Parameter(
            help="The game's spec, such as puyo. Default: guideline:blocking=combo, where clears hold garbage off."
        ),
    ] = None,
    turns: Annotated[
        Whole, Parameter(help="A match is drawn after so many: pieces, or pairs with their chains, of each player.")
    ] = 1_000,
    ladder: Annotated[bool, Parameter(negative=(), help="Only neighbours in the list meet.")] = False,
    anchor: Annotated[str | None, Parameter(help="The player whose rating is 0. Default: the mean is.")] = None,
    sprt: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Two Elo differences, such as 0,20: stop when it is clear which one it is.",
        ),
    ] = None,
    alpha: Annotated[
        float | None, Parameter(help="How often --sprt may err if the first is true. Default: 0.05.")
    ] = None,
    beta: Annotated[
        float | None, Parameter(help="How often --sprt may err if the second is true. Default: 0.05.")
    ] = None,
    records: Annotated[Path | None, Parameter(help="Keep all matches in this file, and go on where it ends.")] = None,
    workers: Workers = None,
    processes: Processes = False,
    json: Json = False,
) -> int:
    """Let players play against each other: the same pieces or pairs, one each at a time, and garbage for the other.

    Two players get a score and an Elo difference, more of them a round-robin and ratings, all with 95% intervals. Every
    pair plays the same seeds. Matches already in the --records file are not played again. A match in which a player's
    own code fails is lost for that player, and is told of on stderr. Ctrl-C stops, keeps the matches in --records, and
    ends with exit code 130.
    """
    from ..arena.entrants import entrants
    from ..arena.versus import GAME, playable
    from ..games import game as make_game
    from .standings import Report
    from .warmup import ensure_warm

    spec = GAME if game is None else game
    rules = make_game(spec)
    playable(rules)
    if len(players) < 2:
        raise InputError("versus needs two players or more; see wellplayed players")
    who = entrants(players, rules)
    test = _test(sprt, alpha, beta, len(who))
    fixed = _anchored(anchor, who, rules)
    chosen = chosen_seeds(games, seed, seeds, MATCHES if test is None else MOST_TESTED)
    between("--turns", turns, 1, LONGEST)
    checked_workers(workers)
    with Keeper(records) as keeper:
        field = _Field(rules, who, turns, workers, keeper)
        wanted = None if test else field.pairs(ladder) * len(chosen)
        with keeper.interrupted(wanted, "match", "matches"), elsewhere(processes, workers) as field.processes:
            ensure_warm(spec)
            pairings, steps = field.all(chosen, ladder, test, quiet=json)
    report = Report(rules.name, turns, [w.name for w in who], pairings, fixed, ladder, field.seconds)
    report.emit(test, steps) if json else report.show(test, steps)
    tell_faults(
        [s.fault for p in pairings for m in p.matches for s in (m.first, m.second) if s.fault], "match", "matches"
    )
    return 0


def _test(text: str | None, alpha: float | None, beta: float | None, players: int) -> "Sprt | None":
    """The sequential test that is asked for. Raises InputError for one that cannot be made."""
    from ..arena.sequential import Sprt

    if text is None:
        if alpha is not None or beta is not None:
            raise InputError("--alpha and --beta belong to --sprt; leave them out, or give --sprt 0,20")
        return None
    if players != 2:
        raise InputError(f"--sprt compares two players, not {players}; name two")
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"cannot read --sprt {text!r}; write two Elo differences, the lower first, such as 0,20"
        ) from None
    return Sprt(elo0, elo1, SURE if alpha is None else alpha, SURE if beta is None else beta).checked()


def _anchored(text: str | None, who: "list[Entrant]", rules: "Game") -> int | None:
    """The place of the player whose rating is 0. Raises InputError for one who does not play."""
    from ..arena.entrants import entrant

    if text is None:
        return None
    name, names = entrant(text, rules).name, [w.name for w in who]
    if name not in names:
        raise InputError(f"--anchor {text} does not play; name one of {', '.join(names)}")
    return names.index(name)


class _Field:
    """The players, and how they play."""

    def __init__(self, rules: "Game", who: "list[Entrant]", turns: int, workers: int | None, keeper: Keeper) -> None:
        self.rules, self.who, self.turns, self.keeper = rules, who, turns, keeper
        self.seconds: dict[tuple[int, int], float] = {}  # on the clock, for what was played now
        self.processes: WorkerProcesses | bool = False
        self._workers = workers
        self._runs: dict[tuple[int, int], Run[Match]] = {}

    def load(self) -> None:
        """Load the kernels, so that the clock times play alone."""
        if not self.processes:
            for who in self.who:
                load(self.rules, who.player)

    def pairs(self, ladder: bool) -> int:
        """How many pairs meet."""
        from ..arena.tournament import pairs

        return len(pairs(len(self.who), neighbours=ladder))

    def all(
        self, seeds: list[int], ladder: bool, test: "Sprt | None", *, quiet: bool
    ) -> "tuple[list[Pairing], list[Step]]":
        """The matches of all pairs, or of two players until the test is decided, with its steps."""
        from ..arena.tournament import tournament

        self.load()
        if test is not None:
            return _tested(self, seeds, test, quiet=quiet)
        return tournament(len(self.who), lambda i, j: self.play(i, j, seeds), neighbours=ladder), []

    def play(self, i: int, j: int, seeds: list[int]) -> "list[Match]":
        """The matches of one pair, from the records where they are there, with a progress bar."""
        from ..arena import versus as room
        from .console import counter, progress

        first, second = self.who[i], self.who[j]
        if (i, j) not in self._runs:
            self._runs[i, j] = self.keeper.versus(self.rules.name, first.name, second.name, self.turns)
            self.seconds[i, j] = 0.0

        def play(missing: list[int], each: "Callable[[list[Match]], None]") -> "list[Match]":
            with progress() as bars:
                count = counter(bars, f"{first.name} - {second.name}", len(seeds), len(seeds) - len(missing))
                began = time.perf_counter()
                try:
                    return room.play(
                        self.rules, first, second, missing, turns=self.turns, workers=self._workers,
                        processes=self.processes, progress=count, each=each,
                    )  # fmt: skip
                finally:
                    self.seconds[i, j] += time.perf_counter() - began

        return self._runs[i, j].complete(seeds, play)


def _tested(field: _Field, seeds: list[int], test: "Sprt", *, quiet: bool) -> "tuple[list[Pairing], list[Step]]":
    """Matches of the two players until the test is decided, each step told as it comes."""
    from ..arena.sequential import decide
    from ..arena.tournament import Pairing
    from .standings import tell_step, tell_test

    tell_test(field.who, test, quiet=quiet)
    matches, steps = decide(
        lambda part: field.play(0, 1, part), seeds, test, told=None if quiet else lambda step: tell_step(step, test)
    )
    return [Pairing(0, 1, matches)], steps
