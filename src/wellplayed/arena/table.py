"""The field's controllers on its two boards, measured here beside what was published.

Ten rows are played directly: a game is some ten thousand pieces. Twenty rows are not, a game of DT-20 takes 128
million pieces; there the mean is estimated by splitting, and so it is on ten rows where the next piece is known.
"""

import math
import time
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from ..errors import InputError
from ..game import Floats, Game
from ..games import game as make_game
from ..players.player import Player
from ..players.registry import canonical
from ..players.registry import player as make_player
from .lockstep import play
from .parallel import Progress
from .published import PUBLISHED, REFERENCE, TEN_BY_TEN, TEN_BY_TWENTY, WITH_NEXT, Board
from .splitting import estimate
from .summary import summarise


class Row(NamedTuple):
    """One player on one board. Means are lines per game."""

    player: str
    board: Board
    method: Literal["direct", "splitting"]
    games: int  # 0 where split
    replicates: int  # 0 where played directly
    mean: float
    se: float
    low: float  # 95% interval of the mean
    high: float
    median: float | None  # None where split
    pieces: int  # played for this row
    seconds: float  # on the wall clock
    pieces_per_second: float  # all threads together, on the wall clock
    pieces_per_cpu_second: float  # for each second of processor time: the speed of one thread
    published: float | None
    source: str  # every published mean, the best documented first, and how it is known; empty where there is none
    reference: float | None  # measured by a prototype, see `published.Reference`
    reference_se: float | None


def ten_by_ten(
    *,
    games: int = 2_000,
    seed: int = 0,
    players: Sequence[str] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """The 10 x 10 table, by direct play of seeds `seed` to `seed + games - 1` with each player.

    `players` are specs, by default all with a published or measured mean. `progress` is called with (pieces, games)
    done since the last call, `games` games for each player. Raises InputError for fewer than one game, a seed out of
    range, or an unknown player.
    """
    if games < 1:
        raise InputError(f"{games} games make no table; choose 1 or more")
    game = make_game("classic:height=10")
    chosen = [(name, make_player(name, game)) for name in players or TEN_BY_TEN]
    return [_direct(game, name, player, range(seed, seed + games), workers, progress) for name, player in chosen]


def ten_by_twenty(
    *,
    replicates: int = 10,
    seed: int = 0,
    players: Sequence[str] | None = None,
    run_pieces: int = 6_000_000,
    trials: int = 30_000,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """The 10 x 20 table, by splitting; the parameters are those of `splitting.estimate`.

    `players` are specs of players with linear weights, by default all with a published or measured mean in the
    millions. `progress` is called with (pieces, steps) done since the last call, `splitting.steps` for each player.
    Raises InputError as `estimate` does, and for an unknown player or one without weights.
    """
    game = make_game("classic:height=20")
    chosen = []
    for name in players or TEN_BY_TWENTY:
        player = make_player(name, game)
        if player.weights is None:
            raise InputError(f"player {name!r} has no linear weights, which splitting needs; leave it out")
        chosen.append((name, player, player.weights))
    how = _How(run_pieces, trials, replicates, seed, workers, progress)
    return [_split(game, "10x20", name, player, weights, how) for name, player, weights in chosen]


def ten_by_ten_next(
    *,
    replicates: int = 5,
    seed: int = 0,
    players: Sequence[str] | None = None,
    run_pieces: int = 300_000,
    trials: int = 200_000,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """The table of ten rows with one known next piece, by splitting; otherwise as `ten_by_twenty`.

    `players` are specs of any players, who are asked for every move. Who knows the next piece loses a full well once in
    some thousands of trials, so there are many; each is a dozen pieces.
    """
    game = make_game("classic:height=10,previews=1")
    chosen = [(name, make_player(name, game)) for name in players or WITH_NEXT]
    how = _How(run_pieces, trials, replicates, seed, workers, progress)
    return [
        _split(game, "10x10-next", name, who, who if who.weights is None else who.weights, how) for name, who in chosen
    ]


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as plain dicts for `json.dumps`; what is not a number becomes None."""
    return [
        {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row._asdict().items()}
        for row in rows
    ]


def _direct(game: Game, name: str, player: Player, seeds: range, workers: int | None, progress: Progress | None) -> Row:
    _warm(game, player)
    clock = _Clock()
    results = play(game, player, seeds, workers=workers, progress=progress)
    times = clock.read(sum(r.pieces for r in results))
    s = summarise([r.lines for r in results])
    values = (s.games, 0, s.mean, s.se, s.low, s.high, s.median)
    return Row(canonical(name), "10x10", "direct", *values, *times, *_known(name, "10x10"))


class _How(NamedTuple):
    """What `splitting.estimate` is told beside game and player."""

    run_pieces: int
    trials: int
    replicates: int
    seed: int
    workers: int | None
    progress: Progress | None


def _split(game: Game, board: Board, name: str, player: Player, who: Floats | Player, how: _How) -> Row:
    _warm(game, player)
    clock = _Clock()
    e = estimate(game, who, **how._asdict())
    values = (how.replicates, e.mean, e.se, e.low, e.high, None)
    return Row(canonical(name), board, "splitting", 0, *values, *clock.read(e.pieces), *_known(name, board))


class _Clock:
    """Wall and processor time since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self, pieces: int) -> tuple[int, float, float, float]:
        """The four columns from `pieces` to `pieces_per_cpu_second`."""
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        return pieces, wall, pieces / max(wall, 1e-9), pieces / max(cpu, 1e-9)


def _warm(game: Game, player: Player) -> None:
    """Play one move, which loads or compiles the kernels, so that the clock times play alone."""
    states = game.new([0])
    if player.weights is None:
        game.deal(game.play(states, player.choose(states)))
    else:
        game.features(game.rollout(states, player.weights, 1))


def _known(name: str, board: Board) -> tuple[float | None, str, float | None, float | None]:
    """The columns from `published` to `reference_se`: the first published mean, and the source of all."""
    key = canonical(name)
    reports, reference = PUBLISHED.get((key, board), ()), REFERENCE.get((key, board))
    source = " | ".join(f"{r.mean:,.0f} {r.source} ({'; '.join(filter(None, (r.known, r.note)))})" for r in reports)
    measured = (reference.mean, reference.se) if reference else (None, None)
    return (reports[0].mean if reports else None, source, *measured)
