"""Every registered player, in games that it can play, keeps the promises of `Player`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.game import Game
from wellplayed.games import game as game_of
from wellplayed.players.player import Player
from wellplayed.players.registry import entries, player

GAMES = ("classic", "classic:height=8,width=7,pieces=bag,previews=2,overflow=clear")
# Options for the players that cannot do without.
OPTIONS = {"linear": "linear:holes=-4,lines=1,constant=0.25"}
SPECS = [OPTIONS.get(entry.name, entry.name) for entry in entries()] + ["random:seed=5"]

LINEAR = [OPTIONS.get(entry.name, entry.name) for entry in entries() if "linear" in entry.tags]

both = pytest.mark.parametrize("spec", GAMES)
every = pytest.mark.parametrize("name", SPECS)


def positions(game: Game, one: Player) -> Any:
    """[B] living, dealt states along games of the player itself, whose first moves are random."""
    rng = np.random.default_rng(0)
    states, seen = game.new(range(12)), []
    for ply in range(25):
        seen.append(states)
        actions = one.choose(states)
        if ply < 8:
            children = game.expand(states)
            ends = np.searchsorted(children.parent, np.arange(len(states) + 1))
            actions = children.action[rng.integers(ends[:-1], ends[1:])]
        states = game.deal(game.play(states, actions))
        states = states[~states["dead"]]
        if not len(states):
            break
    return np.concatenate(seen)


@both
@every
def test_chooses_legal_moves(name: str, spec: str) -> None:
    game = game_of(spec)
    one = player(name, game)
    states = positions(game, one)
    before = states.tobytes()
    actions = one.choose(states)
    assert actions.shape == (len(states),)
    assert actions.dtype.kind == "i"
    assert game.mask(states)[np.arange(len(states)), actions].all()
    assert states.tobytes() == before
    assert one.game is game


@both
@every
def test_a_move_does_not_depend_on_the_batch(name: str, spec: str) -> None:
    game = game_of(spec)
    one = player(name, game)
    states = positions(game, one)
    actions = one.choose(states)
    order = np.random.default_rng(1).permutation(len(states))
    assert one.choose(states[order]).tolist() == actions[order].tolist()
    assert one.choose(states[::7].copy()).tolist() == actions[::7].tolist()
    assert [int(one.choose(states[i : i + 1])[0]) for i in range(0, len(states), 11)] == actions[::11].tolist()
    assert player(name, game).choose(states).tolist() == actions.tolist()


@both
@every
def test_a_thought_explains_the_move(name: str, spec: str) -> None:
    game = game_of(spec)
    one = player(name, game)
    states = positions(game, one)
    for i in range(0, len(states), 13):
        state = states[i : i + 1]
        thought, children = one.think(state), game.expand(state)
        assert thought.action == one.choose(state)[0]
        assert thought.action in thought.actions
        assert set(thought.actions.tolist()) <= set(children.action.tolist())
        count, names = len(thought.actions), len(game.glossary)
        assert thought.values.shape == (count,)
        assert thought.features.shape == thought.contributions.shape == (count, names)
        finite = np.isfinite(thought.values)
        sums = thought.contributions.sum(axis=1)
        if one.weights is not None:
            np.testing.assert_allclose(sums[finite], thought.values[finite], rtol=1e-9, atol=1e-9)
            assert thought.values[thought.actions == thought.action][0] == thought.values.max()
        elif thought.contributions.any():
            np.testing.assert_allclose(sums[finite], thought.values[finite], rtol=1e-9, atol=1e-9)


@both
@every
def test_what_is_hidden_does_not_change_a_move(name: str, spec: str) -> None:
    game = game_of(spec)
    one = player(name, game)
    states = positions(game, one)
    other = states.copy()
    other["stream"] = np.random.default_rng(2).integers(0, 2**64, len(states), np.uint64)
    assert (game.deal(game.play(other, one.choose(states))) != game.deal(game.play(states, one.choose(states)))).any()
    assert one.choose(other).tolist() == one.choose(states).tolist()


@both
@pytest.mark.parametrize("name", LINEAR)
def test_weights_are_those_of_the_fused_kernel(name: str, spec: str) -> None:
    game = game_of(spec)
    one = player(name, game)
    assert one.weights is not None
    states = positions(game, one)
    after = game.deal(game.play(states, one.choose(states)))
    fused = game.rollout(states, one.weights, 1)
    for field in game.dtype.names or ():
        assert fused[field].tolist() == after[field].tolist()


def test_a_file_of_weights_plays_like_the_same_options(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text("holes = -4\nlines = 1\nconstant = 0.25\n", "utf-8")
    game = game_of("classic")
    one, other = player(OPTIONS["linear"], game), player(f"linear:file={tmp_path}/w.toml", game)
    states = positions(game, one)
    assert one.choose(states).tolist() == other.choose(states).tolist()
