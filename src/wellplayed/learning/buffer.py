"""The replay buffer: the last so many moves that were played, from which batches are drawn to learn.

What is learned from one move after another in the order of play is forgotten as quickly: neighbouring moves are alike.
Lin, Self-improving reactive agents based on reinforcement learning, planning and teaching, Machine Learning 8, 1992.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Ints, States
from .learner import Arrays, fitted


class Buffer:
    """A ring of `capacity` rows in named columns, each of a shape and type of its own; a new row replaces the oldest.

    Positions go in as `packed` and come out by `unpacked`, so that a row of a column is plain numbers.
    """

    def __init__(self, capacity: int, columns: Mapping[str, tuple[tuple[int, ...], Any]]) -> None:
        self.capacity = capacity
        self._columns: Arrays = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in columns.items()}
        self._added = 0

    def __len__(self) -> int:
        """How many rows there are to draw from."""
        return min(self._added, self.capacity)

    def add(self, rows: Mapping[str, NDArray[Any]]) -> None:
        """Put in N rows, each column [N, ...]; of more than the capacity the last ones stay."""
        count = len(next(iter(rows.values())))
        kept = min(count, self.capacity)
        where = np.arange(self._added + count - kept, self._added + count) % self.capacity
        for name, column in self._columns.items():
            column[where] = rows[name][count - kept :]
        self._added += count

    def drawn(self, generator: np.random.Generator, count: int) -> Arrays:
        """`count` rows, each equally likely at every draw; there must be one at least."""
        return self.rows(generator.integers(len(self), size=count))

    def rows(self, which: Ints) -> Arrays:
        """Copies of the rows in the places `which` [N] of the ring."""
        return {name: column.take(which, axis=0) for name, column in self._columns.items()}

    def state(self) -> Arrays:
        """All of it, as arrays that the caller does not change."""
        return {**self._columns, "added": np.array([self._added], np.int64)}

    def restore(self, arrays: Arrays) -> None:
        """Go on from there. Raises InputError where it does not fit."""
        fitted("the buffer", arrays, self.state())
        for name, column in self._columns.items():
            column[:] = arrays[name]
        self._added = int(arrays["added"][0])


def packed(states: States) -> NDArray[np.uint8]:
    """[B, bytes] records as bytes; the gaps between fields, where anything may lie in memory, are 0."""
    clean = np.zeros(states.shape, states.dtype)
    for name in states.dtype.names or ():
        clean[name] = states[name]
    data: NDArray[np.uint8] = clean.view(np.uint8)
    return data.reshape(len(states), states.dtype.itemsize)


def unpacked(data: NDArray[np.uint8], dtype: Any) -> States:
    """[B] the records of `packed`."""
    states: States = np.ascontiguousarray(data).reshape(-1).view(dtype)
    return states
