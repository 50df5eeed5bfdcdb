"""Functions whose maximum, 0, is known, and noise to hide it: what methods are measured on."""

from collections.abc import Callable, Iterator

import numpy as np

from wellplayed.game import Floats
from wellplayed.tuning.method import Method

Function = Callable[[Floats], Floats]  # [N, D] -> [N]
SIZE = 6
START = np.full(SIZE, 3.0)
_TURN = np.linalg.qr(np.random.default_rng(5).standard_normal((SIZE, SIZE)))[0]
_AIM = np.array([3.0, -1.0, 2.0, -4.0, 1.0, -2.0])


def sphere(x: Floats) -> Floats:
    """Round, the top at the origin; -54 at START."""
    return -(x**2).sum(axis=1)


def ridge(x: Floats) -> Floats:
    """A ridge in no axis's direction, up to 30 times as steep across as along, the top at the origin."""
    return -(((x @ _TURN) * np.geomspace(1, 30, SIZE)) ** 2).sum(axis=1)


def bent(x: Floats) -> Floats:
    """Rosenbrock's valley as a ridge, Computer Journal 3, 1960: the top at 1, ..., 1; -(D - 1) at the origin."""
    return -(100 * (x[:, 1:] - x[:, :-1] ** 2) ** 2 + (1 - x[:, :-1]) ** 2).sum(axis=1)


def direction(x: Floats) -> Floats:
    """The squared angle to a direction, negative, in radians: as greedy play, it does not mind how long `x` is."""
    length = np.linalg.norm(x, axis=1) * np.linalg.norm(_AIM)
    cosine = np.divide(x @ _AIM, length, out=np.zeros(len(x)), where=length > 0)
    return -(np.arccos(np.clip(cosine, -1, 1)) ** 2)


def generations(method: Method, function: Function, noise: float = 0.0, seed: int = 0) -> Iterator[Floats]:
    """The candidates of each generation, after their fitness was told."""
    rng = np.random.default_rng(seed)
    while not method.done:
        asked = method.ask()
        method.tell(function(asked) + noise * rng.standard_normal(len(asked)))
        yield asked


def loss(method: Method, function: Function, noise: float, evaluations: int, seed: int = 0) -> float:
    """How far below the top the best guess lies when no further generation fits into so many evaluations."""
    left = evaluations
    for asked in generations(method, function, noise, seed):
        left -= len(asked)
        if left < len(asked):
            break
    return float(-function(method.mean[np.newaxis])[0])
