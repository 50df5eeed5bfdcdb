"""Scored moves: values to the last bit, keys that say "same future", and batches that do not know of one another."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from tests.naive.search import value_of, weighted
from tests.tetris.positions import Case, cases, games, played, rules, scattered

from wellplayed.players.registry import entries, player
from wellplayed.search.evaluate import Linear
from wellplayed.search.evaluate import weighted as summed
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES, WINDOWED

F = len(NAMES)
EVERY = [pytest.param(index, id=game.name.removeprefix("classic:")) for index, game in enumerate(games())]
LINEAR = [entry.name for entry in entries("classic") if "linear" in entry.tags and entry.name != "linear"]


def several_weights(seed: int) -> dict[str, Any]:
    """Weight vectors of every shape that kernels treat apart, and every published one."""
    rng = np.random.default_rng(seed)
    found = {"all": rng.normal(size=F), "nothing": np.zeros(F), "whole numbers": rng.integers(-5, 6, F).astype(float)}
    found["windowed"] = np.where(WINDOWED >> np.arange(F) & 1, rng.normal(size=F), 0.0)
    found["huge and tiny"] = rng.normal(size=F) * 10.0 ** rng.integers(-12, 12, F)
    for n in range(4):
        found[f"some {n}"] = np.where(rng.random(F) < 0.3, rng.normal(size=F), 0.0)
        found[f"some windowed {n}"] = np.where(rng.random(F) < 0.5, found["windowed"], 0.0)
    for name in LINEAR:
        found[name] = player(name, Classic(10)).weights
    return found


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """Positions of one game with their twins; see `positions.cases`."""
    return cases()[request.param]


every_game = pytest.mark.parametrize("case", EVERY, indirect=True)


@every_game
def test_values_agree_with_the_twin_to_the_last_bit(case: Case) -> None:
    dead = np.array([child.dead for child in case.children])
    for name, weights in several_weights(case.game.height).items():
        moves = case.game.moves(case.states, weights)
        assert moves.parent.tolist() == case.parent
        assert moves.action.tolist() == case.action
        assert moves.dead.tolist() == dead.tolist()
        values, credits = np.zeros(len(dead)), np.zeros(len(dead))
        for k in range(F):  # one feature after the other, as the twin's `weighted` does for one child
            values += weights[k] * case.features[:, k]
        for k in np.flatnonzero(case.earned):
            earned = [
                child.last.eroded if NAMES[k] == "eroded_cells" else child.last.cleared for child in case.children
            ]
            credits += weights[k] * np.array(earned)
        values[dead] = -np.inf
        np.testing.assert_array_equal(moves.value, values, err_msg=name)
        np.testing.assert_array_equal(moves.credit, credits, err_msg=name)


def test_the_comparison_above_is_the_twins_own_sum() -> None:
    case = cases()[6]
    for weights in (several_weights(1)["all"], several_weights(1)["huge and tiny"]):
        named = dict(zip(NAMES, weights))
        moves = case.game.moves(case.states, weights)
        for i in range(0, len(case.children), 5):
            assert moves.value[i] == value_of(case.children[i], rules(case.game), named)
            if not case.children[i].dead:
                assert moves.value[i] == weighted(case.features[i], weights)


@pytest.mark.parametrize("k", range(F), ids=NAMES)
def test_each_feature_alone(k: int) -> None:
    for case in cases()[::4]:
        moves = case.game.moves(case.states, np.eye(F)[k])
        living = ~moves.dead
        np.testing.assert_array_equal(moves.value[living], case.features[living, k])


@pytest.mark.parametrize("index", range(0, 21, 2))
def test_scoring_is_storing_and_summing(index: int) -> None:
    game = games()[index]
    for states in (played(game, 1000, 5), scattered(game, 300, 6)):
        children = game.expand(states)
        table = game.features(children.states)
        for name, weights in several_weights(index).items():
            moves = game.moves(states, weights)
            np.testing.assert_array_equal(moves.parent, children.parent)
            np.testing.assert_array_equal(moves.action, children.action)
            np.testing.assert_array_equal(moves.dead, children.states["dead"])
            values = np.where(moves.dead, -np.inf, summed(table, weights))
            np.testing.assert_array_equal(moves.value, values, err_msg=name)
            linear = Linear(game, dict(zip(NAMES, weights)))
            np.testing.assert_array_equal(linear(children.states), values, err_msg=name)
            np.testing.assert_array_equal(moves.credit, linear.credit(children.states), err_msg=name)


def futures(game: Classic, states: Any) -> list[bytes]:
    """What the future of each afterstate depends on: board, visible pieces, bag."""
    seen = states["queue"][:, : game.previews]
    bag = states["bag"] if game.pieces == "bag" else np.zeros(len(states), np.uint8)
    return [a.tobytes() + b.tobytes() + c.tobytes() for a, b, c in zip(states["columns"], seen, bag)]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("classic:"))
def test_keys_are_equal_where_futures_are(game: Classic) -> None:
    # From near the start, where placements in another order often meet again on the same board.
    states = game.new(range(40))
    everything: list[tuple[int, bytes]] = []
    for _ in range(3):
        children, moves = game.expand(states), game.moves(states, np.zeros(F))
        everything += zip(moves.key.tolist(), futures(game, children.states))
        living = np.flatnonzero(~children.states["dead"])
        states = game.deal(children.states[np.random.default_rng(len(everything)).choice(living, 600)])
    keys_of, futures_of = defaultdict(set), defaultdict(set)
    for key, future in everything:
        keys_of[future].add(key)
        futures_of[key].add(future)
    assert len(keys_of) < len(everything) * 0.97  # some futures do come about twice
    assert all(len(keys) == 1 for keys in keys_of.values())
    assert all(len(found) == 1 for found in futures_of.values())


def test_keys_do_not_collide_on_many_boards() -> None:
    game = Classic(20)
    children, keys = [], []
    for seed in range(4):
        states = np.concatenate([played(game, 3000, seed), scattered(game, 1000, seed)])
        states["queue"][:, 0] = seed
        children.append(game.expand(states).states)
        keys.append(game.moves(states, np.zeros(F)).key)
    boards = np.concatenate(children)["columns"][:, :10]
    assert len(np.unique(np.concatenate(keys))) == len(np.unique(boards, axis=0)) > 100_000


def test_keys_forget_the_past() -> None:
    for game in games():
        states = played(game, 40, 7)
        other = states.copy()
        for name in (
            "stream",
            "match",
            "pieces",
            "lines",
            "score",
            "bottom",
            "tall",
            "cleared",
            "eroded",
            "top",
            "gap",
        ):
            other[name] = np.random.default_rng(0).permutation(states[name]) + 1
        np.testing.assert_array_equal(game.moves(states, np.ones(F)).key, game.moves(other, np.ones(F)).key)


@pytest.mark.parametrize("weights", ["all", "windowed", "dellacherie", "simplified"])
def test_a_batch_is_many_batches_of_one(weights: str) -> None:
    for game in games()[::3]:
        states = np.concatenate([played(game, 30, 8), scattered(game, 10, 9)])
        vector = several_weights(3)[weights]
        moves, children = game.moves(states, vector), game.expand(states)
        single = [game.moves(states[i : i + 1], vector) for i in range(len(states))]
        stored = [game.expand(states[i : i + 1]) for i in range(len(states))]
        np.testing.assert_array_equal(moves.parent, np.repeat(range(len(states)), [len(one.parent) for one in single]))
        for name in ("action", "key", "credit", "value", "dead"):
            np.testing.assert_array_equal(getattr(moves, name), np.concatenate([getattr(one, name) for one in single]))
        assert children.states.tobytes() == b"".join(one.states.tobytes() for one in stored)


def test_nothing_is_changed_in_place() -> None:
    for game in games()[::5]:
        states = played(game, 20, 10)
        before, weights = states.copy(), several_weights(4)["all"]
        saved = weights.copy()
        game.moves(states, weights)
        game.play(states, game.expand(states).action[np.searchsorted(game.expand(states).parent, np.arange(20))])
        game.deal(states)
        game.outcomes(states)
        game.rollout(states, weights, 5)
        assert np.array_equal(states, before)
        assert (weights == saved).all()
