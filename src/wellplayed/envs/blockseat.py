"""A seat at classic play that steps in one kernel call.

A step of one game is a fifth of a microsecond of rules; what a call of NumPy or a kernel costs decides the rest. A
kernel pays for each argument, and for an array of records four times as much. So the record of this seat's game and all
that is seen of it lie in one block of bytes, which the kernel takes apart; and all that Python does is copy the arrays,
since what a learner holds must not change under it. A test plays this seat beside the plain one.
"""

import numpy as np
from numpy.typing import NDArray

from ..game import States
from .block import NO, NOTHING, REFUSED, YES, Block
from .seat import Seat, Stepped, Told
from .table import Table

PLACES = "pieces"  # the one count that is not of lines


class BlockSeat(Seat):
    """A seat at a world that knows blocks, where the reward is not shaped."""

    def __init__(self, table: Table, block: Block) -> None:
        super().__init__(table)
        self._play, self._rules = block.step, np.array(block.rules, np.int64)
        record, sizes = block.dtype.itemsize, {name: int(np.prod(shape)) for name, shape in block.shapes.items()}
        self._block = np.zeros(record + sum(sizes.values()) + table.world.actions, np.uint8)
        self._states = self._block[:record].view(block.dtype)
        seen, self._more = self._block[record:].view(np.int8), dict[str, NDArray[np.int8]]()
        for name, shape in block.shapes.items():
            self._more[name], seen = seen[: sizes[name]].reshape(shape), seen[sizes[name] :]
        self._board, self._queue = self._more.pop("board"), self._more.pop("queue")  # by name, since a loop costs more
        self._mask, self._masks = seen, seen[None]
        self._record, self._match = self._block[:record].data, self._game()["match"]
        self._seed = np.uint64(0)
        self._places, self._death = table.reward.count == PLACES, table.reward.death

    def take(self, states: States) -> Told:
        """Take a state [1] as the present one, by no action; what is seen and told of it."""
        self._record[:] = states.tobytes()
        self._seed = self._match[0]
        *_, lines, pieces = self._play(self._block, self._rules, NOTHING)
        return self._told(True, lines, pieces)

    def step(self, action: int) -> Stepped:
        """One action. Raises InputError for one that does not exist or is not allowed, and where the game is over."""
        number = action if action >= 0 else len(self._mask)  # one that does not exist either, and is not `NOTHING`
        played, dead, cleared, placed, lines, pieces = self._play(self._block, self._rules, number)
        if played == REFUSED or (played == NO and self.table.strict):
            raise self.table.refusal(0, action, dead)
        reward = float(placed if self._places else cleared)
        if dead:
            reward += self._death
        seen, info = self._told(played == YES, lines, pieces)
        return seen, reward, dead, False, info

    def _told(self, legal: bool, lines: int, pieces: int) -> Told:
        info = {
            "action_mask": self._mask.copy(), "legal": legal, "seed": self._seed,
            "score": lines, "lines": lines, "pieces": pieces,
        }  # fmt: skip
        seen = {"board": self._board.copy(), "queue": self._queue.copy()}
        if self._more:
            seen |= {name: values.copy() for name, values in self._more.items()}
        return seen, info

    def _game(self) -> States:
        return self._states["game"] if "game" in (self._states.dtype.names or ()) else self._states


def seated(table: Table) -> Seat:
    """The quickest seat for a table."""
    block = getattr(table.world, "block", None)
    return BlockSeat(table, block) if block is not None and table.reward.plain else Seat(table)
