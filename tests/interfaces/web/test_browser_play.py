"""Playing in a real browser: keys, the agent, dropped lines, tabs; and the board never moves."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.interfaces.web.browser import Visitor, frame, until

from wellplayed.interfaces.web import modes
from wellplayed.interfaces.web.controls import PACES
from wellplayed.interfaces.web.frames import ABOVE
from wellplayed.interfaces.web.words import Words
from wellplayed.tetris.guideline.keys import KeyGame
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.pieces import PIECES

Visit = Callable[..., Visitor]
EN = Words("en")
NAMES = {
    "left": "ArrowLeft", "right": "ArrowRight", "cw": "ArrowUp", "ccw": "z", "180": "a", "hold": "c", "hard": "Space",
}  # fmt: skip
# A game by hand: taps of each piece, ending with its hard drop.
SCRIPT = (
    "left left left left hard", "right right right right hard", "cw left left hard", "hold ccw right right right hard",
    "180 left hard", "right hard", "hold cw cw left left left left left left hard", "ccw right right right right hard",
    "hard", "left left cw hard", "right right ccw hard", "hold hard",
)  # fmt: skip


# A key let go within half a second: on a busy machine the browser may be late, and no piece shall run to the wall.
SLOW_HANDS = """if (location.protocol === "http:") localStorage.setItem(
    "wellplayed", JSON.stringify({handling: {das: 30, arr: 2, dcd: 0, sdf: 6}}))"""


def begun(page: Page) -> None:
    """Begin a game by hand, with the first key as anybody would."""
    until(page, "b.isQuiet && f.agent?.on")  # a game plays by itself behind the invitation
    page.keyboard.press("ArrowLeft")
    until(page, "!f.agent?.on && f.pieces === 0 && f.state === 'play'")


def settled(rows: str) -> list[str]:
    """Which cells of a board are filled, whatever by."""
    return ["".join("." if cell == "." else "#" for cell in row) for row in rows.split("/")]


def expected(seed: int) -> tuple[KeyGame, list[str]]:
    """The scripted game as the engine plays it."""
    game = KeyGame(modes.mode("zen").rules(Ruleset()), seed)
    for piece in SCRIPT:
        for key in piece.split():
            game.press(key)
            game.release(key)
            game.tick()
        game.tick(10)
    columns = [int(c) for c in game.state.columns[:10]]
    return game, ["".join(".#"[c >> y & 1] for c in columns) for y in reversed(range(game.rules.height + ABOVE))]


def test_a_scripted_game_ends_as_the_engine_says(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(SLOW_HANDS)
    page = visitor.open("/?seed=7")
    until(page, "f.why === 'start'")  # time begins with the first key
    for number, piece in enumerate(SCRIPT, 1):
        for key in piece.split():
            page.keyboard.press(NAMES[key])
        until(page, "f.pieces === x", number)
    shown = frame(page)
    game, rows = expected(7)
    assert settled(shown["rows"]) == rows
    state = game.state
    assert [shown[name] for name in ("pieces", "lines", "hold", "attack")] == [
        len(SCRIPT), int(state.lines), PIECES[state.hold], int(state.attack),
    ]  # fmt: skip
    assert shown["next"] == "".join(PIECES[p] for p in state.queue[:5])
    assert shown["state"] == "play"


def test_a_game_is_handed_over_and_taken_back(visit: Visit) -> None:
    page = visit().open()
    begun(page)
    page.keyboard.press("Space")
    until(page, "f.pieces === 1")
    page.get_by_role("button", name=EN("play.hand.over")).click()
    until(page, "f.agent?.on && f.pieces >= 3")
    assert page.get_by_role("button", name=EN("play.hand.back")).is_visible()
    page.get_by_role("button", name=EN("play.hand.back")).click()
    until(page, "!f.agent?.on")
    pieces = frame(page)["pieces"]
    page.keyboard.press("Space")
    until(page, "f.pieces === x", pieces + 1)
    assert not (frame(page)["agent"] or {}).get("on")


def test_depth_and_speed_change_while_it_plays(visit: Visit) -> None:
    page = visit().open()
    begun(page)
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.agent.depth === 3 && f.pieces >= 1")
    more, less = (page.locator(".wp-fields button", has_text=sign).first for sign in "+−")
    more.click()
    until(page, "f.agent?.on && f.agent.depth === 4")
    pieces = frame(page)["pieces"]
    for _ in range(3):
        less.click()
    until(page, "f.agent?.on && f.agent.depth === 1 && f.pieces > x", pieces)
    assert "depth=1" in frame(page)["agent"]["spec"]


def test_what_was_chosen_stays_shown_while_the_page_goes_on(visit: Visit) -> None:
    page = visit().open()
    begun(page)
    page.keyboard.press("h")
    weights, rules = (page.get_by_label(EN(key), exact=True) for key in ("play.option.weights", "play.rules"))
    speed = page.get_by_label(EN("play.speed"), exact=True)
    rules.select_option("tetrio-s2")
    weights.select_option("dt-20")
    speed.fill("7")
    until(page, "f.agent?.on && f.agent.spec.includes('dt-20') && f.pieces >= 6")
    assert [field.input_value() for field in (weights, rules, speed)] == ["dt-20", "tetrio-s2", "7"]
    assert frame(page)["agent"]["pace"] == PACES[7]


def test_a_dropped_line_comes_back_to_the_same_game(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open()
    begun(page)
    for number in (1, 2, 3):
        page.keyboard.press("Space")
        until(page, "f.pieces === x", number)
    before = frame(page)
    visitor.context.set_offline(True)
    page.evaluate("document.querySelector('wp-board').wire.socket.close()")
    page.wait_for_timeout(600)
    visitor.context.set_offline(False)
    until(page, "b.wire.socket.readyState === 1 && f.f > x", before["f"])
    assert settled(frame(page)["rows"]) == settled(before["rows"])
    if frame(page)["state"] == "paused":
        page.keyboard.press("p")
        until(page, "f.state === 'play'")
    page.keyboard.press("Space")
    until(page, "f.pieces === 4")
    page.reload()
    until(page, "f.pieces === 4")


def test_two_tabs_are_two_games(visit: Visit) -> None:
    visitor = visit()
    one, other = visitor.open(), visitor.open()
    for page in (one, other):
        begun(page)
    for number in (1, 2):
        one.keyboard.press("Space")
        until(one, "f.pieces === x", number)
    other.keyboard.press("Space")
    until(other, "f.pieces === 1")
    assert frame(one)["pieces"] == 2
    names = [page.get_attribute("wp-board", "session") for page in (one, other)]
    assert names[0] != names[1]


SIZES = [(360, 740), (768, 1024), (1280, 800), (1920, 1080)]


def box(page: Page) -> Any:
    """Where the well is."""
    return page.evaluate("JSON.stringify(document.querySelector('.wp-well').getBoundingClientRect())")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_the_board_never_moves(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]}).open()
    begun(page)
    page.wait_for_timeout(300)
    before = box(page)
    for button in page.locator("[data-show]").all():
        if button.is_visible():
            button.click()
            page.wait_for_timeout(200)  # the sheet comes up
            assert box(page) == before
            page.keyboard.press("Escape")
            page.wait_for_timeout(200)
    for tab in page.locator("[data-tab]").all():
        if tab.is_visible():
            tab.click()
            assert box(page) == before
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.pieces >= 2")
    assert box(page) == before
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


SHIFTS = """window.shifts = []; new PerformanceObserver((list) => { for (const { value, sources } of list.getEntries())
window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName ?? '')]); })
.observe({ type: 'layout-shift', buffered: true });"""
LEAST = 0.005  # a score of the Web Vitals, which call 0.1 good; a line of small text that appears is below it


def test_nothing_shifts_while_the_page_loads_and_the_agent_plays(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(SHIFTS)
    page = visitor.open()
    until(page, "f.pieces >= 1")
    page.keyboard.press("h")
    until(page, "f.pieces >= 5")
    assert [shift for shift in page.evaluate("window.shifts") if shift[0] > LEAST] == []
