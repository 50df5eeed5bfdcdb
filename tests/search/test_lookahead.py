"""Exact lookahead against the list of all lines of play."""

from typing import Any

import numpy as np
import pytest
from tests.naive import search as naive
from tests.naive.records import position
from tests.search import positions
from tests.search.positions import EXACT, UNEVEN, every_line, mixed, small
from tests.tetris.guideline.positions import reached, state
from tests.tetris.positions import rules

from wellplayed.errors import Fault, InputError
from wellplayed.search import descent
from wellplayed.search.evaluate import Linear
from wellplayed.search.greedy import greedy
from wellplayed.search.lookahead import Lookahead
from wellplayed.tetris.guideline.rules import Guideline


@pytest.mark.parametrize(("depth", "width", "pieces"), [(1, 5, "uniform"), (2, 4, "bag")])
def test_agrees_with_the_twin(depth: int, width: int, pieces: str) -> None:
    game = small(depth, pieces, "clear" if pieces == "bag" else "end", width)
    states = mixed(game, 6 // depth, 51 + depth)
    for weights in (EXACT, UNEVEN):
        found = Lookahead(Linear(game, weights), depth).choose(game, states)
        best = [naive.lookahead(position(s, rules(game)), rules(game), weights, depth) for s in states]
        assert found.tolist() == [line.actions[0] for line in best]


@pytest.mark.parametrize("kind", [0, 1])
def test_every_candidate_has_its_best_line(kind: int) -> None:
    game = small(2)
    evaluator = positions.evaluators(game)[kind]
    lost = 0
    for one in mixed(game, 5, 55)[:, None]:
        thought = Lookahead(evaluator, 2).think(game, one)
        lines = every_line(game, one, evaluator, 2)
        best = naive.best_of(lines)
        assert thought.action == best.actions[0]
        assert thought.action == Lookahead(evaluator, 2).choose(game, one)[0]
        assert thought.actions.tolist() == game.expand(one).action.tolist()
        for action, value, plies in zip(thought.actions, thought.values, thought.plies):
            mine = naive.best_of([line for line in lines if line.actions[0] == action])
            assert (value, plies) == (mine.value, len(mine.actions) - 1)
            lost += mine.lived < 3
    assert lost


def test_depth_0_is_greedy() -> None:
    game = small(0)
    states = mixed(game, 10, 56)
    for evaluator in positions.evaluators(game):
        assert Lookahead(evaluator, 0).choose(game, states).tolist() == greedy(game, states, evaluator).tolist()


def test_a_row_that_vanished_keeps_its_credit() -> None:
    # An O on the right clears two rows, and then the T none. An O elsewhere leaves the T one row to clear.
    game = small(1)
    one = game.new([0])
    one["queue"][0, :2] = [1, 2]
    one["columns"][0, :4] = [3, 3, 0, 0]
    weights = {"lines": 1.0}
    lines = every_line(game, one, Linear(game, weights), 1)
    best = naive.best_of(lines)
    without = max((line.actions for line in lines), key=lambda a: _end(game, one, a, weights))
    assert best.actions[0] == 2
    assert without[0] != 2
    assert Lookahead(Linear(game, weights), 1).choose(game, one).tolist() == [2]


def _end(game: Any, one: Any, actions: tuple[int, ...], weights: dict[str, float]) -> float:
    """What a line is worth to a search that forgets what was earned on the way."""
    for action in actions:
        one = game.play(one, np.array([action]))
    return float(Linear(game, weights)(one)[0])


def test_where_every_line_loses_the_longest_is_taken() -> None:
    game = small(2, height=4)
    evaluator = Linear(game, EXACT)
    seen = set()
    for one in mixed(game, 60, 57)[:, None]:
        best = naive.best_of(every_line(game, one, evaluator, 2))
        seen.add(best.lived)
        assert Lookahead(evaluator, 2).choose(game, one)[0] == best.actions[0]
    assert {0, 1, 2} <= seen


@pytest.mark.parametrize("depth", [1, 2])
def test_guideline_with_hold(depth: int) -> None:
    # The first hold takes two pieces at once, so such lines end a piece earlier and stand with what they have.
    game = Guideline("guideline", previews=depth)
    weights = {**EXACT, "attack": 4.0, "tallest_gap": -0.5}
    states = (
        reached(game, 3, games=4, pieces=20)[:: 40 // depth][:5] if depth == 1 else state(game, "#########.", "TI", "")
    )
    if depth == 2:
        states = state(game, "#######.../#######..#", "TOI", "")
    ended = 0
    for one in states[:, None]:
        lines = every_line(game, one, Linear(game, weights), depth)
        best = naive.best_of(lines)
        ended += any(len(line.actions) <= depth and line.lived == np.inf for line in lines)
        assert Lookahead(Linear(game, weights), depth).choose(game, one)[0] == best.actions[0]
    assert ended


def test_a_move_does_not_depend_on_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(2, "bag")
    states = mixed(game, 40, 58)
    search = Lookahead(Linear(game, UNEVEN), 2)
    together = search.choose(game, states)
    assert [int(search.choose(game, one)[0]) for one in states[:, None]] == together.tolist()
    order = np.random.default_rng(0).permutation(len(states))
    assert search.choose(game, states[order]).tolist() == together[order].tolist()
    for most in (1, 7, 100):
        monkeypatch.setattr(descent, "PART", most)
        assert search.choose(game, states).tolist() == together.tolist()


def test_parts_are_cut_by_what_a_group_holds_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descent, "PART", 4)
    group = np.repeat([3, 5, 6, 9], [2, 9, 1, 4])
    front = descent.Front(small(0).new(range(16)), group, np.arange(16.0), np.zeros(16))
    found = list(descent.parts(front))
    assert [len(part.states) for part in found] == [6, 4, 2, 4]
    assert np.concatenate([part.credit for part in found]).tolist() == list(range(16))
    pieces = np.concatenate([part.group for part in found])
    assert np.flatnonzero(np.diff(pieces)).tolist() == [1, 5, 9, 10, 11]


def test_equal_positions_are_followed_once() -> None:
    # Two Os fill the floor: either may go left.
    game = small(2)
    one = game.new([0])
    one["queue"][0, :3] = 1
    evaluator = Linear(game, EXACT)
    counted = descent.Budget()
    descent.Descent(game, evaluator, 2, counted).follow(descent.roots(one))
    assert counted.spent == 3 + 3 * 3 + 8 * 3
    assert Lookahead(evaluator, 2).think(game, one).nodes == 3 + 9 + 27


def test_too_few_previews() -> None:
    game = small(1)
    search = Lookahead(Linear(game, EXACT), 2)
    with pytest.raises(
        InputError, match=r"depth=2 looks 2 pieces ahead, and classic:.*shows 1; choose a depth of 1 or"
    ):
        search.choose(game, game.new([0]))
    with pytest.raises(InputError, match="choose a depth of 1 or less"):
        search.think(game, game.new([0]))
    with pytest.raises(InputError, match="depth=-1 of lookahead is out of range"):
        Lookahead(Linear(game, EXACT), -1)


def test_a_state_without_a_move_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(1)
    states = game.new(range(5))
    states[3]["dead"] = True
    search = Lookahead(Linear(game, EXACT), 1)
    with pytest.raises(InputError, match="state 3 has no move"):
        search.choose(game, states)
    monkeypatch.setattr("wellplayed.search.lookahead.PART", 2)
    with pytest.raises(InputError, match="state 3 has no move"):
        search.choose(game, states)
    with pytest.raises(InputError, match="state 0 has no move"):
        search.think(game, states[3:4])


def test_a_fault_of_the_evaluator_comes_through() -> None:
    game = small(1)
    search = Lookahead(lambda s: np.full(len(s), np.nan), 1)
    with pytest.raises(Fault, match="give finite numbers"):
        search.choose(game, game.new([0]))
