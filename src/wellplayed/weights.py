"""Linear weights as games take them: one finite number for each feature, in the game's order."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InputError

LARGEST = 1e200  # sums of weight times feature stay finite
_BITS = np.int64(1) << np.arange(63)


def as_weights(weights: Any, names: tuple[str, ...]) -> NDArray[np.float64]:
    """`weights` as a float64 array with one finite number for each feature; InputError otherwise."""
    try:
        array = np.ascontiguousarray(weights, np.float64)
    except (TypeError, ValueError):
        raise InputError(
            f"weights {weights!r} are not numbers; give one for each of the {len(names)} features"
        ) from None
    if array.shape != (len(names),):
        raise InputError(f"weights of shape {array.shape} do not fit; give {len(names)}, one for each feature")
    if not np.isfinite(array).all():
        bad = names[int(np.flatnonzero(~np.isfinite(array))[0])]
        raise InputError(f"the weight of {bad} is {array[names.index(bad)]}; give a finite number")
    if (np.abs(array) > LARGEST).any():
        bad = names[int(np.argmax(np.abs(array)))]
        raise InputError(f"the weight of {bad} is too large to add up; give at most {LARGEST:g} in size")
    return array


def used_bits(weights: NDArray[np.float64]) -> int:
    """Which of weights [F], 63 at most, are not 0, as the bits of one number."""
    return int(np.bitwise_or.reduce(_BITS[: len(weights)][weights != 0]))
