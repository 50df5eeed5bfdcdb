"""Curves as markup: each point where it belongs, each name escaped, and nothing that a browser stumbles over."""

import doctest
import math
import re
import xml.etree.ElementTree as ET

import pytest

from wellplayed.interfaces.web.drawing import curves as module
from wellplayed.interfaces.web.drawing.curves import COLUMNS, DASHES, INKS, SIDE, Band, Chart, Line, html, several

LINE = Line("best", [(0, 0.0), (5, 10.0), (10, 5.0)])


def tree(chart: Chart) -> ET.Element:
    """The markup, which is XML too."""
    return ET.fromstring(html(chart))


def path(figure: ET.Element, name: str) -> list[tuple[float, float]]:
    """The corners of the curve of that name."""
    (found,) = figure.findall(f".//path[@data-line='{name}']")
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", found.attrib["d"])]


def test_examples_in_docstrings() -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_points_lie_where_they_should() -> None:
    figure = tree(Chart("Fitness", "generation", [LINE]))
    (x0, y0), (x1, y1), (x2, y2) = path(figure, "best")
    assert (x0, x1, x2) == (0, SIDE / 2, SIDE)
    assert y0 == SIDE
    assert y1 == pytest.approx(SIDE * (1 - 1 / 1.06), abs=0.01)
    assert y2 == pytest.approx((y0 + y1) / 2, abs=0.01)
    (picture,) = figure.findall(".//svg[@role='img']")
    assert picture.attrib["aria-label"] == "Fitness: best 5"
    levels = {span.text: span.attrib["style"] for span in figure.findall(".//div[@class='wp-curves-up']/span")}
    assert list(levels) == ["0", "5", "10"]
    assert levels["0"] == "bottom:0.00%"


def test_a_band_goes_there_and_back() -> None:
    band = Band("90%", [(0, 1.0, 2.0), (5, 2.0, 3.0), (7, math.nan, 9.0), (10, 1.0, 4.0)])
    figure = tree(Chart("a", "b", [LINE], [band]))
    (found,) = figure.findall(".//path[@class='band']")
    corners = re.findall(r"([\d.]+) ([\d.]+)", found.attrib["d"])
    assert [float(x) for x, _ in corners] == [0, 500, 1000, 1000, 500, 0]
    assert float(corners[0][1]) < float(corners[-1][1])
    assert found.attrib["d"].endswith("Z")


def test_each_column_says_its_numbers() -> None:
    band = Band("half", [(5, 2.0, 3.0)])
    figure = tree(Chart("a", "generation", [LINE], [band]))
    said = [title.text for title in figure.findall(".//rect/title")]
    assert said == ["generation 0\nbest: 0", "generation 5\nbest: 10\nhalf: 2 – 3", "generation 10\nbest: 5"]
    columns = [(float(r.attrib["x"]), float(r.attrib["width"])) for r in figure.findall(".//rect")]
    assert columns == [(0, 250), (250, 500), (750, 250)]
    many = Chart("a", "b", [Line("c", [(i, i) for i in range(1000)])])
    assert COLUMNS // 2 < len(tree(many).findall(".//rect")) <= COLUMNS


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [Line("none", [])],
        [Line("one", [(3, 4.0)])],
        [Line("unknown", [(1, math.nan), (2, math.inf)])],
        [Line("flat", [(1, 0.0), (2, 0.0)])],
        [Line("huge", [(1, 1e-300), (2, 1e300)])],
        [Line("low", [(1, -1e9), (2, 3.0)])],
        [Line("<b>&\"'", [(1, 1.0), (2, 2.0)])],
    ],
)
def test_nothing_that_a_browser_stumbles_over(lines: list[Line]) -> None:
    text = html(Chart("<i>title</i>", "&", lines))
    assert "nan" not in re.sub(r"unknown.*?<", "", text)
    assert "inf" not in text
    figure = ET.fromstring(text)
    assert figure.findtext("figcaption") == "<i>title</i>"
    assert not figure.findall(".//b")
    assert not figure.findall(".//i")
    names = [span.text for span in figure.findall(".//ul/li/span[1]")]
    assert names == [line.name for line in lines]


def test_a_single_point_is_a_dot() -> None:
    strokes = tree(Chart("a", "b", [Line("one", [(3, 4.0)])])).findall(".//path[@stroke-width='7']")
    assert len(strokes) == 1
    assert strokes[0].attrib["d"].endswith("h0")


def test_several_lines_are_told_apart() -> None:
    names = [f"w{i}" for i in range(20)]
    lines = several(names, [(0.0, *range(20)), (1.0, *range(1, 21))])
    assert len({(line.ink, line.dash) for line in lines}) == 20
    assert lines[3].points == [(0.0, 3), (1.0, 4)]
    assert len(several([str(i) for i in range(40)], [(0.0, *range(40))])) == 40
    assert len(INKS) * len(DASHES) == 21
