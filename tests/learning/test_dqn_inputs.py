"""What DQN's network sees of positions."""

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game as game_of
from wellplayed.learning.dqn_inputs import Looks
from wellplayed.learning.dqn_settings import Settings
from wellplayed.learning.td_settings import BOARD, FIELD, sizes


@pytest.mark.parametrize(("spec", "usual"), [("classic", BOARD[:-1]), ("guideline", BOARD[:-1]), ("puyo", FIELD)])
def test_features_are_scaled_to_about_one(spec: str, usual: tuple[str, ...]) -> None:
    game = game_of(spec)
    names = feature_names(game)
    looks = Looks(game, Settings())
    states = game.straight().expand(game.new(range(4))).states
    which = np.array([names.index(name) for name in usual])
    assert looks.size == (len(usual),)
    assert looks(states).dtype == np.float32
    assert looks(states) == pytest.approx(game.features(states)[:, which] / sizes(game, which), rel=1e-6)


def test_values_of_moves_see_the_pieces() -> None:
    game = game_of("classic:previews=1")
    looks = Looks(game, Settings(form="action", features="holes,constant"))
    states = game.new(range(5))
    found = looks(states)
    assert looks.size == (1 + 15,)
    queue = states["queue"][:, :2]
    assert np.array_equal(found[:, 2:].reshape(5, 2, 7).argmax(axis=2), queue)
    assert np.array_equal(found[:, 2:].sum(axis=1), np.full(5, 2))


@pytest.mark.parametrize(("spec", "shaped"), [("classic", [0]), ("puyo:previews=0", [0, 1, 2, 3, 4])])
def test_planes_that_have_a_shape(spec: str, shaped: list[int]) -> None:
    game = game_of(spec)
    looks = Looks(game, Settings(inputs="planes"))
    states = game.new(range(3))
    assert np.array_equal(looks(states), game.planes(states))
    assert looks.size == game.planes(states).shape[1:]
    assert set(np.flatnonzero(looks.shaped())) <= set(shaped)
    assert looks.shaped()[0]


def test_a_feature_that_is_not_there() -> None:
    with pytest.raises(InputError, match="unknown feature of puyo 'hole'"):
        Looks(game_of("puyo"), Settings(features="hole"))


def test_a_scale_that_is_given_stays() -> None:
    low, high = (game_of(f"classic:height={height}") for height in (6, 20))
    learned = Looks(high, Settings()).scale
    assert not np.array_equal(Looks(low, Settings()).scale, learned)
    assert np.array_equal(Looks(low, Settings(), learned).scale, learned)
