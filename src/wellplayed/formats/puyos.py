"""Puyo fields in every format that people share them in: `read` finds out which one a text is, `write` writes any.

>>> name, puyos = read("https://www.puyop.com/s/420Aa9r9hj")
>>> name, write(puyos, "rows"), write(puyos, "pfen")
('puyop', '.....Y/.G..YY/RGRRBB/RRGRGB', 'rr/rgg/gr/rr/gby/bbyy/')

Which format a text is, in this order:

1. `name:` in front, one of `FORMATS`, forces it: `inosendo:4567`, `puyop:420Aa9r9hj`, `ips:10g_c1`.
   Blanks after the colon do not count.
2. A link goes by its site, a `<puyochain>` tag is of nexus.
3. Anything else is the first of `BARE` that can read it. Of digits that are a field in both, inosendo's come first,
   as nexus has them too in its links. A note says if a later one reads another field.

The codes of puyop and ips need their link or `puyop:` or `ips:`, since any word could be one.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from ..errors import InputError, unknown
from . import inosendo, ips, mattulwan, nexus, pfen, puyo_rows, puyop
from .puyo_field import Drop, Move, Puyos, clipped
from .puyo_goal import Goal
from .puyo_links import link

__all__ = ["BARE", "FORMATS", "Drop", "Format", "Goal", "Move", "Puyos", "read", "write"]


class Format(NamedTuple):
    """One format: how to read and write it, and what people know it by."""

    name: str
    read: Callable[[str], Puyos]
    write: Callable[[Puyos], str]
    about: str


FORMATS = {
    form.name: form
    for form in (
        Format(puyo_rows.NAME, puyo_rows.read, puyo_rows.write, "rows of letters, top first, joined by / or on lines"),
        Format(puyop.NAME, puyop.read, puyop.write, "links of puyop.com: field and moves"),
        Format(ips.NAME, ips.read, ips.write, "links of ishikawapuyo.net and ips.karou.jp: field, moves and puzzles"),
        Format(mattulwan.NAME, mattulwan.read, mattulwan.write, "links of pndsng.com: 78 letters a to g"),
        Format(nexus.NAME, nexus.read, nexus.write, "links of Puyo Nexus, or the digits of its saved chains"),
        Format(inosendo.NAME, inosendo.read, inosendo.write, "links of inosendo.com, or their digits"),
        Format(pfen.NAME, pfen.read, pfen.write, "columns of the Universal Puyo Interface, each ended by /"),
    )
}
BARE = (pfen.NAME, mattulwan.NAME, inosendo.NAME, nexus.NAME, puyo_rows.NAME)  # in the order in which they are tried

LONGEST = 10_000  # characters; a link with all 128 pairs of a match has some 300

_PREFIX = re.compile(r"\s*([a-z]+):(?!//) *(.*)", re.DOTALL | re.IGNORECASE)


def read(text: str) -> tuple[str, Puyos]:
    """The name of the format that `text` is in, and what it says.

    Raises InputError where it is none; the message names every format that was tried and why it failed.
    """
    if len(text) > LONGEST:
        raise InputError(f"{len(text)} characters are no Puyo field; {LONGEST} are the most that is read")
    if not text.strip():
        raise InputError("there is nothing to read; give a link, rows or digits of a Puyo field")
    forced = _PREFIX.fullmatch(text)
    if forced is not None and forced[1].lower() in FORMATS:
        form = FORMATS[forced[1].lower()]
        return form.name, form.read(forced[2])
    if forced is not None:
        raise unknown("format", forced[1].lower(), FORMATS)
    found = link(text)
    if found is not None:
        return found.format, FORMATS[found.format].read(text)
    return _bare(text)


def _bare(text: str) -> tuple[str, Puyos]:
    """The first of `BARE` that reads the text, with a note if a later one reads another field."""
    read: list[tuple[str, Puyos]] = []
    refused = []
    for name in BARE:
        try:
            read.append((name, FORMATS[name].read(text)))
        except InputError as error:
            refused.append(str(error))
    if not read:
        tried = "; ".join(reversed(refused))
        raise InputError(
            f"no Puyo format reads {clipped(text.strip())}. {tried}; puyop, ips: give the whole link, or write puyop: "
            "or ips: before the code"
        )
    (name, puyos), others = read[0], read[1:]
    notes = [
        f"{other} reads it as another field; for that write {other}: before it" for other, p in others if p != puyos
    ]
    return name, Puyos(puyos.rows, puyos.moves, puyos.goal, (*puyos.notes, *notes))


def write(puyos: Puyos, name: str) -> str:
    """The text in the format called `name`.

    Raises InputError for another name, and for what the format cannot hold: moves, ojama between them, a goal, or puyos
    in the air.
    """
    form = FORMATS.get(name)
    if form is None:
        raise unknown("format", name, FORMATS)
    return form.write(puyos)
