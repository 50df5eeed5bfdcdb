"""puyop.com, the simulator of 対戦ぷよパーク (versus Puyo park): links `https://www.puyop.com/s/FIELD_MOVES`.

FIELD packs two cells into each digit (see `puyo_digits`). With hard, iron or wall cells it is `=` and a digit a cell,
leading zeros left away. A move is two digits, the low one first, of a number of twelve bits:

    bits 0 to 6     5 * axis + child, colours 0 to 4
    bits 7 and 8    rotation: 0 up, 1 right, 2 down, 3 left
    bits 9 to 11    column of the axis, 1 to 6; 0 for a pair that is dealt but not placed

Column 7 is no pair but ojama: the low digit says which columns get one, bit 0 the left one, and the high digit is 56
and how many more every column gets. Sources: puyoai.rs and nova (both MIT), and for `=` and for ojama the Puyo add-on
of the fumen editor, each confirmed by one more exporter.

>>> field = read("https://www.puyop.com/s/420Aa9r9hj")
>>> field.rows
('.....Y', '.G..YY', 'RGRRBB', 'RRGRGB')
>>> write(field)
'https://www.puyop.com/s/420Aa9r9hj'
"""

from collections.abc import Iterator

from ..errors import InputError
from ..puyo.cells import COLOURS, WIDTH
from .puyo_digits import DIGITS, numbered, packed, steps, unpacked, with_kinds
from .puyo_field import Drop, Move, Puyos, read_cells
from .puyo_links import own_link

NAME = "puyop"
SITE = "https://www.puyop.com/s/"

_DIGITS = DIGITS + "[]"
_CELLS = with_kinds({"7": "hard puyo", "8": "iron puyo", "9": "wall"})
_RAIN = 7  # the column that stands for ojama
_MOST_RAIN = 7  # full rows of it


def read(text: str) -> Puyos:
    """Read a link, or the code that follows `/s/`. Raises InputError where it is none."""
    found = own_link(text, NAME)
    code = text.strip()
    if found is not None:
        path, mark, code = found.path.partition("/s/")
        if not mark or path:
            raise InputError(f"{NAME}: the link has no /s/ with a field after it; use the site's own link to a board")
    field, _, moves = code.partition("_")
    cells = list(field[1:]) if field.startswith("=") else unpacked(NAME, field, _DIGITS)
    return read_cells(NAME, cells, _CELLS, moves=tuple(_moves(moves)))


def _moves(code: str) -> Iterator[Move | Drop]:
    """The steps after the field."""
    for number, (low, high) in enumerate(steps(NAME, code, _DIGITS), 1):
        column, rest = divmod(high, 8)
        rotation, pair = divmod(rest * 64 + low, 128)
        if column == _RAIN:
            yield Drop(tuple((low >> x & 1) + rest for x in range(WIDTH)))
            continue
        if pair >= len(COLOURS) ** 2 or (column == 0 and rotation):
            raise InputError(f"{NAME}: step {number} of the moves, {_step(low, high)}, is neither a pair nor ojama")
        axis, child = divmod(pair, len(COLOURS))
        colours = COLOURS[axis] + COLOURS[child]
        try:
            yield Move(colours, rotation, column - 1) if column else Move(colours)
        except InputError as error:
            raise InputError(f"{NAME}: step {number} of the moves, {_step(low, high)}: {error}") from None


def write(puyos: Puyos, *, plain: bool = False) -> str:
    """The link; `plain` writes the field with a digit a cell.

    Raises InputError for a puzzle's goal, and for ojama that differs by more than one between columns or is more than
    eight rows high, neither of which these links can hold.
    """
    if puyos.goal is not None:
        raise InputError(f"{NAME} holds no goal of a puzzle; write ips, or leave it out")
    field = "=" + numbered(puyos.cells).lstrip("0") if plain else packed(puyos, _DIGITS)
    moves = "".join(_step(*_digits(move)) for move in puyos.moves)
    return SITE + field + ("_" + moves if moves else "")


def _digits(move: Move | Drop) -> tuple[int, int]:
    """A step as its low and its high digit."""
    if isinstance(move, Drop):
        full = min(*move.counts, _MOST_RAIN)
        if max(move.counts) > full + 1:
            raise InputError(f"{NAME} cannot hold ojama of {move}; a column may get one more than another, 8 the most")
        return sum((count > full) << x for x, count in enumerate(move.counts)), _RAIN * 8 + full
    value = COLOURS.index(move.pair[0]) * len(COLOURS) + COLOURS.index(move.pair[1])
    if move.rotation is not None and move.x is not None:
        value += move.rotation * 128 + (move.x + 1) * 512
    return value % 64, value // 64


def _step(low: int, high: int) -> str:
    """A step as text."""
    return _DIGITS[low] + _DIGITS[high]
