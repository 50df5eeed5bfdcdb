"""One game at a table, and what its learner sees and is told after each step."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import States
from .reward import record
from .table import Table
from .world import Observations

Told = tuple[Any, dict[str, Any]]  # an observation and an info
Stepped = tuple[Any, float, bool, bool, dict[str, Any]]  # as Gymnasium has it; never truncated here


class Seat:
    """A seat at a table, whatever is played there. Before the first `take` there is no game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._states: States = np.empty(0)
        self._masks = np.zeros((1, table.world.actions), np.int8)

    @property
    def states(self) -> States:
        """[1] the record of the game, which the next step may write over."""
        return self._states

    @property
    def mask(self) -> NDArray[np.int8]:
        """[A] 1 for each action that does something; the next step may write over it."""
        mask: NDArray[np.int8] = self._masks[0]
        return mask

    def take(self, states: States) -> Told:
        """Take a state [1] as the present one, by no action; what is seen and told of it."""
        return self._arrived(*self.table.world.look(states), True)

    def step(self, action: int) -> Stepped:
        """One action. Raises InputError for one that does not exist or is not allowed, and where the game is over."""
        done = self.table.play(self._states, np.array([action], np.int64), self._masks)
        seen, info = self._arrived(done.states, done.masks, done.seen, done.legal.item())
        return seen, done.rewards.item(), done.dead.item(), False, info

    def _arrived(self, states: States, masks: NDArray[np.int8], seen: Observations, legal: bool) -> Told:
        """Take a state [1] as the present one, with its mask and what is seen of it."""
        self._states, self._masks = states, masks
        records = record(states)
        info = {"action_mask": masks[0].copy(), "legal": legal, "seed": records["match"][0]}
        for name, field in self.table.world.tallies.items():
            info[name] = records[field].item()
        # The batch was made for this call alone, so its only row is nobody else's.
        return {name: values[0] for name, values in seen.items()} if isinstance(seen, dict) else seen[0], info
