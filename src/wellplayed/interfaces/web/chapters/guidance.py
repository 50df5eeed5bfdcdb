"""A search that a network guides, grown by so many simulations and one more, as its chapter tells it (guided.py)."""

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from ....game import Floats, Game, Ints, Placement, States
from ....learning.learners import player
from ....players.player import Searching
from ....search import tree
from ....search.forest import Forest
from ....search.puct import Puct
from ....tetris.pieces import PIECES
from .iteration import iterate
from .numbers import lies
from .position import Board, narrow, state


@functools.cache
def learner() -> tuple[Game, Searching]:
    """The game of the chapter and the shipped player of it. Raises InputError where the package has no such network."""
    rules = narrow()
    settings, arrays = network(rules)
    who = player("alphazero", rules, settings, arrays)
    assert isinstance(who, Searching)
    return rules, who


def network(rules: Game) -> tuple[Any, Any]:
    """The settings and the weights that the chapter is about. Raises InputError where the package has none."""
    from ....learning.loading import shipped

    return shipped("alphazero", rules)


class Guidance:
    """The search of one position; moves [N] are those of its root. Raises InputError where there is none."""

    def __init__(self, board: Board, piece: str, simulations: int) -> None:
        rules, who = learner()
        assert isinstance(who.search, Puct)
        self.board, self.piece, self.simulations = board, piece, simulations
        self.how = replace(who.search, simulations=simulations)
        self.one = iterate(Forest(self.how, who.view, state(rules, board, piece)), simulations)
        self.nodes, self.game = self.one.growth.nodes, self.one.growth.game
        self.moves = self.one.growth.candidates  # [N] rows
        self.prior: Floats = self.nodes.prior[self.moves]
        self.came: Ints = self.one.before.visits[self.moves].astype(np.int64)
        self.spots = [self.spot(int(row)) for row in self.moves]
        self.likely = int(np.argmax(self.prior))
        # As the search itself prefers: visits, then means, then priors.
        self.made = max(range(len(self.moves)), key=lambda n: (self.came[n], self.mean(n) or 0.0, self.prior[n]))

    @property
    def root(self) -> States:
        """[1] the position."""
        states: States = self.one.growth.states[:1]
        return states

    @property
    def share(self) -> Floats:
        """[N] of the visits."""
        share: Floats = self.came / max(int(self.came.sum()), 1)
        return share

    @property
    def steps(self) -> list[int]:
        """The rows on the walk that moves lead to."""
        return [row for row in self.one.path[1:] if self.nodes.action[row] >= 0]

    def mean(self, n: int) -> float | None:
        """The mean of the simulations through a move, None without any."""
        came = int(self.came[n])
        return float(self.one.before.total[self.moves[n]]) / came if came else None

    def visits(self, row: int) -> int:
        """How many simulations came by a row, before the last one."""
        return int(self.one.before.visits[row]) if row < self.one.used else 0

    def spot(self, row: int) -> Placement:
        """The placement of a row that a move leads to."""
        before = self.one.growth.states[self.nodes.state[self.nodes.parent[row]]][None]
        return self.game.describe(before, int(self.nodes.action[row]))

    def letter(self, row: int) -> str:
        """The piece to place at a row that is the root or an outcome of chance."""
        return PIECES[int(self.one.growth.states[self.nodes.state[row]]["queue"][0])]

    def label(self, row: int) -> str:
        """A node in a few letters."""
        if row == 0:
            return ""
        if self.nodes.action[row] < 0:
            return self.letter(row)
        spot = self.spot(row)
        return f"{spot.piece}{'NESW'[lies(spot)]}{min(x for x, _ in spot.cells) + 1}"

    def siblings(self, row: int) -> list[int]:
        """The rows of a node's moves that do not lose, all where all lose."""
        parent = int(self.nodes.parent[row])
        first = int(self.nodes.first[parent])
        rows = range(first, first + int(self.nodes.children[parent]))
        return [r for r in rows if self.nodes.kind[r] != tree.LOST] or list(rows)

    def outcomes_seen(self, row: int, count: int) -> list[int]:
        """How many simulations came by each of the `count` outcomes of chance behind a row, before the last one."""
        if row >= self.one.used or self.one.before.kind[row] != tree.CHANCE:
            return [0] * count
        first = int(self.nodes.first[row])
        return [self.visits(first + n) for n in range(count)]
