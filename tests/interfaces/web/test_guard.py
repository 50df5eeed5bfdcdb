"""Who may speak to the page: its own pages, under its own names; everybody else is refused and told so."""

import asyncio
from typing import Any

import pytest

from wellplayed.interfaces.web.guard import FOREIGN, Guard

OURS = {"127.0.0.1", "localhost", "::1"}
Messages = list[dict[str, Any]]


def ask(
    kind: str, host: str, origin: str | None = None, method: str = "GET", hosts: set[str] | None = OURS
) -> Messages:
    """What a request gets for an answer; the application behind the guard answers 200 or accepts."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"yes"})

    sent: Messages = []

    async def receive() -> dict[str, Any]:
        return {"type": f"{kind}.connect" if kind == "websocket" else "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
    scope = {"type": kind, "path": "/", "method": method, "headers": headers}
    asyncio.run(Guard(app, hosts)(scope, receive, send))
    return sent


def welcome(sent: Messages) -> bool:
    """Whether the application itself answered."""
    if sent[0]["type"] == "http.response.start":
        return sent[0]["status"] == 200
    return len(sent) == 1


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", ["127.0.0.1:8642", "localhost:8642", "[::1]:8642", "LOCALHOST"])
def test_its_own_pages_are_answered(kind: str, host: str) -> None:
    assert welcome(ask(kind, host, f"http://{host}"))
    assert welcome(ask(kind, host))


FOREIGNERS = [
    "http://evil.example",
    "http://127.0.0.1:9999",
    "null",
    "http://127.0.0.1:8642.evil.example",
    "",
    "https://",
]


@pytest.mark.parametrize("origin", FOREIGNERS)
def test_a_socket_from_another_site_is_closed(origin: str) -> None:
    sent = ask("websocket", "127.0.0.1:8642", origin)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == FOREIGN
    assert sent[1]["reason"]


@pytest.mark.parametrize("origin", FOREIGNERS)
def test_another_site_can_change_nothing(origin: str) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert ask("http", "127.0.0.1:8642", origin, method)[0]["status"] == 403
    assert welcome(ask("http", "127.0.0.1:8642", origin))  # a link from elsewhere may lead here


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "", "127.0.0.1.evil.example", "[", "[::2]:1"])
def test_a_name_that_was_made_to_point_here_is_refused(kind: str, host: str) -> None:
    assert not welcome(ask(kind, host, f"http://{host}"))


def test_a_page_that_others_may_reach_answers_to_any_name_but_only_to_its_own_pages() -> None:
    assert welcome(ask("websocket", "box.local:8642", "http://box.local:8642", hosts=None))
    assert not welcome(ask("websocket", "box.local:8642", "http://evil.example", hosts=None))


@pytest.mark.parametrize(("host", "status"), [("localhost", 200), ("evil.example", 403)])
def test_every_answer_keeps_the_browser_at_home(host: str, status: int) -> None:
    start = ask("http", host)[0]
    assert start["status"] == status
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy  # no place but this one
    assert headers["x-content-type-options"] == "nosniff"
