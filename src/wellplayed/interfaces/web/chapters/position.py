"""The board and the pieces that a reader gives: read with the engine's own checks, changed cell by cell, made a state.

Chapters are about ten columns and twenty rows, but for one whose network has learned a smaller board. Cells keep the
letter of their piece for the eye, which the engine does not need; all it is asked about are the columns.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ....errors import InputError, unknown
from ....formats.fumen import Field, Page, decode, encode
from ....formats.quiz import Quiz
from ....game import Game, States
from ....tetris.classic import Classic
from ....tetris.classic.text import parse
from ....tetris.guideline.record import UNSEEN
from ....tetris.guideline.rules import Guideline
from ....tetris.pieces import PIECES
from ..refusals import Refusal

WIDTH, HEIGHT = 10, 20
NARROW_WIDTH, NARROW_HEIGHT = 6, 10  # the smaller board
EMPTY, GARBAGE = ".", "G"
LONGEST = 4096  # letters of a board given as text
_FUMEN = re.compile(r"[vmd]1\d\d@")
_LETTERS = str.maketrans({"_": EMPTY, " ": EMPTY, "#": GARBAGE, "X": GARBAGE, "x": GARBAGE})


@dataclass(frozen=True)
class Board:
    """Rows of letters, the top row first, `height` of them or more; `.` is empty, G a cell of no known piece."""

    rows: tuple[str, ...]
    height: int = HEIGHT  # rows that are seen

    def __str__(self) -> str:
        """The rows from the highest filled one down, joined by `/`; reads back by `read`."""
        return "/".join(self.rows[len(self.rows) - max(self.top, 1) :])

    def __getitem__(self, cell: tuple[int, int]) -> str:
        x, y = cell
        return self.rows[len(self.rows) - 1 - y][x]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    @cached_property
    def top(self) -> int:
        """The height of the pile."""
        return next((len(self.rows) - i for i, row in enumerate(self.rows) if row.strip(EMPTY)), 0)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The cells of each column as bits, bit y for row y from the floor."""
        return tuple(sum((self[x, y] != EMPTY) << y for y in range(self.top)) for x in range(self.width))

    @property
    def full(self) -> tuple[int, ...]:
        """The rows without an empty cell, from the floor up."""
        return tuple(y for y in range(self.top) if EMPTY not in self.rows[len(self.rows) - 1 - y])

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The height of each column."""
        return tuple(column.bit_length() for column in self.columns)

    def filled(self, x: int, y: int) -> bool:
        """Whether a cell is filled; walls and floor are, the sky is not."""
        return not 0 <= x < self.width or y < 0 or (y < self.top and self[x, y] != EMPTY)

    def put(self, cells: Iterable[tuple[int, int]], letter: str) -> "Board":
        """The board with cells filled; it grows where they lie above it."""
        rows = [list(row) for row in reversed(self.rows)]
        for x, y in cells:
            rows += [[EMPTY] * self.width for _ in range(y + 1 - len(rows))]
            rows[y][x] = letter
        return Board(tuple("".join(row) for row in reversed(rows)), self.height)

    def cleared(self) -> "Board":
        """The board without its full rows."""
        kept = [row for row in self.rows if EMPTY in row]
        return Board((EMPTY * self.width,) * (len(self.rows) - len(kept)) + tuple(kept), self.height)

    def toggled(self, x: int, y: int) -> "Board":
        """The board with one cell filled that was empty, or the reverse. Raises InputError for a cell outside."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise InputError(f"there is no cell ({x}, {y}); x is 0 to {self.width - 1}, y is 0 to {self.height - 1}")
        return self.put(((x, y),), EMPTY if self[x, y] != EMPTY else GARBAGE)

    def checked(self) -> "Board":
        """The board itself. Raises InputError for one that no piece can fall on, with the engine's words."""
        parse(str(self), self.height, self.width)
        return self

    def fumen(self, pieces: str = "") -> str:
        """The board as a fumen of one page, the pieces as its quiz."""
        comment = str(Quiz("", pieces[:1], pieces[1:], "")) if pieces else ""
        return encode([Page(Field.parse(str(self).replace(EMPTY, "_").replace(GARBAGE, "X")), comment=comment)])


def read(text: str, height: int = HEIGHT, width: int = WIDTH) -> Board:
    """A board from rows (the top row first, joined by `/` or one a line) or from a fumen's first page.

    Raises InputError for anything else, with the engine's words.
    """
    if len(text) > LONGEST:
        raise Refusal(f"the board is {len(text)} letters long; give at most {LONGEST}", "links.long", n=LONGEST)
    if _FUMEN.search(text):
        rows = list(decode(text)[0].field.rows)
    else:
        rows = [line.strip("\r") for line in text.strip().replace("/", "\n").split("\n")]
    rows = [row for row in rows if row]
    parse("\n".join(rows), height, width)
    empty = (EMPTY * width,) * (height - len(rows))
    return Board(empty + tuple(row.translate(_LETTERS) for row in rows), height)


def read_narrow(text: str) -> Board:
    """A smaller board from rows. Raises InputError as `read` does."""
    return read(text, NARROW_HEIGHT, NARROW_WIDTH)


def quizzed(text: str) -> str:
    """The pieces that a fumen's quiz names, the current one first; none where the text is no such fumen."""
    if len(text) > LONGEST or not _FUMEN.search(text):
        return ""
    quiz = decode(text)[0].quiz
    return "" if quiz is None else "".join(c for c in (quiz.current + quiz.next).upper() if c in PIECES)


def letters(text: str, least: int, most: int) -> str:
    """Pieces from text, such as `TSI`. Raises InputError for an unknown one, or too few or too many."""
    found = "".join(text.upper().replace(",", "").split())
    for letter in found[: most + 1]:
        if letter not in PIECES:
            raise Refusal(str(unknown("piece", letter, PIECES)), "refused.piece", letter=letter)
    if not least <= len(found) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        why = f"there are {len(found)} pieces; give {wanted}, the current one first"
        raise Refusal(why, "refused.pieces", n=len(found), wanted=f"{least}–{most}" if least < most else wanted)
    return found


def game(pieces: str, rules: str = "guideline") -> Guideline:
    """The game of the chapters: no hold, every piece equally likely, and as many previews as pieces are given."""
    from ....games import game as make

    made = make(f"guideline:rules={rules},hold=off,bag=uniform,previews={len(pieces) - 1}")
    assert isinstance(made, Guideline)
    return made


def narrow() -> Classic:
    """The game on the smaller board: pieces fall straight, every one is equally likely, and none is known ahead."""
    return Classic(height=NARROW_HEIGHT, width=NARROW_WIDTH)


def state(rules: Game, board: Board, pieces: str) -> States:
    """One state [1] with that board and those pieces, the current one first; what comes after them is hidden."""
    made = rules.new([0])
    made["columns"][0, : board.width] = board.columns
    made["queue"][0] = UNSEEN
    made["queue"][0, : len(pieces)] = [PIECES.index(piece) for piece in pieces]
    return made


def same(board: Board, states: States) -> bool:
    """Whether a state [1] of the engine has the cells of this board."""
    return bool(np.array_equal(states["columns"][0, : board.width], np.array(board.columns, np.uint64)))
