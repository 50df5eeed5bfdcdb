"""An axis: where values lie on it, and which of them are written beside it."""

import math
from collections.abc import Iterable
from typing import NamedTuple

STEPS = (1, 2, 5, 10)
WIDE = 100.0  # largest over smallest value from which on an axis is logarithmic, as in tuning's own figures
ROOM = 0.06  # left free at both ends, as a share


class Scale(NamedTuple):
    """From `low` to `high`, which are 0 and 1 along the axis."""

    low: float
    high: float
    least: float = 0.0  # above 0: logarithmic down to this; all below it, 0 included, lies between it and the end

    def at(self, value: float) -> float:
        """Where a value lies, 0 to 1.

        >>> Scale(0, 10).at(2.5), round(Scale(0, 990, 10).at(90), 3), Scale(0, 1).at(7)
        (0.25, 0.5, 1.0)
        """
        low, high = self._bent(self.low), self._bent(self.high)
        return min(max((self._bent(value) - low) / (high - low), 0.0), 1.0)

    def _bent(self, value: float) -> float:
        return math.log1p(max(value, 0.0) / self.least) if self.least else value

    def ticks(self, most: int = 6) -> list[float]:
        """Even numbers on the axis, at most so many.

        >>> Scale(0, 9.4).ticks(), Scale(0, 7e4, 10).ticks()
        ([0.0, 2.0, 4.0, 6.0, 8.0], [0.0, 10.0, 100.0, 1000.0, 10000.0])
        """
        if self.least:
            first, last = round(math.log10(self.least)), math.floor(math.log10(max(self.high, self.least)))
            stride = max(1, math.ceil((last - first + 1) / (most - 1)))
            decades = [10.0**power for power in range(first, last + 1, stride)]
            return [0.0, *decades] if self.low <= 0 else [one for one in decades if one >= self.low]
        step = _step((self.high - self.low) / max(most - 1, 1))
        first = math.ceil(self.low / step - 1e-9)
        return [round(k * step, 12) for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


def scale(values: Iterable[float]) -> Scale:
    """The axis on which some values are best seen: from 0 where they are not far from it, logarithmic where they differ
    more than a hundredfold and none is below 0.

    >>> scale([3, 9]).low, scale([1000, 1010]).low > 990, scale([0, 0.5, 7e6]).least
    (0.0, True, 0.1)
    """  # noqa: D205 - one sentence
    known = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    positive = [value for value in known if value > 0]
    if low >= 0 and positive and high > WIDE * min(positive):
        least = 10.0 ** math.floor(math.log10(max(min(positive), high * 1e-9)))
        return Scale(0.0, high * 1.3, least)
    if 0 <= low < high / 2:
        return Scale(0.0, high * (1 + ROOM))
    room = (high - low) * ROOM or abs(high) * ROOM or 1.0
    return Scale(low - room, high + room)


def _step(least: float) -> float:
    """The smallest even step that is not below a number."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next((step * power for step in STEPS if step * power >= least * (1 - 1e-9)), 10 * power)
