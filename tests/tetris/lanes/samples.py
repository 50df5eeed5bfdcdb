"""Lanes to try operations on, and how their results are compared."""

from typing import Any

import numpy as np

AWKWARD = np.array(
    [0, 1, -1, 2, -2, 7, 31, 32, 127, 2**15, 2**30, 2**31 - 1, -(2**31), -(2**31) + 1, -(2**30), 0x55555555], np.int32
)


def samples() -> list[tuple[Any, Any]]:
    """Pairs of lanes: awkward ones in every combination, wide and narrow random ones, equal ones."""
    rng = np.random.default_rng(5)
    pairs = [(AWKWARD, np.roll(AWKWARD, k)) for k in range(16)]
    for bound in (2, 5, 2**10, 2**31):
        pairs += [tuple(rng.integers(-bound, bound, (2, 16)).astype(np.int32)) for _ in range(20)]
    return [*pairs, (np.zeros(16, np.int32), np.full(16, -1, np.int32))]


def unsigned(v: Any) -> Any:
    return v.astype(np.int64) & 0xFFFFFFFF


def wrapped(v: Any) -> Any:
    """Any integers as signed 32-bit ones."""
    return (np.asarray(v, np.int64) & 0xFFFFFFFF).astype(np.uint32).view(np.int32)


def check(found: Any, expected: dict[str, Any]) -> None:
    """Compare the rows of a kernel's output with the named expectations, in order."""
    rows = found.reshape(-1, 16)
    assert len(rows) == len(expected)
    for row, (name, wanted) in zip(rows, expected.items()):
        np.testing.assert_array_equal(row, np.broadcast_to(wanted, 16), err_msg=name)
