"""What torch is for: the gradient of a network's error, on a graphics card where that pays, and a step down it."""

import contextlib
import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import conv2d

from ..errors import InputError
from ..game import Ints
from .learner import Arrays
from .networks import Network, Plan
from .optimiser import Adam
from .threads import one_thread


class Fit:
    """Trains a network's `vector` in place by Adam with steps of size `rate`."""

    def __init__(self, network: Network, rate: float, device: str) -> None:
        self.network, self.device = network, device
        self._vector = torch.from_numpy(network.vector).to(device).requires_grad_()  # on the processor the same memory
        self.optimiser = Adam(self._vector.detach(), rate)

    def step(self, inputs: NDArray[np.float32], action: Ints, wanted: NDArray[np.float32]) -> float:
        """Move the outputs `action` [B] for `inputs` towards what is `wanted` [B]; their mean squared error before."""
        with one_thread(), _reproducible(self.device):
            outputs = forward(self.network.plan, self._vector, torch.from_numpy(inputs).to(self.device))
            found = outputs.gather(1, torch.from_numpy(action).to(self.device)[:, None])[:, 0]
            loss = (found - torch.from_numpy(wanted).to(self.device)).square().mean()
            (gradient,) = torch.autograd.grad(loss, self._vector)
            self.optimiser.step(gradient)
            if self.device != "cpu":
                self.network.vector[:] = self._vector.detach().cpu().numpy()
            return float(loss.detach())

    def state(self) -> Arrays:
        """The optimiser's averages and its count of steps."""
        a = self.optimiser
        counted = np.array([a.steps], np.int64)
        return {"first": a.first.cpu().numpy(), "second": a.second.cpu().numpy(), "steps": counted}

    def restore(self, arrays: Arrays) -> None:
        """Go on from there, and from the network's vector as it is now."""
        a = self.optimiser
        for own, given in ((a.first, arrays["first"]), (a.second, arrays["second"]), (a.weights, self.network.vector)):
            own.copy_(torch.from_numpy(given.copy()))
        a.steps = int(arrays["steps"][0])


def forward(plan: Plan, vector: Tensor, inputs: Tensor) -> Tensor:
    """[B, outputs] of inputs [B, ...], with what a gradient needs; what `Network` gives, but for the order of sums."""
    w, first = {}, 0
    for name, shape in plan.parts().items():
        count = math.prod(shape)
        w[name] = vector[first : first + count].view(shape)
        first += count
    x = inputs
    if plan.channels:
        x = inputs[:, list(plan.shaped)]
        for name in ("near", "far"):
            # A neighbour gives to a cell what lies on the other side of it.
            x = conv2d(x, w[name].flip(0, 2).permute(3, 1, 0, 2), w[f"{name}_bias"], padding=1).relu()
        x = conv2d(x, w["column"].permute(2, 1, 0)[..., None], w["column_bias"]).relu()
        x = x[:, :, 0].transpose(1, 2).flatten(1)  # by columns
        x = torch.cat([x, inputs[:, list(plan.flat)].mean(dim=(2, 3))], dim=1)
    last = len(plan.hidden)
    for i in range(last + 1):
        x = torch.addmm(w[f"dense{i}_bias"], x, w[f"dense{i}"])
        x = x if i == last else x.relu()
    return x


def _reproducible(device: str) -> Any:
    """Let a graphics card take algorithms that add up in one order."""
    if device == "cpu":
        return contextlib.nullcontext()
    return torch.backends.cudnn.flags(enabled=True, benchmark=False, deterministic=True)


def chosen_device(wanted: str, *, large: bool) -> str:
    """`cpu` or `cuda`; `auto` is a graphics card where there is one and the network is `large` enough to gain by it.

    Raises InputError where there is no such card.
    """
    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise InputError("device=cuda needs a graphics card that torch can use, and finds none; choose device=cpu")
    return "cuda" if wanted == "cuda" or (wanted == "auto" and large and there) else "cpu"
