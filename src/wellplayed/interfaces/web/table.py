"""A game and its agent at one table: who is at the keys, how time passes, and who is told of it.

Nothing here looks at a clock: `advance` is told how many ticks have passed. So the same keys at the same ticks make the
same game.
"""

from collections import deque
from collections.abc import Callable

from ...errors import InputError, unknown
from ...game import States
from .agent import Agent
from .bout import Bout
from .kind import KeyGame, Kind
from .round import BEGIN, Round
from .thinking import Insight

BEAT = 6  # ticks after which the time shown is old


class Table:
    """One game, a person and an agent. All methods belong to the thread of the server's loop."""

    bout: Bout | None = None  # the round, where it is a side of a duel
    rival: Agent | None = None  # who plays the other side

    def __init__(self, fresh: Round, agent: Agent) -> None:
        self.on_change: list[Callable[[], None]] = []  # called after anything that a frame shows has changed
        self.round, self.agent = fresh, agent
        self.advice = False  # whether the agent thinks about each piece while a person plays
        self._stepping = False  # pause after this piece
        self._advised: tuple[int, ...] = ()  # for which piece advice was asked
        self._shown: tuple[object, ...] = ()  # what a listener knows
        self._face()
        self._tell()

    # What it is -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> KeyGame:
        """The game; its `events` are moved away as they happen, so ask `Session.replay` for them."""
        return self.round.game

    @property
    def kind(self) -> Kind:
        """Which game it is."""
        return self.round.kind

    @property
    def status(self) -> str:
        """`play`, `paused`, `over` or `done`."""
        return self.round.status

    @property
    def why(self) -> str:
        """Why the game does not go on: `start`, `goal`, what ended it, or empty."""
        return self.round.why

    @property
    def playing(self) -> bool:
        """Whether the agent is at the keys."""
        return self.agent.on

    @property
    def left(self) -> int | None:
        """The lines or ticks to go; None where there is no goal."""
        return self.round.left

    @property
    def can_undo(self) -> bool:
        """Whether a piece can be taken back."""
        return self.round.can_undo

    @property
    def thoughts(self) -> deque[Insight]:
        """The latest of what the agent thought, the newest last."""
        return self.agent.mind.thoughts

    @property
    def revision(self) -> int:
        """A number that grows with every new thought."""
        return self.agent.mind.revision

    @property
    def last(self) -> Insight | None:
        """The newest thought."""
        return self.thoughts[-1] if self.thoughts else None

    def position(self) -> States:
        """[1] what anybody sees of the game now."""
        seen: States = self.game.seen()
        return seen

    # Keys and time --------------------------------------------------------------------------------------------------

    def press(self, key: str) -> bool:
        """Put a key down; False if nothing came of it. A fresh game begins so. Raises InputError for an unknown key."""
        self._known(key)
        if self.agent.on or not (self.status == "play" or self.why == BEGIN):
            return False
        self.round.go()
        took = self.game.press(key)
        self._after()
        self._tell()
        return took

    def release(self, key: str) -> bool:
        """Let a key go; False if it was not down. Raises InputError for an unknown key."""
        self._known(key)
        if self.agent.on or self.round.ended:
            return False
        took = self.game.release(key)
        self._after()
        return took

    def advance(self, ticks: int = 1) -> None:
        """Let so many ticks pass, while the game goes on and does not wait for its agent."""
        for _ in range(ticks):
            if self.status != "play" or not self._tick():
                break
        self._tell()

    def woken(self) -> None:
        """Take in what the agent has thought; where it plays as fast as it goes, play on."""
        if self.status == "play" and self.agent.on and self.agent.pace == 0 and self.rival is None:
            self._tick()
        else:
            self._look()
        self._tell()

    def pause(self) -> None:
        """Let time stand still."""
        self.round.stop()
        self._tell()

    def resume(self) -> None:
        """Let time go on; a game that is at its end stays so."""
        self._stepping = False
        self.round.go()
        self._tell()

    def undo(self) -> bool:
        """Go back to where the last piece appeared; False if there is none. Where an agent plays, the game pauses then.

        Raises InputError where the mode does not allow it.
        """
        if not self.round.mode.undo:
            raise InputError(f"nothing can be taken back in {self.round.mode.name}; play zen")
        if not self.round.undo():
            return False
        self.agent.forget()
        self._advised = ()
        if self.agent.on:
            self.round.stop()
            self.agent.ask()
        self._after()
        self._tell()
        return True

    # The agent ------------------------------------------------------------------------------------------------------

    def hand_over(self, spec: str | None = None) -> None:
        """Let the agent play, as `spec` says; a game that is at its end begins anew.

        Raises InputError as `set_agent` does.
        """
        if spec is not None:
            self._change(spec)
        self.agent.on, self._stepping = True, False
        if self.round.ended:
            self.restart()
            return
        self.round.let_go()
        self.agent.ask()
        self.round.go()
        self._look()
        self._tell()

    def take_back(self) -> None:
        """Let the person play on from where the piece is."""
        self.agent.on = self._stepping = False
        self.agent.forget()
        self._advised = ()
        self._after()
        self._tell()

    def step(self) -> None:
        """Let the agent play one piece, and pause. Nothing happens in a game that is at its end."""
        if self.round.ended:
            return
        if self.agent.on:
            self.round.go()
        else:
            self.hand_over()
        self._stepping = True
        self._tell()

    def set_agent(self, spec: str) -> None:
        """Another agent, who chooses anew at once if it is at the keys; in a duel on the other side too.

        Raises InputError for one that does not exist, is not permitted (permitted.py), or does not fit the rules.
        """
        self._change(spec)
        self._advised = ()
        if self.agent.on:
            self.agent.ask()
        self._after()
        self._tell()

    def set_pace(self, seconds: float) -> None:
        """How long the agent takes for a piece, 0 (as fast as it goes) to 2 seconds. Raises InputError outside."""
        self.agent.pace = seconds
        if self.rival is not None:
            self.rival.pace = seconds
        self._tell()

    def set_advice(self, on: bool) -> None:
        """Whether the agent thinks about each piece while a person plays."""
        self.advice, self._advised = on, ()
        self._after()
        self._tell()

    def restart(self) -> None:
        """A new game."""
        raise NotImplementedError

    # Underneath -----------------------------------------------------------------------------------------------------

    def _sit(self, fresh: Round) -> None:
        """Go on with another game, for which the agent is ready."""
        self.round = fresh
        self._stepping, self._advised = False, ()
        self._face()
        if self.agent.on:
            self.agent.ask()
            self.round.go()
        self._look()
        self._tell()

    def _tick(self) -> bool:
        """One tick; False where the game waits for its agent, which no duel does."""
        passed, on = True, self.agent.on
        if self.bout is not None and self.rival is not None:
            self.bout.tick(self.agent if on else None, self.rival)
        elif on:
            passed = self.agent.tick()
        else:
            self.game.tick()
        if on:
            self._check()
        if self.rival is not None and not self.rival.on:
            self.rival.on = True  # it tries again when the duel goes on
            self.round.stop()
        self._after()
        return passed

    def _after(self) -> None:
        """What follows from an event or a tick."""
        if self.round.after() and self._stepping:
            self._stepping = False
            self.round.stop()
        self._look()

    def _look(self) -> None:
        """Take in what the agent has thought, and ask it where it is to give advice on another piece."""
        if self.agent.on:
            self.agent.prepare()
            self._check()
        elif self.advice and not self.round.ended:
            now = self.kind.question(self.game.state)
            if now != self._advised:
                self._advised = now
                self.agent.ask()
        self.agent.mind.collect()

    def _check(self) -> None:
        """Pause where the agent has failed."""
        if not self.agent.on:
            self.round.stop()

    # Duels ----------------------------------------------------------------------------------------------------------

    def _face(self) -> None:
        """Let the agent play the other side as well, if there is one, as a player of its own."""
        self.bout = self.round if isinstance(self.round, Bout) else None
        self.rival = None
        if self.bout is not None:
            self.rival = Agent(self.bout.other.game, self.agent.spec, self.agent.thinkers, talks=False)
            self.rival.on, self.rival.pace = True, self.agent.pace

    def _change(self, spec: str) -> None:
        """Be played by another agent. Raises InputError, and changes nothing, where it is none or does not fit."""
        self.agent.change(spec)
        if self.rival is not None:
            self.rival.change(spec)

    def _tell(self) -> None:
        """Call the listeners if a frame would show anything new."""
        state = self.game.state
        shown = (
            *self.round.glance(), int(state.tick) // BEAT, self.status, self.why, self.round.mark,
            self.agent.version, self.agent.on, self.agent.pace, self.advice, self.revision, id(self.game),
        )  # fmt: skip
        if shown != self._shown:
            self._shown = shown
            for listener in tuple(self.on_change):
                listener()

    def _known(self, key: str) -> None:
        if key not in self.kind.keys:
            raise unknown("key", key, self.kind.keys)
