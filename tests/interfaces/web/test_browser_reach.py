"""The page for everybody: at twice its size, without motion, by keyboard alone, and read aloud."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.interfaces.web.browser import Visitor, until
from tests.interfaces.web.play import box, opened
from tests.interfaces.web.stage import Stage

from wellplayed.interfaces.web.layout import PLACES
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN = Words("en")
TWICE = {"viewport": {"width": 640, "height": 400}}  # 1280 by 800 at 200 per cent
ALOUD = "document.querySelector('.wp-left .wp-hidden').textContent"
# Vue sets a property instead of an attribute where an element has one of that name, so ours may have none.
TAKEN = """() => [...document.querySelectorAll('*')].filter((e) => e.localName.startsWith('wp-')).flatMap((e) =>
  [...e.attributes].map(({ name }) => name).filter((name) => !(name in HTMLElement.prototype)
    && !/^(data|aria)-/.test(name) && (name in e || name.replace(/-(\\w)/g, (_, c) => c.toUpperCase()) in e))
  .map((name) => `${e.localName} ${name}`))"""
# Where the focus is, and how it is shown.
FOCUS = """() => {
  const e = document.activeElement, ring = e.querySelector(":scope .wp-well") ?? e;
  const { outlineStyle, outlineWidth } = getComputedStyle(e), after = getComputedStyle(ring, "::after");
  const seen = outlineStyle === "none" ? ring !== e && after.content !== "none" ? after.borderTopWidth : "0"
    : outlineWidth;
  const name = e.dataset.do || e.ariaLabel || e.innerText || e.localName;
  return [e === document.body ? "" : e.role === "application" ? "board" : name, parseFloat(seen)];
}"""


def test_at_twice_its_size_the_board_is_whole_and_nothing_lies_on_it(visit: Visit) -> None:
    page = opened(visit(**TWICE))
    page.locator(".wp-veil-start").wait_for()
    x, y, wide, high = box(page)
    assert y >= 44
    assert y + high <= page.evaluate("document.querySelector('.play-dock').getBoundingClientRect().top") + 1
    assert high >= 250
    assert not page.locator(".wp-pad").is_visible()  # there is a keyboard, and no room
    assert not page.locator(".wp-legend").is_visible()
    veil = page.locator(".wp-veil-box").bounding_box()
    assert veil is not None
    assert x <= veil["x"]
    assert veil["x"] + veil["width"] <= x + wide
    assert veil["y"] + veil["height"] <= y + high
    page.keyboard.press("ArrowLeft")
    until(page, "!f.agent?.on && f.state === 'play'")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [640, 400]


def test_a_window_lower_than_the_page_can_be_is_scrolled(visit: Visit) -> None:
    page = opened(visit(viewport={"width": 320, "height": 256}))
    hand = page.locator(".play-dock [data-do=hand]")
    hand.scroll_into_view_if_needed()
    hand.click()
    until(page, "!b.isQuiet && f.agent?.on")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_without_motion_no_game_plays_behind_the_invitation(visit: Visit) -> None:
    page = opened(visit(reduced_motion="reduce"))
    until(page, "b.isQuiet && f.agent?.on && f.pieces >= 3")
    assert page.inner_text(".wp-number-pieces dd") == "0"
    assert page.inner_text(".wp-number-score dd") == "0"
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('.wp-number-pieces dd').textContent === '1'")


def test_the_keyboard_goes_through_play_in_order_and_the_focus_is_always_seen(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.pieces >= 2")
    page.keyboard.press("p")
    until(page, "f.state === 'paused'")
    page.wait_for_timeout(800)
    page.locator("#main").focus()
    met = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name, width = page.evaluate(FOCUS)
        if not name:
            break
        met.append(name)
        assert width >= 2, name
    places = [met.index(name) for name in ("hand", "pause", "step", EN("play.speed"), "board")]
    assert places == sorted(places)
    assert met.index("board") < met.index(EN("think.advice")) < met.index(EN("think.save"))
    assert len(met) == len(set(met))


def test_compare_keeps_the_focus_while_there_is_nothing_to_compare(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5&agent=random")
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.pieces >= 2")
    page.keyboard.press("p")
    compare = page.locator(".wp-think-compare button[aria-disabled=true]")
    compare.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert compare.get_attribute("aria-pressed") == "false"
    assert compare.evaluate("(button) => button === document.activeElement")


def test_what_an_agent_clears_is_not_read_aloud_and_what_a_person_clears_is(page: Page) -> None:
    stage = Stage(page, "one")
    agent = {"on": True, "spec": "beam", "pace": 0.1, "target": None, "error": ""}
    before = page.evaluate(ALOUD)
    stage.line.show(1, calls=[["double", 1]], agent=agent)
    stage.until(lambda: page.locator(".wp-call").count() == 1)
    assert page.inner_text(".wp-call") == "double"
    assert page.evaluate(ALOUD) == before
    stage.line.show(2, calls=[["t-spin-double", 2]])
    stage.until(lambda: page.evaluate(ALOUD) == "T-spin double")


@pytest.mark.parametrize("place", [*PLACES.values(), "/explain/mcts"])
def test_no_attribute_of_an_element_of_ours_is_hidden_by_a_property(visit: Visit, place: str) -> None:
    page = visit().open(place)
    if place not in (PLACES["explain"], PLACES["runs"]) and not place.startswith("/explain/"):
        page.wait_for_function("[...document.querySelectorAll('*')].some((e) => e.localName.startsWith('wp-'))")
    page.wait_for_timeout(500)
    assert page.evaluate(TAKEN) == []


def test_every_part_that_a_screen_reader_meets_has_a_name(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("h")
    until(page, "f.agent?.on && f.pieces >= 2")
    page.keyboard.press("p")
    page.wait_for_selector("wp-think:not([data-empty])")
    page.wait_for_timeout(500)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('#main section, [role=group], [role=tabpanel], [role=tablist],'
        + ' [role=img], [role=slider], [role=application]')]
        .filter((e) => e.checkVisibility() && !e.closest('[aria-hidden=true]'))
        .filter((e) => !(e.ariaLabel || document.getElementById(e.getAttribute('aria-labelledby'))?.innerText
          || e.querySelector(':scope > title'))).map((e) => e.outerHTML.slice(0, 100))"""
    )
    assert nameless == []
