"""A duel by keys as a file: its rules and seed, for each side handling and key events, and what they lead to.

It holds every field of the rules by name, so that a preset may change later, and the number of the engine's behaviour,
`VERSION`. Ojama is not in it: it follows from the keys. What cannot be run again exactly is refused with a message,
never played by guess. What it shares with the file of a game is in tape.py.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from . import tape
from .duel import SIDES, Duel
from .keys import Event, Handling, KeyGame
from .keystep.record import OJAMA
from .ruleset import Ruleset

FORMAT = "wellplayed-puyo-duel"
VERSION = 1  # raise it whenever the same events would lead to another duel


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
        tape.agree(self.result, result(duel))
        return duel

    def as_dict(self) -> dict[str, Any]:
        """The replay as values for JSON."""
        return {
            "format": FORMAT,
            "version": self.version,
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "handling": [dataclasses.asdict(handling) for handling in self.handling],
            "events": [[tape.told(event) for event in events] for events in self.events],
            "result": {**dataclasses.asdict(self.result), "digests": list(self.result.digests)},
        }

    def save(self, path: Path | str) -> None:
        """Write a file, packed where its name ends in `.gz`. The same replay gives the same bytes.

        Raises InputError where it cannot be written.
        """
        tape.write(path, self.as_dict())


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
    one, two = (tape.digest(game) for game in duel.games)
    return Result(duel.ticks, duel.over, duel.winner, (one, two))


def record(duel: Duel, events: Sequence[Sequence[Event]] | None = None) -> DuelReplay:
    """The replay of a duel as far as it has come. `events` of both sides where they were moved out of its games."""
    one, two = (tuple(e for e in side if e.key < OJAMA) for side in events or [game.events for game in duel.games])
    handling = duel.games[0].handling, duel.games[1].handling
    return DuelReplay(duel.rules, duel.seed, handling, (one, two), result(duel))


def load(path: Path | str, *, verify: bool = True) -> DuelReplay:
    """Read a file and, unless `verify` is false, run it. Raises InputError for what cannot be replayed exactly."""
    replay = from_values(tape.read(path, "duel"))
    if verify:
        replay.run()
    return replay


def from_values(values: Any) -> DuelReplay:
    """The inverse of `DuelReplay.as_dict`. Raises InputError for what cannot be replayed exactly."""
    given = tape.table("duel", values, FORMAT, VERSION, [field.name for field in dataclasses.fields(DuelReplay)])
    made = _result(given["result"])
    rules, seed = tape.rules("duel", given["rules"]), tape.seed(given["seed"])
    one, two = (tape.handling(f"handling of side {side}", value) for side, value in enumerate(_both("handling", given)))
    first, second = (
        tape.events(f"of side {side}", value, made.ticks) for side, value in enumerate(_both("events", given))
    )
    return DuelReplay(rules, seed, (one, two), (first, second), made)


def _result(values: Any) -> Result:
    made = Result(**tape.fields("result", Result, values))
    tape.whole("the ticks of the result", made.ticks, tape.LONGEST)
    if not isinstance(made.over, bool):
        raise InputError(f"over of the result is {made.over!r}; it must be true or false")
    if made.winner is not None and (isinstance(made.winner, bool) or made.winner not in range(SIDES)):
        raise InputError(f"winner of the result is {made.winner!r}; it must be 0, 1 or null")
    one, two = _both("digests", values)
    if not (isinstance(one, str) and isinstance(two, str)):
        raise InputError(f"the digests of the result are {values['digests']!r}; they must be text")
    return dataclasses.replace(made, digests=(one, two))


def _both(what: str, values: Any) -> tuple[Any, Any]:
    """What a duel says of each side."""
    given = values[what]
    if not isinstance(given, list) or len(given) != SIDES:
        raise InputError(f"{what} of the duel must be a list of two, one for each side; use a file as it was saved")
    return given[0], given[1]
