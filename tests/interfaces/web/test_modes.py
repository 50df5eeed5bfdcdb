"""Zen, marathon, sprint and ultra: their rules, their goals, and how they end."""

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.web.modes import MODES, drawable, level, mode
from wellplayed.interfaces.web.session import Session
from wellplayed.interfaces.web.thinking import AtOnce
from wellplayed.tetris.guideline.keys import Start
from wellplayed.tetris.guideline.ruleset import PRESETS, Ruleset, parse


def session(name: str, **options: object) -> Session:
    made = Session(mode=name, thinking=AtOnce(), **{"seed": 4, "agent": "full-path", **options})
    made.set_pace(0)
    return made


@pytest.mark.parametrize("name", MODES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_mode_can_be_played_under_every_rule_book(name: str, preset: str) -> None:
    made = session(name, rules=preset)
    made.hand_over()
    made.advance(60)
    assert made.game.state.pieces >= 50
    assert (made.mode, made.rules.name) == (name, preset)
    assert made.frame()["mode"] == name


def test_speed_stays_the_same_but_in_the_marathon() -> None:
    for name in MODES:
        rules = mode(name).rules(PRESETS["tetrio-s2"])
        assert rules.gravity_increase == 0
        assert (rules.gravity_curve, rules.goal) == (("guideline", 10) if name == "marathon" else ("flat", 0))


def test_a_sprint_ends_with_the_fortieth_line() -> None:
    made, left = session("sprint"), []
    made.hand_over()
    while made.status == "play":
        left.append(made.frame()["left"])
        made.advance()
    assert left[0] == 40
    assert left == sorted(left, reverse=True)
    assert 40 <= made.game.state.lines < 44
    frame = made.frame()
    assert (frame["state"], frame["why"], frame["left"]) == ("done", "goal", 0)
    ticks = int(made.game.state.tick)
    made.advance(100)
    made.resume()
    made.advance(100)
    made.take_back()
    assert not made.press("hard")
    assert (int(made.game.state.tick), made.status) == (ticks, "done")
    made.replay().run()


def test_a_person_reaches_the_goal_by_keys() -> None:
    board = "/".join(["#########."] * 4)
    made = session("sprint", start=Start(board, "I"))
    made.game.states["lines"] = 36
    for key in ("cw", "right", "right", "right", "right", "hard"):
        made.press(key)
        made.release(key)
    assert (made.status, made.why) == ("done", "goal")


def test_ultra_ends_after_two_minutes() -> None:
    made = session("ultra")
    made.set_pace(0.5)
    made.hand_over()
    made.advance(7199)
    assert (made.status, made.frame()["left"]) == ("play", 1)
    made.advance(5)
    assert (made.status, made.why, int(made.game.state.tick)) == ("done", "goal", 7200)
    assert made.game.state.pieces in (239, 240)


def test_a_marathon_gets_faster_and_ends_after_fifteen_levels() -> None:
    made, called, levels = session("marathon", seed=1, agent="best"), [], set()
    made.hand_over()
    mark = 0
    for _ in range(2000):
        made.advance()
        frame = made.frame(mark)
        mark = frame["mark"]
        levels.add(frame["level"])
        called += [name for name, _ in frame["calls"] if name.startswith("level-")]
        if made.status != "play":
            break
    assert called[:14] == [f"level-{n}" for n in range(2, 16)]
    assert (made.status, made.why, made.frame()["left"]) == ("done", "goal", 0)
    assert {1, 8, 15} <= levels


def test_levels_begin_where_the_rules_say() -> None:
    assert [level(parse("guideline:level=3"), lines) for lines in (0, 9, 10, 25)] == [3, 3, 4, 5]
    assert level(parse("guideline:goal=0"), 500) == 1


def test_topping_out_ends_a_game() -> None:
    made = session("zen")
    made.resume()
    while made.status == "play":
        made.press("hard")
        made.release("hard")
    assert made.status == "over"
    assert made.why == made.game.over != ""
    assert (made.frame()["piece"], made.frame()["ghost"]) == (None, [])


def test_unknown_modes_and_boards_that_are_not_drawn() -> None:
    with pytest.raises(InputError, match="did you mean 'sprint'"):
        mode("sprnt")
    for changed in ("width=8", "height=18"):
        with pytest.raises(InputError, match="not drawn here"):
            drawable(parse(f"guideline:{changed}"))
    assert drawable(Ruleset()) == Ruleset()
