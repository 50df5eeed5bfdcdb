"""What the tests in a browser share. Where there is no browser they skip, and say which one is missing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.interfaces.web.browser import Server, Visitor, executable, launched

from wellplayed.interfaces import warmup

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The page, served by a process of its own for as long as this one runs tests."""
    for game in ("guideline", "classic", "puyo"):
        warmup.ensure_warm(game)
    running = Server()
    yield running
    running.stop()


# Not for the whole session: Playwright's loop keeps other tests of this process from running loops of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless browser."""
    if executable() is None:
        pytest.skip("there is no chromium; install Debian's, or name another with CHROMIUM=/path/to/chromium")
    with launched() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Make a visitor, with any options of a browser's context. No page may fail or ask another place for anything."""
    visitors: list[Visitor] = []

    def call(**options: Any) -> Visitor:
        context = browser.new_context(**{"locale": "en-US", "viewport": {"width": 1280, "height": 800}, **options})
        visitors.append(Visitor(context, server.address))
        return visitors[-1]

    yield call
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.faults for visitor in visitors if visitor.faults] == []
    assert [visitor.foreign() for visitor in visitors if visitor.foreign()] == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty tab."""
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()
