"""What is done with lanes beside operators, against NumPy: slides, bit counts, reductions, single lanes."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.lanes.samples import check, samples, unsigned, wrapped

from wellplayed._jit import kernel
from wellplayed.tetris.lanes import (
    bit_length,
    bits,
    common,
    count_bits,
    indices,
    joined,
    lane,
    largest,
    largest_real,
    leading_zeros,
    load,
    lowest_bit,
    slide,
    smallest,
    splat,
    store,
    to_reals,
    total,
    where,
)


@kernel
def slides(a: np.ndarray, fill: int, out: np.ndarray) -> None:
    """Lanes moved sideways by literals. Modified in place."""
    x = load(a, 0)
    store(out, 0, slide(x, 0, fill))
    store(out, 16, slide(x, 1, fill))
    store(out, 32, slide(x, -1, fill))
    store(out, 48, slide(x, 2, fill))
    store(out, 64, slide(x, -2, fill))
    store(out, 80, slide(x, 5, fill))
    store(out, 96, slide(x, -8, fill))
    store(out, 112, slide(x, 15, fill))
    store(out, 128, slide(x, -15, fill))
    store(out, 144, slide(x, 3, -1))
    store(out, 160, slide(x, -4, 0))


@pytest.mark.parametrize("fill", [0, -1, 77, -(2**31)])
def test_slides_bring_in_the_fill(fill: int) -> None:
    def moved(a: Any, k: int, fill: int) -> list[int]:
        return [int(a[i + k]) if 0 <= i + k < 16 else fill for i in range(16)]

    for a, _ in samples():
        out = np.empty(11 * 16, np.int32)
        slides(a, fill, out)
        expected = {f"by {k}": moved(a, k, fill) for k in (0, 1, -1, 2, -2, 5, -8, 15, -15)}
        check(out, {**expected, "by 3, -1": moved(a, 3, -1), "by -4, 0": moved(a, -4, 0)})


@kernel
def lane_by_lane(a: np.ndarray, n: int, out: np.ndarray) -> None:
    """Bit counts, and lanes made from nothing. Modified in place."""
    x = load(a, 0)
    store(out, 0, bits(x))
    store(out, 16, leading_zeros(x))
    store(out, 32, indices())
    store(out, 48, splat(n))
    store(out, 64, splat(n > 0))


@pytest.mark.parametrize("n", [0, 9, -9])
def test_bits_of_each_lane(n: int) -> None:
    for a, _ in samples():
        out = np.empty(5 * 16, np.int32)
        lane_by_lane(a, n, out)
        words = [int(v) for v in unsigned(a)]
        check(
            out,
            {
                "bits": [v.bit_count() for v in words],
                "leading zeros": [32 - v.bit_length() for v in words],
                "indices": np.arange(16),
                "splat": n,
                "splat of a truth value": n > 0,
            },
        )


@kernel
def reductions(a: np.ndarray, out: np.ndarray) -> None:
    """All lanes together, then single lanes. Modified in place."""
    x = load(a, 0)
    out[0], out[1], out[2] = total(x), largest(x), smallest(x)
    out[3], out[4], out[5] = common(x), joined(x), where(x)
    for i in range(16):
        out[6 + i] = lane(x, i)


def test_reductions() -> None:
    for a, _ in samples():
        out = np.empty(22, np.int64)
        reductions(a, out)
        expected = [
            int(wrapped(int(a.astype(np.int64).sum()))),
            a.max(),
            a.min(),
            np.bitwise_and.reduce(a),
            np.bitwise_or.reduce(a),
            sum(1 << x for x in range(16) if a[x]),
            *a,
        ]
        assert out.tolist() == [int(v) for v in expected]


@kernel
def real_lanes(a: np.ndarray, w: float, out: np.ndarray) -> None:
    """The largest of sixteen reals, then each one. Modified in place."""
    x = w * to_reals(load(a, 0))
    out[0] = largest_real(x)
    for i in range(16):
        out[1 + i] = lane(x, i)


@pytest.mark.parametrize("w", [0.3, -1e9, 1e-300])
def test_reductions_of_reals(w: float) -> None:
    for a, b in samples():
        for lanes in (a, b):
            out = np.empty(17)
            real_lanes(lanes, w, out)
            reals = lanes * w
            assert out.tolist() == [reals.max(), *reals]


@kernel
def largest_of(values: np.ndarray) -> float:
    """The largest of sixteen reals in memory."""
    return largest_real(load(values, 0))


def test_the_largest_may_be_anywhere_and_infinite() -> None:
    for i in range(16):
        values = np.full(16, -np.inf)
        assert largest_of(values) == -np.inf
        values[i] = -5.0
        assert largest_of(values) == -5.0
        values[15 - i] = np.inf
        assert largest_of(values) == np.inf


@kernel
def plain(n: int) -> tuple[int, int, int]:
    """The three operations on single numbers."""
    return count_bits(n), bit_length(n), lowest_bit(n)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 12, 2**31, 2**32 + 8, 2**62, 2**63 - 1, -1, -(2**63)])
def test_single_numbers(n: int) -> None:
    word = n % 2**64
    lowest = (word & -word).bit_length() - 1 if word else 64
    assert plain(n) == (word.bit_count(), word.bit_length(), lowest)
