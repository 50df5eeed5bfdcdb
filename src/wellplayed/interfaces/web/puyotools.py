"""The tools of the analysis page for Puyo: open and share, change the field, set the pairs, choose who is asked."""

import json
from collections.abc import Awaitable
from html import escape
from typing import Protocol

from nicegui import background_tasks, ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from ...formats.puyos import FORMATS
from . import kinds
from .controls import game_switch
from .desk import AgentFields
from .fieldgrid import colour, glyph
from .fields import VALUE, Choice
from .puyolinks import FieldPosition
from .tools import button, heading
from .words import Words

LONGEST = 80  # characters of a queue that is typed
ROWS = "rows"


class Bench(Protocol):
    """What tools work on: the room of the page."""

    async def change(self, **fields: str) -> None:
        """Other fields of the position."""

    async def back(self, steps: int) -> None:
        """So many steps back in the line, or on where it is below 0."""

    async def fall(self) -> None:
        """Let what hangs in the air come down, and what pops pop."""

    async def deal(self) -> None:
        """Fill the queue."""

    async def save(self) -> None:
        """Give what is shown as a file."""

    async def ask(self, spec: str) -> None:
        """Let another agent think."""


class PuyoTools:
    """The panel. What is pressed goes to `bench`, and `show` says how things stand."""

    def __init__(self, words: Words, bench: Bench, position: FieldPosition, spec: str) -> None:
        self._words, self._bench, self._position = words, bench, position
        self._half = ""  # of a pair that is being added
        with ui.element("div").classes("desk-game"):
            game_switch(words, kinds.PAIRS.name, "/analyse")
        with ui.element("div").classes("desk-share"):
            self._share()
        with ui.element("div").classes("desk-paint"):
            self._change()
        with ui.element("div").classes("desk-set"):
            self._pairs(position)
        with ui.element("div").classes("desk-agent"):
            heading(words("play.agent"))
            self.agent = AgentFields(words, spec, lambda spec: self._later(bench.ask(spec)), kinds.PAIRS.name)

    def show(self, position: FieldPosition) -> None:
        """Show a position."""
        self._position, self._half = position, ""
        self._write(position.queue)
        self._rules.set(position.rules)
        shared = position.shared()
        for name, copy in self._copies.items():
            copy.props.set_bool("disabled", name not in shared)
        self._fall.props.set_bool("disabled", position.rests)

    def _share(self) -> None:
        words = self._words
        with ui.element("div").classes("desk-actions desk-three"):
            button(words("analyse.open")).props("data-opens=desk-open aria-expanded=false aria-controls=desk-open")
            button(words("analyse.copy.link")).props("data-copy=address")
            button(words("analyse.save"), self._bench.save)
        with ui.element("div").classes("desk-open").props("id=desk-open hidden"):
            label = escape(words("analyse.puyo.open.what"))
            ui.element("textarea").props(f'rows=3 aria-label="{label}" placeholder="{label}" spellcheck=false')
            with ui.element("div").classes("desk-actions"):
                button(words("analyse.open.read")).props("data-do=read")
                with ui.element("label").classes("wp-button"):
                    TextElement(tag="span", text=words("analyse.open.file"))
                    ui.element("input").classes("wp-hidden").props("type=file accept=.json,.gz,.txt")
        share = escape(words("analyse.puyo.share"))
        TextElement(tag="span", text=words("analyse.puyo.share")).classes("wp-muted wp-small")
        with ui.element("div").classes("desk-copies").props(f'role=group aria-label="{share}"'):
            self._copies = {name: self._copy(name) for name in FORMATS}

    def _copy(self, name: str) -> ui.element:
        text = self._words("analyse.puyo.share.rows") if name == ROWS else name
        return button(text).props(f'data-copy={name} title="{escape(FORMATS[name].about)}"')

    def _change(self) -> None:
        words, bench = self._words, self._bench
        heading(words("analyse.paint"))
        with ui.element("div").classes("desk-actions desk-three"):
            button(words("analyse.undo"), lambda: bench.back(1)).props("data-do=undo")
            button(words("analyse.redo"), lambda: bench.back(-1)).props("data-do=redo")
            button(words("analyse.clear"), lambda: bench.change(field=""))
        with ui.element("div").classes("desk-actions"):
            button(words("analyse.mirror"), self._mirror)
            self._fall = button(words("analyse.puyo.fall"), bench.fall)

    def _pairs(self, position: FieldPosition) -> None:
        words, bench = self._words, self._bench
        heading(words("analyse.puyo.queue"))
        label = escape(words("analyse.puyo.queue"))
        self._queue = ui.element("input").classes("desk-input wp-num")
        self._queue.props(f'maxlength={LONGEST} aria-label="{label}" autocomplete=off autocapitalize=characters')
        # A bound value would be written again whenever anything on the page changes, over what is being typed.
        self._queue.props["spellcheck"], self._queue.props["^value"] = "false", position.queue
        self._written: str | None = position.queue
        self._queue.on("change", self._set_queue, js_handler=VALUE)
        adds = escape(words("analyse.puyo.queue.add"))
        with ui.element("div").classes("desk-pieces").props(f'role=group aria-label="{adds}"'):
            for letter in "RGBYP":
                with ui.element("button").classes("wp-button") as add:
                    ui.html(glyph(letter), sanitize=False)
                name = escape(colour(letter, words))
                add.props(f'type=button aria-label="{adds}: {name}" title="{name}"')
                add.on("click", lambda _, letter=letter: self._add(letter), args=[])
        with ui.element("div").classes("desk-actions"):
            button(words("analyse.deal"), bench.deal)
            button(words("analyse.drop"), lambda: bench.change(queue=",".join(self._position.pairs[:-1])))
        rules = {name: words.of(kinds.PAIRS.name, f"rules.{name}") for name in kinds.PAIRS.presets}
        known = rules if position.rules in rules else {position.rules: position.rules, **rules}
        self._rules = Choice(
            words("play.rules"), {"": known}, position.rules, lambda name: self._later(bench.change(rules=name))
        )

    async def _add(self, letter: str) -> None:
        """Half a pair waits in the field for the other half."""
        if not self._half:
            self._half = letter
            self._write(",".join([*self._position.pairs, letter]))
            return
        pair, self._half = self._half + letter, ""
        await self._bench.change(queue=",".join([*self._position.pairs, pair]))

    async def _mirror(self) -> None:
        """The field from the other side."""
        rows = (row[::-1] for row in self._position.field.split("/"))
        await self._bench.change(field="/".join(rows))

    def _write(self, queue: str) -> None:
        """Put a queue into its field, if it is another one than stands there."""
        if queue != self._written:
            self._written = queue
            field = f"getHtmlElement({self._queue.id})"
            self._queue.client.run_javascript(f"if ({field}) {field}.value = {json.dumps(queue)}")

    async def _set_queue(self, event: GenericEventArguments) -> None:
        self._written = None  # whatever it says now
        await self._bench.change(queue=str(event.args)[:LONGEST])

    @staticmethod
    def _later(doing: Awaitable[None]) -> None:
        background_tasks.create(doing, name="analysis")
