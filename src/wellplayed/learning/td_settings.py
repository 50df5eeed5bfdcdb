"""How TD learns: its settings, and what they mean in a game."""

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError, unknown
from ..game import Floats, Game, earned, feature_names, taken
from ..games import family
from ..players.player import Random, Way

USUAL = "usual"
LARGEST_ROUND = 10_000_000  # pieces; each may begin a game, with a seed of its own (seeds.py)
BOARD = (
    "row_transitions", "column_transitions", "holes", "wells", "hole_depth", "rows_with_holes", "aggregate_height",
    "highest", "constant",
)  # fmt: skip
FIELD = (
    "potential_score", "potential_needed", "connections", "triples", "max_height", "height_variance", "puyos", "slope",
    "valleys", "ridges", "spawn_height",
)  # fmt: skip
# By game, the features of the position alone that are learned from, and the event that earns.
FEATURES = {"puyo": FIELD}
REWARDS = {"puyo": "chain_score"}


@dataclasses.dataclass(frozen=True)
class Settings:
    """How TD learns. Raises InputError for values out of range."""

    features: str = USUAL  # joined by commas; usual: of the board alone
    start: str = ""  # their first weights, joined by commas; all 0 where empty
    gamma: float = 0.9  # what the future counts, a move later
    trace: float = 0.9  # lambda: how far back errors reach; 0 is TD(0)
    alpha: float = 0.05  # the step size
    half: float = 0.0  # pieces until the step size is half of that, a third after twice as many, ...; 0: it stays
    normalised: bool = True  # the step is divided by the squared length of the features
    scaled: bool = True  # features are divided by their size in random play
    reward: str = USUAL  # the feature that earns; usual: lines, or the chain's score
    worth: float = 1.0  # the reward for one of it
    death: float = -1.0  # the reward for losing
    terminal: bool = True  # learn from lost games
    average: float = 0.1  # what the newest round counts in the weights that play; 1: nothing else
    pieces: int = 50_000  # of a round
    games: int = 1  # side by side
    longest: int = 0  # pieces of a game; 0: to its end
    moves: Way = "drop"

    def __post_init__(self) -> None:
        for name, least, most in (
            ("gamma", 0, 1), ("trace", 0, 1), ("alpha", 0, 10), ("half", 0, 1e15), ("worth", -1e6, 1e6),
            ("death", -1e6, 1e6), ("average", 1e-6, 1), ("pieces", 1, LARGEST_ROUND), ("games", 1, 10_000),
            ("longest", 0, 10**9),
        ):  # fmt: skip
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"{name}={value:g} of learner 'td' is out of range; choose {least:g} to {most:g}")
        if self.games > self.pieces:
            raise InputError(f"games={self.games} cannot share pieces={self.pieces} of a round; choose more pieces")
        names, first = listed(self.features), self.first
        if not names or len(set(names)) < len(names):
            raise InputError(f"features={self.features} of learner 'td' names none, or one twice; name each once")
        if first and self.features != USUAL and len(first) != len(names):
            raise InputError(f"start has {len(first)} weights for {len(names)} features; give one for each")

    @property
    def first(self) -> tuple[float, ...]:
        """[F] the first weights, or none. Raises InputError where one is no finite number."""
        try:
            found = tuple(float(word) for word in listed(self.start))
        except ValueError:
            found = (float("nan"),)
        if not np.isfinite(found).all():
            raise InputError(f"start={self.start} of learner 'td' is no list of numbers; join numbers by commas")
        return found


class Columns(NamedTuple):
    """What settings mean in a game with A features."""

    names: tuple[str, ...]  # [F] that are learned from
    which: Any  # [F] their numbers
    rewards: Floats  # [A] what one of each earns

    @property
    def choosing(self) -> Floats:
        """[F] 0 for the constant, which chooses nothing, 1 for all others."""
        return np.array([float(name != "constant") for name in self.names])


def columns(game: Game, settings: Settings) -> Columns:
    """Raises InputError for a feature that the game does not have, or a reward that is no event."""
    known, events = feature_names(game), earned(game)
    usual = FEATURES.get(family(game), BOARD)
    names = usual if settings.features == USUAL else listed(settings.features)
    reward = REWARDS.get(family(game), "lines") if settings.reward == USUAL else settings.reward
    for name in (*names, reward):
        if name not in known:
            raise unknown(f"feature of {family(game)}", name, known)
    if not events[known.index(reward)]:
        credit = ", ".join(name for name, event in zip(known, events, strict=True) if event)
        raise InputError(f"reward={reward} of learner 'td' is no event that earns; choose from {credit}")
    if settings.first and len(settings.first) != len(names):
        raise InputError(f"start has {len(settings.first)} weights for {len(names)} features; give one for each")
    rewards = np.zeros(len(known))
    rewards[known.index(reward)] = settings.worth
    return Columns(names, np.array([known.index(name) for name in names], np.int64), rewards)


def sizes(game: Game, which: Any) -> Floats:
    """[F] the mean size of features in random play: 32 games of up to 48 pieces; 1 where it is 0."""
    view = game.straight()
    who, states = Random(game, 0, view), game.new(range(32))
    total, count = np.zeros(len(which)), 0
    for _ in range(48):
        states = game.play(states, who.choose(states))
        states = taken(states, np.flatnonzero(~states["dead"]))
        total += np.abs(game.features(states)[:, which]).sum(axis=0)
        count += len(states)
        states = game.deal(states)
        states = taken(states, np.flatnonzero(view.mask(states).any(axis=1)))
        if not len(states):
            break
    return np.where(total > 0, total / max(count, 1), 1.0)


def listed(text: str) -> tuple[str, ...]:
    """The words of a list joined by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())
