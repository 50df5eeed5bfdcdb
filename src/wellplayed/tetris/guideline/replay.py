"""A game by keys as a file: its rules, handling, seed and key events, and what they lead to.

The file is JSON, optionally packed by gzip, and holds everything that the game depends on: every field of the rules by
name, so that a preset may change later, and the number of the engine's behaviour, `VERSION`. What cannot be run again
exactly is refused with a message, never played by guess.

A `Seeker` goes to any tick of a replay; it keeps snapshots on the way, so that going back is as quick as going on.
"""

import bisect
import dataclasses
import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError, unknown
from .keys import MOST_ROWS, Event, KeyGame, Snapshot
from .keystep.handling import Handling
from .keystep.record import DOWN, GARBAGE, KEYS, TAP, UP
from .keystep.start import Start
from .ruleset import Ruleset, from_dict

FORMAT = "wellplayed-keys"
VERSION = 1  # raise it whenever the same events would lead to another game
_KINDS = {UP: "up", DOWN: "down", TAP: "tap"}
_NUMBERS = {name: kind for kind, name in _KINDS.items()}
_DIGESTED = (
    "columns", "queue", "tick", "pieces", "lines", "score", "attack", "sent", "risen", "combo", "chain", "pending",
    "piece", "orientation", "x", "y", "spin", "hold", "held", "fall", "ground", "resets", "stream", "bag", "dead",
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
        """The game before its first event."""
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

    def save(self, path: Path | str) -> None:
        """Write a file, packed where its name ends in `.gz`. The same replay gives the same bytes."""
        data = (json.dumps(self.as_dict(), separators=(",", ":")) + "\n").encode()
        path = Path(path)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


class Seeker:
    """Any moment of a replay, with a snapshot every `every` ticks."""

    def __init__(self, replay: Replay, every: int = 600) -> None:
        if every < 1:
            raise InputError(f"every={every} is out of range; choose 1 tick or more between snapshots")
        self.replay, self.every = replay, every
        self._kept: dict[int, Snapshot] = {0: replay.game().snapshot()}  # by number

    def at(self, tick: int) -> KeyGame:
        """The game after `tick` ticks; the events of the next one have not happened, but at the end all have.

        Each call gives a game of its own, to look at or to play on. Raises InputError outside the replay.
        """
        replay = self.replay
        if not 0 <= tick <= replay.result.ticks:
            raise InputError(f"tick {tick} is not in the replay; choose 0 to {replay.result.ticks}")
        here = min(tick // self.every, max(self._kept))
        game = replay.game()
        game.events += replay.events[: self._kept[here].events]
        game.restore(self._kept[here])
        for there in range(here + 1, tick // self.every + 1):
            self._go(game, there * self.every)
            self._kept[there] = game.snapshot()
        self._go(game, tick)
        if tick == replay.result.ticks:
            game.play(replay.events[len(game.events) :], tick)
        return game

    def _go(self, game: KeyGame, tick: int) -> None:
        """Forward to a tick, with the events of those before it."""
        first = len(game.events)
        game.play(self.replay.events[first : bisect.bisect_left(self.replay.events, (tick,), first)], tick)


def result(game: KeyGame) -> Result:
    """Where a game has come to."""
    state = game.state
    values = [state[name].tolist() for name in _DIGESTED]
    digest = hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]
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
        raise InputError(f"not a replay of this program; its JSON has format {FORMAT!r} at the top")
    version = values.get("version")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"the replay has version {version!r}, this program plays {VERSION}; use the one that wrote it")
    _known("replay", values, {"format", "version", *(f.name for f in dataclasses.fields(Replay))})
    made = _made("result", Result, values["result"])
    for field in ("ticks", "pieces", "lines", "score"):
        _whole(f"{field} of the result", getattr(made, field))
    rules = values["rules"]
    if not isinstance(rules, dict):
        raise InputError("the rules of the replay are no table of fields; write each with its value")
    handling, start = _made("handling", Handling, values["handling"]), _made("start", Start, values["start"])
    replay = Replay(from_dict(rules), handling, values["seed"], start, _events(values["events"], made.ticks), made)
    replay.game()  # refuses a seed or a start that is none
    return replay


def _told(event: Event) -> list[Any]:
    if event.key == GARBAGE:
        return [event.tick, "garbage", event.kind]
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
        _whole(f"the tick of event {n}", tick)
        if events and tick < events[-1].tick:
            raise InputError(f"event {n} of the replay is out of order, at tick {tick} after {events[-1].tick}; sort")
        if tick > ticks:
            raise InputError(f"event {n} of the replay is at tick {tick}, after its end at {ticks}; remove it")
        if key == "garbage":
            if _whole(f"the rows of event {n}", kind) > MOST_ROWS:
                raise InputError(f"event {n} of the replay brings {kind} rows; choose at most {MOST_ROWS}")
            events.append(Event(tick, GARBAGE, kind))
            continue
        for what, name, names in (("key", key, KEYS), ("kind", kind, _NUMBERS)):
            if not isinstance(name, str) or name not in names:
                raise unknown(f"{what} in event {n} of the replay", str(name), names)
        events.append(Event(tick, KEYS.index(key), _NUMBERS[kind]))
    return tuple(events)


def _whole(what: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise InputError(f"{what} is {value!r}; it must be a whole number from 0")
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
    _known(what, values, {f.name for f in dataclasses.fields(kind)})
    for field in dataclasses.fields(kind):
        if field.type is str and not isinstance(values[field.name], str):
            raise InputError(f"{field.name} of the {what} is {values[field.name]!r}; it must be text")
    return kind(**values)
