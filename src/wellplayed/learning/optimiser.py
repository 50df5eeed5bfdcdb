"""Adam over one vector that holds all weights of a network.

Kingma and Ba, Adam: a method for stochastic optimization, ICLR 2015; the constants are theirs.
"""

import torch
from torch import Tensor

MEAN, SQUARE, LEAST = 0.9, 0.999, 1e-8  # beta 1, beta 2, epsilon


class Adam:
    """Steps of the size `rate` down the gradient [P]; two averages of it are kept, `first` and `second` [P]."""

    def __init__(self, weights: Tensor, rate: float) -> None:
        self.weights, self.rate = weights, rate
        self.first, self.second = torch.zeros_like(weights), torch.zeros_like(weights)
        self.steps = 0

    @torch.no_grad()
    def step(self, gradient: Tensor) -> None:
        """One step; the weights are modified in place."""
        self.steps += 1
        self.first.lerp_(gradient, 1 - MEAN)
        self.second.mul_(SQUARE).addcmul_(gradient, gradient, value=1 - SQUARE)
        spread = (self.second / (1 - SQUARE**self.steps)).sqrt_().add_(LEAST)
        self.weights.addcdiv_(self.first, spread, value=-self.rate / (1 - MEAN**self.steps))
