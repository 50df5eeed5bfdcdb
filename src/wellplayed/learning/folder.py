"""The folder of a run, and what lies where in it.

    configuration.json          what the run is (configuration.py)
    metrics.jsonl               a line for each round
    events/                     the same for TensorBoard (events.py)
    checkpoints/000120.safetensors, 000120.json
                                what the player needs after round 120, and its card: how good it is, and how it was made
    state.safetensors           what the learner needs to go on, as of the last checkpoint
    result.json                 the best checkpoint, measured in games that had no part in choosing it

A checkpoint's weights are written first, then its card, then the state, each under another name until it is whole. So
a run that died goes on from the last state; what was written after it is dropped and comes again, bit for bit.
"""

import contextlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from ..errors import InputError
from .arrays import SUFFIX, kept, replaced, taken
from .configuration import NAME, Configuration, read, written
from .learner import Arrays

METRICS, STATE, RESULT, EVENTS, CHECKPOINTS = (
    "metrics.jsonl", "state.safetensors", "result.json", "events", "checkpoints",
)  # fmt: skip


def begun(path: Path, configuration: Configuration) -> None:
    """Make a folder for a run. Raises InputError where there is one, or none can be made."""
    if (path / NAME).exists() or (path / STATE).exists():
        raise InputError(f"{path} has a run already; go on with it by --resume, or choose another --run")
    try:
        (path / CHECKPOINTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path}: {error.strerror}; choose another --run") from None
    written(path, configuration)


def cards(path: Path) -> list[dict[str, Any]]:
    """The cards of the checkpoints in a folder, oldest first. Raises InputError where one cannot be read."""
    found = []
    for file in sorted((path / CHECKPOINTS).glob("*.json")):
        try:
            card = json.loads(file.read_text("utf-8"))
            card["result"]["mean"], card["round"]
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError(f"{file} is no card of a checkpoint; restore it, or delete it") from None
        if file.with_suffix(SUFFIX).is_file():
            found.append(card)
    return found


def latest(path: Path) -> Path:
    """The newest checkpoint of the run in a folder. Raises InputError where there is none."""
    return _one(path, cards(path)[-1:])


def best(path: Path) -> Path:
    """The checkpoint that did best in its check, the first of equals. Raises InputError where there is none."""
    return _one(path, [max(cards(path), key=lambda card: card["result"]["mean"], default=None)])


def checkpoint(path: Path, rounds: int) -> Path:
    """The file of the checkpoint after so many rounds."""
    return path / CHECKPOINTS / f"{rounds:06}{SUFFIX}"


def _one(path: Path, found: Sequence[dict[str, Any] | None]) -> Path:
    read(path)
    if not found or found[0] is None:
        raise InputError(f"the run in {path} has no checkpoint yet; train it further by --resume")
    return checkpoint(path, found[0]["round"])


class Kept(NamedTuple):
    """What is needed to go on."""

    state: Arrays
    rounds: int
    pieces: int  # played to learn
    seconds: float  # of processor time, checks left out


class Folder:
    """The folder of a run, opened to be gone on with, which no other process can open; a context manager.

    Raises InputError, here and in every method, where there is no run, another process has it, or a file cannot be
    read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.configuration = path, read(path)
        self._file: IO[bytes] | None = None
        with _explained(path / METRICS):
            (path / CHECKPOINTS).mkdir(exist_ok=True)
            self._file = (path / METRICS).open("a+b")
        try:
            _lock(self._file, path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Folder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others open it."""
        if self._file is not None:
            self._file.close()

    def resumed(self) -> Kept | None:
        """What was kept with the last checkpoint; None at the start. What was written after it is dropped."""
        kept_then: Kept | None = None
        if (self.path / STATE).exists():
            arrays, note = taken(self.path / STATE)
            if note.get("digest") != self.configuration.digest():
                raise InputError(
                    f"{self.path / STATE} belongs to another run than {NAME} beside it says; undo what was changed "
                    "there, or begin a new run in another --run"
                )
            kept_then = Kept(arrays, note["round"], note["pieces"], note["seconds"])
        self._forget(kept_then.rounds if kept_then else 0)
        return kept_then

    def add(self, metrics: dict[str, Any]) -> None:
        """Keep the metrics of a round."""
        assert self._file is not None
        with _explained(self.path / METRICS):
            told = {name: _json(value) for name, value in metrics.items()}
            self._file.write((json.dumps(told, separators=(",", ":")) + "\n").encode())
            self._file.flush()

    def metrics(self) -> list[dict[str, Any]]:
        """The metrics of all rounds."""
        return _lines((self.path / METRICS).read_bytes())

    def keep(self, weights: Arrays, card: dict[str, Any]) -> None:
        """Keep a checkpoint with its card."""
        path = checkpoint(self.path, card["round"])
        c = self.configuration
        note = {"learner": c.learner, "game": c.game, "settings": c.settings, "seed": c.seed, "round": card["round"]}
        kept(path, weights, note)
        replaced(path.with_suffix(".json"), (json.dumps(card, indent=1) + "\n").encode())

    def keep_state(self, now: Kept) -> None:
        """Keep what is needed to go on from here."""
        c = self.configuration
        note = {"learner": c.learner, "game": c.game, "digest": c.digest(), "round": now.rounds}
        kept(self.path / STATE, now.state, {**note, "pieces": now.pieces, "seconds": now.seconds})

    def _forget(self, rounds: int) -> None:
        """Drop what was written after so many rounds: metrics, a line cut short, checkpoints, half-written files."""
        assert self._file is not None
        with _explained(self.path):
            self._file.seek(0)
            data = self._file.read()
            good = [json.dumps(m, separators=(",", ":")) for m in _lines(data) if m.get("round", 0) <= rounds]
            text = "".join(f"{line}\n" for line in good).encode()
            if text != data:
                self._file.truncate(0)
                self._file.write(text)
                self._file.flush()
            for file in (self.path / CHECKPOINTS).iterdir():
                if file.suffix == ".part" or (file.stem.isdigit() and int(file.stem) > rounds):
                    file.unlink()


def _json(value: Any) -> Any:
    """A number as JSON has it, which has none that are not finite."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _lines(data: bytes) -> list[dict[str, Any]]:
    """The whole lines of a file of metrics up to the first that cannot be read."""
    found: list[dict[str, Any]] = []
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            break
        if not isinstance(one, dict):
            break
        found.append(one)
    return found


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other processes out; the lock goes with this process, however it ends."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - a system without such locks
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"another process is training in {path}; wait for it, or choose another --run") from None


@contextlib.contextmanager
def _explained(path: Path) -> Any:
    """Name the file and the remedy in what the system has to say."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"cannot use {path}: {error.strerror or error}; make room or mend its rights, and go on by --resume"
        ) from None
