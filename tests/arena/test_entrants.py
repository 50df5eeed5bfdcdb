"""A player is kept under one name however it is written, and under another where it is another."""

from pathlib import Path

import numpy as np
import pytest

from wellplayed.arena.entrants import Entrant, entered, entrant, entrants, rebuilt
from wellplayed.errors import InputError
from wellplayed.games import game

TEN = game("classic:height=10")


def test_spellings_are_one_player() -> None:
    assert entrant("Four_Feature", TEN).name == entrant("lee", TEN).name == "four-feature"
    assert entrant("Lee", TEN).spec == "Lee"


def test_nobody_comes_twice() -> None:
    assert [who.name for who in entrants(["random:seed=1", "random:seed=2"], TEN)] == ["random:seed=1", "random:seed=2"]
    with pytest.raises(InputError, match="'lee' comes twice"):
        entrants(["four-feature", "random", "lee"], TEN)


def test_weights_are_named_and_not_their_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("holes = -4\nlines = 1.5\n", "utf-8")
    assert entrant(f"linear:file={file}", TEN).name == "linear:holes=-4.0,lines=1.5"


def test_a_player_that_is_built_again_is_the_same() -> None:
    there, who = rebuilt(TEN.name, "four-feature", "lee")
    assert there.name == TEN.name
    assert np.array_equal(who.player.weights, entrant("lee", TEN).player.weights)
    assert rebuilt(TEN.name, "four-feature", "lee")[1] is who


def test_a_file_that_changed_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(features):\n    return -features.holes\n", "utf-8")
    name = entrant(str(file), TEN).name
    file.write_text("def evaluate(features):\n    return -features.holes * 2\n", "utf-8")
    with pytest.raises(InputError, match="leave its files alone"):
        rebuilt(TEN.name, name, str(file))


def test_a_player_without_a_spec_goes_by_its_class() -> None:
    who = entrant("dellacherie", TEN)
    assert entered(who) is who
    assert entered(who.player) == Entrant("Greedy", who.player, "")
