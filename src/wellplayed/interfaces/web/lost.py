"""What is shown where there is nothing to show: an address that leads nowhere, or a page that failed."""

from nicegui import app, ui
from nicegui.context import context
from starlette.requests import Request

from .layout import page


def missing(request: Request) -> None:
    """The page of every address that no room has."""
    context.client.status_code = 404
    _page("missing")


def register() -> None:
    """Have pages that fail show this one; the terminal says why they did."""
    app.on_page_exception(lambda: _page("failed"))


def _page(what: str) -> None:
    with page(None, f"house.{what}") as words, ui.element("section").classes("wp-lost"):
        ui.html(
            f"<h1>{words(f'house.{what}')}</h1><p class='wp-muted'>{words(f'house.{what}.next')}</p>", sanitize=False
        )
