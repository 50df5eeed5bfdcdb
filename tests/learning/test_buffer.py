"""The replay buffer against a plain list of the last rows."""

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.learning.buffer import Buffer, packed, unpacked

COLUMNS = {"number": ((), np.int64), "pair": ((2,), np.float32)}


def rows(numbers: list[int]) -> dict[str, np.ndarray]:
    return {"number": np.array(numbers, np.int64), "pair": np.array([[n, -n] for n in numbers], np.float32)}


def held(buffer: Buffer) -> list[int]:
    return sorted(buffer.rows(np.arange(len(buffer)))["number"].tolist())


def test_it_holds_what_a_list_of_the_last_rows_holds() -> None:
    random, buffer, naive, number = np.random.default_rng(0), Buffer(7, COLUMNS), [], 0
    for _ in range(60):
        count = int(random.integers(1, 12))  # more than fit, at times
        new = list(range(number, number + count))
        number += count
        buffer.add(rows(new))
        naive = (naive + new)[-7:]
        assert held(buffer) == naive
        assert len(buffer) == len(naive)
        got = buffer.rows(np.arange(len(buffer)))
        assert np.array_equal(got["pair"], rows(got["number"].tolist())["pair"])


def test_the_place_of_a_row_is_that_of_the_ring() -> None:
    buffer, ring = Buffer(5, COLUMNS), [None] * 5
    for number in range(13):
        buffer.add(rows([number]))
        ring[number % 5] = number  # type: ignore[call-overload]
    assert buffer.rows(np.arange(5))["number"].tolist() == ring


def test_every_row_is_drawn_equally_often() -> None:
    buffer = Buffer(100, COLUMNS)
    buffer.add(rows(list(range(10))))  # what was never written is never drawn
    drawn = buffer.drawn(np.random.default_rng(1), 10_000)["number"]
    counts = np.bincount(drawn, minlength=10)
    assert len(counts) == 10
    assert ((counts - 1_000) ** 2 / 1_000).sum() < 27.9  # chi squared, 9 degrees of freedom, p = 0.001
    assert np.array_equal(drawn, buffer.drawn(np.random.default_rng(1), 10_000)["number"])


def test_what_comes_out_is_a_copy() -> None:
    buffer = Buffer(3, COLUMNS)
    buffer.add(rows([1, 2, 3]))
    buffer.rows(np.arange(3))["number"][:] = 9
    assert held(buffer) == [1, 2, 3]


def test_restored_it_goes_on() -> None:
    one, other = Buffer(5, COLUMNS), Buffer(5, COLUMNS)
    one.add(rows(list(range(8))))
    other.restore({name: array.copy() for name, array in one.state().items()})
    for buffer in (one, other):
        buffer.add(rows([8, 9]))
    assert held(one) == held(other) == [5, 6, 7, 8, 9]
    with pytest.raises(InputError, match=r"'number' of the buffer is int64 \[5\], and int64 \[6\] is needed"):
        Buffer(6, COLUMNS).restore(one.state())


@pytest.mark.parametrize("spec", ["classic", "guideline", "puyo"])
def test_positions_as_bytes_come_back(spec: str) -> None:
    game = game_of(spec)
    states = game.expand(game.new(range(3))).states[::2]
    data = packed(states)
    assert data.shape == (len(states), game.dtype.itemsize)
    back = unpacked(data, game.dtype)
    assert back.shape == states.shape
    assert np.array_equal(back, states)
    assert np.array_equal(unpacked(data[:0], game.dtype), states[:0])


@pytest.mark.parametrize("spec", ["classic", "guideline", "puyo"])
def test_what_lies_between_fields_is_not_kept(spec: str) -> None:
    game = game_of(spec)
    states = game.new(range(3))
    dirty = np.frombuffer(bytearray(b"\xff" * states.nbytes), game.dtype)
    for name in game.dtype.names or ():
        dirty[name] = states[name]
    assert np.array_equal(packed(dirty), packed(states))
