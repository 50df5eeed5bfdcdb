"""How fast guideline play is: move generation alone, counted as perft, and the batch functions of the game."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from wellplayed._jit import Array, kernel
from wellplayed.players.registry import player
from wellplayed.tetris.features import COUNT as CLASSIC
from wellplayed.tetris.guideline.flood import SPINS, TABLES, landed
from wellplayed.tetris.guideline.perft import counted, counter
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.lanes import load
from wellplayed.tetris.pieces import PIECES

from .timing import Timing, rates

BATCH = 256
WARM_UP = 60  # pieces before anything is timed
REPEAT = 10_000  # generations of each board and piece in one round

# The empty board, and six on which pieces are tucked and spun into place; public set-ups and noise, the top row first.
BOARDS = (
    "",
    "XX.......X/X...XXXXXX/XX.XXXXXXX",
    "........XX/XXXX..XXXX/XXX...XXXX/XXX.XXXXXX/XXX..XXXXX/XX...XXXXX/XXX.XXXXXX/XXX.XXXXXX/XXXX.XXXXX",
    "XX......../X........./X.XXXXXXXX/X..XXXXXXX/X.XXXXXXXX",
    "...XX...../...X....../XXX..XXXXX/XX...XXXXX/XXX.XXXXXX/XX..XXXXXX/XXX.XXXXXX",
    "XXXX..XXXX/X........X/X........X/X........X/XXX.XX.XXX",
    "X.....X.XX/....XX..X./.....XX..X/X.XXXX.X../.XXX.XXX../XX..X....X/...XX...../XXXX.X..../.X..X.X..X",
)


def columns(text: str) -> np.ndarray:
    """[16] the columns of a board for the kernel."""
    found = np.zeros(16, np.uint32)
    for y, row in enumerate(reversed(text.split("/"))):
        for x, cell in enumerate(row):
            found[x] |= np.uint32((cell == "X") << y)
    return found


def queue(pieces: str) -> np.ndarray:
    """The numbers of some pieces."""
    return np.array([PIECES.index(piece) for piece in pieces])


def perft() -> list[Timing]:
    """Placement sequences counted per second: six pieces from an empty board under SRS, T-spins not told apart."""
    count = counter(TABLES.index(("srs", "none")), SPINS.index("none"))
    board, six = columns(""), queue("IOLJSZ")
    return rates(
        {
            "perft IOLJSZ, last ply only counted": lambda: int(count(board, six, 19, True)),
            "perft IOLJSZ, every placement made": lambda: int(count(board, six, 19, False)),
        },
        "nodes/s",
        rounds=5,
    )


@functools.cache
def sweeper(table: int, spins: int) -> Any:
    """A kernel that generates for every board and piece, and nothing else; constants as for `perft.counter`."""

    @kernel
    def sweep(boards: Array, times: int) -> int:
        """Generate `times` times over for boards [B, 16]; return how many placements there were."""
        found = 0
        for _ in range(times):
            for i in range(len(boards)):
                board = load(boards[i], 0)
                for piece in range(7):
                    found += counted(landed(board, 19, piece, table, spins), spins)
        return found

    return sweep


def generations() -> list[Timing]:
    """Generations per second: all placements of one piece on one board, over seven boards and seven pieces."""
    boards = np.stack([columns(board) for board in BOARDS])
    works: dict[str, Callable[[], int]] = {}
    for what, table, spins in (
        ("generation, srs, no spins", ("srs", "none"), "none"),
        ("generation, srs, T-spins", ("srs", "none"), "corners"),
        ("generation, srs+ with half turns, all-mini+", ("srs+", "tetrio"), "all-mini+"),
    ):
        sweep = sweeper(TABLES.index(table), SPINS.index(spins))  # type: ignore[arg-type]

        def generate(sweep: Any = sweep) -> int:
            sweep(boards, REPEAT)
            return REPEAT * len(boards) * len(PIECES)

        works[what] = generate
    return rates(works, "generations/s", rounds=5)


def functions() -> list[Timing]:
    """Placements per second of each batch function alone, on boards from games of a moderate player."""
    works: dict[str, Callable[[], int]] = {}
    for rules in ("guideline", "tetrio-s2"):
        game = Guideline(rules)
        good = player("dellacherie", game).weights
        assert good is not None
        states = game.rollout(game.new(range(BATCH)), good, WARM_UP)
        states = states[~states["dead"]]
        placements, (few, every) = len(game.listed(states)[0]), _weights()
        actions = game.moves(states, good).action[np.searchsorted(game.listed(states)[0], np.arange(len(states)))]
        for what, call in {
            "listed (placements found)": lambda game=game, states=states: game.listed(states),
            "moves, the six features of dellacherie": lambda game=game, states=states, w=good: game.moves(states, w),
            "moves, ten classic features": lambda game=game, states=states, w=few: game.moves(states, w),
            "moves, all features": lambda game=game, states=states, w=every: game.moves(states, w),
            "straight().listed (of all placements)": lambda game=game, states=states: game.straight().listed(states),
            "expand (placements stored)": lambda game=game, states=states: game.expand(states),
        }.items():
            works[f"{what}, {rules}"] = _repeated(call, placements)
        works[f"play (one move of each state), {rules}"] = _repeated(
            lambda game=game, states=states, actions=actions: game.play(states, actions), len(states)
        )
    return rates(works, "placements/s", rounds=5)


def _weights() -> tuple[np.ndarray, np.ndarray]:
    """Weights for the first ten features, and for all."""
    every = np.ones(len(Guideline.glossary))
    few = np.where(np.arange(len(every)) < min(10, CLASSIC), 1.0, 0.0)
    return few, every


def _repeated(call: Callable[[], object], units: int) -> Callable[[], int]:
    def run() -> int:
        for _ in range(10):
            call()
        return 10 * units

    return run
