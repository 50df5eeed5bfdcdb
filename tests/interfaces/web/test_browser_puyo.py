"""Puyo on the Play page in a real browser: by keys, by an agent and back, and from one game to the other."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page
from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.play import BOARD, frame, opened, until

from wellplayed.interfaces.web.words import Words
from wellplayed.puyo.keys import KeyGame
from wellplayed.puyo.replay import load
from wellplayed.puyo.ruleset import PRESETS

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
NAMES = {"left": "ArrowLeft", "right": "ArrowRight", "cw": "ArrowUp", "ccw": "z", "hard": "Space"}
SCRIPT = ("left left hard", "right cw hard", "cw cw right right hard", "ccw hard", "left hard", "right right hard")
# A key let go within half a second: on a busy machine the browser may be late, and no pair shall run to the wall.
SLOW_HANDS = """if (location.protocol === "http:") localStorage.setItem(
    "wellplayed", JSON.stringify({puyoHandling: {das: 30, arr: 2}}))"""


def pair(page: Page, keys: str, number: int) -> None:
    """Play one pair by keys, and wait for the next."""
    for key in keys.split():
        page.keyboard.press(NAMES[key])
    until(page, f"f.pieces === {number} && f.piece")


def test_a_scripted_game_ends_as_the_engine_says(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.context.add_init_script(SLOW_HANDS)
    page = opened(visitor, "/?game=puyo&seed=7")
    game = KeyGame(PRESETS["esports"], 7)
    for number, keys in enumerate(SCRIPT, 1):
        pair(page, keys, number)
        for key in keys.split():
            game.press(key)
            game.release(key)
        while game.phase != "steered":
            game.tick()
    shown = frame(page)
    rows = game.show().splitlines()[:-1]
    settled = [row.replace("r", ".").replace("g", ".").replace("b", ".").replace("y", ".") for row in rows]
    assert [row for row in shown["rows"].split("/") if row.strip(".")] == [row for row in settled if row.strip(".")]
    assert (shown["lines"], shown["piece"]["letter"]) == (int(game.state.lines), "".join(game.pair() or ()))
    assert page.evaluate(f"{BOARD}.at.columns") == 6
    assert page.locator(".wp-hold").count() == 0
    page.keyboard.press("c")  # there is no hold, and nobody complains
    page.keyboard.press("u")
    until(page, f"f.pieces === {len(SCRIPT) - 1}")
    with page.expect_download() as waiting:
        page.get_by_role("button", name=EN("puyo.replay")).click()
    waiting.value.save_as(tmp_path / "game.json.gz")
    assert load(tmp_path / "game.json.gz").result.pieces == len(SCRIPT) - 1


def test_a_game_is_handed_over_taken_back_and_kept(visit: Visit) -> None:
    page = opened(visit(), "/?game=puyo&seed=5&agent=builder&rules=tsu")
    pair(page, "left hard", 1)
    page.get_by_role("button", name=EN("play.hand.over")).first.click()
    until(page, "f.agent?.on && f.pieces >= 3")
    page.keyboard.press("h")
    until(page, "!f.agent?.on")
    page.get_by_label(EN("play.speed")).press("End")
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.pieces > 8")
    page.locator(".wp-call", has_text="-chain").first.wait_for()
    page.keyboard.press("p")
    until(page, "f.state === 'paused'")
    before, session = frame(page), page.get_attribute(".play wp-board", "session")
    page.reload()
    page.wait_for_function(f"{BOARD}?.f >= 0")
    assert page.get_attribute(".play wp-board", "session") == session
    assert frame(page)["rows"] == before["rows"]
    assert page.get_by_label(EN("play.rules"), exact=True).input_value() == "tsu"
    page.get_by_role("tab", name=EN("play.tab.keys")).click()
    assert [page.get_by_label(EN(f"play.set.{name}")).count() for name in ("das", "arr", "dcd", "sdf")] == [1, 1, 0, 0]
    assert page.get_by_role("button", name=EN("play.key.hold")).count() == 0


def test_the_games_are_switched_and_the_language_stays(visit: Visit) -> None:
    page = opened(visit(), "/?lang=zh")
    session = page.get_attribute(".play wp-board", "session")
    page.get_by_role("link", name=ZH("house.game.puyo"), exact=True).click()
    page.wait_for_function(f"location.search.includes('game=puyo') && {BOARD}?.f >= 0")
    until(page, "f.game === 'puyo'")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert page.get_by_text(ZH("puyo.number.longest"), exact=True).is_visible()
    page.get_by_role("link", name=ZH("house.game.guideline"), exact=True).click()
    page.wait_for_function(f"!location.search.includes('game=') && {BOARD}?.f >= 0")
    until(page, "f.game === 'guideline'")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert page.get_attribute(".play wp-board", "session") == session  # nothing was lost
