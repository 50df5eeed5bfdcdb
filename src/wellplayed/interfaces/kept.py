"""What commands that play many games share: where games are kept, what Ctrl-C leaves, and whose code failed."""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..arena.lockstep import Result
    from ..arena.processes import Processes
    from ..arena.records import Records, Run
    from ..arena.versus import Match
    from ..game import Game
    from ..players.player import Player

SHOWN = 5  # faults that are told in full


class Keeper:
    """The records file of a command, or nothing where none is wanted; used as a context manager."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._records: Records | None = None
        self._runs: list[Any] = []

    def __enter__(self) -> "Keeper":
        if self.path is not None:
            from ..arena.records import Records

            self._records = Records(self.path).__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self._records is not None:
            self._records.close()

    def solo(self, game: str, player: str, cap: int | None) -> "Run[Result]":
        """The games of a player."""
        from ..arena.records import Run

        run: Run[Result] = self._records.solo(game, player, cap) if self._records else Run()
        self._runs.append(run)
        return run

    def versus(self, game: str, first: str, second: str, cap: int) -> "Run[Match]":
        """The matches of two players."""
        from ..arena.records import Run

        run: Run[Match] = self._records.versus(game, first, second, cap) if self._records else Run()
        self._runs.append(run)
        return run

    @contextlib.contextmanager
    def interrupted(self, wanted: int | None, one: str, many: str) -> Iterator[None]:
        """Let Ctrl-C say how many of the `wanted` ones (None: nobody knows) are kept, and how to go on."""
        try:
            yield
        except KeyboardInterrupt:
            kept = f"{sum(run.kept for run in self._runs):,}" + (f" of {wanted:,}" if wanted is not None else "")
            left = f"{kept} {many} are kept in {self.path}" if self.path else f"no {one} is kept"
            remedy = "run the same again to go on" if self.path else "--records FILE keeps them"
            raise KeyboardInterrupt(f"stopped; {left}; {remedy}") from None


@contextlib.contextmanager
def elsewhere(wanted: bool, workers: int | None) -> "Iterator[Processes | bool]":
    """Processes to play in, the same ones for all that a command plays; False where they are not `wanted`."""
    if not wanted:
        yield False
        return
    from ..arena.processes import Processes

    with Processes(workers) as processes:
        yield processes


def load(game: "Game", who: "Player") -> None:
    """Play one move, which loads the kernels from the cache, so that the clock times play alone.

    A player that fails here fails in its games too, and is told of there.
    """
    states = game.new([0])
    with contextlib.suppress(Exception):
        if who.weights is None:
            game.play(states, who.choose(states))
        else:
            who.view.rollout(states, who.weights, 1)


def tell_faults(faults: Sequence[str], one: str, many: str) -> None:
    """Say on stderr which games were lost because a player's own code failed: the first few, and how many."""
    for fault in faults[:SHOWN]:
        print(f"wellplayed: {fault}", file=sys.stderr)
    if faults:
        count = f"that {one} counts" if len(faults) == 1 else f"{len(faults):,} {many} count"
        above = f"; above are the first {SHOWN}" if len(faults) > SHOWN else ""
        print(f"wellplayed: {count} as lost{above}", file=sys.stderr)
