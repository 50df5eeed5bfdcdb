"""Boards as pictures: every cell, ghost, mark and number is there, in the colours of the theme."""

import json
import re
from collections.abc import Mapping

import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.interfaces.web.drawing import board
from wellplayed.interfaces.web.drawing.board import Ghost, Mark, Shape
from wellplayed.interfaces.web.drawing.ink import LEAST, PUYO_SIGNS, SIGN, SIGNS, Ink, Line
from wellplayed.interfaces.web.files import folder

ROWS = "....../....../T..L../TTSLZ#/TSS#ZZ/GGGG.G"
PIECE = Shape("I", [(0, 5), (1, 5), (2, 5), (3, 5)])
EVERYTHING = board.svg(
    ROWS, piece=PIECE, ghosts=[Ghost("J", [(5, 3), (5, 4), (4, 3)], "−3.5"), Ghost("O", [(1, 4), (2, 4)], dim=True)],
    marks=[Mark(0, 4, "dot", True), Mark(1, 4, "cross", False), Mark(-1, 0, "ring"), Mark(2, 4, "7")],
    cell=16, labels=True, title="A board",
)  # fmt: skip


def counts(svg: str) -> dict[str, int]:
    """How many cells there are of each letter."""
    found: dict[str, int] = {}
    for path in classed(parsed(svg), "cells"):
        letter = path.attrib["data-letter"]
        found[letter] = found.get(letter, 0) + drawn.squares(path)
    return found


def test_every_cell_is_drawn_once() -> None:
    assert counts(board.svg(ROWS)) == {"T": 4, "L": 2, "S": 3, "Z": 3, "#": 2, "G": 5}
    assert counts(EVERYTHING) == {"T": 4, "L": 2, "S": 3, "Z": 3, "#": 2, "G": 5, "I": 4}


def test_the_size_is_that_of_the_cells() -> None:
    root = parsed(board.svg(ROWS, cell=10, height=9))
    assert (root.attrib["width"], root.attrib["height"]) == ("62", "92")
    assert parsed(board.svg("#" * 12, cell=5)).attrib["viewBox"] == "0 0 62 7"


def test_pieces_have_edges_and_ghosts_are_outlines_with_values() -> None:
    root = parsed(EVERYTHING)
    (piece,) = classed(root, "piece")
    assert [path.attrib.get("fill") for path in classed(piece, "edge")] == ["none"]
    ghosts = classed(root, "ghost")
    assert [ghost.attrib["data-letter"] for ghost in ghosts] == ["J", "O"]
    for ghost in ghosts:
        shape = ghost[0].attrib
        assert shape["stroke"] == shape["fill"] == f"var(--piece-{ghost.attrib['data-letter'].lower()})"
        assert float(shape["fill-opacity"]) < 0.25
    assert texts(ghosts[0]) == ["−3.5"]
    assert texts(ghosts[1]) == []
    assert "opacity" in ghosts[1].attrib


def test_marks_have_their_colours() -> None:
    found = classed(parsed(EVERYTHING), "mark")
    assert len(found) == 3
    assert found[0].attrib["fill"] == "var(--good)"
    assert found[1][-1].attrib["stroke"] == "var(--bad)"
    assert found[2].attrib["stroke"] == "var(--text)"
    assert float(found[2].attrib["cx"]) == -8
    assert "7" in texts(parsed(EVERYTHING))


def test_columns_and_rows_are_numbered_when_asked_for() -> None:
    (labels,) = classed(parsed(EVERYTHING), "labels")
    assert texts(labels) == [*"012345", *"012345"]
    assert not classed(parsed(board.svg(ROWS)), "labels")


def test_a_titled_board_is_an_image_and_another_is_passed_over() -> None:
    root = parsed(EVERYTHING)
    assert (root.attrib["role"], root.attrib["aria-label"], root[0].text) == ("img", "A board", "A board")
    assert parsed(board.svg(ROWS)).attrib["aria-hidden"] == "true"


@pytest.mark.parametrize("svg", [EVERYTHING, board.svg(ROWS, cell=4), board.svg("R?", inks={"R": Ink("var(--bad)")})])
def test_colours_are_the_themes(svg: str) -> None:
    drawn.check_themed(svg)


def test_letters_of_other_games_have_inks_of_their_own() -> None:
    found = classed(parsed(board.svg("RG?", inks={"R": Ink("var(--bad)"), "G": Ink("var(--good)", 0.5)})), "cells")
    fills = {path.attrib["data-letter"]: path.attrib["fill"] for path in found}
    assert fills == {"R": "var(--bad)", "G": "var(--good)", "?": "var(--muted)"}


def test_every_cell_of_a_piece_has_its_sign() -> None:
    root = parsed(board.svg("I" * 3 + "T" * 2 + "G#", piece=Shape("S", [(0, 1), (1, 1)]), cell=10))
    found = [sign.attrib["d"].count("M") for sign in classed(root, SIGN)]
    assert found == [3, 2, 2]
    assert not classed(parsed(board.svg(ROWS, cell=LEAST - 0.1)), SIGN)
    (dots,) = classed(parsed(board.svg(".T/T.", cell=10)), SIGN)
    assert dots.attrib["d"] == "M5 15l0 0M15 5l0 0"
    assert dots.attrib["stroke-linecap"] == "round"


def test_signs_lie_within_their_cells_and_differ() -> None:
    assert set(SIGNS) == set("IOTSZJL")
    assert len(set(SIGNS.values())) == 7
    for sign in SIGNS.values():
        assert all(0.15 < end < 0.85 for line in sign for end in line)


@pytest.mark.parametrize(("file", "signs"), [("colours.js", SIGNS), ("puyos.js", PUYO_SIGNS)])
def test_the_canvas_has_the_same_signs(file: str, signs: Mapping[str, tuple[Line, ...]]) -> None:
    script = (folder() / file).read_text("utf-8")
    block = re.search(r"const SIGNS = \{(.*?)\n\};", script, re.DOTALL)
    assert block is not None
    lines = {name: json.loads(given) for name, given in re.findall(r"([A-Z]): (\[.*\]),", block[1])}
    assert lines == {letter: [list(line) for line in sign] for letter, sign in signs.items()}
