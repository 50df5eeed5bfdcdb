"""The agent of a session: chooses in a thread, presses keys in the loop, and never makes anybody wait.

While it looks for a move its game stands still, so what it plays depends on its choices and not on how long they took.
It is asked once for each piece; its keys are then spread over the time that its pace gives to a piece. Where gravity
leads the piece off its way new keys are found, and where none lead to the placement any more, the best candidate that
can still be reached takes its place; so it can take over, and be replaced, in the middle of a piece.

In a duel nothing stands still: there its piece falls by itself while it looks for a move (`go`).
"""

from concurrent.futures import Executor
from typing import Any

import numpy as np

from ...errors import InputError
from ...tetris.guideline.keys import path_keys
from ...tetris.guideline.steering import ASTRAY, LOCKED, LOST, STUCK
from . import kinds
from .kind import KeyGame
from .mind import Mind
from .permitted import permitted
from .thinking import Insight

__all__ = ["SLOWEST", "Agent", "Insight"]

SECOND = 60  # ticks
SLOWEST = 2.0  # seconds a piece
FEW = 4  # keys that a piece is taken to need before they are known
HURRY = 4  # ticks from key to key at most, once the piece stands on the ground
PATIENCE = 40  # times that a piece is led back on its way
SPAN = 20  # ticks that a piece is taken to last before one was placed
MISSED = "missed"  # the kind of a move that led elsewhere


class Agent:
    """Plays one `KeyGame` while it is `on`. All methods belong to the loop's thread.

    Parameters
    ----------
    game : KeyGame
        The game, at any moment of it.
    spec : str
        Who plays (permitted.py).
    thinkers : Executor
        Where it thinks.
    talks : bool
        Whether its reasons are wanted too, to be looked at.

    Raises InputError for a player that does not exist, is not permitted, or does not fit the rules.
    """

    def __init__(self, game: KeyGame, spec: str, thinkers: Executor, talks: bool = True) -> None:
        self.on, self.thinkers = False, thinkers
        self.error = ""  # why it stopped by itself
        self.version = 0  # grows with everything that `told` tells
        self.counts = dict.fromkeys(("drop", "shift", "tuck", "spin", MISSED), 0)  # of its pieces in this game
        self._pace = 0.5
        self.kind, self.game = kinds.of(game), game
        self.placements = self.kind.placements(game.rules)
        self.mind = Mind(permitted(spec, self.placements), spec, thinkers, talks)
        self._sit()

    @property
    def spec(self) -> str:
        """Who plays."""
        return self.mind.spec

    @property
    def pace(self) -> float:
        """Seconds a piece, from 0, as fast as it goes and at most a piece a tick, to SLOWEST."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        if not 0 <= seconds <= SLOWEST:
            raise InputError(f"a pace of {seconds} seconds a piece is out of range; choose 0 to {SLOWEST:g}")
        self._pace = float(seconds)
        if self._aimed:
            self._spread()

    def change(self, spec: str) -> None:
        """Become another player, who chooses anew for the piece that falls. Raises InputError as the class does."""
        self.mind.become(permitted(spec, self.placements), spec)
        self.forget()

    def sit(self, game: KeyGame) -> None:
        """Go on at another game. Raises InputError, and changes nothing, where the player does not fit its rules."""
        kind = kinds.of(game)
        placements = kind.placements(game.rules)
        player = permitted(self.spec, placements)
        self.kind, self.game, self.placements = kind, game, placements
        self.mind.become(player, self.spec)
        self.counts = dict.fromkeys(self.counts, 0)
        self._sit()

    def forget(self) -> None:
        """Forget what was chosen: the game is no longer what it was, or somebody else is to choose."""
        self.mind.drop()
        self._steering = self.kind.steering(self.game)
        self._owed = self._aimed = self._astray = False
        self._action: int | None = None
        self._held = False  # whether hold had been used when the player was asked
        self._strays, self._beat = 0, round(SECOND * self._pace) // FEW
        self._since = self._begin = int(self.game.state.tick)
        self.error = ""
        self.version += 1

    # Time -----------------------------------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Play for one tick; False where the game stands still until there is a choice.

        At most one piece locks. Where a key locks it the tick ends early, and the next call makes up for it.
        """
        game = self.game
        if self._owed and self._fall():
            return True
        if not self.kind.steered(game.state):
            # At the fastest pace, what is to be seen passes at once.
            self._wait(max(int(game.state.wait), 1) if self._pace == 0 else 1)
            return True
        if not self.prepare():
            return False
        if game.state.tick < self._begin and not self._standing:
            self._fall()
        else:
            self._press(int(game.state.tick))
        return True

    def go(self, until: int) -> None:
        """Play up to tick `until`, whose keys are not pressed yet, or to the end; the piece falls while it thinks."""
        game = self.game
        while not game.state.dead and game.state.tick < until:
            if not self.kind.steered(game.state):
                self._wait(1)
                self._look_again()
            elif not self._owed and self.prepare() and (game.state.tick >= self._begin or self._standing):
                self._press(int(game.state.tick))
            else:
                self._fall()

    def _fall(self) -> bool:
        """Let a tick pass, or what is left of one; whether the piece has locked in it."""
        pieces, self._owed = int(self.game.state.pieces), False
        self.game.tick()
        if self.game.state.pieces == pieces:
            return False
        self._locked()
        return True

    def _look_again(self) -> None:
        """Ask anew where the piece appears in another position than the one asked about, since something fell there."""
        game, asked = self.game, self.mind.seen
        appears = self.kind.steered(game.state) and not game.state.dead
        if appears and asked is not None and not self.kind.alike(self.kind.seen(game, self._span), asked):
            self.ask()

    def _wait(self, ticks: int) -> None:
        """Think about the next piece while what the last one set off runs; its time begins when it appears."""
        game = self.game
        self.prepare()
        game.tick(ticks)
        if self.kind.steered(game.state):
            self._since = self._begin = int(game.state.tick)
            if self._aimed:
                self._spread()

    def _press(self, now: int) -> None:
        """Press what is due, and let the tick pass."""
        beat = min(self._beat, HURRY) if self._standing else self._beat
        while True:
            outcome = self._steering.follow(beat, now + 1)
            if outcome == LOCKED:
                self._count()
                self._locked(owed=int(self.game.state.tick) == now)
                return
            if outcome == LOST:  # somebody else was at the keys
                self.forget()
                return
            if outcome == STUCK:
                self._steering.aim_down()
            elif outcome != ASTRAY or not self._lead_back():
                return

    def _count(self) -> None:
        self.counts[self._steering.kind if self._steering.met else MISSED] += 1

    def _locked(self, owed: bool = False) -> None:
        """A piece has locked: ask about the next one."""
        self._span = max(int(self.game.state.tick) - self._since, 1)
        self.forget()
        self._owed = owed
        self._ask()

    @property
    def _standing(self) -> bool:
        """Whether the piece stands on the ground, where it would lock while one waits."""
        return self.kind.standing(self.game.state)

    # Where to -------------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask anew about the piece that falls, for advice or for a move."""
        self.forget()
        self._ask()

    def _ask(self) -> None:
        if self.game.state.dead:
            return
        seen = self.kind.seen(self.game, self._span)
        if not seen["dead"][0]:  # what still pops may not save the game
            self._held = self.kind.held(self.game.state)
            self.mind.ask(seen)

    def prepare(self) -> bool:
        """See to it that there are keys to press; False while there are none. A player that fails is switched off."""
        self.mind.collect()
        if self._aimed or self.game.state.dead:
            return self._aimed
        if self.mind.seen is None:
            self._ask()
        try:
            self._aimed = self._elsewhere() if self._astray else self._decide()
        except Exception as error:  # whatever a search raises, the session goes on without it
            self.on, self.error = False, f"{self.spec} failed: {type(error).__name__}: {error}"
            self.version += 1
            return False
        return self._aimed

    def _decide(self) -> bool:
        """Aim at what was chosen; False where there is no choice yet, or no way to it."""
        choice = self.mind.choice
        if choice is None:
            return False
        if choice.action is None:
            self._steering.aim_down()
            self._spread()
            return True
        if self._aim(choice.action):
            self._spread()
            self._aim(choice.action)  # again, now that it is known how far the piece falls from key to key
            return True
        self._astray = True
        return self._elsewhere()

    def _elsewhere(self) -> bool:
        """Aim at the best candidate that can be reached; at what lies below if none can. False until they are known.

        Those looked at more pieces ahead come first, since only their values compare.
        """
        self.mind.explain()
        insight = self.mind.insight
        if insight is None:
            return False
        thought, self._astray = insight.thought, False
        for row in np.lexsort((-thought.values, -thought.plies)):
            if self._aim(int(thought.actions[row])):
                break
        else:
            self._steering.aim_down()
        self._spread()
        return True

    def _lead_back(self) -> bool:
        """Find keys for a piece that gravity has led off its way; False where another placement must be found."""
        self._strays += 1
        if self._strays > PATIENCE or self._action is None:
            self._steering.aim_down()
            return True
        if self._aim(self._action):
            return True
        self._aimed, self._astray = False, True
        return False

    def _aim(self, action: int) -> bool:
        """Find keys for an action from where the piece is; False where there are none."""
        if not self._steering.aim_at(action, self._beat, self._held):
            return False
        self._action = action
        return True

    def _spread(self) -> None:
        """Spread the keys over the time of the piece, so that the last is pressed when the pace says."""
        ticks, keys = round(SECOND * self._pace), max(len(self._steering.remaining), 1)
        self._beat = ticks // keys
        self._begin = self._since + ticks - (keys - 1) * self._beat
        self.version += 1

    # To look at -----------------------------------------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """What a frame says of it: who, the move it is about to make, and how it came by it."""
        last = self.mind.thoughts[-1] if self.mind.thoughts else None
        told: dict[str, Any] = {"on": self.on, "spec": self.spec, "pace": self._pace, "error": self.error}
        told |= {"kind": None, "keys": [], "target": [], "hold": False, "depth": 0, "nodes": 0, "ms": 0.0}
        if last is not None:
            thought = last.thought
            told |= {"depth": len(thought.line) - 1, "nodes": thought.nodes, "ms": round(last.ms, 3)}
        if self._aimed:
            aim = self._steering
            told |= {"kind": aim.kind, "keys": list(aim.remaining), "target": [list(c) for c in aim.cells]}
            told["hold"] = aim.hold
        elif not self.on and last is not None and last.state is self.mind.seen:
            move = last.thought.line[0]
            told |= {"kind": move.kind, "keys": path_keys(move.keys), "target": [list(c) for c in move.cells]}
            told["hold"] = move.keys.startswith("HOLD")
        return told

    def _sit(self) -> None:
        self._span = SPAN
        self.forget()
