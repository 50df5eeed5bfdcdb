"""The network of the AlphaZero form: two hidden layers over board planes, a policy head and a value head.

Inputs are the planes of a position whose current piece alone is visible, flattened; of a plane that says the same in
every cell one cell is enough. Hidden layers are rectified. The policy head gives a logit for each action, the value
head h(v) of the discounted rewards to come v, with

    h(v) = sign(v) (sqrt(|v| + 1) - 1) + v / 1000

(Pohlen et al., "Observe and look further", 2018), since points of Puyo differ a thousandfold, and errors of a network
should not be those of the largest chains alone. The search undoes it: rewards add up as they are.

Why not convolutions. On two cores what limits learning is how many positions a search can ask about. A board is a few
dozen filled cells, so a first layer is a sum of a few dozen rows of its weights; with a second small layer that takes
some microseconds, where three convolutions of 32 channels have a hundred times as many products. It is asked by a
kernel of our own, which does not hold the GIL, gives the same bits in any batch and on any number of threads, and needs
no torch; torch trains it.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..game import Bools, Floats, Game, Ints, States, feature_names, taken
from ..games import family
from ..players.player import Random
from .learner import Arrays
from .td_settings import BOARD, FEATURES, sizes

NAMES = ("wide", "wide_bias", "deep", "deep_bias", "policy", "policy_bias", "value", "value_bias")
EPSILON = 1e-3  # the linear part of h
SAMPLE, PIECES = 32, 48  # games of random play, and pieces of each, that tell which planes are the same everywhere


class Shape(NamedTuple):
    """What goes into a network, and what comes out."""

    view: Game  # whose planes are asked for
    cells: Ints  # [P] which of the flattened planes are inputs
    features: Ints  # [F] which of the game's features are inputs behind them
    scale: Floats  # [F] what they are multiplied by
    actions: int

    @property
    def width(self) -> int:
        """How many inputs there are."""
        return len(self.cells) + len(self.features)


def shape(game: Game, *, features: bool) -> Shape:
    """The shape of a network for a game, with its features of the board among the inputs or without."""
    view = game.showing(0)
    names = (FEATURES.get(family(game), BOARD)) if features else ()
    which = np.array([feature_names(game).index(name) for name in names if name != "constant"], np.int64)
    return Shape(view, _cells(view), which, 1 / sizes(game, which), game.actions)


def _cells(view: Game) -> Ints:
    """[I] the cells of flattened planes that say something; all those of a plane, or one where all agree."""
    who, states = Random(view, 0), view.new(range(SAMPLE))
    varied: Bools | None = None
    for _ in range(PIECES):
        planes = view.planes(states)
        flat = planes.reshape(*planes.shape[:2], -1)
        here = (flat != flat[:, :, :1]).any(axis=(0, 2))
        varied = here if varied is None else varied | here
        states = view.play(states, who.choose(states))
        states = view.deal(taken(states, np.flatnonzero(~states["dead"])))
        states = taken(states, np.flatnonzero(view.mask(states).any(axis=1)))
        if not len(states):
            break
    assert varied is not None
    cells = np.arange(flat.shape[1] * flat.shape[2]).reshape(flat.shape[1:])
    return np.concatenate([row if some else row[:1] for row, some in zip(cells, varied, strict=True)])


def untrained(shape: Shape, wide: int, deep: int, seed: int) -> Arrays:
    """First weights, from a seed: He et al., "Delving deep into rectifiers", ICCV 2015; heads a tenth of that."""
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    sizes = {"wide": (shape.width, wide), "deep": (wide, deep), "policy": (deep, shape.actions), "value": (deep, 1)}
    arrays: Arrays = {}
    for name, (rows, columns) in sizes.items():
        # Of the many cells of a board a third or so are filled.
        scale = math.sqrt(2 / rows) * (1.0 if name in ("wide", "deep") else 0.1)
        arrays[name] = (rng.standard_normal((rows, columns)) * scale).astype(np.float32)
        arrays[f"{name}_bias"] = np.zeros(columns, np.float32)
    return arrays


class Network:
    """A network that can be asked of dealt states; see `search.puct.Network`."""

    def __init__(self, shape: Shape, arrays: Arrays) -> None:
        self.shape = shape
        self.arrays: tuple[Any, ...] = tuple(np.ascontiguousarray(arrays[name], np.float32) for name in NAMES)

    def __call__(self, states: States) -> tuple[NDArray[np.float32], Floats]:
        """Logits [B, A], and what is to come [B]."""
        logits = np.empty((len(states), self.shape.actions), np.float32)
        value = np.empty(len(states))
        if len(states):
            planes = self.shape.view.planes(states).reshape(len(states), -1)
            cells, features = self.shape.cells, measured(self.shape, states)
            ask(planes, cells, features, logits, value, *self.arrays)
        return logits, value


def inputs(shape: Shape, states: States) -> NDArray[np.float32]:
    """[B, I] what goes into the network."""
    planes = shape.view.planes(states).reshape(len(states), -1)[:, shape.cells]
    return np.concatenate([planes, measured(shape, states)], axis=1)


def measured(shape: Shape, states: States) -> NDArray[np.float32]:
    """[B, F] the features that go into the network."""
    if not len(shape.features):
        return np.empty((len(states), 0), np.float32)
    found: NDArray[np.float32] = (shape.view.features(states)[:, shape.features] * shape.scale).astype(np.float32)
    return found


def squashed(value: Floats) -> Floats:
    """[B] h of values."""
    found: Floats = np.sign(value) * (np.sqrt(np.abs(value) + 1) - 1) + EPSILON * value
    return found


@kernel(inline=True)
def unsquash(y: float) -> float:
    """The value whose h is `y`."""
    root = (math.sqrt(1.0 + 4.0 * EPSILON * (abs(y) + 1.0 + EPSILON)) - 1.0) / (2.0 * EPSILON)
    return math.copysign(root * root - 1.0, y)


@kernel
def ask(
    planes: Array, cells: Ints, features: Array, logits: Array, out: Floats, wide: Array, wide_bias: Array,
    deep: Array, deep_bias: Array, policy: Array, policy_bias: Array, value: Array, value_bias: Array,
) -> None:  # fmt: skip
    """Fill `logits` [B, A] and values `out` [B] from flattened planes [B, C] and features [B, F]. In place."""
    first, second = np.empty(wide.shape[1], np.float32), np.empty(deep.shape[1], np.float32)
    for b in range(len(planes)):
        first[:] = wide_bias
        for i in range(len(cells)):
            x = planes[b, cells[i]]
            if x != 0.0:
                for j in range(len(first)):
                    first[j] += x * wide[i, j]
        for i in range(features.shape[1]):
            x = features[b, i]
            if x != 0.0:
                for j in range(len(first)):
                    first[j] += x * wide[len(cells) + i, j]
        second[:] = deep_bias
        for i in range(len(first)):
            x = first[i]
            if x > 0.0:
                for j in range(len(second)):
                    second[j] += x * deep[i, j]
        logits[b] = policy_bias
        y = np.float64(value_bias[0])
        for i in range(len(second)):
            x = second[i]
            if x > 0.0:
                for j in range(logits.shape[1]):
                    logits[b, j] += x * policy[i, j]
                y += x * value[i, 0]
        out[b] = unsquash(y)
