"""The WebSocket that carries keys to a game and frames to its page, `/live/{session}`.

Every line is on its own: what comes in is checked (orders.py), and one that floods or sends what is too large is closed
with a reason, which no other line notices. What goes out is always the newest frame; a page that reads slowly gets
fewer of them, and nothing piles up.

Codes of closing: 4403 another site's page, 4404 no such game, 4408 too many messages, 4409 too large a message.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...errors import InputError
from . import orders, sessions
from .clock import Clock
from .session import Session

FOREIGN, UNKNOWN, FLOOD, LARGE = 4403, 4404, 4408, 4409
BUSIEST = 240  # messages in a second
FRAME = 1 / 60  # seconds between two frames at least
THINK = 0.1  # seconds between two messages about new thoughts
REPLIES = 64  # pongs and errors that wait to be sent; more are left out
WORDS = 300  # characters of an error
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
log = logging.getLogger(__name__)
clock = Clock(lambda: sessions.ALL)


def register() -> None:
    """Add the address to the page's application."""
    from nicegui import app

    route = WebSocketRoute("/live/{session}", live)
    if route not in app.router.routes:
        app.router.routes.insert(0, route)
        app.on_shutdown(clock.stop)


async def live(socket: WebSocket) -> None:
    """Serve one line until it ends."""
    await socket.accept()  # a refused handshake carries no code that a script could read
    session = sessions.get(socket.path_params["session"])
    if not own(socket.headers.get("origin"), socket.headers.get("host", "")):
        await socket.close(FOREIGN, "this game belongs to another site")
    elif session is None:
        await socket.close(UNKNOWN, "there is no such game, or it was forgotten")
    else:
        clock.start()
        with sessions.ALL.viewed(session):
            clock.run(session)
            await Line(socket, session).serve()


def own(origin: str | None, host: str) -> bool:
    """Whether a page of `origin` may speak to this server, which it calls `host`; programs that are no page may."""
    if origin is None:
        return True
    try:
        there = urlsplit(origin)
        here = urlsplit(f"{there.scheme}://{host}")
        port = PORTS.get(there.scheme)
        return (there.hostname, there.port or port) == (here.hostname, here.port or port) and bool(there.hostname)
    except ValueError:  # a port that is none
        return False


class Line:
    """One page's line to a session: reads what comes, and writes frames as they are due.

    `now` is a monotonic clock in seconds.
    """

    def __init__(self, socket: WebSocket, session: Session, now: Callable[[], float] = time.monotonic) -> None:
        self.socket, self.session, self._now = socket, session, now
        self._news = asyncio.Event()
        self._stale = True  # the page has not seen the newest frame
        self._read = 0  # number of the last key message
        self._mark = session.round.mark  # callouts up to this one are old
        self._revision = 0
        self._due = self._thought = float("-inf")  # when the next frame may go out; when the last thought did
        self._replies: deque[dict[str, Any]] = deque(maxlen=REPLIES)
        self._arrivals: deque[float] = deque(maxlen=BUSIEST)
        self._down: set[str] = set()  # keys that this page holds

    async def serve(self) -> None:
        """Read and write until the page leaves, or is made to."""
        self.session.on_change.append(self._changed)
        writer = asyncio.create_task(self._write())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            self.session.on_change.remove(self._changed)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            for key in self._down:
                self.session.release(key)

    # In -------------------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._flooded():
                await self._close(FLOOD, f"more than {BUSIEST} messages in a second")
                return
            text, data = message.get("text"), message.get("bytes")
            if max(len((text or "").encode()), len(data or b"")) > orders.LARGEST:
                await self._close(LARGE, f"a message of more than {orders.LARGEST} bytes")
                return
            try:
                self._take(text)
            except InputError as error:
                self._reply({"k": "error", "why": str(error)[:WORDS]})

    def _take(self, text: str | None) -> None:
        """Do what one message says. Raises InputError where it cannot be done."""
        if text is None:
            raise InputError("messages are text; send one object in JSON each")
        message = orders.read(text)
        n = orders.number(message)
        if message["k"] == "ping":
            self._reply({"k": "pong", "n": n})
            return
        orders.obey(self.session, message)
        if message["k"] in ("down", "up"):
            (self._down.add if message["k"] == "down" else self._down.discard)(message["key"])
            if n is not None:
                self._read = max(self._read, n)
                self._changed()

    def _flooded(self) -> bool:
        """Whether this message is one too many."""
        now, last = self._now(), self._arrivals
        flooded = len(last) == BUSIEST and now - last[0] < 1
        last.append(now)
        return flooded

    async def _close(self, code: int, why: str) -> None:
        log.warning("a line was closed: %s", why)
        await self.socket.close(code, why)

    # Out ------------------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._stale = True
        self._news.set()

    def _reply(self, message: dict[str, Any]) -> None:
        self._replies.append(message)
        self._news.set()

    async def _write(self) -> None:
        """Send what there is to send, each kind at its own rate."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has gone meanwhile
            while self.socket.application_state == WebSocketState.CONNECTED:
                self._news.clear()
                wait = await self._send_due()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), wait)

    async def _send_due(self) -> float | None:
        """Send what is due; seconds until more is, or None where nothing waits."""
        while self._replies:
            await self._send(self._replies.popleft())
        waits = []
        if self._stale:
            wait = self._due - self._now()
            if wait <= 0:
                # One frame may come early, so that a key need not wait for the frame of a tick just before it.
                self._stale, self._due = False, max(self._due, self._now() - FRAME) + FRAME
                frame = self.session.frame(self._mark)
                self._mark = frame["mark"]
                await self._send({**frame, "n": self._read})
            else:
                waits.append(wait)
        if self._revision != self.session.revision:
            wait = self._thought + THINK - self._now()
            if wait <= 0:
                self._revision, self._thought = self.session.revision, self._now()
                await self._send({"k": "think", "revision": self._revision})
            else:
                waits.append(wait)
        return min(waits, default=None)

    async def _send(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(message, separators=(",", ":")))
