"""Placements carried out in a game by keys: aim at one, then let its keys be pressed as time goes on.

>>> steering = Steering(KeyGame(seed=22))
>>> steering.aim(6 * 1 + 4), steering.remaining
(True, ('R', 'R', 'CW', 'HD'))
>>> steering.follow(pace=2, until=3), steering.remaining
(0, ('CW', 'HD'))
>>> steering.follow(pace=2, until=60) == LOCKED, steering.met, int(steering.game.state.tick)
(True, True, 6)
"""

from typing import Any

import numpy as np

from .cells import TOP, WIDTH
from .keys import TAPS, KeyGame
from .keystep.links import measure
from .keystep.record import KEYS, STEERED
from .keystep.way import after, numbered
from .paths import START, parts, way
from .placing import child_column, landing

__all__ = ["ASTRAY", "LOCKED", "LOST", "STUCK", "WAITING", "Steering"]

WAITING, LOCKED, ASTRAY, LOST, STUCK = range(5)  # why `follow` stopped
NOWHERE = -1


class Steering:
    """Steers the pairs of one game, one aim for each. Between calls anybody may press keys or let time pass.

    An aim may be taken while the chain before it still runs: it is planned for where the next pair will appear.
    """

    def __init__(self, game: KeyGame) -> None:
        self.game = game
        self._plan: tuple[str, ...] = ()
        self._places: list[tuple[int, int]] = []  # where each key is due: column and rotation
        self._columns: list[int] = []
        self._next, self._due, self._pieces, self._goal = 0, 0, NOWHERE, NOWHERE
        self._met = False

    def aim(self, action: int) -> bool:
        """Plan the keys that bring the pair over the place of an action, from where it is; False if none lead there.

        After False all is as before.
        """
        columns, topped, start, armed = self._here()
        found = way(columns, topped, start, action, armed)
        if found is None:
            return False
        self._set(action, (*found, "HD"), columns, topped, start, armed)
        return True

    def aim_down(self) -> None:
        """Plan a hard drop and nothing else; the game must not be over."""
        columns, topped, start, armed = self._here()
        self._set(start[2] * WIDTH + start[0], ("HD",), columns, topped, start, armed)

    def follow(self, pace: int, until: int) -> int:
        """Press keys, one every `pace` ticks (0: all at once), up to tick `until`; why it stopped before.

        WAITING at the tick `until` or at the end of the game; LOCKED, when the pair has locked; ASTRAY, since the pair
        or the field is not as planned, so that another aim must be taken; LOST, since the pair is another one; STUCK,
        since a key had no effect. Keys that were held are let go first.
        """
        game = self.game
        for number, key in enumerate(KEYS):
            if game.state.keys >> number & 1:
                game.release(key)
        self._due = min(self._due, int(game.state.tick) + max(pace, 1))
        while not game.state.dead and game.state.tick < until:
            if game.state.pieces != self._pieces:
                return LOST
            if game.state.phase != STEERED:
                game.tick(min(max(int(game.state.wait), 1), until - int(game.state.tick)))
                continue
            outcome = self._press(pace)
            if outcome != WAITING:
                return outcome
            if game.state.tick < until:
                game.tick()
                if self._ended():
                    return LOCKED
        return WAITING

    def _press(self, pace: int) -> int:
        """Press what is due at this tick."""
        game = self.game
        while self._due <= game.state.tick and not game.state.dead:
            state = game.state
            there = int(state.x), int(state.rotation)
            if there != self._places[self._next] or state.columns.tolist() != self._columns:
                return ASTRAY
            key = self._plan[self._next]
            took = self._tapped(key)
            self._next += 1
            self._due = int(game.state.tick) + (pace if key != "HD" else max(pace, 1))
            if self._ended():
                return LOCKED
            if not took:
                return STUCK
        return WAITING

    def _tapped(self, key: str) -> bool:
        """One key down and up again; False if nothing came of it."""
        took = self.game.press(TAPS[key])
        self.game.release(TAPS[key])
        return took

    @property
    def met(self) -> bool:
        """Whether the pair that locked last lies where it was to lie."""
        return self._met

    @property
    def goal(self) -> int:
        """The action that is aimed at; -1 before the first aim."""
        return self._goal

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Where axis and child come to rest, (x, y) each; y is 13 in row 14. Empty before the first aim."""
        if self._goal == NOWHERE:
            return ()
        columns = parts(self._goal)[1], int(child_column(self._goal))
        bits = landing(self._goal, *(self._columns[x] for x in columns))
        return tuple((x, int(bit).bit_length() - 1) for x, bit in zip(columns, bits, strict=True))

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of the plan: `L R CW CCW`, and `HD` at the end."""
        return self._plan

    @property
    def remaining(self) -> tuple[str, ...]:
        """The keys that are still to be pressed."""
        return self._plan[self._next :]

    def _here(self) -> tuple[Any, int, tuple[int, int, int], bool]:
        """The filled columns, their row 14, where the pair is or will appear, and whether a quick turn has begun."""
        state = self.game.state
        if state.phase == STEERED:
            start = int(state.x), int(state.y), int(state.rotation)
            return state.columns.copy(), int(state.topped), start, bool(state.quick > 0)
        columns = np.zeros(8, np.uint16)
        measure(self.game.seen()["cells"][0], columns)
        return columns, int(state.topped), START, False

    def _set(
        self,
        action: int,
        keys: tuple[str, ...],
        columns: Any,
        topped: int,
        start: tuple[int, int, int],
        armed: bool,
    ) -> None:
        """Take a plan up, and note where each of its keys is due."""
        self._goal, self._plan, self._next, self._met = action, keys, 0, False
        self._columns, self._pieces = columns.tolist(), int(self.game.state.pieces)
        place = numbered(*start, int(armed))
        self._places = []
        for key in keys:
            self._places.append((place % WIDTH, place // (WIDTH * TOP) % 4))
            if key != "HD":
                place = after(columns, topped, place, KEYS.index(TAPS[key]))

    def _ended(self) -> bool:
        """Whether the pair of the plan has locked; then it is noted whether it lies as planned."""
        state = self.game.state
        if state.pieces == self._pieces:
            return False
        self._met = int(state.last_rotation) * WIDTH + int(state.last_x) == self._goal
        return True
