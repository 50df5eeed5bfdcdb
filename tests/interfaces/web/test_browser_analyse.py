"""Analysing in a real browser: painting, trying moves, links, files and fumens, and replays to any moment."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.interfaces.web.browser import Visitor

from wellplayed.interfaces.web import links
from wellplayed.interfaces.web.app import LARGEST_MESSAGE
from wellplayed.interfaces.web.links import Position
from wellplayed.interfaces.web.pages.analyse import FIRST
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
EDITOR = "document.querySelector('wp-editor')"
FILM = "document.querySelector('wp-film')"
SLOT = Position("GG......../G...GGGGGG/GG.GGGGGGG", "TLS", "I", agent="dellacherie:moves=reach")
# Where a cell is on the screen.
PLACE = """([x, y]) => {
  const { canvas, at } = document.querySelector("wp-editor");
  const box = canvas.getBoundingClientRect();
  const scale = box.width / canvas.width;
  return [box.left + (at.left + (x + 0.5) * at.cell) * scale, box.top + (at.floor - (y + 0.5) * at.cell) * scale];
}"""


def opened(visitor: Visitor, query: str = "") -> Page:
    """The page, once it has thought about the position it shows."""
    page = visitor.open(f"/analyse{query}")
    thought(page)
    return page


def thought(page: Page) -> None:
    """Wait for the thought about what is shown."""
    page.wait_for_function("!document.querySelector('.desk-thinking') && document.querySelector('.wp-think-one.wp-on')")


def rows(page: Page) -> str:
    """The board as the server has it."""
    return str(page.evaluate(f"{EDITOR}.getAttribute('rows')"))


def address(page: Page) -> Position:
    [position] = links.read(page.url.partition("#")[0])  # type: ignore[misc]
    assert isinstance(position, Position)
    return position


def drag(page: Page, *cells: tuple[int, int], button: Any = "left") -> None:
    places = [page.evaluate(PLACE, list(cell)) for cell in cells]
    page.mouse.move(*places[0])
    page.mouse.down(button=button)
    for x, y in places[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up(button=button)


def press(page: Page, key: str, words: Words = EN) -> None:
    page.get_by_role("button", name=words(key), exact=True).click()


# Positions ------------------------------------------------------------------------------------------------------------


def test_a_position_in_the_address_is_shown_and_thought_about(visit: Visit) -> None:
    page = opened(visit(), f"?{SLOT.query()}")
    assert rows(page) == SLOT.board
    assert address(page) == SLOT
    assert page.evaluate(f"[{EDITOR}.getAttribute('hold'), {EDITOR}.getAttribute('next')]") == ["I", "LS"]
    assert page.evaluate(f"{EDITOR}.falling.letter") == "T"
    assert page.locator(".wp-think-one:not([disabled])").count() == 5


def test_painting_with_the_mouse(visit: Visit) -> None:
    page = opened(visit(), f"?{Position('', 'T').query()}")
    page.get_by_role("button", name="S", exact=True).first.click()
    drag(page, (2, 0), (6, 0))
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === '..SSSSS...'")
    drag(page, (4, 0), (5, 0))  # the brush's own letter is taken away
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === '..SS..S...'")
    drag(page, (0, 0), (3, 0), button="right")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === '......S...'")
    drag(page, (9, 22))  # the highest row of a fumen
    page.wait_for_function(f"{EDITOR}.getAttribute('rows').split('/').length === 23")
    press(page, "analyse.undo")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === '......S...'")
    page.keyboard.press("Control+Shift+Z")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows').split('/').length === 23")
    thought(page)
    assert address(page).rows[-1] == "......S..."


def test_painting_with_the_keyboard(visit: Visit) -> None:
    page = opened(visit(), f"?{Position('', 'T').query()}")
    page.locator("wp-editor [role=application]").focus()
    for key in ("ArrowUp", "t", "ArrowRight", "j", "ArrowDown", "Space", "ArrowRight", "l", "Delete"):
        page.keyboard.press(key)
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === 'TJ......../.G........'")
    expect(page.locator("wp-editor [aria-live]")).to_have_text(EN("analyse.cell", x=3, y=1, what=EN("analyse.empty")))
    page.keyboard.down("Shift")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.up("Shift")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === 'TJ......../.GGGGG....'")


def test_queue_hold_rules_and_agent(visit: Visit) -> None:
    page = opened(visit(), f"?{Position('', 'T').query()}")
    field = page.get_by_label(EN("analyse.queue"))
    field.fill("lls")
    field.press("Tab")
    page.wait_for_function("location.search.includes('queue=LLS')")
    page.get_by_role("button", name="O", exact=True).last.click()
    page.wait_for_function("location.search.includes('queue=LLSO')")
    page.get_by_label(EN("play.hold"), exact=True).select_option("Z")
    page.wait_for_function("location.search.includes('hold=Z')")
    page.get_by_label(EN("play.rules"), exact=True).select_option("tetrio-s2")
    page.wait_for_function("location.search.includes('rules=tetrio-s2')")
    page.get_by_label(EN("play.agent.name"), exact=True).select_option("dellacherie")
    page.wait_for_function("location.search.includes('agent=dellacherie')")
    thought(page)
    assert address(page) == Position("", "LLSO", "Z", "tetrio-s2", "dellacherie")
    field.fill("x")
    field.press("Tab")
    expect(page.locator(".desk-why")).to_contain_text("X")
    expect(field).to_have_value("LLSO")
    press(page, "analyse.deal")
    page.wait_for_function("new URLSearchParams(location.search).get('queue').length === 6")


def test_what_if_moves_are_the_engines(visit: Visit) -> None:
    page = opened(visit(), f"?{FIRST.query()}")
    before = address(page)
    page.locator(".wp-think-one").nth(1).hover()
    expect(page.locator(".desk-try")).to_contain_text(EN("analyse.play.rank", n=2))
    cells = page.evaluate(f"JSON.parse({EDITOR}.getAttribute('pointed'))")
    page.locator(".wp-think-one").nth(1).click()
    press(page, "analyse.play")
    page.wait_for_function("document.querySelectorAll('.desk-crumbs li').length === 2")
    thought(page)
    after = address(page)
    assert (after.queue, after.hold) in ((before.queue[1:], ""), (before.queue[2:], before.queue[0]))
    filled = {(x, y) for y, row in enumerate(reversed(after.rows)) for x, cell in enumerate(row) if cell != "."}
    assert {tuple(cell) for cell in cells} <= filled
    page.locator(".desk-crumbs button").first.click()
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === {json.dumps(FIRST.board)}")


def test_a_fumen_is_pasted_and_copied(visit: Visit) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(visitor)
    press(page, "analyse.open")
    page.locator(".desk-open textarea").fill(SLOT.fumen())
    press(page, "analyse.open.read")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === {json.dumps(SLOT.board)}")
    thought(page)
    press(page, "analyse.copy.fumen")
    page.get_by_role("button", name=EN("analyse.copied")).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == SLOT.fumen()
    press(page, "analyse.copy.link")
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('http'))")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_something_pasted_anywhere_is_opened(visit: Visit) -> None:
    page = opened(visit())
    paste = """(text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }"""
    page.evaluate(paste, "G.GGGGGGGG")
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === 'G.GGGGGGGG'")
    assert address(page).queue == FIRST.queue  # a board alone leaves the pieces as they are
    page.evaluate(paste, "<script>alert(1)</script>")
    expect(page.locator(".desk-why")).to_contain_text(EN("links.unknown"))
    assert rows(page) == "G.GGGGGGGG"
    # What is longer than a message may be goes as a file does, and is answered all the same.
    page.evaluate(paste, "/".join(["GG.GGGGGGG"] * 3) + "/" * (2 * LARGEST_MESSAGE))
    page.wait_for_function(f"{EDITOR}.getAttribute('rows') === 'GG.GGGGGGG/GG.GGGGGGG/GG.GGGGGGG'")
    page.evaluate(paste, "v115@" + "A" * links.LONGEST)
    expect(page.locator(".desk-why")).to_contain_text(EN("links.long", n=links.LONGEST))


def test_a_link_longer_than_a_message_may_be_is_answered(visit: Visit) -> None:
    page = visit().open("/analyse#replay=r1@" + "A" * (2 * LARGEST_MESSAGE))
    expect(page.locator(".desk-why")).to_contain_text(EN("links.long", n=links.LONGEST))
    thought(page)


@pytest.mark.parametrize(
    ("query", "words"),
    [("?position=w9@10.G", EN), ("?position=v115@&lang=zh", ZH), ("?agent=mine.py", EN), ("?rules=nobody", EN)],
)
def test_an_address_that_is_refused_says_why(visit: Visit, query: str, words: Words) -> None:
    page = opened(visit(), query)
    assert page.locator(".desk-why").inner_text().startswith(words("analyse.refused", why="")[:4])
    assert rows(page) == FIRST.board


def test_a_position_is_played_on_in_the_place_to_play(visit: Visit) -> None:
    page = opened(visit(), f"?{SLOT.query()}")
    page.get_by_role("link", name=EN("analyse.hand")).click()
    page.wait_for_function("document.querySelector('.play wp-board')?.f > 0")
    frame = page.evaluate("document.querySelector('wp-board').frame")
    assert [row.replace(".", " ").strip() != "" for row in frame["rows"].split("/")][-3:] == [True, True, True]
    assert (frame["piece"]["letter"], frame["hold"], frame["next"][:2]) == ("T", "I", "LS")


# Look -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_nothing_is_wider_than_the_window_in_any_language(visit: Visit, words: Words) -> None:
    page = opened(visit(locale=words.tag))
    press(page, "analyse.open", words)
    for width in (360, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        well = page.evaluate(f"{EDITOR}.canvas.getBoundingClientRect().toJSON()")
        assert well["width"] > 180
        assert 0 <= well["left"] < well["right"] <= width
