"""What is done with planes beside operators, against NumPy: moves, parts, unions, counts, single columns."""

from typing import Any

import numpy as np
import pytest
from tests.puyo.planes.samples import check, samples

from wellplayed._jit import kernel
from wellplayed.puyo.planes import (
    bits,
    column,
    count_bits,
    counts,
    down,
    empty,
    from_words,
    high_word,
    left,
    load,
    low_word,
    lower,
    merged,
    occupied,
    plane,
    right,
    single,
    splat,
    stacked,
    store,
    total,
    turned,
    union,
    up,
)

NONE = np.zeros((4, 8), np.int64)


def population(v: Any) -> Any:
    return np.vectorize(lambda n: int(n).bit_count())(v)


def words(m: Any) -> tuple[int, int]:
    """One plane as two words of four columns."""
    low, high = (sum(int(v) << 16 * i for i, v in enumerate(half)) for half in (m[:4], m[4:]))
    return low, high


@kernel
def moved(a: np.ndarray, out: np.ndarray) -> None:
    """Moves of fields, halves and masks. Modified in place."""
    x = load(a, 0)
    store(out, 0, up(x))
    store(out, 1, down(x))
    store(out, 2, left(x))
    store(out, 3, right(x))
    store(out, 4, turned(x))
    low, m = lower(x), plane(x, 6)
    store(out, 5, stacked(up(low), up(m), down(m)))
    store(out, 6, stacked(down(low), left(m), right(m)))
    store(out, 7, stacked(left(low), turned(m), m))
    store(out, 8, stacked(right(low), m, m))
    store(out, 9, stacked(turned(low), m, m))


def test_cells_move_within_their_plane() -> None:
    for a, _ in samples():
        out = np.empty((10, 8, 8), np.uint16)
        moved(a, out)
        x = a.astype(np.int64)
        to_left, to_right = np.zeros_like(x), np.zeros_like(x)
        to_left[:, :7], to_right[:, 1:] = x[:, 1:], x[:, :7]
        low, m = x[:4], x[6]

        def field(half: Any, fifth: Any, sixth: Any) -> Any:
            return np.vstack([half, [fifth, sixth], NONE[:2]])

        check(
            out,
            {
                "up": x << 1,
                "down": x >> 1,
                "left": to_left,
                "right": to_right,
                "turned": np.roll(x, -1, 0),
                "half up": field(low << 1, m << 1, m >> 1),
                "half down": field(low >> 1, to_left[6], to_right[6]),
                "half left": field(to_left[:4], m, m),
                "half right": field(to_right[:4], m, m),
                "half turned": field(np.roll(low, -1, 0), m, m),
            },
        )


@kernel
def parts(a: np.ndarray, out: np.ndarray) -> None:
    """Planes taken out and put together. Modified in place."""
    x = load(a, 0)
    store(out, 0, empty())
    store(out, 1, empty() | plane(x, 0))
    store(out, 2, empty() | plane(x, 7))
    store(out, 3, empty() | plane(lower(x), 3))
    store(out, 4, empty() | union(x))
    store(out, 5, empty() | union(lower(x)))
    store(out, 6, empty() | union(plane(x, 5)))
    store(out, 7, merged(x))
    store(out, 8, stacked(merged(lower(x)), plane(x, 4), plane(x, 5)))
    store(out, 9, empty() | from_words(low_word(plane(x, 1)), high_word(plane(x, 2))))


def test_parts_and_unions() -> None:
    for a, _ in samples():
        out = np.empty((10, 8, 8), np.uint16)
        parts(a, out)
        every, four = np.bitwise_or.reduce(a), np.bitwise_or.reduce(a[:4])
        check(
            out,
            {
                "empty": 0,
                "plane 0": a[0],
                "plane 7": a[7],
                "plane 3 of a half": a[3],
                "union": every,
                "union of a half": four,
                "union of a mask": a[5],
                "merged": every,
                "merged half": np.vstack([[four] * 4, a[4:6], NONE[:2]]),
                "words": np.concatenate([a[1, :4], a[2, 4:]]),
            },
        )


@kernel
def counted(a: np.ndarray, out: np.ndarray, numbers: np.ndarray, big: np.ndarray) -> None:
    """Counts as planes, as numbers and as words. Modified in place."""
    x = load(a, 0)
    low, m = lower(x), plane(x, 2)
    store(out, 0, bits(x))
    store(out, 1, stacked(bits(low), bits(m), bits(plane(x, 3))))
    store(out, 2, empty() | counts(x))
    numbers[0], numbers[1], numbers[2] = total(x), total(low), total(m)
    numbers[3], numbers[4], numbers[5] = occupied(x), occupied(low), occupied(m)
    for k in range(8):
        numbers[6 + k] = column(m, k)
    big[0], big[1] = low_word(m), high_word(m)
    numbers[14] = count_bits(low_word(m))


def test_counts() -> None:
    for a, _ in samples():
        out, numbers, big = np.empty((3, 8, 8), np.uint16), np.empty(15, np.int64), np.empty(2, np.uint64)
        counted(a, out, numbers, big)
        n = population(a)
        check(out, {"bits": n, "half bits": np.vstack([n[:4], n[2:4], NONE[:2]]), "counts": n.sum(1)})
        halves = [bool(half.any()) for p in a for half in (p[:4], p[4:])]
        flags = sum(1 << i for i, half in enumerate(halves) if half)
        expected = [n.sum(), n[:4].sum(), n[2].sum(), flags, flags & 255, flags >> 4 & 3, *a[2], n[2, :4].sum()]
        assert numbers.tolist() == [int(v) for v in expected]
        assert tuple(big.tolist()) == words(a[2])


@kernel
def placed(k: np.uint8, x: int, cells: np.uint16, n: int, out: np.ndarray) -> None:
    """A field with one column, and masks of one number. Modified in place."""
    store(out, 0, single(k, x, cells))
    store(out, 1, single(int(k), x, 1 << 12))
    store(out, 2, single(5, 2, cells))
    store(out, 3, empty() | splat(n))
    store(out, 4, empty() | splat(7))


@pytest.mark.parametrize("cells", [0, 1, 0x1FFF, 0xFFFF])
def test_single_columns(cells: int) -> None:
    for k in range(8):
        for x in range(8):
            out = np.empty((5, 8, 8), np.uint16)
            placed(np.uint8(k), x, np.uint16(cells), -cells, out)
            wanted, high, fixed = (np.zeros((8, 8), np.int64) for _ in range(3))
            wanted[k, x], high[k, x], fixed[5, 2] = cells, 1 << 12, cells
            check(out, {"single": wanted, "number": high, "literals": fixed, "splat": -cells, "splat of 7": 7})
