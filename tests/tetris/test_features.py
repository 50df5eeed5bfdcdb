"""Features: worked by hand, and against their naive twins on thousands of boards."""

from typing import Any

import numpy as np
import pytest
from tests.naive import classic as naive
from tests.naive.features import EARNED, FEATURES
from tests.naive.features import features as naive_features
from tests.naive.records import position
from tests.tetris.positions import played, rules, scattered

from wellplayed.game import earned, feature_names
from wellplayed.tetris import features
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.classic.text import parse

# Heights 3 3 1 2. Two holes in column 1, in the rows 0 and 1.
CAVE = """
....
....
##..
#..#
#.##
"""
# Heights 5 0 4 2. A deep shaft in column 1; a hole in row 1 of column 2.
SHAFT = """
....
#...
#.#.
#.#.
#..#
#.##
"""
# Heights 0 0 0 0.
BARE = """
....
....
....
....
....
"""
BOARDS = {"cave": CAVE, "shaft": SHAFT, "bare": BARE}

# (feature, board, number): how the number comes about stands beside it.
WORKED = [
    # cave, floor up: |#.##| 2, |#..#| 2, |##..| # to . and . to the wall 2, two empty rows 2 each
    ("row_transitions", "cave", 10),
    # shaft: |#.##| 2, |#..#| 2, |#.#.| 4 twice, |#...| 2, an empty row 2
    ("row_transitions", "shaft", 16),
    ("row_transitions", "bare", 10),  # five empty rows, 2 each
    # cave: column 0 its top 1; column 1 floor to ., . to #, # to sky 3; columns 2 and 3 their tops 1 each
    ("column_transitions", "cave", 6),
    # shaft: tops of columns 0 and 3; floor to sky in column 1; # . # sky in column 2, 3
    ("column_transitions", "shaft", 6),
    ("column_transitions", "bare", 4),  # floor to sky, four times
    ("holes", "cave", 2),  # column 1 rows 0 and 1; only the upper one is right under a filled cell
    ("holes", "shaft", 1),  # column 2 row 1; the shaft is open, so its cells are none
    ("wells", "cave", 1),  # column 1 row 0 between # and #, nothing empty below
    # shaft: column 1 row 0 counts 1, row 2 counts 1 + 2 below, row 3 counts 1 + 3 below; column 3, between column 2 and
    # the wall, row 2 counts 1 and row 3 counts 1 + 1 below
    ("wells", "shaft", 11),
    ("fast_wells", "cave", 1),  # column 1: its topmost well cell is row 0, so n = 1
    # shaft: column 1 from row 3 down n = 4, 1 + 2 + 3 + 4, row 1 included; column 3 from row 3 down to 2 n = 2, 1 + 2
    ("fast_wells", "shaft", 13),
    ("hole_depth", "cave", 1),  # one filled cell, row 2, stands above the two holes of column 1
    ("hole_depth", "shaft", 2),  # two filled cells, rows 2 and 3, above the one hole of column 2
    ("rows_with_holes", "cave", 2),
    ("rows_with_holes", "shaft", 1),
    ("diversity", "cave", 3),  # differences 0, 2, -1
    ("diversity", "shaft", 1),  # differences 5, -4, 2: only 2 counts
    ("diversity", "bare", 1),  # differences 0, 0, 0
    ("aggregate_height", "cave", 9),  # 3 + 3 + 1 + 2
    ("aggregate_height", "shaft", 11),  # 5 + 0 + 4 + 2
    ("bumpiness", "cave", 3),  # 0 + 2 + 1
    ("bumpiness", "shaft", 11),  # 5 + 4 + 2
    ("highest", "cave", 3),
    ("highest", "shaft", 5),
    ("lowest", "cave", 1),
    ("lowest", "shaft", 0),
    ("lowest_filled", "cave", 1),
    ("lowest_filled", "shaft", 2),  # column 1 is empty
    ("lowest_filled", "bare", 0),
    ("height_variance", "cave", 0.6875),  # mean 2.25: (0.5625 + 0.5625 + 1.5625 + 0.0625) / 4
    ("height_variance", "shaft", 3.6875),  # mean 2.75: (5.0625 + 7.5625 + 1.5625 + 0.5625) / 4
    ("well_depth", "cave", 1),  # column 2 lies 1 below column 3, the lower neighbour
    ("well_depth", "shaft", 6),  # column 1 lies 4 below column 2; column 3, at the wall, 2 below column 2
    ("stepped_wells", "cave", 1),
    ("stepped_wells", "shaft", 13),  # 1 + 2 + 3 + 4, and 1 + 2
    ("constant", "cave", 1),
    ("constant", "bare", 1),
    *((f"height_{x + 1}", "cave", h) for x, h in enumerate((3, 3, 1, 2, 0, 0, 0, 0, 0, 0))),
    *((f"height_{x + 1}", "shaft", h) for x, h in enumerate((5, 0, 4, 2, 0, 0, 0, 0, 0, 0))),
    *((f"step_{x + 1}", "cave", d) for x, d in enumerate((0, 2, 1, 0, 0, 0, 0, 0, 0))),
    *((f"step_{x + 1}", "shaft", d) for x, d in enumerate((5, 4, 2, 0, 0, 0, 0, 0, 0))),
    ("rows_over_holes", "cave", 1),  # row 2, where column 1 is filled above its holes
    ("rows_over_holes", "shaft", 2),  # rows 2 and 3 of column 2
    ("deep_wells", "cave", 0),
    ("deep_wells", "shaft", 1),  # column 1 lies 4 below column 2; column 3 only 2 below it
    ("flat_steps", "cave", 1),  # differences 0, 2, -1
    ("flat_steps", "shaft", 0),  # differences 5, -4, 2
    ("flat_steps", "bare", 3),
    ("single_steps", "cave", 1),
    ("single_steps", "shaft", 0),
    ("double_steps", "cave", 1),
    ("double_steps", "shaft", 1),
]

# A J with its foot down, over an open pit: it comes to rest on column 0, row 3 and, with its foot, row 2.
#   .....        ###..
#   #....        #.#..
#   #...#        #...#
#   #..##        #..##
HANGING = ("#..../#...#/#..##", "J", 2, 0, "###../#.#../#...#/#..##")
# An I upright into the last gap of two rows: both go, and two of its cells stay.
#   ....         ....
#   ....         ....
#   ###.         ...#
#   ###.         ...#
HALF = ("###./###.", "I", 0, 3, "...#/...#")
# (feature, move, number)
WORKED_MOVES = [
    ("landing_height", "hanging", 2.5),  # its lowest cell, the foot, lands in row 2; 2 rows tall: 2 + 1 / 2
    ("landing_height", "half", 1.5),  # lands in row 0; 4 rows tall: 0 + 3 / 2
    ("eroded_cells", "hanging", 0),
    ("eroded_cells", "half", 4),  # two rows went, and two of its cells with them
    ("lines", "hanging", 0),
    ("lines", "half", 2),
    ("landing_top", "hanging", 4),  # rows 2 and 3 are covered
    ("landing_top", "half", 4),  # rows 0 to 3
    ("tallest_gap", "hanging", 1),  # it lies on column 0, the tallest
    ("tallest_gap", "half", 2),  # columns 1 and 2 lie between it and column 0, the leftmost of the tallest
]
MOVES = {"hanging": HANGING, "half": HALF}


def only(states: Any, name: str) -> float:
    """One feature of one state, by the kernel."""
    return float(states[0][features.NAMES.index(name)])


def board_of(text: str, width: int) -> tuple[Classic, Any]:
    """A game of as many rows as are drawn, and a state with this board."""
    game = Classic(len(text.split()), width)
    states = game.new([0])
    states["columns"][0] = parse(text.strip(), game.height, width)
    return game, states


def before(move: str) -> tuple[Classic, Any, int]:
    """The game, the state before one of the worked moves, and its action."""
    text, piece, orientation, x, _ = MOVES[move]
    width = len(text.split("/")[0])
    game = Classic(6, width)
    states = game.new([0])
    states["columns"][0] = parse(text, 6, width)
    states["queue"][0, 0] = naive.PIECES.index(piece)
    return game, states, orientation * width + x


@pytest.mark.parametrize(("name", "board", "number"), WORKED)
def test_worked_by_hand(name: str, board: str, number: float) -> None:
    game, states = board_of(BOARDS[board], 4)
    assert only(game.features(states), name) == number


@pytest.mark.pure
@pytest.mark.parametrize(("name", "board", "number"), WORKED)
def test_the_twin_worked_by_hand(name: str, board: str, number: float) -> None:
    rows = len(BOARDS[board].split())
    assert FEATURES[name](naive.Position(naive.from_text(BOARDS[board], rows, 4), [0]), rows) == number


@pytest.mark.parametrize(("name", "move", "number"), WORKED_MOVES)
def test_moves_worked_by_hand(name: str, move: str, number: float) -> None:
    game, states, action = before(move)
    after = game.play(states, np.array([action]))
    assert only(game.features(after), name) == number
    assert after["columns"][0].tolist() == parse(MOVES[move][4], 6, game.width).tolist()


@pytest.mark.pure
@pytest.mark.parametrize(("name", "move", "number"), WORKED_MOVES)
def test_the_twin_of_moves_worked_by_hand(name: str, move: str, number: float) -> None:
    text, piece, orientation, x, picture = MOVES[move]
    width = len(picture.split("/")[0])
    start = naive.Position(naive.from_text(text.replace("/", "\n"), 6, width), [naive.PIECES.index(piece)])
    after = naive.play(start, naive.Rules(6, width), orientation, x)
    assert FEATURES[name](after, 6) == number
    assert after.board == naive.from_text(picture.replace("/", "\n"), 6, width)


@pytest.mark.pure
def test_every_feature_is_worked_by_hand() -> None:
    worked = {name for name, *_ in [*WORKED, *WORKED_MOVES]}
    assert worked == set(features.NAMES)


@pytest.mark.pure
def test_twins_stand_in_the_order_of_summation() -> None:
    assert tuple(FEATURES) == features.NAMES == feature_names(Classic())
    assert len(set(features.NAMES)) == len(features.NAMES) == features.COUNT


@pytest.mark.pure
def test_every_feature_says_what_it_is_and_where_it_comes_from() -> None:
    for name, definition, source, _ in features.FEATURES:
        assert definition.strip(), name
        assert source.strip(), name


@pytest.mark.pure
def test_events_of_the_move_are_credit() -> None:
    assert [n for n, yes in zip(features.NAMES, earned(Classic())) if yes] == list(EARNED)


@pytest.mark.pure
def test_the_indices_name_the_columns() -> None:
    named = {"landing_height": features.LANDING, "holes": features.HOLES, "diversity": features.DIVERSITY}
    named |= {"aggregate_height": features.AGGREGATE, "lines": features.LINES, "highest": features.HIGHEST}
    named |= {"stepped_wells": features.STEPPED, "tallest_gap": features.GAP, "constant": features.CONSTANT}
    named |= {"height_1": features.HEIGHT_1, "step_1": features.STEP_1, "rows_over_holes": features.OVER_HOLES}
    named |= {"deep_wells": features.DEEP, "flat_steps": features.FLAT, "double_steps": features.DOUBLE}
    assert {name: features.NAMES[i] for name, i in named.items()} == {name: name for name in named}


@pytest.mark.pure
def test_bertsekas_and_ioffe_have_22_features() -> None:
    heights = [f"height_{x}" for x in range(1, 11)]
    steps = [f"step_{x}" for x in range(1, 10)]
    assert sorted(features.BERTSEKAS_22) == sorted(["constant", "holes", "highest", *heights, *steps])


@pytest.mark.parametrize("width", range(4, 11))
@pytest.mark.parametrize("boards", [scattered, played])
def test_agrees_with_the_twin(width: int, boards: Any) -> None:
    rng = np.random.default_rng(width)
    for height in range(4, 25):
        game = Classic(height, width)
        states = boards(game, 12, height)
        for name in ("bottom", "tall", "cleared", "eroded", "gap"):
            states[name] = rng.integers(1, 17, len(states))
        states["top"] = states["bottom"] + states["tall"]
        expected = [naive_features(position(state, rules(game)), height) for state in states]
        np.testing.assert_array_equal(game.features(states), expected, err_msg=game.show(states[:1]))


def test_a_fresh_game_has_no_last_move() -> None:
    table = Classic().features(Classic().new([3]))
    assert [
        only(table, name) for name in ("landing_height", "eroded_cells", "lines", "landing_top", "tallest_gap")
    ] == [0] * 5
