"""A race: up to twelve agents side by side, each in a game of its own with the same pieces. No page in here.

With a pace the agents keep step: none places its next piece before all have placed the last, so boards can be compared
at any moment; within a step they follow each other, so that something moves all the time. Without one all are given the
same computing time, and those that think less are ahead. Either way a game depends on its seed and its agent alone, so
the same race ends the same way however fast it ran and wherever it paused.

A game ends when it is lost, or after `cap` pieces. The order at the finish is by pieces placed, then by lines (of Puyo
the longest chain), then by score; equals stand as they started.
"""

import secrets
import threading
import time
from collections.abc import Sequence

from ...errors import InputError
from . import pairlane
from .tracks import MOST, playable

LONGEST = 10_000  # pieces of one game
FASTEST = 1000.0  # pieces a second
AHEAD = 1.999  # pieces that may be due beyond the last lane's: the next one at once when all are there


class Race:
    """Lanes that threads of its own step between `resume` and `pause`.

    Parameters
    ----------
    specs : sequence of str
        1 to 12 agents; one may run twice.
    track : str
        The key of a track (tracks.py).
    seed : int
        Of the pieces, and of nothing else; 0 to 2**64 - 1.
    cap : int
        Pieces after which a game ends.
    pace : float
        Pieces a second; 0 for each at its own pace.
    workers : int
        Threads.

    Raises InputError for a number out of range, and for an agent that is none or does not fit.
    """

    def __init__(
        self,
        specs: Sequence[str],
        track: str = "guideline",
        *,
        seed: int = 0,
        cap: int = 500,
        pace: float = 10.0,
        workers: int = 1,
    ) -> None:
        if not 1 <= len(specs) <= MOST:
            raise InputError(f"{len(specs)} agents cannot race; choose 1 to {MOST}")
        if not 1 <= cap <= LONGEST:
            raise InputError(f"a cap of {cap} pieces is out of range; choose 1 to {LONGEST}")
        self.id = secrets.token_urlsafe(12)
        self.track, self.seed, self.cap, self.workers = track, seed, cap, max(1, workers)
        self.game = playable(track)
        self.lanes = [pairlane.lane(spec, self.game, seed, cap) for spec in specs]
        self._turn = threading.Condition()
        self._busy: set[int] = set()
        self._running, self._threads = False, 0
        self._clock, self._since = 0.0, time.monotonic()  # pieces that are due, and the time up to which they are
        self._pace = 0.0
        self.pace = pace

    @property
    def pace(self) -> float:
        """Pieces a second, 0 for each at its own pace; may be changed at any moment. Raises InputError."""
        return self._pace

    @pace.setter
    def pace(self, pieces: float) -> None:
        if not 0 <= pieces <= FASTEST:
            raise InputError(f"a pace of {pieces} is out of range; choose 0 (each its own) to {FASTEST:g} a second")
        with self._turn:
            self._pace = float(pieces)
            self._set_clock()
            self._turn.notify_all()

    @property
    def done(self) -> bool:
        """Whether all games have ended."""
        return all(lane.look.end for lane in self.lanes)

    @property
    def running(self) -> bool:
        """Whether it goes on by itself."""
        return self._running and not self.done

    def order(self) -> list[int]:
        """The lanes as they stand now, the first one leading. Of those in step none is ahead by being asked first."""
        return sorted(range(len(self.lanes)), key=self._standing, reverse=True)

    def _standing(self, i: int) -> tuple[int, int, int]:
        look = self.lanes[i].look
        return (self.cap if self._pace and not look.end else look.pieces), look.lines, look.score

    def resume(self) -> None:
        """Go on; nothing happens where it does or where it is done."""
        with self._turn:
            if self._running or self.done:
                return
            self._running = True
            self._set_clock()
            self._turn.notify_all()
            for _ in range(self.workers - self._threads):
                self._threads += 1
                threading.Thread(target=self._work, name=f"race-{self.id}", daemon=True).start()

    def pause(self) -> None:
        """Stop. A piece that is being thought about is still placed."""
        with self._turn:
            self._running = False
            self._turn.notify_all()

    def run(self) -> None:
        """All games to their ends, at once and in this thread."""
        for lane in self.lanes:
            while not lane.look.end:
                lane.step()

    def _work(self) -> None:
        """What a thread does: step whichever lane is due, until the race stops."""
        while (lane := self._next()) is not None:
            self.lanes[lane].step()
            with self._turn:
                self._busy.discard(lane)
                self._running = self._running and not self.done
                self._turn.notify_all()

    def _next(self) -> int | None:
        """Wait for a lane that is due, and mark it as busy; None when the race stops."""
        with self._turn:
            while self._running:
                due, wait = self._due()
                if due is not None:
                    self._busy.add(due)
                    return due
                self._turn.wait(wait)
            self._threads -= 1
            return None

    def _due(self) -> tuple[int | None, float | None]:
        """The lane to step now, or how many seconds until one may be due; None for whenever something happens."""
        free = [i for i, lane in enumerate(self.lanes) if not lane.look.end and i not in self._busy]
        if not self._pace:
            return min(free, key=lambda i: self.lanes[i].look.seconds, default=None), None
        now = time.monotonic()
        clock = self._clock + (now - self._since) * self._pace
        self._clock, self._since = min(clock, self._fewest() + AHEAD), now
        ahead = {i: self.lanes[i].look.pieces + 1 + i / len(self.lanes) - self._clock for i in free}
        first = min(ahead, key=lambda i: ahead[i], default=None)
        if first is None:
            return None, None
        return (first, None) if ahead[first] <= 0 else (None, ahead[first] / self._pace)

    def _set_clock(self) -> None:
        """Nothing is due from before now."""
        self._clock, self._since = self._fewest(), time.monotonic()

    def _fewest(self) -> float:
        """The pieces of the last lane that is still going."""
        return float(min((lane.look.pieces for lane in self.lanes if not lane.look.end), default=self.cap))
