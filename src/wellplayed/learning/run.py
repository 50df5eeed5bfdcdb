"""A run: a learner's rounds, kept in a folder, checked as they go, and gone on with after any interruption."""

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeAlias

from ..arena.cluster import Cluster
from ..arena.parallel import Progress
from ..errors import InputError
from ..games import game as make_game
from . import seeds as of
from .arrays import replaced, taken
from .configuration import versions
from .evaluate import Evaluation, evaluated, generator
from .events import Events
from .folder import EVENTS, RESULT, Folder, Kept, best, cards
from .learner import Learner
from .learners import learner, player, settings_from

MetricsOf: TypeAlias = dict[str, Any]


class Round(NamedTuple):
    """What one round told."""

    round: int
    metrics: MetricsOf


class Checkpoint(NamedTuple):
    """What was kept after a round, and how good it is."""

    round: int
    result: Evaluation
    best: bool  # better than all before


class Run:
    """A run in a folder, opened to be gone on with; a context manager.

    `workers` play the games of checks. A learner that can spread its games plays them on the `cluster`, where one is
    given; what is learned does not depend on it. Raises InputError where the folder has no run, another process has it,
    what it has does not fit, or its learner cannot use a cluster.
    """

    def __init__(self, path: Path, *, workers: int | None = None, cluster: Cluster | None = None) -> None:
        self.folder = Folder(path)
        self.path, self.configuration, self.workers = path, self.folder.configuration, workers
        self.stop = False  # set it to end `steps` after the round that is being played
        try:
            c = self.configuration
            self.game, self.settings = make_game(c.game), settings_from(c.learner, c.settings)
            self.learner = learner(c.learner, self.game, self.settings, c.seed)
            if cluster is not None:
                spread(c.learner, self.learner, cluster)
            self.pieces, self.seconds = 0, 0.0  # played to learn, and the processor time of that
            if (found := self.folder.resumed()) is not None:
                self.pieces, self.seconds = found.pieces, found.seconds
                self.learner.restore(found.state)
            self.events = Events(path / EVENTS, self.learner.rounds)
        except BaseException:
            self.folder.close()
            raise

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.events.close()
        self.folder.close()

    def steps(
        self,
        rounds: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int], Progress] | None = None,
    ) -> Iterator[Round | Checkpoint]:
        """Train until `rounds` have been played in all, or for so many `seconds` more on the clock, and keep it.

        Gives each round as it is played, and each checkpoint when it is on the disk: after every `every` rounds, and
        at the end. `progress(games)` is asked for what to call with (pieces, games) during a check. Raises InputError
        where what is learned runs away, or a file cannot be written; all checkpoints given before stay.
        """
        if rounds is None and seconds is None:
            raise InputError("nothing says when training ends; give --rounds or --seconds")
        began, saved = time.monotonic(), self._saved()
        while not self.stop:
            done = self.learner.rounds
            if (rounds is not None and done >= rounds) or (seconds is not None and time.monotonic() - began >= seconds):
                break
            yield self._round()
            if self.learner.rounds % self.configuration.every == 0:
                yield self._checkpoint(progress)
                saved = self.learner.rounds
        if saved != self.learner.rounds or not self._saved():
            yield self._checkpoint(progress)

    @property
    def best(self) -> Path:
        """The checkpoint that did best in its check. Raises InputError before the first one."""
        return best(self.path)

    def measured(self, progress: Progress | None = None) -> Evaluation:
        """The best checkpoint in games that chose nothing; kept as result.json, which is read where it still holds."""
        path, chosen = self.path / RESULT, self.best
        c = self.configuration
        weights, note = taken(chosen)
        head = {"learner": c.learner, "game": c.game, "round": note["round"], "cap": c.cap, "games": c.games}
        try:
            found = json.loads(path.read_text("utf-8"))
            if all(found[name] == value for name, value in head.items()):
                return Evaluation(**{**found["result"], "seeds": tuple(found["result"]["seeds"])})
        except (OSError, ValueError, TypeError, KeyError):
            pass
        who = player(c.learner, self.game, self.settings, weights)
        result = evaluated(self.game, who, of.measured(c.games), c.cap, workers=self.workers, progress=progress)
        data = {**head, "checkpoint": str(chosen.relative_to(self.path)), "generator": generator(self.game)}
        replaced(path, (json.dumps({**data, "result": result.as_json()}, indent=1) + "\n").encode())
        return result

    def _saved(self) -> int:
        """After how many rounds the newest checkpoint was kept; 0 where there is none."""
        found = cards(self.path)
        return int(found[-1]["round"]) if found else 0

    def _round(self) -> Round:
        began = time.process_time()
        try:
            metrics = self.learner.advance()
        except InputError as error:
            raise InputError(f"{error}; {self._kept()}") from None
        self.seconds += time.process_time() - began
        self.pieces += int(metrics["steps"])
        rounds = self.learner.rounds
        self.folder.add({"round": rounds, **metrics, "seconds": round(self.seconds, 3)})
        self.events.add(rounds, metrics)
        return Round(rounds, metrics)

    def _kept(self) -> str:
        """What is left after a failure."""
        done = self._saved()
        return (
            f"the checkpoint of round {done} is kept in {self.path}" if done else f"{self.path} has no checkpoint yet"
        )

    def _checkpoint(self, progress: Callable[[int], Progress] | None) -> Checkpoint:
        """Keep the weights, check them, then keep the card and the state."""
        c, rounds = self.configuration, self.learner.rounds
        began = time.perf_counter()
        told = progress(c.games) if progress else None
        who = self.learner.player()
        result = evaluated(self.game, who, of.checks(c.games), c.cap, workers=self.workers, progress=told)
        before = max((card["result"]["mean"] for card in cards(self.path) if card["round"] < rounds), default=-1.0)
        self.folder.keep(self.learner.weights(), self._card(result, time.perf_counter() - began))
        self.folder.keep_state(Kept(self.learner.state(), rounds, self.pieces, self.seconds))
        self.events.add(rounds, {f"check/{result.unit}": result.mean, f"check/median {result.unit}": result.median})
        self.events.flush()
        return Checkpoint(rounds, result, result.mean > before)

    def _card(self, result: Evaluation, checking: float) -> dict[str, Any]:
        """What a reader of a checkpoint wants to know, as plain data."""
        c = self.configuration
        return {
            "learner": c.learner,
            "preset": c.preset,
            "settings": c.settings,
            "round": self.learner.rounds,
            "rules": c.game,
            "generator": generator(self.game),
            "data": f"{self.pieces} pieces of its own play",
            "pieces": self.pieces,
            "seeds": {"run": c.seed, "training": f"from {of.TRAINING} on", "check": list(result.seeds)},
            "play": "greedy",
            "result": result.as_json(),
            "time": {
                "training_cpu_seconds": round(self.seconds, 3),
                "check_seconds": round(checking, 3),
                "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            },
            "hardware": {"machine": platform.machine(), "system": platform.system(), "cores": os.cpu_count()},
            "versions": {**versions(), "python": platform.python_version()},
        }


def spread(name: str, one: Learner, cluster: Cluster) -> None:
    """Let a learner play its games on a cluster. Raises InputError for one that plays in one kernel."""
    if not hasattr(one, "cluster"):
        raise InputError(f"the learner {name} plays and learns in one kernel, on one machine; leave out --scheduler")
    one.cluster = cluster


def train(
    path: Path,
    rounds: int | None = None,
    seconds: float | None = None,
    *,
    workers: int | None = None,
    progress: Callable[[Round | Checkpoint], None] | None = None,
) -> Checkpoint | None:
    """Train the run in a folder further; its last checkpoint, or None where nothing was left to do.

    As `Run.steps`, to which `rounds` and `seconds` go; `progress` is called with each step.
    """
    last = None
    with Run(path, workers=workers) as run:
        for step in run.steps(rounds, seconds):
            last = step if isinstance(step, Checkpoint) else last
            if progress is not None:
                progress(step)
    return last
