"""The list of learners and of presets, and what is said of one that is not there or lacks a package."""

import re
import sys

import pytest

from wellplayed.errors import InputError
from wellplayed.games import game as game_of
from wellplayed.learning import learners
from wellplayed.learning.learner import stream
from wellplayed.learning.learners import LEARNERS, Entry, entry, learner, settings_as_json, settings_from
from wellplayed.learning.presets import PRESETS, preset


@pytest.mark.parametrize("name", [one.name for one in LEARNERS if not one.needs])
def test_every_learner_keeps_the_promises(name: str) -> None:
    game = game_of("classic:height=6,width=6")
    settings = settings_from(name, {})
    assert settings_from(name, settings_as_json(settings)) == settings
    assert learner(name, game, settings, 1).rounds == 0
    assert re.fullmatch(r"[a-z_]+", name)


@pytest.mark.parametrize("one", PRESETS, ids=[one.name for one in PRESETS])
def test_every_preset_makes_settings(one: object) -> None:
    assert isinstance(one, type(PRESETS[0]))
    assert preset(one.name, one.learner) is one
    assert settings_from(one.learner, one.settings)
    assert one.about
    assert one.source


def test_presets_that_are_refused() -> None:
    with pytest.raises(InputError, match="unknown preset of td 'articel'; did you mean 'article'"):
        preset("articel", "td")
    with pytest.raises(InputError, match="is one of the learner td, not of dqn"):
        preset("article", "dqn")


def test_names_are_forgiving() -> None:
    assert entry("TD") is entry("td")
    with pytest.raises(InputError, match="unknown learner 'te'; did you mean 'td'"):
        entry("te")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    one = Entry("deep", "needs torch", "here", "td", 1, needs=("torch",))
    monkeypatch.setattr(learners, "LEARNERS", (*LEARNERS, one))
    with pytest.raises(InputError, match=r"the learner deep needs torch, .* pip install 'wellplayed\[rl\]'"):
        learner("deep", game_of("classic:height=6"), settings_from("deep", {}))


def test_streams_of_rounds_differ() -> None:
    numbers = {stream(seed, rounds).integers(1 << 62) for seed in (0, 1, 2**64 - 1) for rounds in range(3)}
    assert len(numbers) == 9
    assert stream(4, 2).integers(1 << 62) == stream(4, 2).integers(1 << 62)
