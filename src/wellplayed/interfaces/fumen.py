"""`wellplayed fumen`: look at fumens, make them from boards, take them apart and put them together."""

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from ..errors import InputError
from .options import Json, Whole, between, board_text

if TYPE_CHECKING:
    from rich.text import Text

    from ..formats.fumen import Field, Page
    from .console import Console

LARGEST = 1 << 20  # bytes of fumens on standard input; the longest public ones have some 60,000

# What a terminal might take for an order; a comment comes from anywhere.
_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], "\ufffd")

# A lone - is a value here, and means standard input.
Fumen = Annotated[
    str, Parameter(name="FUMEN", allow_leading_hyphen=True, help="A fumen or a link with one, or - for stdin.")
]


def show(
    fumen: Fumen,
    /,
    *,
    page: Annotated[Whole | None, Parameter(help="Only this page; the first is 1.")] = None,
    json: Json = False,
) -> int:
    """Draw the pages of a fumen, with comments, pieces and flags.

    Without colours a cell is a letter: a piece's, X for grey, _ for empty, and a small one where the page puts its
    piece. Below a line of = stands the garbage row.
    """
    from ..formats.fumen import decode
    from .console import emit, out

    pages = decode(_text(fumen))
    first = 0
    total = len(pages)
    if page is not None:
        first = between("--page", page, 1, total) - 1
        pages = pages[first : first + 1]
    if json:
        emit({"pages": [_as_data(shown, number) for number, shown in enumerate(pages, first + 1)]})
        return 0
    console = out()
    for number, shown in enumerate(pages, first + 1):
        if number > first + 1:
            print()
        _draw(shown, number, total, console)
    return 0


def make(
    *boards: Annotated[
        str, Parameter(allow_leading_hyphen=True, help="Rows joined by /, a file with rows, or - for stdin.")
    ],
    comment: Annotated[
        tuple[str, ...] | None,
        Parameter(help="A comment; the first is for the first page, and so on.", negative=(), consume_multiple=False),
    ] = None,
) -> int:
    """Make a fumen with one page for each board.

    Rows are ten cells long, the top row first. Piece letters, X or # for grey, and _ or . for empty. Below a line of =
    may stand a garbage row. In a file an empty line divides two boards. A comment stays until another one comes.
    """
    from ..formats.fumen import FumenError, Page, encode

    fields = [field for board in boards for field in _fields(board)]
    comments = list(comment or ())
    if not fields:
        raise InputError("fumen make needs BOARD; give rows joined by /, a file, or - for stdin")
    if len(comments) > len(fields):
        raise InputError(f"there are {len(comments)} comments for {len(fields)} boards; leave some out")
    comments += [comments[-1] if comments else ""] * (len(fields) - len(comments))
    try:
        print(encode(Page(f, comment=c, colour=i == 0) for i, (f, c) in enumerate(zip(fields, comments, strict=True))))
    except FumenError as error:
        raise InputError(f"--comment: {error}") from None
    return 0


def split(fumen: Fumen, /) -> int:
    """Print every page of a fumen as a fumen of its own, one a line."""
    from dataclasses import replace

    from ..formats.fumen import decode, encode

    pages = decode(_text(fumen))
    for page in pages:
        print(encode([replace(page, colour=pages[0].colour)]))
    return 0


def join(
    *fumens: Annotated[
        str, Parameter(allow_leading_hyphen=True, help="Fumens or links with one, or - for stdin with one a line.")
    ],
) -> int:
    """Print one fumen with the pages of all, in order."""
    from dataclasses import replace

    from ..formats.fumen import FumenError, decode, encode

    texts: list[str] = []
    for given in fumens:
        texts += filter(str.strip, _stdin().splitlines()) if given == "-" else [given]
    if not texts:
        raise InputError("fumen join needs FUMEN; give two or more, or - for stdin with one a line")
    pages: list[Page] = []
    for number, text in enumerate(texts, 1):
        try:
            pages += decode(text)
        except FumenError as error:
            raise InputError(f"the fumen at place {number}: {error}") from None
    # The colours are those of the first page; editors set them nowhere else.
    print(encode([pages[0], *(replace(page, colour=False) for page in pages[1:])]))
    return 0


def _text(given: str) -> str:
    """A fumen as given, or from standard input. Raises InputError if standard input is not text, or too long."""
    return _stdin() if given == "-" else given


def _stdin() -> str:
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(f"standard input is larger than {LARGEST} bytes; give fewer fumens at once")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("standard input is not text; a fumen is v115@ and letters") from None


def _fields(given: str) -> "list[Field]":
    """The boards of one BOARD. Raises InputError if there are none, or for rows that no board has."""
    from ..formats.fumen import Field, FumenError

    text, name = board_text(given)
    blocks = re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").replace("/", "\n"))
    try:
        return [Field.parse(block) for block in blocks if block.strip()]
    except FumenError as error:
        raise InputError(str(error) if name == "the board" else f"{name}: {error}") from None


def _as_data(page: "Page", number: int) -> dict[str, Any]:
    """A page for JSON."""
    from ..formats.fumen import ORIENTATIONS

    operation = page.operation and {
        "piece": page.operation.piece,
        "orientation": ORIENTATIONS[page.operation.orientation],
        "x": page.operation.x,
        "y": page.operation.y,
    }
    return {
        "page": number,
        "rows": page.field.rows,
        "garbage": page.field.garbage,
        "operation": operation,
        "comment": page.comment,
        "quiz": quiz._asdict() if (quiz := page.quiz) else None,
        "lock": page.lock,
        "rise": page.rise,
        "mirror": page.mirror,
        "colour": page.colour,
    }


def _draw(page: "Page", number: int, total: int, console: "Console") -> None:
    """Print one page: what it does, its comment, its field."""
    from rich.text import Text

    flags = [name for name, on in (("no lock", not page.lock), ("rise", page.rise), ("mirror", page.mirror)) if on]
    title = ", ".join([f"page {number} of {total}", *([str(page.operation)] if page.operation else []), *flags])
    console.print(Text(title, "bold"), soft_wrap=True)
    if page.comment:
        clean = (line.translate(_CONTROLS) for line in page.comment.splitlines())
        console.print(Text("\n".join(clean)), soft_wrap=True)
    coloured = console.color_system is not None and not console.no_color
    for line in _coloured(page, console) if coloured else _letters(page):
        console.print(line, soft_wrap=True, markup=False)


def _height(page: "Page") -> int:
    top = max((y + 1 for _, y in page.operation.cells), default=0) if page.operation else 0
    return max(len(page.field.rows), top, 1)


def _letters(page: "Page") -> list[str]:
    """The field in letters, the piece that is put in small ones."""
    rows = [[page.field[x, y] for x in range(10)] for y in range(_height(page))]
    if page.operation:
        for x, y in page.operation.cells:
            rows[y][x] = page.operation.piece.lower()
    lines = ["".join(row) for row in reversed(rows)]
    return [*lines, "=" * 10, page.field.garbage] if page.field.garbage.strip("_") else lines


def _coloured(page: "Page", console: "Console") -> "list[Text]":
    """The field in colours, the piece that is put in bright ones, the garbage row below the floor."""
    from .picture import FRESH, Look, well
    from .playback import EMPTY, UNKNOWN

    look = Look(unicode=console.encoding.lower().startswith("utf"))
    cells = page.field.cells.replace("_", EMPTY).replace("X", UNKNOWN)
    rows = [list(cells[n : n + 10]) for n in range(230, -1, -10)]
    put = page.operation
    marks = dict.fromkeys(put.cells, (put.piece, FRESH)) if put else {}
    lines = well(rows[1:], _height(page), marks, look)
    if page.field.garbage.strip("_"):
        lines.append(well(rows[:1], 1, {}, look)[0])
    return lines


app = App(name="fumen", help="Draw fumens, make them from boards, split and join them.", help_format="plaintext")
_USAGE: tuple[tuple[Callable[..., int], str], ...] = (
    (show, "show [OPTIONS] FUMEN"),
    (make, "make [OPTIONS] BOARD..."),
    (split, "split FUMEN"),
    (join, "join FUMEN..."),
)
for _place, (_command, _usage) in enumerate(_USAGE):
    _paragraphs = (_command.__doc__ or "").split("\n\n")
    _help = "\n\n".join(" ".join(paragraph.split()) for paragraph in _paragraphs)
    app.command(_command, usage=f"Usage: wellplayed fumen {_usage}", help=_help, sort_key=_place)
