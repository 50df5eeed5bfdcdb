"""What the page has to know of a game beyond its keys: the description that each game it plays has (kinds.py).

All that differs between games is said here, so that sessions, tables, rounds, agents and frames know none of them. A
game is played by keys in an engine of its own (`KeyGame`), and thought about by placements (`Game`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from ...game import Game, States
from ...puyo import duel as puyo_duel
from ...puyo import keys as puyo
from ...puyo import ruleset as puyo_rules
from ...tetris.guideline import keys as guideline
from ...tetris.guideline import ruleset as guideline_rules
from .modes import Mode

KeyGame: TypeAlias = guideline.KeyGame | puyo.KeyGame
Rules: TypeAlias = guideline_rules.Ruleset | puyo_rules.Ruleset
Handling: TypeAlias = guideline.Handling | puyo.Handling
Start: TypeAlias = guideline.Start | puyo.Start
Event: TypeAlias = guideline.Event | puyo.Event
Duel: TypeAlias = puyo_duel.Duel  # two games under one clock, whose `games` send each other what hinders


class News(NamedTuple):
    """What an event or a tick has brought."""

    settled: bool = False  # a piece has had its turn: the next one appears, or the game is over
    calls: tuple[str, ...] = ()  # what is called out
    cleared: tuple[int, ...] = ()  # the rows that vanished


class Painting(Protocol):
    """What is kept of one game for its picture, beside its record."""

    def snapshot(self) -> bytes:
        """It as it stands now, to go back to."""

    def restore(self, moment: bytes, state: Any) -> None:
        """Go back to a moment, of which `state` is the game's."""


class Steering(Protocol):
    """Placements of one game carried out by its keys."""

    def aim_at(self, action: int, pace: int, held: bool) -> bool:
        """Plan the keys for an action of the placements, a key every `pace` ticks; False if none lead there.

        `held`: hold had been used when the action was chosen.
        """

    def aim_down(self) -> None:
        """Plan a hard drop and nothing else."""

    def follow(self, pace: int, until: int) -> int:
        """Press keys up to tick `until`; why it stopped before, by the numbers of LOCKED and so on."""

    @property
    def kind(self) -> str:
        """What kind of placement is aimed at."""

    @property
    def hold(self) -> bool:
        """Whether the plan begins with hold."""

    @property
    def met(self) -> bool:
        """Whether the piece that locked last lies where it was to lie."""

    @property
    def cells(self) -> Sequence[tuple[int, int]]:
        """Where the piece is to come to rest."""

    @property
    def remaining(self) -> Sequence[str]:
        """The keys that are still to be pressed."""


class Kind(Protocol):
    """One game. What takes a game, rules or a record takes those of this kind."""

    @property
    def name(self) -> str:
        """As in games.family and in addresses."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that a person presses."""

    @property
    def presets(self) -> tuple[str, ...]:
        """Rule books by name."""

    @property
    def usual(self) -> str:
        """The rule book that need not be named."""

    @property
    def modes(self) -> Mapping[str, Mode]:
        """What the game can be played for."""

    def rules(self, given: Rules | str) -> Rules:
        """Rules that the page can draw, given or as a spec. Raises InputError for others."""

    def handling(self) -> Handling:
        """How keys repeat at first."""

    def start(self) -> Start:
        """The usual start of a game."""

    def opened(self, rules: Any, seed: int, handling: Any, start: Any) -> KeyGame:
        """A fresh game by keys. Raises InputError for a seed or a start that is none, or a handling of another game."""

    def duel(self, rules: Any, seed: int, handling: Any) -> Duel:
        """A fresh duel, the first side played with this handling. Raises InputError as `opened`, or without duels."""

    def placements(self, rules: Any) -> Game:
        """The game that agents think in."""

    def painting(self, rules: Any, start: Any) -> Painting:
        """What is kept for the picture of a fresh game."""

    def news(self, painting: Any, game: Any) -> News:
        """What has come since the last time it was asked, once for every event and tick. The painting is modified."""

    def frame(self, painting: Any, game: Any) -> dict[str, Any]:
        """What a frame says of the field, the pieces and the numbers of this game alone."""

    def glance(self, state: Any) -> tuple[object, ...]:
        """What of it changes with keys and time; a frame is due where it has."""

    def question(self, state: Any) -> tuple[int, ...]:
        """What another advice is due for."""

    def steering(self, game: Any) -> Steering:
        """A steering of one game."""

    def seen(self, game: Any, span: int) -> States:
        """[1] what a player sees, a piece being taken to last `span` ticks."""

    def alike(self, seen: Any, other: Any) -> bool:
        """Whether two positions [1], both as they are seen, ask for the same thought."""

    def steered(self, state: Any) -> bool:
        """Whether a piece is under the keys; else time has to pass."""

    def standing(self, state: Any) -> bool:
        """Whether the piece stands on the ground, where it would lock while one waits."""

    def held(self, state: Any) -> bool:
        """Whether hold has been used for this piece."""

    def replay(self, game: Any, events: Sequence[Any], whole: bool) -> Any:
        """The game as a replay; where the events are not the whole of it, of its beginning."""

    def duel_replay(self, duel: Any, events: Sequence[Sequence[Any]], whole: Sequence[bool]) -> Any:
        """The duel as a replay, of each side its events and whether they are the whole of it; else of its beginning."""
