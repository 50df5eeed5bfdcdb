"""One game of a session from its first piece to its end: colours, callouts, goals, and its past."""

from collections import deque
from typing import Any

from . import kinds
from .kind import Event, KeyGame, News, Painting
from .modes import Mode
from .past import Past

CALLS = 16  # callouts that a page which was away can still be told
BEGIN, GOAL = "start", "goal"  # why a game does not go on, besides those of KeyGame.over


class Round:
    """A game under a mode. Whoever changes `game` calls `after`, once for each event or tick.

    `status` is `play`, `paused`, `over` (topped out) or `done` (the mode's goal is reached); a fresh game is `paused`,
    `why` being `start`. Callouts and cleared rows are numbered from `mark` on, so that nobody is told of one twice.
    """

    def __init__(self, mode: Mode, game: KeyGame, painting: Painting, mark: int = 0) -> None:
        self.mode, self.game, self.painting, self.mark = mode, game, painting, mark
        self.kind = kinds.of(game)
        self.calls: deque[tuple[str, int]] = deque(maxlen=CALLS)  # what was called out, and its number
        self.cleared: tuple[tuple[int, ...], int] = ((), mark)  # the rows that vanished last, and the number of that
        self.status, self.why = "paused", BEGIN
        self._past = Past()
        self._past.take(game)
        self._past.keep(game, painting.snapshot())
        self._judge()

    @property
    def left(self) -> int | None:
        """The lines or ticks to go; None where there is no goal."""
        return self.mode.left(self.game.state)

    @property
    def ended(self) -> bool:
        """Whether it is over or done."""
        return self.status in ("over", "done")

    @property
    def can_undo(self) -> bool:
        """Whether a piece can be taken back."""
        return self.mode.undo and self._past.reaches(int(self.game.state.pieces))

    def go(self) -> None:
        """Let time go on, unless the game is at an end."""
        if not self.ended:
            self.status, self.why = "play", ""

    def stop(self) -> None:
        """Let time stand still."""
        if not self.ended:
            self.status = "paused"

    def glance(self) -> tuple[object, ...]:
        """What of it changes with keys and time."""
        return self.kind.glance(self.game.state)

    def after(self) -> bool:
        """Take in what an event or a tick did; whether a piece has had its turn."""
        if self.game.events:
            self._past.take(self.game)
        news = self.kind.news(self.painting, self.game)
        self._call(news)
        if news.settled and not self.game.state.dead:
            self._past.keep(self.game, self.painting.snapshot())
        self._judge()
        return news.settled

    def let_go(self) -> None:
        """Release all keys."""
        for key in self.kind.keys:
            self.game.release(key)
        self._past.take(self.game)

    def undo(self) -> bool:
        """Go back to where the piece that locked last appeared; False if there is none. A game at its end is paused."""
        moment = self._past.back(int(self.game.state.pieces)) if self.mode.undo else None
        if moment is None:
            return False
        self.game.restore(moment.game)  # type: ignore[arg-type] # it is of this game
        self.painting.restore(moment.painting, self.game.state)
        if self.ended or self.why == BEGIN:
            self.status, self.why = "paused", ""
        self.let_go()
        return True

    def replay(self) -> Any:
        """The game so far; one with more events than are kept (past.py) ends where they do."""
        return self._past.replay(self.game)

    def events(self) -> tuple[Event, ...]:
        """Its events so far, as many as are kept."""
        return self._past.events()

    @property
    def whole(self) -> bool:
        """Whether all its events are kept."""
        return self._past.whole

    def _call(self, news: News) -> None:
        """Number what is called out and what vanished."""
        for name in news.calls:
            self.mark += 1
            self.calls.append((name, self.mark))
        if news.cleared:
            self.mark += 1
            self.cleared = news.cleared, self.mark

    def _judge(self) -> None:
        """Whether the game is at an end."""
        if self.mode.reached(self.game.state):
            self.status, self.why = "done", GOAL
        elif self.game.state.dead:
            self.status, self.why = "over", self.game.over
