"""The stream of pseudorandom words against its twin in Python integers and published values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive import classic as naive
from wellplayed.rng import INCREMENT, below, mixed, scramble, seeded, words

pytestmark = pytest.mark.pure

any_word = st.integers(0, 2**64 - 1)


def test_published_values() -> None:
    # The first outputs of splitmix64 from the state 1234567, as Rosetta Code lists them for every language.
    published = (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    for n, word in enumerate(published, 1):
        assert scramble(np.uint64((1234567 + n * int(INCREMENT)) % 2**64)) == word
    assert tuple(words(5, 1234567)) == published


@given(any_word)
def test_agrees_with_the_twin(word: int) -> None:
    assert int(scramble(np.uint64(word))) == naive.scrambled(word)
    assert int(seeded(np.uint64(word))) == naive.seeded(word)


@given(any_word, st.integers(1, 2**32 - 1))
def test_below_is_the_upper_half_of_a_word_scaled(word: int, n: int) -> None:
    number = int(below(np.uint64(word), np.uint64(n)))
    assert number == (word >> 32) * n >> 32
    assert 0 <= number < n


@given(any_word, any_word)
def test_mixed_depends_on_both_words_and_their_order(a: int, b: int) -> None:
    word = int(mixed(np.uint64(a), np.uint64(b)))
    assert word == naive.scrambled((naive.seeded(a) + naive.GOLDEN * (b + 1)) % 2**64)
    assert word != int(mixed(np.uint64(a), np.uint64(b ^ 1)))
    assert word != int(mixed(np.uint64(a ^ 1), np.uint64(b)))
    if a != b:
        assert word != int(mixed(np.uint64(b), np.uint64(a)))


def test_the_outermost_seeds() -> None:
    assert int(seeded(np.uint64(2**64 - 1))) == naive.seeded(2**64 - 1) == 0
    assert int(seeded(np.uint64(0))) == naive.seeded(0)


def test_neighbouring_seeds_are_not_shifts_of_one_stream() -> None:
    def shift(a: int, b: int) -> int:
        """How many steps lie between two states of the generator."""
        return (b - a) * pow(int(INCREMENT), -1, 2**64) % 2**64

    def wrong(seed: int) -> int:
        return int(INCREMENT) * (seed + 1) % 2**64

    states = [int(seeded(np.uint64(seed))) for seed in range(200)]
    steps = [shift(a, b) for i, a in enumerate(states) for b in states[:i]]
    assert min(min(step, 2**64 - step) for step in steps) > 2**40
    assert shift(wrong(4), wrong(5)) == 1
