"""The numbers that fields are made of fit together."""

import pytest

from wellplayed.puyo import cells

pytestmark = pytest.mark.pure


def test_planes_columns_and_rows_fit() -> None:
    assert cells.LETTERS[cells.OJAMA] == "#"
    assert len(set(cells.LETTERS)) == cells.OJAMA + 1 <= cells.PLANES
    assert cells.WIDTH < cells.COLUMNS  # a wall on the right; on the left the plane ends
    assert cells.SEEN.bit_length() == cells.VISIBLE == cells.GHOST
    assert cells.WHOLE == cells.SEEN | 1 << cells.GHOST
    assert cells.WHOLE.bit_length() == cells.TOP == cells.GHOST + 1 < 16
    assert cells.EMPTY >= cells.PLANES


def test_a_pair_appears_in_row_12_of_column_3() -> None:
    assert (cells.SPAWN_X + 1, cells.SPAWN_Y + 1) == (3, 12)
