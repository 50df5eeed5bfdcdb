"""One simulation of a Monte Carlo tree search taken apart: the tree before it, the tree after it, and what differs.

The tree is the engine's own (search/growth.py, or search/forest.py where a network guides it): it is grown by k
simulations, copied, and grown by one more.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from ....game import Floats, Placement
from ....search import tree
from ....search.evaluate import Linear
from ....search.forest import Forest
from ....search.greedy import greedy
from ....search.growth import Growth
from ....search.playout import futures
from ....search.tree import Nodes


class Iteration(NamedTuple):
    """One simulation: what there was before it, and what it did."""

    growth: Growth | Forest  # after it; a forest of one tree
    before: Nodes  # copies
    used: int  # rows that were in use before
    bounds: Floats  # [2] the least and the greatest value found before
    path: tuple[int, ...]  # rows from the root to where it ended
    opened: tuple[int, ...]  # rows of the path that got their children by it
    found: float


def iterate(growth: Growth | Forest, simulations: int) -> Iteration:
    """Grow a tree by so many simulations, and then by the one that is looked at. `growth` is modified in place."""
    growth.left = simulations
    growth.grown()
    before, used = Nodes(*(array[: growth.used].copy() for array in growth.nodes)), growth.used
    bounds, total = growth.bounds.copy(), float(growth.nodes.total[0])
    growth.left = 1
    growth.grown()
    nodes = growth.nodes
    visits = np.zeros(growth.used, np.int64)
    visits[:used] = before.visits
    walked = set(np.flatnonzero(nodes.visits[: growth.used] > visits).tolist())
    path = [0]
    while step := [row for row in walked if nodes.parent[row] == path[-1] and row not in path]:
        path.append(step[0])
    opened = tuple(r for r in path if nodes.children[r] and (r >= used or not before.children[r]))
    return Iteration(growth, before, used, bounds, tuple(path), opened, float(nodes.total[0]) - total)


class Score(NamedTuple):
    """Why a walk prefers a move: its mean so far, and a bonus for what was rarely tried."""

    mean: float  # scaled to [0, 1]; what was seen ahead of the move counts as its first value, or by priors its node's
    bonus: float  # by priors, the greater the likelier the move

    @property
    def total(self) -> float:
        """What the walk takes the highest of."""
        return self.mean + self.bonus


def score(one: Iteration, row: int) -> Score:
    """The score of a move when the walk came by: UCT (search/mcts.py), or PUCT where there are priors (puct.py)."""
    if one.growth.rule.guided:
        return _guided(one, row)
    nodes, parent = one.growth.nodes, int(one.growth.nodes.parent[row])
    visits, total = _before(one, row)
    walks, found = _before(one, parent)
    siblings = slice(int(nodes.first[parent]), int(nodes.first[parent] + nodes.children[parent]))
    living = nodes.value[siblings][nodes.kind[siblings] != tree.LOST]
    shift = found / walks - float(living.max()) if walks and len(living) else 0.0
    least, scale = _scale(one)
    ahead = float(nodes.value[row]) + shift - least
    mean = (total - visits * least + ahead) * scale / (visits + 1)
    return Score(mean, one.growth.rule.c * sqrt(log(walks + 1)) / sqrt(visits + 1))


def _guided(one: Iteration, row: int) -> Score:
    """A move that was not made before counts as the mean of its node."""
    nodes, parent = one.growth.nodes, int(one.growth.nodes.parent[row])
    visits, total = _before(one, row)
    walks, found = _before(one, parent)
    least, scale = _scale(one)
    above = total - visits * least
    if visits == 0 and walks:
        above = found / walks - least
    bonus = one.growth.rule.c * sqrt(walks + 1) * float(nodes.prior[row]) / (1 + visits)
    return Score(above * scale / max(visits, 1), bonus)


def _scale(one: Iteration) -> tuple[float, float]:
    """The least value found before, 0 where there is none, and what brings the greatest to 1 above it."""
    least, greatest = (float(bound) for bound in one.bounds)
    return least if least <= greatest else 0.0, 1.0 / (greatest - least) if least < greatest else 1.0


def _before(one: Iteration, row: int) -> tuple[int, float]:
    """The visits of a node before the simulation, and the sum of what they found."""
    if row >= one.used:
        return 0, 0.0
    return int(one.before.visits[row]), float(one.before.total[row])


class Rollout(NamedTuple):
    """What was played from the leaf on."""

    moves: tuple[Placement, ...]
    value: float  # of the board at its end
    dead: bool


def rollout(one: Iteration, number: int) -> Rollout | None:
    """The rollout of a simulation (the `number`-th, from 1), played again; None where it had none."""
    growth, nodes, leaf = one.growth, one.growth.nodes, one.path[-1]
    assert isinstance(growth, Growth)
    how = growth.how
    if not how.rollout or nodes.kind[leaf] != tree.CLOSED:
        return None
    word, root = np.empty(1, np.uint64), growth.states[0]
    futures(np.uint64(how.seed), root["match"], root["pieces"], np.array([number]), word)
    before = growth.states[nodes.state[nodes.parent[leaf]]][None]
    after = growth.game.play(before, nodes.action[leaf : leaf + 1])
    here, moves = growth.game.deal(growth.game.reseeded(after, word)), []
    assert isinstance(how.evaluator, Linear)
    for _ in range(how.rollout):
        if here["dead"][0]:
            break
        action = greedy(growth.game, here, how.evaluator)
        moves.append(growth.game.describe(here, int(action[0])))
        here = growth.game.deal(growth.game.play(here, action))
    return Rollout(tuple(moves), one.found - float(nodes.credit[leaf]), bool(here["dead"][0]))
