"""The shelf: every run of one directory by its name, each followed once, and nothing from elsewhere."""

import contextlib
import os
import shutil
from pathlib import Path

import pytest
from tests.tuning.madeup import MadeUp

from wellplayed.errors import InputError
from wellplayed.interfaces.web.shelf import Shelf
from wellplayed.learning import followed as learning
from wellplayed.tuning import followed as tuning


def learned(folder: Path) -> None:
    folder.mkdir()
    (folder / "configuration.json").write_text('{"learner": "td", "game": "classic"}', "utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with contextlib.closing(MadeUp(tmp_path / "runs" / "first")) as made:
        made.generation()
    learned(tmp_path / "runs" / "second")
    os.utime(tmp_path / "runs" / "second" / "configuration.json", (1, 1))
    (tmp_path / "runs" / "empty").mkdir()
    learned(tmp_path / "outside")
    (tmp_path / "runs" / "link").symlink_to(tmp_path / "outside")
    return tmp_path / "runs"


def test_runs_of_both_kinds_the_newest_first(root: Path) -> None:
    runs = Shelf(root).runs()
    assert list(runs) == ["first", "second"]
    assert isinstance(runs["first"], tuning.Followed)
    assert isinstance(runs["second"], learning.Followed)
    assert Shelf(root / "none").runs() == {}


def test_each_is_followed_once(root: Path) -> None:
    shelf = Shelf(root)
    first = shelf.run("first")
    assert shelf.runs()["first"] is first is shelf.run("first")
    shutil.rmtree(root / "first")
    learned(root / "first")
    assert isinstance(shelf.run("first"), learning.Followed)  # another run has taken the name
    shutil.rmtree(root / "first")
    assert list(shelf.runs()) == ["second"]


@pytest.mark.parametrize("name", ["link", "empty", "..", "../outside", "first/../../outside", ".", "", "/etc", "no\0"])
def test_nothing_else_is_a_run(root: Path, name: str) -> None:
    with pytest.raises(InputError, match="there is no run"):
        Shelf(root).run(name)


def test_a_run_that_becomes_a_link_is_none_any_more(root: Path) -> None:
    shelf = Shelf(root)
    shelf.run("second")
    shutil.rmtree(root / "second")
    (root / "second").symlink_to(root.parent / "outside")
    with pytest.raises(InputError, match="there is no run"):
        shelf.run("second")


def test_another_directory_can_be_opened(root: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "none")
    assert shelf.runs() == {}
    shelf.open(root)
    assert len(shelf.runs()) == 2
