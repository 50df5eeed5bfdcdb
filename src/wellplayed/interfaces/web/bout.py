"""A duel of a session: the person's side, which is a round like any other, and the one that plays against it."""

from typing import Any

from .agent import Agent
from .kind import Duel, Kind
from .modes import Mode
from .round import Round

ENDS = {0: "won", 1: "lost", None: "drawn"}  # why a duel is over, by the side that has won
OURS, THEIRS = range(2)


class Bout(Round):
    """The first side of a duel; `other` is the second. They share one clock, one status, and the numbers of callouts.

    `why` is `won`, `lost` or `drawn` once the duel is over. Nothing can be taken back.
    """

    def __init__(self, kind: Kind, mode: Mode, duel: Duel, mark: int = 0) -> None:
        self.duel, rules = duel, duel.rules
        start = kind.start()
        self.other = Round(mode, duel.games[THEIRS], kind.painting(rules, start), mark)
        super().__init__(mode, duel.games[OURS], kind.painting(rules, start), mark)

    def tick(self, ours: Agent | None, theirs: Agent) -> None:
        """Let a tick pass on both sides, and cross over what they send; None is a person."""
        self.duel.drive(OURS, ours)
        self.duel.drive(THEIRS, theirs)
        self.duel.tick()

    def glance(self) -> tuple[object, ...]:
        """What of it changes with keys and time, on both sides."""
        return (*super().glance(), *self.other.glance())

    def after(self) -> bool:
        """Take in what an event or a tick did on both sides; whether a piece of this one has had its turn."""
        settled = super().after()
        self.other.mark = self.mark
        self.other.after()
        self.mark = self.other.mark
        return settled

    def replay(self) -> Any:
        """The duel so far; one with more events than are kept (past.py) ends where they do."""
        sides = (self, self.other)
        return self.kind.duel_replay(self.duel, [side.events() for side in sides], [side.whole for side in sides])

    def _judge(self) -> None:
        """Whether a side has lost."""
        if self.duel.over:
            self.status, self.why = "over", ENDS[self.duel.winner]
