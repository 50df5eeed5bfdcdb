"""Planes to try operations on, and how their results are compared."""

from typing import Any

import numpy as np


def samples() -> list[tuple[Any, Any]]:
    """Pairs of fields [8, 8]: sparse, dense and full ones, numbers with the top bit, equal ones, empty ones."""
    rng = np.random.default_rng(7)
    pairs = []
    for bound in (2, 13, 1 << 13, 1 << 16):
        pairs += [tuple(rng.integers(0, bound, (2, 8, 8)).astype(np.uint16)) for _ in range(15)]
    single = np.zeros((8, 8), np.uint16)
    single[3, 7] = 0x8001
    full, none = np.full((8, 8), 0xFFFF, np.uint16), np.zeros((8, 8), np.uint16)
    return [*pairs, (single, full), (full, none), (none, none), (full, full)]


def wrapped(v: Any) -> Any:
    """Any integers as unsigned 16-bit ones."""
    return (np.asarray(v, np.int64) & 0xFFFF).astype(np.uint16)


def check(found: Any, expected: dict[str, Any]) -> None:
    """Compare the fields [N, 8, 8] of a kernel's output with the named expectations, in order."""
    assert len(found) == len(expected)
    for field, (name, wanted) in zip(found, expected.items()):
        np.testing.assert_array_equal(field, np.broadcast_to(wrapped(wanted), (8, 8)), err_msg=name)
