"""The screen of `wellplayed watch`: the well on the left, counts and reasons beside it, as far as there is room."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import ConsoleDimensions
from rich.style import Style
from rich.text import Text

from ..game import States
from ..players.player import Thought
from .console import short
from .picture import (
    DIM,
    FLASH,
    FRESH,
    GHOST,
    PLAIN,
    STRONG,
    Look,
    Marks,
    beside,
    joined,
    pair,
    piece,
    small_well,
    spark,
    stamp,
    well,
)
from .playback import FALLS, LANDS, Playback, shape
from .reasons import Reasons
from .way import Cells, way

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
        self.height = playback.height
        self.reasons = Reasons(playback, look)
        self._fall: tuple[Thought | None, int, list[str], list[Cells]] = (None, 0, [], [])

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
            if flashing := playback.flashing():
                return {cell: (letter, FLASH) for cell, letter in flashing.items()}
            return {cell: (letter, FRESH) for cell, letter in playback.lying(moment.before).items()}
        if moment.thought is None:
            return {}
        letters, places = self._falling(moment.thought, top)
        fallen = min(max((moment.phase - FALLS) / (LANDS - FALLS), 0.0), 1.0)
        here = places[round((len(places) - 1) * fallen**2)]
        ghost = {cell: (letter, GHOST) for cell, letter in zip(places[-1], letters, strict=True)}
        return ghost | {cell: (letter, FRESH) for cell, letter in zip(here, letters, strict=True)}

    def _falling(self, thought: Thought, top: int) -> tuple[list[str], list[Cells]]:
        """The piece that is to be placed as a letter for each cell, and the cells that it fills on its way."""
        if self._fall[0] is not thought or self._fall[1] != top:
            game, state = self.playback.game, self.playback.state
            spot = game.describe(state, thought.action)
            inks, places = self.playback.inks(spot), way(game, state, spot, top)
            self._fall = thought, top, [*inks.values()], places
        return self._fall[2:]

    def _header(self, moment: Moment, width: int, *, brief: bool) -> Text:
        """Who plays what, and at which speed; in a narrow terminal how it goes."""
        if brief:
            counts = "".join(f" {count} {what} " for what, count in self.playback.counts.items()).rstrip()
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
        rate = short(moment.rate) if moment.rate >= 99.5 else f"{moment.rate:.1f}"
        counts = {**self.playback.counts, "per s": rate}
        return [joined([(f"{what:<7}", DIM), (f"{count:>8}", STRONG)]) for what, count in counts.items()]

    def _panel(self, moment: Moment, width: int, height: int) -> list[Text]:
        """Pieces and counts on top, then the height of the pile over the last pieces, then the reasons."""
        numbers = self._numbers(moment)
        lines = []
        for row, pieces in enumerate(self._pieces(moment, (width - NUMBERS) // 10)):
            pieces.append(" " * (width - NUMBERS - cell_len(pieces.plain)))
            lines.append(pieces + numbers[row])
        attack = self.playback.attack
        room = width - 11 - (0 if attack is None else NUMBERS)
        pile = spark(list(moment.piles)[-room:], self.height, self.look)
        line = joined([("pile  ", DIM), (pile, _NONE), (f" {moment.piles[-1]}", DIM)])
        if attack is not None:
            line.append(" " * (width - NUMBERS - cell_len(line.plain)))
            line += joined([(f"{'attack':<7}", DIM), (f"{attack:>8,}", STRONG)])
        lines += [line, joined([(self.playback.told()[:width], STRONG)])]
        if moment.thought is None:
            return lines
        return [*lines, *self.reasons.lines(moment.before, moment.thought, width, height - len(lines))]

    def _pieces(self, moment: Moment, slots: int) -> list[Text]:
        """Three lines: the piece in hold, the current one and those that follow; the last slot may list several."""
        queue = self.playback.queue()
        if moment.placed and self.playback.last:
            queue = [self.playback.last.piece, *queue]
        hold = self.playback.hold()
        shown = [("hold", hold)] if hold is not None else []
        shown += [("now" if i == 0 else "next" if i == 1 else "", letter) for i, letter in enumerate(queue)]
        rest: Sequence[str] = ""
        if len(shown) > slots > 2:
            rest = queue[slots - 1 - (hold is not None) :]
            shown = shown[: slots - 1]
        lines = [Text(no_wrap=True, end="") for _ in range(3)]
        for label, letter in shown[:slots]:
            lines[0].append(f"{label:<10}", DIM)
            for line, row in zip(lines[1:], self._piece(letter) if letter else (Text(" " * 8),) * 2):
                line.append_text(row + Text("  "))
        if rest:
            lines[0].append("then", DIM)
            for i, letter in enumerate(rest[:6]):
                for part, ink in [*self._small(letter), (" ", _NONE)]:
                    lines[1 + i // 3].append(part, ink)
        return lines

    def _piece(self, letter: str) -> list[Text]:
        """Two lines of a piece, eight characters wide; of a pair the second puyo above the first."""
        if len(letter) == 2:
            return [joined([*pair(one, self.look), (" " * 6, _NONE)]) for one in reversed(letter)]
        return piece(shape(letter), letter, self.look)

    def _small(self, letter: str) -> list[tuple[str, Style]]:
        """The same in two characters."""
        if len(letter) == 2:
            return pair(letter, self.look)
        return [(stamp(shape(letter)) if self.look.unicode else f"{letter} ", PLAIN[letter])]
