"""Who may speak to the page: requests that other sites' pages make, or that come under a strange name, are refused."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# NiceGUI writes scripts into the page and compiles its templates in the browser, hence the two `unsafe` words;
# everything else, the network included, is this server and nothing but this server.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
FOREIGN = 4403  # what a socket from elsewhere is closed with


class Guard:
    """ASGI middleware that answers only to the names in `hosts` (None: any), and only to its own pages' requests.

    A page of another site can open a WebSocket to any address, and a name it owns can be made to point at this machine
    (DNS rebinding); the Origin and Host headers give both away.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None = None) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or pass on with the headers added."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        own = self._own(headers, must_be_same=scope["type"] == "websocket" or scope["method"] not in SAFE)
        if not own and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})  # a refused handshake carries no code that a script could read
            await send({"type": "websocket.close", "code": FOREIGN, "reason": "this page belongs to another site"})
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if not own:
            refusal = PlainTextResponse("This address serves its own pages only.\n", status_code=403)
            await refusal(scope, receive, marked)
            return
        await self.app(scope, receive, marked)

    def _own(self, headers: Headers, must_be_same: bool) -> bool:
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            if self.hosts is not None and (urlsplit(f"//{host}").hostname or "") not in self.hosts:
                return False
            return not must_be_same or origin is None or urlsplit(origin).netloc == host
        except ValueError:  # brackets that hold no address
            return False
