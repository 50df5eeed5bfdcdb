"""The screen of `wellplayed watch`: the well on the left, counts and reasons beside it, as far as there is room."""

import math
from collections import deque
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import ConsoleDimensions
from rich.style import Style
from rich.text import Text

from ..game import States
from ..players.player import Thought
from .console import short
from .picture import DIM, FLASH, FRESH, GHOST, STRONG, Look, Marks, beside, joined, piece, small_well, spark, well
from .playback import Playback, shape
from .reasons import Reasons

# A piece's time, in shares of it: it hangs above its ghost, falls, lies; full rows flash and are gone.
FALLS, LANDS, VANISH = 0.3, 0.5, 0.82
PANEL, WIDEST, NUMBERS = 44, 84, 15  # least and greatest width of the panel beside the well; width of the counts
GAP = 3
_NONE = Style.null()


@dataclass
class Moment:
    """Where a show stands."""

    speed: float  # pieces a second
    before: States  # [1] the state the thought belongs to
    piles: deque[int]  # heights after each piece
    phase: float = 0.0  # how much of the current piece's time is over
    placed: bool = False
    thought: Thought | None = None
    paused: bool = False
    fast: bool = False  # pieces are shown where they land only
    rate: float = 0.0  # pieces a second, measured
    keys: bool = True  # whether there is a keyboard to press keys on


class Screen:
    """Draws one moment of one playback."""

    def __init__(self, playback: Playback, look: Look, title: str, about: str) -> None:
        self.playback, self.look, self.title, self.about = playback, look, title, about
        self.height: int = getattr(playback.game, "height", len(playback.cells))
        self.reasons = Reasons(playback, look)

    def picture(self, moment: Moment, size: ConsoleDimensions) -> Text:
        """The whole screen. What does not fit is left out, the well last."""
        width, cells = len(self.playback.cells[0]), self.playback.cells
        above = max(0, min(4, size.height - self.height - 3))
        marks = self._marks(moment, self.height + above)
        if size.height < self.height + 3 or size.width < 2 * width + 2:
            left = small_well(cells, self.height, marks, self.look)
        else:
            left = well(cells, self.height, marks, self.look, above)
        room = size.width - cell_len(left[-1].plain) - GAP
        right: list[Text] = []
        if room >= PANEL:
            right = self._panel(moment, min(room, WIDEST), size.height - 2)
        elif room >= NUMBERS:
            right = self._numbers(moment)
        body = beside(left, right, GAP, ConsoleDimensions(size.width, size.height - 2))
        return Text("\n").join(
            [self._header(moment, size.width, brief=not right), body, self._footer(moment, size.width)]
        )

    def _marks(self, moment: Moment, top: int) -> Marks:
        """What to draw over the settled cells: the ghost and the falling piece, or the placed one, or full rows."""
        playback = self.playback
        if moment.placed:
            if playback.full:
                return {(x, y): ("#", FLASH) for y in playback.full for x in range(len(playback.cells[0]))}
            gone = playback.lines > int(moment.before["lines"][0])  # and the rows above have come down
            return {} if gone or not playback.last else dict.fromkeys(playback.last.cells, (playback.last.piece, FRESH))
        if moment.thought is None:
            return {}
        spot = playback.game.describe(playback.state, moment.thought.action)
        fallen = min(max((moment.phase - FALLS) / (LANDS - FALLS), 0.0), 1.0)
        lift = round((top - 1 - max(y for _, y in spot.cells)) * (1 - fallen**2))
        marks = dict.fromkeys(spot.cells, (spot.piece, GHOST))
        return marks | {(x, y + lift): (spot.piece, FRESH) for x, y in spot.cells}

    def _header(self, moment: Moment, width: int, *, brief: bool) -> Text:
        """Who plays what, and at which speed; in a narrow terminal how it goes."""
        if brief:
            counts = f" {self.playback.lines:,} lines  {self.playback.pieces:,} pieces"
            return joined([(counts[:width], STRONG)])
        speed = "paused" if moment.paused else "max" if math.isinf(moment.speed) else f"{moment.speed:g} pieces/s"
        room = max(width - len(speed) - 3, 0)
        title = self.title[:room]
        about = f"   {self.about}" if len(title) + len(self.about) + 3 <= room else ""
        blank = " " * (room + 1 - len(title) - len(about))
        return joined([(f" {title}", STRONG), (about, DIM), (blank, DIM), (speed, DIM)])

    def _footer(self, moment: Moment, width: int) -> Text:
        """The keys, as many as fit."""
        step, slower = ("→", "−") if self.look.unicode else ("n", "-")
        keys, line = (" q quit", " space pause", f" {step} one piece", f" + {slower} speed"), ""
        for key in keys if moment.keys else (" Ctrl-C quit",):
            if len(line) + len(key) + 1 < width:
                line += f" {key}"
        return joined([(line, DIM)])

    def _numbers(self, moment: Moment) -> list[Text]:
        """Counts, one below the other."""
        counts = {
            "lines": f"{self.playback.lines:,}",
            "pieces": f"{self.playback.pieces:,}",
            "per s": short(moment.rate) if moment.rate >= 99.5 else f"{moment.rate:.1f}",
        }
        return [joined([(f"{what:<7}", DIM), (f"{count:>8}", STRONG)]) for what, count in counts.items()]

    def _panel(self, moment: Moment, width: int, height: int) -> list[Text]:
        """Pieces and counts on top, then the height of the pile over the last pieces, then the reasons."""
        queue = self.playback.queue()
        if moment.placed and self.playback.last:
            queue = self.playback.last.piece + queue
        shown = queue[: (width - NUMBERS) // 10]
        pictures = [piece(shape(letter), letter, self.look) for letter in shown]
        lines = []
        for row, numbers in enumerate(self._numbers(moment)):
            line = Text(no_wrap=True, end="")
            for i in range(len(shown)):
                label = "now" if i == 0 else "next" if i == 1 else ""
                line.append_text(Text(f"{label:<10}", DIM) if row == 0 else pictures[i][row - 1] + Text("  "))
            line.append(" " * (width - NUMBERS - len(line.plain)))
            lines.append(line + numbers)
        pile = spark(list(moment.piles)[-(width - 11) :], self.height, self.look)
        lines.append(joined([("pile  ", DIM), (pile, _NONE), (f" {moment.piles[-1]}", DIM)]))
        if moment.thought is None:
            return lines
        return [*lines, Text(), *self.reasons.lines(moment.before, moment.thought, width, height - len(lines) - 1)]
