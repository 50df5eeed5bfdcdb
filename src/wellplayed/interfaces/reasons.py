"""Why that move, in lines of text: the features that made its value, as bars, and the candidates it was chosen from."""

import math

import numpy as np
from rich.style import Style
from rich.text import Text

from ..game import Placement, States
from ..players.player import Thought
from .picture import BAD, DIM, GOOD, PLAIN, STRONG, Look, bar, joined, stamp
from .playback import Playback

WIDE = 66  # from this width on there is room to compare with the second best
_NONE = Style.null()


class Reasons:
    """The panel's lines, move by move. The scale of the bars follows the largest one, and shrinks slowly."""

    def __init__(self, playback: Playback, look: Look) -> None:
        self.playback, self.look = playback, look
        self.names = [feature.name.replace("_", " ") for feature in playback.game.glossary]
        self.scale = 0.0

    def lines(self, state: States, thought: Thought, width: int, height: int) -> list[Text]:
        """What was thought in `state` [1]: the bars, then as many candidates as there is room for, at most eight."""
        bars = self._bars(thought, width)
        if height < len(bars) + 3:
            return bars[:height]
        return [*bars, Text(), *self._candidates(state, thought, height - len(bars) - 1)]

    def _bars(self, thought: Thought, width: int) -> list[Text]:
        weights = self.playback.player.weights
        if weights is None:
            return [joined([("plays without weights: every candidate is worth the same", DIM)])]
        used = np.flatnonzero(weights)
        order = ranked(thought)
        chosen = int(np.flatnonzero(thought.actions == thought.action)[0])
        parts = thought.contributions[chosen]
        second = next((row for row in order if row != chosen), None)
        self.scale = max(float(np.abs(parts[used]).max()), 0.97 * self.scale, 1e-9)
        compare = width >= WIDE and second is not None
        title = f"{'why this move':18} {'feature':>7} {'weight':>7} {'product':>8}"
        lines = [joined([(title, STRONG), ("  against 2nd" if compare else "", STRONG)])]
        room = width - 44 - (13 if compare else 0)
        for k in used:
            ink = GOOD if parts[k] > 0 else BAD
            runs = [
                (f"{self.names[k][:18]:18} ", _NONE),
                (f"{number(thought.features[chosen, k]):>7} {number(weights[k]):>7} ", DIM),
                (f"{number(parts[k]):>8}", _NONE),
            ]
            if compare:
                gain = float(parts[k] - thought.contributions[second, k])
                runs.append((f"{number(gain) if gain < 0 else '+' + number(gain) if gain else '·':>13}", DIM))
            runs += [("  ", _NONE), (bar(abs(float(parts[k])) / self.scale, max(room, 4), self.look), ink)]
            lines.append(joined(runs))
        total = number(float(thought.values[chosen]))
        lines.append(joined([(f"{'value':18} {'':7} {'':7} {total:>8}", STRONG)]))
        return lines

    def _candidates(self, state: States, thought: Thought, room: int) -> list[Text]:
        order = ranked(thought)
        shown = order[: max(min(room - 1, 8), 0)]
        lines = [joined([(f"best of {len(order)} placements", STRONG)])]
        best = float(thought.values[order[0]])
        for rank, row in enumerate(shown, 1):
            spot = self.playback.game.describe(state, int(thought.actions[row]))
            value = float(thought.values[row])
            mine = thought.actions[row] == thought.action
            behind = "" if value == best else number(value - best) if math.isfinite(value) else ""
            text = f" {columns(spot):<12} {number(value) if math.isfinite(value) else 'loses':>9} {behind:>9}"
            mark = ("▸" if self.look.unicode else ">") if mine else " "
            glyph = stamp(spot.cells) if self.look.unicode else "NESW"[spot.orientation] + " "
            lines.append(
                joined([(f"{mark}{rank} ", STRONG), (glyph, PLAIN[spot.piece]), (text, STRONG if mine else _NONE)])
            )
        return lines


def ranked(thought: Thought) -> list[int]:
    """The rows of a thought, the move it chose first, then by value, equals in the game's order."""
    order = np.lexsort((np.arange(len(thought.values)), -thought.values, thought.actions != thought.action))
    return [int(row) for row in order]


def columns(spot: Placement) -> str:
    """Where a placement stands, in columns from 1."""
    across = [x + 1 for x, _ in spot.cells]
    first, last = min(across), max(across)
    return f"column {first}" if first == last else f"columns {first}-{last}"


def number(value: float) -> str:
    """A number in at most eight characters or so: two decimals where they say something, none where they are zero.

    >>> number(-3.0), number(2.5), number(-12.629), number(0.0004), number(123456.7)
    ('-3', '2.5', '-12.63', '0.0004', '123457')
    """
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    if abs(value) >= 10_000:
        return f"{value:.0f}"
    if abs(value) < 0.01:
        return f"{value:.2g}"
    return f"{value:.2f}".rstrip("0").rstrip(".")
