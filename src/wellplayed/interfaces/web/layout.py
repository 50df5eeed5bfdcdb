"""The frame that every place shares: one thin bar on top, and the content below it."""

import html
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import cast
from urllib.parse import urlencode

from nicegui import ui
from nicegui.context import context
from nicegui.language import Language
from starlette.requests import Request

from .files import address
from .warming import engine
from .words import LANGUAGES, Words, chosen

PLACES = {"play": "/", "race": "/race", "explain": "/explain", "analyse": "/analyse", "runs": "/runs"}
CARRIED = ("lang", "theme")  # what the address says about the look goes with the visitor to the next place
COOKIE = "wp-lang"
BEAT = 0.25  # seconds between two looks at how far the engine is prepared


@contextmanager
def page(place: str | None, title: str | None = None) -> Iterator[Words]:
    """Draw the bar with `place` marked as the one where the visitor is; what is built inside is its content.

    Yields the words of the visitor's language: the address's `lang`, else the stored one, else the browser's. `title`
    is the key of the text that goes before the project's name in the window's title; by default the place's name.
    """
    request = context.client.request
    words = speak(request)
    ui.page_title(f"{words(title or f'house.{place}')} · {words('house.title')}")
    _head()
    outer = context.client.content.parent_slot
    if outer is not None:
        outer.parent.props("role=presentation")  # Quasar's own `main`, which holds the bar too
    ui.html(f'<a class="wp-skip" href="#main">{words("house.skip")}</a>', sanitize=False)
    with ui.element("header").classes("wp-bar"):
        _brand()
        _links(request, place, words)
        _warming(words)
        _switches(words)
    with ui.element("main").classes(f"wp-main wp-place-{place}").props('id=main tabindex="-1"'):
        yield words


def speak(request: Request) -> Words:
    """The words for whoever sent a request, and the page marked as being in that language."""
    asked, headers = request.query_params.get("lang"), request.headers
    words = Words(chosen(asked, request.cookies.get(COOKIE), headers.get("accept-language")))
    client = context.client
    client.page = copy(client.page)  # the original is shared by all visitors
    client.page.language = cast(Language, words.tag)
    return words


def _head() -> None:
    """The style, and the theme before anything is drawn, so that nothing flashes."""
    ui.add_head_html(
        f'<link rel="stylesheet" href="{address("theme.css")}"><script src="{address("house.js")}"></script>'
    )


def _brand() -> None:
    ui.html(
        '<a class="wp-brand" href="/" aria-label="wellplayed"><svg viewBox="0 0 20 20" aria-hidden="true">'
        '<g fill="var(--piece-t)"><rect x="1" y="9" width="5.5" height="5.5" rx="1"/>'
        '<rect x="7.2" y="9" width="5.5" height="5.5" rx="1"/><rect x="13.4" y="9" width="5.5" height="5.5" rx="1"/>'
        '<rect x="7.2" y="2.8" width="5.5" height="5.5" rx="1"/></g></svg><span>wellplayed</span></a>',
        sanitize=False,
    ).classes("wp-brand-box")


def _links(request: Request, place: str | None, words: Words) -> None:
    carried = {key: request.query_params[key] for key in CARRIED if key in request.query_params}
    query = f"?{urlencode(carried)}" if carried else ""
    links = "".join(
        f'<a href="{html.escape(path + query)}"{" aria-current=page" if name == place else ""}>'
        f"{words(f'house.{name}')}</a>"
        for name, path in PLACES.items()
    )
    with ui.element("nav").props(f'aria-label="{words("house.places")}"'):
        ui.html(links, sanitize=False).style("display: contents")


def _switches(words: Words) -> None:
    """The buttons of language and theme; static/house.js does what they say."""
    other = next(name for name in LANGUAGES if name != words.language)
    tag, _, own_name = LANGUAGES[other]
    labels = " ".join(f'data-{theme}="{words(f"house.theme.{theme}")}"' for theme in ("auto", "dark", "light"))
    ui.html(
        f'<button class="wp-button wp-bare" data-language="{other}" lang="{tag}">{own_name}</button>'
        f'<button class="wp-button wp-bare" data-theme-switch {labels} aria-label="{words("house.theme")}">◐</button>',
        sanitize=False,
    ).style("display: contents")


def _warming(words: Words) -> None:
    """How far the engine is prepared, while it is; the room it takes is the bar's free space, so that nothing moves."""
    with ui.element("div").classes("wp-gap"):
        note = ui.element("div").classes("wp-warming-note").props("role=status")
    state = engine.state
    if state.ready:
        return
    with ui.element("div").classes("wp-warming") as strip:
        line = ui.element("span")

    def show() -> None:
        now = engine.state
        note.clear()
        if now.ready:
            clock.deactivate()
            strip.delete()
            return
        line.style(f"transform: scaleX({now.share:.3f})")
        with note:
            ui.html(html.escape(words("house.warming", percent=int(100 * now.share))), sanitize=False)
        note.props(f'title="{html.escape(words("house.warming.why"))}"')

    clock = ui.timer(BEAT, show)
