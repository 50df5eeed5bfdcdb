"""Sessions for tests, and what is done with them often."""

from typing import Any

from wellplayed.interfaces.web.session import Session
from wellplayed.interfaces.web.thinking import AtOnce

STILL = "guideline:gravity=0"


def session(**options: Any) -> Session:
    """A session whose agent answers at once, so that nothing depends on a clock."""
    return Session(**{"seed": 4, "thinking": AtOnce(), "agent": "full-path", **options})


def tap(one: Session, *keys: str) -> None:
    """Press and release."""
    for key in keys:
        one.press(key)
        one.release(key)


def shown(one: Session) -> dict[str, Any]:
    """A frame without its number."""
    return {name: value for name, value in one.frame().items() if name != "f"}
