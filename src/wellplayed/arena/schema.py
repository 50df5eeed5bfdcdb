"""The tables of the file of games, and how a file of an older program is brought up to date."""

import sqlite3
from pathlib import Path

from ..errors import InputError

SCHEMA = 3  # in PRAGMA user_version; older files are brought up to it, younger ones refused

_RUNS = """
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
    """
_GAMES = """
    CREATE TABLE games (
        run INTEGER NOT NULL REFERENCES runs (id),
        seed TEXT NOT NULL,      -- decimal: SQLite's integers end at 2**63
        lines INTEGER NOT NULL,
        pieces INTEGER NOT NULL,
        score INTEGER NOT NULL,
        dead INTEGER NOT NULL,   -- 0: stopped by the cap
        attack INTEGER,          -- lines of garbage made; NULL: played before it was kept
        fault TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (run, seed)
    ) WITHOUT ROWID
    """
_DUELS = """
    CREATE TABLE duels (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        cap INTEGER NOT NULL,    -- turns after which a match is drawn
        seconds REAL,
        date TEXT NOT NULL,
        version TEXT NOT NULL,
        cpu TEXT NOT NULL
    )
    """
SIDE = ("dead", "pieces", "lines", "attack", "sent", "quads", "spins", "fault")  # columns of a match for each player
PUYO = ("longest", "all_clears")  # more of them, which stand behind those of both players


def _matches() -> str:
    kinds = {"fault": "TEXT"}
    sides = ", ".join(f"{side}_{name} {kinds.get(name, 'INTEGER')} NOT NULL" for side in ("a", "b") for name in SIDE)
    return (
        "CREATE TABLE matches (duel INTEGER NOT NULL REFERENCES duels (id), seed TEXT NOT NULL, "
        f"turns INTEGER NOT NULL, {sides}, PRIMARY KEY (duel, seed)) WITHOUT ROWID"
    )


def _of_puyo() -> tuple[str, ...]:
    sides = [f"{side}_{name}" for side in ("a", "b") for name in PUYO]
    return tuple(f"ALTER TABLE matches ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0" for name in sides)


_RUNS_BY_NAME = "CREATE INDEX runs_by_name ON runs (game, player)"
_VERSUS = (_DUELS, _matches(), "CREATE INDEX duels_by_name ON duels (game, first, second)", *_of_puyo())
_FROM_1 = (
    "ALTER TABLE games ADD COLUMN attack INTEGER",
    "ALTER TABLE games ADD COLUMN fault TEXT NOT NULL DEFAULT ''",
    # Of the two games there were, this one has no attack.
    "UPDATE games SET attack = 0 WHERE run IN (SELECT id FROM runs WHERE game LIKE 'classic%')",
    *_VERSUS,
)


def prepare(file: sqlite3.Connection, path: Path) -> None:
    """Make the tables in an empty file, or see that they are ours and bring them up to date.

    Raises InputError where the file holds something else, or was written by a younger program.
    """
    with file:
        file.execute("BEGIN IMMEDIATE")  # so that two processes do not both make them
        (version,) = file.execute("PRAGMA user_version").fetchone()
        (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise InputError(f"{path} is a database of something else; name another file")
        if version > SCHEMA:
            raise InputError(
                f"{path} has version {version} of the records, this program reads version {SCHEMA}; "
                "name another file, or use the wellplayed that wrote it"
            )
        if version == SCHEMA:
            return
        for statement in {1: _FROM_1, 2: _of_puyo()}.get(version, (_RUNS, _GAMES, _RUNS_BY_NAME, *_VERSUS)):
            file.execute(statement)
        file.execute(f"PRAGMA user_version = {SCHEMA}")
