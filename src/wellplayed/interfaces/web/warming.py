"""Preparing the engine while the page is already usable: the kernels are compiled in a thread of their own.

What a visitor needs first comes first: keys, then an agent's move, then both of the next game, then everything else.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

GAMES = ("guideline", "puyo", "classic")  # in the order in which the page needs them
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class State:
    """How far the engine is prepared: the `share` that is done, 0 to 1, and whether nothing is left to wait for."""

    share: float = 1.0
    ready: bool = True


class Warming:
    """The preparation of an engine for some games; ready as long as nobody starts it.

    `playable` is set while keys act without waiting for the compiler, `thinking` while agents' moves do too.
    """

    def __init__(self, games: Sequence[str] = GAMES) -> None:
        self.games = games
        self.playable, self.thinking = threading.Event(), threading.Event()
        self._let_go()
        self._running = False
        self._done = self._total = 0  # steps of the compiler
        self._share = 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)

    @property
    def state(self) -> State:
        """How far it is now; it never goes back. Kernels and steps count alike, since either kind can be slow."""
        from ..warmup import compiled

        if not self._running:
            return State()
        kernels, of = compiled()
        self._share = max(self._share, (kernels + self._done) / max(of + self._total, 1))
        return State(self._share, ready=False)

    def start(self) -> None:
        """Prepare what is not prepared yet, in a thread of its own."""
        self.playable.clear()
        self.thinking.clear()
        self._thread.start()

    def stop(self, patience: float) -> bool:
        """Let it end after the step it is at, and say within `patience` seconds whether it has."""
        self._stopped.set()
        if self._thread.ident is not None:  # it was started
            self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        from ..warmup import is_warm

        cold = [game for game in self.games if not is_warm(game)]
        self._running = bool(cold)
        try:
            for step in self._steps(cold):
                if self._stopped.is_set():
                    return
                step()
        except Exception:  # kernels compile again when they are called, and then whoever called them hears why
            log.exception("the engine could not be prepared ahead")
        finally:
            self._let_go()
            self._running = False

    def _steps(self, cold: Sequence[str]) -> Iterator[Callable[[], object]]:
        from ..warmup import compiling
        from .kinds import KINDS
        from .rehearsal import Rehearsal

        # Up to its first step, which is taken last, the compiler only says how much there is to do.
        rest = compiling(cold) if cold else iter(())
        self._done, self._total, _ = next(rest, (0, 0, ""))
        for game in (game for game in self.games if game in KINDS):
            rehearsal = Rehearsal(game)
            yield rehearsal.by_hand
            yield self.playable.set
            yield rehearsal.by_agent
            yield self.thinking.set
        for self._done, self._total, _ in rest:
            yield _nothing

    def _let_go(self) -> None:
        self.playable.set()
        self.thinking.set()


def _nothing() -> None:
    """What is left to do for a step that the compiler has taken."""


engine = Warming()  # the one that the pages of this process play with
