"""What a reader gives to a chapter: the board, the pieces, the choices, each with its message beside it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from .chapters.chapter import Choice
from .chapters.field import Field
from .chapters.position import LONGEST, Board
from .fieldgrid import FieldGrid
from .fields import VALUE, Line
from .fields import Choice as Menu
from .grid import Grid
from .ground import Given as Ground
from .lesson import ALL, BOARD, PIECES, Answer, Lesson
from .words import Words

Changed = Callable[[], Awaitable[None]]


class Given:
    """The fields of one lesson. `changed` is awaited after every change by the reader."""

    def __init__(self, lesson: Lesson, words: Words, changed: Changed) -> None:
        self.lesson, self.words, self._changed = lesson, words, changed
        self._problems: dict[str, TextElement] = {}
        self._inputs: dict[str, ui.element] = {}
        self._written: dict[str, str] = {}  # what stands in them
        self._offered: dict[str, tuple[tuple[str, str], ...]] = {}
        self._boxes: dict[str, ui.element] = {}
        with ui.element("section").classes("ex-given").props(f'aria-label="{words("explain.board")}"'):
            self._samples()
            with ui.element("div").classes("ex-board"):
                self._grid = _grid(words, lesson.board, self._painted)
                hint = words("field.hint" if isinstance(lesson.board, Field) else "explain.hint")
                TextElement(tag="p", text=hint).classes("wp-muted wp-small ex-hint")
            with ui.element("div").classes("ex-fields"):
                paste = words("field.paste" if isinstance(lesson.board, Field) else "explain.paste")
                self._input(BOARD, paste, str(lesson.board), LONGEST)
                self._notes = TextElement(tag="p", text="").classes("wp-muted wp-small ex-notes").props("role=status")
                if lesson.chapter.pieces[1]:
                    self._input(PIECES, words("explain.pieces"), lesson.pieces, 20)
                for choice in lesson.chapter.choices:
                    self._choice(choice)
                self._problem(ALL)
        self._tell_problems(lesson.problems)
        self._tell_notes()

    def tell(self, answer: Answer) -> None:
        """Show what the engine says of the fields, and what may be chosen now."""
        self._tell_problems(answer.problems)
        for choice in self.lesson.chapter.choices:
            if answer.told is not None and choice.name in answer.told.offers:
                self._offer(choice, tuple(answer.told.offers[choice.name]))

    # Building ---------------------------------------------------------------------------------------------------------

    def _samples(self) -> None:
        """Boards to begin with."""
        words = self.words
        with ui.element("div").classes("ex-samples").props(f'role=group aria-label="{words("explain.from")}"'):
            for sample in self.lesson.chapter.samples:
                self._button(words(f"explain.sample.{sample.name}"), partial(self.lesson.take, sample.name))
            is_field = isinstance(self.lesson.board, Field)
            empty = words("field.empty" if is_field else "explain.empty")
            self._button(empty, partial(self.lesson.change_board, self.lesson.ground.empty))

    def _button(self, text: str, act: Callable[[], None]) -> None:
        async def press() -> None:
            act()
            await self._given()

        button = TextElement(tag="button", text=text).classes("wp-button").props("type=button")
        button.on("click", press, args=[])

    def _input(self, name: str, label: str, value: str, longest: int) -> None:
        """One line of text."""
        line = Line(label, "label")
        line.element.classes("ex-field")
        with line.element:
            field = ui.element("input").props(f"type=text maxlength={longest} autocomplete=off spellcheck=false")
        # A bound value would be written again whenever anything on the page changes, over what is being typed.
        field.props["^value"] = self._written[name] = value
        field.on("change", lambda event: self._entered(name, event), js_handler=VALUE)
        self._inputs[name] = field
        self._problem(name)

    def _choice(self, choice: Choice) -> None:
        words, value = self.words, self.lesson.chosen.get(choice.name, choice.default)
        label = words(f"explain.choice.{choice.name}")
        if choice.options:
            options = {"": {option: option for option in choice.options}}
            shown = value if value in choice.options else choice.default
            menu = Menu(label, options, shown, partial(self._chose, choice.name))
            menu.line.element.classes("ex-field")
            self._problem(choice.name)
        elif choice.most:
            self._input(choice.name, label, value, 12)
            self._inputs[choice.name].props(f"inputmode={'numeric' if choice.whole else 'decimal'}").classes("ex-short")
        else:
            self._boxes[choice.name] = ui.element("div").classes("ex-offer")
            self._problem(choice.name)

    def _problem(self, name: str) -> None:
        self._problems[name] = TextElement(tag="p", text="").classes("wp-bad ex-problem").props("role=status")

    def _offer(self, choice: Choice, offers: tuple[tuple[str, str], ...]) -> None:
        """A choice whose options depend on the board."""
        if self._offered.get(choice.name) == offers:
            return
        self._offered[choice.name] = offers
        values = [value for value, _ in offers]
        chosen = self.lesson.chosen.get(choice.name, "")
        box = self._boxes[choice.name]
        box.clear()
        with box:
            menu = Menu(
                self.words(f"explain.choice.{choice.name}"), {"": dict(offers)},
                chosen if chosen in values else values[0], lambda value: self._chose(choice.name, value),
            )  # fmt: skip
        menu.line.element.classes("ex-field")

    # What the reader does ---------------------------------------------------------------------------------------------

    def _painted(self, board: Ground) -> None:
        self.lesson.change_board(board)
        self._soon()

    async def _entered(self, name: str, event: GenericEventArguments) -> None:
        text = str(event.args)[:LONGEST]
        self._written[name] = text
        if name == BOARD:
            self.lesson.set_board(text)
        elif name == PIECES:
            self.lesson.set_pieces(text)
        else:
            self.lesson.choose(name, text)
        await self._given()

    def _chose(self, name: str, value: str) -> None:
        self.lesson.choose(name, value)
        self._soon()

    def _soon(self) -> None:
        """Go on outside this event, whose handler is no coroutine."""
        with self._grid.element:
            ui.timer(0, self._given, once=True)

    async def _given(self) -> None:
        """Show what was read, and ask the engine."""
        lesson = self.lesson
        self._show_board(lesson.board)
        self._tell_notes()
        for name, value in ((BOARD, str(lesson.board)), (PIECES, lesson.pieces)):
            if name in self._inputs and name not in lesson.problems:
                self._write(name, value)
        self._tell_problems(lesson.problems)
        await self._changed()

    def _show_board(self, board: Ground) -> None:
        match self._grid, board:
            case FieldGrid() as grid, Field() as field:
                grid.show(field)
            case Grid() as small, Board() as own:
                small.show(own)

    def _tell_notes(self) -> None:
        self._notes.text = " ".join(self.lesson.notes)

    def _write(self, name: str, value: str) -> None:
        """Put a text into its field, if it is another one than stands there."""
        if value != self._written[name]:
            self._written[name] = value
            field = f"getHtmlElement({self._inputs[name].id})"
            self._inputs[name].client.run_javascript(f"if ({field}) {field}.value = {json.dumps(value)}")

    def _tell_problems(self, problems: Mapping[str, str]) -> None:
        """Messages beside their fields; those of no field below all."""
        for name, line in self._problems.items():
            line.text = problems.get(name, "")
            if name in self._inputs:
                self._inputs[name].props["aria-invalid"] = "true" if name in problems else "false"


def _grid(words: Words, board: Ground, painted: Callable[[Ground], None]) -> Grid | FieldGrid:
    """What the reader changes."""
    return FieldGrid(words, board, painted) if isinstance(board, Field) else Grid(words, board, painted)
