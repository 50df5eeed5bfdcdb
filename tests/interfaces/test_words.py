"""Numbers, tables, bars and pieces in text."""

import doctest
import importlib
import io
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from wellplayed.interfaces import console, keys, picture, reasons, tables
from wellplayed.tetris.pieces import ORIENTATIONS

FULL, PLAIN = picture.Look(), picture.Look(unicode=False, color=False)


@pytest.mark.parametrize("name", ["console", "options", "picture", "reasons", "tables"])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"wellplayed.interfaces.{name}"))
    assert found.attempted
    assert not found.failed


@given(st.floats(0, 1e13))
def test_short_numbers_are_short_and_near(value: float) -> None:
    text = console.short(value)
    number = float(text.rstrip("kMG")) * 1000 ** " kMG".index(text[-1] if text[-1] in "kMG" else " ")
    assert number == pytest.approx(value, rel=0.006, abs=0.5)
    assert len(text) <= 6


@given(st.floats(-1e9, 1e9))
def test_numbers_keep_what_matters(value: float) -> None:
    assert float(reasons.number(value)) == pytest.approx(value, rel=0.05, abs=0.006)
    assert "." not in reasons.number(float(round(value)))


@given(st.floats(0, 1), st.integers(1, 40))
def test_bars_are_as_long_as_they_should_be(share: float, width: int) -> None:
    text = picture.bar(share, width, FULL)
    eighths = sum(8 if c == "█" else "▏▎▍▌▋▊▉".index(c) + 1 for c in text)
    assert abs(eighths - share * width * 8) <= 1
    assert bool(text) == (share > 0)
    assert len(picture.bar(share, width, PLAIN)) == math.ceil(eighths / 8)


def test_every_piece_has_its_own_stamp() -> None:
    stamps = set()
    for orientations in ORIENTATIONS:
        for columns in orientations:
            cells = [(x, y) for x, bits in enumerate(columns) for y in range(4) if bits >> y & 1]
            text = picture.stamp(cells)
            assert len(text) == 2
            assert sum((ord(c) - 0x2800).bit_count() for c in text) == 4
            assert picture.stamp([(x + 5, y + 9) for x, y in cells]) == text
            stamps.add(text)
    assert len(stamps) == 19


@given(st.lists(st.integers(-3, 30), max_size=30), st.integers(4, 24))
def test_sparks(values: list[int], top: int) -> None:
    for look in (FULL, PLAIN):
        text = picture.spark(values, top, look)
        assert len(text) == len(values)
    assert picture.spark([0, top], top, FULL) == "▁█"


def test_json_has_no_infinities(capsys: pytest.CaptureFixture[str]) -> None:
    console.emit({"a": [math.nan, (1.5, math.inf)], "b": {"c": -math.inf}, "d": "块", "e": (1 << 64) - 1})
    assert json.loads(capsys.readouterr().out) == {
        "a": [None, [1.5, None]],
        "b": {"c": None},
        "d": "块",
        "e": (1 << 64) - 1,
    }


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_tables_never_break_a_number(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    columns = [tables.Column("name"), tables.Column("told", wrap=True), tables.Column("a long title", right=True)]
    tables.show(columns, [("[bold]x[/]", "many words that may be broken 俄罗斯方块", "1,234,567"), ("y", "", "2")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("[bold]x[/]")
    assert lines[2].split()[-1] == "1,234,567" or lines[2].rstrip().endswith("1,234,567")
    assert lines[0].rstrip().endswith("a long title")
    assert max(map(cell_len, lines)) <= max(width, 50)


def test_no_key_comes_where_nobody_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q"))
    with keys.keyboard() as read:
        assert read(0.001) == ""
        assert read(-1) == ""
