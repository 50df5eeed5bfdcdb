"""A game of Puyo by keys as a file: its rules, handling, seed, start and events, and what they lead to.

The file is JSON, optionally packed by gzip. It holds every field of the rules by name, so that a preset may change
later, and the number of the engine's behaviour, `VERSION`. What cannot be run again exactly is refused with a message,
never played by guess. A duel is two games that make each other's ojama (duelreplay.py).
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
from .keys import MOST_OJAMA, Event, Handling, KeyGame, Start
from .keystep.record import ANNOUNCED, DOWN, DUE, KEYS, OJAMA, TAP, UP
from .ruleset import Ruleset, from_dict

FORMAT = "wellplayed-puyo-keys"
VERSION = 1  # raise it whenever the same events would lead to another game
LONGEST = 60 * 60 * 60 * 24  # ticks: a day
_KINDS = {UP: "up", DOWN: "down", TAP: "tap"}
_NUMBERS = {name: kind for kind, name in _KINDS.items()}
_OJAMA = {"ojama": OJAMA, "announced": ANNOUNCED, "due": DUE}  # events that are no keys; their kind is a number
_NAMES = {key: name for name, key in _OJAMA.items()}
_DIGESTED = (
    "cells", "queue", "noise", "tick", "pieces", "lines", "score", "attack", "sent", "fallen", "carry", "pending",
    "announced", "phase", "wait", "x", "y", "rotation", "fall", "quick", "touches", "charge", "beat", "keys", "falling",
    "chain", "topped", "clear", "dead",
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Result:
    """Where a game had come to, for people and, as `digest`, for comparing."""

    ticks: int
    pieces: int
    lines: int
    score: int
    over: str
    digest: str


@dataclasses.dataclass(frozen=True)
class Replay:
    """One game; `result` says where the events lead."""

    rules: Ruleset
    handling: Handling
    seed: int
    start: Start
    events: tuple[Event, ...]
    result: Result
    version: int = VERSION

    def game(self) -> KeyGame:
        """The game before its first event. Raises InputError for a seed or a start that is none."""
        return KeyGame(self.rules, self.seed, self.handling, self.start)

    def run(self) -> KeyGame:
        """The game after its last tick. Raises InputError where that is not what the replay says."""
        game = self.game()
        game.play(self.events, self.result.ticks)
        found = result(game)
        for field in dataclasses.fields(Result):
            told, real = getattr(self.result, field.name), getattr(found, field.name)
            if told != real:
                raise InputError(
                    f"the replay tells of {field.name} {told!r}, its events lead to {real!r}; "
                    "it was edited or made by another engine, so record it anew"
                )
        return game

    def as_dict(self) -> dict[str, Any]:
        """The replay as values for JSON."""
        return {
            "format": FORMAT,
            "version": self.version,
            "rules": self.rules.as_dict(),
            "handling": dataclasses.asdict(self.handling),
            "seed": self.seed,
            "start": dataclasses.asdict(self.start),
            "events": [_told(event) for event in self.events],
            "result": dataclasses.asdict(self.result),
        }


def result(game: KeyGame) -> Result:
    """Where a game has come to."""
    state = game.state
    digest = hashlib.sha256(json.dumps([state[name].tolist() for name in _DIGESTED]).encode()).hexdigest()[:32]
    return Result(int(state.tick), int(state.pieces), int(state.lines), int(state.score), game.over, digest)


def record(game: KeyGame) -> Replay:
    """The replay of a game as far as it has come."""
    return Replay(game.rules, game.handling, game.seed, game.start, tuple(game.events), result(game))


def load(path: Path | str, *, verify: bool = True) -> Replay:
    """Read a file and, unless `verify` is false, run it. Raises InputError for what cannot be replayed exactly."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; give the file of a replay") from None
    try:
        values = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (ValueError, OSError, EOFError, zlib.error, RecursionError):
        raise InputError(f"{path} is no replay, since it is no JSON; give a file that was saved as one") from None
    replay = from_values(values)
    if verify:
        replay.run()
    return replay


def from_values(values: Any) -> Replay:
    """The inverse of `Replay.as_dict`. Raises InputError for what cannot be replayed exactly."""
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f"not a replay of Puyo; its JSON has format {FORMAT!r} at the top")
    version = values.get("version")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"the replay has version {version!r}, this program plays {VERSION}; use the one that wrote it")
    _known("replay", values, {"format", *(field.name for field in dataclasses.fields(Replay))})
    made = _made("result", Result, values["result"])
    for name in ("ticks", "pieces", "lines", "score"):
        _whole(f"{name} of the result", getattr(made, name), LONGEST if name == "ticks" else 1 << 62)
    if not isinstance(values["rules"], dict):
        raise InputError("the rules of the replay are no table of fields; write each with its value")
    handling, start = _made("handling", Handling, values["handling"]), _made("start", Start, values["start"])
    seed = _whole("the seed", values["seed"], (1 << 64) - 1)
    replay = Replay(from_dict(values["rules"]), handling, seed, start, _events(values["events"], made.ticks), made)
    replay.game()  # refuses a start that is none
    return replay


def _told(event: Event) -> list[Any]:
    if event.key in _NAMES:
        return [event.tick, _NAMES[event.key], event.kind]
    return [event.tick, KEYS[event.key], _KINDS[event.kind]]


def _events(values: Any, ticks: int) -> tuple[Event, ...]:
    """Events out of JSON, each checked."""
    if not isinstance(values, list):
        raise InputError("the events of the replay are no list; write [tick, key, kind] for each")
    events: list[Event] = []
    for n, value in enumerate(values, 1):
        if not isinstance(value, list) or len(value) != 3:
            raise InputError(f"event {n} of the replay is {value!r}; write [tick, key, kind]")
        tick, key, kind = value
        _whole(f"the tick of event {n}", tick, ticks)
        if events and tick < events[-1].tick:
            raise InputError(f"event {n} of the replay is out of order, at tick {tick} after {events[-1].tick}; sort")
        if isinstance(key, str) and key in _OJAMA:
            events.append(Event(tick, _OJAMA[key], _whole(f"the ojama of event {n}", kind, MOST_OJAMA)))
            continue
        for part, name, names in (("key", key, KEYS), ("kind", kind, _NUMBERS)):
            if not isinstance(name, str) or name not in names:
                raise unknown(f"{part} in event {n} of the replay", str(name), names)
        events.append(Event(tick, KEYS.index(key), _NUMBERS[kind]))
    return tuple(events)


def _whole(what: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InputError(f"{what} is {value!r}; it must be a whole number from 0 to {most}")
    return value


def _known(what: str, values: Mapping[str, Any], names: set[str]) -> None:
    """Raise InputError for a field too many or too few."""
    for name in values:
        if name not in names:
            raise unknown(f"field of the {what}", name, names)
    for name in sorted(names):
        if name not in values:
            raise InputError(f"the {what} lacks the field {name!r}; use a file as it was saved")


def _made(what: str, kind: Any, values: Any) -> Any:
    """A dataclass out of a JSON object with just its fields."""
    if not isinstance(values, dict):
        raise InputError(f"the {what} of the replay is {values!r}; it must be a table of fields")
    _known(what, values, {field.name for field in dataclasses.fields(kind)})
    for field in dataclasses.fields(kind):
        if field.type is str and not isinstance(values[field.name], str):
            raise InputError(f"{field.name} of the {what} is {values[field.name]!r}; it must be text")
    return kind(**values)
