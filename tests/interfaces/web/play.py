"""The Play page as tests drive it: open it, wait for what a frame shows, and look."""

from typing import Any

from playwright.sync_api import Page
from tests.interfaces.web.browser import Visitor

BOARD = "document.querySelector('.play wp-board')"


def opened(visitor: Visitor, place: str = "/") -> Page:
    """The page, once it shows a game."""
    page = visitor.open(place)
    page.wait_for_function(f"{BOARD}?.f >= 0")
    return page


def frame(page: Page) -> Any:
    return page.evaluate(f"{BOARD}.frame")


def until(page: Page, holds: str) -> None:
    """Wait until something holds of the frame `f`."""
    page.wait_for_function(f"((f) => {holds})({BOARD}.frame)")


def box(page: Page) -> Any:
    """Where the well is, and how large."""
    return page.evaluate(
        "(() => { const b = document.querySelector('.wp-well').getBoundingClientRect();"
        " return [b.x, b.y, b.width, b.height]; })()"
    )
