"""Which piece each cell of a pile came from: a game by keys keeps filled bits alone.

The letters follow what the game tells of each lock: where the piece lay, that full rows vanished, how many rows of
garbage rose. Afterwards they are held against the bits; what does not agree, because the game changed in another way,
becomes garbage or empty. So the picture is always of the true pile, and only colours can be lost.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...tetris.guideline.keys import KeyGame
from ...tetris.guideline.keystep.start import Start
from ...tetris.guideline.replay import Replay
from ...tetris.guideline.ruleset import Ruleset
from ...tetris.pieces import PIECES
from ...tetris.srs import CELLS

EMPTY, GARBAGE = ord("."), ord("G")


class Painting:
    """The letters of one game's pile. `follow` it after every event and tick, since it sees one lock at a time."""

    def __init__(self, rules: Ruleset, start: Start | None = None) -> None:
        self._width, self._rows = rules.width, rules.rows
        self._letters = np.full((self._rows, self._width), EMPTY, np.uint8)  # row 0 is the floor
        self._pieces = 0
        self.cleared: tuple[int, ...] = ()  # the rows that vanished with the piece that locked last
        rows = [row for row in (start.board if start else "").replace("/", "\n").split("\n") if row]
        for y, row in enumerate(reversed(rows)):
            self._letters[y] = [ord(cell if cell in PIECES else "." if cell in "._ " else "G") for cell in row]

    def follow(self, state: Any) -> bool:
        """Take in the state of the game as it stands now; whether a piece has locked since the last time."""
        pieces = int(state.pieces)
        if pieces == self._pieces:
            return False
        self.cleared = ()
        if pieces == self._pieces + 1:
            self._lock(state)
        self._pieces = pieces
        self._check(state)
        return True

    def text(self, height: int) -> str:
        """The lowest `height` rows, the top one first, joined by `/`."""
        shown = self._letters[:height][::-1]
        return "/".join(row.tobytes().decode("ascii") for row in shown)

    def snapshot(self) -> bytes:
        """The painting as it stands now, to go back to."""
        return self._letters.tobytes()

    def restore(self, moment: bytes, state: Any) -> None:
        """Go back to a moment, of which `state` is the game's."""
        self._letters = np.frombuffer(bytearray(moment), np.uint8).reshape(self._rows, self._width)
        self._pieces = int(state.pieces)
        self._check(state)

    def _lock(self, state: Any) -> None:
        """Paint the piece that locked last, take full rows out, let garbage rise."""
        letter = PIECES[state.last_piece]
        for dx, dy in CELLS[letter][state.last_orientation]:
            x, y = int(state.last_x) + dx, int(state.last_y) + dy
            if y < self._rows:
                self._letters[y, x] = ord(letter)
        if state.last_cleared:
            full = (self._letters != EMPTY).all(axis=1)
            self.cleared = tuple(np.flatnonzero(full).tolist())
            self._close(~full)
        if risen := min(int(state.last_risen), self._rows):
            self._letters = np.roll(self._letters, risen, axis=0)
            self._letters[:risen] = GARBAGE  # the hole is emptied by the check

    def _close(self, kept: NDArray[np.bool_]) -> None:
        """Leave rows out, so that all above come down."""
        rest = self._letters[kept]
        self._letters = np.full_like(self._letters, EMPTY)
        self._letters[: len(rest)] = rest

    def _check(self, state: Any) -> None:
        """Make the painting agree with the bits."""
        rows = np.arange(self._rows, dtype=np.uint64)[:, None]
        filled = (state.columns[None, : self._width] >> rows & np.uint64(1)).astype(np.bool_)
        wrong = (self._letters != EMPTY) != filled
        if wrong.any():
            self._letters[wrong] = np.where(filled, GARBAGE, EMPTY)[wrong]


def repainted(replay: Replay, tick: int) -> tuple[KeyGame, Painting]:
    """A replay's game after `tick` ticks, and its painting; at the end all events have happened, as with `Seeker`."""
    game, painting = replay.game(), Painting(replay.rules, replay.start)
    pause = max(replay.rules.lock_ticks, 1)  # without keys no two pieces lock within so many ticks
    last = tick if tick < replay.result.ticks else tick + 1
    for event in replay.events:
        if event.tick >= last:
            break
        _wait(game, painting, event.tick, pause)
        game.play((event,), event.tick)
        painting.follow(game.state)
    _wait(game, painting, tick, pause)
    return game, painting


def _wait(game: KeyGame, painting: Painting, tick: int, pause: int) -> None:
    """Let time pass up to `tick`, in parts that see one lock at most."""
    while (now := int(game.state.tick)) < tick and not game.state.dead:
        game.tick(min(pause, tick - now))
        painting.follow(game.state)
