"""Scored moves: values to the last bit, keys that say "same future", and batches that do not know of one another."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_game as naive
from tests.puyo.fields import columns
from tests.puyo.positions import HIDDEN, STEADY, Case, cases, games, played, position, scattered

from wellplayed.conformance import equal
from wellplayed.puyo.features import CREDITS, LOOKED, NAMES
from wellplayed.puyo.rules import Puyo
from wellplayed.puyo.text import parse
from wellplayed.search.evaluate import Linear, weighted

F = len(NAMES)
EXACT = np.array([name not in ("slope", "chain_square", "potential_square", "ripe") for name in NAMES])
EVERY = [pytest.param(index, id=game.name.removeprefix("puyo:")) for index, game in enumerate(games())]


def several_weights(seed: int) -> dict[str, Any]:
    """Weight vectors of every shape that kernels treat apart."""
    rng = np.random.default_rng(seed)
    looked = np.array([bool(LOOKED >> k & 1) for k in range(F)])
    found = {"all": rng.normal(size=F), "nothing": np.zeros(F), "whole numbers": rng.integers(-5, 6, F).astype(float)}
    found["without chains"] = np.where(looked, 0.0, rng.normal(size=F))
    found["chains alone"] = np.where(looked, rng.normal(size=F), 0.0)
    found["credit alone"] = np.where(np.arange(F) < CREDITS, rng.normal(size=F), 0.0)
    found["huge and tiny"] = rng.normal(size=F) * 10.0 ** rng.integers(-12, 12, F)
    for n in range(6):
        found[f"some {n}"] = np.where(rng.random(F) < 0.3, rng.normal(size=F), 0.0)
    return found


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """Positions of one game with their twins; see `positions.cases`."""
    return cases()[request.param]


every_game = pytest.mark.parametrize("case", EVERY, indirect=True)


@every_game
def test_moves_agree_with_the_twin(case: Case) -> None:
    """The same moves, lost ones among them, and the twin's sum: to the last bit where its features are exact."""
    dead = np.array([child.dead for child in case.children])
    for name, weights in several_weights(case.game.colours).items():
        moves = case.game.moves(case.states, weights)
        assert moves.parent.tolist() == case.parent
        assert moves.action.tolist() == case.action
        assert moves.dead.tolist() == dead.tolist()
        assert (np.isneginf(moves.value) == dead).all()
        scale = np.abs(weights * case.features).sum(axis=1) + 1.0
        values, credits = weighted(case.features, weights), weighted(case.features, np.where(case.earned, weights, 0))
        assert (np.abs(moves.value - values)[~dead] <= 1e-12 * scale[~dead]).all(), name
        assert (np.abs(moves.credit - credits) <= 1e-12 * scale).all(), name
        exact = np.where(EXACT, weights, 0.0)
        moves, values = case.game.moves(case.states, exact), np.zeros(len(dead))
        for k in range(F):  # one feature after the other
            values += exact[k] * case.features[:, k]
        assert (moves.value[~dead] == values[~dead]).all(), name


@pytest.mark.parametrize("k", range(F), ids=NAMES)
def test_each_feature_alone(k: int) -> None:
    for case in cases()[::3]:
        moves = case.game.moves(case.states, np.eye(F)[k])
        living = ~moves.dead
        np.testing.assert_allclose(moves.value[living], case.features[living, k], rtol=1e-14, atol=1e-13)


def test_lost_moves_are_among_the_cases() -> None:
    assert sum(child.dead for case in cases() for child in case.children) > 20
    assert sum(child.last.links > 0 for case in cases() for child in case.children) > 100
    assert sum(len(child.topped) > len(case.twins[i].topped) for case in cases() for i, child in _each(case)) > 5


def _each(case: Case) -> list[tuple[int, naive.Position]]:
    return list(zip(case.parent, case.children, strict=True))


@pytest.mark.parametrize("index", range(0, 7, 2))
def test_scoring_is_storing_and_summing(index: int) -> None:
    game = games()[index]
    for states in (played(game, 300, 5), scattered(game, 300, 6)):
        children = game.expand(states)
        table = game.features(children.states)
        for name, weights in several_weights(index).items():
            moves = game.moves(states, weights)
            np.testing.assert_array_equal(moves.parent, children.parent)
            np.testing.assert_array_equal(moves.action, children.action)
            np.testing.assert_array_equal(moves.dead, children.states["dead"])
            values = np.where(moves.dead, -np.inf, weighted(table, weights))
            np.testing.assert_array_equal(moves.value, values, err_msg=name)
            linear = Linear(game, dict(zip(NAMES, weights, strict=True)))
            np.testing.assert_array_equal(linear(children.states), values, err_msg=name)
            np.testing.assert_array_equal(moves.credit, linear.credit(children.states), err_msg=name)


# Keys ----------------------------------------------------------------------------------------------------------------


def futures(game: Puyo, states: Any) -> list[tuple[Any, ...]]:
    """What the future of each afterstate depends on: field, visible pairs either way round, and what is public."""
    pairs = np.sort(states["queue"][:, : game.previews], axis=2)
    names = ("cells", "left", "topped", "clear", "carry")
    parts = [pairs, *(states[name] for name in names)]
    return [tuple(part.tobytes() for part in row) for row in zip(*parts, strict=True)]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name.removeprefix("puyo:"))
def test_keys_are_equal_where_futures_are(game: Puyo) -> None:
    # From near the start, where placements in another order often meet again on the same field.
    states = game.new(range(20))
    everything: list[tuple[int, Any]] = []
    for _ in range(3):
        children, moves = game.expand(states), game.moves(states, np.zeros(F))
        everything += zip(moves.key.tolist(), futures(game, children.states), strict=True)
        living = np.flatnonzero(~children.states["dead"])
        states = game.deal(children.states[np.random.default_rng(len(everything)).choice(living, 600)])
    states = np.concatenate([played(game, 60, 7), scattered(game, 60, 7)])
    everything += zip(game.moves(states, STEADY).key.tolist(), futures(game, game.expand(states).states), strict=True)
    keys_of, futures_of = defaultdict(set), defaultdict(set)
    for key, future in everything:
        keys_of[future].add(key)
        futures_of[key].add(future)
    assert len(keys_of) < len(everything) * 0.97  # some futures do come about twice
    assert all(len(keys) == 1 for keys in keys_of.values())
    assert all(len(found) == 1 for found in futures_of.values())


@pytest.mark.parametrize(("field", "index", "value"), [
    ("cells", (0, 5), 1), ("cells", (5, 0), 1), ("queue", (1, 0), 3), ("queue", (2, 1), 0), ("left", (0,), 9),
    ("left", (4,), 9), ("topped", (), 32), ("carry", (), 33), ("clear", (), True),
])  # fmt: skip
def test_keys_know_all_that_counts(field: str, index: tuple[int, ...], value: int) -> None:
    game = Puyo()
    state = game.new([1])
    other = state.copy()
    other[field][(0, *index)] = value
    assert not np.array_equal(other, state)
    one, two = (set(game.moves(states, np.zeros(F)).key.tolist()) for states in (state, other))
    assert len(one) > 3
    assert not one & two


def test_keys_know_that_a_chain_takes_the_bonus_of_an_all_clear() -> None:
    for game in games():
        states = np.concatenate([played(game, 40, 15), scattered(game, 40, 16)])
        states["pending"], states["rain"] = 0, 0  # the bonus would take it away
        keys = []
        for due in (False, True):
            states["clear"] = due
            keys.append(game.moves(states, np.zeros(F)).key)
        fired = game.expand(states).states["gained"] > 0
        assert 0 < fired.sum() < len(fired)
        assert ((keys[0] == keys[1]) == fired).all()


def test_keys_do_not_collide_on_many_fields() -> None:
    game = Puyo(5)
    children, keys = [], []
    for seed in range(4):
        states = np.concatenate([played(game, 1500, seed), scattered(game, 500, seed)])
        states["queue"][:, 1:], states["left"], states["topped"], states["carry"], states["clear"] = 0, 7, 0, 0, False
        states["queue"][:, 0] = [seed, (seed + 1) % 5]
        children.append(game.expand(states).states)
        keys.append(game.moves(states, np.zeros(F)).key)
    after = np.concatenate(children)
    fields = np.concatenate([after["cells"].reshape(len(after), -1), after["topped"][:, None]], axis=1)
    fields = np.concatenate([fields, after["carry"][:, None], after["clear"][:, None]], axis=1)
    assert len(np.unique(np.concatenate(keys))) == len(np.unique(fields, axis=0)) > 50_000


def test_keys_do_not_mind_which_way_round_a_pair_is() -> None:
    for game in games():
        states = np.concatenate([played(game, 40, 9), scattered(game, 40, 9)])
        states = states[[not naive.one_sided(position(state, game)) for state in states]]
        other = states.copy()
        other["queue"] = states["queue"][:, :, ::-1]
        one, two = game.moves(states, STEADY), game.moves(other, STEADY)
        for i in range(len(states)):  # the same futures, under other actions
            assert sorted(one.key[one.parent == i]) == sorted(two.key[two.parent == i])
            assert sorted(one.value[one.parent == i]) == sorted(two.value[two.parent == i])


def test_only_a_child_can_go_to_row_14() -> None:
    game = Puyo(previews=0)
    states = np.repeat(game.new([0]), 2)
    states["cells"] = parse("/".join(columns("#" * 12, "#" * 11, "", "", "", "")))
    states["queue"][:, 0] = [[0, 1], [1, 0]]
    one, two = (game.moves(states[i : i + 1], STEADY) for i in range(2))
    assert len(set(one.key.tolist()) ^ set(two.key.tolist())) == 2  # a red or a green puyo in row 13 of column 0
    assert all(naive.one_sided(position(state, game)) for state in states)


def test_keys_forget_the_past_and_what_is_hidden() -> None:
    past = ("match", "pieces", "lines", "score", "gained", "attack", "sent", "last_attack", "chain", "popped", "crowd")
    for game in games():
        states = played(game, 40, 7)
        other = states.copy()
        for name in (*past, "tear", "hand", *HIDDEN, "drawn"):
            other[name] = np.random.default_rng(0).permutation(states[name]) + 1
        np.testing.assert_array_equal(game.moves(states, STEADY).key, game.moves(other, STEADY).key)


def test_keys_know_what_ojama_waits_and_where_it_will_fall() -> None:
    game = Puyo()
    states = np.repeat(game.new([0]), 4)
    states["pending"], states["rain"] = [40, 40, 41, 0], [7, 8, 7, 0]
    keys = [set(game.moves(states[i : i + 1], STEADY).key.tolist()) for i in range(4)]
    assert all(keys[i].isdisjoint(keys[k]) for i in range(4) for k in range(i))
    states["pending"], states["rain"] = 30, 7  # all of it falls, full rows: nothing is left to tell them apart
    states["rain"][1] = 8
    one, two = (game.moves(states[i : i + 1], STEADY).key for i in range(2))
    assert np.array_equal(one, two)


# Batches -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["all", "without chains"])
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
        assert equal(children.states, np.concatenate([one.states for one in stored])).all()


def test_nothing_is_changed_in_place() -> None:
    for game in games()[::3]:
        states = played(game, 20, 10)
        before, weights = states.copy(), several_weights(4)["all"]
        saved = weights.copy()
        children = game.expand(states)
        game.moves(states, weights)
        game.play(states, children.action[np.searchsorted(children.parent, np.arange(20))])
        game.deal(states)
        game.outcomes(states)
        game.receive(states, np.full(20, 7))
        game.rollout(states, weights, 5)
        assert np.array_equal(states, before)
        assert (weights == saved).all()
