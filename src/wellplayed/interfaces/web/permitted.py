"""Which agents a visitor may ask for: any of the line-up that names no file and takes no unreasonable time.

A spec comes over the network. A file named in it would be read, or as Python even executed, with the rights of the
server; and a search that never ends would keep a thread for ever.
"""

from ...game import Game
from ...players.own import is_file
from ...players.player import Player
from ...players.registry import canonical, player
from ...spec import Spec, parse
from .refusals import Refusal

LONGEST = 600  # characters of a spec
# The most of each option: a move takes a second or two at worst. Where a search grows without cutting, a player has
# limits of its own.
MOST = {
    "depth": 14,
    "width": 2000,
    "pieces": 2,
    "simulations": 20_000,
    "rollout": 20,
    "batch": 512,
    "nodes": 2_000_000,
    "ms": 10_000,
}
MOST_OF = {"lookahead": {"depth": 3}, "sampled": {"width": 250, "futures": 16}}


def permitted(text: str, game: Game) -> Player:
    """The player of a game that a visitor's spec names.

    Raises InputError where there is none, where it is of another game, and where it is not for visitors.
    """
    if len(text) > LONGEST:
        raise Refusal(f"an agent of {len(text)} characters is too long; write at most {LONGEST}", "links.agent")
    check(parse(canonical(text)))
    return player(text, game)


def check(spec: Spec) -> None:
    """Raises InputError for a spec, or one inside it, that names a file or asks for too much."""
    if is_file(spec.name) or {"file", "run"} & set(spec.options) or set(spec.name) & set("/\\"):
        raise Refusal(
            "no file can be named here; choose an agent by name, or give weights: linear:holes=-4,lines=1",
            "refused.file",
        )
    for key, value in spec.options.items():
        most = MOST_OF.get(spec.name, {}).get(key, MOST.get(key))
        if most is not None and _number(value) > most:
            raise Refusal(
                f"{key}={value} of agent {spec.name!r} is more than is allowed here; choose at most {most}",
                "refused.much", option=f"{key}={value}", agent=spec.name, most=f"{most:,}",
            )  # fmt: skip
        if value:
            check(parse(canonical(value)))  # weights are specs themselves


def _number(text: str) -> float:
    """The value of an option that has a limit; what is no number is refused where the player is made."""
    try:
        return float(text)
    except ValueError:
        return 0.0
