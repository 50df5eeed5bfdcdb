"""What DQN moves values towards, against a few lines of NumPy."""

import numpy as np
import pytest

from wellplayed.learning.dqn_update import Batch, targets
from wellplayed.learning.networks import Network, Plan, untrained

B, F, A = 60, 3, 4


def batch(outputs: int) -> Batch:
    random = np.random.default_rng(0)
    ends, legal = random.random(B) < 0.2, random.random((B, outputs)) < 0.6
    legal[:, 0] |= ~legal.any(axis=1)
    legal[ends] &= outputs == 1  # nothing is legal where nothing comes after
    return Batch(
        random.random((B, F), np.float32), random.integers(outputs, size=B), random.normal(size=B),
        random.random((B, F), np.float32), ends, legal,
    )  # fmt: skip


def linear(seed: int, outputs: int) -> Network:
    plan = Plan((F,), (), 0, (), outputs)
    return Network(plan, 10 * untrained(plan, np.random.default_rng(seed)))


def by_hand(b: Batch, online: Network, target: Network, gamma: float, double: bool) -> list[float]:
    wanted = b.reward.tolist()
    for i in range(B):
        ours, theirs = (b.after[i] @ n.arrays()["dense0"] for n in (online, target))
        legal = np.flatnonzero(b.legal[i]).tolist()
        if not b.ends[i]:
            best = max(legal, key=lambda a: (ours if double else theirs)[a])
            wanted[i] += gamma * theirs[best]
    return wanted


@pytest.mark.parametrize("double", [True, False])
def test_targets_are_those_of_numpy(double: bool) -> None:
    b, online, target = batch(A), linear(1, A), linear(2, A)
    found = targets(b, online, target, 0.7, double=double)
    assert found.dtype == np.float32
    assert found == pytest.approx(by_hand(b, online, target, 0.7, double), abs=1e-5)
    other = np.array(by_hand(b, online, target, 0.7, not double))
    assert (np.abs(found - other) > 1e-3).sum() > 5  # the two choose differently
    assert ((found - other) * (1 if double else -1) < 1e-5).all()  # and double DQN is never the more hopeful one


def test_one_output_is_the_value_of_an_afterstate() -> None:
    b, online, target = batch(1), linear(1, 1), linear(2, 1)
    value = (b.after @ target.arrays()["dense0"])[:, 0]
    for double in (True, False):
        found = targets(b, online, target, 0.9, double=double)
        assert found == pytest.approx(b.reward + 0.9 * np.where(b.ends, 0, value), abs=1e-5)
