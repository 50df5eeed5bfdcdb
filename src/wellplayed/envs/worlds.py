"""Which world an environment's arguments ask for: a game by its spec, by placements or by keys, seen in a way."""

from collections.abc import Sequence
from typing import Literal

from ..errors import InputError
from ..game import Game
from ..games import game
from ..puyo.rules import Puyo
from ..tetris.classic import Classic
from ..tetris.guideline.rules import Guideline
from .afterstates import Afterstates
from .classickeys import ClassicKeys
from .drops import Drops
from .guidelinekeys import GuidelineKeys
from .guidelineplaces import GuidelinePlaces
from .placing import Placing
from .puyokeys import PuyoKeys
from .world import World

By = Literal["placements", "keys"]
Observation = Literal["board", "planes", "afterstates"]


def world(
    spec: str,
    by: By = "placements",
    observation: Observation = "board",
    features: Sequence[str] | None = None,
    straight: bool = False,
    ticks: int | None = None,
) -> World:
    """The world of a game.

    Parameters
    ----------
    spec : str
        The game, for instance `classic:height=10` or `guideline:rules=tetrio-s2`.
    by : {"placements", "keys"}
    observation : {"board", "planes", "afterstates"}
        By keys there is the board alone.
    features : sequence of str, optional
        The columns of `afterstates`.
    straight : bool
        Only the placements that a straight drop reaches.
    ticks : int, optional
        Of a game by keys that has a clock: the sixtieths of a second that a step lasts, 4 by default.

    Raises
    ------
    InputError
        For an unknown game, way to play, way to see or feature, and for an argument that the world has no use for.
    """
    played = game(spec)
    if by not in ("placements", "keys"):
        raise InputError(f"by={by!r} is no way to play; choose placements or keys")
    if observation not in ("board", "planes", "afterstates"):
        raise InputError(f"observation={observation!r} is unknown; choose board, planes or afterstates")
    if features is not None and observation != "afterstates":
        raise InputError("features are the columns of afterstates; choose observation='afterstates' with them")
    if by == "keys":
        return _keys(played, observation, straight, ticks)
    if ticks is not None:
        raise InputError(f"ticks={ticks} are of games by keys; leave it out, or choose by='keys'")
    if straight:
        played = played.straight()
    if observation == "afterstates":
        return Afterstates(played, features)
    if observation == "board" and isinstance(played, Classic):
        return Drops(played)
    if isinstance(played, Guideline):
        return GuidelinePlaces(played, planes=observation == "planes")
    return Placing(played, planes=observation == "planes")


def _keys(played: Game, observation: Observation, straight: bool, ticks: int | None) -> World:
    """The world of a game by keys."""
    if observation != "board" or straight:
        raise InputError("by keys there is the board alone; leave out observation and straight")
    if isinstance(played, Classic):
        if ticks is not None:
            raise InputError(f"classic play has no clock; leave out ticks={ticks}")
        return ClassicKeys(played)
    pace = 4 if ticks is None else ticks
    if isinstance(played, Guideline):
        return GuidelineKeys(played, pace)
    if isinstance(played, Puyo):
        return PuyoKeys(played, pace)
    raise InputError(f"{played.name} cannot be played by keys; choose by='placements'")
