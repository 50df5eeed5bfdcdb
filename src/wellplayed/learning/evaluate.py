"""How good what was learned is: greedy games of fixed seeds, stopped by a cap, as mean, median and standard error.

What a learner scores while it learns says little: it explores, and its weights change under way. So the player of a
checkpoint plays greedily, in games that trained nothing. Their lines vary as much as their mean, so there are 50 at
least, and the mean has its standard error and a 95% interval. A cap that stops games makes the mean too low; how many
it stopped is told.
"""

from typing import Any, NamedTuple

from ..arena.lockstep import play
from ..arena.parallel import Progress
from ..arena.summary import summarise
from ..errors import Fault
from ..game import Game
from ..games import family
from ..players.player import Player

UNITS = {"puyo": "score"}  # what counts where it is not lines


class Evaluation(NamedTuple):
    """Some greedy games of one player."""

    unit: str  # lines, or score
    games: int
    mean: float
    se: float
    median: float
    low: float  # 95% interval of the mean
    high: float
    capped: int  # games that the cap stopped
    cap: int  # pieces
    seeds: tuple[int, int]  # the first, and how many
    pieces: int  # played in all of them

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {**self._asdict(), "seeds": list(self.seeds)}


def unit(game: Game) -> str:
    """What is counted in a game."""
    return UNITS.get(family(game), "lines")


def evaluated(
    game: Game, player: Player, seeds: range, cap: int, *, workers: int | None = None, progress: Progress | None = None
) -> Evaluation:
    """Play one game for each seed and put them together; the same whatever the number of workers.

    `progress` is called with (pieces, games) done. Raises Fault where the player fails.
    """
    results = play(game, player, seeds, cap=cap, workers=workers, progress=progress)
    for one in results:
        if one.fault:
            raise Fault(one.fault)
    by, capped = unit(game), sum(not one.dead for one in results)
    s = summarise([getattr(one, by) for one in results], capped)
    pieces = sum(one.pieces for one in results)
    return Evaluation(
        by, s.games, s.mean, s.se, s.median, s.low, s.high, capped, cap, (seeds[0], len(seeds)), pieces
    )  # fmt: skip


def generator(game: Game) -> str:
    """Where the pieces of a game come from, for a card: means under different generators cannot be compared."""
    for name in ("pieces", "pairs"):
        if (found := getattr(game, name, None)) is not None:
            return f"{name}={found}"
    return {"guideline": "seven-bag"}.get(family(game), game.name)
