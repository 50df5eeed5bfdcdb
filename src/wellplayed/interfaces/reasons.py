"""Why that move, in lines of text: the features that made its value, as bars, and the candidates it was chosen from."""

import math
import re
from typing import Any

import numpy as np
from rich.style import Style
from rich.text import Text

from ..game import Floats, Placement, States, earned
from ..players.player import Player, Thought
from .looked import looked, spots, visits
from .picture import BAD, DIM, GOOD, STRONG, Look, bar, glyph, joined
from .playback import Playback

WIDE = 66  # from this width on there is room to compare with the second best
LEAST = 5  # lines that the candidates and the blank above them keep where the bars would take all
_NONE = Style.null()


class Reasons:
    """The panel's lines, move by move. The scale of the bars follows the largest one, and shrinks slowly."""

    def __init__(self, playback: Playback, look: Look) -> None:
        self.playback, self.look = playback, look
        self.names = [feature.name.replace("_", " ") for feature in playback.game.glossary]
        self.weights, self.earned = weights_of(playback.player), earned(playback.game)
        judge = getattr(getattr(playback.player, "search", None), "evaluator", playback.player)
        self.judge = getattr(judge, "name", type(judge).__name__)
        self.steered = playback.game.straight() is not playback.game  # kinds of moves and keys are worth a word
        self.scale = 0.0

    def lines(self, state: States, thought: Thought, width: int, height: int) -> list[Text]:
        """What was thought in `state` [1]: the move and the search, the bars, then at most eight candidates."""
        order = ranked(thought)
        lines = [*self._move(thought, width), *looked(thought, self.look, width)]
        lines += self._bars(thought, order, width, height - len(lines) - LEAST)
        if height < len(lines) + 3:
            return lines[:height]
        lines += [Text()] if lines else []
        return lines + self._candidates(state, thought, order, width, height - len(lines))

    def _move(self, thought: Thought, width: int) -> list[Text]:
        """The move in words, where the game has keys."""
        spot = thought.line[0] if thought.line else None
        if spot is None or not self.steered:
            return []
        words = f"{spot.piece} {kind(spot)}"
        return [joined([(words, STRONG), (f"  {pressed(spot.keys)}"[: max(width - len(words), 0)], DIM)])]

    def _bars(self, thought: Thought, order: list[int], width: int, room: int) -> list[Text]:
        """The features that weigh in the move, in their order; where there is little room, the heaviest of them."""
        if self.weights is None:
            words = f"judged by {self.judge}, without weights"
            if not thought.values.any():
                words = "plays without weights: every candidate is worth the same"
            return [joined([(words[:width], DIM)])]
        used, chosen = np.flatnonzero(self.weights), order[0]
        parts = thought.contributions[chosen]
        second = next((row for row in order[1:] if thought.plies[row] == thought.plies[chosen]), None)
        self.scale = max(float(np.abs(parts[used]).max()), 0.97 * self.scale, 1e-9)
        compare = width >= WIDE and second is not None
        title = f"{'why this move':18} {'feature':>7} {'weight':>7} {'product':>8}"
        lines = [joined([(title, STRONG), ("  against 2nd" if compare else "", STRONG)])]
        total, value = float(parts.sum()), float(thought.values[chosen])
        expected = math.isfinite(value) and not math.isclose(total, value, rel_tol=1e-9, abs_tol=1e-9)
        room -= 3 if expected else 2
        shown = used if len(used) <= room else self._heaviest(parts, used, max(room - 1, 1))
        for k in shown:
            gain = float(parts[k] - thought.contributions[second, k]) if compare else None
            # What is earned on the way adds up along the line; the rest is of the board at its end.
            count = parts[k] / self.weights[k] if self.earned[k] else thought.features[chosen, k]
            numbers = f"{number(count):>7} {number(self.weights[k]):>7} "
            lines.append(self._bar(self.names[k], numbers, float(parts[k]), gain, width))
        if len(shown) < len(used):
            rest = np.setdiff1d(used, shown)
            lines.append(self._bar(f"{len(rest)} more", " " * 16, float(parts[rest].sum()), None, width))
        if expected:
            end = "the line above" if len(thought.line) > 1 else "this board"
            lines.append(joined([(f"{end:34} {number(total):>8}", _NONE)]))
        what = "value" if not expected else "expected value" if thought.tree is None else "mean of walks"
        return [*lines, joined([(f"{what:34} {number(value):>8}", STRONG)])]

    def _heaviest(self, parts: Floats, used: Any, count: int) -> Any:
        """The `count` of `used` that weigh most, in order."""
        return np.sort(used[np.argsort(-np.abs(parts[used]), kind="stable")[:count]])

    def _bar(self, name: str, numbers: str, part: float, gain: float | None, width: int) -> Text:
        """One feature: its name, its numbers, what it adds, by how much that is more than in the second best."""
        runs = [(f"{name[:18]:18} ", _NONE), (numbers, DIM), (f"{number(part):>8}", _NONE)]
        if gain is not None:
            runs.append((f"{number(gain) if gain < 0 else '+' + number(gain) if gain else '·':>13}", DIM))
        room = width - 44 - (0 if gain is None else 13)
        length = bar(abs(part) / self.scale, max(room, 4), self.look)
        return joined([*runs, ("  ", _NONE), (length, GOOD if part > 0 else BAD)])

    def _candidates(self, state: States, thought: Thought, order: list[int], width: int, room: int) -> list[Text]:
        """A line for each of the best: where, what kind of move, its value, and how it stands to the very best."""
        counts = visits(thought)
        title = f"best of {len(order)} placements"
        if counts is not None:
            title = f"{title:<{29 if self.steered else 19}} {'mean':>9} {'visits':>9}"
        lines = [joined([(title, STRONG)])]
        for rank, row in enumerate(order[: max(min(room - 1, 8), 0)], 1):
            spot = self.playback.game.describe(state, int(thought.actions[row]))
            value, mine = float(thought.values[row]), thought.actions[row] == thought.action
            aside = standing(thought, row, order[0]) if counts is None else f"{counts[row]:,}"
            where = f"columns {spots(spot)}" if "-" in spots(spot) else f"column {spots(spot)}"
            how = f" {kind(spot):<9}" if self.steered else ""
            text = f" {where:<12}{how} {number(value) if math.isfinite(value) else 'loses':>9} {aside:>9}"
            mark = ("▸" if self.look.unicode else ">") if mine else " "
            ink = STRONG if mine else _NONE
            runs = [(f"{mark}{rank} ", STRONG), *glyph(spot, self.look), (text, ink)]
            if counts is not None and width >= WIDE:
                share = float(counts[row] / max(counts.max(), 1))
                runs.append((f"  {bar(share, width - 50, self.look)}", GOOD))
            lines.append(joined(runs))
        return lines


def standing(thought: Thought, row: int, best: int) -> str:
    """How a candidate stands to the best one: by how much it is worse, or after how many pieces it was cut."""
    if thought.plies[row] < thought.plies[best]:
        return f"cut at {thought.plies[row] + 1}"
    behind = float(thought.values[row] - thought.values[best])
    return number(behind) if behind and math.isfinite(behind) else ""


def weights_of(player: Player) -> Floats | None:
    """[F] the weights of a player's evaluation, its own or those of its search; None where it does not add up any."""
    if player.weights is not None:
        return player.weights
    evaluator = getattr(getattr(player, "search", None), "evaluator", None)
    return getattr(evaluator, "weights", None)


def ranked(thought: Thought) -> list[int]:
    """The rows of a thought, the move it chose first, then by visits or by how deep they were looked at, then by value.

    Equals come in the game's order.
    """
    counts = visits(thought)
    effort = thought.plies if counts is None else counts
    keys = (np.arange(len(thought.values)), -thought.values, -effort, thought.actions != thought.action)
    return [int(row) for row in np.lexsort(keys)]


def kind(spot: Placement) -> str:
    """What kind of move a placement is: drop, shift, tuck, spin, or the class of a spin that counts."""
    return spot.kind if spot.spin == "none" else f"{spot.spin} spin"


def pressed(keys: str) -> str:
    """Keys with runs counted.

    >>> pressed("HOLD LLCWDDDDDDDDDDDDRD")
    'HOLD L2 CW D12 R D'
    """
    hold, rest = ("HOLD ", keys[5:]) if keys.startswith("HOLD ") else ("", keys)
    found = re.findall(r"((CCW|CW|180|[LRD])\2*)", rest)
    return hold + " ".join(key if run == key else f"{key}{len(run) // len(key)}" for run, key in found)


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
