"""Seeds, whole numbers and boards as they are typed."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.interfaces.options import MOST, SEEDS, between, board_text, listed_seeds, pieces_limit, run_of_seeds

pytestmark = pytest.mark.pure


@given(st.lists(st.tuples(st.integers(0, SEEDS - 1), st.integers(0, 50)), min_size=1, max_size=6))
def test_listed_seeds_are_those_written(ranges: list[tuple[int, int]]) -> None:
    wanted: list[int] = []
    parts = []
    for first, length in ranges:
        seeds = list(range(first, min(first + length, SEEDS - 1) + 1))
        if not set(seeds) & set(wanted):
            wanted += seeds
            parts.append(f"{seeds[0]}-{seeds[-1]}" if len(seeds) > 1 else f"{first}")
    assert listed_seeds(",".join(parts)) == wanted
    assert listed_seeds(" , ".join(part.replace("-", " - ") for part in parts)) == wanted


@given(st.text("0123456789,-abc ", max_size=12))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        seeds = listed_seeds(text)
    except InputError:
        return
    assert seeds
    assert len(set(seeds)) == len(seeds)


def test_runs_of_seeds() -> None:
    assert run_of_seeds(5, 3) == [5, 6, 7]
    assert run_of_seeds(SEEDS - 1, 1) == [SEEDS - 1]
    assert len(listed_seeds(f"0-{MOST - 1}")) == MOST
    for first, games in ((SEEDS - 1, 2), (0, 0), (0, MOST + 1), (-1, 1)):
        with pytest.raises(InputError, match="out of range"):
            run_of_seeds(first, games)


def test_ranges_say_what_they_take() -> None:
    assert between("--games", 3, 1, 5) == 3
    assert pieces_limit(None) is None
    with pytest.raises(InputError, match=r"--games 9 is out of range; choose 1 to 5"):
        between("--games", 9, 1, 5)
    with pytest.raises(InputError, match=r"--pieces 0 is out of range; choose 1 or more"):
        pieces_limit(0)


def test_a_board_may_be_many_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "####....../#########."
    assert board_text(rows) == (rows, "the board")
    assert board_text(rows.replace("/", "\n")) == (rows.replace("/", "\n"), "the board")
    file = tmp_path / "board"
    file.write_text(rows, "utf-8")
    assert board_text(str(file)) == (rows, str(file))
    stdin = io.TextIOWrapper(io.BytesIO(rows.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert board_text("-") == (rows, "standard input")


def test_a_file_named_like_rows_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LOST").write_text("#.........", "utf-8")
    assert board_text("LOST") == ("#.........", "LOST")
