"""Every game ever played, in one SQLite file: what a result was measured with, and what need not be played again."""

import datetime as dt
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

import llvmlite.binding

from .. import __version__
from ..errors import InputError
from .lockstep import Result
from .schema import PUYO, SIDE, prepare
from .sides import Side
from .versus import Match

WAIT = 30.0  # seconds for another process that is writing


class _Seeded(Protocol):
    @property
    def seed(self) -> int: ...


R = TypeVar("R", bound=_Seeded)
Play = Callable[[list[int], Callable[[list[R]], None]], list[R]]


class Run(Generic[R]):
    """Games of one kind: those that are kept, and those being played now. This one keeps nothing."""

    def __init__(self) -> None:
        self.kept = 0  # games that were found or added
        self._known: dict[int, R] | None = None

    def finished(self) -> dict[int, R]:
        """By seed, what playing the same again would give."""
        return {}

    def add(self, results: Sequence[R]) -> None:
        """Keep games, all or none of them: an interruption leaves the file as it was."""

    def complete(self, seeds: Sequence[int], play: Play[R]) -> list[R]:
        """The games of all seeds, in their order: `play(missing, each)` plays those that are not yet kept.

        `each` takes finished ones as they come.
        """
        if self._known is None:
            self._known = self.finished()
        missing = [seed for seed in seeds if seed not in self._known]
        self.kept += len(seeds) - len(missing)
        if missing:
            self._known |= {result.seed: result for result in play(missing, self.add)}
        return [self._known[seed] for seed in seeds]


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
        with self.explained():
            self.file = sqlite3.connect(self.path, timeout=WAIT)
        try:
            with self.explained():
                prepare(self.file, self.path)
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> "Records":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. What `Run.add` has returned from is kept."""
        self.file.close()

    def solo(self, game: str, player: str, cap: int | None = None) -> "Run[Result]":
        """The games of a player, stopped after `cap` pieces; `game` and `player` are full specs.

        Finished are those that ended by themselves within the cap, and those stopped by the very same cap. Games that a
        fault ended are kept and not offered, since code can be mended; neither are those played by another version of
        the package, whose rules may have differed. Of two games with one seed the last one kept is offered.
        """
        return _Solo(self, {"game": game, "player": player, "cap": cap})

    def versus(self, game: str, first: str, second: str, cap: int) -> "Run[Match]":
        """The matches of two players, drawn after `cap` turns; finished are those that `solo` would say are.

        Matches kept with the players the other way round are offered too: sides do not matter.
        """
        return _Versus(self, {"game": game, "first": first, "second": second, "cap": cap})

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Name the file and the remedy in what SQLite has to say."""
        try:
            yield
        except sqlite3.ProgrammingError:  # a mistake of the caller, such as a closed file
            raise
        except sqlite3.DatabaseError as error:
            name = getattr(error, "sqlite_errorname", "")  # errors of the Python module itself have none
            if name == "SQLITE_NOTADB":
                remedy = "it is no SQLite file; name another, or move it away"
            elif name.startswith("SQLITE_CORRUPT"):
                remedy = "it is damaged; restore a copy, or move it away"
            elif name.startswith("SQLITE_BUSY"):
                remedy = "another program holds it; wait for it, or name another file"
            else:
                remedy = "see that you may write it and its folder, and that the disk has room"
            raise InputError(f"cannot use the records in {self.path} ({error}): {remedy}") from None


class _Kept(Run[R]):
    """Games in a file: `table` has a row for each run, with what `head` says, `games` one for each game."""

    table, games, parent = "", "", ""

    def __init__(self, records: Records, head: dict[str, Any]) -> None:
        super().__init__()
        self._records, self._head = records, head
        self._id: int | None = None
        self._began, self._spent = time.perf_counter(), 0.0

    def add(self, results: Sequence[R]) -> None:
        """As `Run.add`."""
        file = self._records.file
        with self._records.explained(), file:
            row = self._id if self._id is not None else self._begun(file)
            values = [(row, *self._row(result)) for result in results]
            if values:
                marks = ", ".join("?" * len(values[0]))
                file.executemany(f"INSERT OR REPLACE INTO {self.games} VALUES ({marks})", values)
            seconds = self._spent + time.perf_counter() - self._began
            file.execute(f"UPDATE {self.table} SET seconds = ? WHERE id = ?", (seconds, row))
        self._id = row
        self.kept += len(results)

    def complete(self, seeds: Sequence[int], play: Play[R]) -> list[R]:
        """As `Run.complete`; the clock of the run stands still between calls."""
        self._began = time.perf_counter()
        try:
            return super().complete(seeds, play)
        finally:
            self._spent += time.perf_counter() - self._began

    def _begun(self, file: sqlite3.Connection) -> int:
        """The number of a new row for this run."""
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        cpu = str(llvmlite.binding.get_host_cpu_name())
        columns = {**self._head, "date": now, "version": __version__, "cpu": cpu}
        marks = ", ".join("?" * len(columns))
        cursor = file.execute(
            f"INSERT INTO {self.table} ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values())
        )
        return int(cursor.lastrowid or 0)

    def _rows(self, columns: str, **head: Any) -> list[Any]:
        """These columns of all games whose run fits, oldest first, by the same version of the package."""
        wanted = {**head, "version": __version__}
        fits = " AND ".join(f"{name} = ?" for name in wanted)
        with self._records.explained():
            return self._records.file.execute(
                f"SELECT {columns} FROM {self.games} JOIN {self.table} ON {self.parent} = id WHERE {fits} ORDER BY id",
                tuple(wanted.values()),
            ).fetchall()

    def _row(self, result: R) -> tuple[Any, ...]:
        raise NotImplementedError


class _Solo(_Kept[Result]):
    table, games, parent = "runs", "games", "run"

    def finished(self) -> dict[int, Result]:
        cap, found = self._head["cap"], {}
        columns = "seed, lines, pieces, score, dead, attack, fault"
        for seed, lines, pieces, score, dead, attack, fault in self._rows(
            columns, game=self._head["game"], player=self._head["player"]
        ):
            ended = (cap is None or pieces <= cap) if dead else pieces == cap
            if ended and not fault and attack is not None:
                found[int(seed)] = Result(int(seed), lines, pieces, score, bool(dead), attack)
        return found

    def _row(self, r: Result) -> tuple[Any, ...]:
        return str(r.seed), r.lines, r.pieces, r.score, r.dead, r.attack, r.fault


class _Versus(_Kept[Match]):
    table, games, parent = "duels", "matches", "duel"

    def finished(self) -> dict[int, Match]:
        names = (*SIDE, *PUYO)
        columns = ", ".join(["id", "seed", "turns", *(f"{side}_{name}" for side in "ab" for name in names)])
        game, first, second = (self._head[name] for name in ("game", "first", "second"))
        rows = [(row, False) for row in self._rows(columns, game=game, first=first, second=second)]
        rows += [(row, True) for row in self._rows(columns, game=game, first=second, second=first)]
        found = {}
        for (_, seed, turns, *values), turned in sorted(rows, key=lambda row: row[0][0]):
            sides = [Side(bool(dead), *rest) for dead, *rest in (values[: len(names)], values[len(names) :])]
            match = Match(int(seed), turns, *(sides[::-1] if turned else sides))
            ended = turns <= self._head["cap"] if match.over else turns == self._head["cap"]
            if ended and not match.first.fault and not match.second.fault:
                found[match.seed] = match
        return found

    def _row(self, match: Match) -> tuple[Any, ...]:
        sides = match.first, match.second
        values = (getattr(side, name) for names in (SIDE, PUYO) for side in sides for name in names)
        return str(match.seed), match.turns, *values
