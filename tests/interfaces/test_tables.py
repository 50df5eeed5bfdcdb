"""Tables of any width show every column."""

import pytest

from wellplayed.interfaces.tables import Column, show


@pytest.mark.parametrize("count", [2, 5, 9, 20])
@pytest.mark.parametrize("width", [20, 80, 200])
def test_no_column_is_lost(count, width, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    titles = [f"title{i}" for i in range(count)]
    cells = [f"a long cell {i}" for i in range(count)]
    show([Column(title, right=i % 2 == 1) for i, title in enumerate(titles)], [cells])
    printed = capsys.readouterr().out.split("\n")
    assert all(title in printed[0] for title in titles)
    assert all(cell in printed[2] for cell in cells)


def test_what_may_be_broken_is(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    show([Column("name"), Column("about", wrap=True)], [("x", "many words " * 10)])
    printed = capsys.readouterr().out.split("\n")
    assert max(map(len, printed)) <= 40
    assert len(printed) > 4
