"""Two players by keys against each other: the same pairs, one clock, and ojama for the other.

A `Duel` is two games (keys.py) of one seed that grow older together. Either side is played by a person's keys or by an
agent (`seat`). In each tick both games take their step; then what their chains made in it crosses over:

1. each link of a chain makes ojama, which takes away what is announced on the own side, then what is to fall there;
2. what is left is announced on the other side at once, in the tick in which the link begins to pop;
3. when the chain is over, what is announced of it is to fall: at the end of the other side's turn, thirty pieces at
   most, and as the rules' `blocking` has it.

That is the order of Tsu as puyoai has it (src/duel/field_realtime.cc). What both make in the same tick crosses over and
does not cancel, so that no side is first. The duel is over with the tick in which a game is: who is left has won, and
where both end at once it is a draw. It is given by its rules, its seed, and for each side the handling and the key
events, so it can be saved and run again to the same bytes (duelreplay.py).

>>> duel = Duel(seed=7)
>>> duel.press(0, "hard"), duel.press(1, "left")
(True, True)
>>> duel.tick(600)
>>> duel.ticks, duel.over, duel.winner
(600, False, None)
"""

from typing import TYPE_CHECKING, Protocol

from ..errors import InputError
from .keys import MOST_OJAMA, Handling, KeyGame
from .keystep.record import FALLING, POPPING
from .pilot import Choose, Pilot
from .ruleset import Ruleset

if TYPE_CHECKING:
    from .duelreplay import DuelReplay

SIDES = 2


class Driver(Protocol):
    """What plays one side."""

    def go(self, until: int) -> None:
        """Take its game to the tick `until`, or to its end."""
        ...


class Duel:
    """One duel under `rules`, the pairs of both sides given by `seed` (0 to 2**64 - 1), each with its own handling.

    Raises InputError for a seed out of range, or not two handlings.
    """

    def __init__(
        self, rules: Ruleset | None = None, seed: int = 0, handling: tuple[Handling, Handling] | None = None
    ) -> None:
        pair = (Handling(), Handling()) if handling is None else handling
        if len(pair) != SIDES:
            raise InputError(f"{len(pair)} handlings for two sides; give one for each")
        self.games = KeyGame(rules, seed, pair[0]), KeyGame(rules, seed, pair[1])
        self.rules, self.seed = self.games[0].rules, self.games[0].seed
        self._drivers: list[Driver | None] = [None, None]
        self._sent = [0, 0]  # what has crossed over so far, by the side that made it

    @property
    def ticks(self) -> int:
        """How old the duel is."""
        return max(int(game.state.tick) for game in self.games)

    @property
    def over(self) -> bool:
        """Whether a side has lost."""
        return any(game.state.dead for game in self.games)

    @property
    def winner(self) -> int | None:
        """The side that has won, 0 or 1; None while the duel goes on and where it is a draw."""
        lost = [bool(game.state.dead) for game in self.games]
        return lost.index(False) if sum(lost) == 1 else None

    def seat(self, side: int, choose: Choose | None = None, pace: int = 4) -> Pilot:
        """Let an agent play a side from now on, a key every `pace` ticks; see `Pilot`.

        Raises InputError for a side that does not exist or a pace out of range.
        """
        pilot = Pilot(self._game(side), choose, pace)
        self._drivers[side] = pilot
        return pilot

    def drive(self, side: int, driver: Driver | None) -> None:
        """Let anything play a side, or (None) a person. Raises InputError for a side that does not exist."""
        self._game(side)
        self._drivers[side] = driver

    def press(self, side: int, key: str) -> bool:
        """Put a key of a side down, as `KeyGame.press`; False if nothing came of it, or the duel is over.

        Raises InputError for an unknown key, or a side that does not exist or is not played by a person.
        """
        return not self.over and self._person(side).press(key)

    def release(self, side: int, key: str) -> bool:
        """Let a key of a side go; False if it was not down. Raises InputError as `press` does."""
        return not self.over and self._person(side).release(key)

    def tick(self, n: int = 1) -> None:
        """Let `n` ticks (sixtieths of a second) pass; none pass when the duel is over.

        Agents play in them, and what they raise is raised. Raises InputError for a negative number.
        """
        if n < 0:
            raise InputError(f"{n} ticks cannot pass; time runs forwards")
        for _ in range(n):
            if self.over:
                break
            until = self.ticks + 1
            for game, driver in zip(self.games, self._drivers, strict=True):
                if driver is None:
                    game.tick()
                else:
                    driver.go(until)
            self._cross()

    def replay(self) -> "DuelReplay":
        """The duel as far as it has come, to save and to run again."""
        from .duelreplay import record

        return record(self)

    def _cross(self) -> None:
        """Announce what this tick's links made on the other side, and let it be on its way where a chain is over."""
        made = [int(game.state.sent) for game in self.games]
        for side, game in enumerate(self.games):
            other = self.games[1 - side]
            left = made[side] - self._sent[side]
            while left > 0:
                part = min(left, MOST_OJAMA)
                other.announce(part)
                left -= part
            if game.state.phase not in (POPPING, FALLING):
                other.arrive()
        self._sent = made

    def _game(self, side: int) -> KeyGame:
        if side not in range(SIDES):
            raise InputError(f"side {side} does not exist; choose 0 or 1")
        return self.games[side]

    def _person(self, side: int) -> KeyGame:
        game = self._game(side)
        if self._drivers[side] is not None:
            raise InputError(f"side {side} is not played by a person; press keys on the other one")
        return game
