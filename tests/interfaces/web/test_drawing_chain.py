"""A chain as the page draws it: numbers, trigger and points are those of puyo/steps.py and of the engine's features."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.game import Placement
from wellplayed.interfaces.web.drawing import chain
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.puyo.cells import COLOURS, OJAMA
from wellplayed.puyo.features import NAMES
from wellplayed.puyo.steps import fallen, steps
from wellplayed.puyo.text import parse

TWO = "R...../RGB.../RGG..."  # two links with a red and a green puyo on column 1
FIELDS = st.lists(st.text("RGBY#.", min_size=6, max_size=6), min_size=4, max_size=12).map("/".join)


@given(FIELDS)
def test_what_is_left_and_numbered_later_is_the_field_after_each_link(rows: str) -> None:
    found = steps(parse(rows))
    numbered = chain.numbers(found)
    for number, link in enumerate(found, 1):
        kept = link.before.copy() * 0
        for x, y in ((x, y) for x in range(6) for y in range(13)):
            if numbered.get((x, y), len(found) + 1) > number:
                for plane in range(OJAMA + 1):
                    kept[plane, x] |= found[0].before[plane, x] & (1 << y)
        np.testing.assert_array_equal(fallen(kept), link.after)
    assert len(numbered) == sum(link.size + len(link.ojama) for link in found)


def placed(piece: str, *cells: tuple[int, int]) -> Placement:
    """A pair that comes to rest."""
    return Placement(piece, 0, cells, "", "drop", "none")


def test_a_pair_that_fires() -> None:
    found = chain.fired(parse(TWO), placed("RG", (0, 3), (0, 4)))
    assert found is not None
    assert [(link.size, link.points) for link in found.steps] == [(4, 40), (4, 320)]
    assert chain.numbers(found.steps) == {
        **{(0, y): 1 for y in range(4)}, (0, 4): 2, (1, 0): 2, (1, 1): 2, (2, 0): 2,
    }  # fmt: skip
    assert (found.placed, found.column, found.points) == (True, 1, 360)
    assert chain.fired(parse(TWO), placed("RG", (4, 0), (5, 0))) is None


def test_what_rests_above_the_field_fires_nothing() -> None:
    rows = "/".join(["RY....", "YR...."] * 6)
    assert chain.fired(parse(rows), placed("YY", (0, 12), (0, 13))) is None


def test_the_best_potential_is_that_of_the_features() -> None:
    game = drawn.game("puyo")
    for number in range(24):
        state = drawn.middle(6 + number, seed=number, name="puyo")
        told = dict(zip(NAMES, game.features(state)[0], strict=True))
        found = chain.could(state["cells"][0])
        if found is None:
            assert told["potential_links"] == 0
            continue
        assert len(found.steps) == told["potential_links"]
        assert found.points == pytest.approx(1000 * told["potential_score"])
        assert found.needed == told["potential_needed"]
        assert found.fires.cells[0][1] == told["trigger_height"]
        assert len(set(found.fires.letter)) == 1
        assert found.fires.cells[0] not in {(x, y) for x in range(6) for y in range(13) if occupied(state, x, y)}


def occupied(state: np.ndarray, x: int, y: int) -> bool:
    """Whether a cell of a field holds a puyo."""
    return any(int(plane[x]) >> y & 1 for plane in state["cells"][0])


def test_an_empty_field_could_fire_nothing() -> None:
    assert chain.could(parse("......")) is None
    assert chain.numbers([]) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [260.0, 320.0, 560.0])
def test_the_picture_says_what_the_links_say(language: str, width: float) -> None:
    words, found = Words(language), chain.could(drawn.middle(22, name="puyo")["cells"][0])
    assert found is not None
    svg = chain.svg(found, width=width, words=words)
    drawn.check_themed(svg)
    root = parsed(svg)
    links = classed(root, "link")
    assert [int(one.attrib["data-points"]) for one in links] == [link.points for link in found.steps]
    for number, (one, link) in enumerate(zip(links, found.steps, strict=True), 1):
        said = texts(one)
        assert (said[0], said[-1]) == (str(number), f"{link.points:,}")
        ten, size, bonus = map(int, said[-2].split("×"))
        assert (ten * size * bonus, size) == (link.points, link.size)
        assert said[1] == str(len(link.groups[0].cells))
    on_field = sorted(int(found_.text or "") for found_ in classed(root, "label"))
    assert on_field == sorted(chain.numbers(found.steps).values())
    (trigger,) = classed(root, "trigger")
    assert trigger.attrib["data-column"] == str(found.column)
    what, by = chain.heading(found, words)
    assert texts(root)[:2] == [what, by]
    assert f"{found.points:,}" in what
    assert words(f"think.chain.colour.{found.fires.letter[0].lower()}") in by
    assert found.fires.letter[0] in COLOURS
