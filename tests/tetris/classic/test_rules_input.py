"""What classic play refuses, each time naming the input; and what it promises of names, seeds and dead games."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

WEIGHTS = np.zeros(len(NAMES))


def over() -> tuple[Classic, Any]:
    """A game that is over and one that is not."""
    game = Classic(4, 4)
    states = game.new([1, 2])
    while not states["dead"][0]:
        states[:1] = game.deal(game.play(states[:1], np.array([0])))
    return game, states


@pytest.mark.pure
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"height": 3}, "height=3 of classic is out of range; choose 4 to 24"),
        ({"height": 25}, "height=25"),
        ({"width": 3}, "width=3 of classic is out of range; choose 4 to 10"),
        ({"width": 11}, "width=11"),
        ({"previews": -1}, "previews=-1 of classic is out of range; choose 0 to 15"),
        ({"previews": 16}, "previews=16"),
        ({"pieces": "tgm"}, "pieces=tgm of classic is unknown; choose uniform, bag, sz"),
        ({"overflow": "stop"}, "overflow=stop of classic is unknown; choose end or clear"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Classic(**options)


@pytest.mark.pure
@pytest.mark.parametrize("seed", [-1, 2**64, -(2**70)])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(InputError, match=f"seed {seed} is out of range"):
        Classic().new([3, seed])


@pytest.mark.pure
def test_the_outermost_seeds() -> None:
    states = Classic().new([0, 2**64 - 1])
    assert states["match"].tolist() == [0, 2**64 - 1]
    assert Classic().new(np.array([5, 6], np.int64)).tobytes() == Classic().new(range(5, 7)).tobytes()
    assert len(Classic().new([])) == 0


@pytest.mark.pure
@pytest.mark.parametrize("height", [4, 13, 24])
@pytest.mark.parametrize("pieces", ["uniform", "bag", "sz"])
@pytest.mark.parametrize("overflow", ["end", "clear"])
def test_the_name_makes_the_game_again(height: int, pieces: Any, overflow: Any) -> None:
    game = Classic(height, 4 + height % 7, pieces, height % 16, overflow)
    again = game_of(game.name)
    assert isinstance(again, Classic)
    assert vars(again) == vars(game)
    assert game.name in repr(game)


@pytest.mark.parametrize("action", [-1, -(2**40), 9, 40, 2**40])
def test_actions_that_are_not_legal(action: int) -> None:
    game = Classic()
    states = game.new([0, 1])  # seed 0 begins with an O, which has one orientation and nine columns
    with pytest.raises(InputError, match=f"cannot play in state 0: action {action} is not legal there"):
        game.play(states, np.array([action, 0]))
    with pytest.raises(InputError, match=f"action {action} is not legal there"):
        game.describe(states[:1], action)


def test_every_action_outside_the_mask_is_refused() -> None:
    game = Classic(10, 7)
    for state in game.new(range(12)):
        one = np.array([state], game.dtype)
        for action in np.flatnonzero(~game.mask(one)[0]):
            with pytest.raises(InputError, match=f"action {action} is not legal"):
                game.play(one, np.array([action]))


def test_the_first_bad_state_is_named() -> None:
    game = Classic()
    with pytest.raises(InputError, match="state 2: action 39"):
        game.play(game.new([1, 2, 0, 0]), np.array([0, 0, 39, 38]))


@pytest.mark.parametrize("actions", [np.zeros(1, int), np.zeros(3, int), np.zeros((2, 1), int)])
def test_one_action_for_each_state(actions: Any) -> None:
    with pytest.raises(InputError, match="give one for each"):
        Classic().play(Classic().new([0, 1]), actions)


def test_a_game_that_is_over() -> None:
    game, states = over()
    with pytest.raises(InputError, match="state 0: the game is over"):
        game.play(states, np.array([0, 0]))
    with pytest.raises(InputError, match="not legal"):
        game.describe(states[:1], 0)
    assert not game.mask(states)[0].any()
    assert set(game.expand(states).parent.tolist()) == {1}
    assert set(game.moves(states, WEIGHTS).parent.tolist()) == {1}
    assert game.rollout(states, WEIGHTS, 5)[:1].tobytes() == states[:1].tobytes()
    assert game.outcomes(states[:1]).chance.tolist() == [1.0]
    assert len(game.show(states[:1]).splitlines()) > 4


def test_a_piece_that_is_not_dealt() -> None:
    game = Classic()
    after = game.play(game.new([0]), np.array([0]))
    assert not game.mask(after).any()
    assert not len(game.expand(after).parent)
    assert not len(game.moves(after, WEIGHTS).parent)
    with pytest.raises(InputError, match="not legal"):
        game.play(after, np.array([0]))
    with pytest.raises(InputError, match="deal"):
        game.rollout(after, WEIGHTS, 1)


@pytest.mark.parametrize("weights", [[1.0], np.zeros((2, len(NAMES))), [np.nan] * len(NAMES), ["x"] * len(NAMES)])
def test_weights_that_cannot_be_used(weights: Any) -> None:
    game = Classic()
    with pytest.raises(InputError, match="weight"):
        game.moves(game.new([0]), weights)
    with pytest.raises(InputError, match="weight"):
        game.rollout(game.new([0]), weights, 1)


@pytest.mark.pure
def test_garbage_is_refused_and_none_is_a_copy() -> None:
    game = Classic()
    states = game.new([4, 5])
    copy = game.receive(states, np.zeros(2, np.int64))
    assert copy.tobytes() == states.tobytes()
    assert not np.shares_memory(copy, states)
    with pytest.raises(InputError, match="no garbage"):
        game.receive(states, np.array([0, 1]))


@given(
    st.integers(4, 24),
    st.integers(4, 10),
    st.sampled_from(["uniform", "bag", "sz"]),
    st.sampled_from(["end", "clear"]),
    st.integers(0, 2**64 - 1),
    st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=40),
)
def test_what_holds_along_every_game(
    height: int, width: int, pieces: Any, overflow: Any, seed: int, choices: list[float]
) -> None:
    game = Classic(height, width, pieces, overflow=overflow)
    states = game.new([seed])
    for choice in choices:
        legal = np.flatnonzero(game.mask(states)[0])
        if states["dead"][0]:
            assert not len(legal)
            break
        after = game.play(states, legal[[int(choice * len(legal))]])
        columns = after["columns"][0]
        assert after["pieces"][0] == states["pieces"][0] + 1
        assert after["lines"][0] - states["lines"][0] == after["cleared"][0] == after["score"][0] - states["score"][0]
        assert 0 <= after["cleared"][0] <= 4
        assert after["match"][0] == seed
        assert after["stream"][0] == states["stream"][0]
        assert not columns[width:].any()
        assert after["dead"][0] == (int(columns.max()) >= 1 << height)
        if not after["dead"][0]:
            assert not np.bitwise_and.reduce(columns[:width])
        states = game.deal(after)


def test_an_empty_batch() -> None:
    game = Classic(previews=1)
    none = game.new([])
    nothing = np.zeros(0, np.int64)
    assert len(game.expand(none).states) == len(game.moves(none, WEIGHTS).value) == len(game.outcomes(none).states) == 0
    for states in (
        game.play(none, nothing),
        game.deal(none),
        game.receive(none, nothing),
        game.rollout(none, WEIGHTS, 3),
    ):
        assert states.shape == (0,)
        assert states.dtype == game.dtype
    assert game.mask(none).shape == (0, game.actions)
    assert game.features(none).shape == (0, len(NAMES))
    assert game.planes(none).shape == (0, 15, 24, 10)


def test_a_batch_may_be_a_view_of_another() -> None:
    game = Classic(12)
    states = game.rollout(game.new(range(8)), np.eye(len(NAMES))[0] * -1, 5)
    for view in (states[::2], states[::-1], states[3:5]):
        dense = view.copy()
        assert game.deal(view).tobytes() == game.deal(dense).tobytes()
        actions = np.argmax(game.mask(view), axis=1)
        assert game.play(view, actions).tobytes() == game.play(dense, actions).tobytes()
        assert game.rollout(view, WEIGHTS, 2).tobytes() == game.rollout(dense, WEIGHTS, 2).tobytes()
