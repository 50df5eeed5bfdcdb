"""The games that the page plays, by name, each with its description (kind.py)."""

from collections.abc import Mapping

from ...errors import unknown
from ...puyo import keys as puyo
from .kind import KeyGame, Kind
from .pairs import Pairs
from .pieces import Pieces

PIECES: Kind = Pieces()
PAIRS: Kind = Pairs()
KINDS: Mapping[str, Kind] = {one.name: one for one in (PIECES, PAIRS)}


def kind(name: str) -> Kind:
    """The description of a game by name. Raises InputError for an unknown one, with the nearest."""
    if name not in KINDS:
        raise unknown("game of the page", name[:40], KINDS)
    return KINDS[name]


def of(game: KeyGame) -> Kind:
    """The description of a game that is being played."""
    return PAIRS if isinstance(game, puyo.KeyGame) else PIECES
