"""`wellplayed table`: rows measured here, published numbers with their footnotes, and players as they are listed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from wellplayed.arena import table as tables
from wellplayed.interfaces import table as command

Run = Callable[..., Any]


def test_ten_by_ten(run: Run) -> None:
    done = run("table", "10x10", "--games", 12, "--players", "dellacherie,dt-10")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Lines per game on 10x10, played to the end"
    assert lines[2].split() == ["player", "mean", "s.e.", "95%", "interval", "median", "games", "pieces/s", "published"]
    first, second = lines[4].split(), lines[5].split()
    assert first[:2] == ["dellacherie", "2,664"]
    assert first[-1] == "-"
    assert second[:2] == ["dt-10", "5,254"]
    assert second[-2:] == ["5,000", "[1]"]
    assert lines[-1].startswith("[1] 5,000 Gabillon")
    assert max(map(len, lines[:6])) <= 80


def test_ten_by_ten_as_json(run: Run) -> None:
    data = json.loads(run("table", "10x10", "--games", 12, "--players", "bcts", "--json").out)
    (row,) = data["rows"]
    assert data["board"] == "10x10"
    assert (row["player"], row["method"], row["games"], row["published"]) == ("bcts", "direct", 12, 3800)
    assert row["mean"] == pytest.approx(2746.33, abs=0.01)
    assert "NIPS 2013" in row["source"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimates that are rough and take a second."""
    whole = tables.ten_by_twenty
    monkeypatch.setattr(tables, "ten_by_twenty", lambda **o: whole(**o, run_pieces=200_000, trials=1_000))


@pytest.mark.usefixtures("quick")
def test_ten_by_twenty(run: Run) -> None:
    lines = run("table", "10x20", "--players", "dellacherie", "--replicates", 2, "--seed", 5).out.splitlines()
    assert lines[0] == "Lines per game on 10x20, estimated by splitting"
    assert "median" not in lines[2]
    assert lines[4].split()[0] == "dellacherie"
    assert lines[4].split()[-2:] == ["5.20M", "[1]"]


@pytest.mark.usefixtures("quick")
def test_ten_by_twenty_as_json(run: Run) -> None:
    words = ("table", "10x20", "--players", "dellacherie", "--replicates", 1, "--json")
    (row,) = json.loads(run(*words).out)["rows"]
    assert (row["method"], row["replicates"], row["median"], row["se"]) == ("splitting", 1, None, None)
    assert 1e6 < row["mean"] < 40e6


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        (None, None),
        ("dt-10, dt-20", ["dt-10", "dt-20"]),
        ("linear:holes=-4,lines=1,bcts", ["linear:holes=-4,lines=1", "bcts"]),
        ("dt-10,linear:holes=-4,lines=1,linear:lines=2", ["dt-10", "linear:holes=-4,lines=1", "linear:lines=2"]),
    ],
)
def test_players_as_they_are_listed(listed: str | None, names: list[str] | None) -> None:
    found = command._names("10x10", listed)
    assert found == (names or list(tables.TEN_BY_TEN))
