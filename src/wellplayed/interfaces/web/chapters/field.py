"""A Puyo field as a reader has it: letters that are changed one by one, read from any text that players share.

Puyos may hang in the air while somebody draws; whoever looks at the field lets them fall first.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ....errors import InputError
from ....formats.puyos import Puyos
from ....puyo.cells import LETTERS, TOP, WIDTH
from ....puyo.steps import fallen
from ....puyo.text import parse
from ...field import read_text, rows_of
from ..refusals import Refusal

EMPTY = "."
LONGEST = 4096  # characters of a field given as text
BLANK = (EMPTY * WIDTH,) * TOP


@dataclass(frozen=True)
class Field:
    """Thirteen rows of six letters, the top row first: `.` empty, `R G B Y P` the colours, `#` ojama.

    `notes` are what was to be said when it was read, in the engine's words; equal fields are equal without them.
    """

    rows: tuple[str, ...] = BLANK
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        """The rows from the highest filled one down, joined by `/`; reads back by `read`."""
        filled = next((n for n, row in enumerate(self.rows) if row.strip(EMPTY)), TOP - 1)
        return "/".join(self.rows[filled:])

    def __getitem__(self, cell: tuple[int, int]) -> str:
        x, y = cell
        return self.rows[TOP - 1 - y][x]

    @cached_property
    def puyos(self) -> Puyos:
        """The same as the formats write it."""
        return Puyos(self.rows)

    @cached_property
    def cells(self) -> Any:
        """The engine's cells uint16 [8, 8], as they were drawn."""
        return parse(str(self))

    @property
    def count(self) -> int:
        """How many puyos there are, ojama too."""
        return sum(letter != EMPTY for row in self.rows for letter in row)

    @property
    def hanging(self) -> tuple[int, ...]:
        """The columns in which a puyo has nothing below it, x from the left."""
        return self.puyos.hanging

    def put(self, x: int, y: int, letter: str) -> "Field":
        """The field with one cell changed. Raises InputError for a cell outside, or another letter."""
        if not (0 <= x < WIDTH and 0 <= y < TOP):
            raise InputError(f"there is no cell ({x}, {y}); x is 0 to {WIDTH - 1}, y is 0 to {TOP - 1}")
        if len(letter) != 1 or letter not in LETTERS + EMPTY:
            raise InputError(f"there is no puyo {letter[:8]!r}; choose from {' '.join(LETTERS)} and .")
        rows = list(self.rows)
        row = rows[TOP - 1 - y]
        rows[TOP - 1 - y] = row[:x] + letter + row[x + 1 :]
        return Field(tuple(rows))

    def settled(self) -> "Field":
        """The field with every puyo down."""
        return of_cells(fallen(self.cells))


EMPTY_FIELD = Field()


def of_cells(cells: Any) -> Field:
    """The field of the engine's cells [8, 8]."""
    rows = tuple(rows_of(cells))
    return Field(BLANK[len(rows) :] + rows)


def of_puyos(puyos: Puyos) -> Field:
    """The field of a text that was read, without its moves."""
    return Field(BLANK[len(puyos.rows) :] + puyos.rows, puyos.notes)


def read(text: str) -> Field:
    """A field from rows, a link or digits; empty for no text. Raises InputError, in one line, for anything else."""
    if len(text) > LONGEST:
        raise Refusal(f"the field is {len(text)} letters long; give at most {LONGEST}", "links.long", n=LONGEST)
    return of_puyos(read_text(text)) if text.strip() else EMPTY_FIELD
