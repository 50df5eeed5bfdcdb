"""The Think panel: why the agent made its latest move, told anew whenever there is a new thought.

It looks often and draws seldom: only what is new, only while it can be seen, in a thread, and never for more than a
small share of the time, so that a fast agent beside it stays fast.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from html import escape
from typing import Any, Protocol
from weakref import WeakSet

from nicegui import Client, ui
from nicegui.context import context
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from .drawing import export
from .files import address
from .pairreading import blank, reading_of
from .reading import BEST, WIDTH, Candidate, Reading, Span
from .theme import LOOK, seen
from .thinking import Insight
from .words import Words

PERIOD = 0.125  # seconds between two looks
SHARE = 8  # for each second of drawing so many without
FADE = 0.97  # by which the scale of the bars shrinks from thought to thought while they need less
NARROWEST, WIDEST = 260, 560  # pictures
SVG = "image/svg+xml"
PATIENCE = 10.0  # seconds for the browser to say how it shows pictures

_loaded: "WeakSet[Client]" = WeakSet()


class Watched(Protocol):
    """What is needed of whose thoughts are shown; a `Session` is such."""

    id: str

    @property
    def last(self) -> Insight | None:
        """The newest thought."""
        ...


def load() -> None:
    """Have this page load the script and the style of panels, once; also where it is open already."""
    client = context.client
    if client not in _loaded:
        _loaded.add(client)
        ui.add_head_html(f'<link rel="stylesheet" href="{address("think.css")}">')
        # A script element that comes into an open page is not run.
        ui.run_javascript(f'import("{address("think.js")}")')


def panel(session: Watched, words: Words) -> "Panel":
    """A panel about the thoughts of a session, inside the element that is open; it refreshes itself."""
    return Panel(session, words)


class Panel:
    """One panel. Built with room for everything, so that nothing moves when there is something to show."""

    def __init__(self, session: Watched, words: Words) -> None:
        load()
        self.session, self.words = session, words
        self.reading: Reading | None = None  # of the thought that is shown
        self.looked, self.compare, self.tab, self.width = 0, False, "", WIDTH
        self._seen, self._busy, self._next, self._dirty = True, False, 0.0, False
        self._span: Span | None = None
        self._told: dict[str, int] = {}  # the number of the newest event of each kind
        self.root = Element("wp-think")
        self.root.props(f'session="{session.id}" data-empty')
        with self.root:
            self._build()
        self.root.on("wp-look", self._look, args=["detail"])
        self.root.on("wp-room", self._measure, args=["detail"])
        self.timer = ui.timer(PERIOD, self.refresh)

    # Building ---------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        words = self.words
        with ui.element("div").classes("wp-think-line"):
            self._move = html("div", f"<b>{escape(words('think.empty'))}</b>").classes("wp-think-move")
            self._effort = html("div", escape(words("think.empty.next"))).classes("wp-think-effort")
        with ui.element("div").classes("wp-think-head"):
            self._heading = TextElement(tag="span", text="")
            self._advice()
        best = ui.element("div").classes("wp-think-best")
        with best.props(f"role=group aria-labelledby={self._heading.html_id}"):
            self._best = [One(rank, blank(self.session)) for rank in range(BEST)]
        with ui.element("div").classes("wp-think-head wp-think-compare"):
            self._bars_title = TextElement(tag="span", text="")
            self._comparing = toggle(words("think.compare"), self._compare)
        self._bars = html("div").classes("wp-think-bars")
        self._tabs = ui.element("div").classes("wp-tabs").props(f'role=tablist aria-label="{words("think.tabs")}"')
        self._picture = html("div").classes("wp-think-tab").props("role=tabpanel")
        with ui.element("div").classes("wp-think-head wp-think-save"):
            TextElement(tag="span", text="")
            save = TextElement(tag="button", text=words("think.save")).classes("wp-button wp-bare").props("type=button")
            save.on("click", self._save, args=[])
        self._shown_tabs: dict[str, str] = {}

    def _advice(self) -> None:
        """A switch for sessions whose agent can think while a person plays."""
        advise = getattr(self.session, "set_advice", None)
        if advise is not None:
            button = toggle(self.words("think.advice"), advise, on=bool(getattr(self.session, "advice", False)))
            button.props["title"] = self.words("think.advice.why")

    # What a person does -----------------------------------------------------------------------------------------------

    # These answer at once, so that whoever listens too finds the panel changed, and return what draws the change.

    def _look(self, event: GenericEventArguments) -> Awaitable[None] | None:
        rank = self._heard("look", event)
        return None if rank is None else self._change(looked=rank if 0 <= rank < BEST else 0)

    def _measure(self, event: GenericEventArguments) -> Awaitable[None] | None:
        width = self._heard("room", event)
        if width is None:
            return None
        self._seen = width > 0
        return self._change(width=float(min(max(width, NARROWEST), WIDEST))) if self._seen else None

    def _compare(self, on: bool) -> Awaitable[None] | None:
        return self._change(compare=on)

    def _change(self, **what: Any) -> Awaitable[None] | None:
        """Show the same thought in another way, now or as soon as what is being drawn is done."""
        if all(getattr(self, name) == value for name, value in what.items()):
            return None
        for name, value in what.items():
            setattr(self, name, value)
        self._dirty, self._next = True, 0.0
        return self.refresh()

    def _heard(self, what: str, event: GenericEventArguments) -> int | None:
        """The number that an event brings; None if it is no number, or a newer one has come before it."""
        told = event.args.get("detail") if isinstance(event.args, dict) else None
        n, value = (told.get("n"), told.get("value")) if isinstance(told, dict) else (None, None)
        if not isinstance(n, int) or not isinstance(value, int) or n <= self._told.get(what, 0):
            return None
        self._told[what] = n
        return value

    async def _save(self) -> None:
        """Give the picture of the open tab, or the bars, as a file."""
        reading = self.reading
        drawn = reading.figure(self.tab, self._rank(reading), width=self.width) if reading else ""
        if drawn.startswith("<svg"):
            theme, signs = seen(await ui.run_javascript(LOOK, timeout=PATIENCE))
            whole = export(drawn, theme, signs=signs)
            ui.download.content(whole, f"wellplayed-{self.tab or 'bars'}.svg", SVG)

    def _rank(self, reading: Reading) -> int:
        """The rank of the candidate that is looked at."""
        return min(self.looked, max(len(reading.order) - 1, 0))

    # Showing ----------------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Show the newest thought, if it is not shown yet, can be seen, and enough time has passed."""
        self._date()
        insight = self.session.last
        new = insight is not None and (self.reading is None or insight is not self.reading.insight)
        if self._busy or not self._seen or not (new or self._dirty) or time.monotonic() < self._next:
            return
        self._busy, self._dirty = True, False
        try:
            began = time.monotonic()
            if new and insight is not None:
                self.reading = reading_of(insight, self.words)
            spent = await self._draw(self.reading) if self.reading is not None else 0.0
            self._next = began + max(PERIOD, SHARE * spent) - PERIOD / 4
        finally:
            self._busy = False

    def _date(self) -> None:
        """Mark what is shown as an earlier piece's, where a person has played on since."""
        session = self.session
        game = getattr(session, "game", None)
        if game is None or self.reading is None:
            return
        thinks = getattr(session, "playing", False) or getattr(session, "advice", False)  # a new thought is on its way
        earlier = not thinks and int(game.state.pieces) != int(self.reading.state["pieces"][0])
        if earlier != ("data-earlier" in self.root.props):
            self.root.props.set_bool("data-earlier", earlier)
            self._heading.set_text(self.words("think.earlier") if earlier else self.reading.heading)

    async def _draw(self, reading: Reading) -> float:
        """Make the parts in a thread, then put them into the page; how many seconds of a processor making them took."""
        if self.tab not in reading.tabs:
            self.tab = next(iter(reading.tabs), "")
        looked = self._rank(reading)
        span = self._spanned(reading, looked)

        def make() -> tuple[float, tuple[Candidate, ...], str, str]:
            began = time.thread_time()
            bars = reading.bars(looked, compare=self.compare, span=span, width=self.width)
            picture = reading.picture(self.tab, looked, width=self.width)
            candidates = reading.candidates
            return time.thread_time() - began, candidates, bars, picture

        spent, candidates, bars, picture = await asyncio.to_thread(make)
        if self.root.is_deleted:
            return spent
        self._move.set_content(reading.move)
        self._effort.set_content(reading.effort)
        self.root.props.pop("data-empty", None)
        self._heading.set_text(reading.heading)
        self._bars_title.set_text(candidates[looked].title if candidates else "")
        # A button that is truly disabled would lose the focus of whoever is at the keyboard.
        alone = "true" if reading.rival(looked) is None else "false"
        if self._comparing.props.get("aria-disabled") != alone:
            self._comparing.props["aria-disabled"] = alone
        for one, candidate in zip(self._best, candidates, strict=False):
            one.show(candidate, on=one.rank == looked)
        for one in self._best[len(candidates) :]:
            one.hide(reading.blank)
        self._bars.set_content(bars)
        self._show_tabs(reading)
        self._picture.set_content(picture)
        return spent

    def _spanned(self, reading: Reading, looked: int) -> Span | None:
        """The scale of the bars: that of the largest seen lately."""
        sums = reading.sums(looked)
        if sums is None:
            return None
        low, high = min([0.0, *sums.parts]), max([0.0, *sums.parts])
        if self._span is not None:
            low, high = min(low, FADE * self._span[0]), max(high, FADE * self._span[1])
        self._span = (low, high) if low < high else (low, low + 1.0)
        return self._span

    def _show_tabs(self, reading: Reading) -> None:
        """The tabs that there are, the open one marked."""
        if reading.tabs != self._shown_tabs:
            self._shown_tabs = dict(reading.tabs)
            self._tabs.clear()
            with self._tabs:
                for name, label in reading.tabs.items():
                    tab = TextElement(tag="button", text=label).props(f"type=button role=tab data-look={name}")
                    tab.on("click", lambda _, name=name: self._change(tab=name), args=[])
        for button in self._tabs.default_slot.children:
            selected = "true" if button.props["data-look"] == self.tab else "false"
            if button.props.get("aria-selected") != selected:
                button.props["aria-selected"] = selected
        if self._picture.props.get("aria-label") != reading.tabs.get(self.tab):
            self._picture.props["aria-label"] = reading.tabs.get(self.tab, "")


class One:
    """The place of one candidate: a button with a small board and three lines."""

    def __init__(self, rank: int, blank: str) -> None:
        self.rank = rank
        self.button = ui.element("button").classes("wp-think-one")
        self.button.props(f'type=button data-rank={rank} data-cells="null" disabled')
        with self.button:
            self._board = html("div", blank).classes("wp-think-board")
            self._value = TextElement(tag="span", text=" ").classes("wp-think-value wp-num")
            self._kind = TextElement(tag="span", text=" ")
            self._aside = TextElement(tag="span", text=" ").classes("wp-think-aside")

    def show(self, candidate: Candidate, *, on: bool) -> None:
        """Show a candidate, `on` if the bars are its."""
        with self.button.props.suspend_updates():
            props = self.button.props
            before = dict(props)
            props["data-cells"] = json.dumps([*map(list, candidate.spot.cells)])
            props["aria-label"] = candidate.label
            props["aria-current"] = "true" if on else "false"
            for gone in ("disabled", "aria-hidden"):
                props.pop(gone, None)
        if dict(self.button.props) != before:
            self.button.update()
        self.button.classes(add="wp-on" if on else None, remove=None if on else "wp-on")
        self._board.set_content(candidate.picture)
        self._value.set_text(candidate.value)
        self._kind.set_text(candidate.kind)
        self._aside.set_text(candidate.aside)

    def hide(self, blank: str) -> None:
        """Show nothing but an empty board, since there are fewer candidates than places."""
        self._board.set_content(blank)
        if "aria-hidden" not in self.button.props:
            self.button.props('aria-hidden=true disabled data-cells="null"')


def html(tag: str, content: str = "") -> ui.html:
    """An element for markup of our own making."""
    return ui.html(content, sanitize=False, tag=tag)


def toggle(label: str, act: Callable[[bool], Awaitable[None] | None], *, on: bool = False) -> TextElement:
    """A button that stays pressed; `act` is told whether it is."""
    button = TextElement(tag="button", text=label).classes("wp-button").props("type=button")
    button.props["aria-pressed"] = "true" if on else "false"

    async def press() -> None:
        if button.props.get("aria-disabled") == "true":
            return
        now = button.props["aria-pressed"] != "true"
        button.props["aria-pressed"] = "true" if now else "false"
        done = act(now)
        if done is not None:
            await done

    button.on("click", press, args=[])
    return button
