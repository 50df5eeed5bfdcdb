"""How fast a piece falls by itself: a constant speed, one that grows with time, or one for each level."""

import math
from fractions import Fraction

from ...._jit import Record, kernel
from ..ruleset import Ruleset
from ..scoring import level_at

ROW = 1 << 32  # one row in fixed point, fine enough for gravity that grows by the tick
FASTEST = 64 * ROW  # falls through the whole board in a tick
LEVELS = 20  # later ones are as fast as this one


def by_level(rules: Ruleset) -> list[int]:
    """The speed of each level from 1 to LEVELS, in fixed point a tick, upwards, so that 1/60 is a row in sixty ticks.

    The guideline's curve takes (0.8 - 0.007 (level - 1)) ^ (level - 1) seconds a row ("Marathon", tetris.wiki); it is
    reckoned in fractions, since powers of floats differ from machine to machine.
    """
    if rules.gravity_curve == "flat":
        return LEVELS * [math.ceil(rules.gravity * ROW)]
    seconds = [Fraction(800 - 7 * n, 1000) ** n for n in range(LEVELS)]
    return [min(math.ceil(ROW / (60 * s)), FASTEST) for s in seconds]


@kernel
def speed(state: Record, book: Record) -> int:
    """How far gravity takes the piece in one tick now, in fixed point; FASTEST at most."""
    level = min(level_at(book.rules, state.lines), LEVELS)
    late = max(state.tick - book.margin, 0)
    return int(min(book.gravity[level - 1] + late * book.growth, FASTEST))
