"""Playing by touch on a phone: the invitation says how, anything touched begins a game, and a whole game is played."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.interfaces.web.browser import Visitor, frame, until

from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def invited(visitor: Visitor, place: str = "/") -> Page:
    """The page while a game plays by itself behind the invitation."""
    page = visitor.open(place)
    until(page, "b.isQuiet && f.agent?.on")
    return page


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_the_invitation_speaks_of_touch_and_of_no_key(visit: Visit, words: Words) -> None:
    page = invited(visit(locale=words.tag, **PHONE))
    veil = page.locator(".wp-veil-start")
    assert veil.get_by_text(words("play.state.tap"), exact=True).is_visible()
    assert veil.get_by_text(words("play.state.start-note"), exact=True).is_visible()
    assert words("play.state.start") not in veil.inner_text()
    assert page.locator("kbd:visible").count() == 0


def test_each_button_begins_a_game(visit: Visit) -> None:
    visitor = visit(**PHONE)
    for key in ("hold", "hard", "ccw", "left", "soft", "right", "cw"):
        page = invited(visitor)
        page.locator(f".wp-pad-{key}").tap()
        until(page, "!b.isQuiet && !f.agent?.on && f.state === 'play' && f.pieces <= 1")
        page.locator(".wp-veil-start").wait_for(state="detached")
        page.close()


def test_a_tap_on_the_board_begins_a_game_and_another_turns_the_piece(visit: Visit) -> None:
    page = invited(visit(**PHONE))
    well = page.locator(".wp-well")
    well.tap(position={"x": 200, "y": 300})
    until(page, "!b.isQuiet && !f.agent?.on && f.state === 'play'")
    while frame(page)["piece"]["letter"] == "O":
        pieces = frame(page)["pieces"]
        page.locator(".wp-pad-hard").tap()
        until(page, "f.pieces > x && f.piece", pieces)
    before = shape(page)
    well.tap(position={"x": 200, "y": 300})
    page.wait_for_function(
        "(before) => { const { cells } = document.querySelector('wp-board').frame.piece;"
        " const wide = new Set(cells.map(([x]) => x)).size; return wide !== before; }",
        arg=before,
    )


def shape(page: Page) -> int:
    """How many columns the piece has."""
    return len({x for x, _ in frame(page)["piece"]["cells"]})


def test_hand_over_lets_the_agent_go_on(visit: Visit) -> None:
    page = invited(visit(**PHONE))
    pieces = frame(page)["pieces"]
    page.locator(".play-dock [data-do=hand]").tap()
    until(page, "!b.isQuiet && f.agent?.on && f.pieces > x", pieces + 1)


def test_a_whole_game_by_touch(visit: Visit) -> None:
    page = invited(visit(**PHONE))
    pad = {key: page.locator(f".wp-pad-{key}") for key in ("hold", "hard", "left", "cw")}
    for key in ("left", "cw", "hold", "hard"):
        pad[key].tap()
    until(page, "f.pieces === 1 && f.hold")
    for number in range(2, 40):
        pad["hard"].tap()
        until(page, "f.pieces >= x || f.state === 'over'", number)
        if frame(page)["state"] == "over":
            break
    until(page, "f.state === 'over'")  # eight or so pieces pile up in the middle
    page.locator(".wp-veil").get_by_role("button", name=EN("play.state.again")).tap()
    until(page, "f.pieces === 0 && f.state !== 'over'")
    pad["hard"].tap()
    until(page, "f.pieces === 1 && f.state === 'play'")
    page.locator(".play-dock [data-do=pause]").tap()
    until(page, "f.state === 'paused'")
    page.locator(".wp-veil").get_by_role("button", name=EN("play.state.resume")).tap()
    until(page, "f.state === 'play'")


def test_what_fingers_press_is_large_enough(visit: Visit) -> None:
    for words in (EN, ZH):
        page = invited(visit(locale=words.tag, **PHONE))
        small = page.evaluate(
            """() => [...document.querySelectorAll('.wp-bar a, .wp-bar button, .wp-pad button, .play-dock button')]
            .filter((e) => e.checkVisibility() && !e.matches('.wp-skip')).map((e) => [e, e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 40 || box.width < 32).map(([e]) => e.outerHTML.slice(0, 80))"""
        )
        assert small == []


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_the_bar_has_air_between_the_places_and_the_language(visit: Visit, words: Words) -> None:
    page = visit(locale=words.tag, **PHONE).open("/explain")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        right, left = (
            page.locator(place).evaluate(f"(e) => e.getBoundingClientRect().{side}")
            for place, side in ((".wp-bar nav a:last-of-type", "right"), (".wp-bar [data-language]", "left"))
        )
        assert left - right >= 8
        assert page.evaluate("document.documentElement.scrollWidth") <= width
