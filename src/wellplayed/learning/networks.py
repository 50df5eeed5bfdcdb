"""Networks: dense layers over features, and convolutions over the planes of a board.

All weights lie in one vector, of which the layers are parts; so a step of an optimiser, a copy and an average are each
one operation. A network is asked by kernels, one position after another, so that it gives the same bits in any batch
and on any number of threads; torch does not, even where batches have one size. What is 0, about half of all that goes
into a layer, is left out. torch trains them (gradients.py).
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..game import Ints
from .learner import Arrays, fitted

SIDE = 3  # of the convolutions that see neighbours


class Plan(NamedTuple):
    """What goes into a network, what comes out, and the layers between.

    With `channels`, planes [C, H, W] go in. Two layers of 3 x 3 see neighbours, all over the board alike; one of H x 1
    then makes each column twice as many numbers as there are channels. Planes without a shape, such as which piece
    comes, join before the dense layers, as their mean. Without channels, numbers [F] go into the dense layers.
    """

    size: tuple[int, ...]
    shaped: tuple[int, ...]  # planes that have a shape
    channels: int
    hidden: tuple[int, ...]  # units of the dense layers
    outputs: int

    @property
    def flat(self) -> tuple[int, ...]:
        """Planes without a shape."""
        return tuple(i for i in range(self.size[0]) if i not in self.shaped) if self.channels else ()

    @property
    def layers(self) -> tuple[int, ...]:
        """The inputs and outputs of the dense layers, one after another."""
        joined = 2 * self.channels * self.size[2] + len(self.flat) if self.channels else self.size[0]
        return joined, *self.hidden, self.outputs

    def parts(self) -> dict[str, tuple[int, ...]]:
        """The shape of each layer's weights and biases, in their order; outputs are the last axis.

        The axes of 3 x 3 weights are the row that a cell gives to, its channel, and the column it gives to: from one
        below and one to the left of it on.
        """
        found: dict[str, tuple[int, ...]] = {}
        if self.channels:
            k = self.channels
            found |= {"near": (SIDE, len(self.shaped), SIDE, k), "near_bias": (k,)}
            found |= {"far": (SIDE, k, SIDE, k), "far_bias": (k,)}
            found |= {"column": (self.size[1], k, 2 * k), "column_bias": (2 * k,)}
        for i, (rows, units) in enumerate(zip(self.layers, self.layers[1:])):
            found |= {f"dense{i}": (rows, units), f"dense{i}_bias": (units,)}
        return found

    def views(self, vector: NDArray[np.float32]) -> Arrays:
        """The parts of a vector [P] by name, not copied."""
        found, first = {}, 0
        for name, shape in self.parts().items():
            count = math.prod(shape)
            found[name] = vector[first : first + count].reshape(shape)
            first += count
        return found


def untrained(plan: Plan, generator: np.random.Generator) -> NDArray[np.float32]:
    """[P] first weights: biases 0, weights normal by He et al., "Delving deep into rectifiers", ICCV 2015.

    Those of the outputs are a tenth of that, so that at first nothing is worth much.
    """
    vector = np.zeros(sum(math.prod(shape) for shape in plan.parts().values()), np.float32)
    last = f"dense{len(plan.hidden)}"
    for name, part in plan.views(vector).items():
        if not name.endswith("_bias"):
            scale = math.sqrt(2 / math.prod(part.shape[:-1])) * (0.1 if name == last else 1.0)
            part[:] = generator.standard_normal(part.shape) * scale
    return vector


class Network:
    """A plan with weights, to be asked; `vector` [P] may be changed in place."""

    def __init__(self, plan: Plan, vector: NDArray[np.float32]) -> None:
        self.plan, self.vector = plan, vector
        self._layers, self._shaped, self._flat = (
            np.array(numbers, np.int64) for numbers in (plan.layers, plan.shaped, plan.flat)
        )

    def __call__(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """[B, outputs] of inputs [B, ...]."""
        out = np.empty((len(inputs), self.plan.outputs), np.float32)
        if self.plan.channels:
            boards(inputs, self._shaped, self._flat, self.vector, self.plan.channels, self._layers, out)
        else:
            rows(np.ascontiguousarray(inputs), self.vector, self._layers, out)
        return out

    def arrays(self) -> Arrays:
        """The weights of each layer by name, as copies."""
        return {name: part.copy() for name, part in self.plan.views(self.vector).items()}

    def load(self, arrays: Arrays) -> None:
        """Take over the weights of `arrays`. Raises InputError where they do not fit."""
        own = self.plan.views(self.vector)
        fitted("the weights of the network", arrays, own)
        for name, part in own.items():
            part[:] = arrays[name]


@kernel(inline=True)
def dense(one: Array, other: Array, vector: Array, first: int, layers: Ints, out: Array) -> None:
    """Fill `out` [O] with what dense layers, whose weights begin at `first`, make of `one`. All modified in place."""
    for layer in range(len(layers) - 1):
        count, units = layers[layer], layers[layer + 1]
        weights = vector[first : first + count * units].reshape((count, units))
        first += count * units
        bias = vector[first : first + units]
        first += units
        for k in range(units):
            other[k] = bias[k]
        for i in range(count):
            value = one[i]
            if value != 0:
                for k in range(units):
                    other[k] += value * weights[i, k]
        if layer == len(layers) - 2:
            for k in range(units):
                out[k] = other[k]
        else:
            for k in range(units):
                one[k] = max(other[k], np.float32(0))


@kernel
def rows(inputs: Array, vector: Array, layers: Ints, out: Array) -> None:
    """Fill `out` [B, O] from inputs [B, F]. Modified in place."""
    most = layers.max()
    one, other = np.empty(most, np.float32), np.empty(most, np.float32)
    for b in range(len(inputs)):
        for i in range(layers[0]):
            one[i] = inputs[b, i]
        dense(one, other, vector, 0, layers, out[b])


@kernel(inline=True)
def convolved(found: Array, height: int, width: int, weights: Array, bias: Array, out: Array) -> None:
    """Fill `out` from `found`, both [(H + 2) (W + 2), channels], boards with a border, by 3 x 3 weights. In place.

    `weights` [3 channels, 3 K] has what a channel of a cell gives to three cells beside each other, for three rows.
    What is 0 or below gives nothing.
    """
    wide, channels, units = width + 2, found.shape[1], len(bias)
    for cell in range(len(out)):
        for k in range(units):
            out[cell, k] = bias[k]
    given = out.reshape(out.size)
    for y in range(height):
        for x in range(width):
            cell = (y + 1) * wide + x + 1
            for c in range(channels):
                value = found[cell, c]
                if value > 0:
                    for dy in range(SIDE):
                        first = (cell + (dy - 1) * wide - 1) * units
                        three, row = given[first : first + SIDE * units], dy * channels + c
                        for k in range(SIDE * units):
                            three[k] += value * weights[row, k]


@kernel
def boards(inputs: Array, shaped: Ints, flat: Ints, vector: Array, channels: int, layers: Ints, out: Array) -> None:
    """Fill `out` [B, O] from planes [B, C, H, W], none below 0. Modified in place."""
    height, width, planes, columns = inputs.shape[2], inputs.shape[3], len(shaped), 2 * channels
    wide, most = width + 2, layers.max()
    cells = (height + 2) * wide
    board = np.zeros((cells, planes), np.float32)
    near, far = np.empty((cells, channels), np.float32), np.empty((cells, channels), np.float32)
    one, other = np.empty(most, np.float32), np.empty(most, np.float32)
    tall = np.empty((width, columns), np.float32)
    at = SIDE * SIDE * planes * channels
    near_weights, near_bias = vector[:at].reshape((SIDE * planes, SIDE * channels)), vector[at : at + channels]
    first, at = at + channels, at + channels + SIDE * SIDE * channels * channels
    far_weights, far_bias = vector[first:at].reshape((SIDE * channels, SIDE * channels)), vector[at : at + channels]
    first, at = at + channels, at + channels + height * channels * columns
    column, column_bias = vector[first:at].reshape((height * channels, columns)), vector[at : at + columns]
    for b in range(len(inputs)):
        for y in range(height):
            for x in range(width):
                for c in range(planes):
                    board[(y + 1) * wide + x + 1, c] = inputs[b, shaped[c], y, x]
        convolved(board, height, width, near_weights, near_bias, near)
        convolved(near, height, width, far_weights, far_bias, far)
        for x in range(width):
            for k in range(columns):
                tall[x, k] = column_bias[k]
            for y in range(height):
                for c in range(channels):
                    value = far[(y + 1) * wide + x + 1, c]
                    if value > 0:
                        for k in range(columns):
                            tall[x, k] += value * column[y * channels + c, k]
            for k in range(columns):
                one[x * columns + k] = max(tall[x, k], np.float32(0))
        for i in range(len(flat)):
            one[width * columns + i] = inputs[b, flat[i]].mean()
        dense(one, other, vector, at + columns, layers, out[b])
