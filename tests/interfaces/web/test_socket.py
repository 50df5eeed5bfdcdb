"""The socket against a real server: frames, keys, reconnecting, many games at once, and everything hostile."""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from wellplayed.interfaces.web import sessions
from wellplayed.interfaces.web import socket as room
from wellplayed.interfaces.web.app import LARGEST_MESSAGE
from wellplayed.interfaces.web.orders import LARGEST
from wellplayed.interfaces.web.session import Session
from wellplayed.tetris.guideline.keys import KeyGame

PATIENCE = 60.0


class Page:
    """A page's end of a line; `frame` is the newest that came."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.n = line, 0
        self.frame: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []

    def say(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def key(self, kind: str, key: str) -> None:
        self.n += 1
        self.say(k=kind, key=key, n=self.n)

    def hear(self) -> dict[str, Any]:
        message = json.loads(self.line.recv(PATIENCE))
        if message["k"] == "frame":
            self.frame = message
            self.frames.append(message)
        else:
            self.others.append(message)
        return message

    def until(self, met: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that is as wanted, of those that come from now on."""
        while not met(message := self.hear()):
            pass
        return message

    def shows(self, **wanted: Any) -> dict[str, Any]:
        """A frame with these values, the present one included."""
        while any(self.frame.get(name) != value for name, value in wanted.items()):
            self.hear()
        return self.frame

    def settled(self) -> dict[str, Any]:
        """The frame after all keys that were pressed."""
        return self.shows(n=self.n)

    def ping(self) -> dict[str, Any]:
        """Wait until everything said so far has been dealt with."""
        self.n += 1
        self.say(k="ping", n=self.n)
        return self.until(lambda message: message == {"k": "pong", "n": self.n})

    def closed(self) -> tuple[int, str]:
        """The code and the reason with which the line is closed."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)
        return self.line.close_code or 0, self.line.close_reason or ""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server of nothing but the socket."""
    app = Starlette(routes=[WebSocketRoute("/live/{session}", room.live)])
    here = {"host": "127.0.0.1", "port": 0, "ws_max_size": LARGEST_MESSAGE}
    server = uvicorn.Server(uvicorn.Config(app, **here, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has the room for its games that a server has, whatever the tests before it left."""
    monkeypatch.setattr(sessions, "ALL", sessions.Sessions())


@pytest.fixture
def visit(port: int) -> Iterator[Callable[..., Page]]:
    """Open a line to a session."""
    lines: list[ClientConnection] = []

    def call(session: Session | str, origin: str | None = f"http://127.0.0.1:{port}") -> Page:
        id = session if isinstance(session, str) else session.id
        manager = connect(f"ws://127.0.0.1:{port}/live/{id}", origin=origin, compression=None, open_timeout=PATIENCE)  # type: ignore[arg-type]
        lines.append(manager.__enter__())
        return Page(lines[-1])

    yield call
    for line in lines:
        line.close()


def still(**options: Any) -> Session:
    """A session whose pieces hang where they are."""
    return sessions.new(**{"rules": "guideline:gravity=0", "agent": "full-path", **options})


def gone(session: Session) -> bool:
    """Whether nobody looks at it any more."""
    return session not in list(sessions.ALL)


def wait(met: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < end
        time.sleep(0.005)


Visit = Callable[..., Page]


# Frames and keys ------------------------------------------------------------------------------------------------------


def test_a_frame_comes_at_once_and_one_after_each_key(visit: Visit) -> None:
    page = visit(still(seed=3))
    first = page.hear()
    assert (first["k"], first["state"], first["why"], first["n"]) == ("frame", "paused", "start", 0)
    page.key("down", "left")
    after = page.settled()
    assert after["state"] == "play"
    assert after["f"] > first["f"]
    assert [x for x, _ in after["piece"]["cells"]] == [x - 1 for x, _ in first["piece"]["cells"]]


def test_a_game_played_by_keys_is_the_game_of_the_engine(visit: Visit) -> None:
    session = still(seed=11)
    page, twin = visit(session), KeyGame(session.rules, 11)
    for key in ["left", "cw", "hard", "right", "right", "hard", "hold", "ccw", "hard"] * 4:
        for kind, there in (("down", twin.press), ("up", twin.release)):
            page.key(kind, key)
            there(key)
        page.settled()
    rows = page.frame["rows"]
    columns = [int(c) for c in twin.state.columns[:10]]
    wanted = "/".join("".join(".#"[c >> y & 1] for c in columns) for y in reversed(range(22)))
    assert "".join(c if c in "./" else "#" for c in rows) == wanted
    assert (page.frame["pieces"], page.frame["score"]) == (int(twin.state.pieces), int(twin.state.score))


def test_time_passes_without_keys(visit: Visit) -> None:
    page = visit(sessions.new(rules="guideline:gravity=0.2", agent="full-path"))
    page.say(k="do", what="resume")
    page.until(lambda m: m["k"] == "frame" and m["pieces"] == 1)
    numbers = [frame["f"] for frame in page.frames]
    ticks = [frame["tick"] for frame in page.frames]
    assert numbers == sorted(set(numbers))
    assert ticks == sorted(ticks)


def test_an_agent_plays_and_its_thoughts_are_announced(visit: Visit) -> None:
    session = sessions.new(agent="full-path")
    page = visit(session)
    page.say(k="do", what="set", pace=0, agent="beam:depth=1,width=3")
    page.say(k="do", what="hand_over")
    page.until(lambda m: m["k"] == "frame" and m["pieces"] >= 50)
    assert page.frame["agent"]["spec"] == "beam:depth=1,width=3"
    wait(lambda: session.revision > 0)
    thought = next((m for m in page.others if m["k"] == "think"), None) or page.until(lambda m: m["k"] == "think")
    assert 0 < thought["revision"] <= session.revision
    page.say(k="do", what="take_back")
    page.shows(agent=None)
    page.key("down", "hard")
    page.settled()


def test_each_call_is_told_once(visit: Visit) -> None:
    page = visit(still(agent="full-path"))
    page.say(k="do", what="set", pace=0.05)
    page.say(k="do", what="hand_over")
    page.until(lambda m: m["k"] == "frame" and m["lines"] >= 8)
    numbers = [n for frame in page.frames for _, n in frame["calls"]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) >= 6


# Coming and going -----------------------------------------------------------------------------------------------------


def test_a_dropped_line_comes_back_to_the_same_game(visit: Visit) -> None:
    session = still()
    page = visit(session)
    page.key("down", "hard")
    page.key("up", "hard")
    page.key("down", "left")  # held while the line breaks
    page.settled()
    page.line.socket.close()  # without a word
    wait(lambda: gone(session))
    assert (session.status, int(session.game.state.keys)) == ("paused", 0)
    again = visit(session)
    frame = again.hear()
    assert (frame["pieces"], frame["rows"], frame["state"]) == (1, page.frame["rows"], "paused")
    assert frame["f"] > page.frame["f"]
    again.say(k="do", what="resume")
    again.key("down", "hard")
    assert again.settled()["pieces"] == 2


def test_two_tabs_show_one_game(visit: Visit) -> None:
    session = still()
    one, two = visit(session), visit(session)
    one.key("down", "hard")
    one.settled()
    two.shows(pieces=1, rows=one.frame["rows"])
    two.key("down", "left")
    two.settled()
    one.shows(piece=two.frame["piece"])
    two.line.close()
    one.key("up", "hard")
    one.key("down", "hard")
    assert one.settled()["pieces"] == 2


def test_ten_games_at_once(visit: Visit) -> None:
    seeds = range(10)
    made = [still(seed=seed) for seed in seeds]
    pages = [visit(session) for session in made]
    for n, page in enumerate(pages):
        for _ in range(n + 1):
            page.key("down", "hard")
            page.key("up", "hard")
    for n, (page, seed) in enumerate(zip(pages, seeds, strict=True)):
        twin = KeyGame(made[0].rules, seed)
        for _ in range(n + 1):
            twin.apply("HD")
        page.settled()
        assert (page.frame["pieces"], page.frame["score"]) == (n + 1, int(twin.state.score))
        assert [sorted(cell) for cell in page.frame["piece"]["cells"]] == [sorted(cell) for cell in twin.cells()]


def test_ten_agents_at_once(visit: Visit) -> None:
    pages = [visit(sessions.new(seed=seed, agent="full-path")) for seed in range(10)]
    for page in pages:
        page.say(k="do", what="set", pace=0.1)
        page.say(k="do", what="hand_over")
    for page in pages:
        page.until(lambda m: m["k"] == "frame" and m["pieces"] >= 5)
    assert len({page.frame["rows"] for page in pages}) > 5
    for page in pages:
        page.line.close()


def test_no_such_game(visit: Visit) -> None:
    assert visit("nobody").closed() == (4404, "there is no such game, or it was forgotten")


# Hostile --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1", "null", "http://localhost",
     "http://127.0.0.1.evil.example", "http://evil.example:x", "file://", ""],
)  # fmt: skip
def test_other_sites_are_turned_away(visit: Visit, origin: str) -> None:
    session = still()
    assert visit(session, origin).closed() == (4403, "this game belongs to another site")
    assert session.why == "start"
    assert gone(session)


@pytest.mark.parametrize(
    ("origin", "host", "mine"),
    [
        ("http://localhost:8642", "localhost:8642", True),
        ("http://LOCALHOST:8642", "localhost:8642", True),
        ("https://play.example", "play.example", True),
        ("https://play.example", "play.example:443", True),
        ("http://[::1]:8642", "[::1]:8642", True),
        (None, "localhost", True),
        ("http://localhost:8643", "localhost:8642", False),
        ("https://play.example.org", "play.example", False),
        ("null", "null", False),
        ("http://", "", False),
        ("http://a:99999", "a", False),
    ],
)
def test_whose_page_it_is(origin: str | None, host: str, mine: bool) -> None:
    assert room.own(origin, host) is mine


def test_a_page_without_an_origin_is_a_program(visit: Visit) -> None:
    assert visit(still(), None).hear()["k"] == "frame"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"k":"down"}',
        '{"k":"down","key":7}',
        '{"k":"jump"}',
        '{"k":"down","key":"left","n":"1"}',
        '{"k":"do","what":"set","agent":"lee.py"}',
        "[" * LARGEST,
        '{"k":"ping","n":1e999}',
        '{"k":"do","what":"undo","n":1}',
    ],
)
def test_nonsense_is_answered_with_a_reason(visit: Visit, text: str) -> None:
    session = still()
    page = visit(session)
    page.hear()
    page.line.send(text)
    answer = page.hear()
    assert answer["k"] == "error"
    assert 5 < len(answer["why"]) <= 300
    assert session.why == "start"
    page.ping()


def test_binary_frames_are_answered_with_a_reason(visit: Visit) -> None:
    page = visit(still())
    page.hear()
    page.line.send(b'{"k":"down","key":"hard"}')
    assert page.hear() == {"k": "error", "why": "messages are text; send one object in JSON each"}
    page.ping()
    assert page.frame["pieces"] == 0


@pytest.mark.parametrize(
    "data", ["x" * (LARGEST + 1), b"x" * (LARGEST + 1), "ü" * (LARGEST // 2 + 1), "x" * LARGEST_MESSAGE]
)
def test_what_is_too_large_closes_this_line_and_no_other(visit: Visit, data: "str | bytes") -> None:
    session = still()
    page, other = visit(session), visit(session)
    page.line.send(data)
    assert page.closed() == (4409, f"a message of more than {LARGEST} bytes")
    other.key("down", "hard")
    assert other.settled()["pieces"] == 1


@pytest.mark.parametrize("size", [LARGEST_MESSAGE + 1, 1 << 40])
def test_a_huge_message_is_refused_when_it_says_its_size(visit: Visit, size: int) -> None:
    session = still()
    page, other = visit(session), visit(session)
    # The head of a masked text frame (RFC 6455, section 5.2); nothing of what it announces is sent.
    page.line.socket.sendall(b"\x81\xff" + size.to_bytes(8, "big") + bytes(4))
    assert page.closed()[0] == 1009
    other.key("down", "hard")
    assert other.settled()["pieces"] == 1


def test_the_largest_message_is_read(visit: Visit) -> None:
    page = visit(still())
    page.line.send('{"k":"ping","n":5}'.ljust(LARGEST))
    page.until(lambda message: message == {"k": "pong", "n": 5})


def test_a_flood_closes_this_line_and_no_other(visit: Visit) -> None:
    session = still()
    page, other = visit(session), visit(still())
    try:
        for _ in range(20_000):
            page.line.send('{"k":"ping"}')
    except ConnectionClosed:
        pass
    assert page.closed() == (4408, f"more than {room.BUSIEST} messages in a second")
    other.key("down", "hard")
    assert other.settled()["pieces"] == 1
    wait(lambda: gone(session))
    again = visit(session)  # the game itself is unharmed
    again.key("down", "hard")
    assert again.settled()["pieces"] == 1


def test_as_much_as_a_person_can_press_is_no_flood() -> None:
    times = iter([n / room.BUSIEST * 1.01 for n in range(2000)])
    line = room.Line(None, still(), lambda: next(times))  # type: ignore[arg-type]
    assert not any(line._flooded() for _ in range(2000))
    crowded = iter([n / room.BUSIEST * 0.99 for n in range(2000)])
    line = room.Line(None, still(), lambda: next(crowded))  # type: ignore[arg-type]
    assert [line._flooded() for _ in range(room.BUSIEST + 2)] == [False] * room.BUSIEST + [True, True]


class Stuck:
    """A socket whose reader is slow: a message is on its way until `open` is set."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.open, self.sent = asyncio.Event(), []

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))
        await self.open.wait()


def test_a_page_that_does_not_read_gets_the_newest_frame_and_nothing_piles_up() -> None:
    session = still()

    async def play() -> list[dict[str, Any]]:
        socket = Stuck()
        line = room.Line(socket, session)  # type: ignore[arg-type]
        session.on_change.append(line._changed)
        writer = asyncio.create_task(line._write())
        await asyncio.sleep(0)
        for _ in range(30):
            session.press("hard")
            session.release("hard")
            session.undo()
            for _ in range(30):
                line._reply({"k": "pong", "n": 1})
            await asyncio.sleep(0)
        session.press("hard")
        socket.open.set()
        while socket.sent[-1].get("pieces") != 1:
            await asyncio.sleep(0.001)
        writer.cancel()
        return socket.sent

    sent = asyncio.run(play())
    assert len([message for message in sent if message["k"] == "frame"]) == 2
    assert len(sent) == 2 + room.REPLIES


def test_a_visitor_cannot_reach_another_ones_game(visit: Visit) -> None:
    mine, other = still(), still()
    page = visit(mine)
    page.say(k="down", key="hard", n=1, session=other.id)
    assert page.until(lambda m: m["k"] == "error")["why"].startswith("unknown field")
    assert (mine.why, other.why) == ("start", "start")
