"""Puyo fields as people give them to a command, and the pairs that are to be dropped into them.

A place of a pair is written as `RG@3up`: the letters of axis and child, the column of the axis from 1, and on which
side of the axis the child is. Columns and directions are those of the finished placement.
"""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from ..errors import InputError

if TYPE_CHECKING:
    from ..formats.puyos import Puyos
    from ..game import States
    from ..puyo.rules import Puyo
    from ..puyo.steps import Step

LARGEST = 1 << 16  # bytes of a file; thirteen rows need 91
WIDE = 6
DIRECTIONS = ("up", "right", "down", "left")  # of the child, by rotation
PAIRS = 16  # the longest queue that a record holds

FieldText = Annotated[
    str,
    Parameter(
        name="FIELD",
        allow_leading_hyphen=True,
        help="Rows joined by /, a link or digits of a Puyo simulator, a file, or - for stdin.",
    ),
]
PuyoOption = Annotated[str, Parameter(name="--game", help="The game's spec, such as puyo:row14=vanish.")]

_PLACE = re.compile(r"([RGBYP])([RGBYP])@([1-6])(up|right|down|left|u|r|d|l|)", re.IGNORECASE)
_FILE = re.compile(r"[^\s?]*[^\s/?.]\.[a-z]{2,5}", re.IGNORECASE)  # what is more likely a file's name than a field


class Place(NamedTuple):
    """A pair and where it goes."""

    pair: str  # two letters, axis first
    column: int  # of the axis, from 1
    direction: str  # of the child

    def __str__(self) -> str:
        return f"{self.pair}@{self.column}{self.direction}"

    @property
    def action(self) -> int:
        """The engine's number: rotation * 6 + x. A pair of one colour has two ways round; it is the first of them."""
        turn, x = DIRECTIONS.index(self.direction), self.column - 1
        if self.pair[0] == self.pair[1] and turn >= 2:
            return x if turn == 2 else WIDE + x - 1
        return turn * WIDE + x


class Settled(NamedTuple):
    """A field at rest, and what it did before it came to rest."""

    given: Any  # uint16 [8, 8], as it was written
    cells: Any  # uint16 [8, 8], after its own chain
    steps: "list[Step]"  # of that chain


# What is given --------------------------------------------------------------------------------------------------------


def read_field(given: str) -> "Puyos":
    """The field that a text, a file or standard input (`-`) holds, in any format of formats/puyos.py.

    Raises InputError, in one line, for what cannot be read.
    """
    text = _text(given)
    try:
        return read_text(text)
    except InputError:
        if text is given and _FILE.fullmatch(given):
            raise InputError(
                f"there is no file {given!r}; give a file, a field such as RG..../RG...., or a link"
            ) from None
        raise


def read_text(text: str) -> "Puyos":
    """The field that a text itself holds, in any format of formats/puyos.py. Raises InputError, in one line."""
    from ..formats import puyo_rows
    from ..formats.puyos import read

    try:
        return read(text)[1]
    except InputError:
        letters = [letter for letter in text if not letter.isspace()]
        if 2 * sum(letter in "RGBYPrgbyp#._/" for letter in letters) > len(letters):
            puyo_rows.read(text)  # says what is wrong with rows, and nothing of the other formats
        raise


def _text(given: str) -> str:
    """The text itself, or that of the file it names, or of standard input."""
    if given == "-":
        return _decoded(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    if given.startswith("--"):
        raise InputError(f"unknown option {given}; see --help")
    try:
        path = Path(given)
        if not path.is_file():
            return given
        with path.open("rb") as file:
            return _decoded(file.read(LARGEST + 1), given)
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a name that is too long is no name
        if not isinstance(error, PermissionError):
            return given
        raise InputError(f"cannot read the file {given!r}: {error.strerror}; give another") from None


def _decoded(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise InputError(f"{name} is larger than {LARGEST} bytes; a field is a few rows of letters, or a link")
    try:
        return data.decode("utf-8-sig").strip("\r\n")
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text; a field is a few rows of letters, or a link") from None


def read_pair(text: str) -> str:
    """Two letters of a pair, axis first. Raises InputError for anything else.

    >>> read_pair("rG")
    'RG'
    """
    from ..puyo.cells import COLOURS

    pair = text.strip().upper()
    if len(pair) != 2 or pair.strip(COLOURS):
        raise InputError(f"{text.strip()!r} is no pair; write two of {' '.join(COLOURS)}, axis first, such as RG")
    return pair


def read_queue(text: str) -> list[str]:
    """The pairs of a queue, the current one first: `RG,BB,RY`, with commas or blanks or without.

    Raises InputError for other letters, half a pair, none, or more than a record holds.

    >>> read_queue("RG,bb RY"), read_queue("RGBB")
    (['RG', 'BB', 'RY'], ['RG', 'BB'])
    """
    parts = [part for part in re.split(r"[,\s]+", text) if part]
    if len(parts) == 1:
        parts = [text.strip()[i : i + 2] for i in range(0, len(text.strip()), 2)]
    pairs = [read_pair(part) for part in parts]
    if not 0 < len(pairs) <= PAIRS:
        raise InputError(
            f"the queue has {len(pairs)} pairs; give 1 to {PAIRS}, the current one first, such as RG,BB,RY"
        )
    return pairs


def read_place(text: str) -> Place:
    """A pair and its place, `RG@3up`; the direction may be its first letter, and up is left out at will.

    Raises InputError for another notation, or where the child would be outside the field.

    >>> str(read_place("rg@3r")), str(read_place("BB@1"))
    ('RG@3right', 'BB@1up')
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise InputError(
            f"cannot read the drop {text!r}; write a pair, the column of its first puyo from 1 to 6, and where the "
            "second one is: RG@3up, RG@3right, RG@3down or RG@3left"
        )
    axis, child, column, side = found.groups()
    direction = next(d for d in DIRECTIONS if d.startswith(side.lower() or "u"))
    place = Place((axis + child).upper(), int(column), direction)
    if (place.column, direction) in ((1, "left"), (WIDE, "right")):
        raise InputError(f"{place} puts {place.pair[1]} outside the field; columns are 1 to {WIDE}")
    return place


# What the engine makes of it ------------------------------------------------------------------------------------------


def puyo(spec: str) -> "Puyo":
    """The game of a spec. Raises InputError for one that is not Puyo."""
    from ..games import game as make_game
    from ..puyo.rules import Puyo

    game = make_game(spec)
    if not isinstance(game, Puyo):
        raise InputError(
            f"a Puyo field is no position of {game.name}; leave --game out, or give --game puyo:row14=vanish"
        )
    return game


def settled(puyos: "Puyos") -> Settled:
    """The engine's cells of a field, at rest; its moves and its goal are left to the caller."""
    from ..puyo.steps import fallen, steps
    from ..puyo.text import parse

    given = parse("/".join(puyos.rows))
    found = steps(given)
    return Settled(given, found[-1].after if found else fallen(given), found)


def resolved_note(before: Settled) -> str:
    """What to say of a field that pops before anything is done with it; empty where nothing does."""
    if not before.steps:
        return ""
    links, points = len(before.steps), sum(step.points for step in before.steps)
    chain = "1 link" if links == 1 else f"a chain of {links}"
    return f"the field holds a group of four already, which resolves first: {chain}, {points:,} points"


def state_of(game: "Puyo", cells: Any, pairs: list[str]) -> "States":
    """[1] a position: a field at rest and the pairs that are seen, of which a game shows as many."""
    from ..puyo.cells import COLOURS, EMPTY

    state = game.new([0])
    state["cells"][0] = cells
    state["queue"][0] = EMPTY
    for slot, pair in enumerate(pairs):
        state["queue"][0, slot] = [COLOURS.index(letter) for letter in pair]
    state["dead"] = lost(game, cells)
    return state


def lost(game: "Puyo", cells: Any) -> bool:
    """Whether a field at rest has ended the game: a puyo in row 12 of column 3, or by its rules of column 4."""
    from ..puyo.cells import LETTERS, SPAWN_X, SPAWN_Y

    crosses = (SPAWN_X, SPAWN_X + 1)[: 1 + (game.death == "two")]
    return any(int(plane[x]) >> SPAWN_Y & 1 for plane in cells[: len(LETTERS)] for x in crosses)


def rows_of(cells: Any) -> list[str]:
    """The rows of cells [8, 8], the top one first, without the empty ones above the pile, but one at least."""
    from ..puyo.text import show

    rows = show(cells).split("\n")
    while len(rows) > 1 and not rows[0].strip("."):
        del rows[0]
    return rows
