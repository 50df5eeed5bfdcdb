"""A run of learning seen from outside: its metrics by round, its checks, and what is damaged in them."""

import fcntl
import json
import math
from pathlib import Path
from typing import Any

import pytest

from wellplayed.learning.folder import CHECKPOINTS, METRICS, RESULT
from wellplayed.learning.followed import MOST, Check, Followed, is_one

CONFIGURATION = {"format": 1, "learner": "td", "game": "classic:height=6", "settings": {"gamma": 0.9}, "seed": 3}


class MadeUp:
    """The files of a run that nobody trained."""

    def __init__(self, folder: Path, rounds: int = 0) -> None:
        self.folder = folder
        (folder / CHECKPOINTS).mkdir(parents=True)
        (folder / "configuration.json").write_text(json.dumps(CONFIGURATION), "utf-8")
        for number in range(1, rounds + 1):
            self.round(number)

    def write(self, text: str) -> None:
        with (self.folder / METRICS).open("a", encoding="utf-8") as file:
            file.write(text)

    def round(self, number: int, **more: Any) -> None:
        told = {
            "round": number,
            "steps": 100,
            "lines": 10.0 * number,
            "loss": 1 / number,
            **more,
            "seconds": 2.0 * number,
        }
        self.write(json.dumps(told) + "\n")

    def card(self, number: int, mean: float, name: str = "") -> None:
        result = {"unit": "lines", "games": 50, "mean": mean, "low": mean - 1, "high": None, "se": 0.5}
        text = json.dumps({"round": number, "result": result})
        (self.folder / (name or f"{CHECKPOINTS}/{number:06d}.json")).write_text(text, "utf-8")


@pytest.fixture
def made(tmp_path: Path) -> MadeUp:
    return MadeUp(tmp_path / "run", 4)


def seen(folder: Path) -> Followed:
    run = Followed(folder)
    while run.advance():
        pass
    return run


def test_it_tells_what_the_files_say(made: MadeUp) -> None:
    made.card(2, 7.0)
    made.card(4, 5.0)
    run = seen(made.folder)
    assert (run.rounds, run.steps, run.seconds, run.problem) == (4, 400, 8.0, "")
    assert run.configuration["learner"] == "td"
    assert list(run.curves) == ["steps", "lines", "loss"]
    assert run.curves["lines"].rows == [(n, 10.0 * n) for n in (1, 2, 3, 4)]
    assert [check.round for check in run.checks.values()] == [2, 4]
    best = run.best
    assert best is not None
    assert best._replace(high=8.0) == Check(2, 7.0, 6.0, 8.0, "lines", 50)
    assert math.isnan(best.high)  # what a card does not know


def test_it_reads_on(made: MadeUp) -> None:
    run = seen(made.folder)
    before = run.revision
    run.advance()
    assert run.revision == before
    made.write('{"round": 5, "lines"')
    run.advance()
    assert (run.revision, run.rounds) == (before, 4)
    made.write(": 51}\n")
    run.advance()
    assert (run.revision, run.rounds) == (before + 1, 5)
    assert run.curves["lines"].rows[-1] == (5, 51)
    made.card(5, 3.0)
    run.advance()
    assert run.revision == before + 2
    assert list(run.checks) == ["000005.json"]


def test_a_damaged_line_is_named_and_left_out(made: MadeUp) -> None:
    made.write("{]\n[1]\n")
    made.round(5, lines="many", loss=None, note=True)
    run = seen(made.folder)
    assert run.problem == f"line 5 of {made.folder / METRICS} cannot be read; restore or delete it"
    assert run.rounds == 5
    assert run.curves["lines"].rows[-1] == (4, 40)
    assert list(run.curves) == ["steps", "lines", "loss"]


def test_what_is_no_finite_number_is_left_out(made: MadeUp) -> None:
    made.write('{"round": 5, "lines": NaN, "loss": Infinity, "steps": -Infinity}\n')
    run = seen(made.folder)
    assert (run.rounds, run.problem) == (5, "")
    assert [series.count for series in run.curves.values()] == [4, 4, 4]


def test_metrics_that_were_cut_are_read_anew(made: MadeUp) -> None:
    run = seen(made.folder)
    text = (made.folder / METRICS).read_text("utf-8")
    (made.folder / METRICS).write_text("".join(text.splitlines(keepends=True)[:2]), "utf-8")
    run.advance()
    assert (run.rounds, run.steps) == (2, 200)
    assert len(run.curves["loss"].rows) == 2


def test_there_are_only_so_many_curves(made: MadeUp) -> None:
    made.round(5, **{f"m{i}": i for i in range(100)})
    assert len(seen(made.folder).curves) == MOST


def test_damaged_cards_and_configurations(made: MadeUp) -> None:
    made.card(2, 7.0)
    card = made.folder / CHECKPOINTS / "000004.json"
    card.write_text('{"round": 4}', "utf-8")
    run = seen(made.folder)
    assert run.problem == f"{card} has no result; restore it, or delete it"
    assert list(run.checks) == ["000002.json"]
    card.unlink()
    run.advance()
    assert run.problem == ""
    (made.folder / CHECKPOINTS / "000002.json").unlink()
    configuration = made.folder / "configuration.json"
    for text, told in (("{", "is not JSON"), ("[]", "says no learner and game"), ('{"learner": 3}', "says no learner")):
        configuration.write_text(text, "utf-8")
        run.advance()
        assert told in run.problem
        assert (run.configuration, run.checks, run.rounds) == ({}, {}, 4)
    configuration.unlink()
    run.advance()
    assert run.problem == f"{configuration} is missing; restore it"
    assert is_one(made.folder)
    (made.folder / METRICS).unlink()
    assert not is_one(made.folder)


def test_what_leads_elsewhere_is_not_read(made: MadeUp, tmp_path: Path) -> None:
    made.card(2, 7.0)
    for name in (METRICS, CHECKPOINTS):
        (made.folder / name).rename(tmp_path / name)
        (made.folder / name).symlink_to(tmp_path / name)
    run = seen(made.folder)
    assert (run.rounds, run.checks) == (0, {})
    assert run.problem.startswith(f"{made.folder / METRICS} is no plain file")


def test_running_stopped_finished(made: MadeUp) -> None:
    run = seen(made.folder)
    with (made.folder / METRICS).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        run.advance()
        assert run.state == "running"
    made.card(2, 7.0)
    made.card(2, 8.0, RESULT)
    run.advance()
    assert run.state == "stopped"  # rounds were played after the last checkpoint
    made.card(4, 5.0)
    run.advance()
    assert run.state == "finished"
    made.card(4, 9.0)  # a better one, which was not measured
    run.advance()
    assert run.state == "stopped"
