"""The file of games: what goes in comes out, and what is no such file says so."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from wellplayed.arena import records
from wellplayed.arena.lockstep import Result
from wellplayed.arena.records import Records
from wellplayed.errors import InputError

GAMES = [Result(0, 40, 110, 40, True), Result(2**64 - 1, 90, 200, 95, False), Result(7, 3, 15, 3, True)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_games_come_back(file: Path) -> None:
    with Records(file) as kept:
        kept.add("classic:height=10", "bcts", GAMES, 1.5, cap=200)
        kept.add("classic:height=10", "random", GAMES[:1], 0.1)
    with Records(file) as kept:
        assert kept.finished("classic:height=10", "bcts", 200) == {r.seed: r for r in GAMES}
        assert kept.finished("classic:height=10", "random", None) == {0: GAMES[0]}
        assert kept.finished("classic:height=12", "bcts", 200) == {}


def test_only_what_would_come_out_again_is_finished(file: Path) -> None:
    with Records(file) as kept:
        kept.add("g", "p", GAMES, 1.0, cap=200)
        assert set(kept.finished("g", "p", None)) == {0, 7}  # the stopped game would go on
        assert set(kept.finished("g", "p", 110)) == {0, 7}
        assert set(kept.finished("g", "p", 100)) == {7}
        longer = Result(2**64 - 1, 500, 1_200, 510, True)
        kept.add("g", "p", [longer], 1.0)
        assert kept.finished("g", "p", None)[2**64 - 1] == longer
        assert kept.finished("g", "p", 200)[2**64 - 1] == GAMES[1]


def test_games_of_another_version_are_kept_but_not_offered(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Records(file) as kept:
        kept.add("g", "p", GAMES, 1.0)
        monkeypatch.setattr(records, "__version__", "999")
        assert kept.finished("g", "p", None) == {}


def test_an_interruption_leaves_the_file_as_it_was(file: Path) -> None:
    def interrupted() -> Iterator[Result]:
        yield GAMES[0]
        raise KeyboardInterrupt

    with Records(file) as kept:
        kept.add("g", "p", GAMES[2:], 1.0)
        with pytest.raises(KeyboardInterrupt):
            kept.add("g", "p", interrupted(), 1.0)
        kept.add("g", "q", GAMES[:1], 1.0)
    with Records(file) as kept:
        assert set(kept.finished("g", "p", None)) == {7}
        assert set(kept.finished("g", "q", None)) == {0}


def test_two_at_once(file: Path) -> None:
    with Records(file) as one, Records(file) as two:
        one.add("g", "p", GAMES[:1], 1.0)
        two.add("g", "p", GAMES[2:], 1.0)
        assert set(one.finished("g", "p", None)) == set(two.finished("g", "p", None)) == {0, 7}


def test_a_text_file(file: Path) -> None:
    file.write_text("lines,pieces\n" * 100)
    with pytest.raises(InputError, match=r"games\.sqlite .*no SQLite file; name another"):
        Records(file)
    assert file.read_text().startswith("lines,pieces")


def test_a_damaged_file(file: Path) -> None:
    with Records(file) as kept:
        kept.add("g", "p", (Result(seed, 1, 1, 1, True) for seed in range(5_000)), 1.0)
    size = file.stat().st_size
    with file.open("r+b") as bytes_:
        bytes_.seek(4096)
        bytes_.write(b"\xff" * (size - 4096))
    with pytest.raises(InputError, match=r"games\.sqlite .*damaged"), Records(file) as kept:
        kept.finished("g", "p", None)


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
    raw.execute("PRAGMA user_version = 2")
    raw.close()
    with pytest.raises(InputError, match=r"has version 2 of the records, this program reads version 1"):
        Records(file)


def test_the_database_of_something_else(file: Path) -> None:
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE addresses (name TEXT)")
    raw.close()
    with pytest.raises(InputError, match="database of something else"):
        Records(file)


def test_seconds_are_finite(file: Path) -> None:
    with Records(file) as kept, pytest.raises(InputError, match="cannot take nan seconds"):
        kept.add("g", "p", GAMES, float("nan"))
