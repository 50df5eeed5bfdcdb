"""Plain rows, as people draw a field: the top row first, one a line or joined by `/`.

`.` and `_` and blank are empty, `R G B Y P` the colours, small letters too, `#` ojama. Rows missing on top are empty.
It is what `wellplayed.puyo.text` reads into cells; here the rows stay text.

>>> read(".G..../RGB.../RGB.../RRB...").rows[0]
'.G....'
"""

from ..errors import InputError
from ..puyo.cells import LETTERS, TOP, WIDTH
from .puyo_field import EMPTY, Puyos, clipped, field_only, read_cells

NAME = "rows"

_CELLS = {letter: letter for letter in EMPTY + LETTERS}
_READ = str.maketrans({small: small.upper() for small in LETTERS.lower()} | dict.fromkeys("_ ", EMPTY))


def read(text: str) -> Puyos:
    """Read rows. Raises InputError for one that is not six wide, more than thirteen, none, or another letter."""
    rows = [row for row in (line.rstrip("\r") for line in text.replace("/", "\n").split("\n")) if row]
    if not rows:
        raise InputError(f"{NAME}: there are none; write rows of six letters, such as RRG..#")
    if len(rows) > TOP:
        raise InputError(f"{NAME}: there are {len(rows)} rows, a Puyo field has {TOP}; take some away")
    for number, row in enumerate(rows, 1):
        if len(row) != WIDTH:
            raise InputError(f"{NAME}: row {number} is {len(row)} long, a Puyo field {WIDTH} wide")
        if wrong := row.translate(_READ).strip(EMPTY + LETTERS):
            raise InputError(
                f"{NAME}: unknown letter {clipped(wrong[0])} in row {number}; use {' '.join(LETTERS)} and ."
            )
    return read_cells(NAME, "".join(rows).translate(_READ), _CELLS)


def write(puyos: Puyos) -> str:
    """The rows joined by `/`. Raises InputError for moves or a goal, which they cannot hold."""
    return "/".join(field_only(puyos, NAME).rows or (EMPTY * WIDTH,))
