"""Features cell by cell against features in lanes on boards that both can hold, and by hand on larger ones."""

import random
from typing import Any

import numpy as np
import pytest
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import columns, draw_board
from tests.tetris.guideline.positions import state

from wellplayed.tetris.guideline.features import COUNT, FEATURES, NAMES
from wellplayed.tetris.guideline.moves import LANES
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.tallfeatures import tall_features

MOVES = [
    "landing_height",
    "eroded_cells",
    "lines",
    "landing_top",
    "tallest_gap",
    "attack",
    "perfect_clears",
    "quads",
    "spin_clears",
    "mini_clears",
    "wasted_t",
    "combo",
    "chain",
    "garbage_rows",
    "pending",
]
BOARD = [k for k, name in enumerate(NAMES) if name not in MOVES]


def tall(board: naive.Board, height: int, width: int) -> Any:
    """[F] the features of a board cell by cell; those of the move are 0."""
    out = np.zeros(COUNT)
    tall_features(columns(board), height, width, out)
    return out


def test_every_feature_is_of_the_board_or_of_the_move() -> None:
    assert set(MOVES) < set(NAMES)
    earned = {name for name, _, _, credit in FEATURES if credit}
    assert earned < set(MOVES)


@pytest.mark.parametrize("width", [4, 7, 9, 10, 11, 15])
@pytest.mark.parametrize("height", [4, 20, LANES])
def test_lanes_say_the_same(width: int, height: int) -> None:
    rng = random.Random(100 * width + height)
    game = Guideline(width=width, height=height)
    boards = [draw_board(rng, Ruleset(width=width, rows=LANES, height=4)) for _ in range(300)]
    states = game.new(range(len(boards)))
    states["columns"] = [columns(board) for board in boards]
    found = game.features(states)
    for board, row in zip(boards, found, strict=True):
        slow = tall(board, height, width)
        differ = [NAMES[k] for k in BOARD if slow[k] != row[k]]
        assert not differ, (differ, sorted(board))


def test_games_use_it_for_piles_too_tall_for_lanes() -> None:
    game = Guideline()
    one = state(game, "/".join(["#........."] * 33))
    row = game.features(one)[0]
    by_name = dict(zip(NAMES, row, strict=True))
    assert [row[k] for k in BOARD] == [tall(naive.from_rows(["#........."] * 33), 20, 10)[k] for k in BOARD]
    assert (by_name["highest"], by_name["over_fifteen"], by_name["aggregate_height"]) == (33, 18, 33)
    assert by_name["row_transitions"] == 2 * 33  # from # to . and from . to the wall; no row above the pile counts
    assert by_name["wells"] == 0
    assert by_name["height_1"] == 33
    assert by_name["step_1"] == 33


@pytest.mark.parametrize("width", [16, 20])
def test_wide_wells(width: int) -> None:
    found = dict(zip(NAMES, tall(naive.from_rows(["#" * (width - 1) + "."] * 3), 20, width), strict=True))
    assert found["quad_well"] == 3
    assert found["wells"] == 1 + 2 + 3
    assert found["aggregate_height"] == 3 * (width - 1)
    assert found["row_transitions"] == 3 * 2 + 17 * 2
    assert found["step_9"] == 0


def test_sixty_rows() -> None:
    board = frozenset((0, y) for y in range(60))
    found = dict(zip(NAMES, tall(board, 40, 10), strict=True))
    assert (found["highest"], found["holes"], found["well_depth"]) == (60, 0, 0)
    assert found["parity"] == 0
    assert found["bumpiness"] == 60
