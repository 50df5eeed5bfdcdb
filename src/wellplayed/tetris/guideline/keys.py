"""A game of guideline Tetris played by keys: press, release, and let time pass.

A `KeyGame` is a thin wrapper around one record (keystep/record.py) and the kernel that takes it from tick to tick
(keystep/steps.py). Keys act when they are pressed, before the next tick; a game is given by its rules, its handling,
its seed and its key events alone, so it can be saved (replay.py), taken back and run again to the same bytes.

>>> game = KeyGame(seed=7)
>>> game.press("hard")
True
>>> game.tick(60)
>>> int(game.state.pieces), int(game.state.tick)
(1, 60)
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError, unknown
from ...rng import as_seeds
from ..pieces import PIECES
from ..srs import CELLS
from .keystep.book import book
from .keystep.handling import Handling
from .keystep.record import CAUSES, DOWN, DTYPE, EVENT, GARBAGE, KEYS, NONE, TAP, UP
from .keystep.seen import see
from .keystep.start import Start, blank
from .keystep.steps import advance, new
from .record import DTYPE as PLACEMENTS
from .ruleset import Ruleset

__all__ = ["Event", "Handling", "KeyGame", "Snapshot", "Start", "path_keys", "play_keys"]

MOST_ROWS = 1000  # of garbage in one event
# The names that paths use, by the key that each taps.
TAPS = {"L": "left", "R": "right", "CW": "cw", "CCW": "ccw", "180": "180", "D": "soft", "HD": "hard", "HOLD": "hold"}


_NOTHING = np.empty(0, EVENT)


class Event(NamedTuple):
    """A key event: `kind` 0 is up, 1 down, 2 a tap. Key 8 announces garbage, `kind` rows of it."""

    tick: int
    key: int
    kind: int


class Snapshot(NamedTuple):
    """A moment of a game."""

    state: bytes
    events: int  # how many had happened


class KeyGame:
    """One game under `rules`, its pieces given by `seed` (0 to 2**64 - 1), its keys repeating by `handling`.

    `events` are all key events so far, in order. Raises InputError for a seed out of range or a start that is none.
    """

    def __init__(
        self,
        rules: Ruleset | None = None,
        seed: int = 0,
        handling: Handling | None = None,
        start: Start | None = None,
    ) -> None:
        self.rules, self.handling, self.start = rules or Ruleset(), handling or Handling(), start or Start()
        self.seed = int(as_seeds([seed])[0])
        self.events: list[Event] = []
        self._states = blank(self.start, self.rules)
        self._book = book(self.rules, self.handling)
        new(self._states, self._book, np.array([seed], np.uint64))

    @property
    def state(self) -> Any:
        """The record of the game as it stands; a view, to read."""
        return self._states[0]

    @property
    def states(self) -> Any:
        """[1] that record for kernels; whoever changes it by a key adds the event to `events`."""
        return self._states

    @property
    def book(self) -> Any:
        """[1] the numbers of the rules and the handling (keystep/book.py), for kernels."""
        return self._book

    @property
    def over(self) -> str:
        """Why the game is over: `block out`, `lock out`, `garbage out`, or empty while it goes on."""
        return CAUSES[self.state.cause]

    def press(self, key: str) -> bool:
        """Put a key down, one of `left right soft hard cw ccw 180 hold`; False if nothing came of it.

        Raises InputError for an unknown key.
        """
        return self._event(_number(key), DOWN)

    def release(self, key: str) -> bool:
        """Let a key go; False if it was not down. Raises InputError for an unknown key."""
        return self._event(_number(key), UP)

    def apply(self, key: str) -> bool:
        """One key of a path at once: `L R CW CCW 180 D HD HOLD`, D being one row down; False if nothing came of it.

        No key is held, nothing repeats, and the lock delay is left alone. Raises InputError for an unknown key.
        """
        if key not in TAPS:
            raise unknown("key of a path", key, TAPS)
        return self._event(KEYS.index(TAPS[key]), TAP)

    def receive(self, rows: int) -> None:
        """Announce rows of garbage. Raises InputError for a number out of range."""
        if not 0 <= rows <= MOST_ROWS:
            raise InputError(f"{rows} rows of garbage are out of range; choose 0 to {MOST_ROWS}")
        if rows:
            self._event(GARBAGE, rows)

    def tick(self, n: int = 1) -> None:
        """Let `n` ticks (sixtieths of a second) pass; none pass when the game is over."""
        if n < 0:
            raise InputError(f"{n} ticks cannot pass; time runs forwards, and restore() takes back")
        self._run(_NOTHING, int(self.state.tick) + n)

    def play(self, events: Sequence[Event], until: int) -> None:
        """Let recorded events happen, each at its tick, up to and with those of tick `until`, where time stops."""
        if not self.state.dead:
            self.events += events
        self._run(np.array(list(events), EVENT), until)

    def snapshot(self) -> Snapshot:
        """The game as it stands now, to go back to."""
        return Snapshot(self._states.tobytes(), len(self.events))

    def restore(self, moment: Snapshot) -> None:
        """Go back to a moment of this game; events after it are forgotten."""
        if moment.events > len(self.events):
            raise InputError("that moment is not of this game's past; restore a snapshot of the same game")
        self._states = np.frombuffer(bytearray(moment.state), DTYPE)
        del self.events[moment.events :]

    def seen(self, span: int = 20) -> Any:
        """[1] what a player sees now, as a record of play by placements (record.py); nothing hidden is in it.

        A piece is taken to last `span` ticks, in which garbage waits; see keystep/seen.py.
        """
        out, given = np.zeros(1, PLACEMENTS), False
        if self.rules.previews == 0:
            state = self.state
            held = state.hold != NONE and not self.start.hold
            given = state.pieces + 1 + held < len(self.start.queue)
        see(self._states, self._book, given, span, out)
        return out

    def cells(self) -> list[tuple[int, int]]:
        """The cells (x, y) of the falling piece."""
        state = self.state
        if state.piece == NONE:
            return []
        return [(int(state.x + x), int(state.y + y)) for x, y in CELLS[PIECES[state.piece]][state.orientation]]

    def ghost(self) -> list[tuple[int, int]]:
        """The cells where the falling piece would land."""
        cells = self.cells()
        columns = [int(c) for c in self.state.columns]
        while cells and all(y > 0 and not columns[x] >> (y - 1) & 1 for x, y in cells):
            cells = [(x, y - 1) for x, y in cells]
        return cells

    def show(self) -> str:
        """The board as rows of `#`, `.` and the letter of the falling piece, the top row first; then hold and queue.

        Hidden rows only where something is in them.
        """
        state, falling = self.state, set(self.cells())
        letter = PIECES[state.piece]
        columns = [int(c) for c in state.columns[: self.rules.width]]
        top = max([self.rules.height, *(c.bit_length() for c in columns), *(y + 1 for _, y in falling)])
        rows = [
            "".join(letter if (x, y) in falling else ".#"[c >> y & 1] for x, c in enumerate(columns))
            for y in reversed(range(top))
        ]
        queue = "".join(PIECES[p] for p in state.queue[: self.rules.previews] if p != NONE)
        return "\n".join([*rows, f"hold {PIECES[state.hold] if state.hold != NONE else '-'}  next {queue or '-'}"])

    def _event(self, key: int, kind: int) -> bool:
        if self.state.dead:
            return False
        event = Event(int(self.state.tick), key, kind)
        self.events.append(event)
        return bool(self._run(np.array([event], EVENT), event.tick)[0])

    def _run(self, events: Any, until: int) -> Any:
        """Feed events and go on to the end of a tick; which of the events had an effect."""
        took = np.zeros(len(events), np.bool_)
        advance(self._states, self._book, events, np.array([0, len(events)]), np.array([until]), took)
        return took


def path_keys(path: str | Iterable[str]) -> list[str]:
    """The keys of a path, which may be one string: `LLCWDHD` is L, L, CW, D, HD.

    Raises InputError for anything else.

    >>> path_keys("RCCWDDHD")
    ['R', 'CCW', 'D', 'D', 'HD']
    """
    if not isinstance(path, str):
        return list(path)
    text = re.sub(r"[\s,]+", "", path)
    keys = re.findall("CCW|CW|180|HOLD|HD|L|R|D", text)
    if "".join(keys) != text:
        raise InputError(f"cannot read the path {path!r}; write keys out of {' '.join(TAPS)}")
    return keys


def play_keys(game: KeyGame, keys: str | Iterable[str]) -> list[bool]:
    """Play a path key by key, no time passing; which of the keys had an effect."""
    return [game.apply(key) for key in path_keys(keys)]


def _number(key: str) -> int:
    if key not in KEYS:
        raise unknown("key", key, KEYS)
    return KEYS.index(key)
