"""The two front pages: their example runs, their commands exist, their links lead somewhere, and they say the same."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from wellplayed.arena.published import PUBLISHED, TEN_BY_TEN, TEN_BY_TWENTY, Board
from wellplayed.interfaces.cli import app, main

ROOT = Path(__file__).parents[1]
ENGLISH = (ROOT / "README.md").read_text("utf-8")
CHINESE = (ROOT / "README.zh-CN.md").read_text("utf-8")
MINE = "# mine.py\n"
BOTH = pytest.mark.parametrize("page", [ENGLISH, CHINESE], ids=["en", "zh"])


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def bare(code: str) -> str:
    """Code without its comments, which are translated."""
    return re.sub(r"\s+# .*", "", code)


def rows(page: str) -> list[list[str]]:
    """The cells of all table rows."""
    lines = (line for line in page.splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_example_runs_and_prints_what_it_says() -> None:
    (code,) = (block for block in blocks(ENGLISH, "python") if not block.startswith(MINE))
    promised = re.findall(r"^print\(.*\)  # (.+)$", code, re.MULTILINE)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert promised
    assert printed.getvalue().splitlines() == promised


@BOTH
def test_the_player_in_ten_lines_plays_as_it_is_written(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = (block for block in blocks(page, "python") if block.startswith(MINE))
    assert 0 < len(code.splitlines()) <= 10
    (tmp_path / "mine.py").write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [line for block in blocks(page, "console") for line in block.splitlines() if "mine.py" in line]
    assert [line.split()[1] for line in commands] == ["watch", "arena", "arena"]
    assert any("weights=mine.py" in line for line in commands)
    for line in commands:
        assert main(shlex.split(line)[1:]) == 0
        told = capsys.readouterr().out
        assert told.count("mine.py") >= 1
        assert "Traceback" not in told
    assert {path.name for path in tmp_path.iterdir()} == {"mine.py"}  # it leaves nothing beside the file


def test_both_pages_show_the_same_code_and_the_same_figures() -> None:
    for language in ("python", "console", "text"):
        english, chinese = (list(map(bare, blocks(page, language))) for page in (ENGLISH, CHINESE))
        assert english == chinese
    english, chinese = ([row for row in rows(page) if row[0].startswith("`")] for page in (ENGLISH, CHINESE))
    assert [row[0].replace("`, `", "`、`") for row in english] == [row[0] for row in chinese]
    figures = [[row for row in table if len(row) == 5] for table in (english, chinese)]
    assert figures[0] == figures[1]
    assert len(re.findall(r"^## ", ENGLISH, re.MULTILINE)) == len(re.findall(r"^## ", CHINESE, re.MULTILINE))


@BOTH
def test_every_command_exists(page: str) -> None:
    text = "\n".join(["\n".join(row) for row in rows(page)] + blocks(page, "console"))
    named = re.findall(r"^`?wellplayed ([a-z]+)", text, re.MULTILINE)
    known = {name for name in app if not name.startswith("-")}
    assert set(named) == known


@BOTH
def test_every_link_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


@BOTH
@pytest.mark.parametrize(("board", "names"), [("10x10", TEN_BY_TEN), ("10x20", TEN_BY_TWENTY)])
def test_the_published_figures_are_those_that_the_table_prints(page: str, board: Board, names: tuple[str, ...]) -> None:
    table = page.split(f"<!-- wellplayed table {board} -->")[1].split("\n\n")[1]
    found = {row[0].strip("`"): row[1] for row in rows(table)[2:]}
    expected = {}
    for name in names:
        known = PUBLISHED.get((name, board), ())
        figure = known[0].mean if known else 0
        text = f"{figure / 1e6:g} M" if figure >= 1e6 else f"{figure:,}"
        expected[name] = (text + " †" * (known[0].known == "recalled")) if known else ""
    assert found == expected
