"""Keys, kicks and corners as pictures: each step is what the engine does with its key."""

import itertools

import numpy as np
import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.errors import InputError
from wellplayed.interfaces.web.drawing import corners, kicks, path
from wellplayed.interfaces.web.words import Words
from wellplayed.showcases import POCKET, T_SPIN_DOUBLE
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import preset

RULES = preset("guideline")
# As published for SRS (the Tetris wiki's page on it), y up.
PUBLISHED = {
    ("T", 0, "CW"): [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    ("J", 2, "CCW"): [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    ("I", 0, "CW"): [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    ("I", 1, "CW"): [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    ("O", 0, "CW"): [(0, 0)],
}


def pocket() -> tuple[Guideline, np.ndarray, int]:
    """The L's tuck."""
    rules, state = drawn.showcase(POCKET.rows, "L")
    action = next(a for a in drawn.actions(rules, state) if rules.describe(state, a).keys == "DDDDDDDDDRDD")
    return rules, state, action


def test_the_pocket_key_by_key() -> None:
    rules, state, action = pocket()
    found = path.steps(rules, state, action)
    assert "".join(step.keys for step in found) == "DDDDDDDDDRDD"
    assert sorted(found[0].cells) == [(3, 19), (4, 19), (5, 19), (5, 20)]
    for before, after in itertools.pairwise(found):
        dx, dy = (1, 0) if after.keys == "R" else (0, -1)
        assert [(x + dx, y + dy) for x, y in before.cells] == list(after.cells)
        assert set(after.passed) == set(before.cells) - set(after.cells)
    assert [step.keys for step in path.steps(rules, state, action, runs=True)] == ["", "D" * 9, "R", "DD"]


def test_every_path_ends_where_the_placement_is() -> None:
    rules, state = drawn.game(), drawn.middle()
    for action in drawn.actions(rules, state):
        spot = rules.describe(state, action)
        for runs in (False, True):
            found = path.steps(rules, state, action, runs=runs)
            assert sorted(found[-1].cells) == sorted(spot.cells)
            assert "".join(step.keys for step in found) == spot.keys.removeprefix("HOLD ")


def test_without_keys_the_piece_falls() -> None:
    rules, state = drawn.game("classic"), drawn.middle(name="classic")
    action = drawn.actions(rules, state)[3]
    found = path.steps(rules, state, action)
    assert {step.keys for step in found[1:]} == {"D"}
    assert sorted(found[-1].cells) == sorted(rules.describe(state, action).cells)


def test_frames_and_strip_show_every_step() -> None:
    rules, state, action = pocket()
    frames = path.frames(rules, state, action)
    assert len(frames) == 13
    for svg in frames:
        drawn.check_themed(svg)
        root = parsed(svg)
        piece = next(cells for cells in classed(root, "cells") if cells.attrib["data-letter"] == "L")
        assert drawn.squares(piece) == 4
    assert [len(classed(parsed(svg), "ghost")) for svg in frames] == [1] * 12 + [0]
    strip = path.strip(rules, state, action, across=3, words=Words("zh"))
    drawn.check_themed(strip)
    root = parsed(strip)
    assert [frame.attrib["data-keys"] for frame in classed(root, "frame")] == ["", "D" * 9, "R", "DD"]
    assert texts(root) == ["出现", "↓9", "→", "↓2"]
    assert float(root.attrib["width"]) == pytest.approx(3 * (10 * 6 + 10) - 10 + 2)


def test_a_moving_picture_shows_one_step_at_any_time() -> None:
    rules, state, action = pocket()
    svg = path.moving(rules, state, action)
    drawn.check_themed(svg)
    shown = []
    for animation in parsed(svg).iter(f"{drawn.SVG}animate"):
        times = [*map(float, animation.attrib["keyTimes"].split(";")), 1.0]
        values = animation.attrib["values"].split(";")
        assert len(times) == len(values) + 1
        visible = [
            (start, end) for value, start, end in zip(values, times, times[1:], strict=False) if value == "visible"
        ]
        shown += visible
        assert len(visible) == 1
    assert len(shown) == 13
    assert [start for start, _ in shown] == [0.0, *(end for _, end in shown[:-1])]
    assert shown[-1][1] == 1.0


@pytest.mark.parametrize(
    ("keys", "written"),
    [("", ""), ("HOLD LLCWDDDDDDDDDRDD", "⇄ ←2 ↻ ↓9 → ↓2"), ("CCWCCW180", "↺2 ⇅"), ("D" * 18, "↓18")],
)
def test_keys_as_signs(keys: str, written: str) -> None:
    assert path.signs(keys) == written


# Kicks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "steps"), PUBLISHED.items())
def test_tests_are_the_published_ones(turn: tuple[str, int, str], steps: list[tuple[int, int]]) -> None:
    piece, orientation, key = turn
    found = kicks.tests("/".join(["." * 10] * 20), piece, orientation, 4, 9, key, RULES)
    assert [test.step for test in found] == steps
    assert all(test.free for test in found)


def test_the_first_free_test_is_what_the_engine_does() -> None:
    rules, state = drawn.showcase(T_SPIN_DOUBLE.rows, "T")
    turned = 0
    for action in drawn.actions(rules, state):
        turn = kicks.last(rules, state, action)
        if turn is None:
            continue
        found = kicks.tests(*turn, rules.rules)
        steps = path.steps(rules, state, action)
        after = max(n for n, step in enumerate(steps) if step.keys in kicks.TURNS)
        assert next(test for test in found if test.free).cells == steps[after].cells
        turned += 1
    assert turned > 20


def test_what_is_in_the_way_is_crossed() -> None:
    rows = "/".join(["." * 10] * 2 + ["......##..", "......#...", "##..#####.", "##...####.", "###.######"])
    found = kicks.tests(rows, "T", 3, 5, 4, "CW", RULES)
    assert [test.free for test in found] == [False, True, True, True, True]
    assert found[0].blocked == ((6, 4),)
    svg = kicks.svg(rows, "T", 3, 5, 4, "CW", RULES)
    drawn.check_themed(svg)
    root = parsed(svg)
    assert [test.attrib["class"].split()[1] for test in classed(root, "test")] == ["blocked", "free", *["unused"] * 3]
    assert len(classed(root, "mark")) == 1
    assert texts(root)[:4] == ["1  (0, 0)", "blocked", "2  (−1, 0)", "free"]


def test_cells_outside_the_well_are_blocked() -> None:
    found = kicks.tests("/".join(["." * 10] * 6), "I", 1, 0, 2, "CW", RULES)
    assert not found[0].free
    assert all(x < 0 for x, _ in found[0].blocked)
    root = parsed(kicks.svg("/".join(["." * 10] * 6), "I", 1, 0, 2, "CW", RULES, words=Words("zh")))
    assert "受阻" in texts(root)


def test_a_turn_that_does_not_exist_has_no_tests() -> None:
    assert kicks.tests("." * 10, "T", 0, 4, 0, "180", RULES) == []
    with pytest.raises(InputError, match="rotation"):
        kicks.tests("." * 10, "T", 0, 4, 0, "left", RULES)


# Corners --------------------------------------------------------------------------------------------------------------


def test_the_corners_of_the_showcase() -> None:
    found = corners.corners(T_SPIN_DOUBLE.rows, 2, 2, 1)
    assert {(c.x, c.y): (c.filled, c.front) for c in found} == {
        (1, 0): (True, True), (3, 0): (True, True), (1, 2): (True, False), (3, 2): (False, False),
    }  # fmt: skip
    svg = corners.svg(T_SPIN_DOUBLE.rows, 2, 2, 1)
    drawn.check_themed(svg)
    root = parsed(svg)
    assert len(classed(root, "mark")) == 4
    assert texts(root)[-2:] == ["front 2 / 2", "back 1 / 2"]


@pytest.mark.parametrize(("orientation", "filled"), [(0, {(3, 0), (5, 0)}), (1, {(5, 2), (5, 0)})])
def test_the_front_is_where_the_piece_points(orientation: int, filled: set[tuple[int, int]]) -> None:
    found = corners.corners("/".join(["." * 10] * 6), orientation, 4, 1)
    ahead = {(3, 2), (5, 2)} if orientation == 0 else {(5, 2), (5, 0)}
    assert {(c.x, c.y) for c in found if c.front} == ahead
    assert not any(c.filled for c in found)


def test_walls_and_floor_are_filled() -> None:
    found = {(c.x, c.y): c.filled for c in corners.corners("/".join(["." * 10] * 6), 1, 0, 0)}
    assert found == {(-1, 1): True, (-1, -1): True, (1, -1): True, (1, 1): False}
