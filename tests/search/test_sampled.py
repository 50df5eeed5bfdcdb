"""Beams over dreamt futures: where nothing is hidden they are the beam, and what is hidden they do not know."""

import math
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.search.positions import UNEVEN, mixed, small
from tests.tetris.guideline.positions import reached

from wellplayed.errors import InputError
from wellplayed.game import taken
from wellplayed.search.beam import Beam
from wellplayed.search.evaluate import Linear
from wellplayed.search.sampled import Sampled, Vote, hashed
from wellplayed.tetris.guideline.rules import Guideline


@pytest.mark.parametrize("vote", ["sum", "majority"])
def test_where_nothing_is_hidden_it_is_the_beam(vote: Vote) -> None:
    for game, states in ((small(3), mixed(small(3), 30, 5)), (Guideline(), reached(Guideline(), 4))):
        evaluator = Linear(game, {"holes": -4, "aggregate_height": -0.5, "lines": 0.8, "bumpiness": -0.2})
        found = Sampled(evaluator, 2, 5, 3, vote).choose(game, states)
        assert found.tolist() == Beam(evaluator, 2, 5).choose(game, states).tolist()


@pytest.mark.parametrize("pieces", ["uniform", "bag"])
def test_it_knows_nothing_that_is_hidden(pieces: str) -> None:
    game = small(0, pieces)
    states = mixed(game, 20, 6)
    search = Sampled(Linear(game, UNEVEN), 3, 8, 4)
    found = search.choose(game, states)
    other = states.copy()
    other["stream"] = np.arange(len(states), dtype=np.uint64)
    assert search.choose(game, other).tolist() == found.tolist()
    assert search.choose(game, taken(states, np.arange(40)[::-1].copy())).tolist() == found[::-1].tolist()
    assert Sampled(search.evaluator, 3, 8, 4, seed=1).choose(game, states).tolist() != found.tolist()


def test_every_future_of_every_ply_of_every_match_is_another() -> None:
    match, ply = np.repeat(np.arange(20, dtype=np.uint64), 20 * 5), np.tile(np.repeat(np.arange(20), 5), 20)
    words = np.empty(len(match), np.uint64)
    hashed(match, ply, np.uint64(3), 5, words)
    assert len(np.unique(words)) == len(words)


def test_more_futures_are_less_luck() -> None:
    game = small(0, width=5, height=8)
    states = mixed(game, 60, 8)
    evaluator = Linear(game, UNEVEN)

    def apart(futures: int) -> int:
        one, two = (Sampled(evaluator, 2, 10, futures, seed=seed).choose(game, states) for seed in (1, 2))
        return int((one != two).sum())

    assert apart(24) < apart(1)


def winner(vote: str, first: list[int], values: list[list[float]]) -> int:
    """The vote, said again slowly."""
    living = [f for f, row in enumerate(values) if not all(map(math.isnan, row))]
    if not living:
        return first[0]
    if vote == "majority":
        votes = [first[f] for f in living]
        return min(votes, key=lambda action: (-votes.count(action), action))
    totals: dict[int, float] = {}
    for action in range(len(values[0])):
        told = [values[f][action] for f in living]
        if all(map(math.isnan, told)):
            continue
        worst = [min(v for v in values[f] if not math.isnan(v)) for f in living]
        totals[action] = sum(w if math.isnan(v) else v for v, w in zip(told, worst))
    return min(totals, key=lambda action: (-totals[action], action))


VALUES = arrays.arrays(np.float64, (3, 4), elements=st.sampled_from([math.nan, 0.0, 1.0, 2.0, -3.0]))


@given(st.sampled_from(get_args(Vote)), st.lists(st.integers(0, 3), min_size=3, max_size=3), VALUES)
def test_the_vote_agrees_with_its_twin(
    vote: Vote, first: list[int], values: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> None:
    search = Sampled(lambda states: np.zeros(len(states)), 1, 1, 3, vote)
    assert search._winner(np.array(first), values) == winner(vote, first, values.tolist())


def test_what_is_enough_is_taken_at_once() -> None:
    game = small(1, "uniform", "clear", 4)
    states = mixed(game, 200, 9)
    evaluator = Linear(game, {"lines": 1.0, "holes": -3.0})
    most = np.full(len(states), 0.0)
    moves = game.moves(states, evaluator.weights)
    np.maximum.at(most, moves.parent, np.where(moves.dead, 0.0, moves.credit))
    assert (most >= 1).sum() > 10
    found = Sampled(evaluator, 1, 3, 1, enough=1.0).choose(game, states)
    cleared = game.play(states, found)["cleared"]
    assert (cleared[most >= 1] == most[most >= 1]).all()
    calm = Sampled(evaluator, 1, 3, 1).choose(game, states)
    assert (found == calm)[most < 1].all()


@pytest.mark.parametrize("enough", [None, 1.0])
def test_it_thinks_what_it_plays(enough: float | None) -> None:
    game = small(1, "bag", "clear", 4)
    states = mixed(game, 25, 10)
    search = Sampled(Linear(game, UNEVEN), 3, 4, 3, enough=enough)
    for i, action in enumerate(search.choose(game, states)):
        thought = search.think(game, states[i : i + 1])
        assert thought.action == action == thought.actions[np.flatnonzero(thought.actions == action)[0]]
        row = int(np.flatnonzero(thought.actions == action)[0])
        living = np.isfinite(thought.values)
        assert np.allclose(thought.contributions.sum(axis=1)[living], thought.values[living])
        assert np.isfinite(thought.values[row]) or not living.any()
        assert len(thought.line) >= 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"depth": 0}, "depth=0"), ({"depth": 16}, "choose 1 to 15"), ({"width": 0}, "width=0"),
        ({"futures": 0}, "futures=0"), ({"vote": "mean"}, "sum or majority"), ({"seed": -1}, "seed=-1"),
    ],
)  # fmt: skip
def test_bad_numbers_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Sampled(**{"evaluator": len, "depth": 2, "width": 3, **options})  # type: ignore[arg-type]


def test_a_state_without_a_move_is_named() -> None:
    game = small(1)
    states = mixed(game, 3, 11)
    states["dead"][1] = True
    with pytest.raises(InputError, match="state 1 has no move"):
        Sampled(Linear(game, UNEVEN), 2, 3, 2).choose(game, states)
