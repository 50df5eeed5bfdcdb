"""Where a game starts: the field and the first pairs, as text, so that a replay can carry them."""

import dataclasses
from typing import Any

import numpy as np

from ...errors import InputError
from ..cells import COLOURS, EMPTY, SPAWN_X, SPAWN_Y
from ..record import SLOTS
from ..ruleset import Ruleset
from ..text import parse
from .links import drop, measure
from .record import DTYPE


@dataclasses.dataclass(frozen=True)
class Start:
    """A position to start from; by default an empty field.

    `board`: rows joined by `/` or line breaks, the top one first (puyo/text.py); what hangs in the air comes down.
    `queue`: the first pairs, two letters of `R G B Y P` each, the axis first, blanks between them or not.
    """

    board: str = ""
    queue: str = ""


def blank(start: Start, rules: Ruleset) -> Any:
    """[1] the record of a game before its first pair appears. Raises InputError for what is no position."""
    states = np.zeros(1, DTYPE)
    states["cells"] = parse(start.board, name="the board")
    columns = np.zeros(8, np.uint16)
    measure(states["cells"][0], columns)
    drop(states["cells"][0], columns)
    for x in (SPAWN_X, SPAWN_X + 1)[: 1 if rules.death == "third" else 2]:
        if columns[x] >> SPAWN_Y & 1:
            raise InputError(f"row 12 of column {x + 1} of the board is filled, which ends a game; start lower")
    return states


def given(start: Start) -> Any:
    """The first pairs as planes uint8 [16, 2], EMPTY where there are none. Raises InputError for what are no pairs.

    >>> given(Start(queue="RG BB")).tolist()[:3]
    [[0, 1], [2, 2], [255, 255]]
    """
    letters = "".join(start.queue.split())
    for letter in letters:
        if letter not in COLOURS:
            raise InputError(f"unknown colour {letter!r} in the queue; choose from {COLOURS}")
    if len(letters) % 2:
        raise InputError(f"queue={start.queue!r} has {len(letters)} puyos; give two to each pair")
    if len(letters) > 2 * SLOTS:
        raise InputError(f"queue={start.queue!r} is longer than {SLOTS} pairs; leave out the last ones")
    pairs = np.full((SLOTS, 2), EMPTY, np.uint8)
    pairs.ravel()[: len(letters)] = [COLOURS.index(letter) for letter in letters]
    return pairs
