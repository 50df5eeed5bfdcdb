"""The cost curve: guesses are those that were ready in time, intervals are Student's, and no run is played twice."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.cost_curve import GAME, configured, guesses, main, parsed, played, rows, table

from benchmarks import cost_curve
from wellplayed.game import feature_names
from wellplayed.games import game
from wellplayed.tuning.run import Run, begun

SMALL = ["--methods", "cross_entropy:population=6", "--games", "1", "--validation", "3", "--runs", "2"]
QUICK = [*SMALL, "--seconds", "0.001", "0.05"]


class Clock:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def process_time(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(cost_curve, "time", one)
    return one


def of_points(method: str, seed: int, **lines: float) -> dict[str, Any]:
    """A run with those lines after s10, s60 and so forth."""
    points = [{"seconds": float(name[1:]), "lines": value} for name, value in lines.items()]
    return {"method": method, "seed": seed, "points": points}


def test_a_guess_is_that_of_the_last_generation_that_ended_in_time(clock: Clock, tmp_path: Path) -> None:
    configuration = configured("cross_entropy:population=6", 3, parsed(SMALL))
    found = []
    for guess in guesses(configuration, [0.5, 3.0, 6.5]):
        found.append(guess)
        clock.now += 1_000  # what is done with it costs the method nothing
    begun(tmp_path / "same", configuration)
    with Run(tmp_path / "same", workers=1) as run:
        for _ in zip(range(8), run.steps(), strict=False):
            pass
        means = [mean.tolist() for mean in run.means]
        pieces = [one.pieces for one in run.journal.generations]
    # The clock is read when it begins, after the check of the start, and after each generation.
    assert [guess.seconds for guess in found] == [0.5, 3.0, 6.5]
    generations = [guess.generation for guess in found]
    assert generations[:2] == [0, 2]
    assert 3 <= generations[2] <= 5
    assert [guess.weights for guess in found] == [means[generation] for generation in generations]
    assert [guess.pieces for guess in found] == [sum(pieces[:generation]) for generation in generations]
    assert all(guess.cpu <= guess.seconds for guess in found)


def test_a_method_that_is_done_keeps_its_guess() -> None:
    configuration = configured("annealing:chains=1,steps=2,restarts=0", 0, parsed(SMALL))
    first, second = guesses(configuration, [100.0, 200.0])
    assert (first.generation, second.generation) == (2, 2)
    assert first._replace(seconds=200.0) == second


def test_games_are_played_to_their_ends() -> None:
    tuned = configured("genetic", 0, parsed(SMALL)).subject
    weights = [-1.0, 1, -1, -1, -4, -1, 0, 0, 0]
    rules, names = game(GAME), feature_names(game(GAME))
    full = np.zeros(len(names))
    full[[names.index(feature) for feature in tuned.features]] = weights
    states = rules.rollout(rules.new([0, 9]), full, 10_000_000)
    assert played(tuned, weights, [0, 9]).tolist() == states["lines"].tolist() == [2032, 241]  # as published


def test_intervals_are_students_over_runs() -> None:
    runs = [of_points("a", seed, s10=lines) for seed, lines in enumerate((1_000.0, 2_000.0, 3_000.0))]
    two = [of_points("b", 0, s10=10.0, s60=50.0), of_points("b", 1, s10=2_010.0)]
    first, second, third = rows([*runs, *two])
    assert (first.method, first.seconds, first.lines, first.mean) == ("a", 10, [1_000, 2_000, 3_000], 2_000)
    assert (first.low, first.high) == pytest.approx((0, 2_000 + 4.303 * 1_000 / math.sqrt(3)))
    assert (second.low, second.mean) == (0, 1_010)
    assert (third.method, third.seconds, third.mean) == ("b", 60, 50)
    assert math.isnan(third.low)
    lines = table([first, second, third]).splitlines()
    assert lines[2] == "| 10 | `a` | 2,000 | 0 to 4,484 | 1,000, 2,000, 3,000 | 2 of 3 |"
    assert lines[4] == "| 60 | `b` | 50 | one run | 50 | 0 of 1 |"
    assert lines[6:] == ["Highest mean after 10 s: `a`, 2,000.", "Highest mean after 60 s: `b`, 50."]


def test_runs_that_are_done_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main([*QUICK, "--out", str(tmp_path)])
    told = capsys.readouterr().out
    files = sorted(path.name for path in tmp_path.iterdir() if "-" in path.name)
    assert files == [f"cross_entropy%3Apopulation%3D6-{seed}.json" for seed in (0, 1)]
    kept = [json.loads((tmp_path / name).read_text("utf-8")) for name in files]
    assert [[point["seconds"] for point in one["points"]] for one in kept] == [[0.001, 0.05]] * 2
    assert kept[0]["points"][0]["generation"] == 0  # too short for any
    assert kept[0]["start"] == [0.0] * 9
    curve = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    assert [row["lines"] for row in curve] == [[one["points"][i]["lines"] for one in kept] for i in (0, 1)]
    monkeypatch.setattr(cost_curve, "measured", lambda *_: pytest.fail("played again"))
    main([*QUICK, "--out", str(tmp_path)])
    assert capsys.readouterr().out == told
    with pytest.raises(pytest.fail.Exception, match="played again"):
        main([*SMALL, "--seconds", "0.07", "--out", str(tmp_path)])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "2"], "is a run with another games; choose another --out"),
        (["--methods", "genetik"], "unknown method 'genetik'; did you mean 'genetic'"),
        (["--race", "2", "--methods", "annealing"], "annealing goes by how much better one is"),
    ],
)
def test_refusals(tmp_path: Path, words: list[str], told: str) -> None:
    main([*QUICK, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as refused:
        main([*QUICK, "--out", str(tmp_path), *words])
    assert str(refused.value).startswith("cost_curve: ")
    assert told in str(refused.value)


@pytest.mark.parametrize("words", [["--runs", "0"], ["--seconds", "-1"], ["--validation", "0"]])
def test_there_is_something_to_do(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed(words)
    assert "is none; choose more than 0" in capsys.readouterr().err


def test_the_figure_shows_the_rows(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = rows([of_points("a", seed, s10=1_000.0 + seed, s60=2_000.0) for seed in (0, 1)])
    draw: Callable[..., None] = cost_curve.draw
    draw(found, tmp_path)
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<?xml")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    before = (tmp_path / "curve.svg").read_bytes()
    draw(found, tmp_path)
    assert (tmp_path / "curve.svg").read_bytes() == before
