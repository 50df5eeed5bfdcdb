"""How the AlphaZero form learns: its settings, and what a game is worth to it."""

import dataclasses

from ..errors import InputError
from ..game import Game
from ..games import family
from ..players.player import Way
from ..search.evaluate import Linear

LINES, REWARDS = "lines", {"puyo": "chain_score"}  # by game, the event that earns: a line, or 1,000 points


@dataclasses.dataclass(frozen=True)
class Settings:
    """How the AlphaZero form learns. Raises InputError for values out of range."""

    simulations: int = 32  # of each move, in self-play and of the player; the player can have others, 0 for the policy
    c: float = 1.0  # the weight of exploration
    noise: float = 0.25  # its share in the priors of roots
    concentration: float = 0.5  # of the Dirichlet distribution that noise is drawn from
    opening: int = 0  # pieces of a game whose moves are drawn by their visits; later ones are the most visited
    temperature: float = 1.0  # moves are drawn by visits ** (1 / temperature)
    gamma: float = 0.97  # what a reward counts a move later
    trace: float = 0.9  # lambda: how far values reach back before what a search says stands for the rest
    death: float = 0.0  # the reward for losing
    worth: float = 1.0  # the reward for a line, or for 1,000 points of Puyo
    games: int = 128  # side by side
    moves_each: int = 16  # of each game in a round
    longest: int = 0  # pieces of a game; 0: to its end
    window: int = 20_000  # newest positions that are learned from
    batch: int = 256
    reuse: float = 8.0  # how often a position is learned from, on average
    rate: float = 1e-3  # Adam's step
    features: bool = True  # those of the board that td learns from go into the network beside the planes
    wide: int = 256  # units of the first layer
    deep: int = 64  # and of the second
    workers: int = 0  # threads of self-play; 0: one a core. The results do not depend on it
    moves: Way = "drop"

    def __post_init__(self) -> None:
        for name, least, most in (
            ("simulations", 0, 1 << 20), ("c", 0, 1e6), ("noise", 0, 1), ("concentration", 1e-3, 1e3),
            ("opening", 0, 1 << 30), ("temperature", 1e-2, 1e2), ("gamma", 0, 1), ("trace", 0, 1), ("death", -1e6, 1e6),
            ("worth", 0, 1e6), ("games", 1, 1 << 14), ("moves_each", 1, 1 << 10), ("longest", 0, 10**9),
            ("window", 1, 10**7), ("batch", 1, 1 << 16), ("reuse", 0, 1e3), ("rate", 0, 1),
            ("wide", 1, 1 << 13), ("deep", 1, 1 << 13), ("workers", 0, 1 << 12),
        ):  # fmt: skip
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(
                    f"{name}={value:g} of learner 'alphazero' is out of range; choose {least:g} to {most:g}"
                )


def reward(game: Game, settings: Settings) -> Linear:
    """What a move earns: lines, or the points of a chain."""
    return Linear(game, {REWARDS.get(family(game), LINES): settings.worth})
