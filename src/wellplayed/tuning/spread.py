"""How much each feature differs among the placements of a piece: what makes weights of unlike features comparable."""

import numpy as np

from ..game import Floats, Game, States, taken
from ..players.player import Random

GAMES, MOVES = 32, 12
LEAST = 1e-9


def spreads(game: Game) -> Floats:
    """[F] the mean standard deviation of each feature among the placements of one piece.

    Positions come from random play of the seeds 0 to 31, twelve pieces each, straight drops alone. Only positions count
    where the feature differs at all, so that rare events, such as rows cleared, weigh as much as they do when they
    come; 1 where it never differs.
    """
    view = game.straight()
    player = Random(game, 0, view)
    states = game.new(range(GAMES))
    total = np.zeros(len(game.glossary))
    seen = np.zeros(len(game.glossary))
    for _ in range(MOVES):
        states = taken(states, np.flatnonzero(~states["dead"]))
        if not len(states):
            break
        found = _deviations(view, states)
        differs = found > LEAST
        total += np.where(differs, found, 0.0).sum(axis=0)
        seen += differs.sum(axis=0)
        states = game.deal(game.play(states, player.choose(states)))
    return np.where(seen > 0, total / np.maximum(seen, 1), 1.0)


def _deviations(view: Game, states: States) -> Floats:
    """[B, F] the standard deviation of each feature among the placements of each state."""
    children = view.expand(states)
    features = view.features(children.states)
    first = np.flatnonzero(np.diff(children.parent, prepend=-1))
    counts = np.diff(np.append(first, len(features)))[:, None]
    means = np.add.reduceat(features, first) / counts
    apart = (features - np.repeat(means, counts[:, 0], axis=0)) ** 2
    return np.asarray(np.sqrt(np.add.reduceat(apart, first) / counts))
