"""Measure, in a real browser, how long a key takes to the canvas: from key down to the frame that shows it, drawn.

    python -m tests.interfaces.web.measure_latency [--keys 300] [--agent SPEC] [--idle]

A person's game gets a key every 60 to 180 ms. Beside it runs what the page can do at the same time: the agent thinks
about each piece of that game, and a second tab has another agent play as fast as it goes. `--idle` leaves both out.
What is measured is `event.timeStamp` of the key, set by the browser when the key arrives, to the end of the drawing of
the first frame that the server made after it had read the key. The way from the finger to the browser and from the
canvas to the screen is not in it; on a machine without a graphics card the headless browser paints on the CPU. Where
other programs use the machine as well, they are measured too; `chrt -r 1` before the command keeps them out.
"""

import argparse
import json
import platform
import random
from typing import Any

from playwright.sync_api import Page
from tests.interfaces.web.browser import Server, Visitor, launched

WATCH = """() => {
  const board = document.querySelector('.play wp-board');
  window.waiting = []; window.took = []; window.paint = [];
  document.addEventListener('keydown', (event) => {
    if (!event.repeat && board.wire) window.waiting.push([event.timeStamp, board.wire.n]);
  });
  board.drawn = (frame) => {
    const now = performance.now();
    window.waiting = window.waiting.filter(([began, n]) => frame.n < n || void window.took.push(now - began));
  };
  const draw = board.draw.bind(board);
  board.draw = () => { const began = performance.now(); draw(); window.paint.push(performance.now() - began); };
}"""


def ready(page: Page) -> None:
    """Wait until the board shows a game."""
    page.wait_for_function("document.querySelector('.play wp-board')?.f >= 0")


def say(page: Page, **message: Any) -> None:
    """Send something on the board's own line."""
    page.evaluate("(m) => document.querySelector('.play wp-board').wire.send(m)", {"k": "do", **message})


def begin(page: Page) -> None:
    """A game of the person's own."""
    page.evaluate("document.querySelector('.play wp-board').begin()")
    page.wait_for_function("!document.querySelector('.play wp-board').frame.agent?.on")


def type_keys(page: Page, count: int, chance: random.Random) -> None:
    """Move, turn and drop; the pile is thrown away when it grows."""
    for i in range(count):
        if page.evaluate("document.querySelector('.play wp-board').frame.state") in ("over", "done"):
            say(page, what="restart")
        key = chance.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "KeyZ", "KeyC")) if i % 12 else "Space"
        page.keyboard.down(key)
        page.wait_for_timeout(chance.uniform(30, 80))
        page.keyboard.up(key)
        page.wait_for_timeout(chance.uniform(30, 100))


def quantile(values: list[float], share: float) -> float:
    """The value that so large a share lies at or below."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure(keys: int, agent: str, idle: bool) -> dict[str, Any]:
    """Play, and return the times in milliseconds."""
    server = Server()
    try:
        with launched() as browser:
            visitor = Visitor(browser.new_context(viewport={"width": 1280, "height": 800}), server.address)
            if not idle:
                other = visitor.open(f"/?agent={agent}")
                ready(other)
                say(other, what="set", pace=0)
            page = visitor.open(f"/?agent={agent}")
            ready(page)
            begin(page)
            say(page, what="set", advice=not idle)
            page.bring_to_front()
            type_keys(page, 20, random.Random(1))
            page.evaluate(WATCH)
            type_keys(page, keys, random.Random(2))
            took, paint = page.evaluate("[window.took, window.paint]")
            if visitor.faults:
                raise SystemExit("\n".join(visitor.faults))
    finally:
        server.stop()
    return {
        "machine": f"{platform.machine()} {platform.python_version()}",
        "agent": None if idle else agent,
        "keys": len(took),
        **{f"p{round(100 * share)}": round(quantile(took, share), 2) for share in (0.5, 0.95, 0.99)},
        "paint p50": round(quantile(paint, 0.5), 3),
        "paint p95": round(quantile(paint, 0.95), 3),
    }


def main() -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--agent", default="beam:depth=3,width=6")
    parser.add_argument("--idle", action="store_true")
    options = parser.parse_args()
    print(json.dumps(measure(options.keys, options.agent, options.idle)))


if __name__ == "__main__":
    main()
