"""One game as it is watched: its state, and the colours that the state does not keep.

A record says which cells are filled, not by which piece. So every placement is played a second time on a board of
letters, and full rows leave both boards together.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from ..game import Game, Placement, States
from ..players.player import Player, Thought

Cells: TypeAlias = list[list[str]]  # rows from the floor up; a piece's letter, # for unknown, blank for empty
EMPTY, UNKNOWN = " ", "#"


class Clear(NamedTuple):
    """A move that cleared rows."""

    move: int  # 1 is the first piece
    lines: int
    total: int


class Playback:
    """A game in progress. `place` puts the chosen piece down, `settle` lets full rows vanish and deals the next."""

    def __init__(self, game: Game, player: Player, state: States) -> None:
        self.game, self.player, self.state = game, player, state
        self.cells = read(game.show(state))
        self.full: list[int] = []  # rows that the last piece filled and that have not vanished yet
        self.last: Placement | None = None

    @property
    def pieces(self) -> int:
        """How many pieces have been placed."""
        return int(self.state["pieces"][0])

    @property
    def lines(self) -> int:
        """How many rows have been cleared."""
        return int(self.state["lines"][0])

    @property
    def pile(self) -> int:
        """The height of the tallest column."""
        return max((y + 1 for y, row in enumerate(self.cells) if row.count(EMPTY) < len(row)), default=0)

    @property
    def dead(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["dead"][0])

    def think(self) -> Thought:
        """The player's next move with its reasons; nothing is played."""
        return self.player.think(self.state)

    def place(self, action: int | None = None) -> Placement:
        """Play one move, the player's own by default; full rows stay until `settle`."""
        if action is None:
            action = int(self.player.choose(self.state)[0])
        self.last = self.game.describe(self.state, action)
        lines = self.lines
        self.state = self.game.play(self.state, np.array([action]))
        for x, y in self.last.cells:
            while y >= len(self.cells):
                self.cells.append([EMPTY] * len(self.cells[0]))
            self.cells[y][x] = self.last.piece
        # A piece that ends the game may fill rows that the rules do not clear, so the count decides.
        self.full = [y for y, row in enumerate(self.cells) if EMPTY not in row] if self.lines > lines else []
        return self.last

    def settle(self) -> None:
        """Remove the full rows and deal the next piece."""
        if self.full:
            kept = [row for y, row in enumerate(self.cells) if y not in self.full]
            self.cells = kept + [[EMPTY] * len(self.cells[0]) for _ in self.full]
            self.full = []
        if not self.dead:
            self.state = self.game.deal(self.state)

    def queue(self) -> str:
        """The letters of the current piece and of the visible ones after it."""
        from ..tetris.pieces import PIECES

        names = self.state.dtype.names or ()
        return "".join(PIECES[p] for p in self.state["queue"][0] if p >= 0) if "queue" in names else ""


def shape(letter: str) -> list[tuple[int, int]]:
    """The cells (x, y) of a piece lying as flat as it can."""
    from ..tetris.pieces import ORIENTATIONS, PIECES

    flattest = min(ORIENTATIONS[PIECES.index(letter)], key=lambda columns: max(columns).bit_length())
    return [(x, y) for x, column in enumerate(flattest) for y in range(4) if column >> y & 1]


def read(shown: str) -> Cells:
    """The cells of a board as `Game.show` writes it."""
    rows = reversed(shown.split("\n"))
    return [[EMPTY if cell == "." else UNKNOWN for cell in row] for row in rows]
