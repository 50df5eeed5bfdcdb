"""mattulwan, the simulator carried on at pndsng.com: a letter a cell, 78 of them, row 13 first.

`a` empty, `b` red, `c` blue, `d` yellow, `e` green, `f` purple, `g` ojama; `h` iron, `i` wall, `j` point and `k` hard
puyos are not of these rules. A number after a letter repeats it: `a72becdfb`. Source: puyo2 (MIT, bit_field.rs,
simple.rs), which writes without numbers; the site itself writes with them.

>>> field = read("a72becdfb")
>>> field.rows, write(field)
(('RGBYPR',), 'https://www.pndsng.com/puyo/index.html?a72becdfb')
"""

import re
from itertools import groupby

from ..errors import InputError
from .puyo_field import CELLS, Puyos, clipped, field_only, read_cells
from .puyo_links import own_link

NAME = "mattulwan"
SITE = "https://www.pndsng.com/puyo/index.html?"

_LETTERS = dict(zip("abcdefg", ".RBYGP#"))
_CELLS = _LETTERS | {"h": "iron puyo", "i": "wall", "j": "point puyo", "k": "hard puyo"}
_RUN = re.compile(r"([^0-9])([0-9]*)", re.DOTALL)
_WRITTEN = str.maketrans({cell: letter for letter, cell in _LETTERS.items()})


def read(text: str) -> Puyos:
    """Read a link, or the letters that follow its `?`. Raises InputError unless they make 78 cells."""
    found = own_link(text, NAME)
    code = found.query.partition("&")[0] if found is not None else text.strip()
    if not code or code[0] in "0123456789":
        raise InputError(f"{NAME}: it does not begin with a letter; {CELLS} cells are letters a to g")
    cells: list[str] = []
    for run in _RUN.finditer(code):
        letter, count = run.groups()
        if letter not in _CELLS:
            raise InputError(f"{NAME}: {clipped(letter)} is none of {''.join(_LETTERS)}")
        if len(count) > 2 or count.startswith("0"):
            raise InputError(f"{NAME}: {letter} cannot stand {clipped(count)} times; 1 to {CELLS} are possible")
        cells += [letter] * int(count or 1)
        if len(cells) > CELLS:
            break
    if len(cells) != CELLS:
        size = f"more than {CELLS}" if len(cells) > CELLS else str(len(cells))
        raise InputError(f"{NAME}: it has {size} cells and needs {CELLS}; fill up with a for empty cells in front")
    return read_cells(NAME, cells, _CELLS)


def write(puyos: Puyos) -> str:
    """The link. Raises InputError for moves or a goal, which it cannot hold."""
    letters = field_only(puyos, NAME).cells.translate(_WRITTEN)
    runs = ((letter, len(list(run))) for letter, run in groupby(letters))
    return SITE + "".join(letter + (str(count) if count > 1 else "") for letter, count in runs)
