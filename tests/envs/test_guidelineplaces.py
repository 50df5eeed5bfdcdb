"""Guideline play without asking twice against the world that it stands for."""

from typing import Any

import numpy as np
import pytest
from tests.envs.walks import chosen, same

from wellplayed.envs.guidelineplaces import GuidelinePlaces
from wellplayed.envs.placing import Placing
from wellplayed.tetris.guideline.rules import Guideline


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("guideline", {"height": 6}),
        ("tetrio-s2", {"previews": 0, "height": 8}),
        ("guideline", {"width": 5, "height": 6}),  # moves are walked
    ],
)
def test_it_is_the_same_world(rules: str, changes: dict[str, Any]) -> None:
    """Games that are over, actions that are not legal, and garbage included."""
    game = Guideline(rules, **changes)
    count, steps = (4, 12) if game.width < 10 else (12, 40)
    quick, plain = GuidelinePlaces(game), Placing(game)
    states = quick.new(np.arange(count, dtype=np.uint64))
    for step in range(steps):
        masks = quick.mask(states)
        assert same(masks, plain.mask(states))
        actions = np.array([chosen(mask, step + i) if mask.any() else 0 for i, mask in enumerate(masks)])
        legal = masks[np.arange(count), actions] & (np.arange(count) % 7 != step % 7)
        a, b = quick.turn(states, actions, legal), plain.turn(states, actions, legal)
        assert (a.states == b.states).all()
        assert same(a.masks, b.masks)
        assert same(a.seen, b.seen)
        states = game.receive(a.states, np.full(count, step % 3 == 0, np.int64))
    assert states["dead"].any()
    assert (states["marks"] > 0).any()
