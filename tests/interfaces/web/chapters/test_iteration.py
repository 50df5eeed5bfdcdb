"""One simulation of MCTS: the tree of the naive twin before and after it, its scores, its rollout, its way back."""

from typing import Any

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, number, told
from tests.naive import mcts as naive
from tests.naive.records import position
from tests.search.positions import UNEVEN, mixed, small
from tests.tetris.positions import rules as twin_rules

from wellplayed.errors import InputError
from wellplayed.game import earned
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.iteration import Iteration, iterate, rollout, score
from wellplayed.interfaces.web.chapters.numbers import shown
from wellplayed.interfaces.web.chapters.position import game, read, state
from wellplayed.players.registry import player
from wellplayed.search import tree
from wellplayed.search.evaluate import Linear, weighted
from wellplayed.search.growth import Growth
from wellplayed.search.mcts import Mcts

EN = WORDS["en"]


def walked(twin: naive.Search) -> list[naive.Node]:
    """One more simulation of the twin; the nodes it came by."""
    before = {id(node): len(node.found) for node in every(twin.root)}
    twin.run(len(twin.root.found) + 1)
    return [node for node in every(twin.root) if len(node.found) > before.get(id(node), 0)]


def every(node: naive.Node) -> list[naive.Node]:
    return [node, *(below for child in node.children or [] for below in every(child))]


@pytest.mark.parametrize(
    ("one_game", "options"),
    [(small(0), {}), (small(1, "bag"), {"c": 0.5}), (small(0), {"rollout": 3}), (small(3, "bag"), {"rollout": 2})],
)
@pytest.mark.parametrize("simulations", [0, 1, 7, 30])
def test_the_simulation_is_that_of_the_twin(one_game: Any, options: dict[str, Any], simulations: int) -> None:
    here = mixed(one_game, 1, 40)[:1]
    search = Mcts(Linear(one_game, UNEVEN), simulations + 1, 1, loss=-30.0, **options)
    one = iterate(Growth(search, one_game, here, 0), simulations)
    twin = naive.Search(position(here[0], one_game), twin_rules(one_game), UNEVEN, naive.Rule(-30.0, **options))
    twin.run(simulations)
    path = walked(twin)
    nodes = one.growth.nodes
    assert [int(nodes.action[row]) for row in one.path] == [-1 if n.action is None else n.action for n in path]
    assert one.found == pytest.approx(path[0].found[-1])
    for row, node in zip(one.path, path, strict=True):
        assert nodes.visits[row] == len(node.found)
        assert nodes.total[row] == pytest.approx(node.total)
        assert (one.before.visits[row] if row < one.used else 0) == len(node.found) - 1
    assert one.before.visits[0] == simulations


def grown(rows: str, pieces: str, simulations: int, played: int, seed: int = 0) -> Iteration:
    rules = game(pieces)
    who: Any = player(f"mcts:simulations={simulations + 1},batch=1,rollout={played},seed={seed},weights=lee", rules)
    return iterate(Growth(who.search, who.view, state(rules, read(rows), pieces), 0), simulations)


@pytest.mark.parametrize("pieces", ["L", "JT", "TSZ"])
@pytest.mark.parametrize(("simulations", "played"), [(0, 0), (1, 3), (17, 0), (60, 3), (200, 2)])
@pytest.mark.parametrize("rows", [samples.MIDDLE, str(drawn(21))])
def test_a_walk_takes_the_highest_score_and_outcomes_in_turn(
    pieces: str, simulations: int, played: int, rows: str
) -> None:
    one = grown(rows, pieces, simulations, played)
    nodes = one.growth.nodes
    for row, below in zip(one.path, one.path[1:], strict=False):
        siblings = range(int(nodes.first[row]), int(nodes.first[row] + nodes.children[row]))
        assert below in siblings
        if nodes.kind[row] == tree.DECISION:
            able = [r for r in siblings if nodes.kind[r] != tree.LOST] or list(siblings)
            assert below == max(able, key=lambda r: score(one, r).total)
        else:
            assert nodes.kind[row] == tree.CHANCE
            came = [int(one.before.visits[r]) if r < one.used else 0 for r in siblings]
            lag = [float(nodes.chance[r]) * (sum(came) + 1) - n for r, n in zip(siblings, came, strict=True)]
            assert siblings[int(np.argmax(lag))] == below
    assert all(nodes.children[row] for row in one.opened)


@pytest.mark.parametrize("seed", range(4))
def test_the_rollout_is_played_again_and_worth_what_was_found(seed: int) -> None:
    one = grown(samples.MIDDLE, "JT", 40 + seed, 4, seed)
    again = rollout(one, 41 + seed)
    assert again is not None
    assert len(again.moves) == 4
    nodes, leaf, rules = one.growth.nodes, one.path[-1], one.growth.game
    columns = one.growth.states[nodes.state[nodes.parent[leaf]]][None]
    here = rules.play(columns, nodes.action[leaf : leaf + 1])
    for spot in again.moves:  # the same cells fall on the board of the leaf
        here["queue"][:, 0] = "IOTZSJL".index(spot.piece)
        action = next(a for a in rules.expand(here).action if rules.describe(here, int(a)).cells == spot.cells)
        here = rules.play(here, np.array([action]))
    evaluator: Any = one.growth.how.evaluator
    board = np.where(earned(rules), 0.0, evaluator.weights)
    assert again.value == pytest.approx(weighted(rules.features(here), board)[0])
    assert one.found == pytest.approx(again.value + nodes.credit[leaf])


def test_the_steps_show_the_simulation() -> None:
    steps = told("mcts").steps
    one = grown(samples.MIDDLE, "JT", 120, 4)
    assert [step.title for step in steps] == [EN(f"explain.mcts.{n}") for n in ("select", "expand", "simulate", "back")]
    assert number(steps[0], "simulations") == "120"
    assert len(steps[0].numbers) == len(one.path)
    assert number(steps[1], "opened") == str(sum(int(one.growth.nodes.children[row]) for row in one.opened))
    assert number(steps[2], "rollout") == "4"
    assert number(steps[2], "found") == number(steps[3], "found") == shown(one.found)
    assert steps[3].numbers[1].value.startswith("n 120 → 121")
    assert len(steps[3].numbers) == len(one.path) + 1


def test_the_first_simulation_and_one_without_a_rollout_can_be_shown() -> None:
    assert number(told("mcts", simulations="0").steps[0], "simulations") == "0"
    steps = told("mcts", rollout="0").steps
    assert number(steps[2], "rollout") == "0"
    assert steps[2].says.startswith("Nothing is played out")


def test_a_lost_board_is_an_error() -> None:
    with pytest.raises(InputError, match="no move"):
        told("mcts", "/".join([".########."] * 20), "T")
