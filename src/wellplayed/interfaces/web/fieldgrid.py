"""A Puyo field that is changed cell by cell: a brush for each colour, painted by clicking or dragging, or with keys.

In Explain and Analyse alike. The picture is drawing/field.py's; the browser says which cell is under the pointer.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from ...puyo.cells import LETTERS, TOP, WIDTH
from .chapters.field import EMPTY, Field
from .drawing.board import Ghost, Mark, Shape
from .drawing.cells import Cell
from .drawing.element import document, element
from .drawing.field import circles, svg
from .drawing.ink import PUYO, ink
from .words import Words

CELL = 20.0
BRUSHES = LETTERS + EMPTY
_MOVES = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}
_ERASING = ("Delete", "Backspace", ".")
# The cell under the pointer, whether it was dragged there, and whether it is to be erased; while it is dragged, only
# where it is another cell than before.
_AT = f"""(event) => {{
  const grid = event.currentTarget, picture = grid.querySelector("svg"), box = picture?.getBoundingClientRect();
  const drag = event.type === "pointermove", erase = drag ? !!(event.buttons & 2) : event.button === 2;
  if (!box || (drag && !(event.buttons & 3)) || (!drag && event.button !== 0 && event.button !== 2)) return;
  const side = box.width / {WIDTH * CELL + 2};
  const x = Math.floor(((event.clientX - box.left) / side - 1) / {CELL});
  const y = {TOP - 1} - Math.floor(((event.clientY - box.top) / side - 1) / {CELL});
  const at = `${{x}},${{y}}`;
  if (drag && grid.dataset.at === at) return;
  grid.dataset.at = at;
  if (x >= 0 && x < {WIDTH} && y >= 0 && y < {TOP}) emit([x, y, drag, erase]);
}}"""
_KEY = f"""(event) => {{
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (!{[*_MOVES, *LETTERS, *_ERASING, " ", "Enter"]}.includes(key)) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  emit(key);
}}"""


class FieldGrid:
    """One field to change. `changed` is told of every change by a person, with the new field."""

    def __init__(self, words: Words, field: Field, changed: Callable[[Field], None]) -> None:
        self.field, self._words, self._changed = field, words, changed
        self.brush = "R"
        self._x, self._y = WIDTH // 2, 0
        self._puts = self.brush  # what a drag puts into the cells that it comes to
        self.stroke = 0  # the number of the last one, a key being one too
        self._over: dict[str, Any] = {}
        self._shown: Field | None = None  # another field to look at, which is not changed
        self._brushes: dict[str, ui.element] = {}
        with ui.element("div").classes("wp-field-grid"):
            with ui.element("div").classes("ex-grid").props("tabindex=0 role=application") as self.element:
                self._picture = ui.html("", sanitize=False)
            self._palette()
        self._told = TextElement(tag="p", text="").classes("wp-hidden").props("role=status")
        self.element.on("pointerdown", self._point, js_handler=_AT)
        self.element.on("pointermove", self._point, js_handler=_AT)
        self.element.on("contextmenu", js_handler="(event) => event.preventDefault()")
        self.element.on("keydown", self._key, js_handler=_KEY)
        self._draw()

    def show(self, field: Field) -> None:
        """Show another field."""
        if field != self.field:
            self.field = field
            self._draw()

    def look(
        self,
        field: Field | None = None,
        *,
        piece: Shape | None = None,
        ghosts: Iterable[Ghost] = (),
        numbers: Mapping[Cell, int] | None = None,
        marks: Iterable[Mark] = (),
    ) -> None:
        """Show something over the field; with a `field` that one in its place, which cannot be changed."""
        self._shown = field
        self._over = {"piece": piece, "ghosts": tuple(ghosts), "numbers": numbers or {}, "marks": tuple(marks)}
        self.element.props.set_bool("data-locked", field is not None)
        self._draw()

    def take(self, brush: str) -> None:
        """Take another brush."""
        if brush in BRUSHES:
            self.brush = brush
            for letter, button in self._brushes.items():
                button.props["aria-pressed"] = "true" if letter == brush else "false"

    # What the reader does ---------------------------------------------------------------------------------------------

    def _palette(self) -> None:
        """The brushes."""
        label = escape(self._words("field.brush"))
        with ui.element("div").classes("wp-brushes").props(f'role=group aria-label="{label}"'):
            for letter in BRUSHES:
                name = escape(colour(letter, self._words))
                with ui.element("button").classes("wp-button") as button:
                    ui.html(glyph(letter), sanitize=False)
                pressed = "true" if letter == self.brush else "false"
                button.props(f'type=button data-puyo="{letter}" aria-pressed={pressed}')
                button.props(f'aria-label="{name}" title="{name}"')
                button.on("click", lambda _, letter=letter: self.take(letter), args=[])
                self._brushes[letter] = button

    def _point(self, event: GenericEventArguments) -> None:
        cell = _cell(event.args)
        if cell is None or self._shown is not None:
            return
        x, y, drag, erase = cell
        if not drag:
            self.stroke += 1
            self._puts = EMPTY if erase or self.field[x, y] == self.brush else self.brush
        self._x, self._y = x, y
        self._put(self._puts)

    def _key(self, event: GenericEventArguments) -> None:
        key = str(event.args)
        if key in _MOVES:
            dx, dy = _MOVES[key]
            self._x, self._y = min(max(self._x + dx, 0), WIDTH - 1), min(max(self._y + dy, 0), TOP - 1)
            self._draw()
            self._tell()
        elif self._shown is None:
            letter = EMPTY if key in _ERASING else key if len(key) == 1 and key in LETTERS else self.brush
            here, self.stroke = self.field[self._x, self._y], self.stroke + 1
            self._put(EMPTY if here == letter else letter)

    def _put(self, letter: str) -> None:
        if self.field[self._x, self._y] != letter:
            self.field = self.field.put(self._x, self._y, letter)
            self._draw()
            self._tell()
            self._changed(self.field)

    # What is shown ----------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        state = colour(self.field[self._x, self._y], self._words, here=True)
        self._told.text = self._words("explain.cell", x=self._x + 1, y=self._y + 1, state=state)

    def _draw(self) -> None:
        over = dict(self._over)
        cursor = [] if self._shown is not None else [Mark(self._x, self._y, "ring")]
        over["marks"] = [*over.get("marks", ()), *cursor]
        shown = self._shown or self.field
        self._picture.set_content(svg("/".join(shown.rows), cell=CELL, labels=True, **over))
        self.element.props["aria-label"] = self._words("field.grid", filled=self.field.count)


def colour(letter: str, words: Words, *, here: bool = False) -> str:
    """What a letter is called; the empty one is the eraser, or `here` an empty cell."""
    if letter == EMPTY:
        return words("explain.cell.empty" if here else "field.erase")
    return words("field.ojama" if letter == "#" else f"field.colour.{letter}")


def glyph(letter: str, side: float = 16.0) -> str:
    """One puyo as a small picture; a dashed circle for what takes away."""
    path = circles([(0, 0)], 1, side)
    if letter == EMPTY:
        drawn = element("path", d=path, fill="none", stroke="var(--muted)", stroke_dasharray="2.5 2")
    else:
        drawn = element("path", d=path, fill=ink(letter, PUYO).fill)
    return document(side, side, [drawn])


def pair(letters: str, side: float = 16.0) -> str:
    """A pair as a small picture, the child above the axis."""
    parts = [
        element("path", d=circles([(0, y)], 2, side), fill=ink(letter, PUYO).fill) for y, letter in enumerate(letters)
    ]
    return document(side, 2 * side, parts)


def _cell(args: Any) -> tuple[int, int, bool, bool] | None:
    """What a browser names: a cell, dragged or not, erased or not; None for anything else that it might send."""
    if not isinstance(args, list) or len(args) != 4 or not all(isinstance(part, int) for part in args):
        return None
    x, y, drag, erase = args
    return (x, y, bool(drag), bool(erase)) if 0 <= x < WIDTH and 0 <= y < TOP else None
