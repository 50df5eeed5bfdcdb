"""Randomisers: their frequencies, their permutations, and the first pieces of a published game."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import classic as naive

from wellplayed._jit import kernel
from wellplayed.rng import seeded
from wellplayed.tetris.bag import ALL, BAG, KINDS, SNAKES, SZ, UNIFORM, draw, from_bag, uniform
from wellplayed.tetris.classic import Classic

pytestmark = pytest.mark.pure

# Chi-square with 6 degrees of freedom exceeds this once in 10,000 fair samples.
LIMIT = 27.86


@kernel
def sequence(stream: np.uint64, kind: int, out: np.ndarray) -> int:
    """Fill `out` with pieces and return the bag that is left. Modified in place."""
    bag = np.int64(0)
    for i in range(len(out)):
        stream, bag, piece = draw(stream, bag, kind)
        out[i] = piece
    return bag


def start(seed: int) -> np.uint64:
    """The stream of a seed; as a word again, since a compiled function hands it to Python as an int."""
    return np.uint64(seeded(np.uint64(seed)))


def drawn(seed: int, kind: int, count: int) -> Any:
    out = np.empty(count, np.int64)
    sequence(start(seed), kind, out)
    return out


def chi_square(found: Any) -> float:
    counts = np.bincount(found, minlength=7)
    fair = len(found) / 7
    return float(((counts - fair) ** 2 / fair).sum())


def test_the_first_pieces_of_seed_0() -> None:
    # The first of the golden games that tests/playthroughs plays to the end.
    published = [1, 0, 4, 5, 1, 0, 0, 3, 1, 5, 4, 4, 5, 3, 0]
    assert drawn(0, UNIFORM, 15).tolist() == published
    assert Classic(previews=14).new([0])["queue"][0, :15].tolist() == published


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 77, 2**63, 2**64 - 1])
def test_agrees_with_the_twin(seed: int, kind: str) -> None:
    stream, bag, found = naive.seeded(seed), frozenset[int](), []
    for _ in range(100):
        stream, bag, piece = naive.draw(stream, bag, kind)
        found.append(piece)
    out = np.empty(100, np.int64)
    left = sequence(start(seed), KINDS.index(kind), out)
    assert out.tolist() == found
    assert left == sum(1 << piece for piece in bag)


def test_uniform_pieces_are_equally_frequent() -> None:
    found = drawn(3, UNIFORM, 14000)
    assert chi_square(found) < LIMIT
    # Pairs as well: a piece says nothing about the next.
    pairs = np.bincount(found[:-1] * 7 + found[1:], minlength=49)
    fair = (len(found) - 1) / 49
    assert ((pairs - fair) ** 2 / fair).sum() < 94.0  # 48 degrees of freedom, once in 10,000


@pytest.mark.parametrize("seed", range(5))
def test_every_aligned_seven_of_a_bag_is_a_permutation(seed: int) -> None:
    sevens = drawn(seed, BAG, 700).reshape(-1, 7)
    assert (np.sort(sevens, axis=1) == np.arange(7)).all()


def test_every_place_in_a_bag_is_fair() -> None:
    sevens = drawn(8, BAG, 14000).reshape(-1, 7)
    for place in range(7):
        assert chi_square(sevens[:, place]) < LIMIT


def test_a_bag_repeats_a_piece_across_its_seam_only() -> None:
    found = drawn(2, BAG, 7000)
    repeats = np.flatnonzero(found[1:] == found[:-1]) + 1
    assert len(repeats)
    assert (repeats % 7 == 0).all()


@given(st.integers(0, 2**64 - 1))
def test_uniform_takes_the_upper_half_of_the_word(word: int) -> None:
    assert uniform(np.uint64(word)) == (word >> 32) * 7 >> 32


@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 6), min_size=1))
def test_a_piece_out_of_a_bag_is_one_that_is_left(word: int, left: set[int]) -> None:
    piece = from_bag(np.uint64(word), sum(1 << p for p in left))
    assert piece == sorted(left)[(word >> 32) * len(left) >> 32]


def test_only_s_and_z_come_each_half_of_the_time() -> None:
    found = drawn(3, SZ, 16000)
    s, z = (found == naive.PIECES.index("S")).mean(), (found == naive.PIECES.index("Z")).mean()
    assert s + z == 1
    assert abs(s - 0.5) < 0.015  # 3.8 standard errors
    assert abs((found[:-1] == found[1:]).mean() - 0.5) < 0.015
    assert sum(1 << naive.PIECES.index(letter) for letter in "SZ") == SNAKES


@pytest.mark.parametrize("kind", [UNIFORM, SZ])
def test_without_a_bag_it_stays_as_it_is(kind: int) -> None:
    assert draw(np.uint64(5), 77, kind)[1] == 77


def test_a_full_bag_holds_all_seven() -> None:
    assert sum(1 << piece for piece in range(7)) == ALL
    assert draw(np.uint64(5), int(ALL), BAG) == draw(np.uint64(5), 0, BAG)
