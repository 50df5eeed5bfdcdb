"""What is kept of a game's past: its key events for a replay, and the moments that can be taken back to; both bounded.

A `KeyGame` keeps its events as tuples for ever, which an agent at full speed would fill the memory with. Here they take
eight bytes each. When there is no more room the game goes on, and its replay ends where they do.
"""

from array import array
from collections import deque
from typing import Any, NamedTuple

from ...puyo.keys import Snapshot as PuyoSnapshot
from ...tetris.guideline.keys import Event, Snapshot
from . import kinds
from .kind import KeyGame

EVENTS = 200_000  # about twenty thousand pieces of an agent, or two hours of a fast person
MOMENTS = 400  # pieces that can be taken back
_KIND, _KEY = 14, 4  # bits; the largest kind is an announcement of 9999 ojama


class Moment(NamedTuple):
    """Where a piece appeared."""

    game: Snapshot | PuyoSnapshot
    painting: bytes
    events: int  # that had happened
    pieces: int  # that had locked


class Past:
    """The past of one game. Events are moved here from the game, so that its own list stays short."""

    def __init__(self, most: int = EVENTS) -> None:
        self.count = 0  # events that happened
        self._most = most
        self._packed = array("Q")
        self._moments: deque[Moment] = deque(maxlen=MOMENTS)

    @property
    def whole(self) -> bool:
        """Whether all events are kept."""
        return self.count == len(self._packed)

    def take(self, game: KeyGame) -> None:
        """Move the events of a game here, those that there is room for."""
        room = max(self._most - len(self._packed), 0) if self.whole else 0
        self.count += len(game.events)
        for tick, key, kind in game.events[:room]:
            self._packed.append(tick << (_KIND + _KEY) | key << _KIND | kind)
        game.events.clear()

    def keep(self, game: KeyGame, painting: bytes) -> None:
        """Keep this moment, at which a piece appears."""
        self._moments.append(Moment(game.snapshot(), painting, self.count, int(game.state.pieces)))

    def reaches(self, pieces: int) -> bool:
        """Whether there is a moment before a game of so many pieces."""
        return bool(self._moments) and self._moments[0].pieces < pieces

    def back(self, pieces: int) -> Moment | None:
        """The last moment with fewer pieces, all after which is forgotten; None, and nothing forgotten, without one."""
        if not self.reaches(pieces):
            return None
        while self._moments[-1].pieces >= pieces:
            self._moments.pop()
        moment = self._moments[-1]
        self.count = moment.events
        del self._packed[moment.events :]
        return moment

    def events(self) -> tuple[Event, ...]:
        """The events that are kept, in order."""
        kind, key = (1 << _KIND) - 1, (1 << _KEY) - 1
        return tuple(Event(n >> (_KIND + _KEY), n >> _KIND & key, n & kind) for n in self._packed)

    def replay(self, game: KeyGame) -> Any:
        """The replay of the game whose past this is, as far as its events are kept."""
        return kinds.of(game).replay(game, self.events(), self.whole)
