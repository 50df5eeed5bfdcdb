"""Single keys from the terminal while something else is running."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Read = Callable[[float], str]  # waits up to so many seconds for a key; "" if none came

ARROWS = {"\x1b[C": "right", "\x1b[A": "up", "\x1b[B": "down", "\x1b[D": "left"}


@contextmanager
def keyboard() -> Iterator[Read]:
    """Read keys without echo and without Enter. The terminal is as it was afterwards, whatever happens.

    Where standard input is no terminal, or the platform has no way to do this, no key ever comes. Ctrl-C still raises
    KeyboardInterrupt.
    """
    if not sys.stdin.isatty():
        yield _none
    elif sys.platform == "win32":
        yield _windows
    else:
        import termios
        import tty

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
        try:
            tty.setcbreak(number)  # keys at once, but Ctrl-C stays an interrupt
            yield _posix
        finally:
            termios.tcsetattr(number, termios.TCSADRAIN, before)


def _none(seconds: float) -> str:
    time.sleep(max(seconds, 0))
    return ""


def _posix(seconds: float) -> str:
    import select

    number = sys.stdin.fileno()
    if not select.select([number], [], [], max(seconds, 0))[0]:
        return ""
    text = os.read(number, 8).decode(errors="ignore")
    return ARROWS.get(text, text[:1]) if text else _none(seconds)  # nothing to read means that nobody is there


if sys.platform == "win32":
    import msvcrt

    def _windows(seconds: float) -> str:
        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= end:
                return ""
            time.sleep(0.005)
        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        if key in "\x00\xe0":
            return {"M": "right", "H": "up", "P": "down", "K": "left"}.get(msvcrt.getwch(), "")
        return key
