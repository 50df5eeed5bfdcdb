"""Steering: keys at their pace, on the way, off the way, and after somebody else was at the keys."""

import doctest
from typing import Any

import pytest
from tests.tetris.guideline.boards import POCKET, T_SLOT

from wellplayed.tetris.guideline import steering as module
from wellplayed.tetris.guideline.keys import Event, KeyGame, Start
from wellplayed.tetris.guideline.keystep.record import DOWN, KEYS, TAP, UP
from wellplayed.tetris.guideline.ruleset import parse
from wellplayed.tetris.guideline.steering import ASTRAY, LOCKED, LOST, NAMES, STUCK, WAITING, Steering

STILL = "guideline:gravity=0"
WALL = "/".join([".......#.."] * 6)


def steering(rules: str = STILL, board: str = "", queue: str = "TIOLJSZ", **start: str) -> Steering:
    return Steering(KeyGame(parse(rules), start=Start(board, queue, **start)))


def pressed(events: list[Event]) -> list[tuple[int, str]]:
    """Ticks and names of the keys that went down."""
    return [(event.tick, NAMES[event.key]) for event in events if event.kind != UP]


def test_examples() -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_the_pocket_key_by_key() -> None:
    one = steering(board=POCKET, queue="LTTT")
    assert one.aim((0, 5, 8), whole=True)
    assert one.keys == (*"DDDDDDDDDRDD", "HD")
    assert (one.kind, one.spin, one.piece, one.hold) == ("tuck", "none", "L", False)
    assert one.follow(1, 100) == LOCKED
    assert pressed(one.game.events) == list(enumerate((*"DDDDDDDDDRDD", "HD")))
    state = one.game.state
    assert one.met
    assert (state.last_piece, state.last_x, state.last_y, state.pieces) == (6, 5, 8, 1)


def test_without_the_soft_drops_that_the_hard_drop_makes() -> None:
    one = steering(board=POCKET, queue="LTTT")
    assert one.aim((0, 5, 8))
    assert one.remaining == (*"DDDDDDDDDR", "HD")
    assert one.keys == (*"DDDDDDDDDRDD", "HD")
    assert one.follow(0, 1) == LOCKED
    assert pressed(one.game.events) == [(0, key) for key in (*"DDDDDDDDDR", "HD")]
    assert one.met


@pytest.mark.parametrize("pace", [1, 2, 7])
def test_keys_come_at_their_pace_and_each_goes_down_and_up(pace: int) -> None:
    one = steering()
    assert one.aim((1, 8, 1))
    assert one.remaining == ("R", "R", "R", "R", "CW", "HD")
    assert one.follow(pace, 5 * pace) == WAITING
    assert one.game.state.tick == 5 * pace
    assert one.remaining == ("HD",)
    assert one.follow(pace, 5 * pace + 1) == LOCKED
    assert one.game.state.tick == 5 * pace  # the tick has not passed
    assert pressed(one.game.events) == [(i * pace, key) for i, key in enumerate(["R"] * 4 + ["CW", "HD"])]
    for down, up in zip(one.game.events[::2], one.game.events[1::2], strict=True):
        assert (down.kind, up) == (DOWN, Event(down.tick, down.key, UP))
    # The next piece waits as long for its first key as a key for the next.
    assert one.aim((0, 5, 0))
    assert one.follow(pace, 100) == LOCKED
    assert pressed(one.game.events)[6] == (6 * pace, "R")


def test_soft_drops_are_taps_of_a_row_whatever_the_handling() -> None:
    one = steering(board=POCKET, queue="LTTT")
    one.aim((0, 5, 8))
    one.follow(0, 1)
    assert [e.kind for e in one.game.events if KEYS[e.key] == "soft"] == [TAP] * 9


def test_hold_first() -> None:
    one = steering(queue="TIO")
    assert one.aim((1, 9, 2), hold=True)
    assert (one.piece, one.hold, one.remaining[:2]) == ("I", True, ("HOLD", "R"))
    assert one.follow(1, 60) == LOCKED
    assert one.met
    assert one.game.state.hold == 2
    assert one.aim((0, 4, 0), hold=True)
    assert one.piece == "T"
    assert one.follow(1, 2 + int(one.game.state.tick)) == WAITING
    assert not one.aim((0, 0, 0), hold=True)  # held already
    assert one.aim((0, 1, 0))


def test_hold_where_the_rules_have_none_or_its_piece_no_room() -> None:
    assert not steering("guideline:gravity=0,hold=off").aim((1, 9, 2), hold=True)
    # An O in row 20 hides the place of an I, and not that of the T which a clutch would raise.
    tall = "/".join(["....##...."] * 3 + ["..######.."] * 17)
    game = steering("guideline:gravity=0,spawn=20,clutch=on", board="#########.", hold="I", queue="T")
    assert game.aim((0, 1, 1), hold=True)
    blocked = steering(board="/".join(["......##.."] * 20), queue="TT", hold="O")
    assert blocked.aim((0, 1, 0), hold=True)
    assert not steering(board=tall.replace("....##....", "..####...."), queue="O", hold="I").aim((0, 1, 0), hold=True)


def test_what_cannot_be_reached_leaves_the_plan_as_it_is() -> None:
    one = steering()
    assert one.aim((1, 8, 1))
    before = one.remaining
    assert not one.aim((1, 8, 5))
    assert not one.aim((0, 4, 0), spin=2)
    assert one.remaining == before
    assert one.follow(1, 60) == LOCKED


def test_soft_drops_that_gravity_makes_are_left_out() -> None:
    one = steering("guideline:gravity=1", board=POCKET, queue="LTTT")
    assert one.aim((0, 5, 8), whole=True)
    outcome = one.follow(1, 60)
    assert outcome == LOCKED
    assert one.met
    keys = [key for _, key in pressed(one.game.events)]
    assert keys.count("D") < 8
    assert keys[-1] == "HD"


def test_off_the_way_it_stops_and_a_new_aim_leads_on() -> None:
    one = steering("guideline:gravity=1")
    assert one.aim((1, 8, 1))
    one.follow(2, 1)
    assert one.follow(2, 60) == ASTRAY
    assert one.game.state.tick == 2
    first = len(one.game.events)
    assert one.follow(2, 60) == ASTRAY  # and presses nothing
    assert len(one.game.events) == first
    while one.follow(2, 60) == ASTRAY:
        assert one.aim((1, 8, 1))
        assert one.kind == "shift"
    assert one.met


def test_gravity_that_is_reckoned_with_leads_nothing_astray() -> None:
    # At 20 rows a tick the piece lies on the floor from its second key on, and no wall is passed.
    for board, goal, keys in (("", (0, 8, 0), "RRRR"), ("######....", (0, 8, 0), "RRRR"), (WALL, (0, 8, 0), "")):
        one = steering("guideline:gravity=20", board=board, queue="OT")
        assert one.aim(goal)
        assert one.aim(goal, pace=3) == bool(keys)
        if keys:
            assert one.follow(3, 60) == LOCKED
            assert one.met
            assert pressed(one.game.events) == [(3 * i, key) for i, key in enumerate([*keys, "HD"])]
    # Between two pieces it falls as well, and after hold.
    one = steering("guideline:gravity=0.5", queue="TTIOL")
    one.aim_down()
    one.follow(4, 1)
    assert one.aim((0, 7, 0), pace=4, hold=True)
    places = one._courses[0].places[:4].tolist()
    assert [place % 64 for place in places[1:]] == [17, 15, 13]
    assert one.aim((0, 8, 0), pace=4)
    assert int(one._courses[0].places[0]) % 64 == 17


def test_a_piece_that_locks_by_itself_is_not_met() -> None:
    one = steering("guideline:gravity=20,lock_ticks=3")
    assert one.aim((1, 8, 1))
    assert one.follow(10, 60) == LOCKED
    assert not one.met
    assert one.game.state.tick == 3


def test_the_kind_is_seen_from_where_the_piece_appears() -> None:
    one = steering(board=POCKET, queue="LTTT")
    one.game.play([Event(0, KEYS.index("soft"), TAP)] * 10, 0)
    assert one.aim((0, 5, 8))
    assert (one.remaining, one.kind) == (("R", "HD"), "tuck")


def test_a_spin_that_is_there_already() -> None:
    one = steering(board=T_SLOT)
    assert one.aim((2, 2, 1), spin=2)
    turns = one.remaining
    assert (one.kind, one.spin, turns[-2]) == ("spin", "full", "CW")
    one.follow(1, len(turns) - 1)
    assert one.aim((2, 2, 1), spin=2)
    assert one.remaining == ("HD",)
    assert one.follow(1, 99) == LOCKED
    assert one.met
    assert (one.game.state.last_spin, one.game.state.last_cleared) == (2, 2)


@pytest.mark.parametrize("change", ["hold", "lock", "restore"])
def test_another_piece_or_board_is_noticed(change: str) -> None:
    one = steering()
    start = one.game.snapshot()
    one.game.apply("HD")
    assert one.aim((1, 8, 2))
    assert one.follow(3, 4) == WAITING
    if change == "hold":
        assert one.game.apply("HOLD")
    elif change == "lock":
        one.game.apply("HD")
    else:
        one.game.restore(start)
        one.game.apply("R")
        one.game.apply("HD")
    assert one.follow(3, 60) == LOST
    assert one.game.state.tick <= 4


def test_a_moment_before_is_taken_up_again() -> None:
    one = steering()
    assert one.aim((1, 8, 1))
    start = one.game.snapshot()
    one.follow(9, 30)
    one.game.restore(start)
    assert one.follow(9, 60) == ASTRAY
    assert one.game.state.tick == 9  # it does not wait for the ticks that were taken back
    assert one.aim((1, 8, 1))
    assert one.follow(9, 99) == LOCKED
    assert one.met


def test_keys_that_a_person_holds_are_let_go() -> None:
    one = steering()
    one.game.press("left")
    one.game.press("soft")
    assert one.aim((1, 8, 1))
    assert one.follow(1, 60) == LOCKED
    assert one.met
    assert one.game.state.keys == 0
    assert one.game.events[2:4] == [Event(0, 0, UP), Event(0, 2, UP)]


def test_a_game_that_is_over_stays_as_it_is() -> None:
    one = steering(board="/".join(["...####..."] * 19), queue="TTTT")
    one.aim_down()
    assert one.follow(1, 60) == LOCKED
    assert one.game.over == "block out"
    before = one.game.snapshot()
    assert not one.aim((0, 1, 0))
    assert one.follow(1, 60) == WAITING
    assert one.game.snapshot() == before


def test_straight_down_where_it_is() -> None:
    one = steering(board=POCKET, queue="LTTT")
    one.game.apply("R")
    one.aim_down()
    assert (one.remaining, one.kind, one.spin) == (("HD",), "shift", "none")
    cells = one.cells
    assert sorted(one.game.ghost()) == list(cells)
    assert one.follow(1, 5) == LOCKED
    assert one.met


def test_a_key_without_effect_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    one = steering(board="/".join(["..#......."] * 20), queue="TT")
    assert one.aim((0, 6, 0))
    course: Any = one._courses[0]
    course.keys[0] = KEYS.index("left")  # against the wall, and no plan would have it
    assert one.follow(1, 60) == STUCK
    one.aim_down()
    assert one.follow(1, 60) == LOCKED
