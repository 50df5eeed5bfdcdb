"""Runs in a real browser: the list, one run whose chart grows while it is looked at, and what there is not."""

import contextlib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.interfaces.web.browser import Server, Visitor
from tests.tuning.madeup import MadeUp

from wellplayed.interfaces.web.words import Words

EN, ZH = Words("en"), Words("zh")
POINTS = "path[data-line='{}']"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeUp]:
    """A run of two generations that goes on, beside a damaged one."""
    root = tmp_path_factory.mktemp("runs")
    with contextlib.closing(MadeUp(root / "first")) as run, contextlib.closing(MadeUp(root / "hurt")) as hurt:
        for one in (run, run, hurt, hurt):
            one.generation()
        journal = hurt.folder / "journal.jsonl"
        lines = journal.read_bytes().split(b"\n")
        journal.write_bytes(b"\n".join([*lines[:3], lines[3].replace(b'"pieces":1', b'"pieces":2'), *lines[4:]]))
        (root / "link").symlink_to(root.parent)
        yield run


@pytest.fixture(scope="module")
def running(made: MadeUp) -> Iterator[Server]:
    server = Server("--runs", str(made.folder.parent))
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Browser, running: Server) -> Iterator[Visitor]:
    """Somebody who finds no fault and is sent nowhere else."""
    found = Visitor(browser.new_context(locale="en-US", viewport={"width": 390, "height": 844}), running.address)
    yield found
    found.context.close()
    assert found.faults == []
    assert found.foreign() == []


def points(page: Page, name: str) -> int:
    return int(page.locator(POINTS.format(name)).get_attribute("data-points") or 0)


def test_the_chart_grows_with_the_run(visitor: Visitor, made: MadeUp) -> None:
    page = visitor.open("/runs")
    entry = page.locator("[data-run=first]")
    expect(entry).to_contain_text("2 of 10")
    expect(entry).to_contain_text(EN("runs.state.running"))
    expect(page.locator("[data-run=link]")).to_have_count(0)
    entry.get_by_role("link", name="first").click()
    page.wait_for_url("**/runs?run=first")
    page.locator(POINTS.format(EN("runs.line.best"))).wait_for()
    assert points(page, EN("runs.line.best")) == 2
    assert points(page, "holes") == 3
    picture = page.get_by_role("img", name=EN("runs.chart.fitness", unit="lines"))
    assert "best candidate 200" in (picture.get_attribute("aria-label") or "")
    made.generation()
    page.locator(f"{POINTS.format('holes')}[data-points='4']").wait_for()
    assert points(page, EN("runs.line.best")) == 3
    assert "best candidate 300" in (picture.get_attribute("aria-label") or "")
    made.check()
    expect(page.locator(".wp-runs-numbers")).to_contain_text("33 lines")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name=EN("runs.all")).click()
    expect(page.locator("[data-run=first]")).to_contain_text("3 of 10")


def test_a_damaged_run_says_so_and_shows_the_rest(visitor: Visitor) -> None:
    page = visitor.open("/runs?run=hurt&lang=zh")
    page.locator(".wp-runs-problem").wait_for()
    assert "line 4 of" in page.locator(".wp-runs-problem").inner_text()
    assert page.locator(".wp-curves").count() == 2
    assert page.locator("h1").inner_text() == "hurt"
    page.get_by_role("link", name=ZH("runs.all")).click()
    page.wait_for_url("**/runs?lang=zh")
    expect(page.locator("[data-run=hurt]")).to_contain_text("line 4 of")


@pytest.mark.parametrize("name", ["..", "../..", "link", "first/../..", "%2e%2e%2f", "/etc", "none"])
def test_no_address_leads_out_of_the_directory(running: Server, name: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(f"{running.address}/runs?run={name}&lang=en")
    assert "There is no run" in refused.value.read().decode()


def test_an_empty_directory_says_how_a_run_is_begun(visitor: Visitor, running: Server, made: MadeUp) -> None:
    root: Path = made.folder.parent
    aside = root.with_name("aside")
    root.rename(aside)
    try:
        page = visitor.open("/runs")
        page.locator("pre").wait_for()
        assert page.locator("pre").inner_text() == f"wellplayed tune --preset article --out {root}/first"
    finally:
        aside.rename(root)
    expect(page.locator("[data-run=first]")).to_be_visible()
