"""The place to understand: the list of chapters; chapter.py has the page of each."""

import asyncio
import functools
from collections.abc import Mapping
from html import escape

from nicegui import ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.elements.mixins.text_element import TextElement
from starlette.requests import Request

from ....errors import InputError
from ..chapters import CHAPTERS, chapter, cover
from ..chapters.chapter import Chapter
from ..layout import page
from ..refusals import reason
from ..words import Words
from .chapter import PATIENCE, Room, carried, link, style


def register() -> None:
    """Add the pages."""

    @ui.page("/explain")
    async def explain(request: Request) -> None:
        with page("explain") as words:
            await _contents(words, carried(request.query_params))

    @ui.page("/explain/{name}")
    async def one(request: Request, name: str) -> None:
        with page("explain") as words:
            try:
                found = chapter(name)
            except InputError as error:
                await _contents(words, carried(request.query_params), reason(error, words, "chapter"))
                return
            await Room(found, words, dict(request.query_params)).open()


async def _contents(words: Words, look: Mapping[str, str], problem: str = "") -> None:
    """All chapters, in the order in which they are best read; their pictures follow when the engine has made them."""
    style()
    with ui.element("div").classes("ex ex-contents"):
        TextElement(tag="h1", text=words("house.explain"))
        TextElement(tag="p", text=words("explain.lead")).classes("ex-lead")
        if problem:
            TextElement(tag="p", text=problem).classes("wp-bad").props("role=alert")
        with ui.element("ol").classes("ex-list"):
            covers = [_entry(number, one, words, look) for number, one in enumerate(CHAPTERS, 1)]
    try:
        await context.client.connected(PATIENCE)
    except ClientConnectionTimeout:
        return
    for one, place in zip(CHAPTERS, covers, strict=True):
        picture = await asyncio.to_thread(_cover, one, words.language)
        if place.is_deleted:
            return
        place.set_content(picture)


def _entry(number: int, one: Chapter, words: Words, look: Mapping[str, str]) -> ui.html:
    """One chapter of the list: its picture, its title, what it is about. Returns the place of the picture."""
    with ui.element("li"), ui.element("a").props(f'href="{link(one.name, look)}"'):
        place = ui.html("", sanitize=False).classes("ex-cover").props("aria-hidden=true")
        ui.html(
            f'<span class="ex-number wp-num">{number}</span>'
            f"<strong>{escape(words(f'explain.{one.name}.title'))}</strong>"
            f'<span class="wp-muted">{escape(words(f"explain.{one.name}.lead"))}</span>',
            sanitize=False,
        ).classes("ex-entry")
    return place


@functools.cache
def _cover(one: Chapter, language: str) -> str:
    """A chapter's picture, made once for each language."""
    return cover(one, Words(language))
