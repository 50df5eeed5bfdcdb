"""The journal of a run: one line of JSON for all that was computed, on the disk before anything else is.

The first line says which format this is and what it is the journal of. Then come generations, what was asked, in which
games it played and how well it did, and checks, how the method's best guess did after a generation. A program that was
killed in the middle of a line leaves one without an end; it is dropped, and what it would have said is played again.

Every line ends with a digest of itself and of all lines before, so that one that was changed later is noticed. Nothing
in a journal depends on the clock or on the machine's load: two runs of the same command write the same bytes.
"""

import contextlib
import hashlib
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any, NamedTuple

from .. import __version__
from ..errors import InputError

NAME = "journal.jsonl"
FORMAT = 1
TITLE = "wellplayed tuning journal"
NUMBER = 26  # characters of a float64 and the comma after it
DIGEST = 16  # hexadecimal digits


class Generation(NamedTuple):
    """What one generation asked and was told."""

    generation: int  # 1 is the first
    seeds: tuple[int, int]  # the first, and how many
    candidates: list[list[float]]  # [N, D]
    fitness: list[float]  # [N]
    error: list[float]  # [N] standard error of each; 0 for a single game
    places: list[float]  # [N] what the method was told instead, after a race; else none
    pieces: int
    capped: float


class Check(NamedTuple):
    """How the best guess did after so many generations; 0 is the start."""

    check: int
    seeds: tuple[int, int]
    weights: list[float]  # [D]
    fitness: float
    pieces: int


class Chain:
    """The lines of a journal, taken in one after the other and held to their digests.

    Parameters
    ----------
    path : Path
        Where they stand, for what is said about them.
    known : callable
        What looks at the first line, and raises InputError for a journal that is not to be read.
    """

    def __init__(self, path: Path, known: Callable[[dict[str, Any]], None] | None = None) -> None:
        self.path = path
        self.header: dict[str, Any] = {}  # the first line
        self.digest = ""  # of all lines so far
        self._known = known or self.readable
        self._number = 0

    def take(self, line: bytes) -> Generation | Check | None:
        """What the next line says; None for the first one. Raises InputError for a line that was changed."""
        self._number += 1
        try:
            found = json.loads(line)
            given = found.pop("digest")
            body = json.dumps(found, separators=(",", ":"))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self.foreign() if self._number == 1 else self._changed() from None
        if self._number == 1:
            self._known(found)
        self.digest = _digest(self.digest, body)
        if given != self.digest:
            raise self._changed()
        if self._number == 1:
            self.header = found
            return None
        try:
            kind = Generation if "generation" in found else Check
            return kind(**{**found, "seeds": tuple(found["seeds"])})
        except (TypeError, KeyError):
            raise self._changed() from None

    def readable(self, header: dict[str, Any]) -> None:
        """Raises InputError for the first line of a file that has no lines such as these."""
        if header.get("journal") != TITLE or header.get("format") != FORMAT:
            raise self.foreign()

    def foreign(self) -> InputError:
        """What is said of another file."""
        return InputError(f"{self.path} is no journal of tuning; move it away, or choose another --out")

    def _changed(self) -> InputError:
        return InputError(
            f"line {self._number} of {self.path} was changed after it was written; restore it, or delete it and all "
            "lines after it to play them again"
        )


class Journal:
    """An open journal, which no other process can open; a context manager.

    Parameters
    ----------
    path : Path
        The file, made where there is none.
    configuration : str
        A digest of what the run is; a journal of another one is refused.

    Raises InputError, here and in every method, where the file cannot be read or written, was changed or is in use, or
    was written by another version.
    """

    def __init__(self, path: Path, configuration: str) -> None:
        self.path = path
        self.generations: list[Generation] = []
        self.checks: list[Check] = []
        self._chain = Chain(path, self._known)
        with self._explained():
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "w+b", buffering=0)
        try:
            with self._explained():
                self._lock()
                self._end = self._read(self._file.read(), configuration)
                if not self._end:
                    header = {"journal": TITLE, "format": FORMAT, "wellplayed": __version__}
                    self._append({**header, "configuration": configuration})
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back room that was reserved, and close the file."""
        with contextlib.suppress(OSError, ValueError):
            self._file.truncate(self._end)
        self._file.close()

    def reserve(self, numbers: int) -> None:
        """Have the disk hold room for a line of so many numbers, so that what is computed next can be kept.

        The room is blanks after the last line, which are no line.
        """
        with self._explained():
            self._write(b" " * (NUMBER * numbers + 1000))

    def add(self, entry: Generation | Check) -> None:
        """Keep what was computed; once this has returned, it survives a loss of power. Ctrl-C waits until then."""
        with self._explained(), undisturbed():
            self._append(entry._asdict())
            self._take(entry)

    def _take(self, entry: Generation | Check) -> None:
        if isinstance(entry, Generation):
            self.generations.append(entry)
        else:
            self.checks.append(entry)

    def _append(self, data: dict[str, Any]) -> None:
        body = json.dumps(data, separators=(",", ":"), allow_nan=False)
        digest = _digest(self._chain.digest, body)
        line = f'{body[:-1]},"digest":"{digest}"}}\n'.encode()
        self._write(line)
        self._file.truncate(self._end + len(line))
        os.fsync(self._file.fileno())
        self._end, self._chain.digest = self._end + len(line), digest

    def _write(self, data: bytes) -> None:
        """Write after the last line, all or nothing."""
        try:
            self._file.seek(self._end)
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise

    def _read(self, data: bytes, configuration: str) -> int:
        """Take in all whole lines; where the last one ends."""
        end = data.rfind(b"\n") + 1
        for line in data[:end].splitlines():
            entry = self._chain.take(line)
            if entry is not None:
                self._take(entry)
            elif self._chain.header.get("configuration") != configuration:
                raise InputError(
                    f"{self.path} belongs to another run than the run.toml beside it says; undo what was changed "
                    "there, or begin a new run in another --out"
                )
        return end

    def _known(self, header: dict[str, Any]) -> None:
        """Raises InputError for the first line of a file that this program does not go on with."""
        if header.get("journal") != TITLE:
            raise self._chain.foreign()
        if header.get("format") != FORMAT or header.get("wellplayed") != __version__:
            theirs = f"{header.get('wellplayed')} (format {header.get('format')})"
            raise InputError(
                f"{self.path} was written by wellplayed {theirs}, and this is {__version__} (format {FORMAT}), whose "
                "games may differ: go on with that version, or begin a new run in another --out"
            )

    def _lock(self) -> None:
        """Keep other processes out; the lock goes with this process, however it ends."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover - a system without such locks
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"another process is tuning in {self.path.parent}; wait for it, or choose another --out"
            ) from None

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Name the file and the remedy in what the system has to say."""
        try:
            yield
        except OSError as error:
            done = len(self.generations)
            kept = f"{done:,} generation{' is' if done == 1 else 's are'} kept"
            raise InputError(
                f"cannot write {self.path}: {error.strerror or error}; {kept}: make room, or mend the rights of the "
                "folder, and go on by --resume"
            ) from None


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block. It is the main thread that hears it, so in others nothing changes."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    heard: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(*heard[0])


def _digest(before: str, body: str) -> str:
    return hashlib.sha256(f"{before}{body}".encode()).hexdigest()[:DIGEST]
