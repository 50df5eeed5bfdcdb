"""The web application: which rooms it has, how it is guarded, and how it is served."""

import importlib
import os
import secrets
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterable
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import app as pages_app
from nicegui import ui
from nicegui.storage import Storage

from . import files, listening, lost
from .guard import Guard

# Each has a `register()`.
ROOMS = ("lost", "socket", "pages.play", "pages.race", "pages.explain", "pages.analyse", "pages.runs")
YEAR = 365 * 24 * 3600
# Bytes in one message of any WebSocket: one that says it is longer is refused before the rest is read. The longest that
# a page of ours sends is a link (links.LONGEST); longer texts and files are posted.
LARGEST_MESSAGE = 1 << 16
GRACE = 2  # seconds in which open connections may end by themselves when the server stops
RECONNECT = 60.0  # seconds for which a page that lost its connection finds itself again


def create(hosts: Iterable[str] | None = None) -> FastAPI:
    """The application with every room registered. `hosts` are the names it answers to; None means any."""
    pages_app.add_static_files(files.root(), files.folder(), max_cache_age=YEAR)
    for room in ROOMS:
        importlib.import_module(f"{__package__}.{room}").register()
    house = FastAPI(openapi_url=None)
    house.add_middleware(Guard, hosts=hosts)
    ui.run_with(
        house,
        root=lost.missing,
        title="wellplayed",
        favicon=files.folder() / "favicon.svg",
        dark=None,
        reconnect_timeout=RECONNECT,
        tailwind=False,
        storage_secret=secrets.token_urlsafe(32),  # cookies of an earlier run mean nothing to this one
        show_welcome_message=False,
    )
    return house


def serve(sock: socket.socket, *, show: bool) -> None:
    """Serve the page at a listening socket until SIGINT or SIGTERM. `show` opens a browser once it answers.

    The signal is raised again when everything has ended, which SIGINT does as KeyboardInterrupt.
    """
    with tempfile.TemporaryDirectory(prefix="wellplayed-") as folder:
        Storage.path = Path(folder)  # NiceGUI would write into the folder where it was started
        config = uvicorn.Config(
            create(listening.names(sock)),
            log_level="warning",
            access_log=False,
            ws_max_size=LARGEST_MESSAGE,
            timeout_graceful_shutdown=GRACE,
        )
        server = Server(config, listening.url(sock) if show else None)
        server.run(sockets=[sock])


class Server(uvicorn.Server):
    """A server that opens a browser once it answers."""

    def __init__(self, config: uvicorn.Config, page: str | None) -> None:
        super().__init__(config)
        self.page = page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer."""
        await super().startup(sockets)
        if self.page is not None and not self.should_exit and has_browser():
            threading.Thread(target=webbrowser.open, args=(self.page,), daemon=True).start()


def has_browser() -> bool:
    """Whether this machine can show a browser's window; a terminal's text browser would take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
