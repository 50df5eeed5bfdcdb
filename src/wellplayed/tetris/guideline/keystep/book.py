"""The rule book as one record of numbers, for the kernels of key-step play: `Ruleset`, `Handling`, and their tables.

rules    the `Ruleset` as its own record (ruleset.RECORD)
switches [5] what counts as a spin (spins.py)
cells    [7, 4, 4, 2] x and y of each piece's cells in each orientation, from the centre
kicks    [7, 4, 3, 6, 3] by piece, orientation, turn and test: x, y and 1; zeros after the last test (walk.py)
column   [7] of the centre of each new piece; spawn: its row; second: the row to try where that is blocked, or -1
gravity  rows a tick in fixed point, of each level (speed.py); each tick after `margin` adds `growth`. A soft drop falls
         `factor` times as fast, where `factor` is 0 at once
"""

from typing import Any

import numpy as np

from ..ruleset import RECORD, Ruleset
from ..spins import switches
from ..walk import CELL, TESTS, kick_table, spawn_column, spawn_rows
from .handling import INSTANT, Handling, tenths
from .speed import LEVELS, ROW, by_level

SOFTEST = -(-ROW // 20)  # a soft drop multiplies at least this gravity, as TETR.IO's does (halp1/triangle, src/engine)

BOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rules", RECORD),
                ("cells", np.int8, (7, 4, 4, 2)),
                ("kicks", np.int8, (7, 4, 3, TESTS, 3)),
                ("switches", np.int8, 5),
                ("column", np.int8, 7),
                ("spawn", np.int8),
                ("second", np.int8),
                ("gravity", np.int64, LEVELS),
                ("growth", np.int64),
                ("margin", np.int64),
                ("factor", np.int64),
                ("das", np.int64),
                ("arr", np.int64),
                ("dcd", np.int64),
            ],
            align=True,
        ),
    )
)


def book(rules: Ruleset, handling: Handling) -> Any:
    """[1] the numbers of one game's rules."""
    out = np.zeros(1, BOOK)
    one = out[0]
    one["rules"] = rules.record()[0]
    one["cells"], one["kicks"] = CELL, kick_table(rules.kicks, rules.half)
    one["switches"] = switches(rules.spins)
    one["column"] = [spawn_column(piece, rules.width) for piece in range(7)]
    one["spawn"], one["second"] = spawn_rows(rules)
    one["gravity"] = by_level(rules)
    one["growth"] = round(rules.gravity_increase * ROW / 60)
    one["margin"] = rules.gravity_margin
    one["factor"] = 0 if handling.sdf == INSTANT or rules.drop == "sonic" else handling.sdf
    for name in ("das", "arr", "dcd"):
        one[name] = tenths(getattr(handling, name))
    return out
