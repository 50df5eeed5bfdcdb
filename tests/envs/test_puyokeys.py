"""Puyo by keys: taps are those of `KeyGame`, a step that locks a pair lasts until the next one can be steered."""

from tests.envs.walks import chosen, single

from wellplayed.puyo.keys import KeyGame
from wellplayed.puyo.ruleset import Ruleset

NAME = "wellplayed/PuyoKeys-v0"
KEYS = ("L", "R", "D", "HD", "CW", "CCW")


def test_a_step_is_a_tap_and_the_ticks_after_it() -> None:
    env, game = single(NAME), KeyGame(Ruleset(margin="none"), seed=3)
    env.reset(seed=3)
    locked = 0
    for step in range(150):
        while game.phase != "steered" and not game.over:
            game.tick()
        assert env.states.tobytes() == game.states.tobytes()
        if game.over:
            break
        mask = env.action_masks()
        before = game.snapshot()
        for key in range(1, 7):
            game.apply(KEYS[key - 1])
            assert mask[key] == (game.snapshot().state != before.state)
            game.restore(before)
        action = 4 if step % 3 == 2 else chosen(mask, step)
        if action:
            game.apply(KEYS[action - 1])
        game.tick(4)
        seen, _, ended, _, info = env.step(action)
        locked = info["pieces"]
        assert seen["falling"].tolist()[0] in range(6)
        assert ended == bool(game.over) or game.phase != "steered"
    assert locked > 10


def test_left_is_left_and_clockwise_is_clockwise() -> None:
    env = single(NAME, ticks=0)
    for action, column, rotation in ((1, -1, 0), (2, 1, 0), (5, 0, 1), (6, 0, 3)):
        before = env.reset(seed=1)[0]["falling"]
        after = env.step(action)[0]["falling"]
        assert after[0] - before[0] == column
        assert after[2] == rotation


def test_a_feature_shapes_what_is_seen() -> None:
    env = single(NAME, shaping={"puyos": 10.0}, reward="links")
    env.reset(seed=1)
    assert env.step(4)[1] == 20
