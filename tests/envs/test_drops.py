"""The kernel of classic play against the world that it stands for."""

import numpy as np
import pytest
from tests.envs.walks import chosen, same

from wellplayed.envs.drops import Drops
from wellplayed.envs.placing import Placing
from wellplayed.tetris.classic import Classic


@pytest.mark.parametrize(
    "game",
    [
        Classic(),
        Classic(height=6, width=5, overflow="clear"),
        Classic(height=10, pieces="bag", previews=3),
        Classic(height=10, pieces="sz", previews=1),
        Classic(height=24, previews=15),
    ],
    ids=str,
)
def test_it_is_the_same_world(game: Classic) -> None:
    """Games that are over, and actions that are not legal, included."""
    fused, plain = Drops(game), Placing(game)
    states = fused.new(np.arange(40, dtype=np.uint64))
    for step in range(50):
        masks = fused.mask(states)
        actions = np.array([chosen(mask, step + i) if mask.any() else 0 for i, mask in enumerate(masks)])
        legal = masks[np.arange(40), actions] & (np.arange(40) % 7 != step % 7)
        a, b = fused.turn(states, actions, legal), plain.turn(states, actions, legal)
        assert (a.states == b.states).all()
        assert same(a.masks, b.masks)
        assert same(a.seen, b.seen)
        states = a.states
    assert states["dead"].any() or game.height > 20
