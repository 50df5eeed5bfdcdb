"""The place to watch runs of tuning and learning: the list of a directory, and the curves of one as they grow."""

import asyncio
import time
from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from nicegui import ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.elements.mixins.text_element import TextElement
from starlette.requests import Request

from ....errors import InputError
from ..drawing.curves import html
from ..files import address
from ..layout import page
from ..runcards import code, entry, head
from ..runviews import view
from ..shelf import SHELF, Followed
from ..words import Words
from .chapter import PATIENCE, carried

BEAT = 1.0  # seconds between two looks at the files
SHARE = 0.5  # seconds that one look may read; what is left waits for the next
EXAMPLE = "wellplayed tune --preset article --out {folder}/first"


def register() -> None:
    """Add the page."""

    @ui.page("/runs")
    async def runs(request: Request) -> None:
        look, name = carried(request.query_params), request.query_params.get("run")
        # Before anything is drawn: what is drawn may send the answer off while something is awaited.
        run = None if name is None else await asyncio.to_thread(_found, name)
        with page("runs") as words:
            ui.add_head_html(f'<link rel="stylesheet" href="{address("runs.css")}">')
            shown: List | Sheet
            if run is not None:
                shown = Sheet(run, words, look)
            else:
                context.client.status_code = 200 if name is None else 404
                shown = List(words, look, "" if name is None else words("runs.unknown", name=repr(name[:80])))
            try:
                await context.client.connected(PATIENCE)
            except ClientConnectionTimeout:
                return
            ui.timer(BEAT, shown.look)  # one look is over before the next begins


def _found(name: str) -> Followed | None:
    try:
        return SHELF.run(name)
    except InputError:
        return None


class Place:
    """A piece of the page that is sent anew only where it has changed."""

    def __init__(self, text: str = "") -> None:
        self.text, self._room = text, ui.html(text, sanitize=False)

    def show(self, text: str) -> None:
        """Show this from now on."""
        if text != self.text and not self._room.is_deleted:
            self.text = text
            self._room.set_content(text)


class List:
    """All runs of the directory."""

    def __init__(self, words: Words, look: Mapping[str, str], problem: str = "") -> None:
        self.words, self.carried = words, look
        self._entries: dict[str, Place] = {}
        self._revisions: dict[str, tuple[Followed, int]] = {}
        self._turn = 0
        with ui.element("div").classes("wp-runs"):
            TextElement(tag="h1", text=words("house.runs"))
            ui.html(f'<p class="wp-muted">{code(words("runs.lead"))}</p>', sanitize=False)
            if problem:
                TextElement(tag="p", text=problem).classes("wp-bad").props("role=alert")
            self._note = Place(_quiet(words("runs.reading")))
            self._room = ui.element("ol")

    async def look(self) -> None:
        """Show what the files say now."""
        note, there, changed = await asyncio.to_thread(self._read)
        if self._room.is_deleted:
            return
        if there != list(self._entries):
            self._begin(there)
        self._note.show(note)
        for name, text in changed.items():
            self._entries[name].show(text)

    def _begin(self, there: list[str]) -> None:
        """Have an entry for each run; what changes in it has a room of its own, so that its link keeps the focus."""
        known = {name: place.text for name, place in self._entries.items()}
        self._room.clear()
        self._entries = {}
        for name in there:
            with self._room, ui.element("li").classes("wp-panel") as item:
                item.props["data-run"] = name
                ui.html(f'<a href="{link(self.carried, run=name)}">{escape(name)}</a>', sanitize=False)
                self._entries[name] = Place(known.get(name, _quiet(self.words("runs.reading"))))

    def _read(self) -> tuple[str, list[str], dict[str, str]]:
        """What stands over the list, the names of all runs, and the entries that have changed."""
        words, folder = self.words, str(SHELF.root)
        try:
            runs = SHELF.runs()
        except InputError as error:
            return f'<p class="wp-bad">{escape(words("runs.closed", why=error))}</p>', [], {}
        if not runs:
            empty = (
                f"<p>{escape(words('runs.none', folder=folder))}</p><pre>{escape(EXAMPLE.format(folder=folder))}</pre>"
            )
            return empty + _quiet(words("runs.elsewhere")), [], {}
        until, changed = time.monotonic() + SHARE, {}
        names = [*runs][self._turn % len(runs) :] + [*runs][: self._turn % len(runs)]
        for name in names:  # in turns, so that a long journal keeps no other run waiting
            if time.monotonic() > until:
                break
            self._turn += 1
            run = runs[name]
            with run.lock:
                run.advance()
                if self._revisions.get(name) != (run, run.revision):
                    self._revisions[name] = run, run.revision
                    changed[name] = entry(view(run, words), words)
        return _quiet(words("runs.where", folder=folder)), list(runs), changed


class Sheet:
    """One run: its numbers and its charts."""

    def __init__(self, run: Followed, words: Words, look: Mapping[str, str]) -> None:
        self.name, self.words = run.folder.name, words
        self._shown: tuple[Followed, int] | None = None
        with ui.element("div").classes("wp-runs"):
            ui.html(f'<a class="wp-small" href="{link(look)}">← {escape(words("runs.all"))}</a>', sanitize=False)
            TextElement(tag="h1", text=self.name)
            self._head = Place(_quiet(words("runs.reading")))
            self._charts = Place()

    async def look(self) -> None:
        """Show what the files say now."""
        try:
            found = await asyncio.to_thread(self._read)
        except InputError:
            self._shown = None
            self._head.show(f'<p class="wp-bad">{escape(self.words("runs.gone"))}</p>')
            return
        if found is not None:
            self._head.show(found[0])
            self._charts.show(found[1])

    def _read(self) -> tuple[str, str] | None:
        """The head and the charts, where they have changed. Raises InputError where the run is gone."""
        run = SHELF.run(self.name)  # asked again each time, since the folder may have become another one
        with run.lock:
            until = time.monotonic() + SHARE
            while run.advance() and time.monotonic() < until:
                pass
            if self._shown == (run, run.revision):
                return None
            self._shown = run, run.revision
            shown = view(run, self.words)
        charts = "".join(html(chart) for chart in shown.charts)
        return head(shown, self.words), f'<div class="wp-runs-charts">{charts}</div>'


def link(look: Mapping[str, str], **more: str) -> str:
    """The address of the list, or of one run, as it stands in an attribute."""
    query = urlencode({**more, **look})
    return escape(f"/runs?{query}" if query else "/runs")


def _quiet(text: str) -> str:
    return f'<p class="wp-muted wp-small">{escape(text)}</p>'
