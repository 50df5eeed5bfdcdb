"""What DQN moves values towards: what a move earned, and what the target network says of where it led.

    y = r + gamma Q'(s', a'),    a' = argmax Q(s', a) with double DQN, else argmax Q'(s', a)

with Q the network that plays, Q' the target network, and the maximum over legal moves. Mnih and others, Human-level
control through deep reinforcement learning, Nature 518, 2015; van Hasselt, Guez and Silver, Deep reinforcement learning
with double Q-learning, AAAI 2016. Values of afterstates are the same with one output, the move of s' being in s'.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Bools, Floats, Ints
from .networks import Network

Numbers = NDArray[np.float32]


class Batch(NamedTuple):
    """B moves to learn from."""

    inputs: Numbers  # [B, ...] what the network sees before
    action: Ints  # [B] the output that is learned
    reward: Floats  # [B]
    after: Numbers  # [B, ...] what it sees after
    ends: Bools  # [B] nothing comes after
    legal: Bools  # [B, outputs] in the position after


def targets(batch: Batch, online: Network, target: Network, gamma: float, *, double: bool) -> Numbers:
    """[B] what values are moved to."""
    theirs = target(batch.after)
    ours = online(batch.after) if double and theirs.shape[1] > 1 else theirs
    best = np.where(batch.legal, ours, -np.inf).argmax(axis=1)
    later = np.where(batch.ends, 0.0, theirs[np.arange(len(best)), best])
    return (batch.reward + gamma * later).astype(np.float32)
