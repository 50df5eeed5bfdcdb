"""Whole settings of a learner that somebody described, by name, and what had to be chosen where they say nothing."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import InputError, unknown
from ..tetris.features import ARTICLE_TD


class Preset(NamedTuple):
    """The settings of one learner."""

    name: str
    learner: str
    about: str
    source: str
    settings: Mapping[str, Any]


# The article's features in its order. Its complete lines are those of the move, its lowest column ignores empty ones.
_ARTICLE = "aggregate_height,lines,holes,bumpiness,highest,lowest_filled,height_variance,well_depth"
_FIRST = "-0.51,0.76,-0.36,-0.18,-0.20,0.10,-0.15,-0.25"
_AS_WRITTEN = {
    "gamma": 0.9, "trace": 0.0, "alpha": 0.001, "half": 0.0, "normalised": False, "scaled": False, "average": 1.0,
    "pieces": 10_000, "longest": 10_000, "death": 0.0,
}  # fmt: skip

PRESETS = (
    Preset(
        "article",
        "td",
        "the article's eight features, first weights and numbers; its faults mended: lines are counted as the move "
        "clears them and earn 10 each, and a lost game is learned from, as worth 0",
        ARTICLE_TD,
        {**_AS_WRITTEN, "features": _ARTICLE, "start": _FIRST, "worth": 10.0},
    ),
    Preset(
        "article-faults",
        "td",
        "what the article's program does: lines are counted after they are gone, so that no move earns anything and "
        "the feature is always 0, and nothing is learned from a lost game",
        ARTICLE_TD,
        {
            **_AS_WRITTEN,
            "features": _ARTICLE.replace("lines,", ""),
            "start": _FIRST.replace("0.76,", ""),
            "worth": 0.0,
            "terminal": False,
        },
    ),
    Preset(
        "article-steady",
        "td",
        "the article's seven features of the board and first weights, with the step sizes and rewards that work here, "
        "and a constant",
        f"features and first weights: {ARTICLE_TD}",
        {"features": _ARTICLE.replace("lines,", "") + ",constant", "start": _FIRST.replace("0.76,", "") + ",0"},
    ),
    Preset(
        "td0",
        "td",
        "TD(0): every error changes the last guess alone",
        "Sutton, Learning to predict by the methods of temporal differences, Machine Learning 3, 1988",
        {"trace": 0.0, "gamma": 0.8, "alpha": 0.1, "half": 1e6},
    ),
    Preset(
        "chains",
        "td",
        "for Puyo: TD(0) with a small step, since what chains promise grows a hundredfold as they are built",
        "found by trial",
        {"trace": 0.0, "alpha": 0.02, "games": 32, "pieces": 6_400},
    ),
)


def preset(name: str, learner: str) -> Preset:
    """The preset of that name. Raises InputError where there is none, or it is of another learner."""
    own = [one.name for one in PRESETS if one.learner == learner]
    for one in PRESETS:
        if one.name == name:
            if one.learner != learner:
                raise InputError(f"preset {name} is one of the learner {one.learner}, not of {learner}")
            return one
    raise unknown(f"preset of {learner}", name, own)
