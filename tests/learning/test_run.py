"""Runs of learning: what lies in the folder, the same weights after any interruption, and what is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learning.runs import GAME, configuration, further, trained

from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.learning import events
from wellplayed.learning import run as run_module
from wellplayed.learning.arrays import taken
from wellplayed.learning.configuration import NAME, read
from wellplayed.learning.evaluate import evaluated
from wellplayed.learning.folder import STATE, Folder, begun, best, cards, checkpoint, latest
from wellplayed.learning.learners import player, settings_from
from wellplayed.learning.run import Checkpoint, Round, Run, train
from wellplayed.learning.seeds import checks, measured, training


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of five rounds that nothing disturbed."""
    path = tmp_path_factory.mktemp("runs") / "whole"
    steps = trained(path, 5)
    told = " ".join(f"{type(step).__name__[0]}{step.round}" for step in steps)
    assert told == "R1 R2 C2 R3 R4 C4 R5 C5"
    return path


def numbers(path: Path) -> list[Any]:
    """What two runs must agree in: weights, states, results, metrics; not the time that they took."""
    files = [*sorted((path / "checkpoints").glob("*.safetensors")), path / STATE]
    arrays = [{name: a.tolist() for name, a in taken(file)[0].items()} for file in files]
    results = [(card["round"], card["result"]) for card in cards(path)]
    with Folder(path) as folder:
        metrics = [{k: v for k, v in one.items() if k != "seconds"} for one in folder.metrics()]
    return [[file.name for file in files], arrays, results, metrics]


def test_what_lies_in_the_folder(whole: Path) -> None:
    assert read(whole) == configuration()
    assert latest(whole) == checkpoint(whole, 5)
    found = cards(whole)
    assert [card["round"] for card in found] == [2, 4, 5]
    top = max(found, key=lambda card: card["result"]["mean"])
    assert best(whole) == checkpoint(whole, top["round"])
    card = found[-1]
    assert (card["rules"], card["generator"], card["pieces"]) == (game_of(GAME).name, "pieces=uniform", 2500)
    assert card["result"]["games"] == 50
    assert card["result"]["cap"] == 200
    assert set(card) >= {"learner", "settings", "data", "seeds", "play", "time", "hardware", "versions"}
    weights, note = taken(latest(whole))
    assert note["round"] == 5
    game, settings = game_of(GAME), settings_from("td", note["settings"])
    who = player("td", game, settings, weights)
    assert evaluated(game, who, checks(50), 200, workers=2).as_json() == card["result"]
    assert events.available() == any((whole / "events").glob("*"))


@pytest.mark.parametrize("done", [1, 2, 3, 4])
def test_step_by_step_it_comes_to_the_same(whole: Path, tmp_path: Path, done: int) -> None:
    trained(tmp_path / "a", done)
    further(tmp_path / "a", 5)
    wanted, got = numbers(whole), numbers(tmp_path / "a")
    assert got[1][-1] == wanted[1][-1]
    assert got[3] == wanted[3]
    assert {r: result for r, result in got[2] if r in (2, 4, 5)} == dict(wanted[2])


def test_a_death_costs_what_came_after_the_last_checkpoint(whole: Path, tmp_path: Path) -> None:
    for kept in ("metrics", "weights", "card"):
        path = tmp_path / kept
        begun(path, configuration())
        with Run(path, workers=1) as run:
            steps = run.steps(5)
            while next(steps).round < 4:  # round 4 was played; its checkpoint is not kept
                pass
        with (path / "metrics.jsonl").open("a") as file:
            file.write('{"round":5,"ste')
        if kept != "metrics":
            shutil.copy(checkpoint(whole, 4), checkpoint(path, 4))
            (path / "checkpoints" / "000005.json.part").write_text("half")
        if kept == "card":
            shutil.copy(checkpoint(whole, 4).with_suffix(".json"), path / "checkpoints")
        assert [step.round for step in further(path, 5)] == [3, 4, 4, 5, 5]
        assert numbers(path) == numbers(whole)


def test_the_result_is_measured_in_games_that_chose_nothing(whole: Path) -> None:
    with Run(whole, workers=1) as run:
        found = run.measured()
        assert found.seeds == (measured(50)[0], 50)
        assert json.loads((whole / "result.json").read_text("utf-8"))["result"] == found.as_json()
        assert run.measured() == found
    assert not set(checks(1000)) & set(measured(1000))
    assert training(7, 3, 10)[0] > measured(1 << 24)[-1]
    assert training(7, 3, 1 << 24)[-1] < training(7, 4, 1)[0]


def test_what_runs_away_leaves_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained(tmp_path / "a", 2)
    with Run(tmp_path / "a", workers=1) as run:

        def wild() -> dict[str, float]:
            raise InputError("td ran away in round 3: set alpha below 0.05")

        monkeypatch.setattr(run.learner, "advance", wild)
        with pytest.raises(InputError, match=r"set alpha below 0\.05; the checkpoint of round 2 is kept in"):
            list(run.steps(4))
    assert [step.round for step in further(tmp_path / "a", 3)] == [3, 3]


def test_stopped_it_keeps_the_round(tmp_path: Path) -> None:
    begun(tmp_path / "a", configuration())
    with Run(tmp_path / "a", workers=1) as run:
        steps = []
        for step in run.steps(100):
            steps.append(step)
            run.stop = True
    assert [(type(step), step.round) for step in steps] == [(Round, 1), (Checkpoint, 1)]
    assert train(tmp_path / "a", seconds=0) is None
    last = train(tmp_path / "a", rounds=2, workers=1)
    assert last is not None
    assert last.round == 2


def test_without_tensorboard_there_are_no_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tensorboardX", None)
    assert not run_module.Events(tmp_path / "events", 0)._writer
    trained(tmp_path / "a", 1)
    assert not (tmp_path / "a" / "events").exists()


def test_folders_that_are_refused(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has a run already; go on with it by --resume"):
        begun(whole, configuration())
    with pytest.raises(InputError, match="there is no run in"):
        Run(tmp_path / "none")
    with Folder(whole), pytest.raises(InputError, match="another process is training in"):
        Folder(whole)
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(InputError, match="cannot make the folder"):
        begun(tmp_path / "file" / "a", configuration())
    begun(tmp_path / "new", configuration())
    with pytest.raises(InputError, match="has no checkpoint yet"):
        best(tmp_path / "new")
    with Run(tmp_path / "new") as run, pytest.raises(InputError, match="give --rounds or --seconds"):
        list(run.steps())


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('"seed": 0', '"seed": 1', "belongs to another run than configuration.json beside it says"),
        ('"td"', '"dq"', "unknown learner 'dq'"),
        ('"seed": 0', '"seed": "0"', "seed in .* cannot be '0'"),
        ('"seed": 0', '"sede": 0', "unknown entry 'sede'; did you mean 'seed'"),
        ('"seed": 0,', "", "has no entry seed"),
        ('"format": 1', '"format": 2', "no configuration of this version"),
        ('"games": 50', '"games": 3', "games 3 is out of range; choose 50 to"),
        ('"alpha": 0.05', '"alpha": 99', "alpha=99 of learner 'td' is out of range"),
        ('{\n "format"', "", "is not JSON"),
    ],
)
def test_configurations_that_are_refused(whole: Path, tmp_path: Path, before: str, after: str, told: str) -> None:
    path = tmp_path / "a"
    shutil.copytree(whole, path)
    text = (path / NAME).read_text("utf-8")
    assert before in text
    (path / NAME).write_text(text.replace(before, after), "utf-8")
    with pytest.raises(InputError, match=told) as caught:
        Run(path)
    assert "\n" not in str(caught.value)


def test_a_damaged_card_is_told(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "a")
    (tmp_path / "a" / "checkpoints" / "000004.json").write_text("{}", "utf-8")
    with pytest.raises(InputError, match=r"000004\.json is no card of a checkpoint"):
        best(tmp_path / "a")


def test_metrics_that_are_no_numbers_are_null(tmp_path: Path) -> None:
    begun(tmp_path / "a", configuration())
    with Folder(tmp_path / "a") as folder:
        folder.add({"round": 1, "loss": float(np.nan)})
        assert folder.metrics() == [{"round": 1, "loss": None}]
