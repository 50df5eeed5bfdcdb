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
from wellplayed.game import Game, States, taken
from wellplayed.search.beam import Beam
from wellplayed.search.budget import Budget
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
    match, ply = np.repeat(np.arange(20, dtype=np.uint64), 20), np.tile(np.arange(20), 20)
    words = np.empty(len(match) * 5, np.uint64)
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


def winner(vote: str, values: list[list[float]]) -> int:
    """The vote, said again slowly."""
    living = [row for row in values if not all(map(math.isnan, row))]
    if not living:
        return -1
    known = [[(v, a) for a, v in enumerate(row) if not math.isnan(v)] for row in living]
    if vote == "majority":
        votes = [min(row, key=lambda one: (-one[0], one[1]))[1] for row in known]
        return min(votes, key=lambda action: (-votes.count(action), action))
    totals: dict[int, float] = {}
    for action in range(len(values[0])):
        told = [row[action] for row in living]
        if not all(map(math.isnan, told)):
            totals[action] = sum(min(row)[0] if math.isnan(v) else v for v, row in zip(told, known))
    return min(totals, key=lambda action: (-totals[action], action))


VALUES = arrays.arrays(np.float64, (3, 4), elements=st.sampled_from([math.nan, 0.0, 1.0, 2.0, -3.0]))


@given(st.sampled_from(get_args(Vote)), VALUES)
def test_the_vote_agrees_with_its_twin(vote: Vote, values: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    search = Sampled(lambda states: np.zeros(len(states)), 1, 1, 3, vote)
    assert search._winner(values) == winner(vote, values.tolist())


def test_known_pieces_are_searched_once_and_nothing_else_changes() -> None:
    """Every future by itself, from the root on, says the same of every move."""
    game = small(1, "bag")
    states = mixed(game, 12, 12)
    search = Sampled(Linear(game, UNEVEN), 3, 6, 4)
    _, values = search._voted(game, states, Budget())
    deep, seen = game.showing(3), 0
    for row, future in zip(*np.nonzero(~np.isnan(values).all(axis=2)), strict=True):
        state = states[row : row + 1]
        dream = deep.deal(game.reseeded(state, search._words(state)[future : future + 1]))
        thought = Beam(search.evaluator, 3, 6).think(deep, dream)
        assert np.nanargmax(values[row, future]) == thought.action
        assert np.nanmax(values[row, future]) == thought.values[thought.actions == thought.action][0]
        seen += 1
    assert seen > 20


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


def test_a_thought_is_of_a_future_that_the_move_lives_through() -> None:
    """Of four rows most futures are soon lost; the one that is told begins with what is seen, and is played on."""
    game = small(0, height=4)
    search, lived = Sampled(Linear(game, UNEVEN), 4, 3, 3), 0
    for state in (one[None] for one in mixed(game, 20, 3)):
        action, values = search._voted(game, state, Budget())
        thought = search.think(game, state)
        assert thought.action == action[0]
        assert thought.dream is not None
        assert thought.dream["queue"][0, 0] == state["queue"][0, 0]
        if not np.isnan(values[0, :, action[0]]).all():
            assert len(thought.line) == 5
            lived += 1
        deep, after = game.showing(4), thought.dream
        for spot in thought.line:
            after = deep.play(after, np.array([next(a for a in legal(deep, after) if deep.describe(after, a) == spot)]))
    assert lived


def legal(game: Game, state: States) -> list[int]:
    """All legal actions of one state."""
    return [int(action) for action in np.flatnonzero(game.mask(state)[0])]
