"""Classic play with S and Z alone, each equally likely: the hardest sequence, and a game that is always lost.

That any player loses against S and Z in turn is Brzustowski, Can you win at Tetris?, 1992; and that random pieces
contain such a run with certainty is Burgiel, How to lose at Tetris, Mathematical Gazette 81, 1997.
"""

from typing import Any

import numpy as np

from ..errors import InputError
from ..game import Floats, Outcomes, States, copied, taken
from ..rng import INCREMENT
from ..tetris.classic import Classic
from ..tetris.pieces import PIECES

PAIR = np.array([PIECES.index("S"), PIECES.index("Z")], np.int8)
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)  # of splitmix64, see rng.py
_27, _30, _31, _63 = (np.uint64(n) for n in (27, 30, 31, 63))


class Snakes(Classic):
    """`Classic` with S and Z alone, drawn from the state's own stream.

    Raises InputError for a height, width or number of previews out of range.
    """

    def __init__(self, height: int = 20, width: int = 10, previews: int = 0) -> None:
        super().__init__(height, width, "uniform", previews)

    @property
    def name(self) -> str:
        """The full spec, every rule named."""
        return f"snakes:height={self.height},width={self.width},previews={self.previews}"

    def showing(self, previews: int) -> "Snakes":
        """The same game with other previews. Raises InputError for a number beyond 0 to 15."""
        return Snakes(self.height, self.width, previews)

    def new(self, seeds: Any) -> States:
        """[B] fresh games. Raises InputError for a seed outside 0 to 2**64 - 1."""
        states = super().new(seeds)
        states["queue"] = -1
        return self.deal(states)

    def deal(self, states: States) -> States:
        """[B] every unseen slot filled from the state's own stream: S or Z by the top bit of a word of splitmix64."""
        dealt = copied(states)
        for slot in range(self.previews + 1):
            empty = dealt["queue"][:, slot] < 0
            stream = dealt["stream"][empty] + INCREMENT
            z = (stream ^ (stream >> _30)) * _A
            z = (z ^ (z >> _27)) * _B
            dealt["queue"][empty, slot] = PAIR[((z ^ (z >> _31)) >> _63).astype(np.int64)]
            dealt["stream"][empty] = stream
        return dealt

    def outcomes(self, states: States) -> Outcomes:
        """S or Z in the first unseen slot, equally likely."""
        unseen = (states["queue"][:, : self.previews + 1] < 0) & ~states["dead"][:, None]
        ways = np.where(unseen.any(axis=1), 2, 1)
        parent = np.repeat(np.arange(len(states)), ways)
        out, chance = taken(states, parent), 1 / ways[parent]
        first = np.append(True, parent[1:] != parent[:-1])[: len(parent)]
        for row in np.flatnonzero(chance < 1):
            out["queue"][row, int(np.argmax(unseen[parent[row]]))] = PAIR[0 if first[row] else 1]
        return Outcomes(out, parent, chance)

    def rollout(
        self, states: States, weights: Floats, pieces: int, *, low: int = -1, high: int = 127, random: float = 0.0
    ) -> States:
        """Raises InputError: the fused kernel draws all seven pieces."""
        raise InputError("S and Z alone have no fused rollout; play them move by move")
