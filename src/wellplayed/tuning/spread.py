"""How much each feature differs among the placements of a piece: what makes weights of unlike features comparable."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from ..game import Floats, Game, Ints, States, taken
from ..players.player import Greedy, Random
from ..search.evaluate import Linear

GAMES, MOVES = 32, 48
LEAST = 1e-9


def spreads(game: Game, weights: Mapping[str, float] | None = None) -> Floats:
    """[F] the mean standard deviation of each feature among the placements of one piece.

    Positions come from random play and, where any of the `weights` is not 0, as many from greedy play by them: what
    good play is about, such as chains, hardly ever comes by chance. Both play the seeds 0 to 31, 48 pieces each,
    straight drops alone. Only positions count where the feature differs at all, so that rare events, such as rows
    cleared, weigh as much as they do when they come; 1 where it never differs.
    """
    view = game.straight()
    choices = [Random(game, 0, view).choose]
    if weights is not None and any(weights.values()):
        choices.append(Greedy(Linear(game, weights), view).choose)
    total, seen = np.zeros(len(game.glossary)), np.zeros(len(game.glossary))
    for choose in choices:
        for found in _met(game, view, choose):
            differs = found > LEAST
            total += np.where(differs, found, 0.0).sum(axis=0)
            seen += differs.sum(axis=0)
    return np.where(seen > 0, total / np.maximum(seen, 1), 1.0)


def _met(game: Game, view: Game, choose: Callable[[States], Ints]) -> Iterator[Floats]:
    """The deviations [B, F] in the positions that a player meets, piece by piece."""
    states = game.new(range(GAMES))
    for _ in range(MOVES):
        states = taken(states, np.flatnonzero(~states["dead"]))
        if not len(states):
            return
        yield _deviations(view, states)
        states = game.deal(game.play(states, choose(states)))


def _deviations(view: Game, states: States) -> Floats:
    """[B, F] the standard deviation of each feature among the placements of each state."""
    children = view.expand(states)
    features = view.features(children.states)
    first = np.flatnonzero(np.diff(children.parent, prepend=-1))
    counts = np.diff(np.append(first, len(features)))[:, None]
    means = np.add.reduceat(features, first) / counts
    apart = (features - np.repeat(means, counts[:, 0], axis=0)) ** 2
    return np.asarray(np.sqrt(np.add.reduceat(apart, first) / counts))
