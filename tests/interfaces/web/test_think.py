"""The Think panel in a real browser: it follows the agent, points at the board, and moves nothing."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.interfaces.web import drawn
from tests.interfaces.web.browser import Server, Visitor, until

from wellplayed.interfaces.web.drawing.ink import SIGN
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
AGENT = "agent=beam:depth%3D1,width%3D40"  # of the best candidates none is cut
FULL = "wp-think:not([data-empty]) .wp-think-bars svg"  # a panel that shows a thought


def opened(visitor: Visitor, query: str = AGENT) -> Page:
    """The page to play, with its panel."""
    page = visitor.open(f"/?seed=5&{query}")
    page.wait_for_selector("wp-think", state="attached")
    return page


def handed_over(page: Page) -> Page:
    """The same with the agent at the keys."""
    page.click(".play [data-do=hand]:visible")
    page.wait_for_selector(FULL, state="attached")
    return page


def paused(page: Page) -> Page:
    """The same at rest, with the panel showing the last thought."""
    page.click(".play [data-do=pause]:visible")
    until(page, "f.state === 'paused'")
    page.wait_for_timeout(800)
    return page


@pytest.fixture(scope="module")
def shown(browser: Browser, server: Server) -> Iterator[Page]:
    """A panel about a beam, the game at rest; for tests that leave it as it was."""
    context = browser.new_context(locale="en-US", viewport={"width": 1920, "height": 1080}, accept_downloads=True)
    visitor = Visitor(context, server.address)
    yield paused(handed_over(opened(visitor)))
    assert not visitor.faults
    context.close()


def pointed(page: Page) -> Any:
    """The cells that the board outlines."""
    return json.loads(page.get_attribute("wp-board", "pointed") or "null")


def cells(page: Page, rank: int) -> Any:
    """The cells of a candidate."""
    return json.loads(page.get_attribute(f"[data-rank='{rank}']", "data-cells") or "null")


def total(page: Page) -> float:
    """The value that the bars add up to."""
    return float(page.get_attribute(".wp-think-bars .total", "data-total") or "nan")


def number(text: str) -> float:
    """A number as it is written."""
    return float(text.replace("−", "-"))


def away(page: Page) -> None:
    """Point at nothing."""
    page.mouse.move(900, 500)
    page.wait_for_function("document.querySelector('.wp-think-compare').innerText.startsWith('1 ')")


def test_it_tells_the_move_that_the_agent_is_about_to_make(shown: Page) -> None:
    move, effort = (shown.inner_text(f".wp-think-{part}") for part in ("move", "effort"))
    assert re.fullmatch(r"(straight drop|shift|tuck|spin) · [IOTSZJL] [⇄←→↓↻↺⇅\d ]+", move), move
    assert re.fullmatch(r"depth 1 · [\d,]+ nodes · [\d.,]+ ms · [\d.]+ [kM]?/s", effort), effort
    assert sorted(cells(shown, 0)) == sorted(shown.evaluate("document.querySelector('wp-board').frame.agent.target"))
    assert shown.locator(".wp-think-bars svg .row").count() == 4


def test_looking_at_a_candidate_shows_its_cells_and_its_bars(shown: Page) -> None:
    for rank in (2, 4):
        shown.hover(f"[data-rank='{rank}']")
        shown.wait_for_function(f"document.querySelector('.wp-think-compare').innerText.startsWith('{rank + 1} ')")
        assert pointed(shown) == cells(shown, rank)
        said = number(shown.inner_text(f"[data-rank='{rank}'] .wp-think-value"))
        assert total(shown) == pytest.approx(said, rel=0.01, abs=0.006)
    away(shown)
    assert pointed(shown) is None


def test_candidates_are_reached_by_keys_and_kept_by_a_click(shown: Page) -> None:
    shown.focus(".wp-think-head button")
    shown.keyboard.press("Tab")
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.dataset.rank") == "1"
    assert pointed(shown) == cells(shown, 1)
    said = shown.inner_text("[data-rank='1'] .wp-think-value")
    assert said in (shown.get_attribute("[data-rank='1']", "aria-label") or "")
    shown.click("[data-rank='3']")
    shown.mouse.move(900, 500)
    shown.wait_for_function("document.querySelector('.wp-think-compare').innerText.startsWith('4 ')")
    assert pointed(shown) == cells(shown, 3)
    shown.click("[data-rank='3']")
    away(shown)
    assert pointed(shown) is None


def test_differences_are_shown_on_demand(shown: Page) -> None:
    before, button = total(shown), shown.locator(".wp-think-compare button")
    button.click()
    shown.wait_for_selector(f".wp-think-bars text:has-text('{EN('think.difference')}')")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    shown.wait_for_function(f"Number(document.querySelector('.wp-think-bars .total').dataset.total) === {before}")


def test_tabs_show_the_beam_and_the_keys_and_each_can_be_kept(shown: Page, tmp_path: Path) -> None:
    first, last = shown.locator("wp-think [role=tab]").all_inner_texts()
    assert first in (EN("think.beam"), EN("think.lookahead"))  # of some pieces it cuts nothing
    assert last == EN("think.way")
    for tab, part in (("way", ".wp-think-moving svg"), ("beam", ".node.chosen")):
        shown.click(f"wp-think [data-look={tab}]")
        shown.wait_for_selector(f".wp-think-tab {part}")
        assert shown.get_attribute(f"wp-think [data-look={tab}]", "aria-selected") == "true"
        with shown.expect_download() as waiting:
            shown.click(".wp-think-save button")
        assert waiting.value.suggested_filename == f"wellplayed-{tab}.svg"
        file = tmp_path / f"{tab}.svg"
        waiting.value.save_as(file)
        whole = file.read_text("utf-8")
        assert drawn.parsed(whole.partition("\n")[2])
        assert "var(" not in whole
    assert shown.locator(".wp-think-tab .node.chosen").count() == 2


def test_patterns_are_on_every_picture_and_in_files_once_they_are_asked_for(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = paused(handed_over(opened(visitor)))
    sign = page.locator(f".wp-think-best .{SIGN}").first

    def saved() -> str:
        with page.expect_download() as waiting:
            page.click(".wp-think-save button")
        waiting.value.save_as(tmp_path / "tab.svg")
        return (tmp_path / "tab.svg").read_text("utf-8")

    page.click("wp-think [data-look=way]")
    page.wait_for_selector(".wp-think-tab .wp-think-moving svg")
    assert not sign.is_visible()
    assert SIGN not in saved()
    page.click("[data-tab=keys]")
    page.get_by_label(EN("play.set.patterns")).check()
    sign.wait_for()
    assert SIGN in saved()
    other = visitor.open("/explain/paths")
    other.locator(f".ex-picture .{SIGN}").first.wait_for()
    page.get_by_label(EN("play.set.patterns")).uncheck()
    other.locator(f".ex-picture .{SIGN}").first.wait_for(state="hidden")


def test_pictures_are_drawn_for_the_room_that_there_is(shown: Page) -> None:
    width = "Number(document.querySelector('.wp-think-tab svg').getAttribute('width'))"
    wide = shown.evaluate(width)
    shown.set_viewport_size({"width": 1280, "height": 800})
    shown.wait_for_function(f"{width} < {wide}")
    inside = shown.evaluate("document.querySelector('wp-think').clientWidth")
    assert inside - 20 <= shown.evaluate(width) <= inside
    shown.set_viewport_size({"width": 1920, "height": 1080})
    shown.wait_for_function(f"{width} === {wide}")


def test_it_advises_a_person_who_plays(visit: Visit) -> None:
    page = opened(visit())
    assert EN("think.empty") in page.inner_text("wp-think")
    assert EN("think.empty.next") in page.inner_text("wp-think")
    assert page.locator(".wp-think-one").count() == 5
    page.wait_for_selector(".wp-think-save button", state="hidden")
    page.click("wp-think button[aria-pressed]:visible")
    page.wait_for_selector(FULL)
    first = page.inner_text(".wp-think-move")
    page.keyboard.press("Space")
    page.wait_for_function("(before) => document.querySelector('.wp-think-move').innerText !== before", arg=first)
    assert page.evaluate("document.querySelector('wp-board').frame.agent.on") is False
    assert page.get_attribute("wp-think", "data-earlier") is None
    page.click("wp-think button[aria-pressed]:visible")
    page.keyboard.press("Space")  # nobody thinks about this piece
    page.wait_for_selector("wp-think[data-earlier]")
    page.hover("[data-rank='1']")
    page.wait_for_timeout(200)
    assert pointed(page) is None


def test_a_tree_search_has_a_tree_and_chinese_words(visit: Visit) -> None:
    page = paused(handed_over(opened(visit(), "agent=mcts:simulations%3D60&lang=zh&theme=light")))
    assert page.locator("wp-think [role=tab]").all_inner_texts() == [ZH("think.tree"), ZH("think.way")]
    assert "前瞻" in page.inner_text(".wp-think-effort")
    assert ZH("think.visits", n="60") in (page.locator(".wp-think-tab svg").text_content() or "")


def test_it_follows_a_fast_agent_without_haste_and_moves_nothing(visit: Visit) -> None:
    page = handed_over(opened(visit()))
    measure = "[...document.querySelectorAll('.wp-think-best, .wp-think-bars, wp-think .wp-tabs, .wp-think-tab')]"
    measure += ".map((e) => e.getBoundingClientRect().top)"
    before = page.evaluate(measure)
    assert len(before) == 4
    page.evaluate("document.querySelector('wp-board').wire.send({k: 'do', what: 'set', pace: 0})")
    until(page, "f.agent?.pace === 0")
    page.evaluate(
        """window.moves = 0; new MutationObserver(() => { window.moves += 1; })
        .observe(document.querySelector('.wp-think-move'), {childList: true});"""
    )
    page.wait_for_timeout(3000)
    assert 1 <= page.evaluate("window.moves") <= 3 * 8 + 2
    assert page.evaluate(measure) == before


def test_nothing_is_drawn_for_a_panel_that_is_put_away(visit: Visit) -> None:
    page = opened(visit(viewport={"width": 360, "height": 740}))
    page.click(".play-dock [data-do=hand]")
    until(page, "f.pieces > 1")
    assert page.get_attribute("wp-think", "data-empty") is not None
    page.click(".play-dock [data-show=think]")
    page.wait_for_selector(FULL)
    page.click("wp-think [role=tab]")
    assert page.get_attribute(".play", "data-show") == "think"  # it is put away by its own button


def test_of_a_pair_it_tells_the_move_its_dream_and_the_chain_it_could_fire(visit: Visit, tmp_path: Path) -> None:
    agent = "game=puyo&agent=sampled:depth%3D3,width%3D12,futures%3D2"
    page = opened(visit(viewport={"width": 1920, "height": 1080}, accept_downloads=True), agent)
    assert page.locator(".wp-think-board .field").count() == 5
    page = handed_over(page)
    until(page, "f.pieces >= 8")
    paused(page)
    move = page.inner_text(".wp-think-move")
    assert re.fullmatch(r"(place|tear by \d+|one link|chain of \d+) · [RGBY]{2} [1-6][↑→↓←]", move), move
    page.hover("[data-rank='0']")
    assert pointed(page) == cells(page, 0)
    page.click("wp-think [data-look=beam]")
    page.wait_for_selector(f".wp-think-tab figcaption:has-text('{EN('think.dream')}')")
    page.click("wp-think [data-look=chain]")
    page.wait_for_selector(".wp-think-chains .link")
    points = page.evaluate(
        "[...document.querySelector('.wp-think-chains svg').querySelectorAll('.link')]"
        ".map((link) => Number(link.dataset.points))"
    )
    heading = page.locator(".wp-think-chains svg text").first.text_content() or ""
    assert f"{sum(points):,} points" in heading
    with page.expect_download() as waiting:
        page.click(".wp-think-save button")
    waiting.value.save_as(tmp_path / "chain.svg")
    kept = (tmp_path / "chain.svg").read_text("utf-8")
    assert "var(" not in kept
    assert heading in kept
