"""Guideline play by keys: kicks, spins, hold, gravity and the lock delay, a tap each step."""

import numpy as np
from gymnasium import spaces

from ..errors import InputError
from ..game import Bools, Floats, Ints, Keys, States
from ..tetris.guideline.keys import Handling, Start
from ..tetris.guideline.keystep.book import book
from ..tetris.guideline.keystep.record import EVENT, KEYS
from ..tetris.guideline.keystep.seen import see
from ..tetris.guideline.keystep.start import blank
from ..tetris.guideline.keystep.steps import advance, new
from ..tetris.guideline.record import DTYPE as PLACEMENTS
from ..tetris.guideline.rules import Guideline
from ..tetris.guideline.stamps import CELL
from .boards import GuidelineBoard, box
from .drawing import PIECE, Grid
from .placing import counted
from .taps import checked, movable, tapped
from .world import Observations, Stepwise

SPAN = 20  # ticks that a piece is taken to last, for garbage that waits


class GuidelineKeys(Stepwise):
    """The world of guideline play by keys.

    The board is seen as by placements, but `queue` [previews] begins after the falling piece, and `falling` [5] is its
    number, orientation, column and row (of the true-rotation centre, tetris/srs.py), and whether hold has been used.
    Raises InputError for ticks out of range.
    """

    names = ("wait", *KEYS)
    actions = len(names)

    def __init__(self, game: Guideline, ticks: int = 4) -> None:
        self.game, self.tallies, self.ticks = game, counted(game), checked(ticks)
        self._board = GuidelineBoard(game, game.previews)
        self._book = book(game.rules, Handling())
        self.space = spaces.Dict({**self._board.space.spaces, "falling": box(-4, 64, (5,))})

    def new(self, seeds: Keys) -> States:
        """[B] fresh games."""
        states: States = blank(Start(), self.game.rules).repeat(len(seeds))
        new(states, self._book, seeds)
        return states

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after a tap each and the time that passes; one that does nothing lets it pass all the same."""
        return tapped(states, actions, self.ticks, self._book, EVENT, advance)

    def mask(self, states: States) -> Bools:
        """[B, 9] the taps that do something."""
        return movable(states, len(KEYS), self.ticks, self._book, EVENT, advance)

    def observe(self, states: States) -> Observations:
        """The board, hold, queue and the falling piece."""
        falling = [states[name] for name in ("piece", "orientation", "x", "y", "held")]
        return {**self._board.arrays(states), "falling": np.stack(falling, axis=1, dtype=np.int8, casting="unsafe")}

    def features(self, states: States) -> Floats:
        """[B, F] the game's features of what is seen."""
        seen = np.zeros(len(states), PLACEMENTS)
        for i in range(len(states)):
            see(states[i : i + 1], self._book, False, SPAN, seen[i : i + 1])
        return self.game.features(seen)

    def reseeded(self, states: States, seeds: Keys) -> States:
        """Raises InputError: a game by keys keeps its future."""
        raise InputError("a game by keys keeps its future; leave out future, or search by placements")

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field with the falling piece, and hold above the queue, of one state [1]."""
        field, panel = self._board.picture(state)
        one = state[0]
        if one.piece >= 0:
            for dx, dy in CELL[one.piece, one.orientation].tolist():
                if one.y + dy < len(field):
                    field[one.y + dy, one.x + dx] = PIECE + one.piece
        return field, panel
