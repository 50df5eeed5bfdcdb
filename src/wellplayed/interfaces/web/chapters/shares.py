"""Bars of two parts, and bars in pairs: why a walk took a move, and what a search made of a policy."""

from collections.abc import Sequence
from typing import NamedTuple

from ..drawing.element import SMALL, element, text, width_of
from .pictures import LINE, Tile, segment

SLIM = 480.0  # below this width names stand above the bars
VALUE, BONUS = "var(--accent)", "var(--warn)"


class Share(NamedTuple):
    """One row: two numbers with a name."""

    name: str
    first: float
    second: float
    shown: str
    note: str = ""
    strong: bool = False


def stacked(rows: Sequence[Share], width: float) -> Tile:
    """The second number behind the first, so that the bar is as long as their sum."""
    return _drawn(rows, width, max(row.first + row.second for row in rows), pair=False)


def paired(rows: Sequence[Share], width: float) -> Tile:
    """The second number below the first, on one scale."""
    return _drawn(rows, width, max(max(row.first, row.second) for row in rows), pair=True)


def legend(first: str, second: str, width: float) -> Tile:
    """What the two colours stand for, below each other where there is no room for a line."""
    x, y, parts = 0.0, 0.0, []
    for name, ink in ((first, VALUE), (second, BONUS)):
        wide = width_of(name, SMALL + 1) + 34
        if x and x + wide - 20 > width:
            x, y = 0.0, y + LINE + 3
        parts.append(element("rect", x=x, y=y + 2, width=10, height=10, rx=2, fill=ink, fill_opacity=0.85))
        parts.append(text(name, x + 15, y + 11, size=SMALL + 1, fill="var(--muted)"))
        x += wide
    return Tile(width, y + 14, "".join(parts))


def _drawn(rows: Sequence[Share], width: float, most: float, *, pair: bool) -> Tile:
    """Names and notes on the left, what is shown on the right."""
    slim = width < SLIM
    names = 0.0 if slim else max(width_of(row.name, SMALL + 2) for row in rows) + 14
    notes = 0.0 if slim else max(width_of(row.note, SMALL + 1) for row in rows) + 14 * any(row.note for row in rows)
    ends = max(width_of(row.shown, SMALL + 2) for row in rows) + 12
    left = names + notes
    scale = (width - left - ends) / (most or 1.0)
    pitch, parts = (40.0 if slim else 24.0), []
    for n, row in enumerate(rows):
        y = n * pitch + (18 if slim else 3)
        weight = 650 if row.strong else None
        first, second = max(row.first, 0.0) * scale, max(row.second, 0.0) * scale
        if row.strong:
            parts.append(element("rect", x=-4, y=y - (16 if slim else 4), width=width + 8, height=pitch - 1, rx=4,
                                 fill="var(--accent)", fill_opacity=0.12, class_="chosen"))  # fmt: skip
        high, low = (7.0, y + 8) if pair else (15.0, y)
        parts.append(element("rect", x=left, y=y, width=first, height=high, rx=1.5, fill=VALUE, fill_opacity=0.85))
        parts.append(
            element("rect", x=left if pair else left + first, y=low, width=second, height=high, rx=1.5, fill=BONUS,
                    fill_opacity=0.85)
        )  # fmt: skip
        name_y = y - 5 if slim else y + 11
        parts.append(text(row.name, 0, name_y, size=SMALL + 2, font_weight=weight))
        if row.note:
            x = width - 4 if slim else left - 12
            parts.append(text(row.note, x, name_y, size=SMALL + 1, anchor="end", fill="var(--muted)", mono=True))
        parts.append(text(row.shown, width, y + 11, size=SMALL + 2, anchor="end", mono=True, font_weight=weight))
    parts.append(segment(left, 14 if slim else 0, left, len(rows) * pitch - 3, "var(--muted)", 1))
    return Tile(width, len(rows) * pitch, "".join(parts))
