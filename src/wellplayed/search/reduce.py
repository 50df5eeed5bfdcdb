"""From moves back to states: the best move of each parent."""

import numpy as np

from .._jit import kernel
from ..game import Floats, Ints


@kernel
def _first_best(parent: Ints, value: Floats, out: Ints) -> None:
    """For each parent, the first row of its highest value; -1 without rows. Modified in place."""
    out[:] = -1
    for i in range(len(parent)):
        best = out[parent[i]]
        if best < 0 or value[i] > value[best]:
            out[parent[i]] = i


def first_best(parent: Ints, value: Floats, parents: int) -> Ints:
    """[parents] the row of the highest value for each parent, the first of equals; -1 where it has no row."""
    out = np.empty(parents, np.int64)
    _first_best(parent, value, out)
    return out
