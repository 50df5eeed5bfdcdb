"""Bars: each feature is there in words and numbers, bars are as long as what they stand for, and they add up."""

import numpy as np
import pytest
from tests.interfaces.web import drawn
from tests.interfaces.web.drawn import classed, parsed, texts

from wellplayed.game import feature_names
from wellplayed.interfaces.reasons import ranked, weights_of
from wellplayed.interfaces.web.drawing import bars
from wellplayed.interfaces.web.words import Words

SPECS = ("dellacherie", drawn.BEAM, "best", "lookahead:depth=1,weights=dt-20", drawn.MCTS)
NAMES, VALUES, WEIGHTS = ("holes", "lines", "bumpiness", "own"), (2.0, 1.0, 7.0, 0.0), (-4.0, 8.0, -0.5, 3.0)


def summed(spec: str, rank: int) -> bars.Sum:
    """The sum of a candidate of a player's thought."""
    game, _, thought = drawn.thought(spec)
    weights = weights_of(drawn.player(spec))
    assert weights is not None
    return bars.summed(game, weights, thought, ranked(thought)[rank])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rank", [0, 1, 7])
def test_parts_add_up_to_the_value(spec: str, rank: int) -> None:
    found = summed(spec, rank)
    assert np.multiply(found.values, found.weights) == pytest.approx(found.parts)
    if found.kind == "value":
        assert sum(found.parts) == pytest.approx(found.value)
    else:
        assert (spec, found.kind) == (drawn.MCTS, "mean")
    drawn_parts = [float(row.attrib["data-part"]) for row in classed(parsed(bars.svg(*found)), "row")]
    assert drawn_parts == list(found.parts)
    totals = [float(total.attrib["data-total"]) for total in classed(parsed(bars.svg(*found)), "total")]
    assert totals[-1] == found.value
    assert totals[0] == pytest.approx(sum(drawn_parts))


@pytest.mark.parametrize("width", [300, 600])
def test_bars_are_as_long_as_their_parts(width: float) -> None:
    root = parsed(bars.svg(NAMES, VALUES, WEIGHTS, width=width))
    rows = classed(root, "row")
    lengths, ends = {}, {}
    for row in rows:
        for bar in classed(row, "bar"):
            part, x, wide = float(row.attrib["data-part"]), float(bar.attrib["x"]), float(bar.attrib["width"])
            lengths[part], ends[part] = wide, x + wide
            assert bar.attrib["fill"] == ("var(--good)" if part > 0 else "var(--bad)")
            assert x >= 0
            assert x + wide <= width + 0.01
    assert set(lengths) == {-8.0, 8.0, -3.5}
    assert lengths[-8.0] == pytest.approx(lengths[8.0], rel=0.01)
    assert lengths[-3.5] == pytest.approx(lengths[8.0] * 3.5 / 8, rel=0.01)
    assert ends[-8.0] == pytest.approx(ends[-3.5], abs=0.02)
    assert ends[-8.0] + lengths[8.0] == pytest.approx(ends[8.0], abs=0.02)


def test_narrow_pictures_have_their_bars_below() -> None:
    narrow, wide = (parsed(bars.svg(NAMES, VALUES, WEIGHTS, width=width)) for width in (250, 600))
    assert float(narrow.attrib["height"]) > float(wide.attrib["height"])
    longest = [max(float(bar.attrib["width"]) for bar in classed(root, "bar")) for root in (narrow, wide)]
    assert longest[0] > 120
    assert longest[1] > 100


def test_numbers_and_names_are_written() -> None:
    found = texts(parsed(bars.svg(NAMES, VALUES, WEIGHTS)))
    assert {"holes", "lines", "bumpiness", "own", "−8.0", "8.0", "−3.5", "value"} <= set(found)
    chinese = texts(parsed(bars.svg(NAMES, VALUES, WEIGHTS, words=Words("zh"))))
    assert {"空洞", "消行", "凹凸度", "own", "估值"} <= set(chinese)


def test_against_another_the_bars_are_the_differences() -> None:
    root = parsed(bars.svg(NAMES, VALUES, WEIGHTS, other=(-8.0, 0.0, -1.0, 0.0), than="the best"))
    assert [float(row.attrib["data-part"]) for row in classed(root, "row")] == [0.0, 8.0, -2.5, 0.0]
    (total,) = classed(root, "total")
    assert float(total.attrib["data-total"]) == 5.5
    assert "the best" in texts(root)
    assert "difference" in texts(root)


def test_an_expectation_is_told_apart_from_the_sum() -> None:
    root = parsed(bars.svg(NAMES, VALUES, WEIGHTS, value=-9.25, kind="expected"))
    assert [float(total.attrib["data-total"]) for total in classed(root, "total")] == [-3.5, -9.25]
    lost = parsed(bars.svg(NAMES, VALUES, WEIGHTS, value=-np.inf))
    assert texts(lost)[-1] == "loses"


def test_a_shared_scale_is_kept() -> None:
    def length(span: tuple[float, float]) -> float:
        root = parsed(bars.svg(NAMES, VALUES, WEIGHTS, span=span, width=600))
        return max(float(bar.attrib["width"]) for bar in classed(root, "bar"))

    assert length((-16, 16)) == pytest.approx(length((-8, 8)) / 2, rel=0.01)
    assert length((-1, 1)) < 600  # too long ones end at the edge


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_feature_has_a_name_in_every_language(language: str) -> None:
    words = Words(language)
    for name in {*feature_names(drawn.game()), *feature_names(drawn.game("classic"))}:
        said = bars.feature(name, words)
        assert said
        assert "{" not in said
        assert (language == "en") == said.isascii()


@pytest.mark.parametrize("spec", SPECS)
def test_colours_are_the_themes(spec: str) -> None:
    drawn.check_themed(bars.svg(*summed(spec, 0), title="Why"))
