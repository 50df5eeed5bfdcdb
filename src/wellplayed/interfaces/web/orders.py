"""What a page may say to its game: the messages of the socket, checked word by word, and what each of them does."""

import dataclasses
import json
from collections.abc import Callable, Set
from typing import Any

from ...errors import InputError, unknown
from .session import Session

_NONE: frozenset[str] = frozenset()
LARGEST = 4096  # bytes of a message
MOST = 2**53 - 1  # the largest whole number that JavaScript counts to
NAMES: dict[str, Callable[[Session], object]] = {
    "pause": Session.pause,
    "resume": Session.resume,
    "restart": Session.restart,
    "undo": Session.undo,
    "take_back": Session.take_back,
    "step": Session.step,
}


def read(text: str) -> dict[str, Any]:
    """A message as a table. Raises InputError where it is none."""
    try:
        message = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise InputError("a message must be one object in JSON") from None
    if not isinstance(message, dict) or not isinstance(message.get("k"), str):
        raise InputError("a message must be an object whose k says what it is: down, up, do or ping")
    return message


def obey(session: Session, message: dict[str, Any]) -> None:
    """Do what a `down`, `up` or `do` says.

    Raises InputError, and does nothing, where anything about it is wrong; of several settings in one message those
    before the wrong one are made, in the order of SETTINGS.
    """
    kind = message["k"]
    if kind in ("down", "up"):
        _fields(message, {"k", "key", "n"}, {"n"})
        key = _text(message, "key")
        if key not in session.kind.keys:
            raise unknown("key", key[:40], session.kind.keys)
        (session.press if kind == "down" else session.release)(key)
    elif kind == "do":
        _do(session, message)
    else:
        raise unknown("kind of message", kind[:40], ("down", "up", "do", "ping"))


def _do(session: Session, message: dict[str, Any]) -> None:
    what = _text(message, "what")
    if what in NAMES:
        _fields(message, {"k", "what"})
        NAMES[what](session)
    elif what == "hand_over":
        _fields(message, {"k", "what", "agent"}, {"agent"})
        session.hand_over(_text(message, "agent") if "agent" in message else None)
    elif what == "set":
        _fields(message, {"k", "what", *SETTINGS}, set(SETTINGS))
        for name, setting in SETTINGS.items():
            if name in message:
                setting(session, message)
    else:
        raise unknown("thing to do", what[:40], (*NAMES, "hand_over", "set"))


def number(message: dict[str, Any]) -> int | None:
    """The number that the page gave a message; None where there is none. Raises InputError for what is no number."""
    if "n" not in message:
        return None
    n = message["n"]
    if type(n) is not int or not 0 <= n <= MOST:
        raise InputError("n must be a whole number from 0 on")
    return n


# Settings -------------------------------------------------------------------------------------------------------------


def _pace(session: Session, message: dict[str, Any]) -> None:
    session.set_pace(_real("pace", message["pace"]))


def _advice(session: Session, message: dict[str, Any]) -> None:
    if not isinstance(message["advice"], bool):
        raise InputError("advice must be true or false")
    session.set_advice(message["advice"])


def _handling(session: Session, message: dict[str, Any]) -> None:
    given = message["handling"]
    now: Any = session.handling
    names = [field.name for field in dataclasses.fields(now)]
    if not isinstance(given, dict):
        raise InputError(f"handling must be an object with {', '.join(names)}")
    _fields(given, set(names), set(names), "handling")
    numbers = {name: given[name] if name == "sdf" else _real(name, given[name]) for name in names if name in given}
    session.set_handling(dataclasses.replace(now, **numbers))


# In the order in which they are made; those that begin another game come first.
SETTINGS: dict[str, Callable[[Session, dict[str, Any]], None]] = {
    "mode": lambda session, message: session.set_mode(_text(message, "mode")),
    "rules": lambda session, message: session.set_rules(_text(message, "rules")),
    "handling": _handling,
    "agent": lambda session, message: session.set_agent(_text(message, "agent")),
    "pace": _pace,
    "advice": _advice,
}


# Values ---------------------------------------------------------------------------------------------------------------


def _fields(message: dict[str, Any], known: Set[str], optional: Set[str] = _NONE, what: str = "message") -> None:
    """Raise InputError for a field too many or too few."""
    for name in message:
        if name not in known:
            raise unknown(f"field of the {what}", name[:40], known)
    for name in sorted(known - optional):
        if name not in message:
            raise InputError(f"the {what} lacks {name!r}")


def _text(message: dict[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise InputError(f"{name} must be text")
    return value


def _real(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > MOST:
        raise InputError(f"{name} must be a number")
    return float(value)


def _refused(constant: str) -> Any:
    raise ValueError(constant)
