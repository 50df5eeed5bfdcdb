"""Validation: what the arena says of the chosen weights, in games of their own, and the same file each time."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.tuning.test_run import configuration, played

from wellplayed.arena import lockstep
from wellplayed.arena.entrants import entrant
from wellplayed.arena.summary import paired, summarise
from wellplayed.games import game
from wellplayed.tuning.run import Run, begun
from wellplayed.tuning.validation import NAME, as_json, games, validated


def lines(run: Run, weights: list[float]) -> list[int]:
    """Lines of a candidate in the games of the validation."""
    rules = game(run.configuration.subject.game)
    who = entrant(run.configuration.subject.spec(np.array(weights)), rules)
    return [one.lines for one in lockstep.play(rules, who, range(2_000_000_000, 2_000_000_004))]


def test_best_and_start_in_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path / "a", configuration())
    played(tmp_path / "a")
    with Run(tmp_path / "a") as run:
        assert run.best.check  # something better than nothing was found
        units = []
        found = validated(run, lambda _, games: units.append(games))
        assert (sum(units), games(run)) == (8, 8)
        best, start = lines(run, run.best.weights), lines(run, [0.0, 0.0, 0.0])
        assert found.best.mean == summarise(best).mean
        assert found.start.mean == summarise(start).mean
        gap = paired(best, start)
        assert found.apart == (gap.mean, gap.se, gap.low, gap.high)
        data = json.loads((tmp_path / "a" / NAME).read_text("utf-8"))
        assert data == json.loads(json.dumps(as_json(found)))
        assert data["generation"] == run.best.check
        before = (tmp_path / "a" / NAME).read_bytes()
        with monkeypatch.context() as nothing:
            nothing.setattr(run.objective, "score", lambda *_: pytest.fail("it was played twice"))
            assert validated(run) == found
        (tmp_path / "a" / NAME).write_text("{}", "utf-8")
        validated(run)
        assert (tmp_path / "a" / NAME).read_bytes() == before


def test_of_one_game_nothing_is_known_but_its_value(tmp_path: Path) -> None:
    begun(tmp_path / "a", configuration(validation=1, generations=0))
    played(tmp_path / "a")
    with Run(tmp_path / "a") as run:
        found = validated(run)
        assert (found.generation, games(run)) == (0, 1)
        assert as_json(found)["best"]["se"] is None
        assert str(validated(run)) == str(found)
        assert found.apart.mean == 0
