"""A search that a network guides: what is shown is what the engine's search does, walk by walk and number by number."""

from math import exp

import numpy as np
import pytest
from tests.interfaces.web.chapters.telling import drawn, number, told

from wellplayed.errors import InputError
from wellplayed.game import taken
from wellplayed.interfaces.web.chapters import samples
from wellplayed.interfaces.web.chapters.guidance import Guidance, learner
from wellplayed.interfaces.web.chapters.iteration import score
from wellplayed.interfaces.web.chapters.numbers import shown, turned
from wellplayed.interfaces.web.chapters.position import narrow, read_narrow, state
from wellplayed.players.registry import player
from wellplayed.search import tree

from .telling import WORDS

BOARDS = [samples.NARROW_MIDDLE, samples.NARROW_HIGH, samples.NARROW_QUAD, str(drawn(3, 4, 6, 10))]
LOST = "/".join(["#.#.#."] * 10)


@pytest.mark.parametrize("rows", BOARDS)
@pytest.mark.parametrize("simulations", [1, 8, 32, 64])
def test_the_visits_and_the_move_are_those_of_the_player(rows: str, simulations: int) -> None:
    found, rules = Guidance(read_narrow(rows), "T", simulations), narrow()
    who = player(f"alphazero:simulations={simulations}", rules)
    here = state(rules, read_narrow(rows), "T")
    said = who.search.search(rules, here)  # type: ignore[attr-defined]
    visits = np.zeros(rules.actions, np.int64)
    visits[found.nodes.action[found.moves]] = found.came
    assert np.array_equal(visits, said.visits[0])
    assert found.nodes.action[found.moves[found.made]] == said.move[0] == who.choose(here)[0]


@pytest.mark.parametrize("rows", BOARDS)
@pytest.mark.parametrize("simulations", [1, 8, 32, 64])
def test_a_walk_takes_the_highest_score_and_outcomes_in_turn(rows: str, simulations: int) -> None:
    found = Guidance(read_narrow(rows), "L", simulations)
    nodes, one = found.nodes, found.one
    for row, below in zip(one.path, one.path[1:], strict=False):
        siblings = list(range(int(nodes.first[row]), int(nodes.first[row] + nodes.children[row])))
        assert below in siblings
        if nodes.kind[row] == tree.DECISION:
            assert below == max(found.siblings(below), key=lambda r: score(one, r).total)
            assert set(found.siblings(below)) <= set(siblings)
        else:
            lag = [float(nodes.chance[r]) * (sum(map(found.visits, siblings)) + 1) - found.visits(r) for r in siblings]
            assert siblings[int(np.argmax(lag))] == below


def test_a_score_is_the_mean_and_a_bonus_by_the_prior() -> None:
    found = Guidance(read_narrow(samples.NARROW_MIDDLE), "T", 8)
    least, greatest = found.one.bounds
    total, walks = float(found.one.before.total[0]), int(found.one.before.visits[0])
    assert walks == 8
    for n, row in enumerate(found.moves):
        mean = found.mean(n)
        value = total / walks if mean is None else mean
        its = score(found.one, int(row))
        assert its.mean == pytest.approx((value - least) / (greatest - least))
        assert its.bonus == pytest.approx(found.how.c * 9**0.5 * float(found.prior[n]) / (1 + int(found.came[n])))


@pytest.mark.parametrize("rows", BOARDS)
def test_priors_are_the_softmax_of_the_network(rows: str) -> None:
    found = Guidance(read_narrow(rows), "S", 1)
    logits = found.how.asked(found.root, found.game.actions)[0][0]
    living = [n for n, row in enumerate(found.moves) if found.nodes.kind[row] != tree.LOST]
    parts = {n: exp(float(logits[found.nodes.action[found.moves[n]]])) for n in living}
    for n in range(len(found.moves)):
        assert found.prior[n] == pytest.approx(parts.get(n, 0.0) / sum(parts.values()), rel=1e-5)


@pytest.mark.parametrize("rows", BOARDS)
def test_the_chance_node_is_the_expectation_over_the_pieces(rows: str) -> None:
    found, step = Guidance(read_narrow(rows), "T", 32), told("guided", rows, "T").steps[3]
    row = found.one.path[1]
    after = found.game.play(found.root, found.nodes.action[row : row + 1])
    outcomes = found.game.outcomes(after)
    said = [found.how.evaluator(taken(outcomes.states, np.array([n])))[0] for n in range(len(outcomes.chance))]
    assert len(said) == 7
    expected = sum(p * v for p, v in zip(outcomes.chance, said, strict=True))
    assert found.nodes.value[row] == pytest.approx(after["cleared"][0] + found.how.gamma * expected)
    assert step.numbers[2].value == shown(expected)
    assert step.numbers[3].value.endswith(f" = {shown(float(found.nodes.value[row]))}")


@pytest.mark.parametrize("simulations", ["1", "8", "32", "64"])
def test_the_steps_show_the_search(simulations: str) -> None:
    words = WORDS["en"]
    steps = told("guided", simulations=simulations).steps
    found = Guidance(read_narrow(samples.NARROW_MIDDLE), "T", int(simulations))
    assert len(steps) == 6
    assert number(steps[0], "likeliest") == turned(found.spots[found.likely], words)
    assert number(steps[0], "network_value") == shown(found.how.evaluator(found.root)[0])
    assert number(steps[1], "simulations") == number(steps[4], "simulations") == simulations
    assert len(steps[1].numbers) == len(found.one.path)
    assert number(steps[4], "visits") == str(found.came.max())
    assert int(found.came.sum()) == int(simulations)
    assert steps[5].numbers[1].value == turned(found.spots[found.made], words)
    assert ("likeliest one for the policy too" in steps[5].says) == (found.made == found.likely)


def test_where_every_move_loses_it_says_so() -> None:
    steps = told("guided", LOST, "O").steps
    assert "Every move of this piece loses" in steps[3].says
    assert "ends where the game is lost" in steps[1].says
    for step in steps:
        assert "nan" not in step.picture.svg()


def test_the_network_is_asked_for_once_and_bad_boards_are_refused() -> None:
    assert learner() is learner()
    with pytest.raises(InputError, match="the game 6"):
        read_narrow("##########")
    with pytest.raises(InputError, match="is full"):
        read_narrow("######")
