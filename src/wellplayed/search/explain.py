"""How a search explains itself: what it notes on its way, and how a `Thought` is made of that."""

from typing import NamedTuple

import numpy as np

from ..game import Floats, Game, Ints, Moves, Placement, States, earned, taken
from .evaluate import Evaluator, Linear
from .reduce import HERE
from .thought import Layer, Thought

DRAWN = 1 << 20  # rows of all layers together; a search with more gives no layers


class Candidates(NamedTuple):
    """The moves of the root, and what was found about each."""

    action: Ints  # [C] in the game's order
    value: Floats  # [C] of its best line
    lines: Ints  # [C, P] that line, its own action first; below 0 where it ends


class Notes:
    """What a descent from one root notes: all its layers, and what each move of the root led to."""

    def __init__(self) -> None:
        self.layers: list[list[Layer]] = []
        self.candidates = Candidates(np.empty(0, np.int64), np.empty(0), np.empty((0, 1), np.int64))
        self._passed: list[int] = []  # positions of each ply that were followed before: parts come one after another
        self._rows = 0

    def layer(self, ply: int, positions: int, moves: Moves, line: Floats, rows: Ints) -> None:
        """Note the moves of some positions of one ply; `rows` are searched further."""
        if ply == 0:
            self.candidates = Candidates(moves.action, line, moves.action[:, None])
        while len(self.layers) <= ply:
            self.layers.append([])
            self._passed.append(0)
        self._rows += len(moves.parent)
        if self._rows > DRAWN:
            self.layers = [[] for _ in self.layers]
        else:
            kept = np.zeros(len(line), np.bool_)
            kept[rows] = True
            self.layers[ply].append(Layer(moves.parent + self._passed[ply], moves.action, line, kept))
        self._passed[ply] += positions

    def below(self, rows: Ints, rank: Ints, value: Floats, actions: Ints) -> None:
        """Note what the moves `rows` of the root led to."""
        own = self.candidates
        lines = np.full((len(own.action), 1 + actions.shape[1]), HERE, np.int64)
        lines[:, 0] = own.action
        better = (rank > 0) & (actions[:, 0] != HERE)  # else the line stands as it is
        lines[rows[better], 1:] = actions[better]
        values = own.value.copy()
        values[rows[better]] = value[better]
        self.candidates = Candidates(own.action, values, lines)

    def drawn(self, line: Ints) -> tuple[Layer, ...]:
        """The layers; of the last one only the move that the line [P] makes there is kept."""
        if self._rows > DRAWN:
            return ()
        joined = [Layer(*(np.concatenate(column) for column in zip(*parts))) for parts in self.layers]
        layers = [layer for layer in joined if len(layer.action)]
        position, kept = 0, np.zeros(len(layers[-1].action), np.bool_)
        for ply, (layer, action) in enumerate(zip(layers, line)):
            row = int(np.flatnonzero((layer.parent == position) & (layer.action == action))[0])
            position = int(layer.kept[:row].sum())
            if ply == len(layers) - 1:
                kept[row] = True
        return (*layers[:-1], layers[-1]._replace(kept=kept))


def explained(game: Game, state: States, evaluator: Evaluator, action: int, notes: Notes, nodes: int) -> Thought:
    """The thought of a search that followed lines of play from one state [1] and makes the move `action`."""
    candidates = notes.candidates
    features, contributions = summed(game, state, evaluator, candidates.lines)
    chosen = candidates.lines[int(np.argmax(candidates.action == action))]
    best = chosen[: int((chosen >= 0).sum())]
    plies = (candidates.lines >= 0).sum(axis=1) - 1
    return Thought(
        action,
        candidates.action,
        candidates.value,
        features,
        contributions,
        plies,
        principal(game, state, best),
        notes.drawn(best),
        nodes=nodes,
    )


def summed(game: Game, state: States, evaluator: Evaluator, lines: Ints) -> tuple[Floats, Floats]:
    """Features [C, F] at the end of each line [C, P] from one state [1], and contributions summed along it.

    Of the earlier moves credit alone contributes, of the last one every feature. All 0 for an evaluator without
    weights.
    """
    weights = evaluator.weights if isinstance(evaluator, Linear) else np.zeros(len(game.glossary))
    credit = np.where(earned(game), weights, 0.0)
    features = np.zeros((len(lines), len(weights)))
    contributions = np.zeros_like(features)
    states, going = taken(state, np.zeros(len(lines), np.int64)), np.arange(len(lines))
    for ply in range(lines.shape[1]):
        going = going[lines[going, ply] >= 0]
        if not len(going):
            break
        after = game.play(taken(states, going), lines[going, ply])
        states[going] = after
        features[going] = game.features(after)
        further = (lines[going, ply + 1] >= 0) if ply + 1 < lines.shape[1] else np.zeros(len(going), np.bool_)
        contributions[going] += features[going] * np.where(further[:, None], credit, weights)
    return features, contributions


def principal(game: Game, state: States, line: Ints) -> tuple[Placement, ...]:
    """A line of play from one state [1] as placements."""
    found = []
    for action in line:
        found.append(game.describe(state, int(action)))
        state = game.play(state, np.array([action]))
    return tuple(found)
