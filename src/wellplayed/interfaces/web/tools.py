"""The tools of the analysis page: open and share, paint, set the pieces and the rules, choose who is asked."""

import json
from collections.abc import Awaitable, Callable
from html import escape
from typing import Protocol

from nicegui import background_tasks, ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from ...tetris.guideline.ruleset import PRESETS
from ...tetris.pieces import PIECES
from . import kinds
from .controls import game_switch
from .desk import AgentFields, keyboard, palette
from .fields import VALUE, Choice
from .links import QUEUE, Position
from .words import Words

LONGEST = 4096  # characters of a board that the browser tells
MIRRORED = str.maketrans("SZJL", "ZSLJ")


class Bench(Protocol):
    """What tools work on: the room of the page."""

    async def change(self, **fields: str) -> None:
        """Other fields of the position."""

    async def back(self, steps: int) -> None:
        """So many steps back in the line, or on where it is below 0."""

    async def deal(self) -> None:
        """Fill the queue."""

    async def save(self) -> None:
        """Give what is shown as a file."""

    async def ask(self, spec: str) -> None:
        """Let another agent think."""


class Tools:
    """The panel. What is pressed goes to `bench`, and `show` says how things stand."""

    def __init__(self, words: Words, bench: Bench, position: Position, spec: str) -> None:
        self._words, self._bench, self._position = words, bench, position
        with ui.element("div").classes("desk-game"):
            game_switch(words, kinds.PIECES.name, "/analyse")
        with ui.element("div").classes("desk-share"):
            self._share()
        with ui.element("div").classes("desk-paint") as paint:
            self._paint()
        with ui.element("div").classes("desk-set") as pieces:
            self._pieces(position)
        self._setting = (paint, pieces)
        with ui.element("div").classes("desk-agent"):
            heading(words("play.agent"))
            self.agent = AgentFields(words, spec, lambda spec: self._later(bench.ask(spec)))

    def show(self, position: Position, *, locked: bool) -> None:
        """Show a position; `locked` while a replay is watched."""
        self._position = position
        self._write(position.queue)
        self._hold.set(position.hold)
        self._rules.set(position.rules)
        for part in self._setting:
            part.props.set_bool("inert", locked)
        self._fumen.props.set_bool("disabled", not position.fits_fumen)

    def _share(self) -> None:
        words = self._words
        with ui.element("div").classes("desk-actions"):
            button(words("analyse.open")).props("data-opens=desk-open aria-expanded=false aria-controls=desk-open")
            button(words("analyse.copy.link")).props("data-copy=address")
            self._fumen = button(words("analyse.copy.fumen")).props("data-copy=fumen")
            button(words("analyse.save"), self._bench.save)
        with ui.element("div").classes("desk-open").props("id=desk-open hidden"):
            label = escape(words("analyse.open.what"))
            ui.element("textarea").props(f'rows=3 aria-label="{label}" placeholder="{label}" spellcheck=false')
            with ui.element("div").classes("desk-actions"):
                button(words("analyse.open.read")).props("data-do=read")
                with ui.element("label").classes("wp-button"):
                    TextElement(tag="span", text=words("analyse.open.file"))
                    ui.element("input").classes("wp-hidden").props("type=file accept=.json,.gz,.txt")

    def _paint(self) -> None:
        words, bench = self._words, self._bench
        heading(words("analyse.paint"))
        palette(words)
        with ui.element("div").classes("desk-actions desk-four"):
            button(words("analyse.undo"), lambda: bench.back(1)).props("data-do=undo")
            button(words("analyse.redo"), lambda: bench.back(-1)).props("data-do=redo")
            button(words("analyse.clear"), lambda: bench.change(board=""))
            button(words("analyse.mirror"), self._mirror)

    def _pieces(self, position: Position) -> None:
        words, bench = self._words, self._bench
        heading(words("analyse.queue"))
        label = escape(words("analyse.queue"))
        self._queue = ui.element("input").classes("desk-input wp-num")
        self._queue.props(f'maxlength={QUEUE} aria-label="{label}" autocomplete=off autocapitalize=characters')
        # A bound value would be written again whenever anything on the page changes, over what is being typed.
        self._queue.props["spellcheck"], self._queue.props["^value"] = "false", position.queue
        self._written: str | None = position.queue
        self._queue.on("change", self._set_queue, js_handler=VALUE)
        keyboard(words, lambda letter: bench.change(queue=self._position.queue + letter))
        with ui.element("div").classes("desk-actions"):
            button(words("analyse.deal"), bench.deal)
            button(words("analyse.drop"), lambda: bench.change(queue=self._position.queue[:-1]))
        holds = {"": words("analyse.hold.none"), **{letter: letter for letter in PIECES}}
        self._hold = Choice(
            words("play.hold"), {"": holds}, position.hold, lambda piece: self._later(bench.change(hold=piece))
        )
        rules = {name: words(f"play.rules.{name}") for name in PRESETS}
        known = rules if position.rules in rules else {position.rules: position.rules, **rules}
        self._rules = Choice(
            words("play.rules"), {"": known}, position.rules, lambda name: self._later(bench.change(rules=name))
        )

    async def _mirror(self) -> None:
        """The position from the other side, pieces that are each other's mirror images exchanged."""
        rows = (row[::-1].translate(MIRRORED) for row in self._position.rows)
        queue, hold = (text.translate(MIRRORED) for text in (self._position.queue, self._position.hold))
        await self._bench.change(board="/".join(rows), queue=queue, hold=hold)

    def _write(self, queue: str) -> None:
        """Put a queue into its field, if it is another one than stands there."""
        if queue != self._written:
            self._written = queue
            field = f"getHtmlElement({self._queue.id})"
            self._queue.client.run_javascript(f"if ({field}) {field}.value = {json.dumps(queue)}")

    async def _set_queue(self, event: GenericEventArguments) -> None:
        self._written = None  # whatever it says now
        await self._bench.change(queue="".join(str(event.args).upper().replace(",", "").split())[:QUEUE])

    @staticmethod
    def _later(doing: Awaitable[None]) -> None:
        background_tasks.create(doing, name="analysis")


class Easel:
    """The board of the page (static/editor.js)."""

    def __init__(self, words: Words, bench: Bench, session: str) -> None:
        self._bench, self._painted = bench, 0  # and the number of the browser's last stroke that is known here
        with ui.element("div").classes("desk-easel"):
            self.element = Element("wp-editor")
        names = ("board", "hold", "next", "help", "cell", "empty", "garbage")
        self.element.props["words"] = json.dumps({name: words(f"analyse.{name}") for name in names}, ensure_ascii=False)
        self.element.props["session"] = session
        self.element.on("wp-paint", self._paint, js_handler="(event) => emit(event.detail)")

    def show(self, position: Position, piece: tuple[str, tuple[tuple[int, int], ...]] | None, *, locked: bool) -> None:
        """Show a position, its current piece where it appears; `locked` while nothing can be painted."""
        book, props = position.book, self.element.props
        shown = {"letter": piece[0], "cells": [*map(list, piece[1])]} if piece else None
        with props.suspend_updates():
            props["rows"], props["columns"], props["height"] = position.board, book.width, book.height
            props["piece"] = json.dumps(shown)
            props["hold"], props["next"] = position.hold, position.queue[1:6]
            props["painted"] = self._painted
            props.set_bool("locked", locked)
        self.element.update()

    async def _paint(self, event: GenericEventArguments) -> None:
        told = event.args if isinstance(event.args, dict) else {}
        number = told.get("n")
        self._painted = number if isinstance(number, int) else 0
        await self._bench.change(board=str(told.get("rows", ""))[:LONGEST])


def heading(text: str) -> None:
    """The name of what follows."""
    TextElement(tag="h3", text=text).classes("wp-heading")


def button(text: str, act: Callable[[], Awaitable[None]] | None = None, classes: str = "wp-button") -> ui.element:
    """A button; without `act` a script of the page knows what it does."""
    with ui.element("button").classes(classes).props("type=button") as made:
        TextElement(tag="span", text=text)
    if act is not None:
        made.on("click", lambda _: act(), args=[])
    return made
