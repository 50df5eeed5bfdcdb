"""Networks: dense layers over features, and convolutions over the planes of a board.

A `Network` has all its weights in one vector, of which the layers see parts; so an optimiser's step, a copy and an
average of networks are each one operation on a vector. First weights come from a generator of NumPy and nothing else.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ..errors import InputError
from .learner import Arrays, fitted
from .threads import one_thread

ROWS = {1: 256, 3: 64}  # of one pass without learning, by the axes of an input


def dense(inputs: int, hidden: Sequence[int], outputs: int) -> nn.Sequential:
    """Layers of `hidden` units with rectifiers between them, then the outputs; without weights yet."""
    layers: list[nn.Module] = []
    for units in hidden:
        layers += [nn.Linear(inputs, units, device="meta"), nn.ReLU()]
        inputs = units
    return nn.Sequential(*layers, nn.Linear(inputs, outputs, device="meta"))


class Board(nn.Module):
    """Convolutions over the planes [C, H, W] of which `shaped` [C] says that they have a shape.

    Two layers of 3 x 3 see neighbours, all over the board alike; one of H x 1 then makes each column a few numbers.
    Planes without a shape, such as which piece comes, join as one number each before the dense layers.
    """

    def __init__(
        self, size: tuple[int, int, int], shaped: Sequence[bool], channels: int, hidden: Sequence[int], outputs: int
    ) -> None:
        super().__init__()
        _, height, width = size
        self._shaped = torch.tensor([i for i, yes in enumerate(shaped) if yes])
        self._flat = torch.tensor([i for i, yes in enumerate(shaped) if not yes], dtype=torch.long)
        wide = 2 * channels
        self.board = nn.Sequential(
            nn.Conv2d(len(self._shaped), channels, 3, padding=1, device="meta"),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, device="meta"),
            nn.ReLU(),
            nn.Conv2d(channels, wide, (height, 1), device="meta"),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.head = dense(wide * width + len(self._flat), hidden, outputs)

    def forward(self, planes: Tensor) -> Tensor:
        """[B, outputs] of planes [B, C, H, W]."""
        seen = self.board(planes[:, self._shaped.to(planes.device)])
        flat = planes[:, self._flat.to(planes.device)].mean(dim=(2, 3))
        found: Tensor = self.head(torch.cat([seen, flat], dim=1))
        return found


class Network:
    """A module whose weights are one `vector` [P], its gradient another, `gradient` [P]; inputs have the shape `size`.

    First weights are uniform within 1 / sqrt(inputs of the layer), as torch has them, drawn from `generator`; without
    one they are 0.
    """

    def __init__(
        self, module: nn.Module, size: tuple[int, ...], generator: np.random.Generator | None, device: str = "cpu"
    ) -> None:
        self.module, self.size, self.device = module.to_empty(device=device), size, device
        named = dict(self.module.named_parameters())
        self.names = tuple(named)
        self.vector = torch.zeros(sum(p.numel() for p in named.values()), device=device)
        self.gradient = torch.zeros_like(self.vector)
        first = 0
        for part in named.values():
            piece = slice(first, first + part.numel())
            part.data = self.vector[piece].view(part.shape)
            part.grad = self.gradient[piece].view(part.shape)
            first += part.numel()
        if generator is not None:
            self._begin(generator)

    def _begin(self, generator: np.random.Generator) -> None:
        for layer in self.module.modules():
            if isinstance(layer, nn.Linear | nn.Conv2d):
                bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
                for part in (layer.weight, layer.bias):
                    assert part is not None
                    drawn = generator.uniform(-bound, bound, tuple(part.shape)).astype(np.float32)
                    part.data.copy_(torch.from_numpy(drawn))

    def __call__(self, inputs: NDArray[np.float32]) -> Tensor:
        """[B, outputs] of inputs [B, ...], with what is needed to learn."""
        found: Tensor = self.module(torch.from_numpy(inputs).to(self.device))
        return found

    def values(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """[B, outputs] of inputs [B, ...]. Each row's is the same in any batch: passes have one size, filled up by 0."""
        rows = ROWS[len(self.size)]
        whole = np.zeros((-(-len(inputs) // rows) * rows, *self.size), np.float32)
        whole[: len(inputs)] = inputs
        with one_thread(), torch.no_grad():
            parts = [self(whole[i : i + rows]).cpu().numpy() for i in range(0, len(whole), rows)]
        found: NDArray[np.float32] = np.concatenate(parts)[: len(inputs)]
        return found

    def arrays(self) -> Arrays:
        """The weights of each layer by name, as copies."""
        return {name: p.detach().cpu().numpy().copy() for name, p in self.module.named_parameters()}

    def load(self, arrays: Arrays) -> None:
        """Take over the weights of `arrays`. Raises InputError where they do not fit."""
        fitted("the weights of the network", arrays, self.arrays())
        for name, part in self.module.named_parameters():
            part.data.copy_(torch.from_numpy(arrays[name]))


def vector_from(array: NDArray[Any], like: Tensor) -> Tensor:
    """A tensor on the device of `like` with the numbers of `array`."""
    return torch.from_numpy(array.copy()).to(like.device)


def chosen_device(wanted: str, *, large: bool) -> str:
    """`cpu` or `cuda`; `auto` is a graphics card where there is one and the network is `large` enough to gain by it.

    Raises InputError where there is no such card.
    """
    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise InputError("device=cuda needs a graphics card that torch can use, and finds none; choose device=cpu")
    return "cuda" if wanted == "cuda" or (wanted == "auto" and large and there) else "cpu"
