"""Many games: number for number what Gymnasium's own vector environment gives, in every way to begin again."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.envs.walks import chosen, native, same, single

from wellplayed.envs import IDS, PlayVector
from wellplayed.errors import InputError

NAMES = [id_.name for id_ in IDS]
COUNT, STEPS, LIMIT = 3, 70, 30


def sync(name: str, mode: AutoresetMode, limit: int, **options: Any) -> SyncVectorEnv:
    make = lambda: gymnasium.make(name, max_episode_steps=limit, **options)  # noqa: E731
    return SyncVectorEnv([make] * COUNT, autoreset_mode=mode)


@pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", NAMES)
def test_it_is_what_single_environments_are(name: str, mode: AutoresetMode) -> None:
    envs = sync(name, mode, LIMIT), native(name, COUNT, max_episode_steps=LIMIT, autoreset_mode=mode.value)
    assert envs[1].metadata["autoreset_mode"] is mode
    assert envs[0].single_observation_space == envs[1].single_observation_space
    told = [env.reset(seed=0) for env in envs]
    assert same(told[0][0], told[1][0])
    assert same(told[0][1], told[1][1])
    ends = 0
    for step in range(STEPS):
        masks = told[1][-1]["action_mask"]
        actions = np.array([chosen(mask, step + i) for i, mask in enumerate(masks)])
        if step % LIMIT > LIMIT - 4:
            actions[0] = masks[0].argmin()  # not legal, in the last steps of an episode too
        told = [env.step(actions) for env in envs]
        assert all(same(a, b) for a, b in zip(*told, strict=True))
        assert told[1][0] in envs[1].observation_space
        assert same(told[1][-1]["action_mask"] > 0, envs[1].action_masks())
        over = told[1][2] | told[1][3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(InputError, match="reset it with"):
                envs[1].step(actions)
            begun = [env.reset(options={"reset_mask": over.copy()}) for env in envs]
            assert same(begun[0], begun[1]) or all(same(a, b) for a, b in zip(*begun, strict=True))
            told[1][-1]["action_mask"][over] = begun[1][1]["action_mask"][over]
    assert ends >= COUNT


@pytest.mark.parametrize("view", ["planes", "afterstates"])
@pytest.mark.parametrize("name", ["wellplayed/Classic10x10-v0", "wellplayed/Guideline-v0", "wellplayed/Puyo-v0"])
def test_so_it_is_with_other_views(name: str, view: str) -> None:
    mode = AutoresetMode.SAME_STEP
    envs = (
        sync(name, mode, 9, observation=view),
        native(name, COUNT, max_episode_steps=9, observation=view, autoreset_mode=mode),
    )
    told = [env.reset(seed=5) for env in envs]
    for step in range(20):
        actions = np.array([chosen(mask, step) for mask in told[1][-1]["action_mask"]])
        told = [env.step(actions) for env in envs]
        assert all(same(a, b) for a, b in zip(*told, strict=True))
        assert told[1][0] in envs[1].observation_space


def test_a_limit_truncates_and_an_end_terminates() -> None:
    env = native("wellplayed/Classic-v0", 2, max_episode_steps=4)
    env.reset(seed=0)
    ends = [env.step(np.zeros(2, np.int64))[2:4] for _ in range(4)]
    assert [cut.tolist() for _, cut in ends] == [[False] * 2] * 3 + [[True] * 2]
    assert not any(over.any() for over, _ in ends)


def test_seeds_go_up_from_one_or_are_given() -> None:
    env = native("wellplayed/Classic-v0", 3)
    assert env.reset(seed=2**63 - 1)[1]["seed"].tolist() == [2**63 - 1, 2**63, 2**63 + 1]
    assert env.reset(seed=[5, None, 0])[1]["seed"].tolist()[::2] == [5, 0]
    assert len(set(native("wellplayed/Classic-v0", 50).reset()[1]["seed"].tolist())) == 50
    with pytest.raises(InputError, match="2 seeds for 3 games"):
        env.reset(seed=[1, 2])
    with pytest.raises(InputError, match="reset_mask must be 3"):
        env.reset(options={"reset_mask": np.zeros(3, np.bool_)})


def test_pictures_are_those_of_single_environments() -> None:
    env, one = native("wellplayed/Puyo-v0", 2, render_mode="ansi"), single("wellplayed/Puyo-v0", render_mode="ansi")
    env.reset(seed=8)
    one.reset(seed=9)
    assert env.render()[1] == one.render()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"num_envs": 0}, "num_envs=0 leaves no game"),
        ({"autoreset_mode": "Never"}, "choose NextStep, SameStep, Disabled"),
        ({"render_mode": "human"}, "choose ansi or rgb_array"),
    ],
)
def test_arguments_that_do_not_fit_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        PlayVector(**options)


def test_a_step_needs_a_beginning_and_an_action_each() -> None:
    env = PlayVector(2)
    with pytest.raises(InputError, match="call reset"):
        env.step([0, 0])
    env.reset(seed=0)
    with pytest.raises(InputError, match=r"shape \(3,\) for 2 games"):
        env.step([0, 0, 0])
    with pytest.raises(InputError, match="action -1 does not exist"):
        env.step([0, -1])
