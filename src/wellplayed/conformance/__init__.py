"""One check that any game must pass: every promise of `wellplayed.game.Game`, on positions reached by play.

How. `check_game` plays a few games, good moves and random ones mixed, and asks at every ply for all that the protocol
says: the same moves from `expand`, `moves`, `mask` and `play`; values that are sums in feature order; chances that add
up; and that what a player cannot see changes nothing. Nothing here knows a game, so a new one is tested by naming it.

Why here. It is part of the package, so that a game written elsewhere can be held to the same promises:

    from wellplayed.conformance import check_game
    check_game(MyGame())
"""

from .game import check_game
from .scene import equal, first_best, summed

__all__ = ["check_game", "equal", "first_best", "summed"]
