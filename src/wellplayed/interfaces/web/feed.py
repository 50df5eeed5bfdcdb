"""What viewers of races are sent: the boards that changed, thirty times a second, over one WebSocket each.

The messages, one JSON object each:

    {"k": "race", "f": 12, "state": "going" | "paused" | "done", "order": [lane, ...],
     "boards": [[lane, rows, pieces, lines, height, holes, score, tallest, seconds, end], ...],
     "series": [[lane, stride, first, [[lines, height, holes], ...]], ...]}

`boards` holds the lanes that changed since the last message, with the rows of their piles from the top one down;
`series` the values that charts have not got yet, the first of them being value number `first`, after first * stride
pieces; where it is 0 the chart begins anew. All numbers are those of lane.Look and lane.Values. Viewers say nothing.
"""

import asyncio
import json
import time
from collections import OrderedDict
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .race import Race
from .socket import FOREIGN, own

RATE = 30.0  # messages a second, at most
CHARTS = 6  # of them to one that carries series
MOST = 24  # races of all visitors together; of those that nobody watches the oldest goes first
LEFT = 15.0  # seconds after which a race that nobody watches any more is paused
UNKNOWN, TALKATIVE = 4404, 4400  # what a socket is closed with


class Feed:
    """What one viewer has got of a race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self._number = 0
        self._state = ""
        self._revisions = [-1] * len(race.lanes)
        self._series = [(0, 0)] * len(race.lanes)  # stride, and how many values

    def next(self) -> dict[str, Any] | None:
        """The next message, or None where nothing has changed."""
        race = self.race
        state = "done" if race.done else "going" if race.running else "paused"
        looks = [lane.look for lane in race.lanes]
        changed = [i for i, look in enumerate(looks) if look.revision != self._revisions[i]]
        boards = [[i, *looks[i][1:-2], round(looks[i].seconds, 6), looks[i].end] for i in changed]
        self._number += 1
        series = self._due() if state != "going" or self._number % CHARTS == 1 else []
        if not boards and not series and state == self._state:
            return None
        self._state, self._revisions = state, [look.revision for look in looks]
        order = race.order()
        return {"k": "race", "f": self._number, "state": state, "order": order, "boards": boards, "series": series}

    def _due(self) -> list[list[Any]]:
        """The values that the viewer's charts have not got."""
        found: list[list[Any]] = []
        for i, lane in enumerate(self.race.lanes):
            stride, points = lane.series.kept
            had, first = self._series[i]
            first = first if had == stride else 0
            new = points[first:]
            if new:
                found.append([i, stride, first, new])
            self._series[i] = stride, first + len(new)
        return found


class Races:
    """The races of all visitors, by their ids. All methods belong to the thread of the server's loop."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._races: OrderedDict[str, Race] = OrderedDict()
        self._viewers: dict[str, int] = {}

    def add(self, race: Race) -> None:
        """Keep a race; where there are too many, the oldest that nobody watches is forgotten, else the oldest."""
        while len(self._races) >= self.most:
            self.remove(next((id for id in self._races if not self._viewers[id]), next(iter(self._races))))
        self._races[race.id], self._viewers[race.id] = race, 0

    def get(self, id: str) -> Race | None:
        """The race of that id; None where there is none (any more)."""
        return self._races.get(id)

    def remove(self, id: str) -> None:
        """Stop and forget a race."""
        race = self._races.pop(id, None)
        if race is not None:
            race.pause()
            del self._viewers[id]

    def watched(self, race: Race, by: int) -> None:
        """So many more viewers, or fewer. A race that all have left is paused after a while."""
        if race.id in self._viewers:
            self._viewers[race.id] += by
            if not self._viewers[race.id]:
                asyncio.get_running_loop().call_later(LEFT, self._left, race)

    def _left(self, race: Race) -> None:
        if not self._viewers.get(race.id, 0):
            race.pause()


RACES = Races()


async def stream(socket: WebSocket) -> None:
    """Serve `/race/{race}`: send what changes until the viewer leaves. Whoever talks is shown the door."""
    await socket.accept()  # a refused handshake carries no code that a script could read
    races, race = RACES, RACES.get(socket.path_params["race"])
    if not own(socket.headers.get("origin"), socket.headers.get("host", "")):
        await socket.close(FOREIGN, "this race belongs to another site")
        return
    if race is None:
        await socket.close(UNKNOWN, "there is no such race any more; start it again")
        return
    races.watched(race, 1)
    sending = asyncio.create_task(_send(socket, race))
    try:
        message = await socket.receive()  # the first thing a quiet viewer says is that it leaves
        if message["type"] != "websocket.disconnect":
            await socket.close(TALKATIVE, "viewers of a race have nothing to say")
    finally:
        sending.cancel()
        races.watched(race, -1)


async def _send(socket: WebSocket, race: Race) -> None:
    """Message after message, at most RATE a second; a viewer that takes them more slowly gets fewer."""
    feed = Feed(race)
    due = time.monotonic()
    try:
        while True:
            message = feed.next()
            if message is not None:
                await socket.send_text(json.dumps(message, separators=(",", ":")))
            due = max(due + 1 / RATE, time.monotonic())
            await asyncio.sleep(due - time.monotonic())
    except (WebSocketDisconnect, RuntimeError):
        return  # the viewer has left
