"""Ojama that falls: against the twin, full rows first, every set of columns equally often, nothing above row 13."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo_game as naive
from tests.puyo.fields import columns
from tests.puyo.positions import expected, fields, games, played, position, rules, scattered

from wellplayed._jit import kernel
from wellplayed.errors import InputError
from wellplayed.puyo import ojama
from wellplayed.puyo.cells import OJAMA, WHOLE
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse

WORDS = st.integers(0, 2**64 - 1)


@kernel
def chosen(words: Any, count: int, out: Any) -> None:
    """Fill `out` [B] with the columns for each word [B], as bits. Modified in place."""
    for i in range(len(words)):
        out[i] = ojama.columns(words[i], count)


def tops(state: Any) -> Any:
    """[6] the heights of a field."""
    return np.bitwise_count(np.bitwise_or.reduce(state["cells"], axis=0)[:6]).astype(int)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))
def test_agrees_with_the_twin(game: Puyo) -> None:
    states = np.concatenate([played(game, 60, 31), scattered(game, 60, 32)])
    pieces = np.arange(len(states)) % 31
    after = game.receive(states, pieces)
    for before, state, count in zip(states, after, pieces.tolist(), strict=True):
        assert fields(state) == expected(naive.receive(position(before, game), rules(game), count), game)
    assert after["dead"].any()


@given(seed=WORDS, stream=WORDS, moves=st.integers(0, 10**6), pieces=st.integers(0, 30))
def test_columns_differ_by_one_at_most_where_there_is_room(seed: int, stream: int, moves: int, pieces: int) -> None:
    game = Puyo()
    states = game.new([seed])
    states["stream"], states["pieces"] = stream, moves
    after = game.receive(states, np.array([pieces]))
    assert sum(tops(after[0])) == pieces
    assert max(tops(after[0])) - min(tops(after[0])) <= (pieces % 6 > 0)
    assert (after["cells"][0, :OJAMA] == 0).all()
    assert fields(after[0]) == expected(naive.receive(position(states[0], game), rules(game), pieces), game)


def test_what_has_no_room_is_lost() -> None:
    game = Puyo()
    states = game.new([1])
    states["cells"] = parse("/".join(columns("R" * 13, "G" * 12, "B" * 11, "", "#" * 10, "Y" * 12)))
    after = game.receive(states, np.array([30]))
    assert tops(after[0]).tolist() == [13, 13, 13, 5, 13, 13]
    assert after["cells"].max() <= WHOLE
    assert after["dead"][0]
    assert not game.mask(after).any()


@pytest.mark.parametrize(("death", "column", "dead"), [("third", 2, True), ("third", 3, False), ("two", 3, True)])
def test_ojama_may_end_a_game(death: Any, column: int, dead: bool) -> None:
    game = Puyo(death=death)
    states = game.new([1])
    states["cells"] = parse("/".join(columns(*("RG" * 6 if x == column else "" for x in range(6)))[2:]))
    assert tops(states[0])[column] == 11
    assert game.receive(states, np.array([6]))["dead"].tolist() == [dead]


def test_a_game_that_is_over_gets_none() -> None:
    game = Puyo()
    states = game.new([1, 2])
    states["dead"][0] = True
    after = game.receive(states, np.array([6, 6]))
    assert [tops(state).sum() for state in after] == [0, 6]


@pytest.mark.parametrize("count", range(7))
def test_every_set_of_columns_is_equally_likely(count: int) -> None:
    words = np.random.default_rng(count).integers(0, 2**64, 12_000, np.uint64)
    out = np.zeros(len(words), np.int64)
    chosen(words, count, out)
    found = Counter(out.tolist())
    wanted = [sum(1 << x for x in subset) for subset in combinations(range(6), count)]
    assert set(found) == set(wanted)
    fair = len(words) / len(wanted)
    # Chi-square with 19 degrees of freedom, the most there are here, exceeds this once in 10,000 fair samples.
    assert sum((found[bits] - fair) ** 2 / fair for bits in wanted) < 50.8


def test_columns_change_from_move_to_move_and_with_the_stream() -> None:
    game = Puyo()
    states = np.repeat(game.new([1]), 200)
    states["pieces"][:100] = np.arange(100)
    states["stream"][100:] = np.arange(100)
    after = game.receive(states, np.full(200, 3))
    for part in (after[:100], after[100:]):
        assert len({part["cells"][i, OJAMA].tobytes() for i in range(100)}) > 15  # of twenty


@pytest.mark.parametrize(("pieces", "message"), [
    ([31], "31 to 31 ojama cannot fall; 0 to 30 fall in a turn"),
    ([-1], "-1 to -1 ojama cannot fall"),
    ([1, 2], "2 numbers of ojama for 1 states; give one for each"),
])  # fmt: skip
def test_refusals(pieces: list[int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Puyo().receive(Puyo().new([1]), np.array(pieces))
