"""What turns states into numbers: linear weights over a game's features, or any function of states."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from .._jit import kernel
from ..errors import Fault, InputError, unknown
from ..game import Floats, Game, Moves, States, earned, feature_names

Evaluator: TypeAlias = Callable[[States], Floats]  # [B] states to [B] values


def weight_vector(game: Game, weights: Mapping[str, float]) -> Floats:
    """[F] weights in the game's feature order; features not named weigh 0.

    Raises InputError for a feature that the game does not have, or a weight that is not finite.
    """
    names = feature_names(game)
    vector = np.zeros(len(names))
    for name, weight in weights.items():
        if name not in names:
            raise unknown("feature", name, names)
        if not np.isfinite(weight):
            raise InputError(f"the weight of {name} is {weight}; give a finite number")
        vector[names.index(name)] = weight
    return vector


class Linear:
    """The value of a state as weights [F] times features, summed in feature order.

    `credit` is the part that belongs to events of the last move, kept when play goes on.
    """

    def __init__(self, game: Game, weights: Mapping[str, float]) -> None:
        self.game = game
        self.weights = weight_vector(game, weights)
        self._credit = np.where(earned(game), self.weights, 0.0)

    def __call__(self, states: States) -> Floats:
        """[B] the value of each state, -inf where it is dead."""
        return np.where(states["dead"], -np.inf, weighted(self.game.features(states), self.weights))

    def credit(self, states: States) -> Floats:
        """[B] what the last move of each state earned."""
        return weighted(self.game.features(states), self._credit)


def rated(game: Game, states: States, evaluator: Evaluator) -> Moves:
    """Every legal move of every state with its value: how every search sees a game.

    With linear weights nothing is stored. Any other evaluator is asked for the value of each living afterstate, and
    the game's own reward is the credit. Raises Fault where the evaluator fails.
    """
    if isinstance(evaluator, Linear):
        return game.moves(states, evaluator.weights)
    children = game.expand(states)
    plain = game.moves(states, np.zeros(len(game.glossary)))  # what merges is a question to the game alone
    value = np.full(len(plain.value), -np.inf)
    living = ~plain.dead
    value[living] = children.credit[living] + judged(game, children.states[living], evaluator)
    return Moves(plain.parent, plain.action, plain.key, children.credit, value, plain.dead)


def judged(game: Game, states: States, evaluator: Evaluator) -> Floats:
    """[B] what an evaluator says of living states. Raises Fault if it fails, or says anything but B finite numbers."""
    name = str(getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__)))
    if not len(states):
        return np.empty(0)
    try:
        values = np.asarray(evaluator(states), np.float64)
    except Fault:
        raise
    except Exception as error:
        where = game.show(states[:1]).replace("\n", "/")
        what = f"{type(error).__name__}: {error}"
        raise Fault(
            f"evaluator {name!r} failed on {len(states)} positions, the first of them {where}: {what}"
        ) from error
    if values.shape != states.shape:
        raise Fault(
            f"evaluator {name!r} gave values of shape {values.shape} for {len(states)} states; give one for each"
        )
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        where = game.show(states[wrong[:1]]).replace("\n", "/")
        raise Fault(f"evaluator {name!r} gave {values[wrong[0]]} for {where}; give finite numbers")
    return values


@kernel
def _weighted(features: Floats, weights: Floats, out: Floats) -> None:
    """Fill `out` [B] with the sums of weights [F] times features [B, F], term by term. Modified in place."""
    for i in range(features.shape[0]):
        value = 0.0
        for k in range(features.shape[1]):
            if weights[k] != 0.0:
                value += weights[k] * features[i, k]
        out[i] = value


def weighted(features: Floats, weights: Floats) -> Floats:
    """[B] weights [F] times features [B, F], in feature order, without BLAS or FMA.

    The order is part of the result: published games turn on differences in the last bit of a float64.
    """
    out = np.empty(len(features))
    _weighted(features, weights, out)
    return out
