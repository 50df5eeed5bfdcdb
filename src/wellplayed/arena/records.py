"""Every game ever played, in one SQLite file: what a result was measured with, and what need not be played again."""

import datetime as dt
import math
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import llvmlite.binding

from .. import __version__
from ..errors import InputError
from .lockstep import Result

SCHEMA = 1  # in PRAGMA user_version; a file of another one is refused, never changed
WAIT = 30.0  # seconds for another process that is writing

_TABLES = (
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        player TEXT NOT NULL,
        cap INTEGER,             -- pieces; NULL: to the end
        seconds REAL,            -- on the wall clock, for all games of the run together
        date TEXT NOT NULL,      -- UTC, ISO 8601
        version TEXT NOT NULL,   -- of wellplayed
        cpu TEXT NOT NULL        -- the processor's name as LLVM has it
    )
    """,
    """
    CREATE TABLE games (
        run INTEGER NOT NULL REFERENCES runs (id),
        seed TEXT NOT NULL,      -- decimal: SQLite's integers end at 2**63
        lines INTEGER NOT NULL,
        pieces INTEGER NOT NULL,
        score INTEGER NOT NULL,
        dead INTEGER NOT NULL,   -- 0: stopped by the cap
        PRIMARY KEY (run, seed)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX runs_by_name ON runs (game, player)",
)


class Records:
    """The games in one file, which is made where there is none; used as a context manager, or closed by `close`.

    Raises InputError, here and in every method, where the file cannot be read or written, is no SQLite file, or holds
    something else.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise InputError(f"{self.path} is a folder; name a file in it, such as {self.path / 'games.sqlite'}")
        if not self.path.parent.is_dir():
            raise InputError(f"there is no folder {self.path.parent} to keep {self.path.name} in; make it first")
        with self._explained():
            self._file = sqlite3.connect(self.path, timeout=WAIT)
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Records":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. What `add` has returned from is kept."""
        self._file.close()

    def add(
        self,
        game_name: str,
        player_name: str,
        results: Iterable[Result],
        seconds: float | None = None,
        *,
        cap: int | None = None,
    ) -> None:
        """Keep the results of one run, all or none of them: an interruption leaves the file as it was.

        `game_name` and `player_name` are full specs, `seconds` is the time the games took together, and `cap` the
        pieces after which they were stopped. Of two results with one seed the last is kept.
        """
        if seconds is not None and not math.isfinite(seconds):
            raise InputError(f"games cannot take {seconds} seconds; give a finite number")
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        cpu = str(llvmlite.binding.get_host_cpu_name())
        with self._explained(), self._file:
            run = self._file.execute(
                "INSERT INTO runs (game, player, cap, seconds, date, version, cpu) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (game_name, player_name, cap, seconds, now, __version__, cpu),
            ).lastrowid
            self._file.executemany(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)",
                ((run, str(r.seed), r.lines, r.pieces, r.score, r.dead) for r in results),
            )

    def finished(self, game_name: str, player_name: str, cap: int | None = None) -> dict[int, Result]:
        """By seed, the results that playing the same game again with `cap` would give.

        Those are the games that ended by themselves within the cap, and those stopped by the very same cap. Games
        played by another version of the package are kept but not offered: its rules may have differed.
        """
        with self._explained():
            rows = self._file.execute(
                "SELECT seed, lines, pieces, score, dead FROM games JOIN runs ON run = id"
                " WHERE game = ? AND player = ? AND version = ? ORDER BY id",
                (game_name, player_name, __version__),
            ).fetchall()
        found = {}
        for seed, lines, pieces, score, dead in rows:
            if (cap is None or pieces <= cap) if dead else pieces == cap:
                found[int(seed)] = Result(int(seed), lines, pieces, score, bool(dead))
        return found

    def _prepare(self) -> None:
        """Make the tables in an empty file, or see that they are ours."""
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")  # so that two processes do not both make them
            (version,) = self._file.execute("PRAGMA user_version").fetchone()
            (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if version == 0 and tables == 0:
                for statement in _TABLES:
                    self._file.execute(statement)
                self._file.execute(f"PRAGMA user_version = {SCHEMA}")
            elif version == 0:
                raise InputError(f"{self.path} is a database of something else; name another file")
            elif version != SCHEMA:
                raise InputError(
                    f"{self.path} has version {version} of the records, this program reads version {SCHEMA}; "
                    "name another file, or use the wellplayed that wrote it"
                )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Name the file and the remedy in what SQLite has to say."""
        try:
            yield
        except sqlite3.ProgrammingError:  # a mistake of the caller, such as a closed file
            raise
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname == "SQLITE_NOTADB":
                remedy = "it is no SQLite file; name another, or move it away"
            elif error.sqlite_errorname.startswith("SQLITE_CORRUPT"):
                remedy = "it is damaged; restore a copy, or move it away"
            elif error.sqlite_errorname.startswith("SQLITE_BUSY"):
                remedy = "another program holds it; wait for it, or name another file"
            else:
                remedy = "see that you may write it and its folder, and that the disk has room"
            raise InputError(f"cannot use the records in {self.path} ({error}): {remedy}") from None
