"""The Tetris line-up: every published number, and weights of one's own."""

from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.players.player import Greedy
from wellplayed.players.registry import entries, player
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

pytestmark = pytest.mark.pure

SIX = ("landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells")
NINE = (*SIX, "hole_depth", "rows_with_holes", "diversity")
FAST = tuple("fast_wells" if name == "wells" else name for name in NINE)

# Copied from where they were published, independently of the line-up: Dellacherie's in Fahey's Tetris AI page;
# El-Tetris from El-Ashi's article; CE-Dellacherie and BCTS from MDPTetris, data/features; DT-10 and DT-20 from
# Gabillon, Ghavamzadeh and Scherrer, NIPS 2013 (holes do weigh positive); RV-CE from GameAI-NJUPT's Robust Elite
# Selection, 2026; Lee's from "Tetris AI: the (near) perfect bot", 2013.
PUBLISHED: dict[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    "dellacherie": (SIX, (-1, 1, -1, -1, -4, -1)),
    "el-tetris": (
        SIX,
        (
            -4.500158825082766,
            3.4181268101392694,
            -3.2178882868487753,
            -9.348695305445199,
            -7.899265427351652,
            -3.3855972247263626,
        ),
    ),
    "ce-dellacherie": (SIX, (-8.593742, 4.982987, -5.315517, -17.01111, -14.26038, -6.035001)),
    "bcts": (
        NINE[:8],
        (-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087),
    ),
    "dt-10": (FAST, (-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27)),
    "dt-20": (FAST, (-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89)),
    "rv-ce": (
        NINE,
        (
            -11.33476345804087,
            5.5991501617772848,
            -9.9515382698050736,
            -15.122332946951181,
            -3.3014139195846695,
            -10.990716197553949,
            -5.6510082101156378,
            -34.671751778899313,
            5.4843120837393373,
        ),
    ),
    "four-feature": (("aggregate_height", "lines", "holes", "bumpiness"), (-0.510066, 0.760666, -0.35663, -0.184483)),
}


def weights_of(text: str) -> dict[str, float]:
    """The weights of a player that are not 0, by feature."""
    made = player(text, Classic(10))
    assert isinstance(made, Greedy)
    assert made.weights is not None
    return {name: float(weight) for name, weight in zip(NAMES, made.weights) if weight}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_weights(name: str) -> None:
    features, weights = PUBLISHED[name]
    assert weights_of(name) == dict(zip(features, weights, strict=True))


def test_the_weights_of_lee_and_of_el_tetris_are_not_mixed_up() -> None:
    # Public programs label the one as the other, or as Dellacherie's.
    assert len({tuple(weights_of(name).items()) for name in PUBLISHED}) == len(PUBLISHED)
    assert weights_of("lee")["lines"] == 0.760666
    assert "holes" in weights_of("dellacherie")
    assert "bumpiness" not in {*weights_of("dellacherie"), *weights_of("el-tetris")}


@pytest.mark.parametrize(
    ("name", "source"), [("dellacherie", "Fahey"), ("bcts", "record_du.dat"), ("dt-20", "NIPS 2013")]
)
def test_sources(name: str, source: str) -> None:
    assert source in next(entry.source for entry in entries() if entry.name == name)


def test_own_weights_as_options() -> None:
    assert weights_of("linear:holes=-4,lines=1.5") == {"holes": -4.0, "lines": 1.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("linear", "player 'linear' needs weights"),
        ("linear:holes=nan", "holes=nan of player 'linear' must be a finite number"),
        ("linear:holes=many", "holes=many of player 'linear' must be a number"),
        ("linear:hole=1", "unknown feature 'hole'; did you mean 'holes'?"),
    ],
)
def test_options_that_are_no_weights(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        weights_of(text)
    assert message in str(caught.value)


def test_every_linear_player_has_weights_for_every_feature() -> None:
    for entry in entries("classic"):
        if "linear" in entry.tags and entry.name != "linear":
            made: Any = player(entry.name, Classic(10))
            assert made.weights.shape == (len(NAMES),)
            assert np.isfinite(made.weights).all()
            assert made.weights.any()
