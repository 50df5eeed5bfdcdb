"""Who takes part: a player with the name that its games are kept under, and the spec that builds it again elsewhere."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InputError
from ..game import Game, feature_names
from ..games import game as make_game
from ..players.own import is_file
from ..players.player import Player
from ..players.registry import identity
from ..players.registry import player as make_player
from ..spec import parse


class Entrant(NamedTuple):
    """One player of the arena."""

    name: str  # the same however its spec was written, and another where a file of its own says something else
    player: Player
    spec: str = ""  # builds the player in another process; empty where nothing does


def entrant(spec: str, game: Game) -> Entrant:
    """The entrant that a spec names. Raises InputError as `players.registry.player` does."""
    who = make_player(spec, game)
    return Entrant(_name(spec, who), who, spec)


def entrants(specs: Sequence[str], game: Game) -> list[Entrant]:
    """The entrants that specs name. Raises InputError for an unknown one, or for one that comes twice."""
    found: dict[str, Entrant] = {}
    for spec in specs:
        who = entrant(spec, game)
        if who.name in found:
            raise InputError(
                f"player {spec!r} comes twice (as {who.name}); it would play the same games, so remove one"
            )
        found[who.name] = who
    return list(found.values())


def entered(player: Player | Entrant) -> Entrant:
    """An entrant out of a player that may be one already; otherwise it goes by the name of its class."""
    return player if isinstance(player, Entrant) else Entrant(type(player).__name__, player)


@functools.lru_cache(maxsize=64)
def rebuilt(game_name: str, name: str, spec: str) -> tuple[Game, Entrant]:
    """A game and an entrant of it, built once in each process.

    Raises InputError where the spec now makes something else: a file of the player's own was changed.
    """
    game = make_game(game_name)
    who = entrant(spec, game)
    if who.name != name:
        raise InputError(f"player {name!r} is {who.name!r} by now; leave its files alone until all games are played")
    return game, who


def _name(spec: str, who: Player) -> str:
    """A player's spec; with its weights in place of a file's name, or what the file says beside it: files change."""
    parsed = parse(spec)
    if who.weights is None or not ("file" in parsed.options or is_file(parsed.name)):
        return identity(spec)
    named = zip(feature_names(who.game), who.weights.tolist(), strict=True)
    moves = f",moves={parsed.options['moves']}" if "moves" in parsed.options else ""
    return "linear:" + ",".join(f"{name}={weight!r}" for name, weight in named if weight) + moves
