"""The tables of pieces against the twin's pictures, and against what a tetromino is."""

import numpy as np
import pytest
from tests.naive import classic as naive

from wellplayed.tetris import pieces

pytestmark = pytest.mark.pure

EVERY = [(piece, o) for piece in range(7) for o in range(len(naive.PICTURES[piece]))]
# (orientation, column) pairs on ten columns; the mean, 23.1, is the branching factor of the published experiments.
PLACEMENTS = {"I": 17, "O": 9, "T": 34, "S": 17, "Z": 17, "J": 34, "L": 34}


def table_cells(piece: int, o: int) -> list[tuple[int, int]]:
    return [(k, row) for k in range(4) for row in range(4) if pieces.MASK[piece, o, k] >> row & 1]


def test_the_order_of_pieces() -> None:
    assert pieces.PIECES == naive.PIECES
    assert [len(p) for p in naive.PICTURES] == pieces.COUNT.tolist()


@pytest.mark.parametrize(("piece", "o"), EVERY)
def test_every_orientation_is_the_picture(piece: int, o: int) -> None:
    cells = naive.cells(piece, o)
    assert sorted(table_cells(piece, o)) == sorted(cells)
    assert pieces.ORIENTATIONS[piece][o] == tuple(pieces.MASK[piece, o, : naive.span(piece, o)].tolist())
    assert pieces.SPAN[piece, o] == naive.span(piece, o)
    assert pieces.TALL[piece, o] == naive.tall(piece, o)


@pytest.mark.parametrize(("piece", "o"), EVERY)
def test_the_columns_of_every_orientation(piece: int, o: int) -> None:
    for k in range(4):
        rows = [y for x, y in naive.cells(piece, o) if x == k]
        assert pieces.LOW[piece, o, k] == (min(rows) if rows else 64)
        assert pieces.TOP[piece, o, k] == (max(rows) + 1 if rows else 0)
        assert pieces.SIZE[piece, o, k] == len(rows)


@pytest.mark.parametrize(("piece", "o"), EVERY)
@pytest.mark.parametrize("x", range(11))
def test_the_stamp_loads_the_piece_at_any_column(piece: int, o: int, x: int) -> None:
    start = (piece * 4 + o) * 48 + 16 - x
    expected = np.zeros(16, np.int32)
    expected[x : x + 4] = pieces.MASK[piece, o]
    assert pieces.STAMP[start : start + 16].tolist() == expected.tolist()


@pytest.mark.parametrize("piece", range(7))
def test_orientations_are_turns_of_one_tetromino_and_cover_different_cells(piece: int) -> None:
    turned = set()
    cells = set(table_cells(piece, 0))
    assert len(cells) == 4
    for _ in range(4):
        cells = {(y, 3 - x) for x, y in cells}
        left, low = min(x for x, _ in cells), min(y for _, y in cells)
        turned.add(frozenset((x - left, y - low) for x, y in cells))
    listed = [frozenset(table_cells(piece, o)) for o in range(pieces.COUNT[piece])]
    assert set(listed) == turned
    assert len(listed) == len(turned)


def test_seven_different_pieces() -> None:
    assert len({frozenset(table_cells(piece, o)) for piece, o in EVERY}) == len(EVERY) == 19


@pytest.mark.parametrize(("name", "count"), PLACEMENTS.items())
def test_placements_on_ten_columns(name: str, count: int) -> None:
    piece = pieces.PIECES.index(name)
    assert sum(10 - pieces.SPAN[piece, o] + 1 for o in range(pieces.COUNT[piece])) == count
    assert len(naive.placements(piece, 10)) == count
