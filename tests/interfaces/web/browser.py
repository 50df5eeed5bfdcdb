"""A real browser for the tests of the page, and the server that it visits."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import wellplayed

SOURCES = Path(wellplayed.__file__).parents[1]
DEBIAN = "/usr/bin/chromium"
PATIENCE = 30.0  # seconds for anything on a busy machine
# What a browser says about the machine or the test itself, and not about the page.
NOT_OURS = ("WebSocket connection to", "net::ERR_", "Failed to load resource: net::")


def executable() -> str | None:
    """The browser to test with: $CHROMIUM, else Debian's; None where there is none."""
    found = os.environ.get("CHROMIUM") or DEBIAN
    return found if os.access(found, os.X_OK) else None


@contextlib.contextmanager
def launched(**options: Any) -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=["--no-sandbox", "--disable-dev-shm-usage"], **options
        )
        yield browser
        browser.close()


class Server:
    """`wellplayed play` as a process of its own, on a free port."""

    def __init__(self, *options: str, **environment: str) -> None:
        # What marks a test run would switch NiceGUI into its own test mode.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "NICEGUI"))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wellplayed", "play", "--port", "0", "--no-browser", *options],
            env={**kept, "PYTHONPATH": str(SOURCES), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split("  ")[0].rstrip("/\n")
        self.complaints: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.address.startswith("http://"), self.stop()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with contextlib.suppress(ValueError):  # closed meanwhile
            self.complaints.extend(self.process.stderr)

    def stop(self) -> str:
        """End it, and return what it wrote to stderr."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return "".join(self.complaints)

    def memory(self) -> int:
        """The bytes that it has in memory now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def frame(page: Page) -> dict[str, Any]:
    """The frame that the board of a page shows."""
    found: dict[str, Any] = page.evaluate("document.querySelector('wp-board').frame")
    return found


def until(page: Page, holds: str, argument: Any = None) -> None:
    """Wait until something holds of the frame `f` and the board `b` of a page, said in JavaScript."""
    page.wait_for_function(
        f"(x) => {{ const b = document.querySelector('wp-board'); const f = b?.frame; return b?.f > 0 && ({holds}); }}",
        arg=argument,
    )


class Visitor:
    """One person with a browser of their own: pages, and all that went wrong in them or went elsewhere."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.faults: list[str] = []
        self.requests: list[str] = []
        context.set_default_timeout(PATIENCE * 1000)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(NOT_OURS):
            self.faults.append(f"{message.type}: {message.text}")

    def open(self, place: str = "/") -> Page:
        """A new tab at an address of the page, once it is connected to the server."""
        tab = self.context.new_page()
        tab.on("websocket", lambda socket: self.requests.append(socket.url))
        tab.goto(self.address + place)
        tab.wait_for_function("document.querySelector('main') && window.did_handshake === true")
        return tab

    def foreign(self) -> list[str]:
        """The requests that went to another place than the server."""
        own = self.address.partition("://")[2]
        return [
            url for url in self.requests if not url.startswith((f"http://{own}/", f"ws://{own}/", "data:", "blob:"))
        ]
