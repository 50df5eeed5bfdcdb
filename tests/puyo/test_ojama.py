"""Ojama on its way and falling: against the twin, offset first, thirty a turn, every set of columns equally often."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import puyo_game as naive
from tests.naive.puyo import Field
from tests.puyo.fields import columns
from tests.puyo.positions import expected, fields, games, letters_of, played, position, scattered

from wellplayed._jit import kernel
from wellplayed.errors import InputError
from wellplayed.puyo import ojama
from wellplayed.puyo.cells import OJAMA, WHOLE
from wellplayed.puyo.planes import load, store, union
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse

WORDS = st.integers(0, 2**64 - 1)
EVERY_GAME = pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))


@kernel
def chosen(words: Any, count: int, out: Any) -> None:
    """Fill `out` [B] with the columns for each word [B], as bits. Modified in place."""
    for i in range(len(words)):
        out[i] = ojama.columns(words[i], count)


@kernel
def rain(cells: Any, pieces: Any, words: Any) -> None:
    """Let pieces [B] fall on fields `cells` [B, 8, 8], by a word [B] each. Modified in place."""
    for i in range(len(cells)):
        field = load(cells[i], 0)
        store(cells[i], 0, ojama.rained(field, union(field), pieces[i], words[i]))


def rained(states: Any, pieces: Any, words: Any) -> Any:
    """[B, 8, 8] the fields of states after ojama fell."""
    cells = np.ascontiguousarray(states["cells"])
    rain(cells, np.asarray(pieces), np.asarray(words, np.uint64))
    return cells


def tops(cells: Any) -> Any:
    """[6] the heights of a field."""
    return np.bitwise_count(np.bitwise_or.reduce(cells, axis=0)[:6]).astype(int)


def cells_of(field: Field) -> list[Any]:
    """The cells of a twin's field."""
    found: list[Any] = parse("/".join("".join(row) for row in reversed(field))).tolist()
    return found


# Where it falls -------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_rain_agrees_with_the_twin(game: Puyo) -> None:
    states = np.concatenate([played(game, 60, 31), scattered(game, 60, 32)])
    pieces, words = np.arange(len(states)) % 31, states["stream"]
    for before, cells, count, word in zip(states, rained(states, pieces, words), pieces.tolist(), words.tolist()):
        assert cells.tolist() == cells_of(naive.rained(position(before, game).field, count, word))


@given(word=WORDS, pieces=st.integers(0, 30))
def test_columns_differ_by_one_at_most_where_there_is_room(word: int, pieces: int) -> None:
    (cells,) = rained(Puyo().new([1]), [pieces], [word])
    assert sum(tops(cells)) == pieces
    assert max(tops(cells)) - min(tops(cells)) <= (pieces % 6 > 0)
    assert (cells[:OJAMA] == 0).all()


def test_what_has_no_room_is_lost() -> None:
    states = Puyo().new([1])
    states["cells"] = parse("/".join(columns("R" * 13, "G" * 12, "B" * 11, "", "#" * 10, "Y" * 12)))
    (cells,) = rained(states, [30], [1])
    assert tops(cells).tolist() == [13, 13, 13, 5, 13, 13]
    assert cells.max() <= WHOLE


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


@pytest.mark.parametrize("differ", ["pieces", "stream"])
def test_columns_are_drawn_anew_for_every_arrival(differ: str) -> None:
    game = Puyo()
    states = np.repeat(game.new([1]), 100)
    states[differ] = np.arange(100)
    after = game.receive(states, np.full(100, 3))
    assert len({cells.tobytes() for cells in rained(states, np.full(100, 3), after["rain"])}) > 15  # of twenty


# When it falls --------------------------------------------------------------------------------------------------------


def test_what_comes_waits_and_is_public_at_once() -> None:
    game = Puyo()
    states = game.new([1, 2, 3])
    states["dead"][2] = True
    first = game.receive(states, np.array([5, 0, 6]))
    assert np.array_equal(first["cells"], states["cells"])
    assert first["pending"].tolist() == [5, 0, 0]
    assert (first["rain"] != 0).tolist() == [True, False, False]
    first["pieces"] += 1
    more = game.receive(first, np.array([40, 3, 0]))
    assert more["pending"].tolist() == [45, 3, 0]
    assert more["rain"][0] == first["rain"][0]
    assert np.array_equal(more["stream"], states["stream"])


def waiting(pieces: int, pair: str, *cells: str, **options: Any) -> tuple[Puyo, Any]:
    """A game of one position with a field, a pair and ojama on its way."""
    game = Puyo(**options)
    states = game.receive(game.new([1]), np.array([pieces]))
    states["cells"], states["queue"][:, 0] = parse("/".join(columns(*cells))), [letters_of(pair)]
    return game, states


@pytest.mark.parametrize(("blocking", "falls"), [("none", [30, 5, 0]), ("chain", [30, 5, 0])])
def test_thirty_fall_at_most_after_a_quiet_move(blocking: Any, falls: list[int]) -> None:
    game, states = waiting(35, "RG", "", "", "", "", "", "", blocking=blocking)
    for fell, left in zip(falls, (5, 0, 0), strict=True):
        before = int(np.bitwise_count(states["cells"][0, OJAMA]).sum())
        states = game.deal(game.play(states, np.array([0])))
        assert np.bitwise_count(states["cells"][0, OJAMA]).sum() - before == fell
        assert states["pending"][0] == left
        assert (states["rain"][0] != 0) == (left > 0)


@pytest.mark.parametrize(
    ("blocking", "waits", "left", "fell", "sent"),
    [("none", 3, 0, 0, 2), ("none", 5, 0, 0, 0), ("none", 8, 0, 3, 0), ("chain", 8, 3, 0, 0), ("none", 40, 5, 30, 0)],
)
def test_a_chain_takes_away_what_waits_and_the_rest_falls_or_not(
    blocking: Any, waits: int, left: int, fell: int, sent: int
) -> None:
    # A fourth red, and blue comes down on blue: 40 + 320 points are five pieces of ojama.
    game, states = waiting(waits, "RY", "R", "R", "RB", "B", "B", "B", blocking=blocking)
    after = game.play(states, np.array([1]))
    assert (after["chain"][0], after["gained"][0], after["last_attack"][0]) == (2, 360, 5)
    assert (after["attack"][0], after["sent"][0], after["pending"][0]) == (5, sent, left)
    assert np.bitwise_count(after["cells"][0, OJAMA]).sum() == fell
    again = game.play(game.deal(after), np.array([5]))
    assert (again["last_attack"][0], again["attack"][0]) == (0, 5)


def test_an_all_clear_under_ojama_is_one() -> None:
    game, states = waiting(6, "RR", "RR", "", "", "", "", "")
    after = game.play(states, np.array([0]))
    assert np.bitwise_count(after["cells"][0]).sum() == 6
    assert after["clear"][0]
    names = [feature.name for feature in game.glossary]
    assert game.features(after)[0, names.index("all_clear")] == 1


@pytest.mark.parametrize(("death", "column", "dead"), [("third", 2, True), ("third", 3, False), ("two", 3, True)])
def test_ojama_may_end_a_game(death: Any, column: int, dead: bool) -> None:
    tall = ("RG" * 6)[:11]
    game, states = waiting(6, "BY", *(tall if x == column else "" for x in range(6)), death=death)
    states["pending"] = 6
    after = game.play(states, np.array([0]))
    assert after["dead"].tolist() == [dead]
    assert game.moves(states, np.zeros(len(game.glossary))).dead[0] == dead


@EVERY_GAME
def test_waiting_ojama_agrees_with_the_twin(game: Puyo) -> None:
    states = np.concatenate([played(game, 20, 33), scattered(game, 20, 34)])
    pieces = np.arange(len(states)) % 7
    for before, state, count in zip(states, game.receive(states, pieces), pieces.tolist(), strict=True):
        assert fields(state) == expected(naive.receive(position(before, game), count), game)


@pytest.mark.parametrize(("pieces", "message"), [
    ([1_000_001], "1000001 to 1000001 ojama cannot come; choose 0 to 1,000,000"),
    ([-1], "-1 to -1 ojama cannot come"),
    ([1, 2], "2 numbers of ojama for 1 states; give one for each"),
])  # fmt: skip
def test_refusals(pieces: list[int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Puyo().receive(Puyo().new([1]), np.array(pieces))
