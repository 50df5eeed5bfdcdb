"""The game of one visitor, without any page: the table at which it is played, its settings, its frames, its replay."""

from concurrent.futures import Executor
from typing import Any

from ...errors import InputError
from ...rng import words
from ...tetris.guideline.replay import Replay
from . import kinds, modes, roster
from .agent import Agent
from .bout import Bout
from .frames import frame
from .kind import Handling, Kind, Rules, Start
from .modes import Mode
from .painting import repainted
from .refusals import Refusal
from .round import BEGIN, Round
from .table import Table
from .thinking import thinkers


class Session(Table):
    """One visitor's game under a mode, with an agent at hand. All methods belong to the thread of the server's loop.

    `status` is `play`, `paused`, `over` (topped out) or `done` (the mode's goal is reached). A fresh game is `paused`,
    `why` being `start`, and begins with the first key, with `resume` or with `hand_over`. In a duel the agent plays the
    other side, and this one as well when it is handed over; who loses first ends it (bout.py). A session that gets the
    same keys at the same ticks, and the same choices of agents, plays the same game; `replay` is that game.

    Parameters
    ----------
    id : str
        What the visitor's pages name it by.
    game : str
        What is played: `guideline` or `puyo` (kinds.py).
    seed : int
        Of the first game; those of later ones follow from it.
    mode : str
        `zen`, `marathon`, `sprint` or `ultra`; of Puyo `zen`, `ultra` or `duel`.
    rules : Ruleset or str, optional
        The rules, of which the mode changes some; by default the usual ones of the game.
    handling : Handling, optional
        How keys repeat.
    agent : str, optional
        Who plays when the game is handed over; by default the first of the game (roster.py).
    start : Start, optional
        Where each game starts.
    thinking : Executor, optional
        Where the agent thinks; by default in the threads of this process.

    Raises InputError for an unknown name, rules that cannot be drawn, or an agent that does not fit them.
    """

    def __init__(
        self,
        id: str = "local",
        *,
        game: str = kinds.PIECES.name,
        seed: int = 0,
        mode: str = "zen",
        rules: Rules | str | None = None,
        handling: Handling | None = None,
        agent: str | None = None,
        start: Start | None = None,
        thinking: Executor | None = None,
    ) -> None:
        self.id, kind = id, kinds.kind(game)
        self.handling = handling or kind.handling()  # of the next game; game.handling is that of this one
        self._base, self._frames = kind.rules(rules or kind.usual), 0
        fresh = _opened(kind, modes.mode(mode, kind.modes), self._base, seed, self.handling, start or kind.start())
        agent = agent or roster.first(kind.placements(self._base))
        super().__init__(fresh, Agent(fresh.game, agent, thinking or thinkers()))

    @property
    def mode(self) -> str:
        """The name of the mode."""
        return self.round.mode.name

    @property
    def rules(self) -> Rules:
        """The rules of this game, as the mode has changed them."""
        return self.game.rules

    @property
    def spec(self) -> str:
        """Who plays when the game is handed over."""
        return self.agent.spec

    @property
    def pace(self) -> float:
        """Seconds that the agent takes for a piece; 0 is as fast as it goes."""
        return self.agent.pace

    def frame(self, since: int = 0) -> dict[str, Any]:
        """What a page draws (frames.py), with the calls and cleared rows that are newer than number `since`."""
        self._frames += 1
        return {"k": "frame", "f": self._frames, "n": 0, **frame(self, since)}

    # Other games ----------------------------------------------------------------------------------------------------

    def restart(self, seed: int | None = None, start: Start | None = None) -> None:
        """A new game of the same mode, from `start` or where this one started; by default with other pieces.

        Raises InputError for a seed or a start that is none.
        """
        self._new(self.round.mode, self._base, seed, start)

    def set_mode(self, name: str) -> None:
        """A new game of another mode, a duel from empty fields. Raises InputError for an unknown one."""
        mode = modes.mode(name, self.kind.modes)
        self._new(mode, self._base, start=self.kind.start() if mode.duel else None)

    def set_rules(self, rules: Rules | str) -> None:
        """A new game under other rules. Raises InputError where they are none, or do not fit the page or the agent."""
        self._new(self.round.mode, self.kind.rules(rules))

    def set_handling(self, handling: Handling) -> None:
        """How keys repeat from the next game on; at once where this one has not begun."""
        self.handling = handling
        if self.why == BEGIN:
            self._new(self.round.mode, self._base, self.game.seed)

    # Replays --------------------------------------------------------------------------------------------------------

    def replay(self) -> Any:
        """The game so far. One with more events than are kept (past.py) ends where they do."""
        return self.round.replay()

    def take_up(self, replay: Replay, tick: int | None = None) -> None:
        """Go on from a moment of a replay, by default its end; paused, a person at the keys, and without a goal.

        Raises InputError for a tick outside of it, or rules that do not fit the page or the agent.
        """
        tick = replay.result.ticks if tick is None else tick
        if not 0 <= tick <= replay.result.ticks:
            raise InputError(f"tick {tick} is not in the replay; choose 0 to {replay.result.ticks}")
        base = modes.drawable(replay.rules)
        game, painting = repainted(replay, tick)
        self.agent.sit(game)
        self.agent.on = False
        self._base, self.handling = base, replay.handling
        fresh = Round(modes.mode("zen"), game, painting, self.round.mark)
        fresh.let_go()
        fresh.why = fresh.why if fresh.ended else ""
        self._sit(fresh)

    def _new(self, mode: Mode, base: Rules, seed: int | None = None, start: Start | None = None) -> None:
        """Begin another game; where it raises InputError this one goes on."""
        seed = words(1, self.game.seed)[0] >> 32 if seed is None else seed
        start = self.game.start if start is None else start
        fresh = _opened(self.kind, mode, base, seed, self.handling, start, self.round.mark)
        self.agent.sit(fresh.game)
        self._base = base
        self._sit(fresh)


def _opened(kind: Kind, mode: Mode, base: Rules, seed: int, handling: Handling, start: Start, mark: int = 0) -> Round:
    """A game before anything happened. Raises InputError for a seed or a start that is none."""
    if mode.duel:
        fair(kind, mode, start)
        return Bout(kind, mode, kind.duel(mode.rules(base), seed, handling), mark)
    game = kind.opened(mode.rules(base), seed, handling, start)
    return Round(mode, game, kind.painting(game.rules, start), mark)


def fair(kind: Kind, mode: Mode, start: Start) -> None:
    """Raises InputError where a duel is to begin from a position."""
    if mode.duel and start != kind.start():
        raise Refusal("a duel begins with empty fields; leave position and queue out", "refused.start")
