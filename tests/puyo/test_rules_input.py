"""What Puyo play refuses, each time naming the input; and what it promises of names, seeds and dead games."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.puyo.positions import STEADY, games, played

from wellplayed.conformance import equal
from wellplayed.errors import InputError
from wellplayed.puyo.cells import EMPTY
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.rules import Puyo

WEIGHTS = np.zeros(len(NAMES))


def over() -> tuple[Puyo, Any]:
    """A game that is over and one that is not."""
    game = Puyo()
    states = game.new([1, 2])
    while not states["dead"][0]:
        moves = game.moves(states[:1], WEIGHTS)
        action = moves.action[moves.action % 6 == 2][0]
        states[:1] = game.deal(game.play(states[:1], np.array([action])))
    return game, states


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colours": 2}, "colours=2 of puyo is out of range; choose 3 to 5"),
        ({"colours": 6}, "colours=6"),
        ({"previews": -1}, "previews=-1 of puyo is out of range; choose 0 to 15"),
        ({"previews": 16}, "previews=16"),
        ({"pairs": "esport"}, "unknown pair generator 'esport'; did you mean 'esports'?"),
        ({"row14": "stay"}, "row14=stay of puyo is unknown; choose block or vanish"),
        ({"death": "one"}, "death=one of puyo is unknown; choose third or two"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Puyo(**options)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**70)])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(InputError, match=f"seed {seed} is out of range"):
        Puyo().new([3, seed])


def test_the_outermost_seeds() -> None:
    states = Puyo().new([0, 2**64 - 1])
    assert states["match"].tolist() == [0, 2**64 - 1]
    assert np.array_equal(Puyo().new(np.array([5, 6], np.int64)), Puyo().new(range(5, 7)))
    assert len(Puyo().new([])) == 0


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_name_makes_the_game_again(game: Puyo) -> None:
    options = dict(part.split("=") for part in game.name.removeprefix("puyo:").split(","))
    numbers: dict[str, Any] = {name: int(options.pop(name)) for name in ("colours", "previews")}
    assert vars(Puyo(**options, **numbers)) == vars(game)  # type: ignore[arg-type]
    assert game.name in repr(game)


@pytest.mark.parametrize("action", [-1, -(2**40), 11, 18, 24, 2**40])
def test_actions_that_are_not_legal(action: int) -> None:
    game = Puyo()
    states = game.new([0, 1])
    with pytest.raises(InputError, match=f"cannot play in state 0: action {action} is not legal there"):
        game.play(states, np.array([action, 0]))
    with pytest.raises(InputError, match=f"action {action} is not legal there"):
        game.describe(states[:1], action)


def test_every_action_outside_the_mask_is_refused() -> None:
    game = Puyo(3)
    for state in game.new(range(12)):
        one = np.array([state], game.dtype)
        for action in np.flatnonzero(~game.mask(one)[0]):
            with pytest.raises(InputError, match=f"action {action} is not legal"):
                game.play(one, np.array([action]))


def test_the_first_bad_state_is_named() -> None:
    with pytest.raises(InputError, match="state 2: action 11"):
        Puyo().play(Puyo().new([1, 2, 0, 0]), np.array([0, 0, 11, 18]))


@pytest.mark.parametrize("actions", [np.zeros(1, int), np.zeros(3, int), np.zeros((2, 1), int)])
def test_one_action_for_each_state(actions: Any) -> None:
    with pytest.raises(InputError, match="give one for each"):
        Puyo().play(Puyo().new([0, 1]), actions)


def test_a_game_that_is_over() -> None:
    game, states = over()
    with pytest.raises(InputError, match="state 0: the game is over"):
        game.play(states, np.array([0, 0]))
    with pytest.raises(InputError, match="not legal"):
        game.describe(states[:1], 0)
    assert not game.mask(states)[0].any()
    assert set(game.expand(states).parent.tolist()) == {1}
    assert set(game.moves(states, WEIGHTS).parent.tolist()) == {1}
    assert np.array_equal(game.rollout(states, WEIGHTS, 5)[:1], states[:1])
    assert game.outcomes(states[:1]).chance.tolist() == [1.0]
    assert len(game.show(states[:1]).splitlines()) == 12


def test_a_pair_that_is_not_dealt() -> None:
    game = Puyo(previews=0)
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
    game = Puyo()
    with pytest.raises(InputError, match="weight"):
        game.moves(game.new([0]), weights)
    with pytest.raises(InputError, match="weight"):
        game.rollout(game.new([0]), weights, 1)


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], 5, [0.5, 1.5]])
def test_reseeded_refuses_what_is_not_one_word_for_each_state(wrong: Any) -> None:
    with pytest.raises(InputError, match="give a whole number for each of 2"):
        Puyo().reseeded(Puyo().new([1, 2]), wrong)


@given(
    st.sampled_from(games()),
    st.integers(0, 2**64 - 1),
    st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=40),
)
def test_what_holds_along_every_game(game: Puyo, seed: int, choices: list[float]) -> None:
    states = game.new([seed])
    for choice in choices:
        legal = np.flatnonzero(game.mask(states)[0])
        if states["dead"][0]:
            assert not len(legal)
            break
        before = states["cells"][0]
        after = game.play(states, legal[[int(choice * len(legal))]])[0]
        puyos, had = (int(np.bitwise_count(cells).sum()) for cells in (after["cells"], before))
        assert after["pieces"] == states["pieces"][0] + 1
        assert after["lines"] - states["lines"][0] == after["chain"]
        assert after["score"] - states["score"][0] == after["gained"]
        vanished = had + 2 - after["crowd"]
        assert vanished == (0 if after["topped"] == states["topped"][0] and game.row14 == "block" else vanished)
        assert 0 <= vanished <= 1  # at most the child goes to row 14
        assert puyos == after["crowd"] - after["popped"]  # without ojama
        assert (after["chain"] > 0) == (after["gained"] > 0) == (after["popped"] >= 4)
        assert after["match"] == seed
        assert after["stream"] == states["stream"][0]
        assert not after["cells"][5:].any()
        assert not after["cells"][:, 6:].any()
        filled = np.bitwise_or.reduce(after["cells"][:, :6], axis=0).astype(int)
        assert ((filled & (filled + 1)) == 0).all()  # at rest
        assert int(filled.max()) < 1 << 13
        assert sum(int(np.bitwise_count(plane).sum()) for plane in after["cells"]) == np.bitwise_count(filled).sum()
        states = game.deal(np.array([after]))


def test_an_empty_batch() -> None:
    game = Puyo(previews=1)
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
    assert game.planes(none).shape == (0, 17, 14, 6)


def test_a_batch_may_be_a_view_of_another() -> None:
    game = Puyo()
    states = game.rollout(game.new(range(8)), STEADY, 5)
    for view in (states[::2], states[::-1], states[3:5]):
        dense = view.copy()
        actions = np.argmax(game.mask(view), axis=1)
        assert equal(game.deal(view), game.deal(dense)).all()
        assert equal(game.play(view, actions), game.play(dense, actions)).all()
        assert equal(game.rollout(view, STEADY, 2), game.rollout(dense, STEADY, 2)).all()


def test_a_dealt_queue_has_no_gap() -> None:
    for game in games():
        states = played(game, 20, 3)
        assert (states["queue"][:, : game.previews + 1] != EMPTY).all()
        assert (states["queue"][:, game.previews + 1 :] == EMPTY).all()
        assert (states["drawn"] == states["pieces"] + game.previews + 1).all()
