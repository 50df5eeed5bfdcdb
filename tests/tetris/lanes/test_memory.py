"""Where lanes come from and go to: arrays of several kinds, at any offset, and rooms on the stack."""

from typing import Any

import numpy as np
import pytest

from wellplayed._jit import kernel
from wellplayed.tetris.lanes import load, part, room_for_lanes, room_for_reals, splat, store, to_reals


@kernel
def moved(a: np.ndarray, start: int, out: np.ndarray, end: int) -> None:
    """Load at one offset, store at another. Modified in place."""
    store(out, end, load(a, start))


@pytest.mark.parametrize("kind", [np.int32, np.uint32, np.float64])
def test_load_and_store_at_any_offset(kind: Any) -> None:
    data = np.arange(100, dtype=kind) - kind(50 * (kind is np.int32))
    for start in (0, 1, 7, 16, 84):
        for end in (0, 3, 84):
            out = np.full(100, 9, kind)
            moved(data, start, out, end)
            assert out[end : end + 16].tolist() == data[start : start + 16].tolist()
            assert (np.delete(out, range(end, end + 16)) == 9).all()


def test_the_top_bit_survives_a_round_trip() -> None:
    data, out = np.full(16, 0xFFFFFFFE, np.uint32), np.zeros(16, np.uint32)
    moved(data, 0, out, 0)
    assert out.tolist() == data.tolist()


@kernel
def converted(a: np.ndarray, out: np.ndarray, end: int) -> None:
    """Lanes into an array of other numbers. Modified in place."""
    store(out, end, load(a, 0))


@pytest.mark.parametrize("kind", [np.int64, np.float64, np.bool_])
def test_lanes_become_the_numbers_of_the_array(kind: Any) -> None:
    numbers = np.array([0, 1, -1, 2**31 - 1, -(2**31), *range(5, 16)], np.int32)
    if kind is np.bool_:
        numbers = np.arange(16, dtype=np.int32) % 3 % 2
    for end in (0, 1, 24):
        out = np.full(40, 1, kind)
        converted(numbers, out, end)
        assert out[end : end + 16].tolist() == numbers.astype(kind).tolist()
        assert (np.delete(out, range(end, end + 16)) == 1).all()


@kernel
def through_rooms(a: np.ndarray, w: float, out: np.ndarray, real_out: np.ndarray) -> None:
    """Numbers and lanes through two rooms of each kind, which must not touch one another. Modified in place."""
    one, two = room_for_lanes(32), room_for_lanes(32)
    real, other = room_for_reals(32), room_for_reals(32)
    for i in range(32):
        one[i], two[i] = a[i], -a[i]
        real[i], other[i] = w * a[i], i
    store(one, 8, load(two, 0))
    store(real, 8, w + load(real, 0))
    store(other, 0, to_reals(load(one, 0)))
    two[31] = one[8] + 1
    other[31] = real[8] * 2.0
    for i in range(32):
        out[i], out[32 + i] = one[i], two[i]
        real_out[i], real_out[32 + i] = real[i], other[i]


@pytest.mark.parametrize("w", [0.1, -3.0])
def test_rooms_hold_what_was_put_there(w: float) -> None:
    a = np.arange(100, 132, dtype=np.int32)
    out, real_out = np.empty(64, np.int32), np.empty(64)
    through_rooms(a, w, out, real_out)
    one, two, real, other = a.copy(), -a, w * a.astype(np.float64), np.arange(32.0)
    one[8:24] = two[:16]
    real[8:24] = w + real[:16]
    other[:16] = one[:16]
    two[31], other[31] = one[8] + 1, real[8] * 2.0
    assert out.tolist() == [*one, *two]
    assert real_out.tolist() == [*real, *other]


@kernel
def splats(n: int, w: float, out: np.ndarray, real_out: np.ndarray) -> None:
    """Whole rooms from single numbers. Modified in place."""
    room, reals = room_for_lanes(16), room_for_reals(16)
    store(room, 0, splat(n))
    store(reals, 0, splat(w))
    for i in range(16):
        out[i], real_out[i] = room[i], reals[i]


def test_rooms_take_negative_numbers() -> None:
    out, real_out = np.empty(16, np.int64), np.empty(16)
    splats(-7, -0.25, out, real_out)
    assert set(out.tolist()) == {-7}
    assert set(real_out.tolist()) == {-0.25}


@kernel
def in_parts(out: np.ndarray, real_out: np.ndarray, start: int) -> None:
    """Numbers into whole rooms through parts of them. Modified in place."""
    room, reals = room_for_lanes(40), room_for_reals(40)
    for i in range(40):
        room[i], reals[i] = i, i
    mine, real = part(room, start), part(part(reals, 1), start - 1)
    mine[0], real[0] = -1, -0.5
    store(mine, 1, splat(7))
    real[17] = mine[1] + real[18]
    for i in range(40):
        out[i], real_out[i] = room[i], reals[i]


@pytest.mark.parametrize("start", [1, 8, 20])
def test_a_part_of_a_room_is_in_the_room(start: int) -> None:
    out, real_out = np.empty(40, np.int64), np.empty(40)
    in_parts(out, real_out, start)
    wanted, real = np.arange(40), np.arange(40.0)
    wanted[start], real[start] = -1, -0.5
    wanted[start + 1 : start + 17] = 7
    real[start + 17] = 7 + start + 18
    assert out.tolist() == wanted.tolist()
    assert real_out.tolist() == real.tolist()
