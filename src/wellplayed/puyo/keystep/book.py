"""The rule book as one record of numbers, for the kernels of play by keys: `Ruleset`, `Handling`, and their tables.

rules     the `Ruleset` as its own record (ruleset.RECORD)
lock … amount    what things take, in ticks (frames.py)
targets   [12] points for one ojama, by the sixteen seconds that have passed since margin time began, first before it
das, arr  in tenths of a tick
"""

from typing import Any

import numpy as np

from ..ruleset import RECORD, Ruleset
from ..scoring import MARGIN, MARGIN_STEP, TARGET, TARGETS
from .frames import COLUMNS, MOST, ROWS, TABLES
from .handling import Handling, tenths

SECOND = 60  # ticks
STEPS = 12  # of margin time
MARGIN_TICKS, STEP_TICKS = MARGIN * SECOND, MARGIN_STEP * SECOND

BOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rules", RECORD),
                ("lock", np.int32),
                ("next", np.int32),
                ("pop", np.int32),
                ("split", np.int32, ROWS),
                ("fall", np.int32, ROWS),
                ("ojama", np.int32, (ROWS, COLUMNS)),
                ("amount", np.int32, MOST + 1),
                ("targets", np.int32, STEPS),
                ("das", np.int32),
                ("arr", np.int32),
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
    for name, value in TABLES[rules.frames]._asdict().items():
        one[name] = value
    one["targets"] = TARGET if rules.margin == "none" else TARGETS[rules.margin]
    one["das"], one["arr"] = tenths(handling.das), tenths(handling.arr)
    return out
