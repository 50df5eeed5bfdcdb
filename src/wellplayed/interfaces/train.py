"""`wellplayed train`: let a learner play and learn, in a folder that keeps all of it, after any interruption too."""

import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError
from .options import Json, Whole, Workers, between
from .options import seed as checked_seed
from .options import workers as checked_workers

if TYPE_CHECKING:
    from ..arena.cluster import Cluster
    from ..arena.parallel import Progress
    from ..learning.configuration import Configuration
    from ..learning.evaluate import Evaluation
    from ..learning.run import Checkpoint, Round, Run

LONGEST = 1 << 40  # rounds
SHOWN = 0.2  # seconds between two looks of the live line


def train(
    learner: Annotated[
        str | None, Parameter(help="td, policy_gradient, dqn or alphazero, with settings: td:trace=0.8.")
    ] = None,
    /,
    *,
    run: Annotated[Path | None, Parameter(help="The folder of the run.")] = None,
    game: Annotated[str | None, Parameter(name="--game", help="The game's spec. Default: classic.")] = None,
    preset: Annotated[str | None, Parameter(help="A described setting, such as article.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="Settings, key=value each.", consume_multiple=True, negative=()),
    ] = None,
    rounds: Annotated[Whole | None, Parameter(help="Train until so many rounds have been played in all.")] = None,
    seconds: Annotated[str | None, Parameter(help="Train for so many seconds more, on the clock.")] = None,
    every: Annotated[Whole | None, Parameter(help="Rounds from checkpoint to checkpoint.")] = None,
    games: Annotated[
        Whole | None, Parameter(help="Games of a check, and of the measurement at the end; 50 or more.")
    ] = None,
    cap: Annotated[Whole | None, Parameter(help="Stop these games after so many pieces.")] = None,
    seed: Annotated[Whole | None, Parameter(help="Which run: 0 to 2^64 - 1. Default: 0.")] = None,
    resume: Annotated[bool, Parameter(negative=(), help="Go on with the run in --run.")] = False,
    workers: Workers = None,
    scheduler: Annotated[
        str | None, Parameter(help="Play on a cluster (alphazero): the address of its Dask scheduler, tcp://HOST:8786.")
    ] = None,
    json: Json = False,
) -> int:
    """Let a learner play and learn.

    Every few rounds the player of what is learned so far, greedy, plays fixed games that trained nothing; they choose
    the best checkpoint. At the end this one is measured in other games, which chose nothing. The folder has metrics,
    curves for TensorBoard, checkpoints with their cards, and what is needed to go on: Ctrl-C stops after the round that
    is being played, and --resume goes on to the same weights, bit for bit, after Ctrl-C or anything worse. What was
    learned is a player: learned:run=FOLDER.
    """
    from ..learning import events
    from ..learning.configuration import read
    from ..learning.folder import begun
    from ..learning.run import Run
    from .warmup import LEARNERS, LEARNING, ensure_warm

    words = {
        "game": game, "preset": preset, "set": set_, "every": every, "games": games, "cap": cap, "seed": seed,
    }  # fmt: skip
    if run is None:
        raise InputError("train needs a folder for its run; name one by --run")
    checked_workers(workers)
    until = _until(rounds, seconds)
    with _cluster(scheduler) as cluster:
        if resume:
            _undecided(learner, words)
            read(run)
        else:
            begun(run, configured(learner, words, cluster))
        configuration = read(run)
        ensure_warm(configuration.game)
        if configuration.learner in LEARNERS:
            ensure_warm(LEARNING)
        if not events.available():
            print(f"wellplayed: {events.MISSING}", file=sys.stderr)
        with Run(run, workers=workers, cluster=cluster) as training, _interruptible(training):
            _trained(training, *until, quiet=json)
            _end(training, json=json)
    return 0


@contextmanager
def _cluster(scheduler: str | None) -> "Iterator[Cluster | None]":
    """The cluster at an address, or None without one. Raises InputError where none answers."""
    if scheduler is None:
        yield None
        return
    from ..arena.cluster import Cluster

    with Cluster(scheduler) as cluster:
        yield cluster


def configured(name: str | None, words: dict[str, Any], cluster: "Cluster | None" = None) -> "Configuration":
    """The run that a command line means. Raises InputError where it means none."""
    from ..games import game as make_game
    from ..learning.configuration import LEAST_GAMES, Configuration
    from ..learning.learners import LEARNERS, entry, learner, settings_from
    from ..learning.presets import preset
    from ..learning.run import spread
    from ..spec import parse

    if name is None:
        raise InputError(f"train needs a learner; choose {', '.join(one.name for one in LEARNERS)}")
    spec = parse(name)
    found = entry(spec.name)
    settings = dict(preset(words["preset"], found.name).settings) if words["preset"] else {}
    settings |= {**spec.options, **_pairs(words["set"] or [])}
    seed, rules = checked_seed(words["seed"] or 0), make_game(words["game"] or "classic")
    one = learner(found.name, rules, settings_from(found.name, settings), seed)  # raises where they do not fit the game
    if cluster is not None:
        spread(found.name, one, cluster)
    every, cap = (
        0 if words[name] is None else between(f"--{name}", words[name], 1, LONGEST) for name in ("every", "cap")
    )
    return Configuration(
        learner=found.name, game=rules.name, settings=settings, seed=seed, every=every, cap=cap,
        games=LEAST_GAMES if words["games"] is None else words["games"], preset=words["preset"] or "",
    )  # fmt: skip


def _pairs(words: list[str]) -> dict[str, str]:
    """Settings by name. Raises InputError where a word is no key=value, or a key comes twice."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise InputError(f"cannot read --set {word}; write key=value")
        if key.strip() in found:
            raise InputError(f"--set names {key.strip()} twice; keep one")
        found[key.strip()] = value.strip()
    return found


def _until(rounds: int | None, seconds: str | None) -> tuple[int | None, float | None]:
    """When training ends. Raises InputError where nothing says so, or it cannot be read."""
    if rounds is not None:
        between("--rounds", rounds, 0, LONGEST)
    if seconds is None:
        if rounds is None:
            raise InputError("nothing says when training ends; give --rounds or --seconds")
        return rounds, None
    try:
        found = float(seconds)
    except ValueError:
        found = -1.0
    if not 0 <= found < 1e9:
        raise InputError(f"--seconds {seconds} is no time; give seconds, such as 60")
    return rounds, found


def _undecided(learner: str | None, words: dict[str, Any]) -> None:
    """Raises InputError for what was decided when a run began."""
    given = [f"--{name}" for name, value in words.items() if value is not None] + ([learner] if learner else [])
    if given:
        raise InputError(f"what a run is stands in its configuration.json; leave out {given[0]} with --resume")


@contextmanager
def _interruptible(run: "Run") -> Iterator[None]:
    """Let the first Ctrl-C end training after the round, whose checkpoint is kept; the second ends it at once."""
    before = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread() and callable(before)

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        run.stop = True
        print("wellplayed: stopping after this round; Ctrl-C again loses what no checkpoint has", file=sys.stderr)

    if main:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"stopped; wellplayed train --resume --run {run.path} goes on") from None
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


def _trained(run: "Run", rounds: int | None, seconds: float | None, *, quiet: bool) -> None:
    """Train, with a live line for rounds and, unless quiet, a line for each checkpoint."""
    from ..learning.run import Round

    c = run.configuration
    if not quiet:
        print(f"{c.learner} on {c.game}, seed {c.seed}")
        print(f"live charts: wellplayed play --runs {shlex.quote(str(run.path.parent))}\n")
        print(f"{'round':>8} {'pieces':>8} {'CPU s':>8}  greedy: mean, s.e. and median of {c.games} games")
        if run.learner.rounds:
            print(f"{run.learner.rounds:>8} played before")
    with _Live(rounds, run.learner.rounds) as live:
        for step in run.steps(rounds, seconds, live.check):
            if isinstance(step, Round):
                live.round(step, run.pieces)
                continue
            live.end()
            if not quiet:
                _tell(step, run.pieces, run.seconds)


class _Live:
    """What moves on stderr while rounds and checks are played, gone before a line is printed; a context manager."""

    def __init__(self, rounds: int | None, done: int) -> None:
        self._rounds, self._done = rounds, done
        self._open = ExitStack()
        self._bars: Any = None

    def __enter__(self) -> "_Live":
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def round(self, step: "Round", pieces: int) -> None:
        """Show a round that was played."""
        from .console import progress, short

        self._done = step.round
        if self._bars is None:
            self._bars = self._open.enter_context(progress())
            self._task = self._bars.add_task("", total=self._rounds or step.round, done=0, unit="pieces")
        told = "  ".join(
            f"{name} {short(value) if abs(value) >= 10 else f'{value:.3g}'}"
            for name, value in step.metrics.items()
            if name != "steps"
        )
        self._bars.update(
            self._task,
            completed=step.round,
            total=self._rounds or step.round,
            done=pieces,
            description=f"round  {told}",
        )

    def check(self, games: int) -> "Progress":
        """What to call with (pieces, games) during a check."""
        from .console import counter, progress

        self.end()
        return counter(self._open.enter_context(progress()), f"check after round {self._done}", games)

    def end(self) -> None:
        """Take it away."""
        self._open.close()
        self._bars = None


def _tell(step: "Checkpoint", pieces: int, seconds: float) -> None:
    from .console import short
    from .tables import decimal

    r = step.result
    capped = f", {r.capped} stopped after {r.cap:,} pieces" if r.capped else ""
    best = ", the best so far" if step.best else ""
    print(
        f"{step.round:>8} {short(pieces):>8} {seconds:>8.1f}  {decimal(r.mean)} ± {decimal(r.se)} {r.unit}, "
        f"median {decimal(r.median)}{capped}{best}",
        flush=True,
    )


def _end(run: "Run", *, json: bool) -> None:
    """Measure the best checkpoint, and say what came of it."""
    from ..learning.folder import cards
    from .console import counter, emit, progress

    with progress() as bars:
        found = run.measured(counter(bars, "measurement", run.configuration.games))
    if not json:
        _print(run, found)
        return
    c = run.configuration
    emit(
        {
            "run": str(run.path),
            "learner": c.learner,
            "game": c.game,
            "settings": c.settings,
            "seed": c.seed,
            "rounds": run.learner.rounds,
            "pieces": run.pieces,
            "cpu_seconds": run.seconds,
            "checkpoints": [{"round": card["round"], **card["result"]} for card in cards(run.path)],
            "best": str(run.best),
            "result": found.as_json(),
        }
    )


def _print(run: "Run", found: "Evaluation") -> None:
    from ..learning.evaluate import generator
    from .tables import decimal, interval

    capped = f"; {found.capped} stopped after {found.cap:,} pieces, so the mean is too low" if found.capped else ""
    print(f"\nThe best checkpoint, {run.best.name}, in {found.games} other games, greedy, {generator(run.game)}:")
    print(
        f"{decimal(found.mean)} ± {decimal(found.se)} {found.unit} ({interval(found.low, found.high)}), "
        f"median {decimal(found.median)}{capped}"
    )
    print(f"\nIt is a player: wellplayed watch learned:run={run.path} --game {run.configuration.game}")
