"""Operators on lanes and reals against NumPy, on random lanes and on the awkward ones.

The kernels here do many operations each, since each kernel is a compilation: they write one row of 16 per operation,
and the test names the rows. Sums of reals must come out to the last bit: they are values that games depend on.
"""

import numpy as np
import pytest
from tests.tetris.lanes.samples import check, samples, unsigned, wrapped

from wellplayed._jit import kernel
from wellplayed.tetris.lanes import choose, larger, load, smaller, splat, store, to_reals


@kernel
def arithmetic(a: np.ndarray, b: np.ndarray, n: int, flag: bool, out: np.ndarray) -> None:
    """Operators between two lanes, and between lanes and numbers on either side. Modified in place."""
    x, y = load(a, 0), load(b, 0)
    shift = y & 31
    store(out, 0, x + y)
    store(out, 16, x - y)
    store(out, 32, x * y)
    store(out, 48, x & y)
    store(out, 64, x | y)
    store(out, 80, x ^ y)
    store(out, 96, x << shift)
    store(out, 112, x >> shift)
    store(out, 128, ~x)
    store(out, 144, x + n)
    store(out, 160, n - x)
    store(out, 176, n * x)
    store(out, 192, x & n)
    store(out, 208, n | x)
    store(out, 224, x ^ n)
    store(out, 240, x << 5)
    store(out, 256, x >> 5)
    store(out, 272, 1 << shift)
    store(out, 288, n >> shift)
    store(out, 304, x + flag)
    store(out, 320, flag - x)
    store(out, 336, x * (x == x))


@pytest.mark.parametrize("n", [3, -7, 2**31 - 1, -(2**31), 2**33 + 5])
@pytest.mark.parametrize("flag", [False, True])
def test_arithmetic_wraps(n: int, flag: bool) -> None:
    for a, b in samples():
        out = np.empty(22 * 16, np.int32)
        arithmetic(a, b, n, flag, out)
        x, y, shift = a.astype(object), b.astype(object), unsigned(b) & 31
        number = int(wrapped(n))
        check(
            out,
            {
                "x + y": wrapped([int(p + q) % 2**32 for p, q in zip(x, y)]),
                "x - y": wrapped([int(p - q) % 2**32 for p, q in zip(x, y)]),
                "x * y": wrapped([int(p * q) % 2**32 for p, q in zip(x, y)]),
                "x & y": a & b,
                "x | y": a | b,
                "x ^ y": a ^ b,
                "x << y": wrapped(unsigned(a) << shift),
                "x >> y fills with zeros": wrapped(unsigned(a) >> shift),
                "~x": ~a,
                "x + n": wrapped([int(p + number) % 2**32 for p in x]),
                "n - x": wrapped([int(number - p) % 2**32 for p in x]),
                "n * x": wrapped([int(number * p) % 2**32 for p in x]),
                "x & n": a & np.int32(number),
                "n | x": a | np.int32(number),
                "x ^ n": a ^ np.int32(number),
                "x << 5": wrapped(unsigned(a) << 5),
                "x >> 5": wrapped(unsigned(a) >> 5),
                "1 << y": wrapped(np.int64(1) << shift),
                "n >> y": wrapped((number & 0xFFFFFFFF) >> shift),
                "x + flag": wrapped([int(p + flag) % 2**32 for p in x]),
                "flag - x": wrapped([int(flag - p) % 2**32 for p in x]),
                "x * true": a,
            },
        )


@kernel
def comparisons(a: np.ndarray, b: np.ndarray, n: int, out: np.ndarray) -> None:
    """Comparisons, which give 1 or 0, and what is made of them. Modified in place."""
    x, y = load(a, 0), load(b, 0)
    store(out, 0, x < y)
    store(out, 16, x <= y)
    store(out, 32, x > y)
    store(out, 48, x >= y)
    store(out, 64, x == y)
    store(out, 80, x != y)
    store(out, 96, x < n)
    store(out, 112, n <= x)
    store(out, 128, x == n)
    store(out, 144, n != x)
    store(out, 160, larger(x, y))
    store(out, 176, smaller(x, y))
    store(out, 192, larger(x, n))
    store(out, 208, smaller(n, x))
    store(out, 224, choose(x < y, x, y))
    store(out, 240, choose(x, y, splat(n)))
    store(out, 256, (x < y) + (x > y) + (x == y))


@pytest.mark.parametrize("n", [0, 1, -3, 2**31 - 1, -(2**31)])
def test_comparisons_are_signed(n: int) -> None:
    for a, b in samples():
        out = np.empty(17 * 16, np.int32)
        comparisons(a, b, n, out)
        check(
            out,
            {
                "x < y": a < b,
                "x <= y": a <= b,
                "x > y": a > b,
                "x >= y": a >= b,
                "x == y": a == b,
                "x != y": a != b,
                "x < n": a < n,
                "n <= x": n <= a,
                "x == n": a == n,
                "n != x": n != a,
                "larger": np.maximum(a, b),
                "smaller": np.minimum(a, b),
                "larger than a number": np.maximum(a, np.int32(n)),
                "smaller than a number": np.minimum(a, np.int32(n)),
                "choose by comparison": np.minimum(a, b),
                "choose where not 0": np.where(a != 0, b, np.int32(n)),
                "exactly one holds": 1,
            },
        )


@kernel
def narrow(a: np.ndarray, small: np.int8, byte: np.uint8, word: np.uint32, out: np.ndarray) -> None:
    """Numbers of other sizes than a lane. Modified in place."""
    x = load(a, 0)
    store(out, 0, splat(small))
    store(out, 16, splat(byte))
    store(out, 32, splat(word))
    store(out, 48, x + byte)
    store(out, 64, x - small)


def test_numbers_of_other_sizes_keep_their_values() -> None:
    out = np.empty(5 * 16, np.int32)
    narrow(np.arange(16, dtype=np.int32), np.int8(-3), np.uint8(200), np.uint32(2**32 - 1), out)
    x = np.arange(16)
    check(out, {"int8": -3, "uint8": 200, "uint32 wraps": -1, "x + uint8": x + 200, "x - int8": x + 3})


@kernel
def sums(a: np.ndarray, b: np.ndarray, w: float, n: int, flag: bool, out: np.ndarray) -> None:
    """Reals with reals, lanes and numbers on either side. Modified in place."""
    x, y = load(a, 0), load(b, 0)
    p, q = w * to_reals(x), to_reals(y) * (1.0 - w)
    store(out, 0, to_reals(x))
    store(out, 16, p)
    store(out, 32, p + q)
    store(out, 48, p - q)
    store(out, 64, p * q)
    store(out, 80, p + x)
    store(out, 96, y - p)
    store(out, 112, p + n)
    store(out, 128, n - p)
    store(out, 144, p * flag)
    store(out, 160, x + w)
    store(out, 176, w * x)
    store(out, 192, choose(x < y, p, q))
    store(out, 208, splat(w))
    store(out, 224, p + w * q)


@kernel
def real_comparisons(a: np.ndarray, b: np.ndarray, w: float, out: np.ndarray) -> None:
    """Comparisons of reals, which give lanes of 1 and 0. Modified in place."""
    x, y = load(a, 0), load(b, 0)
    p, q = w * to_reals(x), to_reals(y)
    store(out, 0, p < q)
    store(out, 16, p <= q)
    store(out, 32, p > q)
    store(out, 48, p >= q)
    store(out, 64, p == q)
    store(out, 80, p != q)
    store(out, 96, p < x)
    store(out, 112, p <= 0.5)
    store(out, 128, x > w)


@pytest.mark.parametrize("w", [0.1, -9.348695305445199, 1e-9, 1e12])
@pytest.mark.parametrize("flag", [False, True])
def test_arithmetic_of_reals(w: float, flag: bool) -> None:
    for a, b in samples():
        out = np.empty(15 * 16)
        sums(a, b, w, -5, flag, out)
        x, y = a.astype(np.float64), b.astype(np.float64)
        p, q = w * x, y * (1.0 - w)
        scaled = w * q
        check(
            out,
            {
                "to reals": x,
                "w x": p,
                "p + q": p + q,
                "p - q": p - q,
                "p * q": p * q,
                "reals + lanes": p + x,
                "lanes - reals": y - p,
                "reals + integer": p - 5.0,
                "integer - reals": -5.0 - p,
                "reals * truth value": p * float(flag),
                "lanes + float": x + w,
                "float * lanes": w * x,
                "choose": np.where(a < b, p, q),
                "splat": w,
                "not fused": p + scaled,
            },
        )


@pytest.mark.parametrize("w", [1.0, 0.5, -2.0])
def test_comparisons_of_reals(w: float) -> None:
    for a, b in samples():
        out = np.empty(9 * 16, np.int32)
        real_comparisons(a, b, w, out)
        x, q = a.astype(np.float64), b.astype(np.float64)
        p = w * x
        check(
            out,
            {
                "p < q": p < q,
                "p <= q": p <= q,
                "p > q": p > q,
                "p >= q": p >= q,
                "p == q": p == q,
                "p != q": p != q,
                "reals < lanes": p < x,
                "float >= reals": p <= 0.5,
                "lanes > float": x > w,
            },
        )
