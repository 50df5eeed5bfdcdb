"""Games by keys, to the tick: repeats, soft drops, lock delay and its resets, hold, and the API around them."""

import itertools
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.tetris.guideline.keys import Event, Handling, KeyGame, Start, path_keys, play_keys
from wellplayed.tetris.guideline.keystep.record import DTYPE, EVENT
from wellplayed.tetris.guideline.keystep.steps import advance
from wellplayed.tetris.guideline.ruleset import parse
from wellplayed.tetris.pieces import PIECES

pytestmark = pytest.mark.pure

STILL = parse("guideline:gravity=0")


def game(rules: str = "guideline:gravity=0", board: str = "", queue: str = "TTTTT", **handling: Any) -> KeyGame:
    return KeyGame(parse(rules), handling=Handling(**handling), start=Start(board, queue))


def columns(played: KeyGame, ticks: int) -> list[int]:
    """The column of the centre after each of the next ticks."""
    found = []
    for _ in range(ticks):
        played.tick()
        found.append(int(played.state.x))
    return found


def rows(played: KeyGame, ticks: int) -> list[int]:
    """The row of the centre after each of the next ticks."""
    found = []
    for _ in range(ticks):
        played.tick()
        found.append(int(played.state.y))
    return found


def tap(played: KeyGame, key: str) -> bool:
    """Press and release at once; whether it did something."""
    did = played.press(key)
    played.release(key)
    return did


# Left and right -------------------------------------------------------------------------------------------------------


def test_a_press_moves_at_once_then_after_das_then_every_arr() -> None:
    played = game(das=10, arr=2)
    assert played.press("right")
    assert played.state.x == 5
    # Ten ticks after the press the first repeat, and two more ticks to each of the others.
    assert columns(played, 15) == [5] * 9 + [6, 6, 7, 7, 8, 8]


def test_release_stops_the_repeat_and_a_new_press_charges_anew() -> None:
    played = game(das=4, arr=1)
    played.press("right")
    assert columns(played, 4) == [5, 5, 5, 6]
    assert played.release("right")
    assert columns(played, 3) == [6, 6, 6]
    played.press("right")
    assert columns(played, 4) == [7, 7, 7, 8]


def test_arr_of_zero_slides_to_the_wall_in_one_tick() -> None:
    played = game(das=5, arr=0)
    played.press("left")
    assert columns(played, 5) == [3, 3, 3, 3, 1]


def test_times_in_tenths_add_up_exactly() -> None:
    # The first repeat at 2.5 ticks, the others each 1.2 ticks later: in the ticks that end at 3, 4, 5 (4.9 is in the
    # fifth), 7 (6.1), 8 (7.3).
    played = game("guideline:gravity=0,width=20", das=2.5, arr=1.2)
    played.press("left")
    start = int(played.state.x)
    assert [start - x for x in columns(played, 8)] == [0, 0, 1, 2, 3, 3, 4, 5]


def test_the_key_pressed_last_wins_and_the_other_goes_on_from_its_charge() -> None:
    played = game(das=6, arr=1)
    played.press("left")
    columns(played, 4)
    played.press("right")
    assert columns(played, 3) == [4, 4, 4]
    played.release("right")
    assert columns(played, 3) == [4, 3, 2]  # two more ticks complete the six


def test_charge_survives_the_lock_so_the_next_piece_moves_at_once() -> None:
    played = game(das=8, arr=0)
    played.press("left")
    columns(played, 8)
    assert played.state.x == 1
    played.press("hard")
    assert (played.state.pieces, played.state.x) == (1, 4)
    assert columns(played, 1) == [1]


def test_a_charge_in_progress_goes_on_across_the_spawn() -> None:
    played = game(das=8, arr=1)
    played.press("left")
    columns(played, 5)
    played.press("hard")
    assert columns(played, 4) == [4, 4, 3, 2]


@pytest.mark.parametrize("cause", ["hard", "hold", "cw", "lock"])
def test_dcd_holds_a_running_repeat_back(cause: str) -> None:
    played = game(das=8, arr=0, dcd=3)
    played.press("left")
    columns(played, 8)
    if cause == "cw":
        played.release("left")
        played.press("right")
        columns(played, 7)
        played.press("cw")  # the charge falls from 7 to 5
        assert columns(played, 3) == [2, 2, 8]
    elif cause == "lock":
        play_keys(played, "D" * 19)
        assert columns(played, 33)[-4:] == [4, 4, 4, 1]
    else:
        played.press(cause)
        assert columns(played, 3) == [4, 4, 1]


# Down -----------------------------------------------------------------------------------------------------------------


def test_gravity_falls_by_fractions_of_a_row() -> None:
    played = game("guideline:gravity=0.25")
    assert rows(played, 9) == [19, 19, 19, 18, 18, 18, 18, 17, 17]


def test_gravity_grows_after_its_margin() -> None:
    slow, fast = (game(f"guideline:gravity=0.01,gravity_increase={g},gravity_margin=60") for g in (0, 6))
    assert rows(slow, 60) == rows(fast, 60)
    assert (rows(slow, 30)[-1], rows(fast, 20)[-1]) == (19, 0)  # a tenth more a tick, each tick


def test_a_soft_drop_falls_once_at_once_and_then_by_its_factor() -> None:
    played = game("guideline:gravity=0.1", sdf=5)
    assert played.press("soft")
    assert played.state.y == 18
    assert rows(played, 6) == [18, 17, 17, 16, 16, 15]
    assert played.state.score == 4
    played.release("soft")
    assert rows(played, 10) == [15] * 9 + [14]
    assert played.state.score == 4


def test_a_slow_game_still_has_a_quick_soft_drop() -> None:
    played = game("guideline:gravity=0", sdf=20)  # a twentieth of a row at least, so a row a tick
    played.press("soft")
    assert rows(played, 3) == [17, 16, 15]


@pytest.mark.parametrize(("rules", "sdf"), [("guideline", 41), ("guideline:drop=sonic", 6)])
def test_an_instant_soft_drop_lands_but_does_not_lock(rules: str, sdf: int) -> None:
    played = game(rules, sdf=sdf)
    played.press("soft")
    assert (played.state.y, played.state.score) == (0, 19)
    played.press("left")
    played.release("left")
    played.tick(29)
    assert played.state.pieces == 0
    played.tick()
    assert played.state.pieces == 1


def test_twenty_g_lands_in_the_first_tick_after_the_keys() -> None:
    played = game("guideline:gravity=20")
    assert played.state.y == 19
    assert played.press("right")
    assert played.press("cw")
    assert rows(played, 1) == [1]


def test_a_hard_drop_scores_two_a_row_and_locks() -> None:
    played = game()
    played.press("hard")
    assert (played.state.pieces, played.state.score, played.state.y) == (1, 38, 19)


# The lock delay -------------------------------------------------------------------------------------------------------


def grounded(rules: str = "guideline:gravity=0", board: str = "", **handling: Any) -> KeyGame:
    """A T on the ground."""
    played = game(rules, board, **handling)
    play_keys(played, "D" * 19)
    return played


def test_a_piece_locks_after_its_ticks_on_the_ground() -> None:
    played = grounded()
    played.tick(29)
    assert played.state.pieces == 0
    played.tick()
    assert played.state.pieces == 1


def test_a_move_begins_the_delay_anew_and_a_blocked_one_does_not() -> None:
    played = grounded(board="#" + "." * 9)
    played.tick(29)
    tap(played, "left")
    tap(played, "left")
    assert played.state.x == 2
    played.tick(29)
    assert not tap(played, "left")
    assert played.state.pieces == 0
    played.tick()
    assert played.state.pieces == 1


@pytest.mark.parametrize("resets", [0, 1, 15])
def test_moves_put_the_lock_off_as_often_as_the_rules_say(resets: int) -> None:
    played = grounded(f"guideline:gravity=0,lock_resets={resets}")
    keys = itertools.cycle(["left", "right"])
    for n in range(resets):
        played.tick(20)
        assert tap(played, next(keys))
        assert played.state.resets == n + 1
    played.tick(20)
    tap(played, next(keys))  # one too many
    played.tick(9)
    assert played.state.pieces == 0
    played.tick()
    assert played.state.pieces == 1


def test_falling_to_a_new_lowest_row_gives_all_resets_back() -> None:
    # A ledge of one block: the piece uses resets on it, then slides off and has them all again.
    played = game("guideline:gravity=0.5", "....#.....")
    play_keys(played, "D" * 18)
    for key in ("left", "right") * 3:
        tap(played, key)
        played.tick()
    assert played.state.resets == 6
    tap(played, "left")
    tap(played, "left")
    played.tick(2)
    assert (played.state.y, played.state.resets) == (0, 0)


def test_a_piece_never_locks_in_mid_air() -> None:
    # xMasterX/all-the-plugins issue 196: soft drop, then off a ledge with the delay nearly used.
    played = game("guideline:gravity=0.02", "...###....")
    play_keys(played, "D" * 18)
    played.tick(29)
    for _ in range(3):
        tap(played, "right")
    assert (played.state.x, played.state.y) == (7, 1)
    played.tick(45)
    assert (played.state.pieces, played.state.y) == (0, 1)
    played.tick(20)
    assert played.state.y == 0
    assert played.state.pieces == 0


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("board", ["", "#####..###/" * 3 + "#####..###"])
def test_a_thousand_rotations_end_in_a_lock(piece: str, board: str) -> None:
    # tetrio issues 865 and 1277: kicks must not keep a piece up for ever.
    for keys in (["cw"], ["ccw"], ["cw", "ccw"], ["180", "cw"]):
        played = game("tetrio-s2:gravity=0.1", board, piece * 5)
        play_keys(played, "D" * 30)
        for n in range(1000):
            tap(played, keys[n % len(keys)])
            played.tick()
            if played.state.pieces:
                break
        assert played.state.pieces == 1
        assert n < 15 * 30 + 60


def test_a_slide_along_the_ground_is_one_move() -> None:
    played = grounded(das=1, arr=0)
    played.press("left")
    played.tick()
    assert (played.state.x, played.state.resets) == (1, 2)


# Hold -----------------------------------------------------------------------------------------------------------------


def test_hold_takes_the_next_piece_then_swaps_once_a_piece() -> None:
    played = game(queue="TIOSZ")
    assert tap(played, "hold")
    assert (PIECES[played.state.hold], PIECES[played.state.piece]) == ("T", "I")
    assert not tap(played, "hold")
    assert (PIECES[played.state.hold], PIECES[played.state.piece]) == ("T", "I")
    tap(played, "hard")
    assert PIECES[played.state.piece] == "O"
    assert played.press("hold")
    assert (PIECES[played.state.hold], PIECES[played.state.piece]) == ("O", "T")
    assert [PIECES[p] for p in played.state.queue[:2]] == ["S", "Z"]


def test_a_held_piece_comes_back_at_the_top_facing_north() -> None:
    played = game(queue="TIO")
    play_keys(played, "LLCWDDD")
    tap(played, "hold")
    tap(played, "hard")
    tap(played, "hold")
    state = played.state
    assert (PIECES[state.piece], state.x, state.y, state.orientation, state.resets) == ("T", 4, 19, 0, 0)


def test_hold_can_be_forbidden() -> None:
    played = game("guideline:hold=off")
    assert not played.press("hold")
    assert played.state.hold == -1


def test_hold_conserves_pieces() -> None:
    for seed in range(20):
        played = KeyGame(STILL, seed)
        plain = KeyGame(STILL, seed)
        dealt = [plain.state.piece, *plain.state.queue[:5]]
        seen = []
        for _ in range(3):
            played.apply("HOLD")
            seen.append(int(played.state.piece))
            played.apply("HD")
        assert sorted([*seen, int(played.state.hold)]) == sorted(dealt[:4])


# The API --------------------------------------------------------------------------------------------------------------


def test_keys_that_are_held_do_not_act_twice() -> None:
    played = game()
    assert played.press("cw")
    assert not played.press("cw")
    assert played.state.orientation == 1
    assert not played.release("left")
    assert played.release("cw")
    assert played.press("cw")
    assert played.state.orientation == 2


def test_the_pocket_of_the_article_by_its_path() -> None:
    rows = "###...####/###....###/###....###/####...###/####...###" + "/#########." * 8
    played = game(board=rows, queue="L")
    assert all(play_keys(played, "DDDDDDDDDRDD"))
    assert (played.state.x, played.state.y) == (5, 8)
    assert sorted(played.cells()) == sorted(played.ghost()) == [(4, 8), (5, 8), (6, 8), (6, 9)]


def test_paths_bypass_gravity_and_lock_delay() -> None:
    played = game("guideline:gravity=20,lock_ticks=1")
    assert all(play_keys(played, ["D"] * 19 + ["L", "R"] * 30))
    assert (played.state.y, played.state.pieces, played.state.resets, played.state.ground) == (0, 0, 0, 0)


def test_paths_as_text() -> None:
    assert path_keys("LRCCWCW180DHDHOLD") == ["L", "R", "CCW", "CW", "180", "D", "HD", "HOLD"]
    assert path_keys(" L, R ") == ["L", "R"]
    for wrong in ("X", "LH", "C", "LRQ"):
        with pytest.raises(InputError, match="cannot read the path"):
            path_keys(wrong)
    with pytest.raises(InputError, match="unknown key of a path 'left'"):
        play_keys(game(), ["left"])


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1, 2**63 - 1, 2**64 - 1])
@pytest.mark.parametrize("bag", ["uniform", "7-bag", "14-bag", "tetrio"])
def test_equal_seeds_are_equal_games(seed: int, bag: str) -> None:
    rules = parse(f"guideline:bag={bag}")
    games = [KeyGame(rules, seed) for _ in range(2)]
    for played in games:
        for _ in range(5):
            tap(played, "hard")
            played.tick(3)
    assert games[0].snapshot().state == games[1].snapshot().state
    other = KeyGame(rules, (seed + 1) % 2**64)
    assert other.state.stream != KeyGame(rules, seed).state.stream


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1, 2**63 - 1])
@pytest.mark.parametrize("bag", ["7-bag", "tetrio"])
def test_each_aligned_seven_is_a_permutation(seed: int, bag: str) -> None:
    # Rows are wide and pieces few, so the game lives; a fresh game begins with a fresh bag.
    played = KeyGame(parse(f"guideline:width=20,bag={bag},gravity=0"), seed)
    seen = []
    for n in range(28):
        seen.append(int(played.state.piece))
        for _ in range(8):
            played.apply("LR"[n % 2])
        for _ in range(n // 2 % 3 * 3):
            played.apply("RL"[n % 2])
        played.apply("HD")
        assert not played.over
    assert all(sorted(seen[i : i + 7]) == list(range(7)) for i in range(0, 28, 7))


def test_snapshots_take_back_and_forget() -> None:
    played = KeyGame(seed=5)
    played.press("left")
    played.tick(7)
    moment = played.snapshot()
    played.press("hard")
    played.tick(50)
    after = played.snapshot()
    played.restore(moment)
    assert (played.events, played.snapshot()) == ([Event(0, 0, 1)], moment)
    played.press("hard")
    played.tick(50)
    assert played.snapshot() == after
    with pytest.raises(InputError, match="not of this game's past"):
        KeyGame(seed=5).restore(after)


def test_a_batch_is_its_games_one_by_one() -> None:
    games = [KeyGame(parse(f"guideline:gravity={g},width={w}"), 9) for g, w in ((0.1, 10), (1, 6), (20, 4))]
    rng = np.random.default_rng(3)
    events = [
        [Event(int(t), int(rng.integers(0, 8)), int(rng.integers(0, 3))) for t in range(0, 400, 3)] for _ in games
    ]
    states = np.concatenate([np.frombuffer(g.snapshot().state, DTYPE) for g in games])
    books = np.concatenate([g._book for g in games])
    flat = np.array([event for each in events for event in each], EVENT)
    first, until = np.arange(4) * len(events[0]), np.array([100, 400, 300])
    advance(states, books, flat, first, until, np.zeros(len(flat), np.bool_))
    for k, (played, each) in enumerate(zip(games, events)):
        played.play([e for e in each if e.tick <= until[k]], int(until[k]))
        assert np.array_equal(states[k : k + 1], played.states)


def test_show_draws_the_falling_piece_and_hidden_rows_in_use() -> None:
    played = game("guideline:height=4,rows=24", "##..######", "TIS")
    shown = played.show().splitlines()
    assert shown[-1] == "hold -  next IS" + "".join(PIECES[p] for p in played.state.queue[2:5])
    assert shown[0] == "....T....."
    assert shown[-2] == "##..######"
    assert len(shown) == 22
    played.press("hold")
    assert played.show().splitlines()[-1].startswith("hold T")


def test_nothing_happens_after_the_end() -> None:
    played = game(board="/".join(["####....##"] * 20))
    for _ in range(3):
        played.apply("HD")
    assert played.over == "block out"
    moment = played.snapshot()
    assert not played.press("left")
    assert not played.release("left")
    assert not played.apply("HD")
    played.receive(4)
    played.tick(10)
    assert played.snapshot() == moment


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: KeyGame(seed=-1), "seed -1 is out of range"),
        (lambda: KeyGame(seed=2**64), "is out of range"),
        (lambda: KeyGame(seed=1.5), "seed 1.5"),  # type: ignore[arg-type]
        (lambda: Handling(das=0), "das=0 is out of range; choose 1 to 60"),
        (lambda: Handling(arr=1.25), "arr=1.25 is too fine"),
        (lambda: Handling(dcd=float("nan")), "dcd=nan"),
        (lambda: Handling(sdf=42), "sdf=42 is out of range"),
        (lambda: Handling(sdf=2.5), "sdf=2.5"),  # type: ignore[arg-type]
        (lambda: game().press("lefft"), "unknown key 'lefft'; did you mean 'left'"),
        (lambda: game().tick(-1), "-1 ticks cannot pass"),
        (lambda: game().receive(-1), "-1 rows of garbage"),
        (lambda: game(board="####"), "row 1 of the board has 4 cells"),
        (lambda: game(board="####...?.."), "unknown letter '?'"),
        (lambda: game(board="/".join(["."] * 41)), "the board has 41 rows"),
        (lambda: game(queue="TQ"), "unknown piece 'Q' in the queue"),
        (lambda: game(queue="T" * 17), "longer than 16 pieces"),
        (lambda: KeyGame(start=Start(hold="TT")), "more than one piece"),
    ],
)
def test_messages_name_the_input_and_the_remedy(make: Any, words: str) -> None:
    with pytest.raises(InputError, match=words.replace("?", r"\?")) as error:
        make()
    assert "\n" not in str(error.value)
