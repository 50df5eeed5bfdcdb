"""Locking: rows clear on any width, garbage rises after that, the four ways to top out, and what saves the player."""

from typing import Any

import pytest

from wellplayed.tetris.guideline.keys import KeyGame, Start, play_keys
from wellplayed.tetris.guideline.ruleset import parse
from wellplayed.tetris.pieces import PIECES

pytestmark = pytest.mark.pure


def game(rules: str, board: str = "", queue: str = "TTTTT", hold: str = "", seed: int = 0) -> KeyGame:
    return KeyGame(parse(rules), seed, start=Start(board, queue, hold))


def picture(played: KeyGame) -> list[str]:
    """The board without the falling piece, the top row first, empty rows left out."""
    columns = [int(c) for c in played.state.columns[: played.rules.width]]
    top = max(c.bit_length() for c in columns)
    return ["".join(".#"[c >> y & 1] for c in columns) for y in reversed(range(top))]


def last(played: KeyGame) -> dict[str, Any]:
    names = ("spin", "cleared", "perfect", "attack", "sent", "risen")
    return {name: int(played.state[f"last_{name}"]) for name in names}


@pytest.mark.parametrize("width", [4, 6, 10, 20])
def test_rows_clear_on_any_width(width: int) -> None:
    # tetrio issue 1339
    left = (width - 4) // 2
    row = "#" * left + "...." + "#" * (width - 4 - left)
    played = game(f"guideline:width={width}", row, "I")
    play_keys(played, "HD")
    assert last(played)["cleared"] == 1
    assert picture(played) == []


def test_cells_above_a_cleared_row_come_down_as_they_are() -> None:
    played = game("guideline", "#........./###....###/.#.####...", "I")
    play_keys(played, "HD")
    assert picture(played) == ["#.........", ".#.####..."]


def test_four_rows_at_once_and_rows_apart() -> None:
    well = "/".join(["####.#####"] * 4)
    played = game("guideline", well, "I")
    play_keys(played, ["CCW", "HD"])
    assert (played.state.lines, last(played)["perfect"], picture(played)) == (4, 1, [])
    played = game("guideline", "####.#####/.###.#####/####.#####/####.#####", "I")
    play_keys(played, ["CCW", "HD"])
    assert (played.state.lines, picture(played)) == (3, [".#########"])


def test_score_of_one_to_four_rows() -> None:
    # The table of the Tetris wiki's page on scoring: 100, 300, 500, 800 at level 1, and two a row of a hard drop. The
    # row below keeps the clears from being perfect.
    for count, points in enumerate([100, 300, 500, 800], 1):
        rows = ["####.#####"] * count + [".###.#####"] * (4 - count) + ["#########."]
        played = game("guideline", "/".join([*rows[count:4], *rows[:count], rows[4]]), "I")
        play_keys(played, ["CCW", "HD"])
        assert played.state.lines == count
        assert played.state.score == points + 2 * 16  # the upright I falls from row 18 to row 2


# Garbage --------------------------------------------------------------------------------------------------------------


def test_garbage_rises_when_a_piece_locks_with_one_hole_a_row() -> None:
    played = game("guideline:messy_change=0,messy_within=0")
    played.receive(3)
    played.tick(10)
    assert picture(played) == []
    play_keys(played, "HD")
    rows = picture(played)
    assert len(rows) == 5
    assert rows[2:] == [rows[2]] * 3
    assert rows[2].count(".") == 1
    assert (last(played)["risen"], played.state.risen) == (3, 3)


def test_garbage_waits_in_ticks() -> None:
    played = game("guideline:delay_ticks=20")
    played.receive(2)
    played.tick(19)
    play_keys(played, "HD")
    assert last(played)["risen"] == 0
    played.tick()
    play_keys(played, "HD")
    assert last(played)["risen"] == 2


def test_a_clear_takes_garbage_away_or_holds_it_off() -> None:
    board = "####.#####/" * 3 + "####.#####"
    for blocking, risen in (("none", 10), ("combo", 0)):
        played = game(f"guideline:blocking={blocking},perfect_clear=0,perfect_replaces=off", board, "IO")
        played.receive(20)
        play_keys(played, ["CCW", "HD"])
        assert (last(played)["attack"], last(played)["sent"], last(played)["risen"]) == (4, 0, risen)
        assert sum(int(n) for n in played.state.pending[:, 0]) == 16 - risen


def test_a_perfect_clear_is_decided_before_garbage_rises() -> None:
    # tetrio issue 403
    played = game("guideline:cancel=off", "###....###", "I")
    played.receive(1)
    play_keys(played, "HD")
    assert last(played) == {"spin": 0, "cleared": 1, "perfect": 1, "attack": 10, "sent": 10, "risen": 1}
    assert len(picture(played)) == 1


def test_a_clear_and_garbage_in_one_step_conserve_cells() -> None:
    # 2Tie/TGMsim issues 32 and 42
    played = game("guideline", "#........./###....###", "I")
    played.receive(2)
    play_keys(played, "HD")
    assert picture(played)[0] == "#........."
    assert [row.count("#") for row in picture(played)] == [1, 9, 9]


def test_the_special_bonus_knows_which_rows_were_garbage() -> None:
    for received, attack in ((0, 4), (4, 5)):
        board = "" if received else "/".join(["####.#####"] * 4)
        rules = "tetrio-s2:delay_ticks=0,messy_within=0,perfect_clear=0,perfect_chain=0,opener=0,gravity=0"
        for seed in range(200):
            played = game(rules, board, "OIIII", seed=seed)
            if received:
                played.receive(4)
            keys = ["R"] * 4 if int(played.state.pending[0, 1]) == 4 or not received else []
            if received and not keys:
                continue  # the hole must be where the I goes down
            play_keys(played, [*keys, "HD", "CCW", "HD"])
            assert last(played)["cleared"] == 4
            assert last(played)["attack"] == attack
            break


# Topping out ----------------------------------------------------------------------------------------------------------

TOWER = "/".join(["#...##...#"] * 19)  # up to row 18: a piece in row 19 has room, one below it has none


def test_lock_out_is_a_piece_wholly_above_the_visible_rows() -> None:
    board = "/".join(["#...##...#"] * 20)
    played = game("guideline:spawn=20", board, "O")
    play_keys(played, "HD")
    assert (played.over, bool(played.state.dead)) == ("lock out", True)
    played = game("guideline:spawn=20,lock_out=off", board, "OT")
    play_keys(played, "HD")
    assert played.over == "block out"
    played = game("guideline", TOWER, "ST")
    play_keys(played, "HD")  # partly in row 19, so not locked out; but the next one has no room
    assert played.over == "block out"


@pytest.mark.parametrize(("rows", "over"), [(20, "lock out"), (21, "block out")])
def test_no_cell_may_lock_above_all_rows(rows: int, over: str) -> None:
    played = game(f"guideline:lock_out=off,rows={rows}", TOWER, "OT")  # an O lies in rows 19 and 20
    play_keys(played, "HD")
    assert played.over == over


def test_block_out_and_the_row_above() -> None:
    played = game("guideline", TOWER, "OT")
    play_keys(played, "HD")
    assert played.over == "block out"
    board = "/".join(["#...##...#"] * 20)
    assert game("guideline", board, "T").over == "block out"
    saved = game("guideline:spawn=19-20", board, "T")
    assert (saved.over, saved.state.y) == ("", 20)


def test_garbage_out_is_a_cell_above_all_rows() -> None:
    board = "###......./" * 20
    for rules, over in (("guideline:rows=21", "garbage out"), ("guideline:rows=21,garbage_out=off", "")):
        played = game(rules, board, "OT")
        played.receive(5)
        play_keys(played, ["R"] * 4 + ["HD"])
        assert (played.over, last(played)["risen"]) == (over, 5)
        assert len(picture(played)) == 21


HANGING = "....#...../" + "........../" * 19  # one block in row 20, above where pieces appear


@pytest.mark.parametrize(("clutch", "over", "row"), [("off", "block out", 19), ("on", "", 20)])
def test_a_clutch_clear_saves_the_player(clutch: str, over: str, row: int) -> None:
    # tetrio issues 575, 913, 1125: the clear brings the block down into the place of the next piece.
    played = game(f"guideline:clutch={clutch}", HANGING + "###....###", "IT")
    play_keys(played, "HD")
    assert (last(played)["cleared"], played.over, played.state.y) == (1, over, row)


def test_clutch_raises_up_to_the_last_row() -> None:
    played = game("guideline:clutch=on,rows=22", "....#...../" + HANGING + "###....###", "IT")
    play_keys(played, "HD")
    assert (played.over, played.state.y) == ("", 21)


def test_clutch_needs_a_clear() -> None:
    played = game("guideline:clutch=on", HANGING + "###.....##", "IT")
    play_keys(played, "HD")
    assert (last(played)["cleared"], played.over) == (0, "block out")


def test_hold_can_end_the_game_and_save_it() -> None:
    # O needs two free columns in rows 19 and 20, I only row 19.
    board = "/".join(["....#.....", *["#........#"] * 20])
    played = game("guideline", board, "IO")
    assert played.over == ""
    play_keys(played, ["HOLD"])
    assert played.over == "block out"


def test_without_block_out_hold_takes_the_place_of_a_piece_without_room() -> None:
    board = "/".join(["....#.....", *["#........#"] * 20])
    played = game("guideline:block_out=off", board, "OI")
    assert (played.over, PIECES[played.state.piece], PIECES[played.state.hold]) == ("", "I", "O")
    assert not played.press("hold")
    assert game("guideline:block_out=off,hold=off", board, "OI").over == "block out"
    assert game("guideline", board, "OI").over == "block out"
    assert PIECES[game("guideline:block_out=off", board, "OT", hold="I").state.piece] == "I"


def test_the_cause_is_told_and_the_counters_are_up_to_date() -> None:
    played = game("guideline:spawn=20", "/".join(["#...##...#"] * 20), "O")
    play_keys(played, "HD")
    assert (played.state.pieces, played.state.cause, PIECES[played.state.last_piece]) == (1, 2, "O")
