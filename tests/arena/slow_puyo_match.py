"""One match of Puyo, the slow way: two positions of the slow twin, a pair each at a time, every step written out.

Players are shown records that are made from the twin's positions field by field, so nothing of the game itself is used.
"""

from typing import Any

import numpy as np
from tests.naive import puyo_game as naive
from tests.puyo.positions import expected, rules

from wellplayed.arena.sides import Side
from wellplayed.puyo.rules import Puyo


def record_of(position: naive.Position, game: Puyo) -> Any:
    """[1] the record of a position."""
    record = np.zeros(1, game.dtype)
    for name, value in expected(position, game).items():
        record[name] = value
    return record


class Fate:
    """One side of a match."""

    def __init__(self, game: Puyo, player: Any, seed: int) -> None:
        self.game, self.player = game, player
        self.position = naive.new(seed, rules(game))
        self.longest = self.all_clears = self.received = self.fallen = self.offset = 0

    def move(self) -> int:
        """Place a pair; what goes out."""
        before = self.position
        action = int(self.player.choose(record_of(before, self.game))[0])
        assert action in naive.actions(before, rules(self.game))
        self.position = naive.play(before, rules(self.game), action)
        last = self.position.last
        self.longest = max(self.longest, last.links)
        self.all_clears += last.links > 0 and self.position.clear
        used = min(last.attack, before.pending)
        self.offset += used
        fell = before.pending - used - self.position.pending
        assert 0 <= fell <= 30
        assert not (fell and last.links and self.game.blocking == "chain")
        self.fallen += fell
        return last.attack - used

    def take(self, ojama: int) -> None:
        """Ojama from the other side, and the next pair."""
        if not self.position.dead:
            self.received += ojama
        self.position = naive.deal(naive.receive(self.position, ojama), rules(self.game))
        assert self.received == self.offset + self.fallen + self.position.pending

    def side(self) -> Side:
        """How it fared."""
        p = self.position
        longest, all_clears = self.longest, self.all_clears
        return Side(p.dead, p.pieces, p.lines, p.attack, p.sent, longest=longest, all_clears=all_clears)


def match(game: Puyo, first: Any, second: Any, seed: int, turns: int) -> tuple[int, Fate, Fate]:
    """A match to its end: its length, and both sides."""
    a, b = Fate(game, first, seed), Fate(game, second, seed)
    turn = 0
    while turn < turns and not a.position.dead and not b.position.dead:
        turn += 1
        from_a, from_b = a.move(), b.move()
        a.take(from_b)
        b.take(from_a)
    return turn, a, b
