"""`build50`: how large a chain a Puyo player builds when nobody disturbs it.

Each game begins on an empty field. In each turn the player sees the current pair and the next two, places the pair, and
the chain is played out. The best single chain counts: its points and links, and the turn in which it was fired. The
game ends with the first chain of 80,000 points or more, after turn 50, or when it is lost. Points are those of the
chain alone; no soft drops, no all clears, no ojama, no opponent.

Why 50 turns: a long chain is filled after some 35 to 40, so a shorter game rewards firing early. What it costs is
processor time a move, of the thread that plays.
"""

import contextlib
import functools
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Game, Ints, taken
from ..games import family
from .entrants import Entrant, rebuilt
from .faults import moved
from .lockstep import as_seed, fits, named
from .parallel import Beat, Crew, Progress
from .processes import Processes
from .ratings import Tally, score_interval
from .summary import Summary, summarise

NAME = "build50"
GAME = "puyo:colours=4,pairs=esports,previews=2,row14=block,death=third"
TURNS = 50
TARGET, GREAT = 80_000, 100_000  # points: of the chain that ends a game, and of one that is counted as well
FIRST = 1  # the first seed
TOGETHER = 8  # games of one task: wide searches share little, and one task must end for progress to be seen


class Built(NamedTuple):
    """How one game went. `score`, `chain` and `turn` are of its best chain, and 0 where none was fired."""

    seed: int
    score: int
    chain: int  # links
    turn: int  # 1 is the first
    turns: int  # played
    dead: bool
    fault: str = ""  # the player's own code failed, with these words, and the game ended


class Share(NamedTuple):
    """How many games, and the 95% interval of their share of all."""

    games: int
    share: float
    low: float
    high: float


class Report(NamedTuple):
    """Games of one player, put together."""

    games: int
    links: Summary  # of the best chain of each game
    score: Summary  # of its points
    target: Share  # games with a chain of 80,000 points or more
    great: Share  # and of 100,000
    turn: float  # mean turn of the best chain, over games with one that reached the target; nan without
    dead: int  # games lost
    milliseconds: float  # of processor time a move


class Published(NamedTuple):
    """What another program did by this protocol."""

    player: str
    games: int
    links: float
    score: float
    se: float
    target: int  # games with 80,000 points or more
    great: int
    turn: float
    milliseconds: float
    source: str


_AMA = (
    "citrus610/ama (C++), its beam over six dreamt futures, run by this protocol on one core of another machine in "
    "2026: the pairs of seeds 1, 2, 3 ..., two pairs seen after the current one"
)
PUBLISHED = (
    Published("ama, width 250, depth 16", 40, 12.85, 97_338, 4_566, 37, 23, 36.9, 386, _AMA),
    Published("ama, width 60, depth 10", 50, 12.72, 92_969, 3_922, 40, 23, 38.3, 76, _AMA),
)


def play(
    game: Game,
    who: Entrant,
    seeds: Sequence[int] | Ints,
    *,
    workers: int | None = None,
    processes: Processes | bool = False,
    progress: Progress | None = None,
) -> tuple[list[Built], float]:
    """Play one game for each seed; the games [B] in the order of the seeds, and milliseconds of processor time a move.

    The games depend on their seeds and the player alone, never on how many are played side by side or by how many
    workers; where a player looks at its clock this is up to the player. `progress` is called with (pairs, games) done
    since the last call. Raises InputError for another game than Puyo, a seed out of range, no seed, fewer than one
    worker, a player of another game, or one that no process can build.
    """
    checked(game)
    fits(game, who, processes=processes)
    numbers = [as_seed(seed) for seed in seeds]
    if not numbers:
        raise InputError("no game is to be played; name at least one seed")
    batch: Callable[[list[int], Beat], tuple[list[Built], float]]
    if processes:
        batch = functools.partial(_distant, game_name=game.name, name=who.name, spec=who.spec)
    else:
        batch = functools.partial(series, game=game, who=who)
    tasks = [numbers[i : i + TOGETHER] for i in range(0, len(numbers), TOGETHER)]
    done: list[list[Built]] = [[] for _ in tasks]
    seconds = 0.0
    with (
        Crew(workers, progress, processes=processes) as crew,
        contextlib.closing(crew.stream(batch, tasks, lambda seeds: f"{who.name} {named(seeds)}")) as results,
    ):
        for index, (games, spent) in results:
            done[index] = games
            seconds += spent
    built = [one for games in done for one in games]
    return built, 1e3 * seconds / max(sum(one.turns for one in built), 1)


def report(games: Sequence[Built], milliseconds: float) -> Report:
    """The figures of some games. Raises InputError where there is none."""
    if not games:
        raise InputError("there are no games to report; play at least one")
    reached = [one.turn for one in games if one.score >= TARGET]
    return Report(
        len(games),
        summarise([one.chain for one in games]),
        summarise([one.score for one in games]),
        _share(games, TARGET),
        _share(games, GREAT),
        float(np.mean(reached)) if reached else math.nan,
        sum(one.dead for one in games),
        milliseconds,
    )


def checked(game: Game) -> None:
    """Raises InputError for a game that fires no chains."""
    if family(game) != "puyo":
        raise InputError(f"{NAME} is a protocol of Puyo, and {game.name} has no chains; play it with --game puyo")


def as_json(built: Sequence[Built], found: Report) -> dict[str, Any]:
    """The figures and all games as plain data."""
    data = {name: getattr(found, name) for name in ("games", "turn", "dead", "milliseconds")}
    parts: dict[str, Any] = {
        "links": found.links._asdict(),
        "score": found.score._asdict(),
        "target": found.target._asdict(),
        "great": found.great._asdict(),
    }
    for part in ("links", "score"):
        del parts[part]["games"], parts[part]["capped"]
    return {**data, **parts, "played": [one._asdict() for one in built]}


def _share(games: Sequence[Built], points: int) -> Share:
    """The games with a chain of so many points, with Wilson's interval."""
    count = sum(one.score >= points for one in games)
    low, high = score_interval(Tally(count, 0, len(games) - count))
    return Share(count, count / len(games), low, high)


def _distant(seeds: list[int], beat: Beat, *, game_name: str, name: str, spec: str) -> tuple[list[Built], float]:
    """The games of one task in a process that knows nothing yet; its first move is not timed."""
    game, who = rebuilt(game_name, name, spec)
    who.player.choose(game.new(seeds[:1]))
    return series(seeds, beat, game=game, who=who)


def series(seeds: list[int], beat: Beat, *, game: Game, who: Entrant) -> tuple[list[Built], float]:
    """Play the games of one task side by side, with nothing checked; the games, and seconds of processor time."""
    count = len(seeds)
    score, chain, turn, turns = (np.zeros(count, np.int64) for _ in range(4))
    dead = np.zeros(count, np.bool_)
    faults: dict[int, str] = {}
    living, where = game.new(seeds), np.arange(count)
    seconds = 0.0
    for now in range(1, TURNS + 1):
        began = time.thread_time()
        after, failed = moved(game, who, living)
        seconds += time.thread_time() - began
        faults |= {int(where[row]): text for row, text in failed.items()}
        played = np.array([row not in failed for row in range(len(where))], np.bool_)
        better = played & (after["gained"] > score[where])
        for best, name in ((score, "gained"), (chain, "chain")):
            best[where[better]] = after[name][better]
        turn[where[better]], turns[where[played]] = now, now
        dead[where] = after["dead"]
        over = after["dead"] | (score[where] >= TARGET)
        beat(int(played.sum()), int(over.sum()) if now < TURNS else len(where))
        where, after = where[~over], taken(after, np.flatnonzero(~over))
        if not len(where):
            break
        living = game.deal(after)
    columns = (column.tolist() for column in (score, chain, turn, turns, dead))
    told = (faults.get(i, "") for i in range(count))
    return [Built(*row) for row in zip(seeds, *columns, told, strict=True)], seconds
