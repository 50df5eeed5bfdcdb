"""Puyo in a real browser: a chapter whose field is painted, and the analysis with drops, chains and the way back."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, expect
from tests.interfaces.web.browser import Visitor

from wellplayed.interfaces.web.fieldgrid import CELL
from wellplayed.interfaces.web.puyolinks import from_query
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")


def click(page: Page, x: int, y: int, **how: Any) -> None:
    """Click a cell of the field, however large it is drawn."""
    grid = page.locator(".ex-grid")  # the picture in it is another one after every change
    grid.locator("svg").wait_for()
    box = grid.bounding_box()
    assert box is not None
    side = box["width"] / (6 * CELL + 2) * CELL
    grid.click(position={"x": (x + 0.5) * side, "y": (12.5 - y) * side}, **how)


def test_a_painted_field_is_told_and_its_address_shows_it_again(visit: Visit) -> None:
    page = visit().open("/explain/flood?position=RRR...")
    field = page.get_by_label(EN("field.paste"))
    title = page.locator(".ex-stepper h2")
    expect(title).to_have_text(EN("explain.flood.first"))
    click(page, 3, 1)
    expect(field).to_have_value("...R../RRR...")
    expect(page.locator(".ex-notes")).to_have_text(EN("field.note.hanging", columns="4"))
    page.locator('[data-puyo="B"]').click()
    click(page, 4, 0)
    expect(field).to_have_value("...R../RRR.B.")
    click(page, 4, 0, button="right")
    expect(field).to_have_value("...R../RRR...")
    page.locator(".ex-dots button").last.click()
    expect(page.locator(".ex-numbers dd").last).to_have_text("4")  # the four reds, once they are down
    page.wait_for_url(lambda url: url.endswith("position=...R../RRR...&step=8"))
    again = visit(locale="zh-CN").open("/" + page.url.split("/", 3)[3])
    expect(again.get_by_label(ZH("field.paste"))).to_have_value("...R../RRR...")
    expect(again.locator(".ex-stepper h2")).to_have_text(ZH("explain.flood.counted"))
    page.locator(".ex-grid").focus()
    for key in ("ArrowUp", "y"):
        page.keyboard.press(key)
    expect(field).to_have_value("...RY./RRR...")
    field.fill("RRX...")
    field.press("Enter")
    expect(page.locator(".ex-problem").first).to_contain_text("unknown letter 'X'")


def test_a_pair_is_dropped_its_chain_looked_at_and_taken_back(visit: Visit) -> None:
    page = visit().open("/analyse?game=puyo&queue=YG,RB&position=.BY.../.RR.../.RBYGB/.YYBYG/YRBYGG&agent=builder")

    def shown() -> tuple[str, str]:
        position = from_query(dict(parse_qsl(urlsplit(page.url).query))).position
        return position.field, position.queue

    page.locator(".wp-think-one.wp-on").first.wait_for()
    page.locator("button[data-column='1']").click()
    stages, says = page.locator(".puyo-stages button"), page.locator(".puyo-says")
    expect(stages).to_have_text(["Dropped", "1", "2", "3", "4", "5", "After"])
    stages.nth(2).click()
    expect(says).to_contain_text("= 320. So far 360.")
    stages.last.click()
    expect(says).to_have_text("5 links, 4,840 points, 69 ojama.")
    page.wait_for_url(lambda url: "queue=RB" in url)
    assert shown() == ("G....B", "RB")
    page.get_by_text(EN("analyse.puyo.back"), exact=True).click()
    page.wait_for_url(lambda url: "queue=YG,RB" in url)
    assert shown() == (".BY.../.RR.../.RBYGB/.YYBYG/YRBYGG", "YG,RB")
    click(page, 4, 7)
    page.locator(".desk-said").get_by_text(EN("field.note.hanging", columns="5")).wait_for()
    page.get_by_text(EN("analyse.puyo.fall"), exact=True).click()
    page.wait_for_url(lambda url: ".RR.R./" in url)
    expect(page.locator("wp-desk")).to_have_attribute("data-rows", ".BY.../.RR.R./.RBYGB/.YYBYG/YRBYGG")
    page.get_by_text("Tetris", exact=True).click()
    page.locator("wp-editor").wait_for()
