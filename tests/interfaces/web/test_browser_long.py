"""The page for a long time and with many visitors at once; WELLPLAYED_MINUTES shortens the long run."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.interfaces.web.browser import Server, Visitor, frame, until

Visit = Callable[..., Visitor]
MINUTES = float(os.environ.get("WELLPLAYED_MINUTES", "30"))
LOOKS = 10  # at the memory, spread over the run; the first third is the time in which caches fill
SERVER_MAY_GROW, PAGE_MAY_GROW = 24e6, 6e6  # bytes from the median of the second third to that of the last
SESSIONS = 10
COLD = 600.0  # seconds for whatever needs kernels that nobody has compiled yet


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of its own, so that what is measured is this run."""
    running = Server()
    yield running
    assert running.stop() == ""


def heap(page: Page) -> float:
    """The bytes of JavaScript objects in use, once the collector has run."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.collectGarbage")
    found = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return float(found["JSHeapUsedSize"])


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@pytest.mark.slow
def test_at_full_speed_for_half_an_hour_memory_stays_as_it_is(visit: Visit, server: Server) -> None:
    page = visit().open()
    until(page, "b.isQuiet && f.agent?.on")
    page.keyboard.press("h")
    speed = page.locator(".play input[type=range]").first
    speed.fill(speed.get_attribute("max") or "")
    until(page, "f.pieces > 50")
    memory: list[tuple[float, float]] = []
    played = [frame(page)["pieces"]]
    for look in range(1, LOOKS + 1):
        ends = time.monotonic() + MINUTES * 60 / LOOKS
        while time.monotonic() < ends:
            page.wait_for_timeout(1000)
            if frame(page)["state"] == "over":
                page.keyboard.press("h")  # take back
                page.keyboard.press("h")  # and hand over a new game
        memory.append((server.memory(), heap(page)))
        played.append(frame(page)["pieces"])
        until(page, "f.f > x", frame(page)["f"])  # it goes on
        print(f"{look * MINUTES / LOOKS:5.1f} min  {played[-1]:8,} pieces  server {memory[-1][0] / 1e6:6.1f} MB"
              f"  page {memory[-1][1] / 1e6:5.1f} MB")  # fmt: skip
    third = LOOKS // 3
    for which, allowed in enumerate((SERVER_MAY_GROW, PAGE_MAY_GROW)):
        series = [look[which] for look in memory]
        assert middle(series[-third:]) - middle(series[third:-third]) < allowed, series
    assert max(played) > 50


@pytest.mark.slow
def test_ten_visitors_each_have_their_own_game(visit: Visit, server: Server) -> None:
    pages = [visit().open() for _ in range(SESSIONS)]
    for page in pages:
        until(page, "b.isQuiet && f.agent?.on")
    sessions = [page.get_attribute("wp-board", "session") for page in pages]
    assert len(set(sessions)) == SESSIONS
    for number, page in enumerate(pages):
        page.keyboard.press("ArrowLeft")
        until(page, "!f.agent?.on && f.state === 'play'")
        for _ in range(number):
            before = frame(page)["pieces"]
            page.keyboard.press("Space")
            until(page, "f.pieces === x", before + 1)
        page.keyboard.press("p")
        until(page, "f.state === 'paused'")
    assert [frame(page)["pieces"] for page in pages] == list(range(SESSIONS))
    for page in pages:
        page.keyboard.press("h")
    for number, page in enumerate(pages):
        until(page, "f.agent?.on && f.pieces >= x", number + 8)
    assert len({frame(page)["rows"] for page in pages}) == SESSIONS
    assert [page.get_attribute("wp-board", "session") for page in pages] == sessions


@pytest.mark.slow
def test_a_first_run_prepares_the_engine_behind_a_bar(browser: Browser, tmp_path: Path) -> None:
    cold = Server(WELLPLAYED_CACHE_DIR=str(tmp_path))
    visitor = Visitor(browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800}), cold.address)
    visitor.context.set_default_timeout(COLD * 1000)
    page = visitor.open()
    note, bar = page.locator(".wp-warming-note"), page.locator(".wp-bar")
    page.locator(".wp-warming").wait_for()
    page.wait_for_function("document.querySelector('.wp-warming-note').innerText.endsWith('%')")
    height = bar.bounding_box()
    page.get_by_role("navigation").get_by_text("Analyse", exact=True).click()  # the page is usable meanwhile
    page.locator("nav a[aria-current=page]", has_text="Analyse").wait_for()
    page.go_back()
    until(page, "f.rows && f.state")  # the game comes before the rest is prepared
    assert note.inner_text().endswith("%")
    page.keyboard.press("ArrowLeft")
    until(page, "!f.agent?.on && f.state === 'play'")
    page.keyboard.press("Space")
    until(page, "f.pieces === 1")
    page.locator(".wp-warming").wait_for(state="detached")
    assert note.inner_text() == ""
    assert bar.bounding_box() == height
    assert (visitor.faults, visitor.foreign()) == ([], [])
    visitor.context.close()
    assert cold.stop() == ""
