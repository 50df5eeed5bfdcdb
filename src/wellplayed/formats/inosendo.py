"""The chain simulator of inosendo.com: `http://www.inosendo.com/puyo/rensim/??DIGITS`, a digit a cell.

0 empty, 1 ojama, 4 red, 5 blue, 6 yellow, 7 green, 8 purple; 2 is a wall and 3 an iron puyo. Rows run from the top
left, the last digit is the bottom right, and zeros in front are left away. Sources: puyoai (MIT, plain_field.cc and
its tests); purple, wall and iron from the first release of Puyo Nexus' simulator (MIT), which took over these digits.

>>> field = read("5000005565444455")
>>> field.rows, write(field)
(('..B...', '..BBYB', 'RRRRBB'), 'http://www.inosendo.com/puyo/rensim/??5000005565444455')
"""

from ..errors import InputError
from .puyo_field import Puyos, field_only, read_cells
from .puyo_links import own_link

NAME = "inosendo"
SITE = "http://www.inosendo.com/puyo/rensim/??"

DIGITS = dict(zip("0145678", ".#RBYGP"))
CELLS = DIGITS | {"2": "wall", "3": "iron puyo"}

_WRITTEN = str.maketrans({cell: digit for digit, cell in DIGITS.items()})


def read(text: str) -> Puyos:
    """Read a link, or the digits that follow its `??`. Raises InputError where there is none or another character."""
    found = own_link(text, NAME)
    code = found.query.removeprefix("?").partition("&")[0] if found is not None else text.strip()
    if not code:
        raise InputError(f"{NAME}: there are no digits; an empty field is 0")
    return read_cells(NAME, code, CELLS)


def digits(puyos: Puyos) -> str:
    """The field as digits, without zeros in front; 0 for an empty one."""
    return puyos.cells.translate(_WRITTEN).lstrip("0") or "0"


def write(puyos: Puyos) -> str:
    """The link. Raises InputError for moves or a goal, which it cannot hold."""
    return SITE + digits(field_only(puyos, NAME))
