"""The Play page in a real browser, served as `wellplayed play` serves it."""

from collections.abc import Callable

import pytest
from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.play import BOARD, box, frame, opened, until

from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
ZH = Words("zh")

WIDTHS = [(360, 740), (768, 1024), (1280, 800), (1920, 1080)]


def test_an_empty_page_invites_and_a_game_plays_behind_it(visit: Visit) -> None:
    page = opened(visit())
    page.locator(".wp-veil-start").wait_for()
    until(page, "f.agent?.on && f.pieces >= 1")
    assert page.get_by_role("button", name="Hand over").first.is_visible()
    page.keyboard.press("ArrowLeft")
    page.locator(".wp-veil-start").wait_for(state="detached")
    until(page, "!f.agent?.on && f.state === 'play' && f.pieces === 0")


def test_a_game_goes_to_the_agent_and_back_by_button_and_by_key(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("ArrowLeft")
    until(page, "f.state === 'play'")
    page.get_by_role("button", name="Hand over").first.click()
    until(page, "f.agent?.on && f.pieces >= 2")
    page.get_by_role("button", name="Take back").first.click()
    until(page, "!f.agent?.on")
    lines, pieces = frame(page)["lines"], frame(page)["pieces"]
    page.keyboard.press("h")
    until(page, f"f.agent?.on && f.pieces > {pieces} && f.lines >= {lines}")  # the same game
    page.keyboard.press("h")
    until(page, "!f.agent?.on")


def test_pause_step_and_restart(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("ArrowLeft")
    until(page, "f.state === 'play'")
    page.get_by_role("button", name="Pause").first.click()
    until(page, "f.state === 'paused'")
    page.locator(".wp-veil").get_by_role("button", name="Go on").click()
    until(page, "f.state === 'play'")
    page.get_by_role("button", name="One piece").click()
    until(page, "f.pieces === 1 && f.state === 'paused'")
    page.get_by_role("button", name="Take back").first.click()
    page.get_by_role("button", name="New game").first.click()
    until(page, "f.pieces === 0 && f.why === 'start'")


def test_a_reload_keeps_the_game_and_another_tab_has_its_own(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor)
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    until(page, "f.pieces >= 2")
    session = page.get_attribute(".play wp-board", "session")
    page.reload()
    page.wait_for_function(f"{BOARD}?.f >= 0")
    assert page.get_attribute(".play wp-board", "session") == session
    until(page, "f.pieces >= 2 && !f.agent?.on")
    other = opened(visitor)
    assert other.get_attribute(".play wp-board", "session") != session


def test_an_address_names_a_position_and_what_is_wrong_with_one_is_said(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor, "/?queue=TSZ&hold=I&rules=tetrio-s2&agent=dellacherie")
    assert (frame(page)["piece"]["letter"], frame(page)["next"][:2], frame(page)["hold"]) == ("T", "SZ", "I")
    assert page.get_by_label("Rules").input_value() == "tetrio-s2"
    assert page.get_by_label("Player").input_value() == "dellacherie"
    page = opened(visitor, "/?agent=dellacheri")
    page.locator(".play-board .play-error", has_text="dellacherie").wait_for()
    page = opened(visitor, "/?agent=dellacheri&lang=zh")  # our sentence first, then the engine's own words
    said = page.locator(".play-board .play-error").inner_text()
    assert said.startswith(ZH("refused.address", why="").rstrip("（）"))
    assert "did you mean 'dellacherie'?" in said


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_the_board_never_moves(visit: Visit, width: int, height: int) -> None:
    page = opened(visit(viewport={"width": width, "height": height}))
    before = box(page)
    x, y, wide, high = before
    assert 0 <= x <= width - wide
    assert 44 <= y <= height - high
    page.keyboard.press("ArrowLeft")
    until(page, "!f.agent?.on")
    page.evaluate(f"{BOARD}.wire.send({{ k: 'do', what: 'hand_over' }})")
    until(page, "f.agent?.on && f.pieces >= 1")
    assert box(page) == before
    for name in ("controls", "think"):
        opener = page.locator(f".play-dock [data-show={name}]")
        if opener.is_visible():
            opener.click()
            page.wait_for_function(f"getComputedStyle(document.querySelector('.play-{name}')).opacity === '1'")
            assert box(page) == before
    if width >= 768:
        page.get_by_role("tab", name="Keys and handling").click()
        assert box(page) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && scrollY === 0")


def test_after_a_click_the_keys_are_the_boards_again(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.get_by_role("button", name="New game").first.click()
    page.keyboard.press("Space")
    until(page, "f.pieces === 1")
    page.get_by_label("Weights").select_option("dellacherie")
    page.mouse.click(640, 300)
    page.keyboard.press("Space")
    until(page, "f.pieces === 2")


def test_everything_is_reached_by_the_tab_key_and_has_a_name(visit: Visit) -> None:
    page = opened(visit())
    page.keyboard.press("ArrowLeft")
    names = page.evaluate(
        """() => [...document.querySelectorAll('.play :is(button, select, input, [tabindex="0"])')]
        .filter((e) => e.checkVisibility() && !e.disabled && !e.closest('.play-think'))
        .map((e) => [e.tabIndex, e.ariaLabel || (e.closest('label') ?? e).textContent.trim()]).flat()"""
    )
    assert all(index >= 0 for index in names[::2])
    assert all(names[1::2]), names
