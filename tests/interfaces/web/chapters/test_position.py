"""What a reader gives: boards and pieces that read back, and all that is refused with the engine's words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.web.chapters.telling import drawn

from wellplayed.errors import InputError
from wellplayed.formats.fumen import decode
from wellplayed.interfaces.web.chapters import position, samples
from wellplayed.interfaces.web.chapters.numbers import lies
from wellplayed.interfaces.web.chapters.position import EMPTY, WIDTH, letters, quizzed, read, same
from wellplayed.players.registry import player


@given(st.integers(0, 2**32))
def test_a_board_reads_back_from_rows_and_from_its_fumen(seed: int) -> None:
    board = drawn(seed)
    assert read(str(board)).columns == board.columns
    assert str(read(str(board))) == str(board)
    fumen = board.fumen("TSI")
    assert read(fumen) == board
    assert quizzed(fumen) == "TSI"
    assert (
        decode(fumen)[0].field.rows == tuple(str(board).replace(".", "_").replace("G", "X").split("/")) or not board.top
    )


@given(st.integers(0, 2**32), st.integers(0, 9), st.integers(0, 19))
def test_a_cell_toggles_and_nothing_else_changes(seed: int, x: int, y: int) -> None:
    board = drawn(seed)
    other = board.toggled(x, y)
    changed = [i for i in range(WIDTH) if board.columns[i] != other.columns[i]]
    assert changed == [x]
    assert board.columns[x] ^ other.columns[x] == 1 << y
    assert other.toggled(x, y).columns == board.columns


@given(st.integers(0, 2**32), st.sampled_from("IOTZSJL"))
def test_the_engine_and_the_letters_agree_after_any_move(seed: int, piece: str) -> None:
    board, rules = drawn(seed), position.game(piece)
    here = position.state(rules, board, piece)
    assert same(board, here)
    actions = rules.listed(here)[1]
    for action in actions[:: max(len(actions) // 5, 1)]:
        spot, after = rules.describe(here, int(action)), rules.play(here, np.array([action]))
        moved = board.put(spot.cells, piece)
        assert len(moved.full) == after["cleared"][0]
        assert same(moved.cleared(), after)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("####", "row 1 of the board has 4 cells, the game 10"),
        ("#########./####?.....", "unknown letter '\\?' in row 2"),
        ("##########", "row 1 of the board is full"),
        ("/".join(["#........."] * 21), "the board has 21 rows, the game 20"),
        ("v115@vhB", "fumen"),
        ("v115@" + "v" * 5000, "letters long"),
        ("/etc/passwd", "row"),
        ("-", "row 1"),
    ],
)
def test_bad_boards_are_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read(text)


def test_a_full_row_that_was_painted_is_refused() -> None:
    board = read("#########.").toggled(9, 0)
    assert board.full == (0,)
    with pytest.raises(InputError, match="is full"):
        board.checked()
    with pytest.raises(InputError, match="no cell"):
        board.toggled(10, 0)


@pytest.mark.parametrize(
    ("text", "least", "most", "words"),
    [("TX", 1, 4, "unknown piece 'X'"), ("", 1, 4, "0 pieces; give 1 to 4"), ("TSZ", 2, 2, "3 pieces; give 2,")],
)
def test_bad_pieces_are_refused(text: str, least: int, most: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        letters(text, least, most)


def test_pieces_may_be_written_in_any_case_and_with_commas() -> None:
    assert letters(" t, s i", 1, 4) == "TSI"


def test_a_fumen_without_a_quiz_names_no_pieces() -> None:
    assert quizzed(read("#.........").fumen()) == ""
    assert quizzed("#.........") == ""


def test_the_game_under_way_is_one_that_the_engine_played() -> None:
    rules = position.game("IIIIII")
    who, state = player("clear-first", rules), rules.deal(rules.new([7]))
    board = read(EMPTY * WIDTH)
    for _ in range(14):
        action = who.choose(state)
        spot, state = rules.describe(state, int(action[0])), rules.play(state, action)
        board = board.put(spot.cells, spot.piece).cleared()
        state = rules.deal(state)
    assert same(board, state)
    assert str(board) == samples.MIDDLE


@pytest.mark.parametrize(("seed", "rows"), [(7, samples.NARROW_MIDDLE), (4, samples.NARROW_HIGH)])
def test_the_smaller_games_under_way_are_ones_that_the_engine_played(seed: int, rows: str) -> None:
    rules = position.narrow()
    who, state = player("clear-first", rules), rules.deal(rules.new([seed]))
    board = position.read_narrow(EMPTY * 6)
    for _ in range(14):
        action = who.choose(state)
        spot, state = rules.describe(state, int(action[0])), rules.play(state, action)
        board = board.put(spot.cells, spot.piece).cleared()
        state = rules.deal(state)
    assert same(board, state)
    assert str(board) == rows
    assert board.checked().height == 10


@pytest.mark.parametrize("piece", "IOTZSJL")
def test_orientations_have_the_same_names_in_every_game(piece: str) -> None:
    steered, dropped = position.game(piece), position.narrow()
    found = []
    for rules, board in ((steered, read(EMPTY * WIDTH)), (dropped, position.read_narrow(EMPTY * 6))):
        here = position.state(rules, board, piece)
        spots = [rules.describe(here, int(action)) for action in rules.straight().expand(here).action]
        at_left = [spot for spot in spots if min(x for x, _ in spot.cells) == 0]
        found.append({lies(spot): set(spot.cells) for spot in at_left})
    assert found[0] == found[1]
    assert len(found[0]) == {"O": 1, "I": 2, "S": 2, "Z": 2}.get(piece, 4)
