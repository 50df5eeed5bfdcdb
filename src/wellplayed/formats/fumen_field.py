"""Fields and operations of a fumen: 23 rows and a garbage row of letters, and a piece to be put on them.

Coordinates are those of the whole laboratory: x 0 to 9 from the left, y 0 at the bottom, y up; the garbage row is
y = -1. An operation names the true-rotation centre of SRS, as TBP does ("SRS: how guideline SRS really works",
Hard Drop wiki).

Fumen itself counts cells from the top left, 0 to 239, the garbage row last, and knows fewer shapes than orientations:
S and Z stand low when flat and lean one way when upright, so a north S is drawn as the south one and one row higher,
a north O as the east one. Its position is the centre of the shape it draws. Pieces of four distinct shapes agree with
SRS. `ANCHORS` holds the difference, found by comparing shapes.
"""

from dataclasses import dataclass

from .fumen_digits import FumenError

WIDTH, HEIGHT = 10, 23
CELLS = WIDTH * (HEIGHT + 1)
LETTERS = "_ILOZTJSX"  # by fumen's number
PIECES = "IOTZSJL"
ORIENTATIONS = "NESW"
EMPTY, GREY = "_", "X"

_BLANK_ROW = EMPTY * WIDTH
_READ = str.maketrans({".": EMPTY, " ": EMPTY, "#": GREY, "x": GREY, "G": GREY})
_NORTH = {
    "I": ((-1, 0), (0, 0), (1, 0), (2, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((-1, 0), (0, 0), (1, 0), (0, 1)),
    "Z": ((-1, 1), (0, 1), (0, 0), (1, 0)),
    "S": ((-1, 0), (0, 0), (0, 1), (1, 1)),
    "J": ((-1, 1), (-1, 0), (0, 0), (1, 0)),
    "L": ((1, 1), (-1, 0), (0, 0), (1, 0)),
}
_DRAWN = {"I": "NE", "O": "E", "Z": "SE", "S": "SW"}  # the shapes fumen has of these pieces

Cell = tuple[int, int]


def _turned(cells: tuple[Cell, ...], quarters: int) -> tuple[Cell, ...]:
    """Cells about their centre, turned clockwise."""
    for _ in range(quarters):
        cells = tuple((y, -x) for x, y in cells)
    return cells


SHAPES = {(piece, o): _turned(cells, o) for piece, cells in _NORTH.items() for o in range(4)}


def _anchor(piece: str, orientation: int) -> Cell:
    """From the SRS centre to the centre of the same cells as fumen draws them."""
    cells = SHAPES[piece, orientation]
    for drawn in _DRAWN.get(piece, ""):
        shape = SHAPES[piece, ORIENTATIONS.index(drawn)]
        dx, dy = min(cells)[0] - min(shape)[0], min(cells)[1] - min(shape)[1]
        if {(x + dx, y + dy) for x, y in shape} == set(cells):
            return dx, dy
    return 0, 0


ANCHORS = {(piece, o): _anchor(piece, o) for piece, o in SHAPES}


@dataclass(frozen=True, slots=True)
class Operation:
    """A piece where it is to be placed: letter, orientation 0 to 3 for N E S W, true-rotation centre.

    Raises FumenError for another letter or orientation, or where a cell lies outside the 10 by 23 cells.

    >>> Operation("T", 0, 4, 0).cells
    ((3, 0), (4, 0), (5, 0), (4, 1))
    """

    piece: str
    orientation: int
    x: int
    y: int

    def __post_init__(self) -> None:
        if (self.piece, self.orientation) not in SHAPES:
            raise FumenError(f"there is no piece {self.piece!r} with orientation {self.orientation!r}")
        if not all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in self.cells):
            raise FumenError(f"{self} does not lie within {WIDTH} columns and {HEIGHT} rows")

    def __str__(self) -> str:
        """Letter, orientation and centre: `T N 4,0`."""
        return f"{self.piece} {ORIENTATIONS[self.orientation]} {self.x},{self.y}"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The four cells it covers, as (x, y)."""
        return tuple((self.x + dx, self.y + dy) for dx, dy in SHAPES[self.piece, self.orientation])


@dataclass(frozen=True, slots=True)
class Field:
    """Ten columns, 23 rows and a garbage row of letters: `_` empty, `X` grey, the others by piece.

    `cells` has 240 letters, the top row first, the garbage row last; `Field()` is empty. `field[x, y]` is one cell,
    y = -1 the garbage row. Raises FumenError for other letters or another length.

    >>> field = Field.parse("__T_______/_TTT_____X")
    >>> field[2, 1], field.rows
    ('T', ('__T_______', '_TTT_____X'))
    """

    cells: str = EMPTY * CELLS

    def __post_init__(self) -> None:
        if len(self.cells) != CELLS or self.cells.strip(LETTERS):
            raise FumenError(f"a field has {CELLS} cells, each one of {LETTERS}; make it with Field.parse")

    @classmethod
    def parse(cls, text: str) -> "Field":
        """Read rows, the top row first, one a line or joined by `/`; rows missing on top are empty.

        `_`, `.` and blank are empty, `X`, `x`, `#` and `G` grey, the piece letters themselves. Below a line of `=`
        stands the garbage row. `Field.parse(str(field)) == field`.

        Raises
        ------
        FumenError
            For a row that is not ten cells long, another letter, or too many rows.
        """
        lines = (line.rstrip("\r") for line in text.replace("/", "\n").split("\n"))
        rows = [line for line in lines if line]
        rules = [i for i, row in enumerate(rows) if not row.strip("= ") and "=" in row]
        split = rules[0] if rules else len(rows)
        field, garbage = rows[:split], rows[split + 1 :]
        if len(field) > HEIGHT or len(garbage) > 1:
            raise FumenError(f"a fumen has {HEIGHT} rows and one garbage row below a line of =; remove some rows")
        for number, row in enumerate(field + garbage, 1):
            if len(row) != WIDTH:
                raise FumenError(
                    f"row {number} of the board has {len(row)} cells, a fumen {WIDTH}; make every row {WIDTH} long"
                )
            if wrong := row.translate(_READ).strip(LETTERS):
                raise FumenError(f"unknown letter {wrong[0]!r} in row {number} of the board; use {LETTERS}")
        above = [_BLANK_ROW] * (HEIGHT - len(field))
        return cls("".join([*above, *field, *(garbage or [_BLANK_ROW])]).translate(_READ))

    def __str__(self) -> str:
        """The rows from the highest filled one down, then `=` and the garbage row where it is filled."""
        lines = self.rows or (_BLANK_ROW,)
        if self.garbage != _BLANK_ROW:
            lines = *lines, "=" * WIDTH, self.garbage
        return "\n".join(lines)

    def __getitem__(self, cell: Cell) -> str:
        x, y = cell
        if not (0 <= x < WIDTH and -1 <= y < HEIGHT):
            raise IndexError(f"no cell {x},{y}: x is 0 to {WIDTH - 1}, y -1 to {HEIGHT - 1}")
        return self.cells[(HEIGHT - 1 - y) * WIDTH + x]

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from the highest filled one down to the floor; none if all are empty."""
        empty = len(self.cells) - len(self.cells.lstrip(EMPTY))
        first = min(empty // WIDTH, HEIGHT) * WIDTH
        return tuple(self.cells[n : n + WIDTH] for n in range(first, HEIGHT * WIDTH, WIDTH))

    @property
    def garbage(self) -> str:
        """The row that will rise."""
        return self.cells[-WIDTH:]

    def put(self, operation: Operation) -> "Field":
        """The field with the piece on it, whatever was there before."""
        cells = list(self.cells)
        for x, y in operation.cells:
            cells[(HEIGHT - 1 - y) * WIDTH + x] = operation.piece
        return Field("".join(cells))

    def cleared(self) -> "Field":
        """The field without its full rows; the garbage row stays."""
        rows = self.rows
        left = [row for row in rows if EMPTY in row]
        if len(left) == len(rows):
            return self
        return Field(_BLANK_ROW * (HEIGHT - len(left)) + "".join(left) + self.garbage)

    def risen(self) -> "Field":
        """The field with its garbage row pushed in from below, and an empty one under it."""
        return Field(self.cells[WIDTH:] + _BLANK_ROW)

    def mirrored(self) -> "Field":
        """The field with left and right exchanged; the garbage row and the letters stay as they are."""
        rows = (self.cells[n * WIDTH : (n + 1) * WIDTH][::-1] for n in range(HEIGHT))
        return Field("".join(rows) + self.garbage)


EMPTY_FIELD = Field()
