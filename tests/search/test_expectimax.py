"""Expectimax against plain recursion over every move and every piece."""

from typing import Any

import numpy as np
import pytest
from tests.naive import search as naive
from tests.naive.records import position
from tests.search import positions
from tests.search.positions import EXACT, UNEVEN, Drawn, Edge, mixed, small
from tests.tetris.guideline.positions import reached, state
from tests.tetris.positions import rules

from wellplayed.errors import Fault, InputError
from wellplayed.search import expectimax as module
from wellplayed.search.budget import Budget
from wellplayed.search.evaluate import Linear, rated
from wellplayed.search.expectimax import Expectimax, loss_of
from wellplayed.search.greedy import greedy
from wellplayed.search.lookahead import Lookahead
from wellplayed.tetris.guideline.rules import Guideline


@pytest.mark.parametrize("width", [0, 2])
@pytest.mark.parametrize(("pieces", "previews"), [("uniform", 0), ("bag", 0), ("bag", 1)])
def test_agrees_with_the_twin(pieces: str, previews: int, width: int) -> None:
    game = small(previews, pieces, "clear" if previews else "end")
    states = mixed(game, 3, 81)
    for weights in (EXACT, UNEVEN):
        search = Expectimax(Linear(game, weights), 1 + previews, width, loss=-25.0)
        found = search.choose(game, states)
        for one, action in zip(states[:, None], found):
            twin = naive.expectimax(position(one[0], rules(game)), rules(game), weights, 1 + previews, -25.0, width)
            assert action == max(twin, key=lambda a: (twin[a], -a))
            thought = search.think(game, one)
            assert thought.action == action
            for candidate, value, plies in zip(thought.actions.tolist(), thought.values, thought.plies):
                assert plies == 0 or value == twin[candidate]
                assert plies == (0 if twin[candidate] == -np.inf else 1 + previews)


def test_two_hidden_pieces() -> None:
    game = small(0, "bag", height=4)
    one = mixed(game, 1, 82)[:1]
    twin = naive.expectimax(position(one[0], rules(game)), rules(game), UNEVEN, 2, -25.0, 3)
    thought = Expectimax(Linear(game, UNEVEN), 2, 3, loss=-25.0).think(game, one)
    assert {a: v for a, v, p in zip(thought.actions.tolist(), thought.values, thought.plies) if p} == {
        a: v for a, v in twin.items() if v > -np.inf
    }


def test_what_the_bag_leaves_decides() -> None:
    # With one piece left in the bag the future is known: then it is lookahead, for each piece another move.
    game, known = small(0, "bag", width=5), small(1, "bag", width=5)
    states = mixed(game, 10, 83)
    moves = set()
    for piece in range(7):
        hidden, seen = states.copy(), states.copy()
        hidden["bag"] = 1 << piece
        seen["bag"], seen["queue"][:, 1] = 0, piece
        found = Expectimax(Linear(game, UNEVEN), 1).choose(game, hidden)
        best = [naive.lookahead(position(s, rules(known)), rules(known), UNEVEN, 1) for s in seen]
        alive = np.array([line.lived == np.inf for line in best])
        assert alive.any()
        assert found[alive].tolist() == Lookahead(Linear(known, UNEVEN), 1).choose(known, seen)[alive].tolist()
        moves.add(tuple(found.tolist()))
    assert len(moves) > 1


def by_hand(
    game: Any, state: Any, evaluator: Any, plies: int, loss: float, credit: float, *, known: bool = False
) -> float:
    """The value of a state [1], one position at a time, by nothing but the protocol of a game."""
    if state["dead"][0]:
        return credit + loss
    moves = rated(game, state, evaluator)
    if not len(moves.action):
        assert not known
        chances = game.outcomes(state)
        values = [by_hand(game, s, evaluator, plies, loss, credit, known=True) for s in chances.states[:, None]]
        return sum((p * v for p, v in zip(chances.chance, values)), 0.0)
    best = -np.inf
    for i, action in enumerate(moves.action):
        if moves.dead[i]:
            continue
        value = credit + moves.value[i]
        if plies > 1:
            after = game.play(state, np.array([action]))
            value = by_hand(game, after, evaluator, plies - 1, loss, credit + moves.credit[i])
        best = max(best, value)
    return float(best if best > -np.inf else credit + moves.credit.max() + loss)


def test_a_piece_that_cannot_appear_ends_the_game() -> None:
    # An O clears two rows at the right. Then a tower stands where most pieces appear: those are the end.
    game = Guideline("guideline", previews=0, hold=False)
    one = state(game, "/".join(["...#......"] * 20 + ["########.."] * 2), "O")
    evaluator = Linear(game, {**EXACT, "lines": 3.0})
    moves = rated(game, one, evaluator)
    best = int(np.argmax(moves.credit))
    dead = game.outcomes(game.play(one, moves.action[[best]])).states["dead"]
    assert dead.any()
    assert not dead.all()
    assert moves.credit[best] >= 6.0
    thought = Expectimax(evaluator, 1, loss=-9.0).think(game, one)
    after = game.play(one, moves.action[[best]])
    assert thought.values[best] == by_hand(game, after, evaluator, 1, -9.0, float(moves.credit[best]))


@pytest.mark.parametrize("width", [0, 1])
def test_chance_decides(width: int) -> None:
    # A gamble between 8 and a loss, and a safe 3.
    edges = {
        "root": (Edge("A", 0.0, 5.0), Edge("B", 0.5, 4.0), Edge("X", 0.0, 0.0)),
        "A1": (Edge("R", 0.0, 8.0), Edge("X", 0.0, 0.0)),
        "A2": (Edge("X", 0.25, 0.0), Edge("X", 0.5, 0.0)),
        "B1": (Edge("R", 0.0, 2.5),),
    }
    for chance, loss, value, first in ((0.5, -4.0, 2.25, 1), (0.5, -1.0, 3.75, 0), (0.75, -4.0, 5.125, 0)):
        game = Drawn(edges, {"A": {"A1": chance, "A2": 1 - chance}, "B": {"B1": 1.0}})
        thought = Expectimax(game.evaluator, 1, width, loss=loss)._found(game, game.at("root"), Budget())
        assert thought.value.tolist() == [value, 4.0 if width else 3.0, -np.inf]
        assert thought.best(1) == (0 if width else first)


def test_what_no_chance_moves_stands() -> None:
    game = Drawn({"root": (Edge("A", 0.0, 1.0), Edge("B", 0.0, 2.0))})
    found = Expectimax(game.evaluator, 3)._found(game, game.at("root"), Budget())
    assert found.value.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("function", [False, True])
def test_guideline_with_hold(function: bool) -> None:
    # With one preview, an empty hold takes the last visible piece, and only such a line meets a chance node.
    game = Guideline("guideline", previews=1)
    states = reached(game, 6, games=3, pieces=8)[::8]
    assert {True, False} == set((states["hold"] < 0).tolist())
    linear = Linear(game, {**EXACT, "attack": 4.0})
    evaluator = linear.__call__ if function else linear
    for one in states[:, None]:
        thought = Expectimax(evaluator, 1, loss=-100.0).think(game, one)
        children = game.expand(one)
        moves = rated(game, one, evaluator)
        for i, value in enumerate(thought.values):
            if not moves.dead[i]:
                assert value == by_hand(game, children.states[i : i + 1], evaluator, 1, -100.0, float(moves.credit[i]))


def test_0_pieces_is_greedy() -> None:
    game = small(0)
    states = mixed(game, 20, 84)
    for evaluator in positions.evaluators(game):
        greedily = greedy(game, states, evaluator).tolist()
        assert Expectimax(evaluator, 0, loss=1e6).choose(game, states).tolist() == greedily
        assert Expectimax(evaluator, 0, width=1, loss=0.0).choose(game, states).tolist() == greedily


def test_a_move_does_not_depend_on_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(0, "bag")
    states = mixed(game, 30, 85)
    search = Expectimax(Linear(game, UNEVEN), 1)
    together = search.choose(game, states)
    assert [int(search.choose(game, one)[0]) for one in states[:, None]] == together.tolist()
    monkeypatch.setattr(module, "PART", 7)
    assert search.choose(game, states[::-1]).tolist() == together[::-1].tolist()


def test_pruning_looks_at_fewer_nodes() -> None:
    game = small(0, width=6, height=8)
    one = game.new([86])
    nodes = [Expectimax(Linear(game, UNEVEN), 2, width).think(game, one).nodes for width in (1, 2, 4, 0)]
    assert nodes == sorted(set(nodes))


def test_a_budget_of_nodes_gives_the_deepest_search_that_fits() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    for one in mixed(game, 6, 87)[:, None]:
        thoughts = [Expectimax(evaluator, pieces, 2).think(game, one) for pieces in range(3)]
        costs = [thought.nodes for thought in thoughts]
        for nodes in (1, costs[0] + costs[1] - 1, costs[0] + costs[1], sum(costs) - 1, sum(costs), 10**6):
            done, total = 0, costs[0]
            while done < 2 and 2 * total <= nodes and total + costs[done + 1] <= nodes:
                done += 1
                total += costs[done]
            limited = Expectimax(evaluator, 2, 2, nodes=nodes)
            assert limited.choose(game, one)[0] == limited.think(game, one).action == thoughts[done].action
            assert limited.think(game, one).values.tolist() == thoughts[done].values.tolist()


def test_clocks() -> None:
    game = small(0)
    states, evaluator = mixed(game, 4, 88), Linear(game, UNEVEN)
    hasty = Expectimax(evaluator, 3, milliseconds=1e-6)
    assert hasty.choose(game, states).tolist() == greedy(game, states, evaluator).tolist()
    calm = Expectimax(evaluator, 1, milliseconds=1e6)
    assert calm.choose(game, states).tolist() == Expectimax(evaluator, 1).choose(game, states).tolist()


def test_a_thought_sums_the_candidate_itself() -> None:
    game = small(0)
    evaluator = Linear(game, UNEVEN)
    one = mixed(game, 2, 89)[:1]
    thought = Expectimax(evaluator, 1).think(game, one)
    living = ~np.isinf(rated(game, one, evaluator).value)
    np.testing.assert_allclose(
        thought.contributions.sum(axis=1)[living], rated(game, one, evaluator).value[living], rtol=1e-12
    )
    assert [p.cells for p in thought.line] == [game.describe(one, thought.action).cells]


def test_the_loss() -> None:
    game = small(0)
    assert loss_of(Linear(game, {"holes": -4.0, "lines": 0.5}), None) == -225.0
    assert loss_of(Linear(game, {"holes": -4.0}), -7.0) == -7.0
    with pytest.raises(InputError, match="what a lost game is worth to this evaluator; give loss"):
        Expectimax(positions.squares, 1)
    with pytest.raises(InputError, match="loss=-inf is no value to reckon with"):
        Expectimax(positions.squares, 1, loss=-np.inf)


def test_what_cannot_be_searched() -> None:
    game = small(0)
    evaluator = Linear(game, EXACT)
    with pytest.raises(InputError, match="pieces=-1 of expectimax is out of range"):
        Expectimax(evaluator, -1)
    with pytest.raises(InputError, match="width=-1 of expectimax is out of range"):
        Expectimax(evaluator, 1, -1)
    with pytest.raises(InputError, match="budget of -5 ms"):
        Expectimax(evaluator, 1, milliseconds=-5)
    states = game.new(range(3))
    states[1]["dead"] = True
    for pieces in (0, 1):
        with pytest.raises(InputError, match="state 1 has no move"):
            Expectimax(evaluator, pieces).choose(game, states)


def test_a_fault_of_the_evaluator_comes_through() -> None:
    game = small(0)
    search = Expectimax(lambda s: np.zeros(len(s) + 1), 1, loss=-1.0)
    with pytest.raises(Fault, match="give one for each"):
        search.choose(game, game.new([0]))
