"""What a player sets: how fast keys repeat.

A tick is a sixtieth of a second. Times may have one decimal and are counted in tenths of a tick; nothing is a float
while a game runs.
"""

import dataclasses

from ....errors import InputError

INSTANT = 41  # as a soft drop factor: to the bottom at once; the number that TETR.IO's players know
TENTHS = 10


@dataclasses.dataclass(frozen=True)
class Handling:
    """How keys repeat, in the terms and with the defaults of TETR.IO.

    `das`: ticks from pressing left or right to the first repeat. `arr`: ticks between repeats; 0 is to the wall at
    once. `dcd`: ticks by which a repeat that runs is held back when a piece appears or turns. `sdf`: how many times as
    fast a soft drop falls, 41 being at once.
    """

    das: float = 10.0
    arr: float = 2.0
    dcd: float = 0.0
    sdf: int = 6

    def __post_init__(self) -> None:
        """Raise InputError for a value out of range, or a time finer than a tenth."""
        for name, least in (("das", 1), ("arr", 0), ("dcd", 0)):
            value: object = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= 60:
                raise InputError(f"{name}={value!r} is out of range; choose {least} to 60 ticks")
            if abs(value * TENTHS - tenths(value)) > 1e-6:
                raise InputError(f"{name}={value} is too fine; choose ticks with one decimal")
            object.__setattr__(self, name, tenths(value) / TENTHS)
        sdf: object = self.sdf
        if isinstance(sdf, bool) or not isinstance(sdf, int) or not 1 <= sdf <= INSTANT:
            raise InputError(f"sdf={sdf!r} is out of range; choose 1 to 40, or {INSTANT} for at once")


def tenths(ticks: float) -> int:
    """A time with at most one decimal, in tenths of a tick."""
    return round(ticks * TENTHS)
