"""`wellplayed placements` and `wellplayed reach`: where a piece can go on a board, by which keys, and as what spin."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..errors import InputError, unknown
from .options import Json, Whole, board_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

    from ..tetris.guideline.paths import Found, Path
    from ..tetris.guideline.ruleset import Ruleset

_FUMEN = re.compile(r"[vmd]1\d\d@")
_ORIENTATIONS = (
    ("north", "n", "0", "spawn", "up"),
    ("east", "e", "1", "right", "r"),
    ("south", "s", "2", "reverse", "down"),
    ("west", "w", "3", "left", "l"),
)

# A lone - is a value here, and means standard input.
BoardText = Annotated[
    str,
    Parameter(
        name="BOARD",
        allow_leading_hyphen=True,
        help="A fumen (its first page's field), a file, rows joined by /, or - for stdin.",
    ),
]
GUIDELINE = "guideline"
Piece = Annotated[str, Parameter(name="PIECE", help="I O T Z S J or L; of Puyo two letters of R G B Y P.")]
Rules = Annotated[str, Parameter(help="A preset, with changes or without: tetrio-s2:spawn=19,rows=60.")]
Spins = Annotated[str | None, Parameter(help="What counts as a spin: corners, all-mini+, none ...")]
Kicks = Annotated[str | None, Parameter(help="Kicks of quarter turns: srs or srs+.")]
Half = Annotated[str | None, Parameter(help="Kicks of 180-degree turns: none, nudge, tetrio or six.")]
Spawn = Annotated[str | None, Parameter(help="The row of a new piece's centre: 19, 20 or 19-20.")]
Drop = Annotated[str | None, Parameter(help="Soft drop: step (a row) or sonic (all the way).")]
Width = Annotated[Whole | None, Parameter(help="Columns of the well, 4 to 20.")]
Rows = Annotated[Whole | None, Parameter(help="Rows of the well, hidden ones included.")]
Finesse = Annotated[bool, Parameter(negative=(), help="Leave out the last soft drops; the hard drop makes them.")]
Target = Annotated[Whole, Parameter(allow_leading_hyphen=True)]


def placements(
    board: BoardText,
    piece: Piece,
    /,
    *,
    rules: Rules = "guideline",
    spins: Spins = None,
    kicks: Kicks = None,
    half: Half = None,
    spawn: Spawn = None,
    drop: Drop = None,
    width: Width = None,
    rows: Rows = None,
    finesse: Finesse = False,
    game: Annotated[str, Parameter(name="--game", help="guideline, or the spec of a Puyo game.")] = GUIDELINE,
    json: Json = False,
) -> int:
    """List every placement of a piece: where, by which keys, and as what spin.

    A placement is a set of cells where the piece comes to rest, once for each spin class that it can have there.
    Position is that of the true-rotation centre: x from 0 on the left, y from 0 at the bottom. Keys lead to the resting
    place, D being one row; the hard drop comes after them. With --game puyo BOARD is a field and PIECE a pair such as
    RG; each placement says which chain it fires.
    """
    if game.strip() != GUIDELINE:
        given = {
            "--rules": rules if rules != GUIDELINE else None, "--spins": spins, "--kicks": kicks, "--half": half,
            "--spawn": spawn, "--drop": drop, "--width": width, "--rows": rows, "--finesse": finesse or None,
        }  # fmt: skip
        return _of_a_pair(
            board, piece, game, [option for option, value in given.items() if value is not None], json=json
        )
    from ..tetris.guideline.paths import ORIENTATIONS, paths
    from ..tetris.pieces import PIECES
    from .console import emit

    book = _rules(rules, spins=spins, kicks=kicks, half=half, spawn=spawn, drop=drop, width=width, rows=rows)
    letter, columns = _piece(piece), board_columns(board, book)
    found = paths(columns, book.width, book.rows, PIECES.index(letter), book)
    if finesse:
        found = [one._replace(path=_short(one.path)) for one in found]
    if json:
        emit(
            [
                {
                    "piece": letter,
                    "orientation": ORIENTATIONS[one.orientation],
                    "x": one.x,
                    "y": one.y,
                    "spin": one.path.spin,
                    "hold": False,
                    "keys": one.path.text,
                    "kind": one.path.kind,
                    "cells": one.cells,
                }
                for one in found
            ]
        )
        return 0
    _print(found, letter, columns, book)
    return 0


def reach(
    board: BoardText,
    piece: Piece,
    orientation: Annotated[str, Parameter(name="ORIENTATION", help="north, east, south or west; N E S W; 0 to 3.")],
    x: Annotated[Target, Parameter(name="X", help="Column of the true-rotation centre; the first is 0.")],
    y: Annotated[Target, Parameter(name="Y", help="Its row; the lowest is 0.")],
    /,
    *,
    rules: Rules = "guideline",
    spins: Spins = None,
    kicks: Kicks = None,
    half: Half = None,
    spawn: Spawn = None,
    drop: Drop = None,
    width: Width = None,
    rows: Rows = None,
    finesse: Finesse = False,
    json: Json = False,
) -> int:
    """Say whether a piece can come to rest in one very position, and by which keys.

    Unlike placements this tells apart the orientations that cover the same cells. Of several spin classes the one that
    takes the fewest keys comes first.
    """
    from ..tetris.guideline.paths import ORIENTATIONS, ways
    from ..tetris.pieces import PIECES
    from .console import emit, out
    from .tables import Column, show

    book = _rules(rules, spins=spins, kicks=kicks, half=half, spawn=spawn, drop=drop, width=width, rows=rows)
    letter, turn, columns = _piece(piece), _orientation(orientation), board_columns(board, book)
    number = PIECES.index(letter)
    found = ways(columns, book.width, book.rows, number, turn, x, y, book, exact=True)
    if finesse:
        found = [_short(way) for way in found]
    why = "" if found else _obstacle(columns, book, number, turn, x, y)
    if json:
        emit(
            {
                "reachable": bool(found),
                "keys": found[0].text if found else None,
                "spin": found[0].spin if found else None,
                "rules": str(book),
                "kind": found[0].kind if found else None,
                "classes": {way.spin: way.text for way in found},
                "why": why or None,
            }
        )
        return 0
    what = f"{letter} {ORIENTATIONS[turn]} at ({x}, {y})"
    if not found:
        out().print(f"{what} cannot be reached under {book}: {why}", soft_wrap=True, markup=False)
        return 0
    out().print(f"{what} can be reached under {book}", soft_wrap=True, markup=False)
    columns_shown = Column("spin"), Column("kind"), Column("keys"), Column("count", right=True)
    show(columns_shown, [(way.spin, way.kind, way.text or "none", str(len(way.keys))) for way in found])
    return 0


# What is given --------------------------------------------------------------------------------------------------------


def _of_a_pair(board: str, piece: str, game: str, others: list[str], *, json: bool) -> int:
    """The placements of a Puyo pair. Raises InputError for another game, or options that mean nothing there."""
    from .pairplacements import pair_placements

    if game.partition(":")[0].strip() != "puyo":
        raise InputError(f"placements are of guideline and Puyo positions, not of {game}; give --rules, or --game puyo")
    if others:
        raise InputError(f"{others[0]} is for guideline positions; leave it out with --game {game}")
    return pair_placements(board, piece, game, json=json)


def _rules(spec: str, **changes: Any) -> "Ruleset":
    """The rules of a spec with the options that were given. Raises InputError for what is no choice."""
    from dataclasses import replace

    from ..tetris.guideline.ruleset import parse

    rules = parse(spec)
    given = {name: value for name, value in changes.items() if value is not None}
    return replace(rules, **given)


def _piece(text: str) -> str:
    from ..tetris.pieces import PIECES

    letter = text.upper()
    if len(letter) != 1 or letter not in PIECES:
        raise unknown("piece", text, PIECES)
    return letter


def _orientation(text: str) -> int:
    for number, names in enumerate(_ORIENTATIONS):
        if text.lower() in names:
            return number
    raise unknown("orientation", text, [names[0] for names in _ORIENTATIONS])


def board_columns(given: str, rules: "Ruleset") -> "NDArray[np.uint64]":
    """[20] the columns of a board. Raises InputError where it cannot be read or is no board of these rules."""
    import numpy as np

    text, name = (given, "the fumen") if _FUMEN.search(given) else board_text(given)
    if _FUMEN.search(text):
        from ..formats.fumen import decode

        lines = list(decode(text)[0].field.rows)
    else:
        lines = [line for line in (row.rstrip("\r") for row in text.replace("/", "\n").split("\n")) if line]
    columns = [0] * 20
    for number, line in enumerate(lines, 1):
        if len(line) != rules.width:
            raise InputError(
                f"row {number} of {name} has {len(line)} cells, the well {rules.width}; "
                f"make every row {rules.width} long, or choose --width"
            )
        for x, cell in enumerate(line):
            if cell in "#XxGIOTZSJL":
                columns[x] |= 1 << (len(lines) - number)
            elif cell not in "._ ":
                raise InputError(f"unknown letter {cell!r} in row {number} of {name}; use # for filled and . for empty")
        if all(cell not in "._ " for cell in line):
            raise InputError(f"row {number} of {name} is full; full rows vanish before a piece appears, so remove it")
    height = max(column.bit_length() for column in columns)
    if height > rules.rows:
        raise InputError(f"{name} has {height} rows, the well {rules.rows}; remove some, or choose --rows up to 60")
    return np.array(columns, np.uint64)


# What is shown --------------------------------------------------------------------------------------------------------


def _short(path: "Path") -> "Path":
    from ..tetris.guideline.paths import finesse

    return finesse(path)


def _print(found: "list[Found]", letter: str, columns: "NDArray[np.uint64]", rules: "Ruleset") -> None:
    """A table, on a terminal with a picture for each placement."""
    from ..tetris.guideline.paths import ORIENTATIONS
    from .console import err, out
    from .tables import Column, show

    if not found:
        err().print(f"{letter} cannot appear under {rules}: its place is filled", soft_wrap=True, markup=False)
        return
    titles = ("orientation", "x", "y", "spin", "kind", "keys")
    rows = [
        (ORIENTATIONS[f.orientation], str(f.x), str(f.y), f.path.spin, f.path.kind, f.path.text or "none")
        for f in found
    ]
    if out().is_terminal:
        _print_pictures(titles, rows, [_picture(f, letter, columns, rules) for f in found])
    else:
        cells = [" ".join(f"{x},{y}" for x, y in f.cells) for f in found]
        shown = [Column(title, right=title in "xy") for title in (*titles, "cells")]
        show(shown, [(*row, cell) for row, cell in zip(rows, cells, strict=True)])
    many = f"{len(found)} placement" + "s" * (len(found) != 1)
    out().print(f"{many} of {letter} under {rules}", style="dim", soft_wrap=True, markup=False)


def _print_pictures(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]], pictures: "list[Text]") -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from .console import out

    table = Table("", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, leading=1, padding=(0, 1, 0, 0))
    for title in titles:
        table.add_column(title, justify="right" if title in "xy" else "left", overflow="fold", no_wrap=title != "keys")
    for row, picture in zip(rows, pictures, strict=True):
        table.add_row(picture, *map(Text, row))
    out().print(table)


def _picture(found: "Found", letter: str, columns: "NDArray[np.uint64]", rules: "Ruleset") -> "Text":
    """The rows of a placement and the one below, a letter for its own cells."""
    from rich.text import Text

    from .picture import DIM, PLAIN, joined

    mine = set(found.cells)
    low, top = min(y for _, y in mine), max(y for _, y in mine)
    lines = []
    for y in range(top, max(low - 1, 0) - 1, -1):
        runs = []
        for x in range(rules.width):
            filled = int(columns[x]) >> y & 1
            runs.append((letter, PLAIN[letter]) if (x, y) in mine else ("#", PLAIN["#"]) if filled else (".", DIM))
        lines.append(joined(runs))
    return Text("\n").join(lines)


def _obstacle(columns: "NDArray[np.uint64]", rules: "Ruleset", piece: int, o: int, x: int, y: int) -> str:
    """Why a position cannot be reached."""
    from ..tetris.guideline.walk import walk

    walked = walk(columns, rules.width, rules.rows, piece, rules)
    if walked.start < 0:
        return "the piece cannot appear, its place is filled"
    if not (0 <= x < rules.width and 0 <= y < 64):
        return "that is outside the well"
    rows = int(walked.free[o, x])
    if not rows >> y & 1:
        return "its cells are filled, or outside the well"
    if y and rows >> (y - 1) & 1:
        return "it would not rest there"
    return "no keys lead there"
