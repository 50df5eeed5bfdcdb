"""A lane of a race that plays Puyo: its field as it stands after each chain, and the chains that it fired."""

from ...game import States
from ...puyo.features import P_LINKS
from ...puyo.rules import Puyo
from ...puyo.text import show
from .lane import EMPTY, Lane, Values
from .tracks import Playable


class PairLane(Lane):
    """One agent and its game of Puyo. Its look has the longest chain as lines."""

    longest = 0  # links

    def _follow(self, before: States, after: States, action: int) -> None:
        """Take in the chain of an action."""
        self.longest = max(self.longest, int(after["chain"][0]))

    def _values(self) -> tuple[str, int, Values]:
        """The rows of the field, how high it is; the longest chain, the links it could fire, the points."""
        cells = self._state["cells"][0]
        rows = show(cells).split("\n")
        while rows and not rows[0].strip(EMPTY):
            del rows[0]
        could = int(self.game.features(self._state)[0, P_LINKS])
        return "/".join(rows), len(rows), Values(self.longest, could, int(self._state["score"][0]))


def lane(spec: str, game: Playable, seed: int, cap: int) -> Lane:
    """A lane of whichever game. Raises InputError for an agent that is none, not for visitors, or of another game."""
    return (PairLane if isinstance(game, Puyo) else Lane)(spec, game, seed, cap)
