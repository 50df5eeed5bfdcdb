"""Exported pictures: files that stand alone, in the colours of their theme."""

import re

import pytest
from tests.interfaces.web import drawn

from wellplayed.interfaces.web.drawing import bars, board, export, layers, path, tree
from wellplayed.interfaces.web.drawing.ink import SIGN
from wellplayed.interfaces.web.theme import THEMES, colours


def pictures() -> dict[str, str]:
    """One of each kind."""
    game, state, thought = drawn.thought(drawn.BEAM)
    return {
        "board": board.svg(game.show(state), ghosts=[board.Ghost("T", [(4, 8), (5, 8)], "3 < 4")], labels=True),
        "bars": bars.svg(("holes",), (3.0,), (-1.0,), title="Why & how"),
        "layers": layers.svg(game, state, thought),
        "tree": tree.svg(*drawn.thought(drawn.MCTS)),
        "path": path.strip(game, state, thought.action),
    }


@pytest.mark.parametrize("theme", THEMES)
def test_a_file_needs_nothing_else(theme: str) -> None:
    for name, svg in pictures().items():
        whole = export(svg, theme, title=f"A picture: {name} <1>")
        assert whole.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"')
        root = drawn.parsed(whole.partition("\n")[2])
        assert root[0].tag == f"{drawn.SVG}title"
        assert root[0].text == f"A picture: {name} <1>"
        assert "var(" not in whole
        assert not re.findall(r"href|url\(|@import|<style|<script|<image|<foreignObject", whole)
        assert whole.count("http") == 1
        used = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', whole))
        assert used
        assert used <= set(colours(theme).values())


def test_nothing_of_the_picture_is_lost() -> None:
    for svg in pictures().values():
        inner, outer = drawn.parsed(svg), drawn.parsed(export(svg, "dark", signs=True).partition("\n")[2])
        names = [found.tag for found in inner.iter() if found.tag != f"{drawn.SVG}title"][1:]
        moved = [found.tag for found in outer.iter() if found.tag != f"{drawn.SVG}title"]
        assert moved[:3] == [f"{drawn.SVG}svg", f"{drawn.SVG}rect", f"{drawn.SVG}g"]
        assert moved[3:] == names
        assert float(outer.attrib["width"]) == pytest.approx(float(inner.attrib["width"]) + 24)


def test_signs_are_there_for_whoever_asked() -> None:
    svg = pictures()["path"]
    plain, marked = (drawn.parsed(export(svg, "dark", signs=signs).partition("\n")[2]) for signs in (False, True))
    signs = drawn.classed(marked, SIGN)
    assert signs
    assert {sign.attrib["stroke"] for sign in signs} == {colours("dark")["sign"]}
    assert not drawn.classed(plain, SIGN)
    assert len(list(marked.iter())) - len(list(plain.iter())) == len(signs)


def test_themes_differ_and_the_ground_is_theirs() -> None:
    svg = pictures()["board"]
    dark, light = (export(svg, theme) for theme in THEMES)
    assert dark != light
    for whole, theme in ((dark, "dark"), (light, "light")):
        assert f'fill="{colours(theme)["panel"]}"' in whole


def test_the_own_title_stays() -> None:
    assert "<title>Why &amp; how</title>" in export(pictures()["bars"], "light")
    assert "<title>" not in export(pictures()["board"], "light")


def test_what_is_no_picture_or_no_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no picture"):
        export("<p>text</p>", "dark")
    with pytest.raises(KeyError):
        export(pictures()["bars"], "sepia")
