"""Guideline play by keys: taps are those of `KeyGame`, and the mask says which change anything."""

import numpy as np
from tests.envs.walks import chosen, single

from wellplayed.tetris.guideline.keys import KeyGame

NAME = "wellplayed/GuidelineKeys-v0"
KEYS = ("L", "R", "D", "HD", "CW", "CCW", "180", "HOLD")


def test_a_step_is_a_tap_and_the_ticks_after_it() -> None:
    for ticks in (0, 4):
        env, game = single(NAME, ticks=ticks), KeyGame(seed=3)
        env.reset(seed=3)
        for step in range(120):
            mask = env.action_masks()
            assert mask[0] == (ticks > 0)
            action = chosen(mask, step)
            before = game.snapshot()
            for key in range(1, 9):
                game.apply(KEYS[key - 1])
                assert mask[key] == (game.snapshot().state != before.state)
                game.restore(before)
            if action:
                game.apply(KEYS[action - 1])
            game.tick(ticks)
            ended = env.step(action)[2]
            assert env.states.tobytes() == game.states.tobytes()
            if ended:
                break
        assert game.state.pieces > 3


def test_left_is_left_and_clockwise_is_clockwise() -> None:
    env = single(NAME, ticks=0)
    upright = next(seed for seed in range(9) if env.reset(seed=seed)[0]["falling"][0] > 1)  # its centre stays in a turn
    for action, column, orientation in ((1, -1, 0), (2, 1, 0), (5, 0, 1), (6, 0, 3)):
        before = env.reset(seed=upright)[0]["falling"]
        after = env.step(action)[0]["falling"]
        assert after[2] - before[2] == column
        assert after[1] == orientation
    held = env.reset(seed=1)[0]
    after = env.step(8)[0]
    assert after["hold"][0] == held["falling"][0]
    assert after["falling"][0] == held["queue"][0]
    assert after["falling"][4] == 1
    assert not env.action_masks()[8]


def test_a_feature_shapes_what_is_seen() -> None:
    env = single(NAME, shaping={"aggregate_height": 1.0}, ticks=0)
    env.reset(seed=1)
    assert env.step(1)[1] == 0
    assert env.step(4)[1] > 0
    assert np.isfinite(env.world.features(env.states)).all()
