"""The spread of features, against a loop over one position at a time, and steps that chains can be tuned by."""

import numpy as np
import pytest

from wellplayed.game import feature_names
from wellplayed.games import game
from wellplayed.players.player import Random
from wellplayed.players.registry import player
from wellplayed.tuning import spread
from wellplayed.tuning.spread import spreads
from wellplayed.tuning.subject import subject


@pytest.mark.parametrize(
    ("name", "weights"),
    [("classic:height=4", {}), ("puyo", {"tear": 0.0}), ("classic:height=4", {"holes": -2.0, "lines": 1.0})],
)
def test_against_one_position_at_a_time(name: str, weights: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "GAMES", 4)
    monkeypatch.setattr(spread, "MOVES", 5)
    rules = game(name)
    players = [Random(rules, 0, rules.straight())]
    if any(weights.values()):
        words = ",".join(f"{feature}={weight}" for feature, weight in weights.items())
        players.append(player(f"linear:{words},moves=drop", rules))  # type: ignore[arg-type]
    found: list[list[float]] = [[] for _ in rules.glossary]
    for who in players:
        for seed in range(4):
            state = rules.new([seed])
            for _ in range(5):
                if state["dead"][0]:
                    break
                features = rules.features(rules.straight().expand(state).states)
                for kept, column in zip(found, features.T, strict=True):
                    if np.std(column) > 1e-9:
                        kept.append(float(np.std(column)))
                state = rules.deal(rules.play(state, who.choose(state)))
    wanted = [np.mean(kept) if kept else 1.0 for kept in found]
    assert spreads(rules, weights) == pytest.approx(wanted)
    assert sum(bool(kept) for kept in found) > 8


def test_what_chance_hardly_ever_brings_gets_no_huge_step() -> None:
    rare = ["ripe", "chain_square", "potential_score", "ready_score", "reached"]
    found = subject("puyo", features=rare, start="builder")
    assert "triples" in found.fixed  # the start plays by these as well
    assert max(found.scale) < 5
    rules, ripe = game("puyo"), feature_names(game("puyo")).index("ripe")
    assert spreads(rules)[ripe] < 0.02 < spreads(rules, found.named(np.array(found.start)))[ripe]
