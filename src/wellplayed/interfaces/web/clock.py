"""The clock of all games: one task that lets sixty ticks a second pass in every session that goes on.

It reads a monotonic clock, so ticks do not drift. After a delay it makes up for a few of them and lets the others go.
When no game goes on it sleeps until one does.
"""

import asyncio
import contextlib
import functools
import logging
import time
from collections.abc import Callable, Iterable, Iterator

from .session import Session

RATE = 60  # ticks a second
MOST = 5  # ticks at once
log = logging.getLogger(__name__)


class Clock:
    """Runs the sessions that `sessions` names at each tick. Belongs to the loop in which it was started.

    `now` is a monotonic clock in seconds.
    """

    def __init__(self, sessions: Callable[[], Iterable[Session]], now: Callable[[], float] = time.monotonic) -> None:
        self._sessions, self._now = sessions, now
        self._task: asyncio.Task[None] | None = None
        self._stir = asyncio.Event()

    def start(self) -> None:
        """Begin to tick in the running loop, if that has not been done."""
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._stir = asyncio.Event()
            self._task = loop.create_task(self._run(), name="clock of the games")

    async def stop(self) -> None:
        """Tick no more."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def run(self, session: Session) -> None:
        """Run a session from now on: wake it when its agent has thought, and the clock when it goes on."""
        loop = asyncio.get_running_loop()
        session.agent.mind.on_answer = functools.partial(_wake, loop, session)
        if self.stir not in session.on_change:
            session.on_change.append(self.stir)
        self.stir()

    def stir(self) -> None:
        """See whether a game goes on."""
        self._stir.set()

    async def _run(self) -> None:
        last = self._now()
        while True:
            going = [session for session in self._sessions() if session.status == "play"]
            if not going:
                self._stir.clear()
                await self._stir.wait()
                last = self._now()
                continue
            due = int((self._now() - last) * RATE)
            last += due / RATE
            for session in going:
                advance(session, min(due, MOST))
            await asyncio.sleep(max(last + 1 / RATE - self._now(), 0.0))


def advance(session: Session, ticks: int) -> None:
    """Let ticks pass in a session."""
    with _guarded(session):
        session.advance(ticks)


def woken(session: Session) -> None:
    """Tell a session that its agent has thought."""
    with _guarded(session):
        session.woken()


@contextlib.contextmanager
def _guarded(session: Session) -> Iterator[None]:
    """A session that fails is paused, and the others go on."""
    try:
        yield
    except Exception:
        log.exception("session %s failed and is paused", session.id[:6])
        session.round.stop()


def _wake(loop: asyncio.AbstractEventLoop, session: Session) -> None:
    """Called in a thinking thread. Raises RuntimeError where the loop has ended."""
    loop.call_soon_threadsafe(woken, session)
