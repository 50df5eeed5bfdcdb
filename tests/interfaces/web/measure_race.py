"""Measure, in a real browser, whether a race of twelve runs smoothly: processor time, and gaps between pictures.

    python -m tests.interfaces.web.measure_race [--pace 10] [--seconds 15]

All generations race at `--pace` pieces a second (0: each at its own pace). Told are the processor time of the server
and of the browser in percent of one core, and for the messages, the pictures painted from them and the frames of the
browser how many there were a second and the gaps between them in milliseconds. Where other programs use the machine as
well they are measured too; `chrt -r 1` before the command keeps them out. Reads /proc, so it needs Linux.
"""

import argparse
import json
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.interfaces.web.browser import Server, Visitor, launched

RACE = "document.querySelector('wp-race')"
WATCH = """() => {
  const race = document.querySelector('wp-race');
  window.seen = { message: [], picture: [], frame: [] };
  window.bytes = 0;
  race.socket.addEventListener('message', (event) => {
    window.seen.message.push(performance.now());
    window.bytes += event.data.length;
  });
  race.painted = () => window.seen.picture.push(performance.now());
  const frame = () => { window.seen.frame.push(performance.now()); requestAnimationFrame(frame); };
  frame();
}"""


def seconds_of(process: int) -> float:
    """Processor time of a process so far."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[int]:
    """A process and all that come from it."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    return [process, *(one for child in children for one in family(int(child)))]


def gaps(times: list[float], seconds: float) -> dict[str, float]:
    """How many there were a second, and the time between them in milliseconds."""
    found = sorted(after - before for before, after in pairwise(times))
    shares = {
        f"p{round(100 * share)}": found[min(int(share * len(found)), len(found) - 1)] for share in (0.5, 0.95, 0.99)
    }
    return {
        "a second": round(len(times) / seconds, 1),
        **{k: round(v, 1) for k, v in shares.items()},
        "most": round(found[-1], 1),
    }


def measure(pace: float, seconds: float) -> dict[str, Any]:
    """Race, and return what was seen."""
    server = Server()
    try:
        with launched() as browser:
            visitor = Visitor(browser.new_context(viewport={"width": 1280, "height": 800}), server.address)
            page = visitor.open(f"/race?seed=1&pieces=10000&pace={pace:g}")
            page.wait_for_function(f"{RACE}?.state === 'paused'")
            page.evaluate(WATCH)
            page.click(".wp-start")
            page.wait_for_timeout(3000)
            page.evaluate("for (const kind in seen) seen[kind].length = 0; bytes = 0;")
            own = [process for process in family(os.getpid()) if process not in (os.getpid(), server.process.pid)]
            before, began = {p: seconds_of(p) for p in [*own, server.process.pid]}, time.monotonic()
            page.wait_for_timeout(1000 * seconds)
            seen, size = page.evaluate("[seen, bytes]")
            took = time.monotonic() - began
            spent = {p: max(seconds_of(p) - before[p], 0.0) for p in before}
    finally:
        server.stop()
    return {
        "pace": pace,
        "server %": round(100 * spent[server.process.pid] / took),
        "browser %": round(100 * sum(spent[p] for p in own) / took),
        "kB a second": round(size / took / 1000, 1),
        **{kind: gaps(times, took) for kind, times in seen.items()},
    }


def main() -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pace", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args()
    print(json.dumps(measure(options.pace, options.seconds)))


if __name__ == "__main__":
    main()
