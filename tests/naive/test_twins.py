"""The twins themselves, on cases small enough to check by eye."""

import ast
from pathlib import Path

import pytest

from tests.naive import classic as naive
from tests.naive import search

pytestmark = pytest.mark.pure

FOUR = naive.Rules(4, 4)
SAVING = naive.Rules(4, 4, clear=True)


def start(text: str, piece: str) -> naive.Position:
    return naive.Position(naive.from_text(text.replace("/", "\n"), 4, 4), [naive.PIECES.index(piece)])


def picture(board: naive.Board) -> str:
    """The rows up to the highest filled one, joined by `/`."""
    rows = ["".join(".#"[cell] for cell in row) for row in board]
    while rows and "#" not in rows[-1]:
        rows.pop()
    return "/".join(reversed(rows))


def test_twins_import_nothing_that_they_are_compared_with() -> None:
    files = [file for file in Path(__file__).parent.glob("*.py") if not file.name.startswith("test_")]
    assert len(files) >= 5
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in getattr(node, "names", [])] + [getattr(node, "module", None) or ""]
            assert not any(name.split(".")[0] in ("wellplayed", "numpy", "numba") for name in names), file.name


@pytest.mark.parametrize("width", range(4, 11))
def test_every_picture_is_a_tetromino(width: int) -> None:
    for piece in range(7):
        for o, x in naive.placements(piece, width):
            cells = naive.cells(piece, o)
            assert len(set(cells)) == 4
            assert min(y for _, y in cells) == min(dx for dx, _ in cells) == 0
            assert max(dx for dx, _ in cells) + x < width


def test_falling_stops_at_the_first_thing_in_the_way() -> None:
    after = naive.play(start("##../#...", "J"), FOUR, 0, 1)  # its flat side on column 1, over two gaps
    assert picture(after.board) == ".#../.###/##../#..."
    assert after.last == naive.Last(bottom=2, tall=2, cleared=0, eroded=0, gap=0)


def test_rows_vanish_together_and_the_rest_comes_down() -> None:
    after = naive.play(start("#.../###./#.../###.", "I"), FOUR, 0, 3)
    assert picture(after.board) == "#..#/#..#"
    assert (after.lines, after.last.cleared, after.last.eroded, after.dead) == (2, 2, 4, False)


@pytest.mark.parametrize(
    ("text", "piece", "o", "x", "rules", "dead", "lines", "left"),
    [
        ("###./###./###./.#.#", "I", 0, 3, SAVING, False, 3, "...#/.#.#"),
        ("###./###./###./.#.#", "I", 0, 3, FOUR, True, 0, "...#/####/####/####/.#.#"),
        ("##../..##/##../..##", "I", 1, 0, SAVING, False, 1, "##../..##/##../..##"),  # the hidden row itself
        ("##../..##/##../..##", "I", 1, 0, FOUR, True, 0, "####/##../..##/##../..##"),
        ("###./.#.#/.#.#/.#.#", "I", 0, 3, SAVING, True, 1, "...#/...#/...#/.#.#/.#.#/.#.#"),
        ("#.../#.../#...", "I", 0, 3, FOUR, False, 0, "...#/#..#/#..#/#..#"),
    ],
)
def test_endings(text: str, piece: str, o: int, x: int, rules: naive.Rules, dead: bool, lines: int, left: str) -> None:
    after = naive.play(start(text, piece), rules, o, x)
    assert (after.dead, after.lines) == (dead, lines)
    assert picture(after.board) == left


@pytest.mark.parametrize(
    ("columns", "gap"), [({0}, 1), ({0, 1}, 0), ({1}, 0), ({1, 2}, 1), ({2}, 1), ({2, 3}, 1), ({3}, 0)]
)
def test_the_gap_to_the_tallest_column(columns: set[int], gap: int) -> None:
    assert naive.gap(naive.from_text("..#./.##.".replace("/", "\n"), 4, 4), columns) == gap


def test_the_leftmost_of_the_tallest_columns_counts() -> None:
    assert naive.gap(naive.from_text("#..#", 4, 4), {3}) == 2


def test_a_lost_move_is_worth_less_than_anything() -> None:
    # Upright on column 0 the I would land in row 3 and top out; lying down it lands in row 3 too, and fills it.
    position = start("#.../#.../#...", "I")
    assert search.greedy(position, FOUR, {"landing_height": 1000.0}) == 4
    assert search.value_of(naive.play(position, FOUR, 0, 0), FOUR, {"constant": 1.0}) == float("-inf")


def test_if_all_moves_lose_the_first_is_played() -> None:
    assert search.greedy(start("#..#/.##./#..#/.##.", "O"), FOUR, {"holes": -1.0}) == 0


def test_first_best() -> None:
    assert search.first_best([0, 0, 0, 2, 2], [1.0, 3.0, 3.0, -5.0, -6.0], 4) == [1, -1, 3, -1]


def test_sums_go_from_the_first_to_the_last() -> None:
    assert search.weighted([1.0, 1.0, 1.0], [1e16, 1.0, -1e16]) == 0.0
    assert search.weighted([1.0, 1.0, 1.0], [1e16, -1e16, 1.0]) == 1.0
