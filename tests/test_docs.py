"""The documentation: tables made from the package name all there is, and every page finds the tables it asks for."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from wellplayed.games import GAMES
from wellplayed.players.registry import entries
from wellplayed.puyo.features import NAMES as PUYO_NAMES
from wellplayed.puyo.forms import FORMS
from wellplayed.tetris.features import NAMES

DOCS = Path(__file__).parents[1] / "docs"


def loaded(name: str) -> ModuleType:
    """A module of the documentation, which is no package."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    return loaded("tables")


def test_every_table_that_a_page_asks_for_is_made(tables: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    wanted = {name for page in DOCS.rglob("*.md") for name in re.findall(r"\{\{ (\w+) \}\}", page.read_text("utf-8"))}
    made = {make.__name__: make for make in loaded("ladder_tables").ALL}
    assert wanted
    assert wanted == {
        name for name in wanted if name in made or f"tables.{name}" in (DOCS / "conf.py").read_text("utf-8")
    }
    assert wanted <= set(vars(tables)) | set(made)
    assert all(make() for make in made.values())


def test_tables_are_complete(tables: ModuleType) -> None:
    assert re.findall(r"^\| \d+ \| `(\w+)`", tables.features(), re.MULTILINE) == list(NAMES)
    assert re.findall(r"^\| `([a-z0-9-]+)`", tables.players(), re.MULTILINE) == [e.name for e in entries()]
    assert re.findall(r"^\| `([a-z0-9-]+)`", tables.games(), re.MULTILINE) == [g.name for g in GAMES]
    for game, weights in (("classic", tables.weights()), ("puyo", tables.puyo_weights())):
        linear = [e.name for e in entries(game) if "linear" in e.tags and e.name != "linear"]
        assert re.findall(r"^\| `([a-z0-9-]+)`", weights, re.MULTILINE) == linear
    assert re.findall(r"^\| \d+ \| `(\w+)`", tables.puyo_features(), re.MULTILINE) == list(PUYO_NAMES)
    assert re.findall(r"^\| `([\w ]+)`", tables.puyo_forms(), re.MULTILINE) == [form.name for form in FORMS]


def test_pieces_are_drawn_as_they_are(tables: ModuleType) -> None:
    drawing = tables.orientations().splitlines()
    assert drawing[4:6] == ["I #   ####", ""]
    assert [drawing.count(line) for line in ("O ##", "T #    ###    #    #")] == [1, 1]


def test_forms_are_drawn_as_they_are(tables: ModuleType) -> None:
    drawing = tables.puyo_forms().splitlines()
    assert [line.split() for line in drawing[4:6]] == [
        ["AAB", "AAAB", "ABC", "ABC", "ABB."],
        ["BBC", "BBBC", "ABC", "ABC", "CCBC"],
    ]


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    listed = set(re.findall(r"^([a-z_]+)$", index, re.MULTILINE))
    assert {page.stem for page in DOCS.glob("*.md")} - {"index"} <= listed
    assert "decisions/*" in index
