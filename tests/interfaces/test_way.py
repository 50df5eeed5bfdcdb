"""The way of a piece as it is shown: from where it appears to where it rests, through free cells only."""

from itertools import pairwise

import numpy as np
import pytest
from tests.tetris.guideline.positions import reached

from wellplayed.interfaces.way import way
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


def test_a_piece_without_keys_falls_straight() -> None:
    game = Classic()
    state = game.new([3])
    spot = game.describe(state, int(np.flatnonzero(game.mask(state)[0])[0]))
    places = way(game, state, spot, 21)
    assert places[-1] == spot.cells
    assert max(y for _, y in places[0]) == 20
    assert [min(y for _, y in cells) for cells in places] == list(range(len(places) - 1, -1, -1))
