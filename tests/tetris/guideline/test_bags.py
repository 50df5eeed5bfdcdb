"""Bags: golden sequences, permutations, true chances, and nothing hidden in what is public."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import bags as naive

from wellplayed._jit import kernel
from wellplayed.rng import seeded, words
from wellplayed.tetris.bag import draw as draw_classic
from wellplayed.tetris.guideline.bags import TETRIO, copies, draw, left, size, start, take
from wellplayed.tetris.guideline.ruleset import Bag, number
from wellplayed.tetris.pieces import PIECES

pytestmark = pytest.mark.pure

KINDS: tuple[Bag, ...] = ("uniform", "7-bag", "14-bag", "tetrio")
BAGS = [(kind, n) for kind, n in (("7-bag", 7), ("14-bag", 14), ("tetrio", 7))]
EDGES = [0, 1, 2, 2**31 - 3, 2**31 - 2, 2**31 - 1, 2**31, 2**32, 2**32 - 2, 2**62, 2**63 - 1, 2**63, 2**64 - 1]
SEEDS = st.sampled_from(EDGES) | st.integers(0, 2**64 - 1)
# Chi-square with 6 degrees of freedom exceeds this once in 10,000 fair samples.
LIMIT = 27.86


@kernel
def sequences(kind: int, seeds: np.ndarray, out: np.ndarray, streams: np.ndarray, bags: np.ndarray) -> None:
    """Fill `out` [B, N] with pieces, and the states after each. Modified in place."""
    for i in range(len(seeds)):
        stream, bag = start(kind, seeds[i]), np.uint64(0)
        for k in range(out.shape[1]):
            stream, bag, out[i, k] = draw(kind, stream, bag)
            streams[i, k], bags[i, k] = stream, bag


@kernel
def classic(stream: np.uint64, out: np.ndarray) -> None:
    """Fill `out` from the seven-bag of tetris/bag.py. Modified in place."""
    bag = np.int64(0)
    for k in range(len(out)):
        stream, bag, out[k] = draw_classic(stream, bag, True)


@kernel
def contents(kind: int, bag: np.uint64, counts: np.ndarray) -> int:
    """Fill `counts` [7] with what the next piece is drawn from; return how many those are. Modified in place."""
    have = left(kind, bag)
    for piece in range(7):
        counts[piece] = copies(have, piece)
    return size(have)


@kernel
def half_supposed(kind: int, seed: np.uint64, supposed: np.ndarray, out: np.ndarray) -> None:
    """Pieces of a game in which some are supposed by a search (0 or more) and the others drawn. Modified in place."""
    stream, bag = start(kind, seed), np.uint64(0)
    for k in range(len(out)):
        have = left(kind, bag)
        piece = supposed[k]
        if piece >= 0 and copies(have, piece) > 0:
            stream, bag = take(kind, stream, bag, piece)
            out[k] = piece
        else:
            stream, bag, out[k] = draw(kind, stream, bag)


def drawn(kind: Bag, seeds: list[int], count: int) -> tuple[Any, Any, Any]:
    """Pieces, streams and bags, [B, count] each."""
    out = np.empty((len(seeds), count), np.int64)
    streams, bags = np.empty(out.shape, np.uint64), np.empty(out.shape, np.uint64)
    sequences(number("bag", kind), np.array(seeds, np.uint64), out, streams, bags)
    return out, streams, bags


def letters(kind: Bag, seed: int, count: int) -> str:
    return "".join(PIECES[p] for p in drawn(kind, [seed], count)[0][0])


def spread(count: int) -> list[int]:
    """Seeds from all over: neighbours would open with similar bags of TETR.IO."""
    return words(count, 2024)


def chi_square(found: Any) -> float:
    fair = len(found) / 7
    return float(((np.bincount(found, minlength=7) - fair) ** 2 / fair).sum())


# Published and golden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "pieces"),
    [
        # From the generator of halp1/triangle, which replays public matches of TETR.IO.
        (1, "OJILSTZ TOLJSIZ LISOTZJ"),
        (12345, "LOSTIJZ LOZTISJ OSTZJIL"),
    ],
)
def test_the_bags_of_tetrio(seed: int, pieces: str) -> None:
    assert letters("tetrio", seed, 21) == pieces.replace(" ", "")


def test_this_is_park_and_millers_generator() -> None:
    # Their check: from 1, the 10,000th number is 1043618065. A bag takes six, so 9,996 are 1,666 bags.
    streams = drawn("tetrio", [1], 7 * 1666)[1]
    state = int(streams[0, -1])
    for _ in range(4):
        state = 16807 * state % 2147483647
    assert state == 1043618065


@pytest.mark.parametrize("seed", [0, 1, 77, 2**63, 2**64 - 1])
def test_the_seven_bag_is_that_of_classic_play(seed: int) -> None:
    expected = np.empty(70, np.int64)
    classic(np.uint64(seeded(np.uint64(seed))), expected)
    assert drawn("7-bag", [seed], 70)[0][0].tolist() == expected.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_agrees_with_the_twin(kind: Bag) -> None:
    found = drawn(kind, EDGES, 60)[0]
    for seed, row in zip(EDGES, found):
        assert row.tolist() == list(itertools.islice(naive.pieces(kind, seed), 60)), seed


def test_ten_thousand_seeds_of_tetrio_agree_with_the_twin() -> None:
    seeds = EDGES + [seed * 214_757 + 5 for seed in range(10_000 - len(EDGES))]
    found = drawn("tetrio", seeds, 14)[0]
    expected = [list(itertools.islice(naive.pieces("tetrio", seed), 14)) for seed in seeds]
    assert found.tolist() == expected
    assert (np.sort(found.reshape(-1, 7), axis=1) == np.arange(7)).all()


# Seeds ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", EDGES)
def test_no_seed_freezes_the_generator(seed: int) -> None:
    first = int(start(TETRIO, np.uint64(seed)))
    assert 1 <= first <= 2147483646
    streams = drawn("tetrio", [seed], 7 * 50)[1][0, 6::7]
    assert len(set(streams.tolist()) | {first}) == 51
    assert streams.min() >= 1
    assert streams.max() <= 2147483646


@given(st.integers(1, 2**31 - 2))
def test_a_live_state_is_its_own_seed(seed: int) -> None:
    assert start(TETRIO, np.uint64(seed)) == seed


@pytest.mark.parametrize("seed", [0, 2**31 - 1, 2 * (2**31 - 1)])
def test_dead_seeds_play_as_the_last_live_one(seed: int) -> None:
    assert letters("tetrio", seed, 21) == letters("tetrio", 2**31 - 2, 21)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_begins_the_same_game_again(kind: Bag) -> None:
    assert letters(kind, 5, 50) == letters(kind, 5, 50)
    assert len({letters(kind, seed, 50) for seed in range(1, 101)}) == 100


# Bags -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "full"), BAGS)
@given(seed=SEEDS)
def test_every_aligned_bag_is_a_permutation(kind: Bag, full: int, seed: int) -> None:
    pieces, _, bags = drawn(kind, [seed], full * 4)
    assert (np.sort(pieces.reshape(-1, full), axis=1) == np.sort(np.arange(full) % 7)).all()
    assert not bags[0, full - 1 :: full].any()
    assert np.count_nonzero(bags) == (full - 1) * 4


@pytest.mark.parametrize("kind", KINDS)
@given(seed=SEEDS)
def test_chances_are_those_of_somebody_who_counts(kind: Bag, seed: int) -> None:
    pieces, _, bags = drawn(kind, [seed], 30)
    counts = np.empty(7, np.int64)
    for k in range(30):
        seen = pieces[0, :k].tolist()
        total = contents(number("bag", kind), np.uint64(bags[0, k - 1] if k else 0), counts)
        assert total == counts.sum()
        assert {p: n / total for p, n in enumerate(counts.tolist()) if n} == {
            p: float(chance) for p, chance in naive.chances(kind, seen).items()
        }


@pytest.mark.parametrize("kind", KINDS)
def test_every_place_is_fair(kind: Bag) -> None:
    pieces = drawn(kind, spread(2100), 14)[0]
    for place in (0, 4, 6, 13):
        assert chi_square(pieces[:, place]) < LIMIT, place


def test_neighbouring_seeds_open_alike_in_tetrio() -> None:
    # Seeds below 18,254 give first fractions below a seventh, and the shuffle begins by putting Z at the end.
    assert {PIECES[p] for p in drawn("tetrio", [*range(1, 18_254, 50), 18_253], 7)[0][:, 6]} == {"Z"}
    assert letters("tetrio", 18_254, 7)[6] == "L"


def test_the_last_three_of_tetrios_bag_come_in_any_order() -> None:
    pieces = drawn("tetrio", spread(7000), 7)[0]
    rest = pieces[(np.sort(pieces[:, :4], axis=1) == [1, 2, 4, 5]).all(axis=1), 4:]  # I, Z and L are left
    orders = np.unique(rest, axis=0, return_counts=True)[1]
    fair = len(rest) / 6
    assert len(orders) == 6
    assert ((orders - fair) ** 2 / fair).sum() < 25.74  # 5 degrees of freedom, once in 10,000


def test_what_is_public_does_not_tell_the_order() -> None:
    pieces, _, bags = drawn("tetrio", spread(2000), 3)
    by_set: dict[tuple[int, ...], set[int]] = {}
    for row, bag in zip(np.sort(pieces, axis=1).tolist(), bags[:, -1].tolist()):
        by_set.setdefault(tuple(row), set()).add(bag)
    assert len(by_set) == 35
    assert all(len(found) == 1 for found in by_set.values())


@pytest.mark.parametrize(("kind", "full"), BAGS)
@given(seed=SEEDS, supposed=st.lists(st.integers(-1, 6), min_size=28, max_size=28))
def test_bags_stay_whole_whatever_a_search_supposes(kind: Bag, full: int, seed: int, supposed: list[int]) -> None:
    out = np.empty(28, np.int64)
    half_supposed(number("bag", kind), np.uint64(seed), np.array(supposed), out)
    assert (np.sort(out.reshape(-1, full), axis=1) == np.sort(np.arange(full) % 7)).all()


@pytest.mark.parametrize("kind", KINDS)
@given(seed=SEEDS)
def test_supposing_what_comes_changes_nothing_for_tetrio(kind: Bag, seed: int) -> None:
    pieces, streams, bags = drawn(kind, [seed], 16)
    stream, bag = start(number("bag", kind), np.uint64(seed)), 0
    for k, piece in enumerate(pieces[0].tolist()):
        stream, bag = take(number("bag", kind), np.uint64(stream), np.uint64(bag), piece)
        assert bag == bags[0, k]
        if kind == "tetrio":
            assert stream == streams[0, k]
