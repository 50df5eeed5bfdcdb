"""Small games to search in, and every line of play one position at a time, by nothing but the protocol of a game."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from tests.naive.search import Line
from tests.tetris.positions import played, scattered

from wellplayed.game import Feature, Moves, Outcomes
from wellplayed.search.evaluate import Evaluator, Linear, rated
from wellplayed.tetris.classic import Classic

# Sums of few multiples of an eighth are exact in any order, so that equal lines have equal values.
EXACT = {"landing_height": -0.25, "eroded_cells": 0.5, "lines": 1.75, "row_transitions": -0.5, "holes": -2.0}
UNEVEN = {"landing_height": -1.3, "eroded_cells": 0.7, "lines": 0.31, "row_transitions": -0.9, "holes": -3.7}


def small(previews: int, pieces: str = "uniform", overflow: str = "end", width: int = 4, height: int = 6) -> Classic:
    """Classic play on a small board."""
    return Classic(height, width, pieces, previews, overflow)  # type: ignore[arg-type]


def mixed(game: Classic, count: int, seed: int) -> Any:
    """[2 count] positions reached by play and filled at random; some of them about to be lost."""
    return np.concatenate([played(game, count, seed), scattered(game, count, seed)])


def squares(states: Any) -> Any:
    """A value that no weights express."""
    cells = np.bitwise_count(states["columns"]).sum(axis=1).astype(np.float64)
    return -((cells - 6.0) ** 2) - states["columns"].max(axis=1) / 64


def evaluators(game: Any) -> tuple[Evaluator, ...]:
    """Linear weights and a function."""
    return Linear(game, EXACT), squares


def every_line(
    game: Any, state: Any, evaluator: Evaluator, depth: int, past: Line | None = None, credit: float = 0.0
) -> list[Line]:
    """Every line of play from one state [1]: complete, ended for want of a piece, or lost; as its twin has it."""
    past = past or Line(0, -math.inf, ())
    moves = rated(game, state, evaluator)
    if not len(moves.action):
        return [past._replace(lived=math.inf)]
    found = []
    for i, action in enumerate(moves.action.tolist()):
        if moves.dead[i]:
            found.append(past._replace(actions=past.actions or (action,)))
            continue
        here = Line(past.lived + 1, credit + float(moves.value[i]), (*past.actions, action))
        if depth == 0:
            found.append(here._replace(lived=math.inf))
        else:
            after = game.play(state, np.array([action]))
            found += every_line(game, after, evaluator, depth - 1, here, credit + float(moves.credit[i]))
    return found


class Edge(NamedTuple):
    """One move of a drawn game."""

    to: str
    credit: float
    value: float


class Drawn:
    """A game given as a graph: the moves of each node, in order, and what chance makes of nodes that have none.

    Two moves to one node are two ways to one position. Nodes without moves and without chances are afterstates whose
    piece stays hidden. A node whose name begins with X is lost.
    """

    dtype = np.dtype([("node", np.int64), ("dead", np.bool_)])
    glossary = (Feature("nothing", "0", "this test"),)
    name = "drawn"

    def __init__(
        self,
        edges: Mapping[str, Sequence[Edge]],
        chances: Mapping[str, Mapping[str, float]] | None = None,
        previews: int = 9,
    ) -> None:
        self.edges, self.chances, self.previews = edges, chances or {}, previews
        inner = [edge.to for moves in edges.values() for edge in moves]
        self.nodes = list(dict.fromkeys([*edges, *inner, *(n for c in self.chances.values() for n in c)]))

    def at(self, *names: str) -> Any:
        """[B] the states of some nodes."""
        states = np.zeros(len(names), self.dtype)
        states["node"] = [self.nodes.index(name) for name in names]
        states["dead"] = [name.startswith("X") for name in names]
        return states

    def moves(self, states: Any, weights: Any) -> Moves:
        rows = [
            (i, k, self.nodes.index(edge.to), edge.credit, edge.value, edge.to.startswith("X"))
            for i, state in enumerate(states)
            for k, edge in enumerate(self.edges.get(self.nodes[state["node"]], ()))
        ]
        kinds = (np.int64, np.int64, np.uint64, np.float64, np.float64, np.bool_)
        parent, action, key, credit, value, dead = (np.array([r[k] for r in rows], t) for k, t in enumerate(kinds))
        return Moves(parent, action, key, credit, np.where(dead, -np.inf, value), dead)

    def play(self, states: Any, actions: Any) -> Any:
        return self.at(*(self.edges[self.nodes[s["node"]]][a].to for s, a in zip(states, actions)))

    def outcomes(self, states: Any) -> Outcomes:
        rows = [(i, *row) for i, s in enumerate(states) for row in self._chance(self.nodes[s["node"]])]
        return Outcomes(self.at(*(r[1] for r in rows)), np.array([r[0] for r in rows]), np.array([r[2] for r in rows]))

    def _chance(self, name: str) -> list[tuple[str, float]]:
        return list(self.chances.get(name, {name: 1.0}).items())

    @property
    def evaluator(self) -> Linear:
        """What asks for the values of the edges."""
        return Linear(self, {})  # type: ignore[arg-type]
