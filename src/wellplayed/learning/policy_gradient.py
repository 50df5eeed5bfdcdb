"""Policy gradient: chances of moves, changed toward those after which more came than was expected.

The policy draws among afterstates by softmax over linear scores; its player takes the best score, so it is a linear
player like any other, over features of the board and of the move alike: they choose, and need not add up to what a
position is worth. A second linear function learns that by TD(lambda), to tell luck from merit. A game is worth nothing
but its end: -1 for losing, a hundred moves ahead (gamma). policy_gradient_classic.py has the gradient.

A round plays with fixed weights, then makes one step along the natural gradient, whose length is such that the policy
changes by a given divergence: Kakade, A natural policy gradient, NIPS 14, 2001, which had Tetris for its example.
Softmax over afterstates of the nine features used here is the actor of Chen and others, arXiv 2603.26765, 2026.

What makes it work is to look far: with shorter traces or a nearer horizon it has half the lines (docs/learning.md). Two
guards against rarer trouble: the policy is kept from becoming too sure, since one that hardly ever draws two different
moves learns nothing, and the weights that play are averages over rounds.
"""

import dataclasses
from typing import Any

import numpy as np

from ..errors import InputError, unknown
from ..game import Floats, Game, feature_names
from ..players.player import Greedy, seen
from ..search.evaluate import Linear
from ..tetris.bag import KINDS
from ..tetris.classic import Classic
from ..tetris.features import HIGHEST
from ..weights import used_bits
from . import seeds as of
from .buffer import packed
from .learner import Arrays, fitted, ran_away, stream
from .policy_gradient_classic import DIFFERING, LINES, OVER, SQUARED, walked
from .td_settings import BOARD, LARGEST_ROUND, USUAL, listed, sizes

__all__ = ["PolicyGradient", "Settings", "learner", "player"]

# Those of the controllers DT-10 and DT-20 (Gabillon, Ghavamzadeh and Scherrer 2013), with Dellacherie's wells.
FEATURES = (
    "landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells", "hole_depth",
    "rows_with_holes", "diversity",
)  # fmt: skip
VALUE = (*(name for name in BOARD if name not in ("highest", "constant")), "diversity")
LARGEST = 1e9  # of a weight; chances are 0 or 1 long before
RIDGE = 1e-6  # of a feature's variance, added to it, for features that are sums of others
RECENT = 4  # at first the weights that play are those of about the last fourth of all rounds
COOLING = 0.3  # by which power of what is missing a policy that is too sure is made less so


@dataclasses.dataclass(frozen=True)
class Settings:
    """How policy gradient learns. Raises InputError for values out of range."""

    features: str = USUAL  # joined by commas, that the policy chooses by; usual: the nine of DT-10
    gamma: float = 0.99  # what the future counts, a move later
    trace: float = 0.97  # lambda: how far back what came of a move reaches
    alpha: float = 0.05  # the step size of the value
    divergence: float = 0.03  # how far a round changes the policy, for each move in which it drew two different ones
    half: float = 20.0  # rounds until that is half as much, a third after twice as many, ...; 0: it stays
    varied: float = 0.2  # of two moves drawn, how often they differ at least; the policy is softened where they do less
    average: float = 0.02  # what the newest round counts in the weights that play, or more at first; 1: nothing else
    pieces: int = 100_000  # of a round
    longest: int = 0  # pieces of a game; 0: to its end

    def __post_init__(self) -> None:
        for name, least, most in (
            ("gamma", 0, 1), ("trace", 0, 1), ("alpha", 0, 10), ("divergence", 0, 10), ("half", 0, 1e15),
            ("varied", 0, 1), ("average", 1e-6, 1), ("pieces", 1, LARGEST_ROUND), ("longest", 0, 10**9),
        ):  # fmt: skip
            value = getattr(self, name)
            if not least <= value <= most:
                what = f"{name}={value:g} of learner 'policy_gradient'"
                raise InputError(f"{what} is out of range; choose {least:g} to {most:g}")
        names = listed(self.features)
        if not names or len(set(names)) < len(names):
            raise InputError(f"features={self.features} of learner 'policy_gradient' names none, or one twice")


class PolicyGradient:
    """Policy gradient on one classic game. A `Learner`."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        self.game, self.settings, self.seed = _classic(game), settings, seed
        self._which = _which(game, settings)
        self._valuing = np.array([feature_names(game).index(name) for name in VALUE], np.int64)
        self._scale = 1 / sizes(game, self._valuing)
        self._states = np.repeat(game.new(of.training(seed, 0, 1)), 2)  # the game, and room for a copy
        count, size = len(self._which), len(VALUE) + self.game.height + 1
        self._arrays: Arrays = {
            "weights": np.zeros(count),  # [F] of the policy, as they are learned
            "average": np.zeros(count),  # [F] as they play
            "value": np.zeros(size),  # [C] as of policy_gradient_classic.py, like all that follow
            "phi": np.zeros((1, size)),
            "trace": np.zeros((1, size)),
            "going": np.zeros(1, np.bool_),
            "ahead": np.zeros(count),
            "counts": np.zeros(1, np.int64),  # rounds
        }

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return int(self._arrays["counts"][0])

    def advance(self) -> dict[str, float]:
        """Play for one round, and make a step. Raises InputError where the weights or the value run away."""
        s, a = self.settings, self._arrays
        gradient, fisher, out = np.zeros_like(a["weights"]), np.zeros((len(self._which),) * 2), np.zeros(6)
        self._played(gradient, fisher, out)
        differing = out[DIFFERING] / s.pieces
        divergence = s.divergence * differing / (1 + self.rounds / s.half if s.half else 1.0)
        weights = a["weights"] + natural(gradient / s.pieces, fisher / s.pieces, divergence)
        if differing < s.varied:
            weights *= max((differing / s.varied) ** COOLING, 0.5)
        self._checked(weights)
        a["counts"] += 1
        a["weights"] = weights
        a["average"] += max(s.average, min(RECENT / self.rounds, 1.0)) * (weights - a["average"])
        return {
            "steps": s.pieces,
            "episodes": int(out[OVER]),
            "lines": float(out[LINES] / max(out[OVER], 1.0)),  # of the games that ended, by moves that are drawn
            "loss": float(out[SQUARED] / s.pieces),  # of the value
            "varied": float(differing),
            "divergence": float(divergence),
        }

    def state(self) -> Arrays:
        """Weights, the value, traces, the number of rounds, and the game in the middle of which a round ends."""
        return {**self._arrays, "states": packed(self._states[:1]).reshape(-1)}

    def restore(self, arrays: Arrays) -> None:
        """Go on from there. Raises InputError where it does not fit."""
        fitted("the state of policy_gradient", arrays, self.state())
        own = {name: array.copy() for name, array in arrays.items()}
        self._states[:] = own.pop("states").view(self.game.dtype)
        self._arrays = own

    def weights(self) -> Arrays:
        """[F] what plays."""
        return {"weights": self._arrays["average"].copy()}

    def player(self) -> Greedy:
        """Greedy over the scores."""
        return player(self.game, self.settings, self.weights())

    def _played(self, gradient: Floats, fisher: Floats, out: Floats) -> None:
        """Play a round by the kernel; all is modified in place."""
        game, s, a = self.game, self.settings, self._arrays
        first = np.uint64(of.training(self.seed, self.rounds + 1, 1)[0])  # round 0 is the game before all rounds
        used, valued = np.zeros(len(game.glossary)), np.zeros(len(game.glossary))
        used[self._which], valued[[*self._valuing, HIGHEST]] = 1, 1
        walked(
            self._states, game.height, game.width, game.previews, KINDS.index(game.pieces), game.overflow == "clear",
            first + np.arange(s.pieces, dtype=np.uint64),
            np.uint64(stream(self.seed, self.rounds).integers(1 << 64, dtype=np.uint64)),
            self._which, a["weights"], used_bits(used), self._valuing, self._scale, used_bits(used + valued),
            s.pieces, s.longest, s.gamma, s.gamma * s.trace, s.alpha, -1.0,
            a["value"], a["phi"], a["going"], a["trace"], a["ahead"], gradient, fisher, out,
        )  # fmt: skip

    def _checked(self, weights: Floats) -> None:
        """Raises InputError where a number is not finite, or so large that it means nothing."""
        s = self.settings
        if not np.abs(self._arrays["value"]).max() <= LARGEST:  # nan compares false
            raise ran_away("policy_gradient", self.rounds, "the value is not finite", f"set alpha below {s.alpha:g}")
        if not np.abs(weights).max() <= LARGEST:
            remedy = f"set divergence below {s.divergence:g}"
            raise ran_away("policy_gradient", self.rounds, "the weights are not finite", remedy)


def natural(gradient: Floats, fisher: Floats, divergence: float) -> Floats:
    """[F] the step along the natural gradient that changes the policy by about that divergence; 0 where it is flat."""
    spread = fisher.diagonal()
    moving = np.flatnonzero(spread > 0)
    step = np.zeros(len(gradient))
    if len(moving):
        ridged = fisher[np.ix_(moving, moving)] + np.diag(RIDGE * spread[moving])
        step[moving] = np.linalg.solve(ridged, gradient[moving])
    slope = float(sum(step * gradient))
    return step * np.sqrt(2 * divergence / slope) if slope > 0 else np.zeros(len(gradient))


def learner(game: Game, settings: Settings, seed: int) -> PolicyGradient:
    """Policy gradient before its first round. Raises InputError for games other than classic play."""
    return PolicyGradient(game, settings, seed)


def player(game: Game, settings: Settings, weights: Arrays) -> Greedy:
    """Greedy over the scores. Raises InputError where the weights do not fit."""
    which = _which(game, settings)
    fitted("the weights of policy_gradient", weights, {"weights": np.zeros(len(which))})
    names = feature_names(game)
    named = {names[k]: float(weight) for k, weight in zip(which.tolist(), weights["weights"], strict=True)}
    return Greedy(Linear(game, named), seen(game, "drop"))


def _classic(game: Game) -> Classic:
    """The game itself. Raises InputError for another than classic play."""
    if not isinstance(game, Classic):
        raise InputError(f"policy_gradient learns classic play, not {game.name}; choose td, or --game classic")
    return game


def _which(game: Game, settings: Settings) -> Any:
    """[F] the numbers of the features that choose. Raises InputError for one that the game does not have."""
    known = feature_names(game)
    names = FEATURES if settings.features == USUAL else listed(settings.features)
    for name in names:
        if name not in known:
            raise unknown("feature of classic", name, known)
    return np.array([known.index(name) for name in names], np.int64)
