"""One match, the slow way: two positions, one piece each at a time, every step written out.

The move is found among all children of a position. Garbage is followed line by line: what was made, what of it was used
up against what was pending, what went out, and what rose, which is counted in cells of the board.
"""

from typing import Any

import numpy as np

from wellplayed.game import States


class Fate:
    """One side of a match."""

    def __init__(self, game: Any, player: Any, seed: int) -> None:
        self.game, self.player = game, player
        self.state: States = game.new([seed])
        self.lines = self.attack = self.sent = self.quads = self.spins = 0
        self.risen = self.received = self.cancelled = self.wasted = 0

    @property
    def dead(self) -> bool:
        return bool(self.state["dead"][0])

    @property
    def pending(self) -> int:
        return int(self.state["pending"][0, :, 0].sum())

    @property
    def cells(self) -> int:
        return sum(int(column).bit_count() for column in self.state["columns"][0])

    def move(self) -> int:
        """Place a piece; what goes out."""
        children = self.game.expand(self.state)
        action = int(self.player.choose(self.state)[0])
        row = int(np.flatnonzero(children.action == action)[0])
        before, pending, cells = self.state, self.pending, self.cells
        self.state = children.states[row : row + 1].copy()
        cleared = int(self.state["lines"][0] - before["lines"][0])
        made = int(children.attack[row])
        used = min(made, pending) if self.game.rules.cancel else 0
        width = self.game.rules.width
        self.lines += cleared
        self.attack += made
        self.quads += cleared == 4
        spun = int(self.state["spin"][0]) > 0
        self.spins += spun and cleared > 0
        self.wasted += spun and not cleared
        self.sent += made - used
        self.cancelled += used
        self.risen += (self.cells - (cells + 4 - width * cleared)) // (width - 1)
        return made - used

    def take(self, lines: int) -> None:
        """Garbage from the other side, and the next piece."""
        self.received += lines
        self.state = self.game.deal(self.game.receive(self.state, np.array([lines])))


def match(game: Any, first: Any, second: Any, seed: int, turns: int) -> tuple[int, Fate, Fate]:
    """A match to its end: its length, and both sides. Asks on the way that garbage neither appears nor vanishes."""
    a, b = Fate(game, first, seed), Fate(game, second, seed)
    turn = 0
    while turn < turns and not a.dead and not b.dead:
        turn += 1
        from_a, from_b = a.move(), b.move()
        for side in (a, b):
            if not side.dead:  # cells above the top are lost
                assert side.received == side.cancelled + side.risen + side.pending
        a.take(from_b)
        b.take(from_a)
    assert (a.received, b.received) == (b.sent, a.sent)
    return turn, a, b
