"""Bars of two parts and in pairs: as long as their numbers say."""

import re
import xml.etree.ElementTree as ET

import pytest

from wellplayed.interfaces.web.chapters.pictures import Picture
from wellplayed.interfaces.web.chapters.shares import BONUS, VALUE, Share, legend, paired, stacked

ROWS = [Share("a", 0.5, 0.25, "0.75", strong=True), Share("b", 0.1, 0.2, "0.30", "n 3"), Share("c", 0.0, 0.0, "0")]


def bars(svg: str, ink: str) -> list[tuple[float, float, float]]:
    """x, y and width of the bars of one colour."""
    return [
        tuple(float(rect.attrib[name]) for name in ("x", "y", "width"))  # type: ignore[misc]
        for rect in ET.fromstring(svg).iter()
        if rect.tag.endswith("rect") and rect.attrib.get("fill") == ink and rect.attrib.get("class") != "chosen"
    ]


@pytest.mark.parametrize("width", [320.0, 640.0])
def test_stacked_bars_are_as_long_as_their_sums(width: float) -> None:
    svg = Picture(lambda room: stacked(ROWS, room), "x").svg(width)
    first, second = bars(svg, VALUE), bars(svg, BONUS)
    unit = first[0][2] / 0.5
    assert [bar[2] for bar in first] == pytest.approx([row.first * unit for row in ROWS], abs=0.02)
    assert [bar[2] for bar in second] == pytest.approx([row.second * unit for row in ROWS], abs=0.02)
    assert [bar[0] + bar[2] for bar in first] == pytest.approx([bar[0] for bar in second], abs=0.02)
    assert svg.count('class="chosen"') == 1
    assert max(bar[0] + bar[2] for bar in second) < width


@pytest.mark.parametrize("width", [320.0, 640.0])
def test_pairs_lie_below_each_other_on_one_scale(width: float) -> None:
    svg = Picture(lambda room: paired(ROWS, room), "x").svg(width)
    first, second = bars(svg, VALUE), bars(svg, BONUS)
    assert {bar[0] for bar in first} == {bar[0] for bar in second}
    assert [b[1] - a[1] for a, b in zip(first, second, strict=True)] == pytest.approx([8.0] * 3)
    assert second[1][2] / first[1][2] == pytest.approx(2, abs=0.01)


def test_a_legend_breaks_where_there_is_no_room() -> None:
    heights = [legend("the first of two", "the second of two", width).height for width in (400.0, 200.0)]
    assert heights[0] < heights[1]
    assert re.search("the second of two", legend("the first of two", "the second of two", 200.0).content)
