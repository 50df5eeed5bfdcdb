"""What a game is played for: zen without an end, a marathon of levels, forty lines, two minutes, a duel."""

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from ...errors import unknown
from ...tetris.guideline.ruleset import Ruleset
from .refusals import Refusal

R = TypeVar("R")
MINUTE = 3600  # ticks
WIDTH, HEIGHT = 10, 20  # what the page draws


class Mode(NamedTuple):
    """One way to play. `changes` are made to whatever rules the visitor has chosen."""

    name: str
    changes: dict[str, Any]
    lines: int | None = None  # the goal, where it is one of lines
    ticks: int | None = None  # the end, where it is one of time
    undo: bool = False  # whether moves can be taken back
    duel: bool = False  # whether an agent plays against it, each side sending the other what hinders

    def rules(self, base: R) -> R:
        """The rules of a game of this mode, of whatever game they are."""
        changed: R = dataclasses.replace(base, **self.changes)  # type: ignore[type-var]
        return changed

    def left(self, state: Any) -> int | None:
        """The lines or ticks to go; None where there is no goal."""
        if self.lines is not None:
            return max(self.lines - int(state.lines), 0)
        return None if self.ticks is None else max(self.ticks - int(state.tick), 0)

    def reached(self, state: Any) -> bool:
        """Whether the goal is reached."""
        return self.left(state) == 0


_EVEN = {"goal": 0, "gravity_increase": 0.0, "gravity_curve": "flat"}  # one level, one speed
_LEVELS = {"level": 1, "goal": 10, "gravity_increase": 0.0, "gravity_curve": "guideline"}
MODES = {
    mode.name: mode
    for mode in (
        Mode("zen", _EVEN, undo=True),
        Mode("marathon", _LEVELS, lines=150),  # fifteen levels, the guideline's marathon
        Mode("sprint", _EVEN, lines=40),
        Mode("ultra", _EVEN, ticks=2 * MINUTE),
    )
}
PUYO = {
    mode.name: mode
    for mode in (Mode("zen", {}, undo=True), Mode("ultra", {}, ticks=2 * MINUTE), Mode("duel", {}, duel=True))
}


def mode(name: str, known: Mapping[str, Mode] = MODES) -> Mode:
    """A mode by name. Raises InputError for an unknown one, with the nearest."""
    if name not in known:
        raise unknown("mode", name, known)
    return known[name]


def level(rules: Ruleset, lines: int) -> int:
    """The level after so many lines."""
    return rules.level + (lines // rules.goal if rules.goal else 0)


def drawable(rules: Ruleset) -> Ruleset:
    """The rules themselves. Raises InputError for a board that the page does not draw."""
    if (rules.width, rules.height) != (WIDTH, HEIGHT):
        why = f"a board of {rules.width} by {rules.height} is not drawn here; leave width and height out"
        raise Refusal(why, "refused.size", width=rules.width, height=rules.height)
    return rules
