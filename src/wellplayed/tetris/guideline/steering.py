"""Placements carried out in a game by keys: aim at one, then let its keys be pressed as time goes on.

>>> steering = Steering(KeyGame(seed=22))  # an I falls
>>> steering.aim(goal=(1, 9, 2)), steering.remaining
(True, ('R', 'R', 'R', 'CW', 'R', 'HD'))
>>> steering.follow(pace=2, until=3), steering.remaining
(0, ('R', 'CW', 'R', 'HD'))
>>> steering.follow(pace=2, until=60) == LOCKED, steering.met, int(steering.game.state.tick)
(True, True, 10)
"""

from typing import Any

import numpy as np

from ..pieces import PIECES
from ..srs import Cell
from .keys import TAPS, Event, KeyGame
from .keystep.course import ASTRAY, COURSE, LOCKED, LOST, MOST_EVENTS, STUCK, WAITING, follow, plan, plunge
from .keystep.record import EVENT, KEYS
from .paths import cells
from .roadmap import empty
from .route import ANY, KINDS
from .spins import CLASSES
from .walk import position

__all__ = ["ASTRAY", "LOCKED", "LOST", "NAMES", "STUCK", "WAITING", "Steering"]

NAMES = tuple(next(name for name, key in TAPS.items() if key == wanted) for wanted in KEYS)  # as in paths, by number


class Steering:
    """Steers the falling piece of one game. Where it goes is as good as nothing before the first `aim`.

    One aim is good for one piece. Between calls anybody may press keys of the game, let time pass or take it back.
    """

    def __init__(self, game: KeyGame) -> None:
        self.game = game
        self._courses = np.zeros(1, COURSE)
        self._courses["pieces"] = -1  # of no moment of any game
        self._routes = empty()
        self._log = np.zeros(MOST_EVENTS, EVENT)

    def aim(
        self,
        goal: tuple[int, int, int],
        *,
        spin: int = ANY,
        hold: bool = False,
        pace: int = 0,
        whole: bool = False,
    ) -> bool:
        """Plan the keys from where the piece is to rest at `goal`, (orientation, x, y); False if none lead there.

        `spin` is a class by number (spins.py). With `hold` it is the piece that hold brings. The keys are the fewest
        before the hard drop, or with `whole` those of `paths.path`, every row of soft drop included. Where gravity
        takes the piece a row or more from key to key at that `pace`, it is reckoned with. After False all is as before.
        """
        game = self.game
        return bool(plan(game.states, game.book, self._courses, self._routes, hold, spin, position(*goal), pace, whole))

    def aim_down(self) -> None:
        """Plan a hard drop and nothing else; the game must not be over."""
        plunge(self.game.states, self.game.book, self._courses, self._routes)

    def follow(self, pace: int, until: int) -> int:
        """Press keys, one every `pace` ticks (0: all at once), up to tick `until`; why it stopped before (course.py).

        The events are added to those of the game.
        """
        game = self.game
        count = follow(game.states, game.book, self._courses, pace, until, self._log)
        if count:
            game.events += map(Event._make, self._log[:count].tolist())
        return int(self._courses["outcome"][0])

    @property
    def met(self) -> bool:
        """Whether the piece that locked last lies where it was to lie, in the spin class that was aimed at."""
        return bool(self._courses["met"][0])

    @property
    def kind(self) -> str:
        """The kind of move: drop, shift, tuck or spin, seen from where the piece appears."""
        return KINDS[self._courses["kind"][0]]

    @property
    def spin(self) -> str:
        """The spin class: none, mini or full."""
        return CLASSES[self._courses["spin"][0]]

    @property
    def hold(self) -> bool:
        """Whether hold brings the piece."""
        return bool(self._courses["hold"][0])

    @property
    def piece(self) -> str:
        """The piece to be placed."""
        return PIECES[self._courses["piece"][0]]

    @property
    def orientation(self) -> int:
        """Its orientation as it was aimed at, which may be another name for the same cells."""
        return int(self._courses["goal"][0]) // position(1, 0, 0)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells (x, y) where it comes to rest, from left to right and from the bottom up."""
        return cells(int(self._courses["piece"][0]), int(self._courses["goal"][0]))

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of the plan, those that are left out too: `HOLD L R CW CCW 180 D`, and `HD` at the end."""
        return self._names(0)

    @property
    def remaining(self) -> tuple[str, ...]:
        """The keys that are still to be pressed, if gravity does not change the plan."""
        course: Any = self._courses[0]
        first, straight, length = int(course.next), int(course.straight), int(course.length)
        return self._names(first)[: max(straight - first, 0)] + self._names(max(length - 1, first))

    def _names(self, first: int) -> tuple[str, ...]:
        course: Any = self._courses[0]
        return tuple(NAMES[key] for key in course.keys[first : course.length].tolist())
