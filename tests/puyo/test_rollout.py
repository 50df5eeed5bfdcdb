"""The fused kernel against the batch path, move by move: score, first best, play, deal."""

from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_game as naive
from tests.naive.puyo_features import value_of
from tests.naive.random_moves import stray
from tests.puyo.fields import columns
from tests.puyo.positions import STEADY, best, expected, fields, games, played, rules, scattered

from wellplayed.conformance import equal
from wellplayed.errors import InputError
from wellplayed.puyo.cells import EMPTY
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse

F = len(NAMES)
# Builds chains, with what fields could fire.
BUILDER = np.array([{"potential_score": 2.0, "chain_square": 1.0, "triples": 0.3}.get(n, 0.0) for n in NAMES]) + STEADY
OF_ALL_KINDS = pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))


def step(game: Puyo, states: Any, weights: Any) -> Any:
    """One greedy move of each living state, the long way."""
    living = np.flatnonzero(~states["dead"])
    states = states.copy()
    if len(living):
        moves = game.moves(states[living], weights)
        states[living] = game.deal(game.play(states[living], moves.action[best(moves, len(living))]))
    return states


def compare(game: Puyo, start: Any, weights: Any, pieces: int) -> int:
    """Play a batch both ways, compare at a few points and at the end; return how many moves were made."""
    stepped = start
    for made in range(1, pieces + 1):
        before = stepped
        stepped = step(game, stepped, weights)
        if made in (1, 2, 7) or made == pieces:
            assert equal(game.rollout(start, weights, made), stepped).all()
            assert equal(game.rollout(before, weights, 1), stepped).all()
    return int((stepped["pieces"] - start["pieces"]).sum())


@OF_ALL_KINDS
@pytest.mark.parametrize("weights", [STEADY, BUILDER], ids=["steady", "builder"])
def test_agrees_with_the_batch_path(game: Puyo, weights: Any) -> None:
    assert compare(game, game.new(range(60)), weights, 60) > 1500  # five colours end early


@pytest.mark.slow
@OF_ALL_KINDS
def test_agrees_with_the_batch_path_for_long(game: Puyo) -> None:
    for weights in (STEADY, BUILDER):
        assert compare(game, game.new(range(1000)), weights, 400) > 30_000


def test_agrees_for_weights_of_every_shape() -> None:
    rng = np.random.default_rng(1)
    for game in games():
        for _ in range(4):
            weights = np.where(rng.random(F) < rng.random(), rng.normal(size=F), 0.0)
            start = game.new(range(seed := int(rng.integers(1000)), seed + 30))
            compare(game, start, weights + STEADY * rng.integers(0, 2), 20)


@OF_ALL_KINDS
def test_agrees_from_any_position(game: Puyo) -> None:
    states = np.concatenate([played(game, 60, 11), scattered(game, 60, 12)])
    for weights in (STEADY, BUILDER):
        assert equal(game.rollout(states, weights, 1), step(game, states, weights)).all()


@pytest.mark.parametrize("weights", [STEADY, BUILDER], ids=["steady", "builder"])
def test_agrees_with_the_twin(weights: Any) -> None:
    """With features that are exact, so that the twin's sum is the same to the last bit."""
    named = {n: w for n, w in zip(NAMES, weights, strict=True) if w and n != "chain_square"}
    exact = np.array([named.get(n, 0.0) for n in NAMES])
    for game in games()[::2]:
        states, twin = game.new([5]), naive.new(5, rules(game))
        for _ in range(6):
            children = list(naive.expand(twin, rules(game)))
            values = [value_of(child, named) for _, child in children]
            twin = naive.deal(children[values.index(max(values))][1], rules(game))
            states = game.rollout(states, exact, 1)
            assert fields(states[0]) == expected(twin, game)


@OF_ALL_KINDS
def test_k_pieces_are_k_times_one_piece(game: Puyo) -> None:
    states = start = game.new(range(40))
    for _ in range(30):
        states = game.rollout(states, STEADY, 1)
    assert equal(game.rollout(start, STEADY, 30), states).all()
    assert equal(game.rollout(game.rollout(start, STEADY, 11), STEADY, 19), states).all()


def test_no_pieces_is_a_copy() -> None:
    game = Puyo()
    states = game.new([1, 2])
    after = game.rollout(states, STEADY, 0)
    assert np.array_equal(after, states)
    assert not np.shares_memory(after, states)


@pytest.mark.parametrize("share", [0.0, 0.3])
def test_a_batch_is_many_batches_of_one(share: float) -> None:
    game = Puyo(5, "arcade", 2)
    states = np.concatenate([played(game, 40, 13), scattered(game, 40, 14)])
    together = game.rollout(states, STEADY, 30, random=share)
    alone = [game.rollout(states[i : i + 1], STEADY, 30, random=share) for i in range(len(states))]
    assert equal(together, np.concatenate(alone)).all()


def test_if_every_move_loses_the_first_is_played() -> None:
    game = Puyo()
    states = game.new([0])
    # Only column 3 can be reached, and it gets its twelfth and thirteenth puyo.
    states["cells"] = parse("/".join(columns(*["#" * 13] * 2, "#" * 11, *["#" * 13] * 3)))
    states["queue"][:, 0] = [0, 1]
    assert np.flatnonzero(game.mask(states)[0]).tolist() == [2, 14]
    after = game.rollout(states, STEADY, 3)
    assert after["dead"].all()
    assert after["pieces"][0] == 1
    assert after["cells"][0, 0, 2] == 1 << 11  # red, the axis, below green
    assert equal(after, step(game, states, STEADY)).all()


# Stops ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("low", "high"), [(-1, 8), (2, 127), (1, 6), (0, 127), (3, 10)])
def test_stops_at_a_pile_as_low_or_as_high_as_told(low: int, high: int) -> None:
    game, weights = Puyo(3), STEADY + np.where(np.array(NAMES) == "all_clear", 50.0, 0.0)
    start = game.rollout(game.new(range(200)), weights, 4)
    states, stopped = start.copy(), np.zeros(len(start), np.bool_)
    for _ in range(40):
        going = np.flatnonzero(~stopped)
        if not len(going):
            break
        states[going] = step(game, states[going], weights)
        filled = np.bitwise_or.reduce(states["cells"][going], axis=(1, 2)).tolist()
        pile = np.array([bits.bit_length() for bits in filled])
        stopped[going] = states["dead"][going] | (pile <= low) | (pile >= high)
    assert equal(game.rollout(start, weights, 40, low=low, high=high), states).all()
    assert stopped.any()


def test_a_stop_is_looked_for_after_a_move_and_never_before() -> None:
    game = Puyo(3)
    states = game.new([0])
    assert game.rollout(states, STEADY, 30, low=127)["pieces"].tolist() == [1]
    assert game.rollout(states, STEADY, 30, high=0)["pieces"].tolist() == [1]
    assert game.rollout(states, STEADY, 30, low=-1, high=127)["pieces"].tolist() == [30]


def test_the_result_is_dealt_and_ready_to_go_on() -> None:
    for game in games():
        after = game.rollout(game.new(range(30)), STEADY, 10)
        after = after[~after["dead"]]
        assert (after["queue"][:, : game.previews + 1] != EMPTY).all()
        assert (after["queue"][:, game.previews + 1 :] == EMPTY).all()
        assert equal(game.deal(after), after).all()


# Random moves ---------------------------------------------------------------------------------------------------------


def strayed(game: Puyo, states: Any, weights: Any, share: float) -> tuple[Any, int]:
    """One move of each living state, a share of them at random as the twin says; and how many were random."""
    states, made = states.copy(), 0
    living = np.flatnonzero(~states["dead"])
    moves = game.moves(states[living], weights)
    ends, rows = np.searchsorted(moves.parent, np.arange(len(living) + 1)), best(moves, len(living))
    for k, i in enumerate(living):
        row = stray(int(states["stream"][i]), int(states["pieces"][i]), share, int(ends[k + 1] - ends[k]))
        if row is not None:
            rows[k], made = ends[k] + row, made + 1
    states[living] = game.deal(game.play(states[living], moves.action[rows]))
    return states, made


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
def test_random_moves_are_those_of_the_twin(share: float) -> None:
    made = total = 0
    for game in games():
        start = states = np.concatenate([game.new(range(60)), played(game, 40, 7)])
        for ply in range(1, 7):
            total += int((~states["dead"]).sum())
            states, strays = strayed(game, states, STEADY, share)
            made += strays
            assert equal(game.rollout(start, STEADY, ply, random=share), states).all()
    assert total > 3000
    assert abs(made / total - share) < 0.02


def test_random_moves_take_nothing_from_the_stream() -> None:
    for game in games():
        start = game.new(range(100))
        greedy, random = (game.rollout(start, STEADY, 3, random=share) for share in (0.0, 1.0))
        for field in ("queue", "stream", "left", "drawn", "pieces"):
            np.testing.assert_array_equal(greedy[field], random[field])


def test_every_placement_is_equally_likely() -> None:
    game = Puyo()
    one = game.new([1])  # two colours, so that no two placements make one field
    futures = game.reseeded(np.repeat(one, 8000), np.arange(8000, dtype=np.uint64))
    after = game.rollout(futures, STEADY, 1, random=1.0)
    children = game.expand(one).states
    found = np.array([(after["cells"] == child["cells"]).all(axis=(1, 2)).sum() for child in children])
    fair = 8000 / len(children)
    assert len(children) == 22
    assert found.sum() == 8000
    assert ((found - fair) ** 2 / fair).sum() < len(children) + 4 * (2 * len(children)) ** 0.5


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_refuses_what_is_no_share(share: float) -> None:
    with pytest.raises(InputError, match="is no share of moves; choose 0"):
        Puyo().rollout(Puyo().new([1]), STEADY, 1, random=share)
