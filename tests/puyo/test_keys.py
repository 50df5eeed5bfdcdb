"""Games by keys, to the tick: gravity, repeats, turns, touches, phases, ojama, and the API around them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.puyo.keys import Event, Handling, KeyGame, Start, path_keys, play_keys
from wellplayed.puyo.keystep.record import DTYPE, KEYS
from wellplayed.puyo.ruleset import parse
from wellplayed.puyo.text import parse as field

pytestmark = pytest.mark.pure

TALL = "/".join(["BY.YBY", "GR.RGR"] * 6)  # a well in column 3


def game(rules: str = "tsu", board: str = "", queue: str = "RG YB RG YB", **handling: Any) -> KeyGame:
    return KeyGame(parse(rules), handling=Handling(**handling), start=Start(board, queue))


def over_ticks(played: KeyGame, name: str, ticks: int) -> list[int]:
    """A number of the record after each of the next ticks."""
    found = []
    for _ in range(ticks):
        played.tick()
        found.append(int(played.state[name]))
    return found


def until(played: KeyGame, phase: str, most: int = 2000) -> int:
    """Let time pass until a phase has begun; how many ticks."""
    for ticks in range(most):
        if played.phase == phase:
            return ticks
        played.tick()
    raise AssertionError(f"no {phase} in {most} ticks")


# A pair that falls ----------------------------------------------------------------------------------------------------


def test_a_pair_appears_in_column_three_and_falls_a_row_in_sixteen_ticks() -> None:
    played = game()
    assert played.cells() == [(2, 11), (2, 12)]
    assert played.pair() == ("R", "G")
    assert over_ticks(played, "y", 34) == [11] * 15 + [10] * 16 + [9] * 3


def test_soft_drop_is_a_row_in_two_ticks_and_two_points_on_the_ground() -> None:
    played = game()
    played.press("soft")
    assert over_ticks(played, "y", 6) == [11, 10, 10, 9, 9, 8]
    played.tick(16)
    assert (played.state.y, played.phase) == (0, "steered")
    assert until(played, "locking") == 2
    assert (played.state.score, played.state.carry) == (11 + 2, 11 + 2)


@pytest.mark.parametrize(("key", "points"), [("", 13), ("cw", 13), ("cw cw", 12)])
def test_hard_drop_scores_what_a_soft_drop_would(key: str, points: int) -> None:
    hard, soft = game(), game()
    for played in (hard, soft):
        for turn in key.split():
            played.press(turn)
            played.release(turn)
    assert hard.press("hard")
    soft.press("soft")
    until(soft, "locking")
    assert hard.state.score == soft.state.score == points
    assert np.array_equal(hard.state.cells, soft.state.cells)


def test_a_press_moves_at_once_then_after_das_then_every_arr() -> None:
    played = game(das=5, arr=2)
    assert played.press("left")
    assert over_ticks(played, "x", 8) == [1] * 4 + [0] * 4
    assert not played.press("left")  # it is down
    played.release("left")
    played.press("right")
    assert over_ticks(played, "x", 9) == [1, 1, 1, 1, 2, 2, 3, 3, 4]


def test_the_defaults_are_the_games_own() -> None:
    played = game()
    played.press("right")
    assert over_ticks(played, "x", 10) == [3] * 7 + [4] * 2 + [5]


def test_a_key_that_is_held_repeats_for_the_next_pair() -> None:
    played = game()
    played.press("hard")
    played.press("right")
    until(played, "steered")
    assert over_ticks(played, "x", 5) == [3, 3, 4, 4, 5]


# Turns ----------------------------------------------------------------------------------------------------------------


def test_turns_go_round_the_axis() -> None:
    played = game()
    for key, cells in (("cw", (3, 11)), ("cw", (2, 10)), ("cw", (1, 11)), ("cw", (2, 12)), ("ccw", (1, 11))):
        assert play_keys(played, key.upper()) == [True]
        assert played.cells() == [(2, 11), cells]


def test_a_turn_into_a_wall_pushes_the_pair_off_it() -> None:
    played = game()
    assert play_keys(played, "RRRCW") == [True] * 4
    assert played.cells() == [(4, 11), (5, 11)]


def test_a_turn_into_the_floor_lifts_the_pair_and_gives_it_half_a_row_of_time() -> None:
    played = game(board="..RGYB/" + "/".join(["RGYBRG", "GYBRGY"] * 5))
    assert play_keys(played, "CWCW") == [True, True]
    assert played.cells() == [(2, 12), (2, 11)]
    assert played.state.fall == 8


def test_a_quick_turn_is_two_presses_within_twenty_ticks() -> None:
    for pause, cells in ((19, [(2, 11), (2, 10)]), (20, [(2, 10), (2, 11)])):
        played = game(board=TALL)
        assert play_keys(played, "CW") == [True]
        assert played.cells() == [(2, 11), (2, 12)]
        played.tick(pause)
        assert play_keys(played, "CCW") == [True]
        assert played.cells() == cells
    played = game(board=TALL)
    assert play_keys(played, "CW CW") == [True, True]
    assert played.cells() == [(2, 12), (2, 11)]


def test_the_axis_never_gets_into_row_14() -> None:
    played = game(board=TALL)
    play_keys(played, "CW CW CW R")  # up, and to the right over a column of twelve
    assert played.cells() == [(3, 12), (2, 12)]
    assert play_keys(played, "CCW") == [False]  # down: its floor is too high to be lifted from


def test_a_pair_is_pushed_down_from_a_filled_row_14() -> None:
    played = game(board=".G..../" + "/".join(["RGB...", *["GRY...", "YBG..."] * 5]))
    played.states["topped"] = 0b000001
    play_keys(played, "CW CW CW L CW CW L")
    assert played.cells() == [(0, 12), (1, 12)]
    assert play_keys(played, "CCW") == [True]
    assert played.cells() == [(0, 11), (0, 12)]


# The ground -----------------------------------------------------------------------------------------------------------


def test_a_pair_touches_after_half_a_row_and_locks_a_row_later() -> None:
    played = game()
    play_keys(played, ["D"] * 11)
    assert over_ticks(played, "touches", 9) == [0] * 7 + [1, 1]
    assert until(played, "locking") == 15


def test_the_eighth_touch_locks() -> None:
    played = game(board="R.....", queue="YB YB")
    play_keys(played, ["L", "L", *["D"] * 10])
    touches = []
    for _ in range(400):  # to and fro over the edge of a step, until it has had enough
        if played.phase != "steered":
            break
        played.tick(9)
        touches.append(int(played.state.touches))
        played.apply("R")
        played.tick()
        played.apply("L")
    assert played.phase == "locking"
    assert max(touches) <= 8


def test_pairs_that_tear_take_longer() -> None:
    for keys, wait in (("", 20), ("CW", 20 + 22)):
        played = game(board="..R...\n..G...\n..R...")
        play_keys(played, [*path_keys(keys), "HD"])
        assert played.phase == "locking"
        assert int(played.state.wait) == wait
    assert played.state.tear == 3
    assert played.ghost() == []
    assert played.show().splitlines()[-5:-1] == ["..RG..", "..R...", "..G...", "..R..."]
    played.tick(wait)
    assert played.show().splitlines()[-5:-1] == ["..R...", "..R...", "..G...", "..RG.."]


# Chains and ojama -----------------------------------------------------------------------------------------------------


def test_a_chain_takes_its_time_and_scores_link_by_link() -> None:
    # Red pops, and blue comes down beside blue one row lower: 40 points, and 8 times as many.
    played = game(board="..B.../RRRBBB", queue="RY GG YY RR")
    play_keys(played, "LCCW HD")
    assert until(played, "popping") == 20
    assert (played.state.chain, played.state.gained, played.state.lines) == (1, 40, 1)
    assert until(played, "falling") == 50
    assert until(played, "popping") == 2 + 20
    assert (played.state.chain, played.state.gained, played.state.popped) == (2, 40 + 320, 8)
    assert until(played, "coming") == 50
    assert until(played, "steered") == 12
    # 360 points and 12 of the drop are five times 70 and 22.
    assert (played.state.attack, played.state.sent, played.state.carry) == (5, 5, 22)


def test_attack_takes_pending_ojama_away_first() -> None:
    played = game(board="..B.../RRRBBB", queue="RY GG YY RR")
    played.receive(3)
    play_keys(played, "LCCW HD")
    until(played, "steered")
    assert (played.state.attack, played.state.sent, played.state.pending, played.state.fallen) == (5, 2, 0, 0)


def test_what_is_announced_falls_no_sooner_than_it_arrives() -> None:
    played = game()
    played.announce(4)
    played.press("hard")
    until(played, "steered")
    assert (played.state.announced, played.state.pending, played.state.fallen) == (4, 0, 0)
    played.arrive()
    events = len(played.events)
    played.arrive()  # nothing is announced any more
    assert (played.state.announced, played.state.pending, len(played.events)) == (0, 4, events)


@pytest.mark.parametrize(("ojama", "falls"), [(1, 1), (6, 6), (30, 30), (31, 30)])
def test_ojama_falls_when_the_turn_is_over(ojama: int, falls: int) -> None:
    played = game()
    played.receive(ojama)
    played.press("hard")
    until(played, "raining")
    assert sum(played.state.falling.tolist()) == falls
    until(played, "steered")
    counts = [c.bit_count() for c in played.state.cells[5].tolist()]
    assert sum(counts) == played.state.fallen == falls
    assert max(counts[:6]) - min(counts[:6]) <= 1
    assert played.state.pending == ojama - falls


def test_ojama_above_row_13_is_lost() -> None:
    played = game(board="G...../" + "/".join(["R.....", "G....."] * 6))
    played.receive(12)
    play_keys(played, "R HD")
    until(played, "steered")
    assert played.state.fallen == 12
    assert int(played.state.columns[0]).bit_count() == 13
    assert sum(c.bit_count() for c in played.state.cells[5].tolist()) == 10


def test_an_all_clear_pays_with_the_next_chain() -> None:
    played = game(board="RR....", queue="RR YY YY GG GG")
    play_keys(played, "CW HD")
    until(played, "steered")
    assert played.state.clear
    before = int(played.state.score)
    assert before == 2100 + 40 + 13
    play_keys(played, "HD")
    until(played, "steered")
    assert played.state.clear
    play_keys(played, "R HD")
    until(played, "steered")
    # Four yellow and the bonus: 30 pieces of ojama, and another all clear is due.
    assert (played.state.attack, played.state.clear) == (30 + (40 + 40 + 3 * 13) // 70, True)


def test_a_field_with_row_12_of_column_3_filled_is_lost() -> None:
    played = game(board="/".join(["..R...", "..G..."] * 5))
    played.press("hard")
    played.tick(19)
    assert played.over == ""
    played.tick()
    assert played.over == "choked"
    assert not played.press("left")
    tick = int(played.state.tick)
    played.tick(10)
    assert played.state.tick == tick


def test_death_by_two_columns() -> None:
    for death, over in (("third", ""), ("two", "choked")):
        played = game(f"tsu:death={death}", board="/".join(["...R..", "...G.."] * 5))
        play_keys(played, "R HD")
        played.tick(30)
        assert played.over == over


# The API --------------------------------------------------------------------------------------------------------------


def test_show() -> None:
    played = game(board="P.....")
    assert played.show().splitlines()[:2] == ["..g...", "..r..."]
    assert played.show().splitlines()[-2:] == ["P.....", "next YB RG"]
    played.press("hard")
    assert played.show().splitlines()[-1] == "next YB RG YB"
    assert played.pair() is None
    assert played.cells() == []


def test_the_ghost_is_where_the_pair_will_lie() -> None:
    played = game(board="..R...\n..G...")
    play_keys(played, "CW")
    assert played.ghost() == [(2, 2), (3, 0)]
    play_keys(played, "CW")
    assert played.ghost() == [(2, 3), (2, 2)]


@given(
    seed=st.integers(0, 2**64 - 1),
    script=st.lists(st.tuples(st.sampled_from(KEYS), st.booleans(), st.integers(0, 40)), max_size=30),
)
def test_events_alone_make_the_game(seed: int, script: list[tuple[str, bool, int]]) -> None:
    played = KeyGame(seed=seed)
    for key, down, ticks in script:
        (played.press if down else played.release)(key)
        played.tick(ticks)
    played.receive(7)
    again = KeyGame(seed=seed)
    again.play(played.events, int(played.state.tick))
    assert np.array_equal(again.states, played.states)
    assert again.events == played.events


def test_snapshots_go_back() -> None:
    played = KeyGame(seed=5)
    played.press("hard")
    played.tick(10)
    moment = played.snapshot()
    played.tick(100)
    played.press("left")
    played.restore(moment)
    assert played.state.tick == 10
    assert played.events == [Event(0, KEYS.index("hard"), 1)]
    with pytest.raises(InputError, match="restore a snapshot of the same game"):
        KeyGame(seed=5).restore(moment)


def test_equal_games_are_equal_bytes() -> None:
    assert DTYPE.itemsize == sum(DTYPE[name].itemsize for name in DTYPE.names)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: KeyGame().press("hold"), "unknown key 'hold'; did you mean 'hard'?"),
        (lambda: KeyGame().apply("180"), "unknown key of a path '180'; known: CCW, CW, D, HD, L, R"),
        (lambda: KeyGame().announce(10_000), "10000 ojama are out of range; choose 0 to 9999"),
        (lambda: KeyGame().receive(-1), "-1 ojama are out of range; choose 0 to 9999"),
        (lambda: KeyGame().tick(-1), "-1 ticks cannot pass; time runs forwards, and restore() takes back"),
        (lambda: KeyGame(seed=-1), "seed -1 is out of range; choose 0 to 18446744073709551615"),
        (lambda: Handling(das=0), "das=0 is out of range; choose 1 to 60 ticks"),
        (lambda: Handling(arr=0.25), "arr=0.25 is too fine; choose ticks with one decimal"),
        (lambda: path_keys("LX"), "cannot read the path 'LX'; write keys out of L R CW CCW D HD"),
        (lambda: game(queue="RQ"), "unknown colour 'Q' in the queue; choose from RGBYP"),
        (lambda: game(queue="RGB"), "queue='RGB' has 3 puyos; give two to each pair"),
        (lambda: game(queue="RG" * 17), f"queue={'RG' * 17!r} is longer than 16 pairs; leave out the last ones"),
        (
            lambda: game(board="/".join(["..R...", "..G..."] * 6)),
            "row 12 of column 3 of the board is filled, which ends a game; start lower",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(call: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == message


def test_what_hangs_in_the_board_comes_down() -> None:
    assert np.array_equal(game(board="R...../G...../....../B.....").state.cells, field("R...../G...../B....."))
