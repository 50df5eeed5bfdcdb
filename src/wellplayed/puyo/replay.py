"""A game of Puyo by keys as a file: its rules, handling, seed, start and events, and what they lead to.

It holds every field of the rules by name, so that a preset may change later, and the number of the engine's behaviour,
`VERSION`. What cannot be run again exactly is refused with a message, never played by guess. A duel is two games that
make each other's ojama (duelreplay.py); what both files share is in tape.py.
"""

import dataclasses
from pathlib import Path
from typing import Any

from . import tape
from .keys import Event, Handling, KeyGame, Start
from .ruleset import Ruleset

FORMAT = "wellplayed-puyo-keys"
VERSION = 1  # raise it whenever the same events would lead to another game


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
        tape.agree(self.result, result(game))
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
            "events": [tape.told(event) for event in self.events],
            "result": dataclasses.asdict(self.result),
        }


def result(game: KeyGame) -> Result:
    """Where a game has come to."""
    state = game.state
    counts = int(state.tick), int(state.pieces), int(state.lines), int(state.score)
    return Result(*counts, game.over, tape.digest(game))


def record(game: KeyGame) -> Replay:
    """The replay of a game as far as it has come."""
    return Replay(game.rules, game.handling, game.seed, game.start, tuple(game.events), result(game))


def load(path: Path | str, *, verify: bool = True) -> Replay:
    """Read a file and, unless `verify` is false, run it. Raises InputError for what cannot be replayed exactly."""
    replay = from_values(tape.read(path, "replay"))
    if verify:
        replay.run()
    return replay


def from_values(values: Any) -> Replay:
    """The inverse of `Replay.as_dict`. Raises InputError for what cannot be replayed exactly."""
    given = tape.table("replay", values, FORMAT, VERSION, [field.name for field in dataclasses.fields(Replay)])
    made = Result(**tape.fields("result of the replay", Result, given["result"]))
    for name in ("ticks", "pieces", "lines", "score"):
        tape.whole(f"{name} of the result", getattr(made, name), tape.LONGEST if name == "ticks" else 1 << 62)
    rules, seed = tape.rules("replay", given["rules"]), tape.seed(given["seed"])
    handling = tape.handling("handling of the replay", given["handling"])
    start = Start(**tape.fields("start of the replay", Start, given["start"]))
    events = tape.events("of the replay", given["events"], made.ticks, tape.SENT)
    replay = Replay(rules, handling, seed, start, events, made)
    replay.game()  # refuses a start that is none
    return replay
