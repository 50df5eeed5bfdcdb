"""The way of a piece as it is shown: from where it appears to where it rests, through free cells only."""

from itertools import pairwise

import numpy as np
import pytest
from tests.tetris.guideline.positions import reached

from wellplayed.interfaces.way import way
from wellplayed.puyo.rules import Puyo
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.guideline.rules import Guideline


@pytest.mark.parametrize("rules", ["guideline", "tetrio-s2", "guideline:drop=sonic"])
def test_a_steered_piece_moves_through_free_cells_to_its_place(rules: str) -> None:
    name, _, changes = rules.partition(":")
    game = Guideline(name, **dict([changes.split("=")] if changes else []))
    states = reached(game, 5, games=4, pieces=12)
    rng, tucked = np.random.default_rng(0), 0
    for i in rng.choice(len(states), 12, replace=False):
        state = states[i : i + 1]
        columns = [int(column) for column in state["columns"][0]]
        for action in rng.choice(np.flatnonzero(game.mask(state)[0]), 12):
            spot = game.describe(state, int(action))
            places = way(game, state, spot, 24)
            assert sorted(places[-1]) == sorted(spot.cells)
            assert min(y for _, y in places[0]) >= 19
            for cells in places:
                assert len(cells) == 4
                assert all(0 <= x < 10 and y >= 0 and not columns[x] >> y & 1 for x, y in cells)
            if rules != "guideline:drop=sonic":
                for before, after in pairwise(places):
                    far = max(min(abs(x - u) + abs(y - v) for u, v in before) for x, y in after)
                    assert 0 < far <= 6  # a row, a column, or a turn with its kick
            tucked += spot.kind in ("tuck", "spin")
    assert tucked


@pytest.mark.parametrize("top", [12, 16])
def test_a_pair_falls_as_one_and_tears_where_one_of_its_puyos_rests(top: int) -> None:
    game = Puyo()
    state = game.new([3])
    state["cells"][0, 5, :6] = [0b111, 0, 0b1, 0b11111, 0, 0]
    for action in np.flatnonzero(game.mask(state)[0]):
        spot = game.describe(state, int(action))
        places = way(game, state, spot, top)
        assert places[-1] == spot.cells
        assert max(y for _, y in places[0]) == top - 1
        (x, y), (other, over) = places[0]
        assert (other - x, over - y) == ((0, 1), (1, 0), (0, -1), (-1, 0))[spot.orientation]
        for before, after in pairwise(places):
            steps = [old[1] - new[1] for old, new in zip(before, after, strict=True)]
            assert set(steps) <= {0, 1}
            assert any(steps)
            for step, cell, end in zip(steps, after, spot.cells, strict=True):
                assert step or cell == end
        assert all(len(set(cells)) == 2 for cells in places)


def test_a_piece_without_keys_falls_straight() -> None:
    game = Classic()
    state = game.new([3])
    spot = game.describe(state, int(np.flatnonzero(game.mask(state)[0])[0]))
    places = way(game, state, spot, 21)
    assert places[-1] == spot.cells
    assert max(y for _, y in places[0]) == 20
    assert [min(y for _, y in cells) for cells in places] == list(range(len(places) - 1, -1, -1))
