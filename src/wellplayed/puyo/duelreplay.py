"""A duel by keys as a file: its rules and seed, for each side handling and key events, and what they lead to.

The file is JSON, optionally packed by gzip. It holds every field of the rules by name, so that a preset may change
later, and the number of the engine's behaviour, `VERSION`. Ojama is not in it: it follows from the keys. What cannot be
run again exactly is refused with a message, never played by guess.
"""

import dataclasses
import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, unknown
from .duel import SIDES, Duel
from .keys import Event, Handling, KeyGame
from .keystep.record import DOWN, KEYS, OJAMA, TAP, UP
from .ruleset import Ruleset, from_dict

FORMAT = "wellplayed-puyo-duel"
VERSION = 1  # raise it whenever the same events would lead to another duel
LONGEST = 60 * 60 * 60 * 24  # ticks: a day
_KINDS = {UP: "up", DOWN: "down", TAP: "tap"}
_NUMBERS = {name: kind for kind, name in _KINDS.items()}
_DIGESTED = (
    "cells", "queue", "noise", "tick", "pieces", "lines", "score", "attack", "sent", "fallen", "carry", "pending",
    "announced", "phase", "wait", "x", "y", "rotation", "fall", "quick", "touches", "charge", "beat", "keys", "falling",
    "chain", "topped", "clear", "dead",
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Result:
    """Where a duel had come to, for people and, as `digests` of both sides, for comparing."""

    ticks: int
    over: bool
    winner: int | None
    digests: tuple[str, str]


@dataclasses.dataclass(frozen=True)
class DuelReplay:
    """One duel; `result` says where the events of both sides lead."""

    rules: Ruleset
    seed: int
    handling: tuple[Handling, Handling]
    events: tuple[tuple[Event, ...], tuple[Event, ...]]
    result: Result
    version: int = VERSION

    def duel(self) -> Duel:
        """The duel before its first event. Its ticks bring the events, of which those of the last tick are left out."""
        duel = Duel(self.rules, self.seed, self.handling)
        for side in range(SIDES):
            duel.drive(side, _Script(duel.games[side], self.events[side]))
        return duel

    def run(self) -> Duel:
        """The duel after its last event. Raises InputError where that is not what the replay says."""
        duel = self.duel()
        duel.tick(self.result.ticks)
        for side, game in enumerate(duel.games):
            if not duel.over:
                game.play([event for event in self.events[side] if event.tick == duel.ticks], duel.ticks)
            duel.drive(side, None)
        found = result(duel)
        for field in dataclasses.fields(Result):
            told, real = getattr(self.result, field.name), getattr(found, field.name)
            if told != real:
                raise InputError(
                    f"the replay tells of {field.name} {told!r}, its events lead to {real!r}; "
                    "it was edited or made by another engine, so record it anew"
                )
        return duel

    def as_dict(self) -> dict[str, Any]:
        """The replay as values for JSON."""
        return {
            "format": FORMAT,
            "version": self.version,
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "handling": [dataclasses.asdict(handling) for handling in self.handling],
            "events": [[[e.tick, KEYS[e.key], _KINDS[e.kind]] for e in events] for events in self.events],
            "result": {**dataclasses.asdict(self.result), "digests": list(self.result.digests)},
        }

    def save(self, path: Path | str) -> None:
        """Write a file, packed where its name ends in `.gz`. The same replay gives the same bytes.

        Raises InputError where it cannot be written.
        """
        data = (json.dumps(self.as_dict(), separators=(",", ":")) + "\n").encode()
        path = Path(path)
        try:
            path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror}; name a file in a folder of yours") from None


class _Script:
    """Plays one side by recorded events."""

    def __init__(self, game: KeyGame, events: tuple[Event, ...]) -> None:
        self._game, self._events, self._next = game, events, 0

    def go(self, until: int) -> None:
        """Take the game to the tick `until`, with the events before it."""
        first = self._next
        while self._next < len(self._events) and self._events[self._next].tick < until:
            self._next += 1
        self._game.play(self._events[first : self._next], until)


def result(duel: Duel) -> Result:
    """Where a duel has come to."""
    one, two = (_digest(game) for game in duel.games)
    return Result(duel.ticks, duel.over, duel.winner, (one, two))


def record(duel: Duel) -> DuelReplay:
    """The replay of a duel as far as it has come."""
    one, two = (tuple(event for event in game.events if event.key < OJAMA) for game in duel.games)
    handling = duel.games[0].handling, duel.games[1].handling
    return DuelReplay(duel.rules, duel.seed, handling, (one, two), result(duel))


def load(path: Path | str, *, verify: bool = True) -> DuelReplay:
    """Read a file and, unless `verify` is false, run it. Raises InputError for what cannot be replayed exactly."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; give the file of a duel") from None
    try:
        values = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (ValueError, OSError, EOFError, zlib.error, RecursionError):
        raise InputError(f"{path} is no duel, since it is no JSON; give a file that was saved as one") from None
    replay = from_values(values)
    if verify:
        replay.run()
    return replay


def from_values(values: Any) -> DuelReplay:
    """The inverse of `DuelReplay.as_dict`. Raises InputError for what cannot be replayed exactly."""
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f"not a duel of this program; its JSON has format {FORMAT!r} at the top")
    version = values.get("version")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"the duel has version {version!r}, this program plays {VERSION}; use the one that wrote it")
    _known("duel", values, {"format", *(field.name for field in dataclasses.fields(DuelReplay))})
    made = _result(values["result"])
    if not isinstance(values["rules"], dict):
        raise InputError("the rules of the duel are no table of fields; write each with its value")
    rules = from_dict(values["rules"])
    one, two = (_handling(side, value) for side, value in enumerate(_both("handling", values["handling"])))
    first, second = (_events(side, value, made.ticks) for side, value in enumerate(_both("events", values["events"])))
    seed = _whole("the seed", values["seed"], (1 << 64) - 1)
    return DuelReplay(rules, seed, (one, two), (first, second), made)


def _digest(game: KeyGame) -> str:
    values = [game.state[name].tolist() for name in _DIGESTED]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]


def _result(values: Any) -> Result:
    _known("result", values, {field.name for field in dataclasses.fields(Result)})
    ticks, over, winner = _whole("the ticks of the result", values["ticks"], LONGEST), values["over"], values["winner"]
    if not isinstance(over, bool):
        raise InputError(f"over of the result is {over!r}; it must be true or false")
    if winner is not None and (isinstance(winner, bool) or winner not in range(SIDES)):
        raise InputError(f"winner of the result is {winner!r}; it must be 0, 1 or null")
    one, two = _both("digests", values["digests"])
    if not (isinstance(one, str) and isinstance(two, str)):
        raise InputError(f"the digests of the result are {values['digests']!r}; they must be text")
    return Result(ticks, over, winner, (one, two))


def _handling(side: int, values: Any) -> Handling:
    _known(f"handling of side {side}", values, {field.name for field in dataclasses.fields(Handling)})
    return Handling(**values)


def _events(side: int, values: Any, ticks: int) -> tuple[Event, ...]:
    """The events of one side out of JSON, each checked."""
    if not isinstance(values, list):
        raise InputError(f"the events of side {side} are no list; write [tick, key, kind] for each")
    events: list[Event] = []
    for n, value in enumerate(values, 1):
        what = f"event {n} of side {side}"
        if not isinstance(value, list) or len(value) != 3:
            raise InputError(f"{what} is {value!r}; write [tick, key, kind]")
        tick, key, kind = value
        _whole(f"the tick of {what}", tick, ticks)
        if events and tick < events[-1].tick:
            raise InputError(f"{what} is out of order, at tick {tick} after {events[-1].tick}; sort them")
        for part, name, names in (("key", key, KEYS), ("kind", kind, _NUMBERS)):
            if not isinstance(name, str) or name not in names:
                raise unknown(f"{part} in {what}", str(name), names)
        events.append(Event(tick, KEYS.index(key), _NUMBERS[kind]))
    return tuple(events)


def _both(what: str, values: Any) -> tuple[Any, Any]:
    if not isinstance(values, list) or len(values) != SIDES:
        raise InputError(f"{what} of the duel must be a list of two, one for each side; use a file as it was saved")
    return values[0], values[1]


def _whole(what: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InputError(f"{what} is {value!r}; it must be a whole number from 0 to {most}")
    return value


def _known(what: str, values: Any, names: set[str]) -> None:
    """Raise InputError for what is no table, or a field too many or too few."""
    if not isinstance(values, Mapping):
        raise InputError(f"the {what} is {values!r}; it must be a table of fields")
    for name in values:
        if name not in names:
            raise unknown(f"field of the {what}", name, names)
    for name in sorted(names):
        if name not in values:
            raise InputError(f"the {what} lacks the field {name!r}; use a file as it was saved")
