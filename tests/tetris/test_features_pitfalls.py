"""The mistakes found in public programs and articles, each caught on a board where it gives another number.

Every test states the number that the published definition gives, and computes beside it, as `wrong`, what the mistake
would give. Measured on ten by ten, most of them cost Dellacherie's controller between a tenth and nine tenths of its
lines, so a program can play decently for years with one of them inside.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.naive import classic as naive
from tests.naive.features import differences, empty_below, is_well

from wellplayed.players.registry import player
from wellplayed.search.evaluate import Linear
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.text import parse
from wellplayed.tetris.features import NAMES

ROWS = 6
CAVE = "##../#..#/#.##"
SHAFT = "#.../#.#./#.#./#..#/#.##"


def kernel(name: str, board: str) -> float:
    """A feature of a board, by the kernel."""
    game = Classic(ROWS, len(board.split("/")[0]))
    states = game.new([0])
    states["columns"][0] = parse(board, ROWS, game.width)
    return float(game.features(states)[0, NAMES.index(name)])


def twin(board: str) -> naive.Board:
    """The board, for a wrong definition to look at."""
    return naive.from_text(board.replace("/", "\n"), ROWS, len(board.split("/")[0]))


def upright_i() -> tuple[Classic, Any]:
    """A well two deep in column 3, and an I that lands in it: two rows go, and two of its cells stay."""
    game = Classic(ROWS, 4)
    states = game.new([0])
    states["columns"][0], states["queue"][0, 0] = parse("###./###.", ROWS, 4), naive.PIECES.index("I")
    return game, game.play(states, np.array([3]))


def after_move(name: str) -> float:
    """A feature after that move, by the kernel."""
    game, after = upright_i()
    return float(game.features(after)[0, NAMES.index(name)])


EVENTS: list[tuple[str, float, Callable[[naive.Last], float]]] = [
    ("eroded_cells", 4, lambda last: last.cleared),  # the rows alone
    ("eroded_cells", 4, lambda last: 4 * last.cleared),  # as if the whole piece went with them
    ("eroded_cells", 4, lambda last: last.eroded / last.cleared),  # the cells alone
    ("landing_height", 1.5, lambda last: last.bottom),
    ("landing_height", 1.5, lambda last: last.bottom + last.tall - 1),  # the top
]


@pytest.mark.parametrize(("name", "right", "wrong"), EVENTS)
def test_eroded_cells_and_landing_height(name: str, right: float, wrong: Callable[[naive.Last], float]) -> None:
    assert after_move(name) == right
    assert wrong(naive.Last(bottom=0, tall=4, cleared=2, eroded=4, gap=2)) != right


def test_wells_are_no_plain_count_of_well_cells() -> None:
    def wrong(board: naive.Board) -> int:
        return sum(is_well(board, x, y, ROWS) for x in range(4) for y in range(ROWS))

    # Column 1: 1 in row 0, 3 in row 2, 4 in row 3; column 3: 1 and 2.
    assert kernel("wells", SHAFT) == 11
    assert wrong(twin(SHAFT)) == 5


def test_wells_that_are_covered_count_too() -> None:
    def wrong(board: naive.Board) -> int:
        h = naive.heights(board)
        open_wells = [(x, y) for x in range(4) for y in range(h[x], ROWS) if is_well(board, x, y, ROWS)]
        return sum(1 + empty_below(board, x, y) for x, y in open_wells)

    assert kernel("wells", CAVE) == 1  # column 1 row 0, under the roof in row 2
    assert wrong(twin(CAVE)) == 0


def test_fast_wells_count_every_empty_cell_below_the_topmost_well_cell() -> None:
    # Column 1 from row 3 down: 1 + 2 + 3 + 4, though row 1 has no filled cell on its right; column 3: 1 + 2.
    assert kernel("fast_wells", SHAFT) == 13
    assert kernel("wells", SHAFT) == 11


def test_holes_lie_anywhere_below_a_filled_cell() -> None:
    def wrong(board: naive.Board) -> int:
        return sum(not board[y][x] and board[y + 1][x] for x in range(4) for y in range(ROWS))

    assert kernel("holes", CAVE) == 2
    assert wrong(twin(CAVE)) == 1


def test_features_see_the_board_after_clearing() -> None:
    def wrong(board: naive.Board) -> int:
        return sum(
            naive.filled(board, x, y) != naive.filled(board, x + 1, y) for y in range(ROWS) for x in range(-1, 4)
        )

    # After: rows 0 and 1 are |...#|, 2 each, and so is each of the four empty rows.
    assert after_move("row_transitions") == 12
    # Before: rows 0 and 1 are full, rows 2 and 3 |...#|, rows 4 and 5 empty.
    assert wrong(twin("...#/...#/####/####")) == 8


def test_row_transitions_count_the_empty_rows_above_the_pile() -> None:
    def wrong(board: naive.Board) -> int:
        rows = range(max(naive.heights(board)))
        return sum(naive.filled(board, x, y) != naive.filled(board, x + 1, y) for y in rows for x in range(-1, 4))

    assert kernel("row_transitions", CAVE) == 12  # 2 + 2 + 2, and 2 for each of the three empty rows
    assert wrong(twin(CAVE)) == 6


def test_side_walls_are_filled() -> None:
    def wrong(board: naive.Board) -> int:
        rows = [[False, *row, False] for row in board[:ROWS]]
        return sum(a != b for row in rows for a, b in pairwise(row))

    assert kernel("row_transitions", SHAFT) == 16  # 2 + 2 + 4 + 4 + 2, and 2 for the empty row
    assert wrong(twin(SHAFT)) == 18  # 4 + 4 + 4 + 4 + 2 + 0


def test_side_walls_make_wells() -> None:
    def wrong(board: naive.Board) -> int:
        inner = [(x, y) for x in (1, 2) for y in range(ROWS) if is_well(board, x, y, ROWS)]
        return sum(1 + empty_below(board, x, y) for x, y in inner)

    assert kernel("wells", SHAFT) == 11
    assert wrong(twin(SHAFT)) == 8  # without column 3, which has the wall on its right


def test_the_floor_is_filled_and_the_sky_is_not() -> None:
    def wrong_floor(board: naive.Board) -> int:
        return sum(board[y][x] != board[y + 1][x] for x in range(4) for y in range(ROWS))

    def wrong_sky(board: naive.Board) -> int:
        columns = [[True, *(board[y][x] for y in range(ROWS)), True] for x in range(4)]
        return sum(a != b for column in columns for a, b in pairwise(column))

    assert kernel("column_transitions", CAVE) == 6
    assert wrong_floor(twin(CAVE)) == 5  # misses the hole on the floor of column 1
    assert wrong_sky(twin(CAVE)) == 10  # one more for every column


def test_diversity_ignores_large_differences() -> None:
    def wrong(board: naive.Board) -> int:
        return len({max(-2, min(2, d)) for d in differences(board)})

    assert differences(twin(SHAFT)) == [5, -4, 2]
    assert kernel("diversity", SHAFT) == 1
    assert wrong(twin(SHAFT)) == 2


def test_hole_depth_counts_filled_cells_and_not_the_empty_run() -> None:
    def wrong(board: naive.Board) -> int:
        return sum(not board[y][x] for x, h in enumerate(naive.heights(board)) for y in range(h))

    assert kernel("hole_depth", CAVE) == 1  # one cell covers a run of two
    assert wrong(twin(CAVE)) == 2


def test_hole_depth_counts_every_cell_above_a_hole() -> None:
    def wrong(board: naive.Board) -> int:
        return sum(board[y + 1][x] and not board[y][x] for x in range(4) for y in range(ROWS))

    assert kernel("hole_depth", SHAFT) == 2  # rows 2 and 3 of column 2, both above row 1
    assert wrong(twin(SHAFT)) == 1


def test_rows_with_holes_count_rows_and_not_holes() -> None:
    assert kernel("rows_with_holes", "##../..##") == 1
    assert kernel("holes", "##../..##") == 2  # both in row 0


@pytest.mark.parametrize("name", ["dt-10", "dt-20"])
def test_holes_weigh_positive_in_the_controllers_of_policy_iteration(name: str) -> None:
    # Gabillon, Ghavamzadeh and Scherrer 2013. Holes are punished through column transitions, depth and rows instead.
    weights = player(name, Classic(10)).weights
    assert weights is not None
    assert weights[NAMES.index("holes")] == {"dt-10": 0.95, "dt-20": 2.03}[name]
    wrong = weights.copy()
    wrong[NAMES.index("holes")] *= -1
    game = Classic(10)
    states = game.new(range(40))
    assert (game.rollout(states, weights, 300)["lines"] != game.rollout(states, wrong, 300)["lines"]).any()


def test_dellacherie_knows_no_bumpiness() -> None:
    six = ("landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells")
    weights = dict(zip(six, (-1.0, 1.0, -1.0, -1.0, -4.0, -1.0), strict=True))
    game, after = upright_i()
    vector = player("dellacherie", game).weights
    assert vector is not None
    assert {name: weight for name, weight in zip(NAMES, vector) if weight} == weights
    # landing 1.5, eroded 4, rows 6 x 2, columns 4, no holes; wells 0, since column 2 has nothing on its left
    assert Linear(game, weights)(after).tolist() == [-1.5 + 4 - 12 - 4]
    wrong = Linear(game, {**weights, "bumpiness": -1.0})
    assert wrong(after).tolist() == [-13.5 - 2]


def test_ties_go_to_the_first_in_orientation_and_column() -> None:
    def wrong(action: Any, value: Any) -> int:
        return int(action[value == value.max()][-1])

    # An O on an empty board is worth the same at either wall.
    game = Classic(10)
    states = game.new([0])
    dellacherie = player("dellacherie", game)
    assert dellacherie.weights is not None
    moves = game.moves(states, dellacherie.weights)
    equals = moves.action[moves.value == moves.value.max()]
    assert equals.tolist() == [0, 8]
    assert wrong(moves.action, moves.value) == 8
    assert dellacherie.choose(states).tolist() == [0]
    assert game.rollout(states, dellacherie.weights, 1)["columns"][0].tolist() == [3, 3] + [0] * 14


def test_sums_in_another_order_are_other_numbers() -> None:
    game = Classic(10)
    weights = player("dt-10", game).weights
    assert weights is not None
    states = game.rollout(game.new(range(50)), weights, 60)
    states = states[~states["dead"]]
    moves, table = game.moves(states, weights), game.features(game.expand(states).states)
    in_order, backwards = np.zeros(len(table)), np.zeros(len(table))
    for k in range(len(NAMES)):
        in_order += weights[k] * table[:, k]
        backwards += weights[-1 - k] * table[:, -1 - k]
    living = ~moves.dead
    assert (moves.value == in_order)[living].all()
    assert (moves.value != backwards)[living].any()
