"""A page with nothing but boards on it, and a line to them that the test holds in its hands: no server, no rules."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from wellplayed.interfaces.web.files import folder

HOST = "http://stage.test"
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
WORDS = {
    "board": "Game",
    "hold": "Hold",
    "next": "Next",
    "states": {"start": "Press a key", "paused": "Paused", "over": "Game over", "waiting": "waiting", "lost": "lost"},
    "calls": {"spin": "{piece}-spin", "double": "double", "combo": "combo {n}"},
    "goals": {"sprint": "lines to go"},
}
PAGE = """<!doctype html><html lang="en"><head>
<link rel="stylesheet" href="/static/theme.css"><script src="/static/house.js"></script>
<link rel="stylesheet" href="/static/board.css"><script type="module" src="/static/board.js"></script>
<style>body { margin: 0 } .room { height: 480px; width: 600px; float: left }</style></head><body>{body}</body></html>"""


class Line:
    """What one board says, and a way to answer it."""

    def __init__(self, route: WebSocketRoute) -> None:
        self.session = route.url.rpartition("/")[2]
        self.said: list[dict[str, Any]] = []
        self._route = route
        route.on_message(lambda text: self.said.append(json.loads(text)))

    def show(self, f: int, **changes: Any) -> None:
        """Send a frame."""
        self._route.send(json.dumps(frame(f, **changes)))

    def close(self, code: int) -> None:
        """Hang up."""
        self._route.close(code=code, reason="")

    def pressed(self) -> list[str]:
        """The keys that went down (+) and up (-), in order."""
        return [("+" if m["k"] == "down" else "-") + m["key"] for m in self.said if m["k"] in ("down", "up")]

    def commands(self) -> list[str]:
        """What was asked for besides keys."""
        return [m["what"] for m in self.said if m["k"] == "do"]


class Stage:
    """The page. `lines` are all lines that boards have opened, the newest last."""

    def __init__(self, page: Page, *boards: str, **attributes: str) -> None:
        self.page = page
        self.lines: list[Line] = []
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route(re.compile(re.escape(HOST)), self._answer)
        page.route_web_socket(re.compile(r"/live/"), lambda route: self.lines.append(Line(route)))
        words = json.dumps(WORDS).replace('"', "&quot;")
        given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        room = "<div class=room><div class=wp-board-room>{board}</div></div>"
        self._body = "<input id=field>" + "".join(
            room.format(board=f'<wp-board session="{name}" words="{words}"{given}></wp-board>') for name in boards
        )
        page.goto(HOST)
        self.until(lambda: len(self.lines) >= len(boards))

    def _answer(self, route: Route) -> None:
        name = route.request.url.removeprefix(HOST).partition("?")[0]
        file = folder() / name.removeprefix("/static/")
        if name == "/":
            route.fulfill(body=PAGE.replace("{body}", self._body), content_type="text/html")
        elif name.startswith("/static/") and file.is_file():
            route.fulfill(body=file.read_text(encoding="utf-8"), content_type=KINDS[file.suffix[1:]])
        else:
            route.fulfill(status=404)

    @property
    def line(self) -> Line:
        """The newest line."""
        return self.lines[-1]

    def until(self, holds: Callable[[], bool], patience: int = 5000) -> None:
        """Wait until something holds."""
        for _ in range(patience // 20):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it never came to hold")

    def f(self) -> int:
        """The number of the frame that the first board shows."""
        return int(self.page.evaluate("document.querySelector('wp-board').f"))

    def pixel(self, x: int, y: int) -> list[int]:
        """The colour in the middle of a cell of the first board."""
        found: list[int] = self.page.evaluate(
            """([x, y]) => { const b = document.querySelector('wp-board'); const { cell, left, floor } = b.at;
            const at = [left + (x + 0.5) * cell, floor - (y + 0.5) * cell];
            return [...b.canvas.getContext('2d').getImageData(...at, 1, 1).data.slice(0, 3)]; }""",
            [x, y],
        )
        return found

    def colour(self, name: str) -> list[int]:
        """A colour of the theme."""
        found: list[int] = self.page.evaluate(
            """(name) => { const s = document.createElement('span'); document.body.append(s);
            s.style.color = `var(--${name})`; const c = getComputedStyle(s).color; s.remove();
            return c.match(/\\d+/g).slice(0, 3).map(Number); }""",
            name,
        )
        return found


def frame(f: int, **changes: Any) -> dict[str, Any]:
    """A frame of an all but empty board: one O cell in the lower left corner, a T falling."""
    rows = ["." * 10] * 21 + ["O" + "." * 9]
    plain = {
        "k": "frame", "f": f, "n": 0, "tick": f, "rows": "/".join(rows), "height": 20,
        "piece": {"letter": "T", "cells": [[4, 18], [5, 18], [6, 18], [5, 19]]},
        "ghost": [[4, 0], [5, 0], [6, 0], [5, 1]],
        "hold": None, "held": False, "next": "LJOSZ", "score": 0, "lines": 0, "pieces": 0, "combo": 0, "chain": 0,
        "level": 1, "attack": 0, "mode": "zen", "left": None, "state": "play", "why": "", "undo": False, "calls": [],
        "cleared": [], "agent": None,
    }  # fmt: skip
    return plain | changes
