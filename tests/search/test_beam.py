"""The beam against its twin, against exact lookahead, and against its own budgets."""

import math
import threading
from typing import Any

import numpy as np
import pytest
from tests.naive import search as naive
from tests.naive.records import position
from tests.search import positions
from tests.search.positions import EXACT, UNEVEN, Drawn, Edge, mixed, small
from tests.tetris.guideline.positions import reached, steady
from tests.tetris.positions import rules

from wellplayed.errors import Fault, InputError
from wellplayed.game import feature_names
from wellplayed.search import beam as beams
from wellplayed.search.beam import Beam
from wellplayed.search.budget import Budget
from wellplayed.search.evaluate import Linear
from wellplayed.search.expectimax import Expectimax
from wellplayed.search.greedy import greedy
from wellplayed.search.lookahead import Lookahead
from wellplayed.tetris.guideline.rules import Guideline

LARGE = 10**6


@pytest.mark.parametrize("width", [1, 2, 5, 30])
@pytest.mark.parametrize(("depth", "columns", "pieces"), [(1, 5, "uniform"), (3, 4, "bag")])
def test_agrees_with_the_twin(depth: int, columns: int, pieces: str, width: int) -> None:
    game = small(depth, pieces, "clear" if pieces == "bag" else "end", columns)
    states = mixed(game, 6 // depth, 60 + depth)
    twins = [position(s, rules(game)) for s in states]
    for weights in (EXACT, UNEVEN):
        found = Beam(Linear(game, weights), depth, width).choose(game, states)
        best = [naive.beam(twin, rules(game), weights, depth, width) for twin in twins]
        assert found.tolist() == [line.actions[0] for line in best]


@pytest.mark.parametrize("width", [2, LARGE])
def test_speculation_agrees_with_the_twin(width: int) -> None:
    changed = 0
    for pieces, previews in (("bag", 1), ("uniform", 0), ("bag", 0)):
        game = small(previews, pieces)
        states = mixed(game, 3, 64)
        search = Beam(Linear(game, UNEVEN), previews + 1, width, speculate=True, loss=-20.0)
        found = search.choose(game, states)
        for one, action in zip(states, found):
            twin = naive.beam(position(one, rules(game)), rules(game), UNEVEN, previews + 1, width, -20.0)
            assert action == twin.actions[0]
        changed += (found != Beam(Linear(game, UNEVEN), previews, width).choose(game, states)).sum()
    assert changed


def test_speculation_without_previews_is_expectimax() -> None:
    game = small(0, "bag", width=6, height=8)
    states = mixed(game, 20, 65)
    for evaluator in positions.evaluators(game):
        beam = Beam(evaluator, 1, LARGE, speculate=True, loss=-30.0)
        assert beam.choose(game, states).tolist() == Expectimax(evaluator, 1, loss=-30.0).choose(game, states).tolist()


@pytest.mark.parametrize("kind", [0, 1])
def test_without_cuts_it_is_lookahead(kind: int) -> None:
    for pieces in ("uniform", "bag"):
        game = small(2, pieces, "clear", 5)
        states = mixed(game, 25, 66)
        evaluator = positions.evaluators(game)[kind]
        exact = Lookahead(evaluator, 2).choose(game, states)
        assert Beam(evaluator, 2, LARGE).choose(game, states).tolist() == exact.tolist()
        assert Beam(evaluator, 2, 1).choose(game, states).tolist() != exact.tolist()


def test_without_cuts_it_is_lookahead_in_guideline_play() -> None:
    game = Guideline("guideline", previews=2)
    states = reached(game, 4, games=4, pieces=12)[::6]
    # Empty holds and full ones: the first of these lines end early.
    assert {True, False} == set((states["hold"] < 0).tolist())
    weights = {**EXACT, "attack": 4.0, "wasted_t": -0.5}
    for depth in (1, 2):
        exact = Lookahead(Linear(game, weights), depth).choose(game, states)
        assert Beam(Linear(game, weights), depth, LARGE).choose(game, states).tolist() == exact.tolist()


def test_depth_0_is_greedy() -> None:
    for game in (small(0), Guideline("guideline")):
        states = mixed(game, 10, 67) if game.previews == 0 else reached(game, 5, games=2, pieces=10)
        evaluator = Linear(game, dict(zip(feature_names(game), steady(game)))) if game.previews else positions.squares
        assert Beam(evaluator, 0, 3).choose(game, states).tolist() == greedy(game, states, evaluator).tolist()


def test_where_all_that_was_kept_loses_the_best_of_its_last_ply_is_taken() -> None:
    game = small(2, height=4)
    seen = set()
    for one in mixed(game, 40, 68)[:, None]:
        twin = naive.beam(position(one[0], rules(game)), rules(game), EXACT, 2, 2)
        seen.add(twin.lived)
        assert Beam(Linear(game, EXACT), 2, 2).choose(game, one)[0] == twin.actions[0]
    assert {-1, 0, 1, math.inf} <= seen


# Two ways to P: the first is worth more, the second earned more on the way.
TWO_WAYS = {"root": (Edge("P", 0.0, 10.0), Edge("P", 1.0, 5.0), Edge("Q", 0.0, 7.0)), "Q": (Edge("R", 0.0, 7.0),)}


@pytest.mark.parametrize("width", [2, LARGE])
def test_a_line_that_ends_where_two_ways_meet_is_the_one_worth_more(width: int) -> None:
    game = Drawn(TWO_WAYS)
    assert Beam(game.evaluator, 1, width).choose(game, game.at("root")).tolist() == [0]
    assert Lookahead(game.evaluator, 1).choose(game, game.at("root")).tolist() == [0]
    # So it is if all that follows is lost.
    lost = Drawn({**TWO_WAYS, "P": (Edge("X", 9.0, 9.0),), "Q": (Edge("X", 9.0, 9.0),)})
    assert Beam(lost.evaluator, 1, width).choose(lost, lost.at("root")).tolist() == [0]


@pytest.mark.parametrize("width", [3, LARGE])
@pytest.mark.parametrize(("value", "first"), [(6.5, 1), (6.0, 1), (5.5, 2)])
def test_a_line_that_goes_on_where_two_ways_meet_is_the_one_that_earned_more(
    width: int, value: float, first: int
) -> None:
    known = Drawn({**TWO_WAYS, "P": (Edge("R", 0.0, value),)})
    assert Beam(known.evaluator, 1, width).choose(known, known.at("root")).tolist() == [first]
    hidden = Drawn({**TWO_WAYS, "P1": (Edge("R", 0.0, value),)}, {"P": {"P1": 1.0}})
    search = Beam(hidden.evaluator, 1, width, speculate=True)
    assert search.choose(hidden, hidden.at("root")).tolist() == [first]


def test_equal_lines_fall_to_the_first_of_their_actions() -> None:
    # The line that ends first and the longer ones are all worth 3.
    edges = {
        "root": (Edge("A", 0.0, 0.0), Edge("B", 0.0, 3.0), Edge("C", 1.0, 0.0)),
        "A": (Edge("D", 0.0, 1.0), Edge("E", 1.0, 2.0)),
        "C": (Edge("F", 0.0, 2.0),),
        "E": (Edge("F", 0.0, 2.0), Edge("G", 0.0, 2.0)),
    }
    game = Drawn(edges)
    for search in (Lookahead(game.evaluator, 2), Beam(game.evaluator, 2, LARGE), Beam(game.evaluator, 2, 3)):
        assert search.choose(game, game.at("root")).tolist() == [0]
    later = Drawn({**edges, "A": (Edge("D", 0.0, 1.0), Edge("E", 0.5, 2.0))})
    assert Lookahead(later.evaluator, 2).choose(later, later.at("root")).tolist() == [1]


# Batches and budgets -------------------------------------------------------------------------------------------------


def test_a_move_does_not_depend_on_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(2, "bag")
    states = mixed(game, 40, 69)
    search = Beam(Linear(game, UNEVEN), 2, 4)
    together = search.choose(game, states)
    assert [int(search.choose(game, one)[0]) for one in states[:, None]] == together.tolist()
    order = np.random.default_rng(0).permutation(len(states))
    assert search.choose(game, states[order]).tolist() == together[order].tolist()
    monkeypatch.setattr(beams, "PART", 12)
    assert search.choose(game, states).tolist() == together.tolist()
    assert search.choose(game, states[:0]).tolist() == []


def test_what_is_hidden_changes_nothing() -> None:
    game = small(1, "bag")
    states = mixed(game, 20, 76)
    other = game.reseeded(states, np.random.default_rng(1).integers(0, 2**64, len(states), np.uint64))
    first = np.zeros(len(states), np.int64)
    assert (game.deal(game.play(other, first))["queue"] != game.deal(game.play(states, first))["queue"]).any()
    for search in (Beam(Linear(game, UNEVEN), 2, 4, speculate=True), Expectimax(Linear(game, UNEVEN), 2)):
        assert search.choose(game, other).tolist() == search.choose(game, states).tolist()


def spent(search: Beam, game: Any, one: Any, nodes: int | None) -> int:
    """How many nodes a search counts for one state."""
    budget = Budget(nodes)
    search._found(game, one, budget)
    return budget.spent


def test_a_budget_of_nodes_gives_the_widest_beam_that_fits() -> None:
    game = small(3)
    evaluator, states = Linear(game, UNEVEN), mixed(game, 8, 70)
    for one in states[:, None]:
        costs = [spent(Beam(evaluator, 0, 1), game, one, None)]
        costs += [spent(Beam(evaluator, 3, width), game, one, None) for width in (1, 2, 4, 8, 11)]
        moves = [Beam(evaluator, 0, 1).choose(game, one)[0]]
        moves += [Beam(evaluator, 3, width).choose(game, one)[0] for width in (1, 2, 4, 8, 11)]
        for nodes in (1, 5, 30, 100, 300, 1000, 10**6):
            done, total = 0, costs[0]
            while done < 5 and 2 * total <= nodes and total + costs[done + 1] <= nodes:
                done += 1
                total += costs[done]
            search = Beam(evaluator, 3, 11, nodes=nodes)
            assert search.choose(game, one)[0] == moves[done]
            if done == 5 or 2 * total > nodes:
                assert spent(search, game, one, nodes) == total


def test_a_budget_of_nodes_belongs_to_each_root() -> None:
    game = small(3, "bag")
    states = mixed(game, 12, 71)
    search = Beam(Linear(game, UNEVEN), 3, 50, nodes=400)
    together = search.choose(game, states)
    assert [int(search.choose(game, one)[0]) for one in states[:, None]] == together.tolist()
    found: list[Any] = [None] * 4

    def work(i: int) -> None:
        found[i] = search.choose(game, states).tolist()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [together.tolist()] * 4


def test_a_clock_that_is_over_at_once_leaves_a_greedy_move() -> None:
    game = small(2)
    states, evaluator = mixed(game, 5, 72), Linear(game, UNEVEN)
    search = Beam(evaluator, 2, 1000, milliseconds=1e-6)
    assert search.choose(game, states).tolist() == greedy(game, states, evaluator).tolist()


def test_a_clock_with_time_enough_changes_nothing() -> None:
    game = small(2)
    states, evaluator = mixed(game, 5, 73), Linear(game, UNEVEN)
    timed = Beam(evaluator, 2, 40, milliseconds=1e6, speculate=True)
    assert timed.choose(game, states).tolist() == Beam(evaluator, 2, 40, speculate=True).choose(game, states).tolist()


# Thoughts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [None, 300])
def test_a_thought_makes_the_same_move(nodes: int | None) -> None:
    game = small(3, "bag")
    evaluator = Linear(game, UNEVEN)
    search = Beam(evaluator, 3, 4, nodes=nodes)
    for one in mixed(game, 10, 74)[:, None]:
        thought = search.think(game, one)
        assert thought.action == search.choose(game, one)[0]
        assert thought.nodes == spent(search, game, one, nodes)
        assert thought.actions.tolist() == game.expand(one).action.tolist()


def test_a_candidate_that_was_cut_is_worth_what_it_was_then() -> None:
    game = small(2)
    evaluator = Linear(game, UNEVEN)
    plies = set()
    for one in game.new(range(8))[:, None]:
        thought = Beam(evaluator, 2, 3).think(game, one)
        first, second, third = thought.layers
        assert (first.parent == 0).all()
        assert first.kept.sum() == second.kept.sum() == 3
        assert third.kept.sum() == 1
        own = np.flatnonzero(first.kept)
        for c, (value, depth) in enumerate(zip(thought.values, thought.plies)):
            if depth == 0:
                assert value == first.value[c]
            else:
                mine = own[second.parent] == c
                if depth == 2:
                    mine = mine[np.flatnonzero(second.kept)[third.parent]]
                assert value == (second, third)[depth - 1].value[mine].max()
            plies.add(int(depth))
        assert thought.values[thought.actions == thought.action] == third.value.max() == third.value[third.kept]
        assert len(thought.line) == 3
    assert plies == {0, 1, 2}


# What is wrong -------------------------------------------------------------------------------------------------------


def test_values_out_of_range() -> None:
    game = small(1)
    evaluator = Linear(game, EXACT)
    with pytest.raises(InputError, match="width=0 of beam is out of range; choose 1 or more"):
        Beam(evaluator, 1, 0)
    with pytest.raises(InputError, match="depth=-1 of beam is out of range"):
        Beam(evaluator, -1, 1)
    with pytest.raises(InputError, match="budget of 0 nodes"):
        Beam(evaluator, 1, 1, nodes=0)
    with pytest.raises(InputError, match="a lost game is worth to this evaluator; give loss"):
        Beam(positions.squares, 1, 1, speculate=True)
    assert Beam(positions.squares, 1, 1).loss is None
    with pytest.raises(InputError, match="choose a depth of 1 or less"):
        Beam(evaluator, 2, 1).choose(game, game.new([0]))
    with pytest.raises(InputError, match="choose a depth of 2 or less"):
        Beam(evaluator, 3, 1, speculate=True).think(game, game.new([0]))
    Beam(evaluator, 2, 1, speculate=True).choose(game, game.new([0]))


@pytest.mark.parametrize("nodes", [None, 50])
def test_a_state_without_a_move_is_named(nodes: int | None) -> None:
    game = small(1)
    states = game.new(range(4))
    states[2:3] = game.play(states[2:3], np.array([0]))
    states[2]["queue"][:] = -1
    search = Beam(Linear(game, EXACT), 1, 2, speculate=True, nodes=nodes)
    with pytest.raises(InputError, match="state 2 has no move"):
        search.choose(game, states)


@pytest.mark.parametrize("milliseconds", [None, 1e6])
def test_a_fault_of_the_evaluator_comes_through(milliseconds: float | None) -> None:
    game = small(1)

    def fails(states: Any) -> Any:
        return np.zeros(len(states)) if states["pieces"].max() < 2 else 1 / 0

    with pytest.raises(Fault, match="ZeroDivisionError"):
        Beam(fails, 1, 2, milliseconds=milliseconds).choose(game, game.new([0]))
