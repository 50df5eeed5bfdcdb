"""The strongest player measured so far under each set of rules: what `best` plays.

Each line names the measurement that says so. Where a game shows fewer pieces than the player would look at, it looks
at those that there are, unless it dreams of the others.
"""

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from ..errors import InputError
from ..game import Game
from ..spec import parse
from .player import Player, Way
from .registry import player


class Strongest(NamedTuple):
    """What to play under some rules."""

    rules: str  # the name of the game, or of its rules where it has several
    spec: str  # {depth} is how many pieces after the current one are looked at
    depth: int  # at most
    why: str  # what was measured, and the command that measures it


_SENDER = "beam:depth={depth},width=20,weights=beam-attack"
_BY_HAND = quote(
    "linear:row_transitions=-1,column_transitions=-1,holes=-4,wells=-0.5,landing_height=-0.5,over_ten=-2,lines=-5,"
    "attack=15,wasted_t=-6,t_slots=3,t_slot_rows=2"
)  # what `beam-attack` was tuned from, and `best` until then
_AGAINST = f"wellplayed versus best beam:depth=5,width=20,weights={_BY_HAND} --games 40 --game guideline:rules="

STRONGEST = (
    Strongest(
        "classic",
        "beam:depth={depth},width=60,weights=dt-20",
        5,
        "1,163 lines (1,119 to 1,197) on four rows, cut at 3,000 pieces; width 20 has 1,104, depth 3 has 394, and with "
        "depth 3 and width 6 dt-20 has 302, dellacherie 275, dt-10 268, rv-ce 267, bcts 232. wellplayed arena "
        "beam:depth=5,width=60,weights=dt-20 ... --game classic:height=4,previews=5 --games 64 --pieces 3000",
    ),
    Strongest(
        "guideline",
        _SENDER,
        5,
        "29 won, 11 lost, and 0.87 lines of garbage a piece against 0.75. " + _AGAINST + "guideline",
    ),
    Strongest(
        "tetrio-s1",
        _SENDER,
        5,
        "5 won, 31 drawn after 1,000 turns, 4 lost, and 0.90 lines of garbage a piece against 0.77. "
        + _AGAINST
        + "tetrio-s1",
    ),
    Strongest(
        "tetrio-s2",
        _SENDER,
        5,
        "11 won, 27 drawn after 1,000 turns, 2 lost, and 1.03 lines of garbage a piece against 0.90. "
        + _AGAINST
        + "tetrio-s2",
    ),
    Strongest(
        "botris",
        _SENDER,
        5,
        "18 won, 9 drawn after 1,000 turns, 13 lost, and 1.03 lines of garbage a piece against 0.90. "
        + _AGAINST
        + "botris",
    ),
    Strongest(
        "puyo",
        "sampled:depth={depth},width=250,futures=12,weights=builder",
        4,
        "101,577 points (96,239 to 105,952) in the best chain of 50 turns, 80,000 in 96 of 100 games, 38 ms a move; "
        "wider ones are no stronger (docs/puyo.md). wellplayed arena best --protocol build50 --games 100",
    ),
)


def best(moves: Way = "reach") -> Callable[[Game], Player]:
    """The strongest player for the rules of a game."""

    def made(game: Game) -> Player:
        spec = parse(game.name)
        rules = spec.options.get("rules", spec.name)
        for strongest in STRONGEST:
            if strongest.rules == rules:
                dreams = parse(strongest.spec).name == "sampled"
                depth = strongest.depth if dreams else min(strongest.depth, game.previews)
                return player(f"{strongest.spec.format(depth=depth)},moves={moves}", game)
        raise InputError(f"no player has been measured under {rules} yet; choose one from wellplayed players")

    return made
