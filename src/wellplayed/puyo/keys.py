"""A game of Puyo played by keys: press, release, and let time pass.

A `KeyGame` is a thin wrapper around one record (keystep/record.py) and the kernel that takes it from tick to tick
(keystep/steps.py). Keys act when they are pressed, before the next tick; a game is given by its rules, its handling,
its seed and its key events alone, so it can be saved, taken back and run again to the same bytes.

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

from ..errors import InputError, unknown
from ..rng import as_seeds
from .cells import COLOURS, EMPTY, TOP, VISIBLE, WIDTH
from .keystep.book import book
from .keystep.handling import Handling
from .keystep.motion import ABOVE, ASIDE
from .keystep.record import ANNOUNCED, CAUSES, DOWN, DTYPE, DUE, EVENT, KEYS, OJAMA, PHASES, STEERED, TAP, UP
from .keystep.seen import see
from .keystep.start import Start, blank, given
from .keystep.steps import advance, new
from .placing import landing
from .record import DTYPE as PLACEMENTS
from .ruleset import Ruleset
from .text import show

__all__ = ["Event", "Handling", "KeyGame", "Snapshot", "Start", "path_keys", "play_keys"]

MOST_OJAMA = 9999  # in one event
# The names that paths use, by the key that each taps.
TAPS = {"L": "left", "R": "right", "CW": "cw", "CCW": "ccw", "D": "soft", "HD": "hard"}

_NOTHING = np.empty(0, EVENT)


class Event(NamedTuple):
    """A key event: `kind` 0 is up, 1 down, 2 a tap.

    Key 6 sends ojama that is to fall and key 7 announces some, `kind` of it; by key 8 what is announced is to fall.
    """

    tick: int
    key: int
    kind: int


class Snapshot(NamedTuple):
    """A moment of a game."""

    state: bytes
    events: int  # how many had happened


class KeyGame:
    """One game under `rules`, its pairs given by `seed` (0 to 2**64 - 1), its keys repeating by `handling`.

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
        new(self._states, self._book, np.array([seed], np.uint64), given(self.start))

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
        """Why the game is over: `choked`, or empty while it goes on."""
        return CAUSES[self.state.cause]

    @property
    def phase(self) -> str:
        """What goes on: `steered`, `locking`, `popping`, `falling`, `raining` or `coming` (keystep/record.py)."""
        return PHASES[self.state.phase]

    def press(self, key: str) -> bool:
        """Put a key down, one of `left right soft hard cw ccw`; False if nothing came of it.

        Raises InputError for an unknown key.
        """
        return self._event(_number(key), DOWN)

    def release(self, key: str) -> bool:
        """Let a key go; False if it was not down. Raises InputError for an unknown key."""
        return self._event(_number(key), UP)

    def apply(self, key: str) -> bool:
        """One key of a path at once: `L R CW CCW D HD`, D being one row down; False if nothing came of it.

        No key is held, and nothing repeats. Raises InputError for an unknown key.
        """
        if key not in TAPS:
            raise unknown("key of a path", key, TAPS)
        return self._event(KEYS.index(TAPS[key]), TAP)

    def receive(self, ojama: int) -> None:
        """Let ojama be on its way, which falls when a turn is over. Raises InputError for a number out of range."""
        self._come(OJAMA, ojama)

    def announce(self, ojama: int) -> None:
        """Announce ojama of a chain that still runs: it falls no sooner than after `arrive`.

        Raises InputError for a number out of range.
        """
        self._come(ANNOUNCED, ojama)

    def arrive(self) -> None:
        """Let what is announced be on its way, the chain that sent it being over."""
        if self.state.announced:
            self._event(DUE, UP)

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

    def seen(self) -> Any:
        """[1] what a player sees now, as a record of play by placements (record.py); nothing hidden is in it.

        Between two pairs it is the position in which the next one will appear; see keystep/seen.py.
        """
        out = np.zeros(1, PLACEMENTS)
        see(self._states, self._book, np.zeros(1, DTYPE), out)
        return out

    def pair(self) -> tuple[str, str] | None:
        """The colours of the falling pair, the axis first; None between two pairs."""
        axis, child = self.state.queue[0].tolist()
        return (COLOURS[axis], COLOURS[child]) if self.state.phase == STEERED else None

    def cells(self) -> list[tuple[int, int]]:
        """The cells (x, y) of the falling pair, the axis first; none between two pairs."""
        state = self.state
        if state.phase != STEERED:
            return []
        x, y = int(state.x), int(state.y)
        return [(x, y), (x + int(ASIDE[state.rotation]), y + int(ABOVE[state.rotation]))]

    def ghost(self) -> list[tuple[int, int]]:
        """The cells where the falling pair would come to rest, torn apart or not; y is 13 in row 14."""
        cells = self.cells()
        if not cells:
            return []
        columns = [int(self.state.columns[x]) for x, _ in cells]
        bits = landing(int(self.state.rotation) * WIDTH + cells[0][0], *columns)
        return [(x, int(bit).bit_length() - 1) for (x, _), bit in zip(cells, bits, strict=True)]

    def show(self) -> str:
        """The field as rows of letters, the falling pair in small ones, the top row first; then the next pairs.

        Hidden rows only where something is in them; a puyo that has used up row 14 is `x`.
        """
        state, pair = self.state, self.pair()
        rows = [list(row) for row in reversed(show(state.cells).splitlines())]
        falling = dict(zip(self.cells(), pair, strict=True)) if pair else {}
        top = max([len(rows), *(y + 1 for _, y in falling), TOP + 1 if state.topped else VISIBLE])
        rows += [["."] * WIDTH for _ in range(top - len(rows))]
        for x in range(WIDTH):
            if state.topped >> x & 1:
                rows[TOP][x] = "x"
        for (x, y), letter in falling.items():
            rows[y][x] = letter.lower()
        coming = state.queue[1 if pair else 0 : self.rules.previews + 1].tolist()
        queue = [COLOURS[a] + COLOURS[b] for a, b in coming if a != EMPTY]
        return "\n".join(["".join(row) for row in reversed(rows)] + [f"next {' '.join(queue) or '-'}"])

    def _come(self, key: int, ojama: int) -> None:
        if not 0 <= ojama <= MOST_OJAMA:
            raise InputError(f"{ojama} ojama are out of range; choose 0 to {MOST_OJAMA}")
        if ojama:
            self._event(key, ojama)

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
    keys = re.findall("CCW|CW|HD|L|R|D", text)
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
