"""Explain in a real browser: the list, the steps, a board changed by clicks, keys and text, and saved pictures."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.interfaces.web.browser import Visitor

from wellplayed.interfaces.web.chapters import CHAPTERS, chapter
from wellplayed.interfaces.web.chapters.chapter import Reader, Told
from wellplayed.interfaces.web.chapters.position import Board, read, read_narrow
from wellplayed.interfaces.web.lesson import Lesson
from wellplayed.interfaces.web.theme import colours
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
CELL = 15.0


def told(name: str, board: Board | None = None, pieces: str | None = None, **chosen: str) -> Told:
    """What the page should show."""
    first = chapter(name).samples[0]
    return chapter(name).tell(Reader(board or read(first.rows), first.pieces if pieces is None else pieces, chosen, EN))


def opened(visitor: Visitor, place: str) -> Page:
    """A chapter, once it is told."""
    page = visitor.open(place)
    page.locator(".ex-picture svg").wait_for()
    return page


def shows(page: Page, found: Told, step: int) -> None:
    """Wait until a step of what was told is shown, with its numbers."""
    one = found.steps[step]
    page.wait_for_function(
        """([title, says, values]) => document.querySelector(".ex-stepper h2").textContent === title
          && document.querySelector(".ex-says").textContent === says
          && [...document.querySelectorAll(".ex-numbers dd")].map((cell) => cell.textContent).join() === values""",
        arg=[one.title, one.says, ",".join(number.value for number in one.numbers)],
    )
    assert page.locator(".ex-numbers dt").all_text_contents() == [number.label for number in one.numbers]
    assert page.locator(".ex-picture svg").get_attribute("aria-label") == one.picture.title


def click(page: Page, x: int, y: int) -> None:
    """Click a cell of the board."""
    page.locator(".ex-grid svg").click(position={"x": 1 + (x + 0.5) * CELL, "y": 1 + (19.5 - y) * CELL})


def test_the_list_leads_to_every_chapter(visit: Visit) -> None:
    page = visit().open("/explain")
    entries = page.locator(".ex-list a")
    assert entries.count() == len(CHAPTERS)
    for one in CHAPTERS:
        assert page.get_by_text(EN(f"explain.{one.name}.title"), exact=True).is_visible()
    page.wait_for_function(f"document.querySelectorAll('.ex-cover svg').length === {len(CHAPTERS)}")
    entries.first.click()
    page.wait_for_url(f"**/explain/{CHAPTERS[0].name}")
    page.locator(".ex-picture svg").wait_for()
    page.get_by_text(EN("explain.after", title=EN("explain.paths.title"))).click()
    page.wait_for_url("**/explain/paths")


def test_steps_by_buttons_marks_and_arrow_keys(visit: Visit) -> None:
    page, found = opened(visit(), "/explain/paths"), told("paths")
    shows(page, found, 0)
    back, on = (page.get_by_role("button", name=EN(f"explain.{name}")) for name in ("previous", "next"))
    assert back.is_disabled()
    top = on.bounding_box()
    on.click()
    shows(page, found, 1)
    assert on.bounding_box() == top  # what is pressed stays under the finger
    page.keyboard.press("ArrowRight")
    shows(page, found, 2)
    page.keyboard.press("ArrowLeft")
    shows(page, found, 1)
    page.locator(".ex-dots button").nth(5).click()
    shows(page, found, 5)
    assert on.is_disabled()
    back.click()
    shows(page, found, 4)
    assert page.url.endswith("?step=5")
    page.reload()
    page.locator(".ex-picture svg").wait_for()
    shows(page, found, 4)


def test_steps_play_by_themselves_to_the_end(visit: Visit) -> None:
    page, found = opened(visit(), "/explain/spin?step=3"), told("spin")
    page.get_by_role("button", name=EN("explain.play")).click()
    page.get_by_role("button", name=EN("explain.stop")).wait_for()
    shows(page, found, 3)
    page.get_by_role("button", name=EN("explain.play")).wait_for()


def test_a_click_changes_the_board_and_the_numbers_follow(visit: Visit) -> None:
    page = opened(visit(), "/explain/evaluation?step=2")
    board = read(chapter("evaluation").samples[0].rows)
    shows(page, told("evaluation"), 1)
    click(page, 7, 3)
    board = board.toggled(7, 3)
    shows(page, told("evaluation", board), 1)
    click(page, 8, 4)
    click(page, 7, 3)
    board = board.toggled(8, 4).toggled(7, 3)
    shown = Lesson(chapter("evaluation"), EN, {"step": "2"})
    shown.change_board(board)
    page.wait_for_url(lambda url: url.endswith(shown.query()))
    shows(page, told("evaluation", board), 1)
    again = opened(visit(), page.url.partition("/explain")[1] + page.url.partition("/explain")[2])
    shows(again, told("evaluation", board), 1)
    assert again.get_by_label(EN("explain.paste")).input_value() == str(board)


def test_cells_are_painted_by_dragging_and_by_keys(visit: Visit) -> None:
    page = opened(visit(), "/explain/paths")
    page.get_by_role("button", name=EN("explain.empty")).click()
    text = page.get_by_label(EN("explain.paste"))
    expect(text).to_have_value("." * 10)
    box = page.locator(".ex-grid svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 1 + 0.5 * CELL, box["y"] + 1 + 19.5 * CELL)
    page.mouse.down()
    page.mouse.move(box["x"] + 1 + 4.5 * CELL, box["y"] + 1 + 19.5 * CELL, steps=20)
    page.mouse.up()
    page.wait_for_function(
        "v => [...document.querySelectorAll('.ex-given input')].some(i => i.value === v)", arg="GGGGG....."
    )
    page.locator(".ex-grid").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", " "):
        page.keyboard.press(key)
    page.wait_for_function(
        "v => [...document.querySelectorAll('.ex-given input')].some(i => i.value === v)", arg="......G.../GGGGG....."
    )
    assert text.input_value() == "......G.../GGGGG....."
    shows(page, told("paths", read("......G.../GGGGG.....")), 0)
    assert "column 7, row 2, filled" in page.locator(".ex-given [role=status]").all_text_contents()


def test_bad_input_is_answered_beside_its_field(visit: Visit) -> None:
    page, found = opened(visit(), "/explain/beam"), told("beam")
    shows(page, found, 0)
    board = page.get_by_label(EN("explain.paste"))
    board.fill("####/##")
    board.press("Enter")
    message = page.get_by_text("row 1 of the board has 4 cells, the game 10; make every row 10 long")
    message.wait_for()
    near, field = message.bounding_box(), board.bounding_box()
    assert near is not None
    assert field is not None
    assert 0 <= near["y"] - field["y"] - field["height"] < 30
    assert board.get_attribute("aria-invalid") == "true"
    shows(page, found, 0)  # the last picture stays, and steps back
    page.locator(".ex-stale").wait_for()
    board.fill("#.........")
    board.press("Enter")
    shows(page, told("beam", read("#.........")), 0)
    assert message.count() == 0
    pieces = page.get_by_label(EN("explain.pieces"), exact=True)
    pieces.fill("JTQ")
    pieces.press("Enter")
    page.get_by_text(EN("refused.piece", letter="Q")).wait_for()
    pieces.fill("JTSZ")
    pieces.press("Enter")
    shows(page, told("beam", read("#........."), "JTSZ"), 0)
    depth = page.get_by_label(EN("explain.choice.depth"))
    depth.fill("4")
    depth.press("Enter")
    page.get_by_text("depth=4 looks 4 pieces ahead").wait_for()


def test_choices_change_what_is_told(visit: Visit) -> None:
    page = opened(visit(), "/explain/evaluation")
    page.get_by_label(EN("explain.choice.weights")).select_option("dellacherie")
    shows(page, told("evaluation", weights="dellacherie"), 0)
    page.get_by_label(EN("explain.choice.place")).fill("3")
    page.get_by_label(EN("explain.choice.place")).press("Enter")
    shows(page, told("evaluation", weights="dellacherie", place="3"), 0)
    assert "weights=dellacherie" in page.url
    kick = opened(visit(), "/explain/kick")
    offers = told("kick").offers["turn"]
    menu = kick.get_by_label(EN("explain.choice.turn"), exact=True)
    assert menu.locator("option").all_text_contents() == [text for _, text in offers]
    menu.select_option(offers[3][0])
    shows(kick, told("kick", turn=offers[3][0]), 0)
    kick.get_by_role("button", name=EN("explain.sample.double")).click()
    sample = chapter("kick").samples[1]
    shows(kick, told("kick", read(sample.rows), sample.pieces), 0)


def test_a_smaller_board_is_changed_by_a_click_and_by_keys(visit: Visit) -> None:
    page = opened(visit(), "/explain/guided")
    first = chapter("guided").samples[0]

    def now(board: Board, **chosen: str) -> Told:
        return chapter("guided").tell(Reader(board, first.pieces, chosen, EN))

    board = read_narrow(first.rows)
    shows(page, now(board), 0)
    page.locator(".ex-grid svg").click(position={"x": 1 + 5.5 * CELL, "y": 1 + 5.5 * CELL})  # column 6, row 5
    board = board.toggled(5, 4)
    shows(page, now(board), 0)
    for key in ("ArrowUp", "ArrowRight", " "):
        page.locator(".ex-grid").press(key)
    shows(page, now(board.toggled(5, 5)), 0)
    page.get_by_label(EN("explain.choice.simulations")).select_option("8")
    page.locator(".ex-dots button").nth(4).click()
    shows(page, now(board.toggled(5, 5), simulations="8"), 4)
    page.wait_for_function("location.search.includes('simulations=8')")


def test_a_picture_is_saved_as_it_looks(visit: Visit, tmp_path: Path) -> None:
    page = opened(visit(), "/explain/paths?step=4&theme=light")
    with page.expect_download() as event:
        page.get_by_role("button", name=EN("explain.export")).click()
    assert event.value.suggested_filename == "wellplayed-paths-4.svg"
    event.value.save_as(tmp_path / "saved.svg")
    text = (tmp_path / "saved.svg").read_text("utf-8")
    ET.fromstring(text.encode())
    assert colours("light")["well"] in text
    assert "var(" not in text


@pytest.mark.parametrize(
    ("width", "language", "theme"),
    [
        (360, "zh", "dark"),
        (1920, "en", "light"),
        pytest.param(768, "en", "dark", marks=pytest.mark.slow),
        pytest.param(1280, "zh", "light", marks=pytest.mark.slow),
    ],
)
def test_every_chapter_fits_every_width(visit: Visit, width: int, language: str, theme: str) -> None:
    visitor = visit(viewport={"width": width, "height": 800})
    words = Words(language)
    page = visitor.open(f"/explain?lang={language}&theme={theme}")
    for one in CHAPTERS:
        page.goto(f"{visitor.address}/explain/{one.name}?lang={language}&theme={theme}&step=99")
        page.locator(".ex-picture svg").wait_for()
        assert page.locator("h1").text_content() == words(f"explain.{one.name}.title")
        assert page.locator(".ex-questions dt").count() == 3
        assert page.evaluate("document.querySelector('main').scrollWidth <= innerWidth"), one.name
        widths = "['.ex-picture svg', '.ex-picture'].map(s => document.querySelector(s).getBoundingClientRect().width)"
        picture, place = page.evaluate(widths)
        assert 100 < picture <= place + 0.5, one.name


def test_pictures_are_drawn_for_the_room_that_they_have(visit: Visit) -> None:
    page = opened(visit(), "/explain/evaluation?step=2")
    before = page.locator(".ex-picture svg").get_attribute("viewBox")
    page.set_viewport_size({"width": 380, "height": 800})
    page.wait_for_function("v => document.querySelector('.ex-picture svg').getAttribute('viewBox') !== v", arg=before)


def test_an_unknown_chapter_shows_the_list_and_says_why(visit: Visit) -> None:
    page = visit().open("/explain/beams")
    assert page.get_by_role("alert").text_content() == "unknown chapter 'beams'; did you mean 'beam'?"
    assert page.locator(".ex-list a").count() == len(CHAPTERS)


def test_what_a_browser_may_send_instead_of_a_cell_changes_nothing(visit: Visit) -> None:
    page, found = opened(visit(), "/explain/paths"), told("paths")
    shows(page, found, 0)
    for detail in ("-1", '"<b>"', "[1,2,3]", "null"):
        page.evaluate(f"emitEvent('explain-room', {detail})")
    page.evaluate("document.querySelector('.ex-grid').dispatchEvent(new KeyboardEvent('keydown', {key: 'x'}))")
    page.get_by_role("button", name=EN("explain.next")).click()
    shows(page, found, 1)
    assert re.fullmatch(r"1 of \d+|2 of 6", page.locator(".ex-count").text_content() or "")
