"""Results in words."""

import doctest
import math

import pytest

from wellplayed.arena.ratings import Tally
from wellplayed.arena.sequential import Sprt, judged
from wellplayed.arena.sides import Side
from wellplayed.arena.tournament import Pairing
from wellplayed.arena.versus import Match
from wellplayed.interfaces import standings

pytestmark = pytest.mark.pure
ALIVE, DEAD = Side(False, 9, 3, 5, 4, 0, 0), Side(True, 9, 3, 1, 1, 0, 0)
WON, LOST = Match(0, 9, ALIVE, DEAD), Match(1, 9, DEAD, ALIVE)


def test_examples_in_docstrings() -> None:
    found = doctest.testmod(standings)
    assert found.attempted
    assert not found.failed


def test_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    report = standings.Report("g", 50, ["a", "b"], [Pairing(0, 1, [WON])], None, False, {})
    for results, words in (
        (Tally(400, 0, 0), "H1 is accepted: at least +20 Elo points."),
        (Tally(0, 0, 400), "H0 is accepted: at most -5 Elo points."),
        (Tally(1, 0, 0), "Undecided after 1 matches; more --games may decide it."),
    ):
        report.show(Sprt(-5, 20), [judged(results, Sprt(-5, 20))])
        out = capsys.readouterr().out
        assert words in out
        assert "1 match, drawn after 50 turns" in out


def test_the_best_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    pairings = [Pairing(0, 1, [LOST, LOST]), Pairing(0, 2, [LOST, WON]), Pairing(1, 2, [WON, WON])]
    standings.Report("g", 50, ["a", "b", "c"], pairings, 1, False, {}).show(None, [])
    lines = capsys.readouterr().out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Ratings in Elo points, b is 0")) + 4
    assert [line.split()[0] for line in lines[start : start + 3]] == ["b", "a", "c"]
    assert lines[start].split()[1:3] == ["+0.00", "-"]


def test_json_has_no_interval_for_a_single_match(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    standings.Report("g", 50, ["a", "b"], [Pairing(0, 1, [WON])], None, False, {(0, 1): 2.5}).emit(None, [])
    found = json.loads(capsys.readouterr().out)
    (pairing,) = found["pairings"]
    assert pairing["attack_difference"] == {"mean": pytest.approx(4 / 9), "se": None, "low": None, "high": None}
    assert pairing["elo_high"] is None
    assert math.isfinite(pairing["elo_low"])
    assert pairing["seconds"] == 2.5
    counts = {"lines": 3, "attack": 5, "sent": 4, "quads": 0, "spins": 0}
    assert pairing["matches"][0]["first"] == {"dead": False, "pieces": 9, **counts, "fault": ""}
    assert "sprt" not in found
