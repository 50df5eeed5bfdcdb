"""Pictures of Puyo fields: every puyo a circle, neighbours that could pop together joined, nothing else."""

import pytest
from tests.interfaces.web.drawn import check_themed, classed, parsed, squares, texts

from wellplayed.interfaces.web.drawing import field
from wellplayed.interfaces.web.drawing.board import Ghost, Mark, Shape
from wellplayed.interfaces.web.drawing.ink import PUYO, SIGN

ROWS = "RR.#../RGB##./GGBYYP"


def count(svg: str, kind: str) -> dict[str, int]:
    """How many shapes a class has, by letter."""
    return {found.attrib["data-letter"]: squares(found) for found in classed(parsed(svg), kind)}


def test_every_puyo_is_a_circle_of_its_colour() -> None:
    svg = field.svg(ROWS)
    check_themed(svg)
    assert count(svg, "puyos") == {letter: ROWS.count(letter) for letter in "RGBYP#"}
    fills = {found.attrib["data-letter"]: found.attrib["fill"] for found in classed(parsed(svg), "puyos")}
    assert fills == {letter: PUYO[letter].fill for letter in "RGBYP#"}


def test_neighbours_of_one_colour_are_joined_and_ojama_never() -> None:
    joined = sorted(squares(found) for found in classed(parsed(field.svg(ROWS)), "bridges"))
    assert joined == [1, 1, 2, 2]  # B and Y once, R and G twice


def test_row_13_is_dimmed_and_joins_nothing() -> None:
    root = parsed(field.svg("/".join(["R....."] * 13)))
    (low,), (high,) = classed(root, "bridges"), classed(root, "dimmed")
    assert (squares(low), squares(high)) == (11, 1)
    (around,) = [one for one in root.iter() if high in list(one)]
    assert float(around.attrib["opacity"]) == field.DIM


@pytest.mark.parametrize(("rows", "height", "tall"), [("......", 13, 13), ("......", 14, 14), ("R.....", 3, 3)])
def test_a_field_is_six_wide_and_as_high_as_is_asked(rows: str, height: int, tall: int) -> None:
    root = parsed(field.svg(rows, cell=10, height=height))
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (62, 10 * tall + 2)
    assert len(classed(root, "cross")) == (tall >= 12)
    assert len(classed(root, "rim")) == (tall > 12)


def test_a_pair_has_edges_and_ghosts_are_outlined() -> None:
    svg = field.svg(ROWS, piece=Shape("RG", [(2, 3), (2, 4)]), ghosts=[Ghost("BY", [(5, 1), (5, 2)], "7")])
    (piece,), (ghost,) = classed(parsed(svg), "piece"), classed(parsed(svg), "ghost")
    assert [one.attrib["data-letter"] for one in classed(piece, "puyos")] == ["R", "G"]
    assert all(one.attrib["stroke"] == "var(--text)" for one in classed(piece, "puyos"))
    outlined = classed(ghost, "outlined")
    assert [one.attrib["stroke"] for one in outlined] == [PUYO["B"].fill, PUYO["Y"].fill]
    assert all(float(one.attrib["fill-opacity"]) < 0.2 for one in outlined)
    assert texts(ghost) == ["7"]


def test_a_trigger_is_outlined_below_an_arrow() -> None:
    svg = field.svg(ROWS, trigger=Shape("YY", [(4, 2), (4, 3)]), cell=10)
    (trigger,) = classed(parsed(svg), "trigger")
    assert trigger.attrib["data-column"] == "5"
    assert [squares(one) for one in classed(trigger, "outlined")] == [1, 1]
    assert all("stroke-dasharray" in one.attrib for one in classed(trigger, "outlined"))
    (arrow,) = classed(trigger, "falls")
    assert arrow.attrib["d"].startswith("M45.00 ")
    assert f"V{10 * (13 - 4) - 0.8:.2f}" in arrow.attrib["d"]  # ends right above row 4


def test_numbers_stand_on_their_cells() -> None:
    root = parsed(field.svg(ROWS, numbers={(0, 0): 12, (5, 0): 1}, marks=[Mark(3, 1, "cross")], cell=10))
    labels = {found.text: (float(found.attrib["x"]), found) for found in classed(root, "label")}
    assert {text: x for text, (x, _) in labels.items()} == {"12": 5, "1": 55}
    assert len(classed(root, "mark")) == 1


def test_patterns_and_columns_are_as_on_boards() -> None:
    root = parsed(field.svg("RGBYP.", labels=True, title="five"))
    assert len(classed(root, SIGN)) == 5
    assert texts(root) == ["1", "2", "3", "4", "5", "6"]
    assert root.attrib["aria-label"] == "five"
