"""An agent at the keys of one game: it says where each pair goes, and the keys that bring it there are pressed.

When a pair appears the agent is shown what anybody sees of the game (`KeyGame.seen`) and names a placement. Its keys
are pressed one by one at a pace, with gravity at work (steering.py). Where gravity leads the pair off its way, new keys
are found from where it is; where none lead there any more, it is dropped.
"""

from collections.abc import Callable
from typing import Any

from ..errors import InputError
from .keys import KeyGame
from .keystep.record import STEERED
from .reach import ACTIONS
from .steering import LOCKED, WAITING, Steering

SLOWEST = 600  # ticks a key
PATIENCE = 40  # times that a pair is led back on its way

Choose = Callable[[Any], Any]  # states [B] of play by placements to actions [B], as a player's `choose`


class Pilot:
    """Steers the pairs of one game, a key every `pace` ticks (0: all keys of a pair at once).

    `choose` names the placements, for instance a player's; without it each of them is named by `aim`, and until then
    the pair falls by itself. Raises InputError for a pace out of range.
    """

    def __init__(self, game: KeyGame, choose: Choose | None = None, pace: int = 4) -> None:
        if not 0 <= pace <= SLOWEST:
            raise InputError(f"pace={pace} is out of range; choose 0 to {SLOWEST} ticks a key")
        self.game, self.choose, self.pace = game, choose, pace
        self._steering = Steering(game)
        self._aimed = -1  # the number of the pair that is on its way
        self._led = 0  # times that it was led back

    @property
    def waits(self) -> bool:
        """Whether a pair falls for which no placement is named yet."""
        state = self.game.state
        return bool(state.phase == STEERED and not state.dead and state.pieces != self._aimed)

    def aim(self, action: int) -> None:
        """Name the placement of the pair that falls. It is dropped where no keys lead there.

        Raises InputError for what is no action, or where no pair falls.
        """
        if not 0 <= action < ACTIONS:
            raise InputError(f"action {action} is none; choose 0 to {ACTIONS - 1}")
        if self.game.state.phase != STEERED or self.game.state.dead:
            raise InputError("no pair falls that could be placed; aim when the next one has appeared")
        self._aimed, self._led = int(self.game.state.pieces), 0
        self._lead(action)

    def go(self, until: int) -> None:
        """Play up to the tick `until`, whose keys are not pressed yet, or to the end of the game.

        What `choose` raises is raised.
        """
        game = self.game
        while not game.state.dead and game.state.tick < until:
            if self.waits and self.choose is not None:
                self.aim(int(self.choose(game.seen())[0]))
            if game.state.pieces != self._aimed:
                game.tick()
                continue
            outcome = self._steering.follow(self.pace, until)
            if outcome not in (WAITING, LOCKED):
                self._led += 1
                self._lead(self._steering.goal)

    def _lead(self, action: int) -> None:
        if self._led > PATIENCE or not self._steering.aim(action):
            self._steering.aim_down()
