"""A race in a real browser: its boards, its table, its controls, and that the address names it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.interfaces.web.browser import Visitor

from wellplayed.interfaces.web.race import Race
from wellplayed.interfaces.web.tracks import generations
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
RACE = "document.querySelector('wp-race')"
THREE = "agent=random&agent=dellacherie&agent=beam:depth%3D1,width%3D3"
# The letters on a board, read back from its picture: the colour in the middle of each cell against the theme's.
SEEN = """(lane) => {
  const race = document.querySelector("wp-race");
  const { canvas } = race.boards[lane];
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const probe = document.createElement("span");
  document.body.append(probe);
  const [letters, kind] = race.puyo ? ["RGBY", "puyo"] : ["IOTSZJL", "piece"];
  const hues = Object.fromEntries([...letters].map((letter) => {
    probe.style.color = `var(--${kind}-${letter.toLowerCase()})`;
    return [getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).join(), letter];
  }));
  probe.remove();
  const rows = [];
  for (let y = race.high - 1; y >= 0; y--) {
    let row = "";
    for (let x = 0; x < race.wide; x++) {
      const u = race.at.left + Math.floor((x + 0.5) * race.at.cell);
      const v = race.at.floor - Math.floor((y + 0.5) * race.at.cell);
      const at = 4 * (v * canvas.width + u);
      row += hues[[...data.slice(at, at + 3)].join()] ?? ".";
    }
    rows.push(row);
  }
  return rows.join("/").replace(/^(\\.+\\/)+/, "");
}"""


def ready(page: Page) -> Page:
    """The page, once its race is there to be started."""
    page.wait_for_function(f"{RACE}?.state === 'paused' && {RACE}.at")
    return page


def done(page: Page) -> None:
    page.wait_for_function(f"{RACE}.state === 'done' && {RACE}.looks.every((look) => !look.changed)")


def looks(page: Page) -> Any:
    return page.evaluate(f"{RACE}.looks.map((l) => [l.rows, l.pieces, l.lines, l.height, l.holes, l.score, l.end])")


def start(page: Page, words: Words = EN) -> None:
    page.get_by_role("button", name=words("race.start"), exact=True).click()


def test_all_generations_race_to_the_end_that_the_engine_says(visit: Visit) -> None:
    page = ready(visit().open("/race?seed=3&pieces=20&pace=0"))
    start(page)
    done(page)
    twin = Race(generations("guideline"), seed=3, cap=20)
    twin.run()
    wanted = [[*lane.look[1:7], lane.look.end] for lane in twin.lanes]
    assert looks(page) == [[rows, p, n, h, o, s, end] for rows, p, n, h, o, s, end in wanted]
    names = page.locator(".wp-race-table tbody .wp-agent-line").all_inner_texts()
    titles = page.evaluate(f"{RACE}.names.map((n) => n.name)")
    assert [name.split()[0] for name in names] == [titles[i] for i in twin.order()]
    expect(page.locator(".wp-race-note")).to_contain_text(titles[twin.order()[0]])
    expect(page.locator(".wp-lane-end").first).to_have_text(EN("race.out", n=twin.lanes[0].look.pieces))
    assert page.locator(".wp-lane").count() == 12


def test_a_board_shows_the_pieces_colours(visit: Visit) -> None:
    page = ready(visit().open(f"/race?seed=3&pieces=100&pace=0&{THREE}"))
    start(page)
    done(page)
    for lane in (1, 2):
        assert page.evaluate(SEEN, lane) == page.evaluate(f"{RACE}.looks[{lane}].rows")


def test_pause_go_on_and_other_pieces(visit: Visit) -> None:
    page = ready(visit().open(f"/race?seed=3&pieces=3000&pace=30&{THREE}"))
    start(page)
    page.wait_for_function(f"{RACE}.looks[1].pieces > 3")
    page.get_by_role("button", name=EN("race.pause")).click()
    page.wait_for_function(f"{RACE}.state === 'paused'")
    page.wait_for_timeout(300)
    before = looks(page)
    page.wait_for_timeout(300)
    assert looks(page) == before
    page.get_by_role("button", name=EN("race.resume")).click()
    page.wait_for_function(f"{RACE}.looks[1].pieces > {before[1][1] + 2}")
    page.get_by_role("button", name=EN("race.new"), exact=True).click()
    page.wait_for_function(f"!location.search.includes('seed=3&') && {RACE}.state === 'going'")


def test_agents_are_chosen_and_the_address_says_so(visit: Visit) -> None:
    visitor = visit()
    page = ready(visitor.open(f"/race?seed=3&{THREE}"))
    opener = page.get_by_role("button", name=EN("race.agents", n=3, most=12))
    opener.click()
    page.get_by_role("button", name="full-path", exact=True).click()
    page.wait_for_function("document.querySelectorAll('.wp-lane').length === 4")
    page.get_by_role("button", name="random", exact=True).click()
    page.wait_for_function("document.querySelectorAll('.wp-lane').length === 3")
    field = page.locator("#race-own")
    field.fill("beam:depht=2")
    field.press("Enter")
    expect(page.locator(".wp-agents [role=status]")).to_contain_text("depth")
    field.fill("mine.py")
    field.press("Enter")
    expect(page.locator(".wp-agents [role=status]")).to_contain_text("file")
    field.fill("one-ply")
    field.press("Enter")
    page.wait_for_function("document.querySelectorAll('.wp-lane').length === 4")
    page.wait_for_function("location.search.includes('one-ply')")
    again = ready(visitor.open(page.url.removeprefix(visitor.address)))
    names = [page_.evaluate(f"{RACE}.names") for page_ in (page, again)]
    assert names[0] == names[1]
    assert [name["name"] for name in names[0]] == ["dellacherie", "beam", "full-path", "one-ply"]
    page.get_by_role("button", name=EN("race.all"), exact=True).click()
    page.wait_for_function("document.querySelectorAll('.wp-lane').length === 12")


def test_another_game_and_another_cap(visit: Visit) -> None:
    page = ready(visit().open("/race?seed=3"))
    page.get_by_label(EN("race.track"), exact=True).select_option("hard")
    page.wait_for_function(f"{RACE}?.high === 4")
    page.get_by_label(EN("race.cap"), exact=True).select_option("100")
    page.wait_for_function("location.search.includes('pieces=100')")
    page.get_by_label(EN("race.pace"), exact=True).select_option("0")
    page.wait_for_function("location.search.includes('pace=0')")
    ready(page)
    start(page)
    done(page)
    twin = Race(generations("hard"), "hard", seed=3, cap=100)
    twin.run()
    assert [look[1] for look in looks(page)] == [lane.look.pieces for lane in twin.lanes]


def test_puyo_is_raced_by_its_own_agents_and_its_fields_are_painted(visit: Visit) -> None:
    page = ready(visit().open("/race?seed=3&pace=0"))
    page.get_by_label(EN("race.track"), exact=True).select_option("puyo")
    page.wait_for_function(f"{RACE}?.puyo && {RACE}.names.length === {len(generations('puyo'))}")
    expect(page.get_by_label(EN("race.puyo.cap"), exact=True)).to_have_value("100")
    expect(page.get_by_label(EN("race.pace"), exact=True)).to_contain_text(EN("race.puyo.pace.n", n=30))
    expect(page.locator(".wp-agents-chips [aria-pressed=true]")).to_have_count(len(generations("puyo")))
    page = ready(visit().open("/race?track=puyo&seed=3&pieces=25&pace=0&agent=formula&agent=builder"))
    start(page)
    done(page)
    twin = Race(["formula", "builder"], "puyo", seed=3, cap=25)
    twin.run()
    assert looks(page) == [[*lane.look[1:7], lane.look.end] for lane in twin.lanes]
    expect(page.locator(".wp-race-note")).to_contain_text("longest chain")
    assert [page.evaluate(SEEN, lane) for lane in (0, 1)] == [lane.look.rows for lane in twin.lanes]


def test_an_address_that_cannot_be_raced_says_why(visit: Visit) -> None:
    page = ready(visit().open("/race?agent=nobody&agent=random"))
    expect(page.locator(".wp-agents [role=status]")).to_contain_text("nobody")
    assert page.locator(".wp-lane").count() == 12


def test_a_line_that_breaks_is_taken_up_again(visit: Visit) -> None:
    page = ready(visit().open(f"/race?seed=3&pieces=3000&pace=30&{THREE}"))
    start(page)
    page.wait_for_function(f"{RACE}.looks[1].pieces > 3")
    pieces = page.evaluate(f"(() => {{ const race = {RACE}; race.socket.close(); return race.looks[1].pieces; }})()")
    page.wait_for_function(f"{RACE}.socket.readyState === 1 && {RACE}.looks[1].pieces > {pieces + 5}")


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_nothing_is_wider_than_the_window_in_any_language(visit: Visit, words: Words) -> None:
    page = ready(visit(locale=words.tag).open("/race"))
    page.get_by_role("button", name=words("race.agents", n=12, most=12)).click()
    expect(page.locator("html")).to_have_attribute("lang", words.tag)
    for width in (360, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sizes = page.evaluate(f"{RACE}.boards.map((b) => Math.round(b.canvas.getBoundingClientRect().width))")
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) > 60


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_twelve_lanes_need_no_scrolling_on_a_laptop(visit: Visit, words: Words) -> None:
    page = ready(visit(locale=words.tag).open("/race?seed=3&pieces=20&pace=0"))
    for done_yet in (False, True):
        if done_yet:
            start(page, words)
            done(page)
            expect(page.locator(".wp-race-note")).not_to_be_empty()
        for width, height in ((1280, 720), (1280, 800), (1440, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.querySelector('#main').getBoundingClientRect().bottom") <= height


def test_pointing_at_a_row_brings_out_its_board(visit: Visit) -> None:
    page = ready(visit().open(f"/race?{THREE}"))
    page.locator(".wp-race-table tbody tr").nth(1).hover()
    expect(page.locator(".wp-lane").nth(1)).to_have_class("wp-lane wp-chosen")
    page.locator(".wp-lane").nth(2).focus()
    expect(page.locator(".wp-race-table tbody tr").nth(2)).to_have_class("wp-chosen")


def test_nothing_moves_while_it_runs(visit: Visit) -> None:
    page = ready(visit().open(f"/race?seed=3&pieces=50&pace=30&{THREE}"))
    place = (
        "JSON.stringify([...document.querySelectorAll('canvas, .wp-race-table')].map((e) => e.getBoundingClientRect()))"
    )
    before = page.evaluate(place)
    start(page)
    done(page)
    assert page.evaluate(place) == before
