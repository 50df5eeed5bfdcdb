"""The live board with a field of Puyo: round puyos, bridges, the ghost row, a link that pops."""

from typing import Any

from playwright.sync_api import Page
from tests.interfaces.web.stage import Stage

ROWS = [*["......"] * 11, "RR.G..", "R#.G..", "RB...."]  # from the top: row 14 first


def field(*low: str) -> str:
    """Rows for a frame, the lowest ones given."""
    return "/".join([*["......"] * (14 - len(low)), *low])


def shown(page: Page, f: int = 1, **changes: Any) -> Stage:
    """A stage whose board shows a frame of Puyo; nothing moves by itself unless a test asks for it."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    stage = Stage(page, "one", game="puyo")
    stage.line.show(f, **puyo(**changes))
    stage.until(lambda: stage.f() == f)
    return stage


def puyo(**changes: Any) -> dict[str, Any]:
    plain = {
        "game": "puyo", "rows": "/".join(ROWS), "height": 12, "piece": {"letter": "YP", "cells": [[2, 11], [2, 12]]},
        "ghost": [[2, 0], [2, 1]], "next": "RGBY", "phase": "steered", "popping": [], "waiting": 0, "longest": 0,
    }  # fmt: skip
    return plain | changes


def at(stage: Stage, x: float, y: float) -> list[int]:
    """The colour at a point of the field, in cells from its lower left corner."""
    return stage.pixel(x - 0.5, y - 0.5)  # type: ignore[arg-type]


def near(one: list[int], other: list[int]) -> bool:
    return all(abs(a - b) <= 4 for a, b in zip(one, other, strict=True))


def test_puyos_are_round_and_neighbours_of_a_colour_are_joined(page: Page) -> None:
    stage = shown(page)
    red, well = stage.colour("puyo-r"), stage.colour("well")
    assert near(at(stage, 0.5, 0.5), red)
    assert near(at(stage, 0.06, 0.06), well)  # a corner
    assert near(at(stage, 0.5, 1.0), red)  # the bridge upwards
    assert near(at(stage, 1.0, 2.5), red)  # and sideways
    assert not near(at(stage, 1.0, 0.5), red)  # red and blue are not joined
    assert near(at(stage, 1.5, 1.5), stage.colour("puyo-ojama"))
    assert near(at(stage, 3.5, 1.5), stage.colour("puyo-g"))
    assert near(at(stage, 2.5, 11.5), stage.colour("puyo-y"))  # the pair, its axis first
    assert near(at(stage, 2.5, 12.5), stage.colour("puyo-p"))
    assert near(at(stage, 2.5, 0.5), well)  # ghosts are outlines
    assert not near(at(stage, 2.5, 0.09), well)
    assert not stage.errors


def test_the_ghost_row_is_dimmed_and_joins_nothing(page: Page) -> None:
    stage = shown(page, rows=field("R.....", *["R....."] * 12), piece=None, ghost=[])
    red = stage.colour("puyo-r")
    assert near(at(stage, 0.5, 11.5), red)
    alpha = page.evaluate(
        """() => { const b = document.querySelector('wp-board'); const { cell, left, floor } = b.at;
        return [11.5, 12.5].map((y) => b.canvas.getContext('2d').getImageData(
            left + cell / 2, floor - y * cell, 1, 1).data[3]); }"""
    )
    assert alpha[0] == 255
    assert 130 < alpha[1] < 200
    assert not near(at(stage, 0.5, 11.97), red)


def test_what_pops_is_a_ring_and_what_hangs_is_shown_where_it_comes_to_rest(page: Page) -> None:
    stage = shown(page, piece=None, ghost=[], phase="popping", popping=[[0, 0], [0, 1], [0, 2], [1, 2]], chain=1)
    red, well = stage.colour("puyo-r"), stage.colour("well")
    assert not near(at(stage, 0.5, 0.5), red)
    assert not near(at(stage, 0.5, 0.5), well)
    assert near(at(stage, 0.5, 0.09), red)
    stage.line.show(2, **puyo(rows=field("..G...", "......", "......"), phase="falling", piece=None, ghost=[]))
    stage.until(lambda: stage.f() == 2)
    assert near(at(stage, 2.5, 0.5), stage.colour("puyo-g"))
    assert near(at(stage, 2.5, 2.5), well)
    stage.page.emulate_media(reduced_motion="no-preference")
    stage.line.show(3, **puyo(rows=field("B.....", *["......"] * 9), phase="falling", pieces=1, piece=None, ghost=[]))
    stage.until(lambda: near(at(stage, 0.5, 0.5), stage.colour("puyo-b")))  # on its way, and soon there


def test_only_keys_of_the_game_are_sent_and_chains_are_called_out(page: Page) -> None:
    stage = shown(page)
    page.evaluate(
        """() => { const b = document.querySelector('wp-board');
        b.labels.keys = { left: 'Left', hard: 'Quick drop' }; b.labels.calls = { chain: '{n}-chain' };
        b.sides.words.calls = b.labels.calls; }"""
    )
    for key in ("c", "a", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    stage.until(lambda: len(stage.line.pressed()) == 4)
    assert stage.line.pressed() == ["+left", "-left", "+hard", "-hard"]
    stage.line.show(2, **puyo(calls=[["chain-3", 5]], waiting=12))
    page.locator(".wp-call", has_text="3-chain").wait_for()
    assert page.locator(".wp-number-waiting dd").inner_text() == "12"
    assert page.locator(".wp-hold").count() == 0
