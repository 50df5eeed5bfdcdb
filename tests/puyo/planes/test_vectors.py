"""Operators on fields, halves and masks, beside numbers and beside one another, against NumPy."""

from typing import Any

import numpy as np
import pytest
from tests.puyo.planes.samples import check, samples

from wellplayed._jit import kernel
from wellplayed.puyo.planes import load, lower, plane, splat, stacked, store


@kernel
def operators(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
    """Every operator between two fields. Modified in place."""
    x, y = load(a, 0), load(b, 0)
    store(out, 0, x & y)
    store(out, 1, x | y)
    store(out, 2, x ^ y)
    store(out, 3, x + y)
    store(out, 4, x - y)
    store(out, 5, ~x)
    store(out, 6, x << (y & 15))
    store(out, 7, x >> (y & 15))


def test_operators_between_fields() -> None:
    for a, b in samples():
        out = np.empty((8, 8, 8), np.uint16)
        operators(a, b, out)
        x, y = a.astype(np.int64), b.astype(np.int64)
        expected = {"and": x & y, "or": x | y, "xor": x ^ y, "add": x + y, "sub": x - y, "not": ~x}
        check(out, {**expected, "shl": x << (y & 15), "shr": x >> (y & 15)})


@kernel
def with_numbers(a: np.ndarray, n: int, small: np.int8, out: np.ndarray) -> None:
    """Numbers on either side count for every column. Modified in place."""
    x = load(a, 0)
    store(out, 0, x & n)
    store(out, 1, n | x)
    store(out, 2, x ^ n)
    store(out, 3, x + n)
    store(out, 4, n - x)
    store(out, 5, x - 1)
    store(out, 6, x << 3)
    store(out, 7, x >> 12)
    store(out, 8, x + small)


@pytest.mark.parametrize(("n", "small"), [(0, -1), (0x1FFF, 7), (0xFFFF, -128), (-1, 127), (1 << 20 | 5, 0)])
def test_numbers_count_for_every_column(n: int, small: int) -> None:
    for a, _ in samples():
        out = np.empty((9, 8, 8), np.uint16)
        with_numbers(a, n, np.int8(small), out)
        x = a.astype(np.int64)
        expected = {"and": x & n, "or": x | n, "xor": x ^ n, "add": x + n, "from": n - x, "less one": x - 1}
        check(out, {**expected, "by 3": x << 3, "down by 12": x >> 12, "small": x + small})


@kernel
def with_masks(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
    """Masks beside fields and halves count for every plane; so do masks among themselves. Modified in place."""
    x, m = load(a, 0), plane(load(b, 0), 2)
    store(out, 0, x & m)
    store(out, 1, m | x)
    store(out, 2, m - x)
    store(out, 3, x >> (m & 7))
    low = lower(x)
    store(out, 4, stacked(low & m, m ^ plane(x, 1), ~m))
    store(out, 5, stacked(m - low, m & 3, splat(5) - m))
    store(out, 6, stacked(low | (~low & 12), splat(0), splat(0)))


def test_masks_count_for_every_plane() -> None:
    for a, b in samples():
        out = np.empty((7, 8, 8), np.uint16)
        with_masks(a, b, out)
        x, m = a.astype(np.int64), b[2].astype(np.int64)
        parts = [np.vstack([x[:4] & m, [x[1] ^ m, ~m], np.zeros((2, 8), np.int64)])]
        parts += [np.vstack([m - x[:4], [m & 3, 5 - m], np.zeros((2, 8), np.int64)])]
        parts += [np.vstack([x[:4] | 12, np.zeros((4, 8), np.int64)])]
        expected: dict[str, Any] = {"and": x & m, "or": x | m, "from": m - x, "shr": x >> (m & 7)}
        check(out, {**expected, "half and": parts[0], "half from": parts[1], "half or": parts[2]})
