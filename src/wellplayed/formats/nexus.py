"""PuyoSim, the chain simulator of Puyo Nexus: a digit a cell, row by row from the top left.

Its saved chains and presets count 0 empty, 1 red, 2 green, 3 blue, 4 yellow, 5 purple, 6 ojama (garbage), 7 point,
8 sun, 9 hard, a iron, b block. Its links, `/chainsim/?w=6&h=12&hr=1&chain=…`, `/chainsim/??(6,12)…` and the wiki's
`<puyochain w=6 h=12>…</puyochain>`, keep the older digits of inosendo.com, and A hard, B point, C sun. Zeros in front
are left away. Width, height, hidden rows and the pop limit must be those of Tsu: 6, 12, 1 and 4; a second hidden row
must be empty. Source: puyosim (MIT, ChainParser.php, LegacyChainParser.php, HomeController.php, simulator.js).

>>> field = read("https://puyonexus.com/chainsim/?w=6&h=12&chain=47")
>>> field.rows, write(field), digits(field)
(('....RG',), 'https://puyonexus.com/chainsim/?w=6&h=12&hr=1&chain=47', '12')
>>> read("12") == field
True
"""

import re
from collections.abc import Mapping

from ..errors import InputError
from ..puyo.cells import POPPING, VISIBLE, WIDTH
from . import inosendo
from .puyo_digits import numbered, with_kinds
from .puyo_field import CELLS, Puyos, clipped, field_only, read_cells
from .puyo_links import own_link

NAME = "nexus"
SITE = f"https://puyonexus.com/chainsim/?w={WIDTH}&h={VISIBLE}&hr=1&chain="

_KINDS = {"7": "point puyo", "8": "sun puyo", "9": "hard puyo", "a": "iron puyo", "b": "block"}
_NEW = with_kinds(_KINDS)
_OLD = inosendo.DIGITS | {"A": "hard puyo", "B": "point puyo", "C": "sun puyo", "3": "iron puyo", "2": "block"}
_SIZED = re.compile(r"\(([0-9]+),([0-9]+)(?:,([0-9]+))?\)(.*)", re.DOTALL)
_TAG = re.compile(r"[<\[]puyochain([^>\]]*)[>\]](.*?)(?:[<\[]/puyochain[>\]])?", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-z]{1,16})=[\"']?([^\"'\s]+)[\"']?", re.IGNORECASE)
_SAVED = re.compile(r".*/(?:chain|image)/\w+.*", re.DOTALL)
# What a board may be, by the names of the parameters in links and in saved chains.
_BOARD = {
    "w": ("6",),
    "width": ("6",),
    "h": ("12",),
    "height": ("12",),
    "hr": ("1", "2"),
    "hiddenrows": ("1", "2"),
    "poplimit": ("4",),
}


def read(text: str) -> Puyos:
    """Read a link, its `w=6&h=12&chain=…`, a `<puyochain>` tag, or the digits of a saved chain.

    Raises InputError where it is none, for another board or pop limit, and for links that name a saved chain, since
    only the site knows what is in it.
    """
    found = own_link(text, NAME)
    code = text.strip()
    if found is not None:
        if _SAVED.fullmatch(found.path):
            raise InputError(
                f"{NAME}: only the site knows this saved chain; open it, and copy the chain or its picture"
            )
        code = found.query
    elif tag := _TAG.fullmatch(code):
        return _old(tag[2].strip(), dict(_ATTRIBUTE.findall(tag[1])))
    elif "=" not in code:
        if not code:
            raise InputError(f"{NAME}: there are no digits; an empty field is 0")
        return read_cells(NAME, _fitted(code), _NEW)
    if code.startswith("?"):
        return _old(code[1:].partition("&")[0], {})
    fields = dict(part.partition("=")[::2] for part in code.split("&"))
    if "chain" not in fields:
        raise InputError(f"{NAME}: there is no chain= in it; copy the link from the site's Share tab")
    return _old(fields.pop("chain"), fields)


def _old(code: str, board: Mapping[str, str]) -> Puyos:
    """The value of older digits, perhaps with a size in front, on a board of these parameters."""
    board = dict(board)
    if sized := _SIZED.fullmatch(code):
        board |= {"w": sized[1], "h": sized[2]} | ({"hr": sized[3]} if sized[3] else {})
        code = sized[4]
    for name, value in board.items():
        possible = _BOARD.get(name.lower(), (value,))
        if value not in possible:
            raise InputError(
                f"{NAME}: {clipped(name)} is {clipped(value)}; Tsu has {WIDTH} columns, {VISIBLE} rows, 1 hidden row, "
                f"and pops from {POPPING}"
            )
    return read_cells(NAME, _fitted(code), _OLD)


def _fitted(code: str) -> str:
    """The digits without zeros that only fill a larger board."""
    return code[-CELLS:] if not code[:-CELLS].strip("0") else code


def digits(puyos: Puyos) -> str:
    """The field in the digits of saved chains, without zeros in front; 0 for an empty one."""
    return numbered(puyos.cells).lstrip("0") or "0"


def write(puyos: Puyos) -> str:
    """The link, in the older digits that links have. Raises InputError for moves or a goal, which it cannot hold."""
    return SITE + inosendo.digits(field_only(puyos, NAME))
