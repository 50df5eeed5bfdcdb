"""PUCT with a network: the tree of its twin, expectations over chance, and what is said of networks that fail."""

from typing import Any

import numpy as np
import pytest
from tests.naive import puct as naive
from tests.search.positions import mixed, small

from wellplayed.errors import Fault, InputError
from wellplayed.game import taken
from wellplayed.games import game as game_of
from wellplayed.search import forest as module
from wellplayed.search import tree
from wellplayed.search.evaluate import Linear
from wellplayed.search.forest import Forest, shares
from wellplayed.search.puct import Puct


def network(actions: int) -> Any:
    """Logits and values that depend on board and piece, without any pattern."""

    def asked(states: Any) -> tuple[Any, Any]:
        columns = states["columns"].astype(np.float64)
        mark = columns @ np.arange(1, columns.shape[1] + 1) * 0.37 + states["queue"][:, 0] * 1.3
        logits = 2 * np.sin(mark[:, None] + 0.9 * np.arange(actions))
        return logits, 3 * np.cos(mark) + 1

    return asked


def puct(game: Any, **changes: Any) -> Puct:
    given = {"simulations": 40, "gamma": 0.9, "death": -0.5, "c": 1.5, **changes}
    return Puct(network(game.actions), Linear(game, {"lines": 1.0}), **given)


def living(game: Any, count: int, seed: int) -> Any:
    """Positions in which there is a move."""
    states = mixed(game, count, seed)
    return taken(states, np.flatnonzero(game.mask(states).any(axis=1)))


def same_tree(nodes: tree.Nodes, row: int, twin: naive.Node) -> int:
    """Assert that a node and all below it are those of the twin; return how many there are."""
    assert nodes.action[row] == (-1 if twin.action is None else twin.action)
    assert nodes.visits[row] == len(twin.found)
    assert nodes.pending[row] == 0
    assert nodes.total[row] == pytest.approx(sum(twin.found), rel=1e-9, abs=1e-9)
    assert nodes.prior[row] == pytest.approx(twin.prior, rel=1e-9)
    assert nodes.chance[row] == twin.chance
    below, first = twin.children or [], int(nodes.first[row])
    assert nodes.children[row] == len(below)
    return 1 + sum(same_tree(nodes, first + i, child) for i, child in enumerate(below))


@pytest.mark.parametrize(
    "game", [small(0), small(0, "bag", "clear"), small(1), small(2, "bag"), small(0, width=5)], ids=lambda g: g.name
)
def test_all_trees_are_those_of_the_twin(game: Any) -> None:
    states, search = living(game, 4, 7), puct(game)
    noise = np.random.default_rng(5).gamma(0.5, size=(len(states), game.actions))
    forest = Forest(search, game, states, noise).grown()
    reward, nodes = Linear(game, {"lines": 1.0}).weights, 0
    for i in range(len(states)):
        moves = game.moves(states[i : i + 1], reward)
        likely = np.where(np.isin(np.arange(game.actions), moves.action[~moves.dead]), noise[i], 0.0)
        own = likely / likely.sum() if likely.any() else None
        rule = naive.Rule(0.9, 1.5, -0.5, own)
        twin = naive.Search(game, states[i : i + 1], search.network, reward, rule)
        nodes += same_tree(forest.nodes, i, twin.run(40))
    assert nodes == forest.used


def test_visits_of_a_root_are_all_simulations() -> None:
    game = small(0)
    states = living(game, 6, 3)
    found = puct(game, simulations=25).search(game, states)
    assert (found.visits.sum(axis=1) == 25).all()
    assert not found.visits[~game.mask(states)].any()
    assert (found.visits[np.arange(len(states)), found.move] == found.visits.max(axis=1)).all()


@pytest.mark.parametrize("previews", [0, 1])
def test_a_root_does_not_know_its_neighbours(previews: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(previews)
    states, search = living(game, 5, 11), puct(game)
    whole = search.search(game, states)
    parts = [search.search(game, states[i : i + 1]) for i in range(len(states))]
    for name in whole._fields:
        assert np.array_equal(getattr(whole, name), np.concatenate([getattr(part, name) for part in parts]))
    from wellplayed.search import puct as cut

    monkeypatch.setattr(cut, "TOGETHER", 3)
    assert np.array_equal(search.search(game, states).visits, whole.visits)
    assert len(search.search(game, states[:0]).move) == 0


def test_a_move_to_chance_is_worth_its_expectation() -> None:
    game = small(0, "bag")
    search = puct(game, simulations=1)
    state = game.new([4])
    found = search.search(game, state)
    after = game.play(state, found.move)
    drawn = game.outcomes(after)
    assert len(drawn.chance) == 6
    expected = 0.9 * (drawn.chance * search.network(drawn.states)[1]).sum()  # the first move clears nothing
    assert found.value[0] == pytest.approx(expected, rel=1e-12)


def test_many_outcomes_are_sampled() -> None:
    game = small(0)
    states = game.new(range(4000))
    after = game.play(states, game.mask(states).argmax(axis=1))
    drawn = game.outcomes(after)
    share = shares(after, drawn.parent, drawn.chance, 3).reshape(len(states), 7)
    assert np.allclose(share.sum(axis=1), 1)
    assert ((share > 0).sum(axis=1) <= 3).all()
    assert abs(share.mean(axis=0) - 1 / 7).max() < 0.02  # five standard errors or more
    assert np.array_equal(shares(after, drawn.parent, drawn.chance, 7), drawn.chance)
    forest = Forest(puct(game, outcomes=3, simulations=200), game, game.new([1])).grown()
    nodes = forest.nodes
    for row in np.flatnonzero(nodes.kind[: forest.used] == tree.CHANCE):
        children = slice(nodes.first[row], nodes.first[row] + nodes.children[row])
        assert nodes.chance[children].sum() == pytest.approx(1)
        assert not nodes.visits[children][nodes.chance[children] == 0].any()


def test_without_simulations_the_policy_plays() -> None:
    game = small(0)
    states, search = living(game, 10, 2), puct(game, simulations=0)
    moves = game.moves(states, np.zeros(len(game.glossary)))
    logits, value = search.network(states)
    found = search.search(game, states)
    for i in range(len(states)):
        mine = moves.parent == i
        likely = np.where(moves.dead[mine], -np.inf, logits[i, moves.action[mine]])
        assert found.move[i] == moves.action[mine][likely.argmax()]
    assert np.array_equal(found.value, value)
    assert not found.visits.any()


@pytest.mark.parametrize("simulations", [0, 3, 60])
def test_a_thought_is_the_same_move_with_its_reasons(simulations: int) -> None:
    game = small(0)
    search = puct(game, simulations=simulations)
    for state in living(game, 3, 5)[:, None]:
        thought = search.think(game, state)
        assert thought.action == search.choose(game, state)[0]
        shown = thought.tree
        assert shown is not None
        assert shown.visits[0] == simulations
        top = np.flatnonzero(shown.parent == 0)
        assert shown.visits[top].sum() == simulations
        visits = search.search(game, state).visits[0]
        assert np.array_equal(visits[shown.action[top]], shown.visits[top])
        assert (shown.prior[top] >= 0).all()
        lost = game.moves(state, np.zeros(len(game.glossary))).dead
        assert np.array_equal(np.isneginf(thought.values), lost)
        assert thought.line


FAILING: dict[str, Any] = {
    "gave logits": lambda states: (np.zeros((len(states), 3)), np.zeros(len(states))),
    "gave logits ": lambda states: (np.zeros((len(states), 16)), np.zeros((len(states), 1))),
    "not finite": lambda states: (np.full((len(states), 16), np.nan), np.zeros(len(states))),
    "ZeroDivisionError": lambda states: 1 // 0,
}


@pytest.mark.parametrize("said", FAILING)
def test_a_network_that_fails_is_named(said: str) -> None:
    game = small(0)
    search = Puct(FAILING[said], Linear(game, {"lines": 1.0}))
    with pytest.raises(Fault, match=said):
        search.choose(game, game.new([1]))


def test_what_is_refused() -> None:
    game = small(0)
    for changes in ({"simulations": -1}, {"gamma": 1.5}, {"c": -1.0}, {"noise": 2.0}, {"outcomes": 0}):
        with pytest.raises(InputError, match=f"{next(iter(changes))}=.* of puct is out of range"):
            puct(game, **changes)
    with pytest.raises(InputError, match="no event that earns"):
        Puct(network(game.actions), Linear(game, {"holes": 1.0}))
    after = game.play(game.new([1]), game.mask(game.new([1])).argmax(axis=1))
    with pytest.raises(InputError, match="state 0 has no move"):
        puct(game).choose(game, after)


def test_a_forest_that_has_no_room_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    from wellplayed.search import growth

    game = small(0)
    monkeypatch.setattr(growth, "MOST", 200)
    monkeypatch.setattr(module, "LEAST", 8)
    found = puct(game, simulations=500).search(game, game.new([1]))
    assert 0 < found.visits.sum() < 500


@pytest.mark.parametrize("name", ["puyo", "guideline"])
def test_other_games_are_searched(name: str) -> None:
    game = game_of(name)
    view = game.straight()
    reward = "chain_score" if name == "puyo" else "lines"

    def flat(states: Any) -> tuple[Any, Any]:
        return np.zeros((len(states), game.actions)), np.ones(len(states))

    states = game.new(range(2))
    found = Puct(flat, Linear(game, {reward: 1.0}), 300, gamma=0.5).search(view, states)
    assert (found.visits.sum(axis=1) == 300).all()
    assert view.mask(states)[np.arange(2), found.move].all()
