"""Pictures of wells and pieces in text: colours where there are colours, letters where there are not.

A cell is two characters wide, which makes it about square. Where a terminal is too small for that, a cell is one
character wide and half a line high.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import ConsoleDimensions
from rich.style import Style
from rich.text import Text

from ..game import Placement
from .playback import EMPTY, GARBAGE, UNKNOWN, Cells

OJAMA, PUYOS = "o", "rgbypo"

# Okabe and Ito, Color Universal Design, 2008: eight colours told apart with any colour vision; the seven pieces keep
# the hues that players know them by.
HUES = {
    "I": (86, 180, 233),
    "O": (240, 228, 66),
    "T": (204, 121, 167),
    "Z": (213, 94, 0),
    "S": (0, 158, 115),
    "J": (0, 114, 178),
    "L": (230, 159, 0),
    UNKNOWN: (150, 150, 150),
    GARBAGE: (110, 110, 110),
    # Puyos, in small letters, since some pieces have the same.
    "r": (213, 94, 0),
    "g": (0, 158, 115),
    "b": (86, 180, 233),
    "y": (240, 228, 66),
    "p": (204, 121, 167),
    OJAMA: (150, 150, 150),
}
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
GHOST, FRESH, FLASH = "ghost", "fresh", "flash"
DIM, STRONG = Style(dim=True), Style(bold=True)
GOOD, BAD = Style(color="#35b58b"), Style(color="#e8743b")  # kept apart by lightness too
_FAINT = Style(color="#4a4a4a")

Marks = Mapping[tuple[int, int], tuple[str, str]]  # (x, y) to (piece letter, GHOST, FRESH or FLASH)


class Look(NamedTuple):
    """What a terminal can show."""

    unicode: bool = True
    color: bool = True


def _mixed(hue: tuple[int, int, int], other: tuple[int, int, int], part: float) -> str:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(hue, other, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


PLAIN = {letter: Style(color=_mixed(hue, WHITE, 0)) for letter, hue in HUES.items()}
_SETTLED = {letter: Style(color=_mixed(hue, BLACK, 0.28)) for letter, hue in HUES.items()}
_FRESH = {letter: Style(color=_mixed(hue, WHITE, 0.3)) for letter, hue in HUES.items()}
_FLASH = Style(color="#ffffff", bold=True)
_PAPER = {p: Style(color="#101010", bgcolor=_mixed(HUES[p], BLACK, 0.1), bold=True) for p in PUYOS}
_FRESH_PAPER = {p: Style(color="#101010", bgcolor=_mixed(HUES[p], WHITE, 0.45), bold=True) for p in PUYOS}


def puyo(letter: str, mark: str, look: Look) -> tuple[str, Style]:
    """The same for a puyo: its letter on its colour; a small letter, of ojama a star, where it pops or is to come."""
    shown, small = ("#", "*") if letter == OJAMA else (letter.upper(), letter)
    if mark in (GHOST, FLASH):
        return f"{small} ", _FLASH if mark == FLASH else PLAIN[letter]
    if mark == FRESH:
        return f"{shown} " if look.color else f"{shown}'", _FRESH_PAPER[letter]
    return f"{shown} ", _PAPER[letter]


def cell(letter: str, mark: str, look: Look) -> tuple[str, Style]:
    """Two characters for one cell, and their style."""
    if letter in PUYOS:
        return puyo(letter, mark, look)
    if mark == GHOST:
        return ("[]" if look.color else "::"), PLAIN[letter]
    if mark == FLASH:
        return ("██" if look.unicode else "=="), _FLASH
    if mark == FRESH:
        return ("██" if look.unicode else "##"), _FRESH[letter]
    if letter == EMPTY:
        return (" ·" if look.unicode else " ."), _FAINT
    return ("██" if look.unicode and look.color else "▒▒" if look.unicode else "[]"), _SETTLED[letter]


def pair(letters: str, look: Look) -> list[tuple[str, Style]]:
    """Puyos in a row, each a letter on its colour; a single one as wide as a cell."""
    if len(letters) == 1:
        return [puyo(letters.lower(), "", look)]
    return [(letter, _PAPER[letter.lower()]) for letter in letters]


def glyph(spot: Placement, look: Look) -> list[tuple[str, Style]]:
    """A placement in two characters or, of a pair, three: its letters, and on which side of the first the second is."""
    if len(spot.piece) == 2:
        return [*pair(spot.piece, look), (("↑→↓←" if look.unicode else "^>v<")[spot.orientation], Style.null())]
    text = stamp(spot.cells) if look.unicode else spot.piece + "NESW"[spot.orientation]
    return [(text, PLAIN[spot.piece])]


def joined(runs: Iterable[tuple[str, Style]]) -> Text:
    """Styled pieces of a line as one text, neighbours of one style merged: less to send to the terminal."""
    text, held, style = Text(no_wrap=True, end=""), "", Style.null()
    for part, wanted in runs:
        if wanted is not style:
            text.append(held, style)
            held, style = "", wanted
        held += part
    text.append(held, style)
    return text


def well(cells: Cells, height: int, marks: Marks, look: Look, above: int = 0) -> list[Text]:
    """A well of `height` rows, the top one first, walls and floor around it, `above` rows of sky over it."""
    width = len(cells[0])
    wall, floor = ("│", "╰" + "──" * width + "╯") if look.unicode else ("|", "+" + "--" * width + "+")
    lines = []
    for y in reversed(range(height + above)):
        side = wall if y < height else " "
        runs = [(side, DIM)]
        for x in range(width):
            letter, mark = marks.get((x, y), (cells[y][x] if y < len(cells) else EMPTY, ""))
            if y >= height and letter == EMPTY:
                runs.append(("  ", DIM))
            else:
                runs.append(cell(letter, mark, look))
        lines.append(joined([*runs, (side, DIM)]))
    return [*lines, joined([(floor, DIM)])]


def small_well(cells: Cells, height: int, marks: Marks, look: Look) -> list[Text]:
    """The same with two rows in every line: the upper one as the ink, the lower one as the paper."""

    def hue(x: int, y: int) -> str | None:
        letter, mark = marks.get((x, y), (cells[y][x] if y < min(len(cells), height) else EMPTY, ""))
        if letter == EMPTY:
            return None
        style = {GHOST: _SETTLED, FRESH: _FRESH}.get(mark, PLAIN)[letter]
        return "#ffffff" if mark == FLASH else style.color.name if style.color else None

    width, lines = len(cells[0]), []
    wall, floor = ("│", "╰" + "─" * width + "╯") if look.unicode else ("|", "+" + "-" * width + "+")
    shades = " ▄▀█" if look.unicode else " .':"
    for top in range(height - 1 + height % 2, -1, -2):
        runs = [(wall, DIM)]
        for x in range(width):
            upper, lower = hue(x, top), hue(x, top - 1)
            if not (look.color and look.unicode):
                runs.append((shades[2 * bool(upper) + bool(lower)], Style.null()))
            elif upper:
                runs.append(("▀", Style(color=upper, bgcolor=lower)))
            else:
                runs.append(("▄", Style(color=lower)) if lower else (" ", Style.null()))
        lines.append(joined([*runs, (wall, DIM)]))
    return [*lines, joined([(floor, DIM)])]


def piece(cells: Iterable[tuple[int, int]], letter: str, look: Look, lines: int = 2) -> list[Text]:
    """A piece alone, eight characters wide, standing on the last of the `lines`."""
    filled = set(cells)
    ink = "██" if look.unicode else "[]"
    return [
        joined([(ink if (x, y) in filled else "  ", PLAIN[letter]) for x in range(4)]) for y in reversed(range(lines))
    ]


def stamp(cells: Iterable[tuple[int, int]]) -> str:
    """A piece in two characters of Braille, standing on their lowest dots.

    >>> stamp([(0, 0), (1, 0), (2, 0), (1, 1)])
    '⣠⡀'
    """
    filled = list(cells)
    left, low = min(x for x, _ in filled), min(y for _, y in filled)
    dots = [0, 0]
    for x, y in filled:
        column, row = x - left, y - low
        dots[column // 2] |= ((0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08))[column % 2][row]
    return "".join(chr(0x2800 + d) for d in dots)


def bar(share: float, width: int, look: Look) -> str:
    """A bar that fills `share` (0 to 1) of `width` characters, in eighths of one; never empty for a share above 0."""
    eighths = round(max(0.0, min(share, 1.0)) * width * 8)
    if share > 0:
        eighths = max(eighths, 1)
    if not look.unicode:
        return "=" * -(-eighths // 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def spark(values: list[int], top: int, look: Look) -> str:
    """One character for each value, from the lowest for 0 to a full block from `top` on."""
    steps = "▁▂▃▄▅▆▇█" if look.unicode else "_.-=*#"
    last = len(steps) - 1
    return "".join(steps[min(-(-max(value, 0) * last // top), last)] for value in values)


def beside(left: list[Text], right: list[Text], gap: int, size: ConsoleDimensions) -> Text:
    """Two columns of lines side by side, cut to the terminal."""
    indent = max((cell_len(line.plain) for line in left), default=0) + gap
    rows = []
    for i in range(min(max(len(left), len(right)), size.height)):
        row = left[i].copy() if i < len(left) else Text(no_wrap=True, end="")
        if i < len(right) and right[i].plain:
            row.append(" " * (indent - cell_len(row.plain)))
            row.append_text(right[i])
        row.truncate(size.width)
        rows.append(row)
    return Text("\n").join(rows)
