"""One question at a time put to a player: what to do here, and why; answered in a thread, taken in when it is there."""

import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future

from ...game import States
from ...players.player import Player
from .thinking import Choice, Insight, choose, explain

KEPT = 8  # thoughts; each can hold a whole search tree
WAITING = 2  # explanations on their way; where they take longer than the moves, some moves go unexplained
OFTEN = 0.1  # seconds between two explanations, where they are not needed to find a move
log = logging.getLogger(__name__)


class Mind:
    """Asks `player`. The owner calls `collect` now and then, or when `on_answer`, from a thread, says so.

    `talks`: it also gives reasons where nobody asked for them, to be looked at.
    """

    def __init__(self, player: Player, spec: str, thinkers: Executor, talks: bool = True) -> None:
        self.player, self.spec = player, spec
        self.thoughts: deque[Insight] = deque(maxlen=KEPT)
        self.revision = 0  # grows with every new thought
        self.on_answer: Callable[[], None] | None = None  # called in a thinking thread
        self._thinkers, self._talks = thinkers, talks
        self._explaining: deque[Future[Insight | None]] = deque()
        self._last = float("-inf")  # when an explanation was last asked for
        self.drop()

    def become(self, player: Player, spec: str) -> None:
        """Be another player from now on; what the old one still thinks is of no interest."""
        for future in self._explaining:
            future.cancel()
        self._explaining.clear()
        self.player, self.spec, self._last = player, spec, float("-inf")
        self.drop()

    def drop(self) -> None:
        """Forget the question."""
        self._seen: States | None = None
        self._chosen: Future[Choice] | None = None
        self._why: Future[Insight | None] | None = None
        self._wanted = False

    def ask(self, seen: States) -> None:
        """Ask what to do in a position [1]; `choice` and `insight` are of it from now on."""
        if self._chosen is not None:
            self._chosen.cancel()
        self.drop()
        self._seen = seen
        self._wanted = self._talks
        self._chosen = self._thinkers.submit(choose, self.player, seen)
        self._chosen.add_done_callback(self._tell)

    @property
    def seen(self) -> States | None:
        """The position [1] that the question is about; None where there is none."""
        return self._seen

    @property
    def choice(self) -> Choice | None:
        """The answer; None while it is not there. Raises what the player raised."""
        return self._chosen.result() if self._chosen is not None and self._chosen.done() else None

    @property
    def insight(self) -> Insight | None:
        """The reasons for it; None while they are not there. Raises what the player raised."""
        return self._why.result() if self._why is not None and self._why.done() else None

    def explain(self) -> None:
        """Ask for the reasons, if that was not done."""
        choice = self.choice
        if self._why is not None or self._seen is None or choice is None:
            return
        self._last = time.monotonic()
        self._why = self._thinkers.submit(explain, self.player, self._seen, self.spec, choice)
        self._explaining.append(self._why)
        self._why.add_done_callback(self._tell)

    def collect(self) -> bool:
        """Take in what is there: publish thoughts, ask for reasons where they are due. Whether a thought is new."""
        due = self._wanted and len(self._explaining) < WAITING and time.monotonic() - self._last >= OFTEN
        if due and self._answered():
            self._wanted = False
            self.explain()
        before = self.revision
        while self._explaining and self._explaining[0].done():
            future = self._explaining.popleft()
            if error := future.exception():
                log.error("no reasons from %s", self.spec, exc_info=error)
            elif insight := future.result():
                self.thoughts.append(insight)
                self.revision += 1
        return self.revision > before

    def _answered(self) -> bool:
        """Whether there is a move to give reasons for."""
        chosen = self._chosen
        return chosen is not None and chosen.done() and not chosen.exception() and chosen.result().action is not None

    def _tell(self, future: "Future[Choice] | Future[Insight | None]") -> None:
        tell = self.on_answer
        if tell is not None and not future.cancelled():
            with contextlib.suppress(RuntimeError):  # the server's loop has ended meanwhile
                tell()
