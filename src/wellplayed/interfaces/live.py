"""A game shown while it is played: a clock that can be slowed, sped up and stopped, and the keys that do so."""

import math
import sys
import time
from collections import deque

from rich.live import Live
from rich.text import Text

from .console import Console
from .keys import Read, keyboard
from .picture import FRESH, Look, well
from .playback import LANDS, Playback
from .screen import WIDEST, Moment, Screen

FRAME = 0.04  # seconds between two pictures
FAST = 10.0  # pieces a second from which on a piece is shown where it lands, and nothing of its way there
RECENT = 2.0  # seconds over which the rate is taken
SPEEDS = (0.5, 1, 2, 3, 4, 6, 8, 12, 20, 40, 100, 400, math.inf)


class Show:
    """The loop that advances a playback and shows it.

    A piece's time runs from 0 to 1: it hangs above its ghost, falls, lies; full rows flash and are gone. The shares of
    these are in `screen`.
    """

    def __init__(
        self, playback: Playback, console: Console, title: str, about: str, speed: float, limit: int | None
    ) -> None:
        self.playback, self.console, self.limit = playback, console, limit
        self.look = Look(
            unicode=console.encoding.lower().startswith("utf"),
            color=not console.no_color and console.color_system is not None,
        )
        self.screen = Screen(playback, self.look, title, about)
        self.left = False  # the viewer has gone
        self._stepping = False  # stop again after the current piece
        self._recent: deque[tuple[float, int]] = deque([(time.monotonic(), playback.pieces)])
        self.moment = Moment(speed=speed, before=playback.state, piles=deque([playback.pile], WIDEST))

    @property
    def over(self) -> bool:
        """Whether nothing more is to be shown."""
        return self.left or (self._last and not self.moment.placed)

    @property
    def _last(self) -> bool:
        """Whether no further piece may be played."""
        return self.playback.dead or (self.limit is not None and self.playback.pieces >= self.limit)

    def run(self) -> None:
        """Show the game until it ends, the limit is reached, or the viewer leaves."""
        self.moment.keys = sys.stdin.isatty()
        with keyboard() as read, Live(console=self.console, screen=True, auto_refresh=False) as live:
            now = time.monotonic()
            while not self.over:
                live.update(self.picture(), refresh=True)
                self._listen(read)
                then, now = now, time.monotonic()
                if not self.moment.paused:
                    self.advance(now - then)

    def picture(self) -> Text:
        """The whole screen as it should look now."""
        if self.moment.thought is None and not self._last:
            self._think()
        return self.screen.picture(self.moment, self.console.size)

    def still(self) -> list[Text]:
        """The last position alone, for after the show."""
        playback, last = self.playback, self.playback.last
        marks = {cell: (ink, FRESH) for cell, ink in playback.inks(last).items()} if last and playback.dead else {}
        height = self.screen.height
        return well(playback.cells, height, marks, self.look, max(0, playback.pile - height))

    def _listen(self, read: Read) -> None:
        """Wait for the next frame, or for a key and do what it asks for."""
        wait = 0.1 if self.moment.paused else FRAME / 2 if math.isinf(self.moment.speed) else FRAME
        self.press(read(wait))

    def press(self, key: str) -> None:
        """Do what a key asks for; nothing for a key that means nothing."""
        moment = self.moment
        if key in ("q", "Q", "\x1b"):
            self.left = True
        elif key == " ":
            moment.paused = not moment.paused
        elif key in ("right", "n", "."):
            moment.paused, self._stepping = False, True
        elif key in ("+", "=", "up"):
            moment.speed = next((s for s in SPEEDS if s > moment.speed), math.inf)
        elif key in ("-", "_", "down"):
            moment.speed = next((s for s in reversed(SPEEDS) if s < moment.speed), SPEEDS[0])

    def advance(self, seconds: float) -> None:
        """Let so much time pass for the game."""
        moment, playback = self.moment, self.playback
        moment.fast = moment.speed >= FAST and not self._stepping
        if moment.fast:
            self._rush(seconds)
        else:
            # However long the player thought or the terminal took, each step of a piece's way is shown.
            moment.phase += min(seconds * min(moment.speed, FAST), 0.25) / (playback.lasts if moment.placed else 1.0)
            if not moment.placed and moment.phase >= LANDS:
                self._place(show=True)
            if moment.placed:
                playback.unfold(moment.phase)
            if moment.phase >= 1:
                self._settle()
        now = time.monotonic()
        self._recent.append((now, self.playback.pieces))
        while now - self._recent[0][0] > RECENT and len(self._recent) > 2:
            self._recent.popleft()
        (first, pieces), (last, more) = self._recent[0], self._recent[-1]
        moment.rate = (more - pieces) / (last - first) if last > first else 0.0

    def _rush(self, seconds: float) -> None:
        """Play the pieces that are due, as many as can be played in one frame, and show the last one where it lies."""
        moment = self.moment
        moment.phase += seconds * moment.speed
        end = time.monotonic() + FRAME
        while moment.phase >= 1:
            due = moment.phase - 1
            self._settle()
            if self._last:
                return
            late = time.monotonic() >= end
            moment.phase = due if not late else 0.0
            self._place(show=late or due < 1)
            if late:
                return

    def _place(self, *, show: bool) -> None:
        """Put the piece down; its reasons are wanted where it is to be shown."""
        if show and self.moment.thought is None:
            self._think()
        self.playback.place(self.moment.thought.action if self.moment.thought else None)
        self.moment.placed = True

    def _settle(self) -> None:
        """Finish the current piece; the next one's time begins."""
        moment = self.moment
        if moment.placed:
            self.playback.settle()
            moment.piles.append(self.playback.pile)
        moment.placed, moment.phase, moment.thought = False, 0.0, None
        if self._stepping:
            self._stepping, moment.paused = False, True

    def _think(self) -> None:
        self.moment.before, self.moment.thought = self.playback.state, self.playback.think()
