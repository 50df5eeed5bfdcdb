"""The record holds what every game's must, and its numbers are large enough for the longest game."""

import numpy as np
import pytest

from wellplayed.puyo.record import DTYPE, SLOTS

pytestmark = pytest.mark.pure


def test_the_fields_that_every_game_has() -> None:
    assert {"dead", "pieces", "lines", "score", "match", "stream"} <= set(DTYPE.names or ())
    assert DTYPE["match"] == DTYPE["stream"] == np.uint64


def test_the_field_comes_first_and_records_keep_words_aligned() -> None:
    assert DTYPE.fields is not None
    assert DTYPE.fields["cells"][:2] == (np.dtype((np.uint16, (8, 8))), 0)
    assert DTYPE["queue"].shape == (SLOTS, 2)
    assert DTYPE.isalignedstruct
    assert DTYPE.itemsize % 8 == 0


def test_numbers_fit() -> None:
    assert np.iinfo(DTYPE["gained"]).max > 72 * 10 * 999  # more than any link can score
    assert np.iinfo(DTYPE["popped"]).max >= 78
    assert np.iinfo(DTYPE["attack"]).max > 175_080 + 2100  # the longest minimal chain at one point a piece
    assert np.iinfo(DTYPE["topped"]).max >= (1 << 6) - 1
