"""Ctrl-C that is not lost.

Python raises KeyboardInterrupt wherever it happens to be. Where that is a function that C code called, as while Numba
hands a compiled kernel to its cache, nothing can be raised to: Python prints "Exception ignored", drops it and goes on,
and the run that somebody wanted to stop plays to its end. So whatever is dropped there is raised again a little later,
when the C code has had time to return, until it lands in code that can stop.
"""

import _thread
import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

AGAIN = 0.05  # seconds


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Within it, a KeyboardInterrupt that Python would drop is raised again in the main thread."""
    before, timers = sys.unraisablehook, list[threading.Timer]()

    def hook(dropped: Any) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            before(dropped)
            return
        timer = threading.Timer(AGAIN, _thread.interrupt_main)
        timer.daemon = True
        timers.append(timer)
        timer.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
        for timer in timers:
            timer.cancel()
