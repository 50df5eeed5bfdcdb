"""Rewards: a count by its name, and shaping only where it is asked for."""

import numpy as np
import pytest
from tests.envs.walks import chosen, single


@pytest.mark.parametrize("count", ["score", "lines", "pieces", "attack", "sent"])
def test_a_reward_is_what_a_count_grows_by(count: str) -> None:
    env = single("wellplayed/Guideline-v0", reward=count)
    _, info = env.reset(seed=1)
    total = 0.0
    for step in range(40):
        _, reward, ended, _, info = env.step(chosen(info["action_mask"], step))
        total += reward
        assert total == info[count]
        if ended:
            break
    assert count != "pieces" or total > 10


def test_death_costs_what_it_is_said_to_and_only_once() -> None:
    env = single("wellplayed/Classic10x10-v0", death=-5.0, reward="pieces")
    env.reset(seed=1)
    rewards, ended = [], False
    while not ended:
        _, reward, ended, _, _ = env.step(0)
        rewards.append(reward)
    assert rewards == [1.0] * (len(rewards) - 1) + [-4.0]


def test_shaping_is_the_change_of_a_potential_and_ends_at_nothing() -> None:
    discount = 0.9
    shaped = single("wellplayed/Classic10x10-v0", shaping={"holes": -2.0, "aggregate_height": -0.5}, discount=discount)
    plain = single("wellplayed/Classic10x10-v0")
    shaped.reset(seed=3)
    plain.reset(seed=3)
    names = [feature.name for feature in plain.world.game.glossary]
    which = [names.index("holes"), names.index("aggregate_height")]

    def potential() -> float:
        return float(plain.world.features(plain.states)[0, which] @ np.array([-2.0, -0.5]))

    ended, step = False, 0
    while not ended:
        before = potential()
        _, lines, ended, _, info = plain.step(chosen(plain.action_masks(), step))
        _, reward, over, _, _ = shaped.step(chosen(shaped.action_masks(), step))
        after = 0.0 if ended else potential()
        assert reward == pytest.approx(lines + discount * after - before)
        assert over == ended
        step += 1
    assert info["pieces"] > 3
