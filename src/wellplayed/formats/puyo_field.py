"""What a Puyo text says, whichever format says it: a field, what is played on it, and perhaps a puzzle's goal.

Every format reads into a `Puyos` and writes from one, so any of them can be turned into any other that holds as much.
Coordinates are those of the whole laboratory: x 0 to 5 from the left, y 0 at the bottom. Text is written as it is
looked at, the top row first. Messages count as players do: columns 1 to 6, rows 1 to 13 from the floor.

The field is that of Tsu, six columns and thirteen rows, of five colours and ojama. Puyos may hang in the air, since
puzzles have them fall before the first move; a note says so. Row 14 and the other kinds of puyo that the sites can
draw (hard, iron, walls, point, sun) are no part of these rules, and what holds them is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import InputError
from ..puyo.cells import COLOURS, LETTERS, TOP, WIDTH
from .puyo_goal import Goal

EMPTY = "."
CELLS = WIDTH * TOP
ROTATIONS = ("up", "right", "down", "left")

_UP, _RIGHT, _DOWN, _LEFT = range(4)
_BLANK_ROW = EMPTY * WIDTH
_LONGEST = 24  # characters of a text that a message repeats


@dataclass(frozen=True, slots=True)
class Move:
    """A pair and where it goes: its two letters, axis first; the child's side of the axis, 0 to 3; x of the axis.

    A pair that is dealt and not placed has neither rotation nor x. Raises InputError for a pair of other letters, or a
    place that is none or leaves the field at a side.

    >>> str(Move("RG", 1, 2)), Move("RG", 1, 2).action, str(Move("RG"))
    ('RG right 2', 8, 'RG')
    """

    pair: str
    rotation: int | None = None
    x: int | None = None

    def __post_init__(self) -> None:
        if len(self.pair) != 2 or self.pair.strip(COLOURS):
            raise InputError(f"{clipped(self.pair)} is no pair; write two of {' '.join(COLOURS)}, axis first")
        if self.rotation is None or self.x is None:
            if self.rotation is not self.x:
                raise InputError(f"the pair {self.pair} has half a place; give rotation and x, or neither")
        elif self.rotation not in range(4) or not all(0 <= x < WIDTH for x in self._columns(self.rotation, self.x)):
            raise InputError(f"rotation {self.rotation!r} at x {self.x!r} is no place for a pair in {WIDTH} columns")

    def __str__(self) -> str:
        return self.pair if self.rotation is None else f"{self.pair} {ROTATIONS[self.rotation]} {self.x}"

    @property
    def action(self) -> int | None:
        """Rotation * 6 + x, as the engine counts moves; None for a pair that is not placed.

        Two puyos of one colour have half as many moves; the engine knows them as up and right.
        """
        if self.rotation is None or self.x is None:
            return None
        if self.pair[0] == self.pair[1] and self.rotation in (_DOWN, _LEFT):
            return _UP * WIDTH + self.x if self.rotation == _DOWN else _RIGHT * WIDTH + self.x - 1
        return self.rotation * WIDTH + self.x

    @staticmethod
    def _columns(rotation: int, x: int) -> tuple[int, int]:
        """The columns of axis and child."""
        return x, x + (rotation == _RIGHT) - (rotation == _LEFT)


@dataclass(frozen=True, slots=True)
class Drop:
    """Ojama that falls between two moves: how many in each column. Raises InputError unless six columns have a count.

    >>> str(Drop((1, 0, 0, 1, 0, 0)))
    '# 1 0 0 1 0 0'
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != WIDTH or min(self.counts) < 0:
            raise InputError(f"ojama falls in {WIDTH} columns, none or more in each; {self.counts!r} does not say so")

    def __str__(self) -> str:
        return " ".join([LETTERS[-1], *map(str, self.counts)])


@dataclass(frozen=True, slots=True)
class Puyos:
    """A field, the moves and drops of ojama that follow, and the goal of a puzzle. Notes are for people.

    `rows` are strings of six letters, the top row first: `.` empty, `R G B Y P` the colours, `#` ojama. Empty rows on
    top are left away, so an empty field has none, and equal fields are equal values; notes make no difference. Raises
    InputError for other letters, another width, or more than thirteen rows.

    >>> field = Puyos(("......", ".G....", "RGB..."))
    >>> field.rows, field.hanging, str(Puyos())
    (('.G....', 'RGB...'), (), '......')
    """

    rows: tuple[str, ...] = ()
    moves: tuple[Move | Drop, ...] = ()
    goal: Goal | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row) != WIDTH or row.strip(LETTERS + EMPTY):
                raise InputError(f"{clipped(row)}, row {number} from the top, is not six of {' '.join(LETTERS)} and .")
        filled = next((n for n, row in enumerate(self.rows) if row != _BLANK_ROW), len(self.rows))
        object.__setattr__(self, "rows", tuple(self.rows[filled:]))
        if len(self.rows) > TOP:
            raise InputError(f"a Puyo field has {TOP} rows, this one {len(self.rows)}; take some away")

    def __str__(self) -> str:
        """The rows from the highest filled one down."""
        return "\n".join(self.rows or (_BLANK_ROW,))

    @property
    def cells(self) -> str:
        """All 78 letters, row by row, the top left first."""
        return "".join(self.rows).rjust(CELLS, EMPTY)

    @property
    def hanging(self) -> tuple[int, ...]:
        """The columns in which a puyo has nothing below it, x from the left; gravity moves those before all else."""
        columns = ["".join(column).lstrip(EMPTY) for column in zip(*self.rows)]
        return tuple(x for x, column in enumerate(columns) if EMPTY in column)


def read_cells(
    name: str,
    symbols: Sequence[str],
    meaning: Mapping[str, str],
    *,
    moves: tuple[Move | Drop, ...] = (),
    goal: Goal | None = None,
    notes: tuple[str, ...] = (),
) -> Puyos:
    """The value of a field given cell by cell, row by row, of which the last one is the bottom right.

    `meaning` says for every symbol of the format called `name` which letter it is, or which kind of puyo that these
    rules do not have. Puyos in the air add a note. Raises InputError for such a kind, another symbol, or too many.
    """
    if len(symbols) > CELLS:
        raise InputError(f"{name}: it has {len(symbols)} cells, a Puyo field {CELLS} (six columns, thirteen rows)")
    for number, symbol in enumerate(symbols, 1):
        if symbol not in meaning:
            raise InputError(f"{name}: {clipped(symbol)}, cell {number}, is none of {''.join(sorted(meaning))}")
    for number, symbol in enumerate(symbols, 1):
        if len(kind := meaning[symbol]) > 1:
            row, column = divmod(len(symbols) - number, WIDTH)
            raise InputError(
                f"{name}: the {kind} in column {WIDTH - column}, row {row + 1} from the floor, has no place in the "
                "rules of Tsu; use colours and ojama alone"
            )
    cells = "".join(meaning[symbol] for symbol in symbols).rjust(CELLS, EMPTY)
    rows = tuple(cells[n : n + WIDTH] for n in range(0, CELLS, WIDTH))
    puyos = Puyos(rows, moves, goal, notes)
    return Puyos(rows, moves, goal, (*notes, _hang(puyos.hanging))) if puyos.hanging else puyos


def _hang(columns: tuple[int, ...]) -> str:
    """The note on puyos in the air."""
    names = [str(x + 1) for x in columns]
    where = f"columns {', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else f"column {names[0]}"
    return f"puyos hang in the air in {where}; they fall before anything else"


def field_only(puyos: Puyos, name: str) -> Puyos:
    """The value itself. Raises InputError if it has more than a field, which the format called `name` cannot hold."""
    extra = "moves" if puyos.moves else "the goal of a puzzle" if puyos.goal else ""
    if extra:
        others = "puyop or ips" if puyos.goal is None else "ips"
        raise InputError(f"{name} holds a field alone, and there are {extra} too; write {others}, or leave them out")
    return puyos


def clipped(text: str) -> str:
    """A text as messages repeat it: quoted, on one line, and its beginning only if it is long."""
    return repr(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...")
