"""Keys of a game that has a clock, tapped one by one: what the two worlds by keys with gravity have in common.

An action taps one key, which acts once and at once; then `ticks` sixtieths of a second pass, in which the piece may
fall and lock. Action 0 taps nothing.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import InputError
from ..game import Bools, Ints, States, copied

TAP = 2  # as both records of play by keys have it
MOST_TICKS = 600

Advance = Callable[[Any, Any, Any, Any, Any, Any], None]


def checked(ticks: int) -> int:
    """The ticks of a step. Raises InputError for a number out of range."""
    if not 0 <= ticks <= MOST_TICKS:
        raise InputError(f"ticks={ticks} of a step are out of range; choose 0 to {MOST_TICKS}")
    return ticks


def tapped(states: States, actions: Ints, ticks: int, book: Any, event: Any, advance: Advance) -> States:
    """[B] states after a tap each and `ticks` ticks; action k taps key k - 1, action 0 none."""
    after = copied(states)
    keyed = np.flatnonzero(actions > 0)
    events = np.zeros(len(keyed), event)
    events["tick"], events["key"], events["kind"] = after["tick"][keyed], actions[keyed] - 1, TAP
    first = np.concatenate([[0], np.cumsum(actions > 0)])
    advance(after, book, events, first, after["tick"] + ticks, np.zeros(len(events), np.bool_))
    return after


def movable(states: States, keys: int, ticks: int, book: Any, event: Any, advance: Advance) -> Bools:
    """[B, 1 + keys] which taps change anything at all, in a copy of each state; waiting does where time passes."""
    before = states.repeat(keys)
    after = tapped(before, np.tile(np.arange(1, keys + 1), len(states)), 0, book, event, advance)
    size = states.dtype.itemsize
    changed = (before.view(np.uint8).reshape(-1, size) != after.view(np.uint8).reshape(-1, size)).any(axis=1)
    masks = np.empty((len(states), 1 + keys), np.bool_)
    masks[:, 0], masks[:, 1:] = ticks > 0, changed.reshape(len(states), keys)
    masks[states["dead"]] = False
    return masks
