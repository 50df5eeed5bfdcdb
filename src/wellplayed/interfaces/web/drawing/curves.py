"""Curves over generations or rounds: lines, and bands of quantiles or intervals, with what they are called.

The lines are an SVG that is stretched to whatever room there is, with strokes and dots that are not; all text is beside
it, so it is of one size on every screen. Over each column lies what it says in numbers.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from ...console import short
from .element import element, number, signed
from .scale import Scale, scale

SIDE = 1000.0  # units of the picture's width and height
COLUMNS = 80  # at most, that say their numbers
INKS = tuple(f"var(--piece-{piece})" for piece in "itszjlo")
DASHES = ("", "7 4", "2 3")  # for the first seven lines, the next seven, and all others

Point = tuple[float, float]


class Line(NamedTuple):
    """One curve."""

    name: str
    points: Sequence[Point]
    ink: str = "var(--accent)"
    dash: str = ""
    dots: bool = False


class Band(NamedTuple):
    """What lies between two curves."""

    name: str
    points: Sequence[tuple[float, float, float]]  # x, low, high
    ink: str = "var(--accent)"
    opacity: float = 0.16


class Chart(NamedTuple):
    """A picture of curves."""

    title: str
    across: str  # what is counted to the right
    lines: Sequence[Line]
    bands: Sequence[Band] = ()
    zero: bool = False  # a line at 0


def several(names: Sequence[str], rows: Sequence[Sequence[float]]) -> list[Line]:
    """A line for each column of rows of x and values, each in an ink or a dash of its own."""
    last = len(DASHES) - 1
    return [
        Line(name, [(row[0], row[i + 1]) for row in rows], INKS[i % len(INKS)], DASHES[min(i // len(INKS), last)])
        for i, name in enumerate(names)
    ]


def html(chart: Chart) -> str:
    """The chart as a figure of its own."""
    xs = [point[0] for line in chart.lines for point in line.points]
    xs += [point[0] for band in chart.bands for point in band.points]
    across = Scale(min(xs, default=0.0), max(max(xs, default=1.0), min(xs, default=0.0) + 1.0))
    ys = [point[1] for line in chart.lines for point in line.points]
    ys += [y for band in chart.bands for point in band.points for y in point[1:]]
    up = scale([*ys, 0.0] if chart.zero else ys)
    said = f"{chart.title}: " + ", ".join(
        f"{line.name} {told(line.points[-1][1])}" for line in chart.lines if line.points
    )
    parts = [*_grid(up, across, chart.zero), *(_band(one, across, up) for one in chart.bands)]
    parts += [_line(one, across, up) for one in chart.lines]
    parts += _columns(chart, across)
    picture = element(
        "svg",
        "".join(parts),
        viewBox=f"0 0 {SIDE:.0f} {SIDE:.0f}",
        preserveAspectRatio="none",
        role="img",
        aria_label=said,
    )
    rows = "".join(
        f'<span style="bottom:{100 * up.at(tick):.2f}%">{label}</span>'
        for tick, label in _labels(up.ticks(), even=not up.least)
    )
    ticks = [tick for tick in across.ticks() if tick == int(tick)]
    columns = "".join(f'<span style="left:{100 * across.at(tick):.2f}%">{tick:,.0f}</span>' for tick in ticks)
    return (
        f'<figure class="wp-curves"><figcaption>{escape(chart.title)}</figcaption>'
        f'<div class="wp-curves-plot"><div class="wp-curves-up" aria-hidden="true">{rows}</div>{picture}'
        f'<div class="wp-curves-across" aria-hidden="true">{columns}</div></div>'
        f'<p class="wp-curves-across-name">{escape(chart.across)}</p>{_legend(chart)}</figure>'
    )


def told(value: float) -> str:
    """A number as it is told beside a curve: three digits or so.

    >>> told(7_204_113), told(-0.51234), told(1234.5), told(0.000321), told(0)
    ('7.20M', '−0.512', '1,234', '0.000321', '0')
    """
    if not math.isfinite(value):
        return "–"
    size = abs(value)
    if size >= 1e6:
        return signed(("-" if value < 0 else "") + short(size))
    return signed(f"{value:,.0f}" if size >= 1000 else f"{value:.3g}")


def _labels(ticks: Sequence[float], *, even: bool) -> list[tuple[float, str]]:
    """Ticks as they are written: large ones short, and `even` ones with equally many decimals."""
    small = [f"{tick:.6g}".partition(".")[2] for tick in ticks if 1e-4 <= abs(tick) < 1e4]
    places = max(map(len, small), default=0)
    found = []
    for tick in ticks:
        if abs(tick) >= 1e4:
            text = ("-" if tick < 0 else "") + short(abs(tick))
            whole, dot, rest = text[:-1].partition(".")
            text = whole + (dot + rest).rstrip("0").rstrip(".") + text[-1]
        else:
            plain = f"{tick:,.{places}f}" if even else f"{tick:,.10g}"
            text = "0" if not tick else plain if abs(tick) >= 1e-4 else f"{tick:.0e}"
        found.append((tick, signed(text)))
    return found


def _grid(up: Scale, across: Scale, zero: bool) -> Iterable[str]:
    """Level lines at the ticks; a stronger one where 0 or the floor is."""
    for tick in up.ticks():
        strong = tick == 0 and (zero or up.low == 0)
        yield _stroke(f"M0 {_y(up, tick)}h{SIDE:.0f}", "var(--line)" if strong else "var(--grid)", 1)


def _band(band: Band, across: Scale, up: Scale) -> str:
    known = [point for point in band.points if all(map(math.isfinite, point))]
    if len(known) < 2:
        return ""
    there = [f"{_x(across, x)} {_y(up, high)}" for x, _, high in known]
    back = [f"{_x(across, x)} {_y(up, low)}" for x, low, _ in reversed(known)]
    return element("path", d=f"M{'L'.join([*there, *back])}Z", fill=band.ink, fill_opacity=band.opacity, class_="band")


def _line(line: Line, across: Scale, up: Scale) -> str:
    """The curve, and a dot at each of its points, or at its only one: a stroke without length and with round ends."""
    spots = [f"{_x(across, x)} {_y(up, y)}" for x, y in line.points if math.isfinite(y)]
    if not spots:
        return ""
    path = _stroke(f"M{'L'.join(spots)}", line.ink, 2, dash=line.dash, points=len(spots), name=line.name)
    if not line.dots and len(spots) > 1:
        return path
    return path + _stroke("".join(f"M{spot}h0" for spot in spots), line.ink, 7)


def _stroke(path: str, ink: str, width: float, *, dash: str = "", points: int = 0, name: str = "") -> str:
    return element(
        "path", d=path, fill="none", stroke=ink, stroke_width=width, stroke_dasharray=dash or None,
        stroke_linecap="round", stroke_linejoin="round", vector_effect="non-scaling-stroke",
        data_points=points or None, data_line=name or None,
    )  # fmt: skip


def _columns(chart: Chart, across: Scale) -> Iterable[str]:
    """What each column says in numbers; where there are many, some of them."""
    values: dict[float, list[str]] = {}
    for line in chart.lines:
        for x, y in line.points:
            values.setdefault(x, []).append(f"{line.name}: {told(y)}")
    for band in chart.bands:
        for x, low, high in band.points:
            values.setdefault(x, []).append(f"{band.name}: {told(low)} – {told(high)}")
    xs = sorted(values)[:: max(1, math.ceil(len(values) / COLUMNS))]
    for i, x in enumerate(xs):
        left = (xs[i - 1] + x) / 2 if i else across.low
        right = (x + xs[i + 1]) / 2 if i + 1 < len(xs) else across.high
        text = element("title", escape("\n".join([f"{chart.across} {x:,.0f}", *values[x]])))
        start = SIDE * across.at(left)
        yield element(
            "rect", text, x=start, y=0, width=SIDE * across.at(right) - start, height=SIDE, fill="transparent",
            class_="column",
        )  # fmt: skip


def _legend(chart: Chart) -> str:
    """What the curves are called, and where each is now."""
    entries = []
    for line in chart.lines:
        swatch = _stroke("M1 5H23", line.ink, 2, dash=line.dash)
        entries.append((swatch, line.name, told(line.points[-1][1]) if line.points else ""))
    for band in chart.bands:
        swatch = element("path", d="M1 1h22v8H1z", fill=band.ink, fill_opacity=band.opacity)
        entries.append((swatch, band.name, ""))
    return "".join(
        [
            '<ul class="wp-curves-legend">',
            *(
                f"<li>{element('svg', swatch, viewBox='0 0 24 10', aria_hidden='true')}<span>{escape(name)}</span>"
                f'<span class="wp-num">{now}</span></li>'
                for swatch, name, now in entries
            ),
            "</ul>",
        ]
    )


def _x(across: Scale, x: float) -> str:
    return number(SIDE * across.at(x))


def _y(up: Scale, y: float) -> str:
    return number(SIDE * (1 - up.at(y)))
