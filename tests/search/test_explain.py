"""What searches say about themselves adds up."""

from typing import Any

import numpy as np
import pytest
from tests.search.positions import EXACT, UNEVEN, mixed, small, squares
from tests.tetris.guideline.positions import reached

from wellplayed.game import Game, States, earned, taken
from wellplayed.search import descent, explain
from wellplayed.search.beam import Beam
from wellplayed.search.evaluate import Linear, weight_vector
from wellplayed.search.lookahead import Lookahead
from wellplayed.search.thought import Thought
from wellplayed.tetris.guideline.rules import Guideline


def cases() -> list[tuple[Game, States]]:
    """Games with four visible pieces, and positions [B, 1] in them."""
    classic, guideline = small(3, "bag"), Guideline("guideline", previews=3)
    held = reached(guideline, 7, games=2, pieces=10)[::9]
    return [(classic, mixed(classic, 6, 95)[:, None]), (guideline, held[:, None])]


def thoughts(game: Game, evaluator: Any) -> list[Any]:
    """Searches to be asked."""
    found = [Beam(evaluator, 3, 3), Beam(evaluator, 3, 5, nodes=2000)]
    return found + [Lookahead(evaluator, 2 if game.actions < 100 else 1)]


def test_contributions_add_up_to_values() -> None:
    for game, states in cases():
        evaluator = Linear(game, {**UNEVEN, **({"attack": 3.3} if game.actions > 100 else {})})
        for search in thoughts(game, evaluator):
            for one in states:
                thought = search.think(game, one)
                finite = np.isfinite(thought.values)
                sums = thought.contributions.sum(axis=1)
                np.testing.assert_allclose(sums[finite], thought.values[finite], rtol=1e-12, atol=1e-12)
                assert (thought.values[~finite] == -np.inf).all()


def test_credit_of_earlier_moves_counts_and_nothing_else_of_them() -> None:
    game = small(1)
    one = game.new([0])
    one["queue"][0, :2] = [1, 2]
    one["columns"][0, :4] = [3, 3, 0, 0]  # an O on the right clears two rows
    weights = {"lines": 1.0, "landing_height": -0.25, "holes": -2.0}
    thought = Lookahead(Linear(game, weights), 1).think(game, one)
    names = [f.name for f in game.glossary]
    row = thought.actions.tolist().index(2)
    assert thought.contributions[row, names.index("lines")] == 2.0
    assert thought.features[row, names.index("lines")] == 0.0  # the T at the end clears none
    assert thought.contributions[row, names.index("landing_height")] == -0.25 * thought.features[row, 0]


def test_features_are_those_at_the_end_of_the_line() -> None:
    game = small(2)
    vector, events = weight_vector(game, EXACT), earned(game)
    for one in mixed(game, 5, 96)[:, None]:
        thought = Beam(Linear(game, EXACT), 2, 4).think(game, one)
        best = thought.actions.tolist().index(thought.action)
        state, total = one, np.zeros(len(vector))
        for ply, placement in enumerate(thought.line):
            wanted = [a for a in game.expand(state).action if game.describe(state, int(a)) == placement]
            state = game.play(state, np.array(wanted))
            last = ply == len(thought.line) - 1
            total += game.features(state)[0] * (vector if last else np.where(events, vector, 0.0))
        assert len(thought.line) == thought.plies[best] + 1
        assert thought.features[best].tolist() == game.features(state)[0].tolist()
        assert thought.contributions[best].tolist() == total.tolist()


def test_a_function_has_no_contributions() -> None:
    game = small(2)
    one = mixed(game, 1, 97)[:1]
    for search in (Beam(squares, 2, 4), Lookahead(squares, 2)):
        thought = search.think(game, one)
        assert not thought.contributions.any()
        assert thought.features.any()


# Layers --------------------------------------------------------------------------------------------------------------


def check(game: Game, one: States, thought: Thought) -> None:
    """Follow the layers from the root, ply by ply: they hold what the game says, and the winner is the line."""
    states, positions = one, []
    for layer in thought.layers:
        positions.append(states)
        children = game.expand(states)
        assert layer.parent.tolist() == children.parent.tolist()
        assert layer.action.tolist() == children.action.tolist()
        assert layer is thought.layers[-1] or not (layer.kept & np.isinf(layer.value)).any()
        states = taken(children.states, np.flatnonzero(layer.kept))
    last = thought.layers[-1]
    if len(thought.line) == len(thought.layers):
        assert last.kept.sum() == 1
        assert last.value[last.kept] == thought.values[thought.actions == thought.action]
        placed = game.describe(taken(positions[-1], last.parent[last.kept]), int(last.action[last.kept][0]))
        assert placed == thought.line[-1]
    else:
        assert not last.kept.any()


@pytest.mark.parametrize("most", [descent.PART, 5])
def test_layers(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descent, "PART", most)
    ended = 0
    for game, states in cases():
        evaluator = Linear(game, EXACT)
        for search in thoughts(game, evaluator):
            for one in states:
                thought = search.think(game, one)
                check(game, one, thought)
                ended += len(thought.line) < len(thought.layers)
    assert most == 5 or ended


def test_layers_of_a_speculation_end_with_what_is_known() -> None:
    game = small(1, "bag")
    for one in mixed(game, 4, 98)[:, None]:
        thought = Beam(Linear(game, EXACT), 2, 3, speculate=True).think(game, one)
        assert 1 <= len(thought.line) <= len(thought.layers) <= 2
        assert thought.layers[-1].kept.sum() == (len(thought.line) == len(thought.layers))


def test_too_many_rows_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(2)
    one = game.new([0])
    search = Lookahead(Linear(game, EXACT), 2)
    whole = search.think(game, one)
    assert len(whole.layers) == 3
    monkeypatch.setattr(explain, "DRAWN", whole.nodes - 1)
    less = search.think(game, one)
    assert less.layers == ()
    assert less.values.tolist() == whole.values.tolist()
