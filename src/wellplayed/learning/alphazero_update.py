"""How torch fits the network of the AlphaZero form: cross-entropy to the visits, and the squared error of h(value)."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from .alphazero_network import NAMES
from .learner import Arrays
from .optimiser import Adam
from .threads import one_thread

MOMENTS = ("first", "second")


class Fit:
    """A network under training; `arrays`, its weights by name, change in place with every step."""

    def __init__(self, arrays: Arrays, rate: float) -> None:
        self._shapes = [arrays[name].shape for name in NAMES]
        self._sizes = [arrays[name].size for name in NAMES]
        vector = torch.from_numpy(np.concatenate([arrays[name].reshape(-1) for name in NAMES]))
        self._adam = Adam(vector, rate)
        self.arrays = {name: part.numpy() for name, part in zip(NAMES, self._parts(vector), strict=True)}

    def learn(self, x: Any, mask: Any, policy: Any, value: Any) -> tuple[float, float]:
        """One step on a batch: inputs [B, I], legal moves [B, A], shares of visits [B, A], h(values) [B].

        Returns the cross-entropy beyond the entropy of the shares themselves, and the squared error.
        """
        with one_thread():
            weights = self._adam.weights.detach().requires_grad_()
            logits, said = forward(self._parts(weights), torch.from_numpy(x))
            logits = logits.masked_fill(~torch.from_numpy(mask), -1e9)
            wanted = torch.from_numpy(policy)
            entropy = -torch.special.xlogy(wanted, wanted).sum(1).mean()
            first = -(wanted * logits.log_softmax(1)).sum(1).mean()
            second = ((said - torch.from_numpy(value)) ** 2).mean()
            (gradient,) = torch.autograd.grad(first + second, weights)
            self._adam.step(gradient)
            return float((first - entropy).detach()), float(second.detach())

    def state(self) -> Arrays:
        """All that is needed to go on, as arrays that the caller does not change."""
        moments = {name: getattr(self._adam, name).numpy() for name in MOMENTS}
        return {**self.arrays, **moments, "steps": np.array([self._adam.steps], np.int64)}

    def restore(self, arrays: Arrays) -> None:
        """Go on from there; the arrays fit."""
        for name in NAMES:
            self.arrays[name][...] = arrays[name]
        for name in MOMENTS:
            getattr(self._adam, name).copy_(torch.from_numpy(arrays[name].copy()))
        self._adam.steps = int(arrays["steps"][0])

    def _parts(self, vector: Tensor) -> list[Tensor]:
        """The weights by layers, as views of the vector."""
        parts = torch.split(vector, self._sizes)
        return [part.view(shape) for part, shape in zip(parts, self._shapes, strict=True)]


def forward(weights: list[Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
    """Logits [B, A] and h(values) [B] of inputs [B, I]."""
    wide, wide_bias, deep, deep_bias, policy, policy_bias, value, value_bias = weights
    hidden = torch.relu(torch.relu(x @ wide + wide_bias) @ deep + deep_bias)
    return hidden @ policy + policy_bias, (hidden @ value + value_bias)[:, 0]
