"""What the files of games and of duels by keys share: how they are written and read, key events, and what is compared.

A file is JSON, optionally packed by gzip. Whatever is read is checked before anything is played.
"""

import dataclasses
import gzip
import hashlib
import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import InputError, unknown
from .keys import MOST_OJAMA, Event, Handling, KeyGame
from .keystep.record import ANNOUNCED, DOWN, DUE, KEYS, OJAMA, TAP, UP
from .ruleset import Ruleset, from_dict

LONGEST = 60 * 60 * 60 * 24  # ticks: a day
# Events that are no keys, but what comes from another game; their kind is a number.
SENT: Mapping[str, int] = MappingProxyType({"ojama": OJAMA, "announced": ANNOUNCED, "due": DUE})
_SENT = {key: name for name, key in SENT.items()}
_KINDS = {UP: "up", DOWN: "down", TAP: "tap"}
_NUMBERS = {name: kind for kind, name in _KINDS.items()}
_DIGESTED = (
    "cells", "queue", "noise", "tick", "pieces", "lines", "score", "attack", "sent", "fallen", "carry", "pending",
    "announced", "phase", "wait", "x", "y", "rotation", "fall", "quick", "touches", "charge", "beat", "keys", "falling",
    "chain", "topped", "clear", "dead",
)  # fmt: skip


# What is compared -----------------------------------------------------------------------------------------------------


def digest(game: KeyGame) -> str:
    """32 hexadecimal digits of all that a game's future depends on."""
    values = [game.state[name].tolist() for name in _DIGESTED]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]


def agree(told: Any, real: Any) -> None:
    """Raise InputError where the result that a file tells of, a dataclass, is not the one that its events lead to."""
    for field in dataclasses.fields(real):
        one, other = getattr(told, field.name), getattr(real, field.name)
        if one != other:
            raise InputError(
                f"the replay tells of {field.name} {one!r}, its events lead to {other!r}; "
                "it was edited or made by another engine, so record it anew"
            )


# Files ----------------------------------------------------------------------------------------------------------------


def write(path: Path | str, values: Mapping[str, Any]) -> None:
    """Write values as a file, packed where its name ends in `.gz`. The same values give the same bytes.

    Raises InputError where it cannot be written.
    """
    data, path = (json.dumps(values, separators=(",", ":")) + "\n").encode(), Path(path)
    try:
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}; name a file in a folder of yours") from None


def read(path: Path | str, what: str) -> Any:
    """The values in a file of `what`, such as `replay`. Raises InputError where there are none."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; give the file of a {what}") from None
    try:
        return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (ValueError, OSError, EOFError, zlib.error, RecursionError):
        raise InputError(f"{path} is no {what}, since it is no JSON; give a file that was saved as one") from None


# Values ---------------------------------------------------------------------------------------------------------------


def table(what: str, values: Any, form: str, version: int, names: Iterable[str]) -> dict[str, Any]:
    """The values themselves: those of a `what` of this format and version, with fields of these names.

    Raises InputError for anything else.
    """
    if not isinstance(values, dict) or values.get("format") != form:
        raise InputError(f"not a {what} of Puyo by keys; its JSON has format {form!r} at the top")
    given = values.get("version")
    if given != version or isinstance(given, bool):
        raise InputError(f"the {what} has version {given!r}, this program plays {version}; use the one that wrote it")
    _known(what, values, {"format", *names})
    return values


def rules(what: str, values: Any) -> Ruleset:
    """The rules of a `what`. Raises InputError for what is none."""
    if not isinstance(values, dict):
        raise InputError(f"the rules of the {what} are no table of fields; write each with its value")
    return from_dict(values)


def seed(value: Any) -> int:
    """A seed. Raises InputError for what is none."""
    return whole("the seed", value, (1 << 64) - 1)


def fields(what: str, kind: Any, values: Any) -> dict[str, Any]:
    """The values of a dataclass, just its fields, and text where they are text. Raises InputError for others."""
    _known(what, values, {field.name for field in dataclasses.fields(kind)})
    for field in dataclasses.fields(kind):
        if field.type is str and not isinstance(values[field.name], str):
            raise InputError(f"{field.name} of the {what} is {values[field.name]!r}; it must be text")
    return dict(values)


def handling(what: str, values: Any) -> Handling:
    """How keys repeat, of `what`. Raises InputError for what is none."""
    return Handling(**fields(what, Handling, values))


def whole(what: str, value: Any, most: int) -> int:
    """A whole number from 0 to `most`. Raises InputError for what is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InputError(f"{what} is {value!r}; it must be a whole number from 0 to {most}")
    return value


# Events ---------------------------------------------------------------------------------------------------------------


def told(event: Event) -> list[Any]:
    """An event for JSON: its tick, the name of its key, and what is done with it."""
    if event.key in _SENT:
        return [event.tick, _SENT[event.key], event.kind]
    return [event.tick, KEYS[event.key], _KINDS[event.kind]]


def events(where: str, values: Any, ticks: int, sent: Collection[str] = ()) -> tuple[Event, ...]:
    """The events out of JSON, in order and none after `ticks`; of those in SENT the ones named in `sent`.

    Raises InputError for others, which says that they are `where`, such as `of side 0`.
    """
    if not isinstance(values, list):
        raise InputError(f"the events {where} are no list; write [tick, key, kind] for each")
    found: list[Event] = []
    for n, value in enumerate(values, 1):
        what = f"event {n} {where}"
        if not isinstance(value, list) or len(value) != 3:
            raise InputError(f"{what} is {value!r}; write [tick, key, kind]")
        tick, key, kind = value
        whole(f"the tick of {what}", tick, ticks)
        if found and tick < found[-1].tick:
            raise InputError(f"{what} is out of order, at tick {tick} after {found[-1].tick}; sort them")
        found.append(Event(tick, *_done(what, key, kind, sent)))
    return tuple(found)


def _done(what: str, key: Any, kind: Any, sent: Collection[str]) -> tuple[int, int]:
    """The numbers of a key and of what is done with it."""
    if isinstance(key, str) and key in sent:
        return SENT[key], whole(f"the ojama of {what}", kind, MOST_OJAMA)
    for part, name, names in (("key", key, KEYS), ("kind", kind, _NUMBERS)):
        if not isinstance(name, str) or name not in names:
            raise unknown(f"{part} in {what}", str(name), names)
    return KEYS.index(key), _NUMBERS[kind]


def _known(what: str, values: Any, names: set[str]) -> None:
    """Raise InputError for what is no table, or has a field too many or too few."""
    if not isinstance(values, Mapping):
        raise InputError(f"the {what} is {values!r}; it must be a table of fields")
    for name in values:
        if name not in names:
            raise unknown(f"field of the {what}", name, names)
    for name in sorted(names):
        if name not in values:
            raise InputError(f"the {what} lacks the field {name!r}; use a file as it was saved")
