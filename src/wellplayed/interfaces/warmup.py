"""`wellplayed warmup`, and the first run's own: compile every kernel, so that nothing waits for the compiler later.

A kernel is compiled on its first call and kept on disk. To compile them all is to play a little of every registered
game with every registered player, and to learn a little; a command compiles what its own game needs, and what learns
waits until somebody trains. A marker in the cache for each of these says that this was done for exactly these sources,
this compiler and this processor; it is named by a digest of all kernels' digests.
"""

import contextlib
import functools
import hashlib
import itertools
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError
from .options import Json

if TYPE_CHECKING:
    from ..game import Game, States
    from ..players.player import Player

PACKAGE = Path(__file__).resolve().parents[1]
IN_USE = 600.0  # seconds for which a cache folder of other sources is left alone: a running process may write to it
PREVIEWS = 3
LEARNING = "learning"  # beside the games: learners that are kernels of their own, as much work as a game
LEARNERS = {"td": 100, "policy_gradient": 1_000}  # these, with pieces that call all of them
# What calls every kernel of a search, with little to do.
SEARCHES = {
    "lookahead": ("lookahead:depth=1",),
    "beam": ("beam:depth=2,width=4", "beam:depth=3,width=2,speculate=on", "beam:nodes=300"),
    "expectimax": ("expectimax:width=2",),
    "mcts": ("mcts:simulations=40", "mcts:simulations=20,rollout=2,random=0.5,common=on,prior=on"),
    "sampled": ("sampled:depth=2,width=2,futures=2",),
}
Step = tuple[str, Callable[[], object]]


def warmup(
    *,
    clean: Annotated[bool, Parameter(negative=(), help="First remove the caches of older sources.")] = False,
    json: Json = False,
) -> int:
    """Compile all kernels now, and say where they are kept.

    Other commands do this by themselves when they first need it.
    """
    from .._jit import cache_root
    from .console import emit

    need_compiler()
    root = cache_root()
    removed = remove_old(root) if clean and root else []
    began = time.perf_counter()
    count = compile_all()
    seconds = time.perf_counter() - began
    size = sum(file.stat().st_size for folder in folders() for file in folder.rglob("*") if file.is_file())
    if json:
        folder = str(root) if root else None
        emit({"seconds": seconds, "kernels": count, "folder": folder, "bytes": size, "removed": len(removed)})
        return 0
    if clean:
        print(f"Removed {len(removed)} {'cache' if len(removed) == 1 else 'caches'} of older sources.")
    where = f"{size / 1e6:.1f} MB in {root}" if root else "no folder can be written, so each run compiles anew"
    print(f"{count} kernels are ready after {seconds:.1f} s; {where}")
    return 0


def ensure_warm(spec: str = "classic") -> None:
    """Compile the kernels of a game, given by its spec, if that was not done on this machine, and say why on stderr.

    LEARNING compiles those of learners. A spec that names no game is left for the command to refuse. Raises InputError
    where the compiler is switched off.
    """
    need_compiler()
    game = spec.partition(":")[0].strip()
    if game not in parts():
        return
    seen = _seen(game)
    if seen is None:
        print("wellplayed: no folder for compiled kernels can be written, so this run compiles anew", file=sys.stderr)
        return
    if seen.exists():
        return
    mark = marker(game)
    if mark is not None and not mark.exists():
        why = "the sources or the compiler changed" if any(mark.parent.glob(f"warm-{game}-*")) else "first run"
        print(f"wellplayed: {why}: compiling kernels, about a minute, once", file=sys.stderr, flush=True)
        compile_all((game,))
    _touch(seen)


def need_compiler() -> None:
    """Raises InputError where Numba's compiler is switched off: parts of the kernels exist in machine code only."""
    import numba

    if numba.config.DISABLE_JIT:
        raise InputError("NUMBA_DISABLE_JIT is set, and no game can be played without the compiler; unset it")


def compile_all(games: Sequence[str] = ()) -> int:
    """Call every kernel of some games (by default all) once, with a progress bar on stderr; how many are loaded."""
    from .console import progress

    with progress() as bars:
        task = bars.add_task("compiling", total=0)
        for done, total, what in compiling(games):
            bars.update(task, completed=done, total=total, description=f"compiling {what:<24}")
    return kernels()


def compiling(games: Sequence[str] = ()) -> Iterator[tuple[int, int, str]]:
    """Call every kernel of some games (by default all, and LEARNING) once, a step each time an item is asked for.

    Before each step: how many are done, of how many, and what comes next; at the end, that all are done.
    """
    games = games or parts()
    steps = list(_steps(games))
    for done, (what, call) in enumerate(steps):
        yield done, len(steps), what
        call()
    for game in games:
        _touch(marker(game))
    yield len(steps), len(steps), ""


def parts() -> list[str]:
    """What can be compiled apart: each game by its name, and LEARNING."""
    from ..games import GAMES

    return [*(entry.name for entry in GAMES), LEARNING]


def is_warm(game: str) -> bool:
    """Whether all kernels of a game, given by its name, have been compiled on this machine and kept."""
    mark = marker(game)
    return mark is not None and mark.exists()


def _touch(mark: Path | None) -> None:
    """Leave a mark; without it the next run warms up again, which is slow and not wrong."""
    if mark is not None:
        with contextlib.suppress(OSError):
            mark.touch()


def kernels() -> int:
    """How many kernels the modules of this package hold that have been imported."""
    return compiled()[1]


def compiled() -> tuple[int, int]:
    """How many kernels have machine code in this process, and how many the modules imported so far hold."""
    from numba.core.dispatcher import Dispatcher

    modules = [module for name, module in list(sys.modules.items()) if name.startswith(f"{PACKAGE.name}.")]
    found = {
        id(value): value for module in modules for value in list(vars(module).values()) if isinstance(value, Dispatcher)
    }
    return sum(len(kernel.overloads) > 0 for kernel in found.values()), len(found)


@functools.cache
def marker(game: str) -> Path | None:
    """The file that says that all kernels of a game have been compiled. None where nothing can be cached."""
    from .._jit import cache_root

    total = hashlib.sha256("".join(_digest(file) for file in kernel_files()).encode())
    root = cache_root()
    return root / f"warm-{game}-{total.hexdigest()[:16]}" if root else None


def _seen(game: str) -> Path | None:
    """A mark that is quicker to find: named by where, when and how large the sources are, not by what they say."""
    from .._jit import cache_root

    root = cache_root()
    found = ((str(file), file.stat()) for file in sorted(PACKAGE.rglob("*.py")))
    sources = repr([(name, info.st_mtime_ns, info.st_size) for name, info in found])
    total = hashlib.sha256((sources + _digest(PACKAGE / "_jit.py")).encode())
    return root / f"seen-{game}-{total.hexdigest()[:16]}" if root else None


@functools.cache
def kernel_files() -> list[Path]:
    """The source files of this package that hold kernels."""
    return sorted(file for file in PACKAGE.rglob("*.py") if b"@kernel" in file.read_bytes())


def _digest(file: Path) -> str:
    """What the cache folder of a file of this package is named by."""
    from .._jit import Module, digest

    return digest(Module(file, ".".join((PACKAGE.name, *file.parent.relative_to(PACKAGE).parts))))


def folders() -> list[Path]:
    """The cache folders of these sources, whether they exist or not."""
    from .._jit import cache_root

    root = cache_root()
    return [root / f"{file.stem}-{_digest(file)}" for file in kernel_files()] if root else []


def remove_old(root: Path) -> list[Path]:
    """Remove what other sources, compilers or processors left in the cache, unless it is in use; what was removed."""
    kept = {mark for part in parts() for mark in (marker(part), _seen(part))} | set(folders())
    old = [path for path in root.iterdir() if path not in kept and re.fullmatch(r".+-[0-9a-f]{16}", path.name)]
    removed = []
    for path in old:
        with contextlib.suppress(OSError):  # gone already, or not ours to remove
            files = [path, *(path.rglob("*") if path.is_dir() else ())]
            if time.time() - max(file.stat().st_mtime for file in files) > IN_USE:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                removed.append(path)
    return removed


def _steps(games: Sequence[str]) -> Iterator[Step]:
    """All there is to compile, in an order in which small kernels come before those that call them."""
    from ..games import game as make_game

    for name in games:
        if name == LEARNING:
            yield LEARNING, _learn
            continue
        game = make_game(name)
        yield from _game_steps(name, game)
        yield from _player_steps(name)
        if name == "classic":
            yield "splitting", functools.partial(_split, game)
        if name == "guideline":
            yield "play by keys", _steer
        if name == "puyo":
            yield "chains", _chains
            yield "pairs by keys", _steer_pairs


def _game_steps(name: str, game: "Game") -> Iterator[Step]:
    """Every function of the protocol."""
    import numpy as np

    weights = np.ones(len(game.glossary))
    fresh = functools.cache(lambda: game.new([0, 1]))

    def played() -> "States":
        return game.play(fresh(), np.argmax(game.mask(fresh()), axis=1))

    calls: dict[str, Callable[[], Any]] = {
        "new": fresh,
        "play": played,
        "deal": lambda: game.deal(played()),
        "outcomes": lambda: game.outcomes(played()),
        "features": lambda: game.features(fresh()),
        "planes": lambda: game.planes(fresh()),
        "receive": lambda: game.receive(fresh(), np.zeros(2, np.int64)),
        "expand": lambda: game.expand(fresh()),
        "moves": lambda: game.moves(fresh(), weights),
        "describe": lambda: game.describe(fresh()[:1], int(np.argmax(game.mask(fresh())[0]))),
        "rollout": lambda: game.rollout(fresh(), weights, 2),
        "rollout, random": lambda: game.rollout(fresh(), weights, 2, random=0.5),
        "reseeded": lambda: game.reseeded(fresh(), np.arange(2, dtype=np.uint64)),
        "straight drops": lambda: game.straight().moves(fresh(), weights),
    }
    for what, call in calls.items():
        yield f"{name} {what}", call


def _player_steps(name: str) -> Iterator[Step]:
    """A move by every player that needs no options, and a short game in the arena by the two kinds there are.

    Each plays where nothing is hidden from it, and where the next piece is.
    """
    from ..arena import lockstep
    from ..games import game as make_game
    from ..players.registry import entries, player, usual

    shown, hidden = (make_game(f"{name}:previews={previews}") for previews in (PREVIEWS, 0))
    for entry in entries(name):
        for game, spec in itertools.product((shown, hidden), SEARCHES.get(entry.name, (entry.name,))):
            with contextlib.suppress(InputError):  # it needs options, or sees too little
                yield entry.name, functools.partial(_move, game, player(spec, game))
        if entry.name in ("random", usual(name)):
            who = player(entry.name, shown)
            yield f"{entry.name} in the arena", functools.partial(lockstep.play, shown, who, [0, 1], cap=3)


def _steer() -> None:
    from ..players.registry import player
    from ..tetris.guideline.rules import Guideline
    from .autoplay import load

    game = Guideline()
    load(game.rules, player("dellacherie", game))


def _steer_pairs() -> None:
    from ..puyo.keys import KeyGame
    from ..puyo.steering import Steering

    steering = Steering(KeyGame(seed=1))
    if steering.aim(0):
        steering.follow(1, 60)
    steering.game.ghost()
    steering.game.seen()


def _chains() -> None:
    from ..puyo.text import parse
    from .pairs import potential

    potential(parse("RRR..."))


def _split(game: "Game") -> None:
    import numpy as np

    from ..arena import splitting

    with contextlib.suppress(InputError):  # so short a run may fail to reach a level; the kernels have run by then
        splitting.estimate(game, np.ones(len(game.glossary)), run_pieces=10_000, trials=100, replicates=1)


def _learn() -> None:
    """A short round of the learners that are kernels of their own."""
    from ..games import game as make_game
    from ..learning.learners import learner, settings_from

    game = make_game("classic")
    for name, pieces in LEARNERS.items():
        learner(name, game, settings_from(name, {"pieces": pieces})).advance()


def _move(game: "Game", who: "Player") -> None:
    who.choose(game.new([0, 1]))
    who.think(game.new([0]))
