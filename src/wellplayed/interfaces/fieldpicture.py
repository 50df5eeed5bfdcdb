"""Puyo fields drawn for the terminal, several side by side: in colours where there are colours, else in letters.

In letters a field is rows as any command reads them; what pops or was just placed is in small letters, ojama that pops
a star. In colours a line parts the ghost row, in which nothing pops, from the visible ones.
"""

from collections.abc import Collection, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from .console import Console
from .picture import DIM, FLASH, FRESH, OJAMA, STRONG, Look, cell, joined

BETWEEN = 3  # blanks between two pictures
WIDEST = 100  # characters of a line of pictures
_ROW_13 = 12  # its y

Cell = tuple[int, int]


def coloured(console: Console) -> bool:
    """Whether a console shows colours."""
    return console.color_system is not None and not console.no_color


def height(cells: Any) -> int:
    """The rows of a field [8, 8] up to its highest puyo, 1 at least."""
    return max(1, *(int(column).bit_length() for plane in cells for column in plane))


def field(
    cells: Any, rows: int, console: Console, *, popping: Collection[Cell] = (), placed: Collection[Cell] = ()
) -> list[Text]:
    """The lowest `rows` rows of a field [8, 8], the top one first; some cells pop, some were just placed."""
    from ..puyo.cells import LETTERS, WIDTH

    look, colours = Look(unicode=console.encoding.lower().startswith("utf")), coloured(console)
    lines = []
    for y in reversed(range(rows)):
        runs = []
        for x in range(WIDTH):
            letter = next((name for name, plane in zip(LETTERS, cells) if int(plane[x]) >> y & 1), "")
            mark = FLASH if (x, y) in popping else FRESH if (x, y) in placed else ""
            runs.append(_coloured(letter, mark, look) if colours else _lettered(letter, mark))
        lines.append(joined(runs))
        if y == _ROW_13 and colours:
            lines.append(joined([("- " * WIDTH, DIM)]))
    return lines


def _coloured(letter: str, mark: str, look: Look) -> tuple[str, Style]:
    ink = OJAMA if letter == "#" else letter.lower() or " "
    return cell(ink, mark, look)


def _lettered(letter: str, mark: str) -> tuple[str, Style]:
    if not letter:
        return ".", Style.null()
    return (("*" if letter == "#" else letter.lower()) if mark else letter), Style.null()


def show(titles: Sequence[str], pictures: Sequence[list[Text]], console: Console) -> None:
    """Print pictures of one height side by side, each under its title, as many in a line as fit."""
    if not pictures:
        return
    wide = max(len(titles[i]) for i in range(len(titles)))
    wide = max(wide, *(line.cell_len for picture in pictures for line in picture)) + BETWEEN
    beside = max((min(console.width, WIDEST) + BETWEEN) // wide, 1)
    for first in range(0, len(pictures), beside):
        shown = pictures[first : first + beside]
        console.print()
        names = "".join(title.ljust(wide) for title in titles[first : first + beside])
        console.print(Text(names.rstrip(), STRONG), soft_wrap=True)
        for lines in zip(*shown, strict=True):
            console.print(_joined(lines, wide), soft_wrap=True)


def _joined(lines: Sequence[Text], wide: int) -> Text:
    row = Text(no_wrap=True, end="")
    for i, line in enumerate(lines):
        row.append(" " * (i * wide - row.cell_len))
        row.append_text(line)
    row.rstrip()
    return row
