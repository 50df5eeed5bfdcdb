"""Runs: the same bytes however often they are interrupted, and every way of going wrong keeps what was computed."""

import dataclasses
import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import Floats
from wellplayed.players.own import read_weights
from wellplayed.tuning.configuration import Configuration, written
from wellplayed.tuning.journal import Check, Generation
from wellplayed.tuning.run import Run, begun
from wellplayed.tuning.subject import subject

METHOD = "cross_entropy:population=6,elite=0.4"
FILES = ("journal.jsonl", "best.toml", "run.toml")


def configuration(**changes: Any) -> Configuration:
    tuned = subject("classic:height=4", features=["holes", "aggregate_height", "bumpiness"])
    return dataclasses.replace(Configuration(METHOD, "lines", tuned, 3, 5, 2, 4), **changes)


def played(folder: Path, most: int = 1_000, **options: Any) -> list[Generation | Check]:
    """Play up to `most` steps of the run in a folder."""
    with Run(folder, **options) as run:
        return [step for _, step in zip(range(most), run.steps())]


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


class Wandering:
    """Asks for what it was told to ask for."""

    done = False

    def __init__(self, asked: list[Floats]) -> None:
        self.asked, self.mean = asked, np.zeros(3)

    def ask(self) -> Floats:
        return self.asked[0]

    def tell(self, fitness: Floats) -> None:
        self.asked = self.asked[1:] or self.asked


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A run that nothing disturbed."""
    begun(tmp_path / "whole", configuration())
    steps = played(tmp_path / "whole", workers=1)
    assert [step[0] for step in steps] == [0, 1, 2, 2, 3, 4, 4, 5, 5]
    return tmp_path / "whole"


def test_a_generation_plays_the_same_games_and_the_next_one_others(whole: Path) -> None:
    with Run(whole) as run:
        steps = [*run.journal.generations, *run.journal.checks]
        assert len({step.seeds[0] for step in run.journal.generations}) == 5
        assert len({step.seeds for step in run.journal.checks}) == 1
        for step in steps[:2]:
            assert isinstance(step, Generation)
            seeds = range(step.seeds[0], step.seeds[0] + step.seeds[1])
            fitness = run.objective.score(np.array(step.candidates), seeds)
            assert fitness.mean.tolist() == step.fitness
            assert fitness.games.std(axis=1, ddof=1) / np.sqrt(3) == pytest.approx(step.error)
        assert [check.weights for check in run.journal.checks] == [run.means[i].tolist() for i in (0, 2, 4, 5)]
        assert run.best.fitness == max(check.fitness for check in run.journal.checks)
        found, weights = run.result
        assert read_weights(whole / "best.toml") == found.named(weights)
        factor = set(np.array(run.best.weights) / weights)
        assert len(factor) == 1 and np.frexp(factor.pop())[0] == 0.5  # noqa: PT018 - a power of two


def test_cut_anywhere_it_goes_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    wanted = contents(whole)
    journal = wanted[0]
    ends = [i + 1 for i, byte in enumerate(journal) if byte == ord("\n")]
    for cut in (0, ends[0] - 5, ends[1], ends[3] + 100, ends[5] + 3, len(journal) - 1):
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        (folder / "run.toml").write_bytes(wanted[2])
        (folder / "journal.jsonl").write_bytes(journal[:cut])
        played(folder, workers=2)
        assert contents(folder) == wanted


def test_step_by_step_and_further(whole: Path, tmp_path: Path) -> None:
    begun(tmp_path / "steps", configuration(generations=3))
    while played(tmp_path / "steps", 1):
        pass
    assert len(played(tmp_path / "steps")) == 0
    written(tmp_path / "steps", configuration())
    played(tmp_path / "steps")
    with Run(whole) as run, Run(tmp_path / "steps") as other:
        assert other.journal.generations == run.journal.generations


def test_a_race_plays_fewer_games_and_tells_places(tmp_path: Path) -> None:
    begun(tmp_path / "a", configuration(race=2, generations=3))
    first = [step for step in played(tmp_path / "a", workers=1) if isinstance(step, Generation)]
    for step in first:
        assert sorted(step.places) == [0, 1, 2, 3, 4, 5]
        winner = int(np.argmax(step.places))
        seeds = range(step.seeds[0], step.seeds[0] + step.seeds[1])
        with Run(tmp_path / "a") as run:
            games = run.objective.score(np.array(step.candidates[winner : winner + 1]), seeds).games
        assert games.mean() == pytest.approx(step.fitness[winner])
        assert games.std(ddof=1) / np.sqrt(games.size) == pytest.approx(step.error[winner])
    wanted = contents(tmp_path / "a")
    (tmp_path / "a" / "journal.jsonl").write_bytes(wanted[0][: len(wanted[0]) // 2])
    played(tmp_path / "a")
    assert contents(tmp_path / "a") == wanted


def test_candidates_that_cannot_be_played_stop_it_and_cost_nothing(tmp_path: Path) -> None:
    good = np.ones((2, 3))
    cases = [
        ("large", np.array([[1.0, 1e201, 0.0]]), "weight of aggregate_height is 1e\\+201 in generation 2"),
        ("nan", np.array([[1.0, 0.0, np.nan]]), "weight of bumpiness is nan in generation 2"),
        ("none", np.empty((0, 3)), "no candidates; give it a population"),
    ]
    for name, bad, told in cases:
        folder = tmp_path / name
        begun(folder, configuration())
        with Run(folder, make=lambda *_: Wandering([good, bad])) as run:  # noqa: B023
            with pytest.raises(InputError, match=told):
                list(run.steps())
            assert len(run.journal.generations) == 1
        with Run(folder, make=lambda *_: Wandering([good, good])) as run:
            assert [step[0] for step in run.steps()] == [2, 2, 3, 4, 4, 5, 5]


def test_a_method_that_asks_for_something_else_by_now(whole: Path) -> None:
    before = contents(whole)
    with pytest.raises(InputError, match="asks for other candidates in generation 1 than"):
        Run(whole, make=lambda *_: Wandering([np.ones((6, 3))]))
    assert contents(whole) == before
    Run(whole).__exit__(None, None, None)  # and the journal is free again


def test_a_method_that_is_done_ends_it(tmp_path: Path) -> None:
    begun(tmp_path / "a", configuration(generations=500, method="annealing:chains=1,steps=3,restarts=0"))
    steps = played(tmp_path / "a")
    assert len([step for step in steps if isinstance(step, Generation)]) < 20
    assert isinstance(steps[-1], Check)


def test_a_full_disk_is_told_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "a", configuration())
    with Run(tmp_path / "a") as run:
        steps = run.steps()
        for _ in range(2):
            next(steps)
        with monkeypatch.context() as full:

            def no_room(*_: Any) -> None:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

            full.setattr(os, "fsync", no_room)
            full.setattr(run.objective, "score", lambda *_: pytest.fail("something was played"))
            with pytest.raises(InputError, match=r"No space left .*; 1 generation is kept"):
                next(steps)
        assert [step[0] for step in run.steps()] == [2, 2, 3, 4, 4, 5, 5]


def test_a_folder_takes_one_run(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has a run already; go on with it by --resume"):
        begun(whole, configuration())
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(InputError, match="cannot make the folder"):
        begun(tmp_path / "file" / "run", configuration())
    text = (whole / "run.toml").read_text("utf-8")
    (whole / "run.toml").write_text(text.replace("games = 3", "games = 4"), "utf-8")
    with pytest.raises(InputError, match=r"belongs to another run than the run.toml"):
        Run(whole)
