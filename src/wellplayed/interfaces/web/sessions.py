"""The games of all visitors, by ids that nobody can guess; so many at once, and none for ever."""

import functools
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import kinds
from .refusals import Refusal
from .session import Session
from .thinking import AtOnce

MOST = 64  # sessions at once
IDLE = 1800.0  # seconds without a viewer after which a session may be forgotten
FRESH = 60.0  # seconds that a session without a viewer is kept in any case: its page is still being loaded
PLAYED = 30  # ticks of a game that nobody sees, enough for two pieces of any


class Entry:
    """A session, who looks at it, and since when nobody does."""

    def __init__(self, session: Session, now: float) -> None:
        self.session, self.viewers, self.since = session, 0, now
        self.away = False  # whether it was paused because its last viewer left


class Sessions:
    """All sessions of one server. Making one may happen in any thread; all else belongs to the loop's.

    Parameters
    ----------
    most : int
        Sessions at once; one more makes the one forgotten that has been without a viewer for longest.
    idle : float
        Seconds without a viewer after which a session is forgotten.
    now : callable
        A monotonic clock in seconds.
    """

    def __init__(self, most: int = MOST, idle: float = IDLE, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._idle, self._now = most, idle, now
        self._entries: dict[str, Entry] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Session]:
        """The sessions that somebody looks at."""
        return iter([entry.session for entry in list(self._entries.values()) if entry.viewers])

    def new(self, **options: Any) -> Session:
        """A session, its options being those of `Session`; without a seed it has one by chance.

        The first call of a process loads or compiles kernels, so call it in a thread. Raises InputError as `Session`
        does, and where all places are taken by sessions with viewers.
        """
        _load(str(options.get("game", kinds.PIECES.name)))
        options = {"seed": secrets.randbits(32), **options}
        session = Session(secrets.token_urlsafe(16), **options)
        with self._lock:
            self._forget()
            self._entries[session.id] = Entry(session, self._now())
        return session

    def get(self, id: str) -> Session | None:
        """The session of that id; None where there is none, or none any more."""
        with self._lock:
            self._drop_idle()
            entry = self._entries.get(id)
            if entry is None:
                return None
            if not entry.viewers:
                entry.since = self._now()
            return entry.session

    @contextmanager
    def viewed(self, session: Session) -> Iterator[None]:
        """While somebody looks at a session it is not forgotten; when the last one has left, it is paused.

        What an agent was playing goes on when somebody comes back.
        """
        entry = self._entries.get(session.id)
        if entry is None:
            yield
            return
        entry.viewers += 1
        if entry.away:
            entry.away = False
            if session.playing:
                session.resume()
        try:
            yield
        finally:
            entry.viewers -= 1
            if not entry.viewers:
                entry.since, entry.away = self._now(), session.status == "play"
                session.pause()

    def _forget(self) -> None:
        """Make room for one more. Raises InputError where there is none to be made."""
        self._drop_idle()
        if len(self._entries) < self._most:
            return
        free = [entry for entry in self._entries.values() if self._unseen(entry, FRESH)]
        if not free:
            why = f"{self._most} games are going on here, which is all there is room for; try again later"
            raise Refusal(why, "refused.full", n=self._most)
        del self._entries[min(free, key=lambda entry: entry.since).session.id]

    def _drop_idle(self) -> None:
        for id in [id for id, entry in self._entries.items() if self._unseen(entry, self._idle)]:
            del self._entries[id]

    def _unseen(self, entry: Entry, seconds: float) -> bool:
        return not entry.viewers and self._now() - entry.since >= seconds


@functools.cache
def _load(name: str) -> None:
    """Have compiled or loaded what the server's loop will call for a game, so that no other game waits for it."""
    session = Session(game=name, seed=1, agent="random", thinking=AtOnce())
    for key in session.kind.keys:
        session.press(key)
        session.advance()
        session.release(key)
    session.set_pace(0)
    session.hand_over()
    session.advance(PLAYED)
    session.frame()


ALL = Sessions()


def new(**options: Any) -> Session:
    """`Sessions.new` of the sessions of this process."""
    return ALL.new(**options)


def get(id: str) -> Session | None:
    """`Sessions.get` of the sessions of this process."""
    return ALL.get(id)
