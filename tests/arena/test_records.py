"""The file of games: what goes in comes out, and what is no such file says so."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wellplayed import __version__
from wellplayed.arena import records
from wellplayed.arena.lockstep import Result
from wellplayed.arena.records import Records, Run
from wellplayed.arena.schema import SCHEMA
from wellplayed.arena.sides import Side
from wellplayed.arena.versus import Match
from wellplayed.errors import InputError

GAMES = [Result(0, 40, 110, 40, True, 7), Result(2**64 - 1, 90, 200, 95, False, 31), Result(7, 3, 15, 3, True)]
FAULTY = Result(8, 2, 14, 2, True, 0, "player 'x' failed")


def side(**changes: Any) -> Side:
    """One side of a match, alive after forty pieces."""
    values = {"dead": False, "pieces": 40, "lines": 12, "attack": 9, "sent": 5, "quads": 1, "spins": 2, **changes}
    return Side(**values)


WON = Match(3, 40, side(), side(dead=True, lines=8))
DRAWN = Match(2**64 - 1, 100, side(pieces=100), side(pieces=100, spins=0))
LOST = Match(5, 90, side(dead=True), side(attack=30))
FAILED = Match(6, 2, side(), side(dead=True, fault="player 'x' failed"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_games_come_back(file: Path) -> None:
    with Records(file) as kept:
        kept.solo("classic:height=10", "bcts", 200).add(GAMES)
        kept.solo("classic:height=10", "random").add(GAMES[:1])
    with Records(file) as kept:
        assert kept.solo("classic:height=10", "bcts", 200).finished() == {r.seed: r for r in GAMES}
        assert kept.solo("classic:height=10", "random").finished() == {0: GAMES[0]}
        assert kept.solo("classic:height=12", "bcts", 200).finished() == {}


def test_only_what_would_come_out_again_is_finished(file: Path) -> None:
    with Records(file) as kept:
        kept.solo("g", "p", 200).add(GAMES)
        assert set(kept.solo("g", "p").finished()) == {0, 7}  # the stopped game would go on
        assert set(kept.solo("g", "p", 110).finished()) == {0, 7}
        assert set(kept.solo("g", "p", 100).finished()) == {7}
        longer = Result(2**64 - 1, 500, 1_200, 510, True)
        kept.solo("g", "p").add([longer])
        assert kept.solo("g", "p").finished()[2**64 - 1] == longer
        assert kept.solo("g", "p", 200).finished()[2**64 - 1] == GAMES[1]


def test_games_with_a_fault_are_kept_but_not_offered(file: Path) -> None:
    with Records(file) as kept:
        kept.solo("g", "p").add([*GAMES[:1], FAULTY])
        kept.versus("g", "p", "q", 100).add([WON, FAILED])
        assert set(kept.solo("g", "p").finished()) == {0}
        assert set(kept.versus("g", "p", "q", 100).finished()) == {3}
    with sqlite3.connect(file) as raw:
        assert raw.execute("SELECT fault FROM games WHERE seed = '8'").fetchall() == [("player 'x' failed",)]
        assert raw.execute("SELECT b_fault FROM matches WHERE seed = '6'").fetchall() == [("player 'x' failed",)]
    raw.close()


def test_games_of_another_version_are_kept_but_not_offered(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Records(file) as kept:
        kept.solo("g", "p").add(GAMES)
        kept.versus("g", "p", "q", 100).add([WON])
        monkeypatch.setattr(records, "__version__", "999")
        assert kept.solo("g", "p").finished() == {}
        assert kept.versus("g", "p", "q", 100).finished() == {}


class TestVersus:
    """Matches."""

    def test_matches_come_back(self, file: Path) -> None:
        with Records(file) as kept:
            kept.versus("g", "p", "q", 100).add([WON, DRAWN, LOST])
        with Records(file) as kept:
            assert kept.versus("g", "p", "q", 100).finished() == {3: WON, 2**64 - 1: DRAWN, 5: LOST}
            assert kept.versus("g", "p", "r", 100).finished() == {}
            assert kept.versus("h", "p", "q", 100).finished() == {}

    def test_sides_do_not_matter(self, file: Path) -> None:
        with Records(file) as kept:
            kept.versus("g", "p", "q", 100).add([WON])
            found = kept.versus("g", "q", "p", 100).finished()
        assert found == {3: Match(3, 40, WON.second, WON.first)}
        assert found[3].points == 1 - WON.points

    def test_the_last_one_kept_is_offered(self, file: Path) -> None:
        other = Match(3, 41, side(dead=True), side())
        with Records(file) as kept:
            kept.versus("g", "p", "q", 100).add([WON])
            kept.versus("g", "q", "p", 100).add([other])
            assert kept.versus("g", "q", "p", 100).finished()[3] == other
            assert kept.versus("g", "p", "q", 100).finished()[3].turns == 41

    def test_only_what_would_come_out_again_is_finished(self, file: Path) -> None:
        with Records(file) as kept:
            kept.versus("g", "p", "q", 100).add([WON, DRAWN, LOST])
            assert set(kept.versus("g", "p", "q", 200).finished()) == {3, 5}
            assert set(kept.versus("g", "p", "q", 90).finished()) == {3, 5}
            assert set(kept.versus("g", "p", "q", 89).finished()) == {3}


class TestComplete:
    """What is missing is played, and kept as it comes."""

    def test_only_what_is_missing_is_played(self, file: Path) -> None:
        asked: list[list[int]] = []

        def play(missing: list[int], each: Any) -> list[Result]:
            asked.append(missing)
            made = [Result(seed, seed, 1, 0, True) for seed in missing]
            each(made)
            return made

        with Records(file) as kept:
            run = kept.solo("g", "p")
            run.add([Result(2, 77, 1, 0, True)])
            run = kept.solo("g", "p")
            assert [r.lines for r in run.complete([3, 2, 1], play)] == [3, 77, 1]
            assert [r.lines for r in run.complete([2, 4], play)] == [77, 4]
            assert asked == [[3, 1], [4]]
            assert run.kept == 5
            assert [r.lines for r in kept.solo("g", "p").complete([1, 2, 3, 4], play)] == [1, 77, 3, 4]
        assert asked == [[3, 1], [4]]
        with sqlite3.connect(file) as raw:
            assert raw.execute("SELECT count(*), count(seconds) FROM runs").fetchone() == (2, 2)
        raw.close()

    def test_what_was_told_is_kept_when_the_rest_fails(self, file: Path) -> None:
        def play(missing: list[int], each: Any) -> list[Result]:
            each([Result(missing[0], 5, 5, 5, True)])
            raise KeyboardInterrupt

        with Records(file) as kept:
            with pytest.raises(KeyboardInterrupt):
                kept.solo("g", "p").complete([1, 2], play)
            assert set(kept.solo("g", "p").finished()) == {1}

    def test_without_a_file_everything_is_played(self) -> None:
        run: Run[Result] = Run()
        assert run.complete([4], lambda missing, each: [Result(4, 1, 1, 1, True)])[0].seed == 4
        assert run.kept == 0


def test_an_interruption_leaves_the_file_as_it_was(file: Path) -> None:
    class Interrupting(list[Result]):
        def __iter__(self) -> Iterator[Result]:
            yield GAMES[0]
            raise KeyboardInterrupt

    with Records(file) as kept:
        kept.solo("g", "p").add(GAMES[2:])
        with pytest.raises(KeyboardInterrupt):
            kept.solo("g", "p").add(Interrupting())
        kept.solo("g", "q").add(GAMES[:1])
    with Records(file) as kept:
        assert set(kept.solo("g", "p").finished()) == {7}
        assert set(kept.solo("g", "q").finished()) == {0}


def test_two_at_once(file: Path) -> None:
    with Records(file) as one, Records(file) as two:
        one.solo("g", "p").add(GAMES[:1])
        two.solo("g", "p").add(GAMES[2:])
        assert set(one.solo("g", "p").finished()) == set(two.solo("g", "p").finished()) == {0, 7}


# The tables of the first version, as it made them.
FIRST = """
    CREATE TABLE runs (id INTEGER PRIMARY KEY, game TEXT NOT NULL, player TEXT NOT NULL, cap INTEGER, seconds REAL,
        date TEXT NOT NULL, version TEXT NOT NULL, cpu TEXT NOT NULL);
    CREATE TABLE games (run INTEGER NOT NULL REFERENCES runs (id), seed TEXT NOT NULL, lines INTEGER NOT NULL,
        pieces INTEGER NOT NULL, score INTEGER NOT NULL, dead INTEGER NOT NULL, PRIMARY KEY (run, seed)) WITHOUT ROWID;
    CREATE INDEX runs_by_name ON runs (game, player);
    PRAGMA user_version = 1;
"""


def test_a_file_of_the_first_version_is_brought_up_to_date(file: Path) -> None:
    with sqlite3.connect(file) as raw:
        raw.executescript(FIRST)
        for number, name in enumerate(("classic:height=10", "guideline:rules=botris"), 1):
            values = (number, name, "bcts", None, 1.5, "2026-01-01T00:00:00+00:00", __version__, "cpu")
            raw.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            raw.execute("INSERT INTO games VALUES (?, '7', 3, 15, 3, 1)", (number,))
    raw.close()
    with Records(file) as kept:
        assert kept.solo("classic:height=10", "bcts").finished() == {7: GAMES[2]}
        assert kept.solo("guideline:rules=botris", "bcts").finished() == {}  # nobody counted its attack
        kept.solo("guideline:rules=botris", "bcts").add(GAMES[:1])
        kept.versus("g", "p", "q", 100).add([WON])
    with Records(file) as kept:
        assert set(kept.solo("guideline:rules=botris", "bcts").finished()) == {0}
        assert set(kept.versus("g", "p", "q", 100).finished()) == {3}
    with sqlite3.connect(file) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        assert raw.execute("SELECT count(*) FROM games").fetchone() == (3,)
    raw.close()


def test_a_file_of_the_second_version_keeps_its_matches(file: Path) -> None:
    with Records(file) as kept:
        kept.versus("g", "p", "q", 100).add([WON])
        for name in ("a_longest", "a_all_clears", "b_longest", "b_all_clears"):
            kept.file.execute(f"ALTER TABLE matches DROP COLUMN {name}")
        kept.file.execute("PRAGMA user_version = 2")
    chained = Match(9, 100, side(longest=12, all_clears=1), side(longest=3))
    with Records(file) as kept:
        kept.versus("g", "p", "q", 100).add([chained])
    with Records(file) as kept:
        assert kept.versus("g", "p", "q", 100).finished() == {3: WON, 9: chained}
        turned = Match(9, 100, chained.second, chained.first)
        assert kept.versus("g", "q", "p", 100).finished()[9] == turned


def test_both_ways_lead_to_the_same_tables(file: Path, tmp_path: Path) -> None:
    def columns(path: Path) -> dict[str, Any]:
        with Records(path) as kept:
            names = [name for (name,) in kept.file.execute("SELECT name FROM sqlite_master ORDER BY name")]
            found = {name: kept.file.execute(f"PRAGMA table_info('{name}')").fetchall() for name in names}
        return found

    with sqlite3.connect(file) as raw:
        raw.executescript(FIRST)
    raw.close()
    assert columns(file) == columns(tmp_path / "fresh.sqlite")


def test_a_text_file(file: Path) -> None:
    file.write_text("lines,pieces\n" * 100)
    with pytest.raises(InputError, match=r"games\.sqlite .*no SQLite file; name another"):
        Records(file)
    assert file.read_text().startswith("lines,pieces")


def test_a_damaged_file(file: Path) -> None:
    with Records(file) as kept:
        kept.solo("g", "p").add([Result(seed, 1, 1, 1, True) for seed in range(5_000)])
    size = file.stat().st_size
    with file.open("r+b") as bytes_:
        bytes_.seek(4096)
        bytes_.write(b"\xff" * (size - 4096))
    with pytest.raises(InputError, match=r"games\.sqlite .*damaged"), Records(file) as kept:
        kept.solo("g", "p").finished()


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a folder; name a file in it"):
        Records(tmp_path)


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no folder .*nowhere"):
        Records(tmp_path / "nowhere" / "games.sqlite")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_file_without_permission(file: Path) -> None:
    with Records(file):
        pass
    file.chmod(0o400)
    with pytest.raises(InputError, match="see that you may write it"):
        Records(file)


def test_another_schema(file: Path) -> None:
    with Records(file):
        pass
    raw = sqlite3.connect(file)
    raw.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    raw.close()
    with pytest.raises(
        InputError, match=f"has version {SCHEMA + 1} of the records, this program reads version {SCHEMA}"
    ):
        Records(file)


def test_the_database_of_something_else(file: Path) -> None:
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE addresses (name TEXT)")
    raw.close()
    with pytest.raises(InputError, match="database of something else"):
        Records(file)
