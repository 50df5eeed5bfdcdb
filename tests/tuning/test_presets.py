"""Presets are settings that can be used: methods that exist, features of the game, a step for each."""

import pytest

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game
from wellplayed.tuning.genetic import Genetic
from wellplayed.tuning.methods import method
from wellplayed.tuning.presets import PRESETS, preset


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.name)
def test_presets_can_be_used(one: object) -> None:
    found = preset(one.name)  # type: ignore[attr-defined]
    assert found is one
    assert set(found.features) <= set(feature_names(game("classic")))
    assert len(set(found.features)) == len(found.features)
    made = method(found.method, found.start, found.scale)
    assert made.ask().shape[1] == len(found.features)


def test_the_articles_own_numbers() -> None:
    article = preset("article")
    assert dict(zip(article.features, article.start, strict=True)) == {
        "aggregate_height": -0.51, "holes": -0.36, "bumpiness": -0.18, "lines": 0.76,
    }  # fmt: skip
    one = method(article.method, article.start, article.scale)
    assert isinstance(one, Genetic)
    assert (one.parents, article.games, article.objective) == (20, 20, "lines")
    assert one.ask()[0].tolist() == list(article.start)


def test_the_papers_own_numbers() -> None:
    paper = preset("szita-lorincz")
    assert (len(paper.features), set(paper.start), set(paper.scale), paper.games) == (22, {0.0}, {10.0}, 1)


def test_unknown_presets() -> None:
    with pytest.raises(InputError, match="unknown preset 'articel'; did you mean 'article'"):
        preset("articel")
