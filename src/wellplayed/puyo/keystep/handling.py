"""What a player sets: how fast left and right repeat.

A tick is a sixtieth of a second. Times may have one decimal and are counted in tenths of a tick; nothing is a float
while a game runs.
"""

import dataclasses

from ...errors import InputError

TENTHS = 10


@dataclasses.dataclass(frozen=True)
class Handling:
    """How left and right repeat: `das` ticks from pressing to the first repeat, `arr` between repeats (0: to the wall).

    The defaults are the game's own, 8 and 2 (Puyo Nexus wiki, "Puyo Puyo Tsu/Frame Data Tables"). Raises InputError
    for a value out of range, or a time finer than a tenth.
    """

    das: float = 8.0
    arr: float = 2.0

    def __post_init__(self) -> None:
        """Check both times."""
        for name, least in (("das", 1), ("arr", 0)):
            value: object = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= 60:
                raise InputError(f"{name}={value!r} is out of range; choose {least} to 60 ticks")
            if abs(value * TENTHS - tenths(value)) > 1e-6:
                raise InputError(f"{name}={value} is too fine; choose ticks with one decimal")
            object.__setattr__(self, name, tenths(value) / TENTHS)


def tenths(ticks: float) -> int:
    """A time with at most one decimal, in tenths of a tick."""
    return round(ticks * TENTHS)
