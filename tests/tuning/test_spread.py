"""The spread of features, against a loop over one position at a time."""

import numpy as np
import pytest

from wellplayed.games import game
from wellplayed.players.player import Random
from wellplayed.tuning import spread
from wellplayed.tuning.spread import spreads


@pytest.mark.parametrize("name", ["classic:height=4", "puyo"])
def test_against_one_position_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "GAMES", 4)
    monkeypatch.setattr(spread, "MOVES", 5)
    rules = game(name)
    player = Random(rules, 0, rules.straight())
    found: list[list[float]] = [[] for _ in rules.glossary]
    for seed in range(4):
        state = rules.new([seed])
        for _ in range(5):
            if state["dead"][0]:
                break
            features = rules.features(rules.straight().expand(state).states)
            for kept, column in zip(found, features.T, strict=True):
                if np.std(column) > 1e-9:
                    kept.append(float(np.std(column)))
            state = rules.deal(rules.play(state, player.choose(state)))
    wanted = [np.mean(kept) if kept else 1.0 for kept in found]
    assert spreads(rules) == pytest.approx(wanted)
    assert sum(bool(kept) for kept in found) > 8
