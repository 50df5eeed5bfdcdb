"""pfen, the board of the Universal Puyo Interface: six columns from the left, each from the floor up, ended by `/`.

Letters are small: `r g b y p` the colours, `o` ojama. A column has no gaps, so puyos cannot hang in the air. Source:
the protocol itself (github.com/TukamotoRyuzo/upi-protocol) and nova (MIT, board.rs). Its text for a whole game has two
boards and more after it; this is one board.

>>> field = read("ry/g/////")
>>> field.rows, write(field)
(('Y.....', 'RG....'), 'ry/g/////')
"""

from itertools import zip_longest

from ..errors import InputError
from ..puyo.cells import TOP, WIDTH
from .puyo_field import EMPTY, Puyos, clipped, field_only

NAME = "pfen"

_CELLS = dict(zip("rgbypo", "RGBYP#"))
_WRITTEN = str.maketrans({cell: letter for letter, cell in _CELLS.items()})


def read(text: str) -> Puyos:
    """Read six columns. Raises InputError for another number of them, a column over 13 high, or another letter."""
    columns = text.strip().split("/")
    if len(columns) != WIDTH + 1 or columns[-1]:
        raise InputError(f"{NAME}: it is not {WIDTH} columns, each ended by /, as in ry/g/////")
    for number, column in enumerate(columns, 1):
        if len(column) > TOP:
            raise InputError(f"{NAME}: column {number} is {len(column)} high; {TOP} is the most")
        if wrong := column.strip("".join(_CELLS)):
            raise InputError(f"{NAME}: {clipped(wrong[0])} in column {number} is none of {''.join(_CELLS)}")
    rows = zip_longest(*columns[:WIDTH], fillvalue=EMPTY)
    return Puyos(tuple("".join(_CELLS.get(letter, EMPTY) for letter in row) for row in rows)[::-1])


def write(puyos: Puyos) -> str:
    """The six columns. Raises InputError for moves, a goal, or puyos that hang in the air, which it cannot hold."""
    if field_only(puyos, NAME).hanging:
        columns = ", ".join(str(x + 1) for x in puyos.hanging)
        raise InputError(f"{NAME} cannot hold puyos that hang in the air (column {columns}); let them fall first")
    letters = ["".join(column).strip(EMPTY)[::-1] for column in zip(*puyos.rows)] or [""] * WIDTH
    return "".join(column.translate(_WRITTEN) + "/" for column in letters)
