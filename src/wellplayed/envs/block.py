"""How a world of classic play lays out one game in a block of bytes, so that a seat (blockseat.py) steps it at once."""

from collections.abc import Callable
from typing import Any, NamedTuple

NOTHING = -1  # in place of an action
NO, YES, REFUSED = 0, 1, -1  # whether an action did what it says; refused: there is no such action, or no game


class Block(NamedTuple):
    """What a world tells of its blocks: the record, then as int8 each array that is seen, then the mask.

    `step(block, rules, action)` plays an action, or `NOTHING`, and writes what is seen then; it returns whether it was
    played (`NO`, `YES`, `REFUSED`), whether the game is over, the lines and pieces it earned, and those of the game.
    """

    dtype: Any
    shapes: dict[str, tuple[int, ...]]
    rules: tuple[int, ...]
    step: Callable[[Any, Any, int], tuple[int, bool, int, int, int, int]]
