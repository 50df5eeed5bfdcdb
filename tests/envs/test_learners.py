"""Learners that others wrote train on the environments as they are: Stable-Baselines3's DQN and sb3-contrib's PPO."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import wellplayed.envs  # noqa: F401 - registers the ids

WHY = "needs stable-baselines3 and sb3-contrib; run make setup"
torch = pytest.importorskip("torch", reason="needs torch; run make setup")
pytest.importorskip("stable_baselines3", reason=WHY)
pytest.importorskip("sb3_contrib", reason=WHY)

from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3 import DQN  # noqa: E402
from stable_baselines3.common.callbacks import BaseCallback  # noqa: E402
from stable_baselines3.common.evaluation import evaluate_policy  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    """Networks this small are slower on several threads."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def narrow() -> Any:
    """A game small enough to learn in seconds: four columns, six rows, pieces that fit each other."""
    return gymnasium.make("wellplayed/ClassicSZ-v0", game="classic:height=6,width=4,pieces=sz", max_episode_steps=50)


class Legal(BaseCallback):
    """Counts the steps of training, and those that were not legal."""

    def __init__(self) -> None:
        super().__init__()
        self.steps, self.wrong = 0, 0

    def _on_step(self) -> bool:
        self.steps += 1
        self.wrong += sum(not info["legal"] for info in self.locals["infos"])
        return True


def weights(model: Any) -> Any:
    return torch.cat([p.detach().flatten() for p in model.policy.parameters()])


def lines(model: Any, games: int) -> float:
    """Mean lines of greedy games, every action legal."""
    env, total = narrow(), 0
    for seed in range(games):
        seen, info = env.reset(seed=1_000 + seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.get_wrapper_attr("action_masks")(), deterministic=True)
            seen, _, dead, cut, info = env.step(action)
            assert info["legal"]
            over = dead or cut
        total += info["lines"]
    return total / games


def test_maskable_ppo_takes_legal_actions_alone_and_learns() -> None:
    torch.manual_seed(0)
    model = MaskablePPO(
        "MultiInputPolicy", narrow(), n_steps=256, batch_size=128, n_epochs=5, learning_rate=3e-3, seed=0
    )
    before, watch = lines(model, 12), Legal()
    model.learn(1_280, callback=watch)
    after = lines(model, 12)
    assert watch.steps >= 1_280
    assert watch.wrong == 0
    assert after > 2 * before + 1


def test_dqn_trains_and_can_be_evaluated() -> None:
    env = narrow()
    model = DQN("MultiInputPolicy", env, learning_starts=100, buffer_size=2_000, train_freq=8, seed=0)
    before, watch = weights(model).clone(), Legal()
    model.learn(300, callback=watch)
    moved = (weights(model) - before).abs()
    assert torch.isfinite(moved).all()
    assert moved.max() > 1e-3
    assert 0 < watch.wrong < watch.steps  # it knows no masks: what is not legal did nothing
    rewards, lengths = evaluate_policy(model, narrow(), n_eval_episodes=3, return_episode_rewards=True, warn=False)
    assert all(1 <= length <= 50 for length in lengths)
    assert np.isfinite(rewards).all()
