"""A small board that is changed cell by cell: by clicking or dragging, or with arrow keys and the space bar."""

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from .chapters.position import EMPTY, Board
from .drawing.board import Mark, svg
from .words import Words

CELL = 15.0
_MOVES = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}
# The cell under the pointer; while it is dragged, only where it is another one than before.
_AT = """(event) => {
  const picture = event.currentTarget.querySelector("svg"), box = picture?.getBoundingClientRect();
  const drag = event.type === "pointermove";
  if (!box || (drag && !(event.buttons & 1)) || (!drag && event.button !== 0)) return;
  const side = box.width / (COLUMNS * CELL + 2);
  const x = Math.floor(((event.clientX - box.left) / side - 1) / CELL);
  const y = ROWS - 1 - Math.floor(((event.clientY - box.top) / side - 1) / CELL);
  const at = `${x},${y}`, grid = event.currentTarget;
  if (drag && grid.dataset.at === at) return;
  grid.dataset.at = at;
  if (x >= 0 && x < COLUMNS && y >= 0 && y < ROWS) emit([x, y, drag]);
}"""
_KEY = f"""(event) => {{
  if (!{[*_MOVES, " ", "Enter"]}.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  emit(event.key);
}}"""


class Grid:
    """One board to change. `changed` is told of every change by a person, with the new board."""

    def __init__(self, words: Words, board: Board, changed: Callable[[Board], None]) -> None:
        self.board, self._words, self._changed = board, words, changed
        self._x, self._y = board.width // 2, 0
        self._filling = True  # what a drag does to the cells that it comes to
        with ui.element("div").classes("ex-grid").props("tabindex=0 role=application") as self.element:
            self._picture = ui.html("", sanitize=False)
        self._told = TextElement(tag="p", text="").classes("wp-hidden").props("role=status")
        at = _AT.replace("COLUMNS", str(board.width)).replace("ROWS", str(board.height)).replace("CELL", f"{CELL:g}")
        self.element.on("pointerdown", self._point, js_handler=at)
        self.element.on("pointermove", self._point, js_handler=at)
        self.element.on("keydown", self._key, js_handler=_KEY)
        self._draw()

    def show(self, board: Board) -> None:
        """Show another board."""
        if board != self.board:
            self.board = board
            self._draw()

    def _point(self, event: GenericEventArguments) -> None:
        cell = _cell(event.args, self.board)
        if cell is None:
            return
        x, y, drag = cell
        if not drag:
            self._filling = self.board[x, y] == EMPTY
        elif (self.board[x, y] == EMPTY) != self._filling:
            return
        self._x, self._y = x, y
        self._toggle()

    def _key(self, event: GenericEventArguments) -> None:
        if event.args in _MOVES:
            dx, dy = _MOVES[event.args]
            self._x = min(max(self._x + dx, 0), self.board.width - 1)
            self._y = min(max(self._y + dy, 0), self.board.height - 1)
            self._draw()
            self._tell()
        else:
            self._toggle()

    def _toggle(self) -> None:
        self.board = self.board.toggled(self._x, self._y)
        self._draw()
        self._tell()
        self._changed(self.board)

    def _tell(self) -> None:
        state = self._words(f"explain.cell.{'empty' if self.board[self._x, self._y] == EMPTY else 'filled'}")
        self._told.text = self._words("explain.cell", x=self._x + 1, y=self._y + 1, state=state)

    def _draw(self) -> None:
        cursor = Mark(self._x, self._y, "ring")
        self._picture.set_content(svg(str(self.board), marks=[cursor], cell=CELL, height=self.board.height))
        filled = sum(column.bit_count() for column in self.board.columns)
        self.element.props["aria-label"] = self._words("explain.board.label", filled=filled)


def _cell(args: Any, board: Board) -> tuple[int, int, bool] | None:
    """The cell that a browser names and whether it was dragged to; None for anything else that it might send."""
    if not isinstance(args, list) or len(args) != 3 or not all(isinstance(part, int) for part in args):
        return None
    x, y, drag = args
    return (x, y, bool(drag)) if 0 <= x < board.width and 0 <= y < board.height else None
