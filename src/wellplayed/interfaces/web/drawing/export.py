"""A picture as a file of its own: the theme's colours and fonts written out, a ground behind it, a title."""

import re
from collections.abc import Mapping
from html import escape

from ..theme import colours
from .element import element, number
from .ink import SIGN

MARGIN = 12
FONTS: Mapping[str, str] = {
    "sans": "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif",
    "mono": "ui-monospace, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono', monospace",
}
_HEAD = re.compile(r"<svg\b[^>]*>(<title>.*?</title>)?", re.DOTALL)
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SIGN = re.compile(f'<path class="{SIGN}"[^>]*/>')
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def export(svg: str, theme: str, title: str = "", *, signs: bool = False) -> str:
    """The text of an SVG file that shows a picture of this package on the ground of `theme`, `dark` or `light`.

    The signs of the pieces (ink.py) are in it where `signs` says so. Without a title the picture's own one stays.
    Raises KeyError for another theme or a colour that it lacks, and ValueError for a text that is no picture of this
    package.
    """
    head, box = _HEAD.match(svg), _BOX.search(svg)
    if head is None or box is None:
        raise ValueError("this is no picture to export; give one that the drawing package made")
    wide, high = float(box[1]) + 2 * MARGIN, float(box[2]) + 2 * MARGIN
    own = f"<title>{escape(title)}</title>" if title else head[1] or ""
    ground = element("rect", width=wide, height=high, fill="var(--panel)")
    inner = svg[head.end() : svg.rindex("</svg>")]
    inner = inner if signs else _SIGN.sub("", inner)
    moved = element("g", inner, transform=f"translate({MARGIN} {MARGIN})")
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}" '
        f'width="{number(wide)}" height="{number(high)}" font-family="var(--sans)" role="img">'
    )
    values = {**colours(theme), **FONTS}
    whole = f"{opening}{own}{ground}{moved}</svg>\n"
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _VARIABLE.sub(lambda name: values[name[1]], whole)
