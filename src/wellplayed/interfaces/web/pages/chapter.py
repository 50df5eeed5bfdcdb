"""One chapter as a page: a board that the reader can change, a stepper, one picture, and the numbers of the step."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui
from nicegui.client import ClientConnectionTimeout
from nicegui.context import context
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from ..chapters import CHAPTERS
from ..chapters.chapter import Answers, Chapter, Step
from ..drawing import export
from ..files import address
from ..given import Given
from ..layout import CARRIED
from ..lesson import Answer, Lesson
from ..theme import LOOK, seen
from ..words import Words

PATIENCE = 60.0  # seconds for a browser to open its line
PACE = 2.6  # seconds a step while they are played
FIRST = 640  # pixels for a picture where the browser does not say how many there are
SVG = "image/svg+xml"
_BOX = re.compile(r'viewBox="0 0 [\d.]+ ([\d.]+)"')
# Says how wide the place for pictures is, and tells whenever it becomes another width.
_ROOM = """
const room = document.querySelector(".ex-picture");
let told = Math.floor(room.clientWidth);
new ResizeObserver(() => {
  const width = Math.floor(room.clientWidth);
  if (width && Math.abs(width - told) >= 20) { told = width; emitEvent("explain-room", width); }
}).observe(room);
return told;
"""
_STEPS = """(event) => {
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (by && !event.ctrlKey && !event.altKey && !event.metaKey) { event.preventDefault(); emit(by); }
}"""


def style() -> None:
    """Have the page load how chapters look."""
    ui.add_head_html(f'<link rel="stylesheet" href="{address("explain.css")}">')


def carried(query: Mapping[str, str]) -> dict[str, str]:
    """What the address says about the look."""
    return {key: query[key] for key in CARRIED if key in query}


def link(name: str, carried: Mapping[str, str]) -> str:
    """The address of a chapter, or of the list for an empty name."""
    path = f"/explain/{name}" if name else "/explain"
    return escape(f"{path}?{urlencode(carried)}" if carried else path)


class Room:
    """One visitor in one chapter."""

    def __init__(self, found: Chapter, words: Words, query: Mapping[str, str]) -> None:
        self.chapter, self.words, self.carried = found, words, carried(query)
        self.lesson = Lesson(found, words, query)
        self.given: Given | None = None
        self._pictures: list[str] = []
        self._width, self._drawn, self._wanted, self._busy = FIRST, 0, 0, False
        self._marks: list[ui.element] = []

    async def open(self) -> None:
        """Draw the page; then, once the browser listens, ask the engine."""
        words, name = self.words, self.chapter.name
        ui.page_title(f"{words(f'explain.{name}.title')} · {words('house.title')}")
        style()
        with ui.element("article").classes("ex ex-chapter") as self._root:
            self._head()
            with ui.element("div").classes("ex-stage" if self.chapter.samples else "ex-stage ex-boardless"):
                if self.chapter.samples:
                    self.given = Given(self.lesson, words, self._changed)
                self._view()
                with ui.element("section").classes("ex-numbers").props(f'aria-label="{words("explain.numbers")}"'):
                    self._numbers = ui.html("", sanitize=False)
                self._table = ui.html("", sanitize=False).classes("ex-table")
            self._questions = ui.html("", sanitize=False).classes("ex-questions")
            self._around()
        self._clock = ui.timer(PACE, self._tick, active=False)
        try:
            await context.client.connected(PATIENCE)
        except ClientConnectionTimeout:
            return
        ui.on("explain-room", self._resized)
        with suppress(TimeoutError):
            self._width = int(await ui.run_javascript(_ROOM, timeout=PATIENCE)) or FIRST
        await self._refresh()

    def _head(self) -> None:
        words, place = self.words, CHAPTERS.index(self.chapter)
        ui.html(
            f'<a href="{link("", self.carried)}">{escape(words("explain.chapters"))}</a>'
            f'<span class="wp-muted wp-num">{place + 1} / {len(CHAPTERS)}</span>',
            sanitize=False,
        ).classes("ex-crumbs")
        TextElement(tag="h1", text=words(f"explain.{self.chapter.name}.title"))
        TextElement(tag="p", text=words(f"explain.{self.chapter.name}.lead")).classes("ex-lead")

    def _view(self) -> None:
        """The stepper, what the step says, its picture."""
        words = self.words
        with ui.element("section").classes("ex-view").props(f'aria-label="{words("explain.steps")}"') as self._box:
            with ui.element("div").classes("ex-stepper") as stepper:
                self._back = self._button("\u2039", "previous", lambda: self._go(self.lesson.step - 1))
                self._play = self._button("\u25b6", "play", self._toggle)
                self._on = self._button("\u203a", "next", lambda: self._go(self.lesson.step + 1))
                self._count = TextElement(tag="span", text="").classes("wp-num wp-muted ex-count")
                self._title = TextElement(tag="h2", text="")
            stepper.on("keydown", lambda event: self._go(self.lesson.step + _by(event.args)), js_handler=_STEPS)
            self._dots = ui.element("div").classes("ex-dots")
            self._says = (
                TextElement(tag="p", text=words("explain.working")).classes("ex-says").props("aria-live=polite")
            )
            with ui.element("figure").classes("ex-figure"):
                self._picture = ui.html("", sanitize=False).classes("ex-picture")
                with ui.element("figcaption"):
                    save = TextElement(tag="button", text=words("explain.export")).classes("wp-button wp-bare")
                    save.props("type=button")
                    save.on("click", self._save, js_handler=f"() => emit({LOOK})")

    def _button(self, sign: str, name: str, act: Callable[[], None]) -> TextElement:
        label = self.words(f"explain.{name}")
        button = TextElement(tag="button", text=sign).classes("wp-button ex-step")
        button.props(f'type=button aria-label="{label}" title="{label}"')
        button.on("click", lambda _: act(), args=[])
        return button

    def _around(self) -> None:
        """The chapters before and after."""
        words, place = self.words, CHAPTERS.index(self.chapter)
        links = []
        for by, key in ((-1, "before"), (1, "after")):
            if 0 <= place + by < len(CHAPTERS):
                other = CHAPTERS[place + by].name
                text = words(f"explain.{key}", title=words(f"explain.{other}.title"))
                links.append(f'<a class="ex-{key}" href="{link(other, self.carried)}">{escape(text)}</a>')
        ui.html("".join(links), sanitize=False, tag="nav").classes("ex-around")

    # What the reader does ---------------------------------------------------------------------------------------------

    async def _changed(self) -> None:
        self._clock.deactivate()
        await self._refresh()

    def _go(self, step: int) -> None:
        self._clock.deactivate()
        self._show(step)

    def _toggle(self) -> None:
        told = self.lesson.told
        if self._clock.active or told is None:
            self._clock.deactivate()
        else:
            self._clock.activate()
            if self.lesson.step == len(told.steps) - 1:
                self.lesson.go(0)
        self._show(self.lesson.step)

    def _tick(self) -> None:
        told = self.lesson.told
        if told is None or self.lesson.step >= len(told.steps) - 1:
            self._clock.deactivate()
        self._show(self.lesson.step + 1)

    async def _resized(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, int) and event.args > 0:
            self._width = event.args
            await self._refresh()

    def _save(self, event: GenericEventArguments) -> None:
        if self.lesson.step < len(self._pictures):
            theme, signs = seen(event.args)
            name = f"wellplayed-{self.chapter.name}-{self.lesson.step + 1}.svg"
            ui.download.content(export(self._pictures[self.lesson.step], theme, signs=signs), name, SVG)

    # What is shown ----------------------------------------------------------------------------------------------------

    async def _refresh(self) -> None:
        """Ask the engine in a thread, as often as the reader has changed something meanwhile; then show it."""
        self._wanted += 1
        if self._busy:
            return
        self._busy, done = True, 0
        self._box.props("aria-busy=true")
        try:
            while done != self._wanted:
                done = self._wanted
                answer, pictures = await asyncio.to_thread(self._made)
        finally:
            self._busy = False
        if self._root.is_deleted:
            return
        self._box.props("aria-busy=false")
        self.lesson.take_in(answer)
        self._pictures = pictures
        self._root.classes(**{"add" if answer.told is None else "remove": "ex-stale"})
        if self.given is not None:
            self.given.tell(answer)
        if self.lesson.told is not None:
            self._questions.set_content(_questions(self.lesson.told.answers, self.words))
            self._ticks(self.lesson.told.steps)
        self._show(self.lesson.step)

    def _made(self) -> tuple[Answer, list[str]]:
        """What the engine says, and its pictures; the same ones where there is nothing new to draw."""
        answer, width = self.lesson.ask(), self._width
        if answer.told is None and self._drawn == width:
            return answer, self._pictures
        self._drawn = width
        return answer, self.lesson.pictures(answer.told or self.lesson.told, width)

    def _ticks(self, steps: tuple[Step, ...]) -> None:
        """A mark for each step, to go there at once."""
        if len(self._marks) != len(steps):
            self._dots.clear()
            with self._dots:
                self._marks = [TextElement(tag="button", text="").props("type=button") for _ in steps]
            for n, mark in enumerate(self._marks):
                mark.on("click", lambda _, n=n: self._go(n), args=[])
        for mark, step in zip(self._marks, steps, strict=True):
            mark.props["aria-label"] = mark.props["title"] = step.title

    def _show(self, number: int) -> None:
        """One step of what was told."""
        lesson, words = self.lesson, self.words
        if lesson.told is None:
            return
        lesson.go(number)
        steps = lesson.told.steps
        step = steps[lesson.step]
        self._title.text, self._says.text = step.title, step.says
        self._count.text = words("explain.step", n=lesson.step + 1, total=len(steps))
        self._picture.set_content(self._pictures[lesson.step])
        if self.chapter.samples:  # so that nothing moves from step to step
            self._picture.style(f"min-height: {max(map(_height, self._pictures)):.0f}px")
        self._numbers.set_content(_numbers(step))
        self._table.set_content(_table(step))
        self._back.props.set_bool("disabled", lesson.step == 0)
        self._on.props.set_bool("disabled", lesson.step == len(steps) - 1)
        playing = self._clock.active
        self._play.text = "\u23f8\ufe0e" if playing else "\u25b6\ufe0e"
        self._play.props["aria-label"] = self._play.props["title"] = words(f"explain.{'stop' if playing else 'play'}")
        for n, mark in enumerate(self._marks):
            mark.props["aria-current"] = "step" if n == lesson.step else "false"
            mark.classes(**{"add" if n <= lesson.step else "remove": "ex-done"})
        query = "&".join(filter(None, (lesson.query(), urlencode(self.carried))))
        ui.navigate.history.replace(f"/explain/{self.chapter.name}" + (f"?{query}" if query else ""))


# As markup ------------------------------------------------------------------------------------------------------------


def _numbers(step: Step) -> str:
    """The numbers of a step."""
    lines = "".join(
        f"<div><dt>{escape(n.label)}</dt><dd class=wp-num>{escape(n.value)}</dd></div>" for n in step.numbers
    )
    return f"<dl>{lines}</dl>" if lines else ""


def _table(step: Step) -> str:
    """The table of a step, if it has one."""
    if step.table is None:
        return ""
    titles = "".join(f"<th scope=col>{escape(title)}</th>" for title in step.table.titles)
    rows = ""
    for name, *cells in step.table.rows:
        rows += (
            f"<tr><th scope=row>{escape(name)}</th>{''.join(f'<td class=wp-num>{escape(c)}</td>' for c in cells)}</tr>"
        )
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>"


def _questions(answers: Answers, words: Words) -> str:
    """The three questions and what is answered."""
    entries = "".join(
        f"<div><dt>{escape(words(f'explain.question.{name}'))}</dt><dd>{escape(answer)}</dd></div>"
        for name, answer in zip(Answers._fields, answers, strict=True)
    )
    return f"<h2>{escape(words('explain.questions'))}</h2><dl>{entries}</dl>"


def _height(svg: str) -> float:
    """How high a picture is."""
    box = _BOX.search(svg)
    return float(box[1]) if box else 0.0


def _by(value: Any) -> int:
    """Which way a key goes; 0 for anything else that a browser might send."""
    return value if value in (-1, 1) else 0
