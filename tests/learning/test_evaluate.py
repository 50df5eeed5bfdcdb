"""Evaluation: greedy games of fixed seeds, put together with their uncertainty."""

import numpy as np
import pytest

from wellplayed.errors import Fault
from wellplayed.games import game as game_of
from wellplayed.learning.evaluate import evaluated, generator, unit
from wellplayed.players.registry import player


def test_figures_are_those_of_the_games() -> None:
    game = game_of("classic:height=6")
    who = player("dellacherie", game)
    found = evaluated(game, who, range(5, 65), 40, workers=1)
    states = game.rollout(game.new(range(5, 65)), who.weights, 40)
    lines = states["lines"]
    assert found.mean == pytest.approx(lines.mean())
    assert found.median == np.median(lines)
    assert found.se == pytest.approx(lines.std(ddof=1) / np.sqrt(60))
    assert (found.games, found.capped, found.cap) == (60, int((~states["dead"]).sum()), 40)
    assert found.seeds == (5, 60)
    assert found.pieces == states["pieces"].sum()
    assert found == evaluated(game, who, range(5, 65), 40, workers=2)


def test_units_and_generators() -> None:
    assert [unit(game_of(spec)) for spec in ("classic", "guideline", "puyo")] == ["lines", "lines", "score"]
    told = [generator(game_of(spec)) for spec in ("classic:pieces=sz", "guideline", "puyo:pairs=uniform")]
    assert told == ["pieces=sz", "seven-bag", "pairs=uniform"]
    game = game_of("puyo")
    states = game.rollout(game.new(range(50)), player("builder", game).weights, 30)
    assert evaluated(game, player("builder", game), range(50), 30, workers=1).mean == states["score"].mean()


def test_a_player_that_fails_is_no_low_score(tmp_path: object) -> None:
    game = game_of("classic:height=6")
    who = player("random", game)
    who.choose = lambda states: 1 / 0  # type: ignore[assignment]
    with pytest.raises(Fault):
        evaluated(game, who, range(50), 10, workers=1)
