"""What moves are worth: sums in feature order, the same on the quick path and the slow one; and what keys know."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.guideline.positions import reached, rows_of, scattered, state

from wellplayed.conformance import summed
from wellplayed.game import earned
from wellplayed.tetris.guideline.features import COUNT, FEATURES, NAMES
from wellplayed.tetris.guideline.moves import FLOODED
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.scored import CREDITS, QUICK

GAMES = (
    Guideline(),
    Guideline("tetrio-s1"),
    Guideline("tetrio-s2"),
    Guideline("botris"),
    Guideline(height=12, rows=30),
    Guideline(height=25),
    Guideline(width=6),
    Guideline(width=16),
)


def some_weights(rng: np.random.Generator) -> list[Any]:
    """All features, a few, one of the events, none."""
    full = rng.normal(size=COUNT)
    few = np.where(rng.random(COUNT) < 0.2, full, 0.0)
    one = np.where(np.arange(COUNT) == rng.choice(CREDITS), 1.0, 0.0)
    return [full, few, one, np.zeros(COUNT)]


def positions(game: Guideline) -> Any:
    """States that take every way through the kernel: low and tall piles, pending garbage, slots to spin into."""
    tallest = (QUICK, 20, FLOODED, FLOODED, min(game.rules.rows - 5, 36))
    states = np.concatenate([scattered(game, 15, seed, rows) for seed, rows in enumerate(tallest)])
    states = np.concatenate([states, game.receive(states[::2], np.arange(len(states[::2])) % 12)])
    return np.concatenate([states, reached(game, 7, games=4, pieces=30)[::2]])


def agree(game: Guideline, states: Any, weights: Any) -> Any:
    """`moves`, after a look that it says of every child what features of the stored child say."""
    moves, children = game.moves(states, weights), game.expand(states)
    assert np.array_equal(moves.action, children.action)
    assert np.array_equal(moves.dead, children.states["dead"])
    features = game.features(children.states)
    value = np.where(moves.dead, -np.inf, summed(features, weights))
    bad = np.flatnonzero(moves.value != value)
    assert not len(bad), (game.parts(moves.action[bad[0]]), rows_of(game, states[moves.parent[bad[0]]].reshape(1)))
    assert np.array_equal(moves.credit, summed(features, np.where(earned(game), weights, 0.0)))
    return moves


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_are_weights_times_features_in_order(game: Guideline) -> None:
    rng, states = np.random.default_rng(3), positions(game)
    for weights in some_weights(rng):
        agree(game, states, weights)


@pytest.mark.parametrize("k", range(COUNT))
def test_each_feature_by_itself(k: int) -> None:
    # Alone a feature is asked for by one bit, so that nothing else fills it in.
    game, weights = Guideline("tetrio-s2"), np.zeros(COUNT)
    weights[k] = 1.0
    states = np.concatenate([scattered(game, 10, 1, QUICK), scattered(game, 5, 2, 25)])
    agree(game, states, weights)


@pytest.mark.parametrize("rows", [21, 24, 26, 27, 30])
def test_garbage_may_lift_a_pile_out_of_the_lanes(rows: int) -> None:
    game = Guideline(cap=0)
    one = game.receive(state(game, "/".join(["#........."] * rows), "ITO"), np.array([8]))
    agree(game, one, np.random.default_rng(rows).normal(size=COUNT))


@pytest.mark.parametrize("height", [4, 11, 12, 13, 15, 16])
def test_low_wells_lock_out_on_low_piles(height: int) -> None:
    game = Guideline(height=height)
    for rows in (height - 1, height):
        moves = agree(game, state(game, "/".join(["#........."] * rows), "OTI"), np.ones(COUNT))
        assert moves.dead.any() == (rows == height)


def test_credits_are_those_of_the_glossary() -> None:
    assert [NAMES[k] for k in CREDITS] == [name for name, _, _, credit in FEATURES if credit]


def test_the_quick_path_and_the_slow_one() -> None:
    # Wells of more than 24 rows always take the slow one; what is no matter of height must not differ.
    quick, slow = Guideline("tetrio-s2", height=24), Guideline("tetrio-s2", height=25)
    rng = np.random.default_rng(5)
    weights = rng.normal(size=COUNT)
    for name in ("row_transitions", "wells", "fast_wells"):
        weights[NAMES.index(name)] = 0.0
    states = scattered(quick, 100, 4, QUICK)
    one, two = quick.moves(states, weights), slow.moves(states, weights)
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a, b)
    spins = one.action // (4 * quick.rules.rows * 10) % 3
    assert {0, 1} <= set(spins.tolist())


def test_a_dead_move_is_worth_nothing_and_earns_what_it_did() -> None:
    game = Guideline(spawn="20")
    one = state(game, "/".join(["##........"] * 20), "OTI")
    moves = game.moves(one, np.ones(COUNT))
    assert moves.dead.any()
    assert (moves.value[moves.dead] == -np.inf).all()
    assert np.isfinite(moves.credit).all()


# Keys -----------------------------------------------------------------------------------------------------------------


def keys(game: Guideline, states: Any) -> Any:
    return game.moves(states, np.zeros(COUNT)).key


@pytest.fixture(scope="module")
def busy() -> Any:
    """A state whose every field is something."""
    game = Guideline()
    board = "#.#.#.#.#./.#.#.#.#.#/##.#######/##.#######"
    one = state(game, board, "TIOSZJ", "L", combo=2, chain=3, marks=3, bag=9, pieces=7, lines=5, score=900)
    return game.receive(one, np.array([3]))


FUTURE: dict[str, Any] = {
    "columns": lambda v: v ^ (np.arange(20) == 6).astype(np.uint64) * np.uint64(16),
    "marks": lambda v: v ^ np.uint64(4),
    "bag": lambda v: v ^ np.uint64(1),
    "combo": lambda v: v + 1,
    "chain": lambda v: v + 1,
    "hold": lambda v: (v + 1) % 7,
    "hole": lambda v: (v + 1) % 10,
}


@pytest.mark.parametrize("field", FUTURE)
def test_keys_change_with_what_the_future_depends_on(busy: Any, field: str) -> None:
    game, other = Guideline(), busy.copy()
    other[field] = FUTURE[field](busy[field])
    mine = game.moves(busy, np.zeros(COUNT))
    theirs = game.moves(other, np.zeros(COUNT))
    held = 12 * game.rules.rows * game.width
    same = np.intersect1d(mine.action[mine.action < held], theirs.action[theirs.action < held])
    assert len(same) > 5
    if field == "combo":  # ends with a move that clears nothing
        same = same[np.isin(same, mine.action[game.expand(busy).states["cleared"] > 0])]
    for action in same:
        assert mine.key[mine.action == action] != theirs.key[theirs.action == action]


@pytest.mark.parametrize("slot", range(1, 6))
def test_keys_change_with_the_queue(busy: Any, slot: int) -> None:
    game, other = Guideline(), busy.copy()
    other["queue"][0, slot] = (other["queue"][0, slot] + 1) % 7
    assert not np.intersect1d(keys(game, busy), keys(game, other)).size


@pytest.mark.parametrize("part", range(3))
def test_keys_change_with_pending_garbage(busy: Any, part: int) -> None:
    game, one = Guideline(cap=1), busy.copy()
    one["pending"][0, :3] = [(2, 1, 0), (3, 4, 1), (0, 0, 0)]
    other = one.copy()
    other["pending"][0, 1, part] += 2
    assert not np.intersect1d(keys(game, one), keys(game, other)).size


@pytest.mark.parametrize(
    "field", ["stream", "noise", "match", "pieces", "lines", "score", "attack", "sent", "placed", "spin", "last_attack"]
)
def test_keys_do_not_change_with_what_is_hidden_or_past(busy: Any, field: str) -> None:
    game, other = Guideline(), busy.copy()
    other[field] += 1
    for state_ in (busy, state(game, "#.........", "TIO")):  # the slow way with pending garbage, and the quick one
        changed = state_.copy()
        changed[field] += 1
        assert np.array_equal(keys(game, state_), keys(game, changed))


def test_two_ways_to_one_position_have_one_key() -> None:
    # I and O in either order, by the quick path and with a row cleared by the slow one.
    game = Guideline(previews=0, hold=False)
    first, second = (state(game, "", piece) for piece in "IO")

    def then(one: Any, at: tuple[int, ...], piece: str, at_next: tuple[int, ...]) -> Any:
        (action,) = [a for a in game.listed(one)[1] if game.parts(a)[2:] == at]
        middle = game.play(one, np.array([action]))
        middle["queue"][0, 0] = "IOTZSJL".index(piece)
        moves = game.moves(middle, np.zeros(COUNT))
        (row,) = [i for i, a in enumerate(moves.action) if game.parts(a)[2:] == at_next]
        return moves.key[row]

    assert then(first, (0, 1, 0), "O", (0, 8, 0)) == then(second, (0, 8, 0), "I", (0, 1, 0))
    assert then(first, (0, 1, 0), "O", (0, 7, 0)) != then(second, (0, 8, 0), "I", (0, 1, 0))


def test_equal_keys_mean_equal_futures() -> None:
    # Of one kind, pieces lead to the same board in any order.
    game = Guideline("tetrio-s2", bag="uniform")
    first = [state(game, board, "IIIIII") for board in ("", "#.........", "##.#######/##.#######")]
    states = np.concatenate([*(game.expand(one).states for one in first), reached(game, 11, games=6, pieces=30)])
    moves, children = game.moves(states, np.zeros(COUNT)), game.expand(states)
    order = np.argsort(moves.key, kind="stable")
    again = np.flatnonzero(np.diff(moves.key[order]) == 0)
    assert len(again) > 100
    for i in again[:1000]:
        one, two = children.states[order[i]], children.states[order[i + 1]]
        for field in ("columns", "marks", "queue", "hold", "bag", "combo", "chain", "hole", "pending"):
            assert np.array_equal(one[field], two[field]), field


@pytest.mark.parametrize("lines", [0, 2])  # the quick way, and the slow one
@pytest.mark.parametrize("field", ["pieces", "sent"])
def test_in_the_opener_keys_know_pieces_and_lines_sent(field: str, lines: int) -> None:
    game = Guideline("tetrio-s2", opener=14)
    one = game.receive(state(game, "####.#####/####.#####", "TI", pieces=11, sent=3), np.array([lines]))
    for pieces, within in ((0, True), (11, True), (12, True), (13, False), (14, False), (50, False)):
        one["pieces"] = pieces
        other = one.copy()
        other[field] += 1
        mine, theirs = keys(game, one), keys(game, other)
        assert (mine != theirs).all() if within else (mine == theirs).all(), pieces


@pytest.mark.parametrize("changes", [{"opener": 0}, {"cancel": False}])
def test_without_an_opener_keys_do_not_know_them(changes: dict[str, Any]) -> None:
    game = Guideline("tetrio-s2", **changes)
    one = state(game, "#.........", "TI")
    other = one.copy()
    other["pieces"], other["sent"] = 3, 4
    assert np.array_equal(keys(game, one), keys(game, other))


def test_both_ways_know_the_same_opener() -> None:
    # Wells of more than 24 rows take the slow way; states in the opener whose moves send lines.
    quick, slow = Guideline("tetrio-s2", height=24), Guideline("tetrio-s2", height=25)
    states = scattered(quick, 60, 9, QUICK)
    states["pieces"], states["sent"] = np.arange(60) % 16, np.arange(60) % 5
    assert np.array_equal(keys(quick, states), keys(slow, states))
    wells = state(quick, "/".join(["#########."] * 4), "ITO", pieces=2, sent=1)
    assert (quick.expand(wells).states["sent"] > 1).any()
    assert np.array_equal(keys(quick, wells), keys(slow, wells))


def test_one_key_in_the_opener_means_one_future() -> None:
    # Two ways to one board: in one of them more lines were sent, so that garbage is taken away otherwise.
    game = Guideline("tetrio-s2", previews=0, hold=False)
    one = state(game, "#########./#########./#########./#########.", "I", pieces=3, sent=0, combo=0)
    other = one.copy()
    other["sent"] = 30
    (action,) = [a for a in game.listed(one)[1] if game.expand(one).states["cleared"][game.listed(one)[1] == a][0] == 4]
    after = [game.play(game.receive(s, np.array([16])), np.array([action])) for s in (one, other)]
    assert after[0]["pending"][0, :, 0].sum() != after[1]["pending"][0, :, 0].sum()  # cancelled twice as strongly
    assert not np.intersect1d(keys(game, one), keys(game, other)).size
