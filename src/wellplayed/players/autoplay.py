"""A player of placements at the keys: it chooses where each piece goes, and presses the keys that bring it there.

At each new piece the player is shown what anybody sees of the game (`KeyGame.seen`) and chooses a placement; its keys
are pressed one by one at a pace, with gravity at work. Where gravity leads a piece off its way new keys are found from
where it is, and where none lead to the placement any more, the player's next best placement that can be reached takes
its place; so autoplay can also take over in the middle of a piece. The player is asked once for each piece: what
happens meanwhile, such as garbage announced, counts from the next piece on.

Everything depends on the game and the player alone, `step` by `step` as well as in one `run`; and what it does is key
events, so that a replay of the game is a replay of the autoplay.
"""

import time
from typing import NamedTuple

import numpy as np

from ..errors import Fault, InputError
from ..game import Placement, States
from ..tetris.guideline.keys import KeyGame
from ..tetris.guideline.keystep.record import UP
from ..tetris.guideline.rules import Guideline
from ..tetris.guideline.steering import ASTRAY, LOCKED, LOST, NAMES, STUCK, WAITING, Steering
from .player import Player, Thought

KINDS = ("drop", "shift", "tuck", "spin")
MISSED = "missed"
SLOWEST = 600  # ticks a key
PATIENCE = 40  # times that a piece is led back on its way; kicks upwards and gravity can go round in circles
SPAN = 20  # ticks that a piece is taken to last before one was placed: three pieces a second


class Step(NamedTuple):
    """What one tick brought, in this order."""

    tick: int  # the tick that began; the game is one tick older after it, unless it is over
    keys: tuple[str, ...]  # that were pressed, `HOLD L R CW CCW 180 D HD`
    locked: tuple[str, ...]  # the kind of each piece that locked: drop, shift, tuck, spin, or missed
    chose: bool  # whether the player chose a placement


class Autoplay:
    """Lets `player` play `game` by keys. The game stays open to others: keys of a person, garbage, going back.

    Parameters
    ----------
    game : KeyGame
        The game, at any moment of it.
    player : Player
        Built for `Guideline` under the same rules.
    pace : int
        Ticks from one key to the next; with 0 all keys of a piece are pressed at once, one piece a tick.
    whole : bool
        Press all keys of the shortest path, as `wellplayed placements` lists it with every row of soft drop, and not
        the fewest before the hard drop.

    Raises InputError for a player of other rules or a pace out of range.
    """

    def __init__(self, game: KeyGame, player: Player, *, pace: int = 1, whole: bool = False) -> None:
        self.game, self.whole = game, whole
        self.counts = dict.fromkeys((*KINDS, MISSED), 0)  # pieces placed by the kind of move, and those that got astray
        self.seconds = {"thinking": 0.0, "paths": 0.0, "keys": 0.0}  # of the clock, so far
        self._steering = Steering(game)
        self._began, self._span, self._choices = int(game.state.tick), SPAN, 0
        self._planned = self._held = False  # whether a placement is chosen, and whether hold had been used before that
        self._seen: States | None = None
        self._thought: Thought | None = None
        self._action: int | None = None
        self.pace, self.player = pace, player

    @property
    def player(self) -> Player:
        """Who plays; another one may be put in at any moment, and chooses anew for the piece that falls."""
        return self._player

    @player.setter
    def player(self, player: Player) -> None:
        rules = player.game
        if not isinstance(rules, Guideline):
            raise InputError(f"a player of {rules.name} cannot steer pieces; make it for a guideline game")
        if rules.rules != self.game.rules:
            raise InputError(
                f"the player plays {rules.rules}, the game {self.game.rules}; make both for the same rules"
            )
        self._player, self._rules = player, rules
        self._forget()

    @property
    def pace(self) -> int:
        """Ticks from one key to the next; may be changed at any moment."""
        return self._pace

    @pace.setter
    def pace(self, ticks: int) -> None:
        if not 0 <= ticks <= SLOWEST:
            raise InputError(f"pace={ticks} is out of range; choose 0 to {SLOWEST} ticks a key")
        self._pace = ticks

    @property
    def placement(self) -> Placement | None:
        """Where the falling piece is to go; None if not chosen. Its keys begin where it was when they were found."""
        if not self._planned:
            return None
        aim = self._steering
        keys = " ".join(
            filter(None, ("HOLD" if aim.hold else "", "".join(k for k in aim.keys if k not in ("HOLD", "HD"))))
        )
        return Placement(aim.piece, aim.orientation, aim.cells, keys, aim.kind, aim.spin)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys still to be pressed for the falling piece; empty if no placement is chosen."""
        return self._steering.remaining if self._planned else ()

    def thought(self) -> Thought | None:
        """The player's reasons for the falling piece, found when asked for; None if no placement is chosen.

        Where the placement of its choice could not be reached, another one of the candidates is played.
        """
        if self._thought is None and self._seen is not None:
            self._thought = self._player.think(self._seen)
        return self._thought

    def plan(self) -> None:
        """Choose a placement for the falling piece if none is chosen; `step` and `run` do it by themselves.

        Raises Fault where the player fails.
        """
        if self._planned or self.game.states["dead"][0]:
            return
        began = time.perf_counter()
        self._seen, self._held = self.game.seen(self._span), bool(self.game.states["held"][0])
        action = self._choose(self._seen)
        chosen = time.perf_counter()
        self.seconds["thinking"] += chosen - began
        if action is None:
            self._steering.aim_down()
        elif not self._aim(action):
            self._aim_elsewhere()
        self.seconds["paths"] += time.perf_counter() - chosen
        self._planned = True
        self._choices += 1

    def step(self) -> Step:
        """Play one tick: press what is due, let the tick pass. Nothing happens in a game that is over."""
        tick, first = self._tick, len(self.game.events)
        before, choices = list(self.counts.values()), self._choices
        self._play(tick + 1)
        keys = tuple(NAMES[e.key] for e in self.game.events[first:] if e.kind != UP)
        locked = (kind for kind, n in zip(self.counts, before, strict=True) for _ in range(self.counts[kind] - n))
        return Step(tick, keys, tuple(locked), self._choices > choices)

    def run(self, ticks: int) -> None:
        """Play so many ticks, or to the end of the game. Raises InputError for a negative number."""
        if ticks < 0:
            raise InputError(f"{ticks} ticks cannot pass; choose 0 or more")
        self._play(self._tick + ticks)

    def _play(self, until: int) -> None:
        """To the tick `until`, whose keys are not pressed yet, or to the end of the game."""
        outcome = LOST
        while outcome != WAITING:
            self.plan()
            began = time.perf_counter()
            outcome = self._steering.follow(self._pace, until)
            self.seconds["keys"] += time.perf_counter() - began
            if outcome == LOCKED:
                self._count()
            elif outcome == LOST:
                self._began = self._tick
                self._forget()
            elif outcome == STUCK:
                self._steering.aim_down()
            elif outcome == ASTRAY:
                self._lead_back()

    @property
    def _tick(self) -> int:
        return int(self.game.states["tick"][0])

    def _choose(self, seen: States) -> int | None:
        """The player's action; None where there is no placement to choose from. Raises Fault where the player fails."""
        try:
            return int(self._player.choose(seen)[0])
        except Fault:
            raise
        except InputError:
            if len(self._rules.listed(seen)[0]):
                raise
            return None

    def _aim(self, action: int) -> bool:
        """Find keys for an action from where the piece is; False where there are none."""
        hold, spin, *goal = self._rules.parts(action)
        swapped = bool(self.game.states["held"][0]) and not self._held  # hold was pressed for the placement chosen
        if hold != swapped and (swapped or self._held):
            return False
        aimed = self._steering.aim(
            (goal[0], goal[1], goal[2]),
            spin=spin,
            hold=bool(hold) and not swapped,
            pace=self._pace,
            whole=self.whole,
        )
        if aimed:
            self._action = action
        return aimed

    def _lead_back(self) -> None:
        """Find keys for a piece that gravity has led off its way, to the same placement if possible."""
        began = time.perf_counter()
        self._strays += 1
        if self._strays > PATIENCE:
            self._steering.aim_down()
        elif self._action is None or not self._aim(self._action):
            self._aim_elsewhere()
        self.seconds["paths"] += time.perf_counter() - began

    def _aim_elsewhere(self) -> None:
        """Aim at the best candidate that can be reached from here, the first of equals; at what lies below if none can.

        Those looked at more pieces ahead come first, since only their values compare.
        """
        thought = self.thought()
        assert thought is not None
        for row in np.lexsort((-thought.values, -thought.plies)):
            if self._aim(int(thought.actions[row])):
                return
        self._steering.aim_down()

    def _count(self) -> None:
        """Count the piece that locked, and be ready for the next one."""
        self.counts[self._steering.kind if self._steering.met else MISSED] += 1
        tick = self._tick
        self._span, self._began = max(tick - self._began, 1), tick
        self._forget()

    def _forget(self) -> None:
        """Forget what was chosen, so that the player is asked again."""
        self._planned, self._strays = False, 0
        self._seen = self._thought = self._action = None
