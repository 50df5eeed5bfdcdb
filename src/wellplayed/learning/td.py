"""TD(0) and TD(lambda): what positions are worth, learned from the difference between one guess and the next.

The value of an afterstate is linear in features. Play is greedy: the placement of the highest reward plus gamma times
the value of what it leads to, which is a linear player like any other; so it plays at a kernel's speed.

What makes it work, each measured (docs/learning.md): features of the board alone, since those of the move are no
property of where play goes on from; scaled to about 1, and the step divided by the squared length of the features, so
that one step size does for all; a step size that decays; -1 for losing; gamma of 0.8 to 0.9. The weights of a
checkpoint are averages over the last rounds: those of a single moment swing with every lost game.
"""

from typing import Any

import numpy as np

from ..game import Floats, Game, States, feature_names
from ..players.player import Greedy, seen
from ..search.evaluate import Linear, weighted
from ..search.reduce import first_best
from ..tetris.bag import KINDS
from ..tetris.classic import Classic
from ..weights import used_bits
from . import seeds as of
from .buffer import packed
from .learner import Arrays, fitted, ran_away
from .td_classic import played
from .td_settings import Settings, columns, sizes
from .td_update import learned

__all__ = ["Settings", "Td", "learner", "player"]

LARGEST = 1e9  # of a weight: thousands of times what any reward of these games is worth


class Td:
    """TD on one game; `fused` False plays classic games by batches, as all others are played. A `Learner`."""

    def __init__(self, game: Game, settings: Settings, seed: int, *, fused: bool = True) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.view = seen(game, settings.moves)
        self._columns = columns(game, settings)
        which = self._columns.which
        self._scale = 1 / sizes(game, which) if settings.scaled else np.ones(len(which))
        self._choosing = self._scale * self._columns.choosing
        self._fused = fused and isinstance(game, Classic)
        first = np.array(settings.first) if settings.first else np.zeros(len(which))
        self._states = game.new(of.training(seed, 0, settings.games))
        self._arrays: Arrays = {
            "weights": first / self._scale,  # [F] as they are learned, over scaled features
            "average": first,  # [F] as they play, over the features themselves
            "phi": np.zeros((settings.games, len(which))),  # as of td_update.py
            "trace": np.zeros((settings.games, len(which))),
            "going": np.zeros(settings.games, np.bool_),
            "counts": np.zeros(2, np.int64),  # rounds, pieces
        }

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return int(self._arrays["counts"][0])

    def advance(self) -> dict[str, float]:
        """Play and learn for one round. Raises InputError where the weights run away."""
        s, a = self.settings, self._arrays
        steps = s.pieces // s.games
        before = a["counts"][1] + np.arange(steps) * s.games
        alphas = s.alpha / (1 + before / s.half) if s.half else np.full(steps, s.alpha)
        first = np.uint64(of.training(self.seed, self.rounds + 1, 1)[0])  # round 0 are the games before all rounds
        seeds = first + np.arange(steps * s.games, dtype=np.uint64)
        total, out = np.zeros(len(self._scale)), np.zeros(5)
        (self._fast if self._fused else self._slow)(seeds, alphas, total, out)
        self._checked()
        mean = total / steps * self._scale
        a["average"] += (s.average if self.rounds else 1.0) * (mean - a["average"])
        a["counts"] += (1, steps * s.games)
        over = max(out[0], 1.0)
        return {
            "steps": steps * s.games,
            "episodes": int(out[0]),
            "lines": float(out[1] / over),  # of the games that ended, while it learns
            "loss": float(out[4] / (steps * s.games)),
            "alpha": float(alphas[-1]),
        }

    def state(self) -> Arrays:
        """Weights, traces, counters, and the games in the middle of which a round ends."""
        return {**self._arrays, "states": packed(self._states).reshape(-1)}

    def restore(self, arrays: Arrays) -> None:
        """Go on from there. Raises InputError where it does not fit."""
        fitted("the state of td", arrays, self.state())
        own = {name: array.copy() for name, array in arrays.items()}
        self._states = own.pop("states").view(self.game.dtype)
        self._arrays = own

    def weights(self) -> Arrays:
        """[F] what plays, over the features themselves."""
        return {"weights": self._arrays["average"].copy()}

    def player(self) -> Greedy:
        """Greedy over the reward and gamma times the value."""
        return player(self.game, self.settings, self.weights())

    def _checked(self) -> None:
        """Raises InputError where a weight is not finite, or larger than any reward explains."""
        weights, s = self._arrays["weights"], self.settings
        wrong = ~(np.abs(weights) <= LARGEST)  # nan compares false
        if wrong.any():
            k = int(np.argmax(wrong))
            remedy = [f"alpha below {s.alpha:g}"] + ([f"gamma below {s.gamma:g}"] if s.gamma > 0.9 else [])
            remedy += [f"{name}=on" for name in ("normalised", "scaled") if not getattr(s, name)]
            found = f"the weight of {self._columns.names[k]} is {weights[k]:.3g}"
            raise ran_away("td", self.rounds, found, f"set {' or '.join(remedy)}")

    def _fast(self, seeds: Any, alphas: Floats, total: Floats, out: Floats) -> None:
        """Play and learn by the kernel of td_classic.py; `total` and `out` are modified in place."""
        game, s, a, c = self.game, self.settings, self._arrays, self._columns
        assert isinstance(game, Classic)
        chooses, looks = c.rewards.copy(), c.rewards.copy()
        chooses[c.which] += self._choosing
        looks[c.which] += self._scale
        played(
            self._states, game.height, game.width, game.previews, KINDS.index(game.pieces), game.overflow == "clear",
            seeds, c.which, self._scale, self._choosing, c.rewards, used_bits(chooses), used_bits(looks),
            len(alphas), s.longest, a["phi"], a["going"], a["trace"], a["weights"], total,
            s.gamma, s.gamma * s.trace, alphas, s.death, s.normalised, s.terminal, out,
        )  # fmt: skip

    def _slow(self, seeds: Any, alphas: Floats, total: Floats, out: Floats) -> None:
        """The same by batches of any game."""
        s, a, c = self.settings, self._arrays, self._columns
        for alpha in alphas.tolist():
            terms = c.rewards.copy()
            terms[c.which] += s.gamma * (a["weights"] * self._choosing)
            moves = self.view.moves(self._states, terms)
            rows = first_best(moves.parent, moves.value, len(self._states))
            after = self.game.play(self._states, moves.action[rows])
            found = self.game.features(after)
            out[4] += learned(
                a["phi"], found[:, c.which] * self._scale, weighted(found, c.rewards), after["dead"].copy(),
                a["going"], a["trace"], a["weights"], s.gamma, s.gamma * s.trace, alpha, s.death, s.normalised,
                s.terminal,
            )  # fmt: skip
            self._checked()
            total += a["weights"]
            self._states = self._dealt(after, seeds, out)

    def _dealt(self, after: States, seeds: Any, out: Floats) -> States:
        """[M] the games ready to go on, others begun in place of those that are over. `out` is modified in place."""
        a, longest = self._arrays, self.settings.longest
        states = self.game.deal(after)
        over = after["dead"] | (after["pieces"] == longest) | ~self.view.mask(states).any(axis=1)
        ended = np.flatnonzero(over)
        if len(ended):
            first = int(out[3])
            out[:4] += len(ended), after["lines"][ended].sum(), after["pieces"][ended].sum(), len(ended)
            states[ended] = self.game.new(seeds[first : first + len(ended)])
            a["going"][ended], a["trace"][ended] = False, 0.0
        return states


def learner(game: Game, settings: Settings, seed: int) -> Td:
    """TD before its first round. Raises InputError for features that the game does not have."""
    return Td(game, settings, seed)


def player(game: Game, settings: Settings, weights: Arrays) -> Greedy:
    """Greedy over the reward and gamma times the value. Raises InputError where the weights do not fit."""
    c = columns(game, settings)
    fitted("the weights of td", weights, {"weights": np.zeros(len(c.which))})
    terms = c.rewards.copy()
    terms[c.which] += settings.gamma * (weights["weights"] * c.choosing)
    named = {name: float(weight) for name, weight in zip(feature_names(game), terms, strict=True) if weight}
    return Greedy(Linear(game, named), seen(game, settings.moves))
