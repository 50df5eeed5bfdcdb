"""Gravity: one speed, or the guideline's speed of each level."""

import numpy as np
import pytest

from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.keystep.speed import FASTEST, LEVELS, ROW, by_level
from wellplayed.tetris.guideline.ruleset import Ruleset, parse

CURVE = "guideline:gravity_curve=guideline"


def test_the_curve_is_the_published_one() -> None:
    # "Marathon", tetris.wiki: seconds a row of the levels 1 to 20
    seconds = [1.0, 0.793, 0.6178, 0.4727, 0.3552, 0.262, 0.1897, 0.1347, 0.0939, 0.0642, 0.0430, 0.0282, 0.0182]
    speeds = by_level(parse(CURVE))
    assert len(speeds) == LEVELS
    for speed, wanted in zip(speeds, seconds, strict=False):
        assert ROW / speed / 60 == pytest.approx(wanted, rel=4e-3)
    assert speeds == sorted(speeds)
    assert speeds[-1] < FASTEST


def test_without_a_curve_all_levels_are_alike() -> None:
    assert by_level(Ruleset(gravity=0.5)) == [ROW // 2] * LEVELS


@pytest.mark.parametrize(("level", "ticks"), [(1, 60), (2, 48), (5, 22), (12, 2)])
def test_a_piece_falls_by_the_level(level: int, ticks: int) -> None:
    game = KeyGame(parse(f"{CURVE},level={level}"))
    game.tick(ticks - 1)
    first = int(game.state.y)
    game.tick()
    assert (first, int(game.state.y)) == (19, 18)


def test_lines_raise_the_speed_at_once() -> None:
    rows = "/".join(["#########."] * 4)
    game = KeyGame(parse(f"{CURVE},goal=2"), start=Start(rows, "IOO"))
    for key in ("CW", "R", "R", "R", "R", "HD"):
        game.apply(key)
    assert int(game.state.lines) == 4
    assert np.flatnonzero([(game.tick(), int(game.state.y) < 19)[1] for _ in range(60)])[0] == 37  # 0.6178 s


def test_no_level_is_beyond_the_last() -> None:
    late = KeyGame(parse(f"{CURVE},level=1000"))
    late.tick()
    assert int(late.state.y) == 0
