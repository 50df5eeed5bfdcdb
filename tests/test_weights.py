"""Linear weights: what can be used, what cannot, and which count."""

from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.weights import as_weights, used_bits

NAMES = ("landing_height", "lines", "holes")
pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, 2.0], "one for each"),
        (np.zeros((2, 3)), "one for each"),
        (["heavy"] * 3, "not numbers"),
        ([0.0, 0.0, np.nan], "weight of holes is nan"),
        ([np.inf, 0.0, 0.0], "weight of landing_height is inf"),
        ([0.0, -1e201, 0.0], "weight of lines is too large"),
    ],
)
def test_weights_that_cannot_be_used(weights: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_weights(weights, NAMES)


def test_weights_may_be_any_numbers() -> None:
    array = as_weights([0, 1, 2], NAMES)
    assert array.dtype == np.float64
    assert array.tolist() == [0, 1, 2]


def test_used_bits() -> None:
    weights = np.zeros(57)
    weights[[0, 56]] = 1, -1
    assert used_bits(weights) == 1 | 1 << 56
