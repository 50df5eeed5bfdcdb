"""A PUCT search under way in many games at once: one tree a root, and one call of the network for all leaves of a step.

The trees share one array of nodes, and the roots are its first rows. In each step every tree is walked once, by the
kernels of tree.py. A walk ends at a move that was not made before; the network is asked for all of them together, as
`puct.py` says, and each tree is told what its walk found. What a tree becomes depends on its root alone, and on numbers
that the network gives it: never on its neighbours, if the network's numbers do not.
"""

from math import exp, inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._jit import Array, kernel
from ..errors import InputError
from ..game import Bools, Floats, Game, Ints, Moves, States, taken
from ..rng import below, mixed
from . import tree
from .budget import Budget, Exhausted
from .growth import PUCT, Trees

if TYPE_CHECKING:
    from .puct import Puct

LEAST = 64  # nodes of a tree to make room for


class Found(NamedTuple):
    """What a search found at B roots of a game with A actions."""

    move: Ints  # [B] the move to make
    visits: Ints  # [B, A] simulations through each move of a root
    value: Floats  # [B] the mean of those through the move to make; without any what the network says of the root


class Forest(Trees):
    """The trees of some roots [B], all dealt and with moves. Raises InputError for one that has none.

    `noise` [B, A], at least 0 each, is mixed into the priors of the roots, see puct.py.
    """

    def __init__(self, how: "Puct", game: Game, roots: States, noise: Floats | None = None) -> None:
        count = len(roots)
        super().__init__(game, roots, Budget(), max(LEAST * count, count + 1))
        self.how, self.used, self.left = how, count, how.simulations
        for array in self.nodes:
            array[1:count] = array[0]
        self.roots = np.arange(count)
        self.nodes.state[:count] = self.roots
        self.rule = tree.Rule(float(PUCT if how.c is None else how.c), True, 0, False, True)
        self.spans = np.full((count, 2), (np.inf, -np.inf))  # the least and the greatest value found in each tree
        self.bounds = self.spans[0] if count else np.zeros(2)
        self._value = self._open(self.roots)
        bare = np.flatnonzero(self.nodes.kind[:count] != tree.DECISION)
        if len(bare):
            raise InputError(f"state {bare[0]} has no move: its game is over or its piece is not dealt")
        if noise is not None:
            disturb(self.nodes, noise, how.noise)

    def grown(self) -> "Forest":
        """Simulate as often as was asked for; itself."""
        count = len(self.roots)
        at, number, waiting = (np.zeros(count, np.int64) for _ in range(3))
        try:
            while self.left and count:
                set_out(self.nodes, at)
                while n := walked(self.nodes, self.rule, self.spans, at, number, waiting):
                    self._open(waiting[:n])
                leaves = ~at
                settled(self.nodes, self.spans, at, self._worth(leaves))
                self.budget.count(count)
                self.left -= 1
        except Exhausted:  # no room for more nodes; the walks of this step count for nothing
            pass
        return self

    def found(self) -> Found:
        """What is known by now."""
        count, nodes = len(self.roots), self.nodes
        visits = np.zeros((count, self.game.actions), np.int64)
        rows = np.empty(count, np.int64)
        preferred(nodes, visits, rows)
        value = np.where(nodes.visits[rows] > 0, self.means(rows), self._value)
        return Found(nodes.action[rows].astype(np.int64), visits, value)

    def weigh(self, rows: Ints) -> None:
        """Ask the network for the moves [R] that no simulation made, so that they have a value to show."""
        self._worth(rows[self.nodes.visits[rows] == 0])

    @property
    def move(self) -> int:
        """The move to make at the first root."""
        return int(self.found().move[0])

    def _open(self, waiting: Ints) -> Floats:
        """Give nodes their children; [W] what the network says of those that have moves, 0 of others."""
        nodes = self.nodes
        moved = waiting[nodes.action[waiting] >= 0]
        if len(moved):
            nodes.state[moved] = self._keep(self._played(moved))
        states = taken(self.states, nodes.state[waiting])
        moves = self.game.moves(states, self.how.reward.weights)
        some = np.zeros(len(waiting), np.bool_)
        some[moves.parent] = True
        value = np.zeros(len(waiting))
        if some.any():
            value[some] = self._list(waiting, taken(states, np.flatnonzero(some)), moves, some)
        if not some.all():
            hidden = ~some & (nodes.action[waiting] >= 0)
            nodes.kind[waiting[~some & ~hidden]] = tree.ENDED
            if hidden.any():
                self._branch(waiting[hidden], taken(states, np.flatnonzero(hidden)))
        return value

    def _list(self, waiting: Ints, states: States, moves: Moves, some: Bools) -> Floats:
        """Make decision nodes of the states [R] that have moves; [R] what the network says of them."""
        logits, value = self.how.asked(states, self.game.actions)
        self.budget.count(len(states))
        where = (np.cumsum(some) - 1)[moves.parent]  # among the states with moves
        priors, discount = np.empty(len(where)), self.how.gamma ** self.nodes.depth[waiting[moves.parent]]
        likely(where, moves.action, moves.dead, logits, priors)
        tree.shared(where, moves.dead, priors)
        credit = discount * (moves.credit + self.how.death * moves.dead)
        self._widen(len(where))
        self.used = tree.opened(
            self.nodes, self.used, 0.0, waiting, moves.parent, moves.action, credit, credit, moves.dead, priors
        )
        return value

    def _branch(self, waiting: Ints, states: States) -> None:
        """Make chance nodes of afterstates [R] whose piece is hidden."""
        outcomes = self.game.outcomes(states)
        chance = shares(states, outcomes.parent, outcomes.chance, self.how.outcomes)
        first = int(self._keep(outcomes.states)[0])
        self._widen(len(outcomes.parent))
        self.used = tree.branched(
            self.nodes, self.used, 0.0, waiting, outcomes.parent, chance, outcomes.states["dead"], first
        )

    def _worth(self, leaves: Ints) -> Floats:
        """[R] what walks find that end at `leaves`; kept as the value of those that are new."""
        nodes = self.nodes
        new = leaves[(nodes.kind[leaves] == tree.CLOSED) & (nodes.visits[leaves] == 0)]
        if len(new):
            value = self._expected(self._played(new))
            nodes.value[new] = nodes.credit[new] + self.how.gamma ** nodes.depth[new] * value
        found: Floats = nodes.value[leaves]
        return found

    def _expected(self, after: States) -> Floats:
        """[R] what the network expects of living afterstates, over what chance may deal where the piece is hidden."""
        expected = np.zeros(len(after))
        hidden = ~self.game.mask(after).any(axis=1)
        seen, unseen = np.flatnonzero(~hidden), np.flatnonzero(hidden)
        states, owner, chance = taken(after, seen), seen, np.ones(len(seen))
        if len(unseen):
            drawn = self.game.outcomes(taken(after, unseen))
            share = shares(taken(after, unseen), drawn.parent, drawn.chance, self.how.outcomes)
            rows = np.flatnonzero((share > 0) & ~drawn.states["dead"])  # a lost game has nothing to come
            states = np.concatenate([states.view(np.uint8), taken(drawn.states, rows).view(np.uint8)]).view(after.dtype)
            owner = np.concatenate([owner, unseen[drawn.parent[rows]]])
            chance = np.concatenate([chance, share[rows]])
        if len(states):
            _, value = self.how.asked(states, self.game.actions)
            self.budget.count(len(states))
            np.add.at(expected, owner, chance * value)
        return expected


@kernel
def set_out(nodes: tree.Nodes, at: Ints) -> None:
    """Place a walk `at` [B] each of the roots, the first rows. Modified in place."""
    for i in range(len(at)):
        at[i] = i
        if i > 0:  # `walk` itself counts the walks that begin in row 0
            nodes.pending[i] += 1


@kernel
def walked(
    nodes: tree.Nodes, rule: tree.Rule, spans: Floats, at: Ints, number: Ints, waiting: Ints
) -> int:  # fmt: skip
    """Lead one walk of each tree on as `tree.walked` does, with bounds `spans` [B, 2] of its own. In place."""
    n = 0
    for i in range(len(at)):
        n += tree.walk(nodes, rule, spans[i], at[i : i + 1], number[i : i + 1], waiting[n:])
    return n


@kernel
def settled(nodes: tree.Nodes, spans: Floats, at: Ints, found: Floats) -> None:
    """Tell each tree what its walk has found, as `tree.settled` does. Modified in place."""
    for i in range(len(at)):
        tree.settle(nodes, spans[i], at[i : i + 1], found[i : i + 1])


@kernel
def likely(parent: Ints, action: Ints, dead: Array, logits: Array, out: Floats) -> None:
    """Fill `out` [N] with exp(logit) of moves, up to a factor that siblings share. Modified in place."""
    start = 0
    while start < len(parent):
        end, best = start, -inf
        while end < len(parent) and parent[end] == parent[start]:
            if not dead[end]:
                best = max(best, np.float64(logits[parent[end], action[end]]))
            end += 1
        for j in range(start, end):
            out[j] = 0.0
            if not dead[j]:
                out[j] = exp(np.float64(logits[parent[j], action[j]]) - best)
        start = end


@kernel
def disturb(nodes: tree.Nodes, noise: Floats, share: float) -> None:
    """Mix `noise` [B, A], scaled to sum to 1 over moves that do not lose, into the roots' priors. Modified in place."""
    for i in range(len(noise)):
        first, total = nodes.first[i], 0.0
        for row in range(first, first + nodes.children[i]):
            if nodes.kind[row] != tree.LOST:
                total += noise[i, nodes.action[row]]
        for row in range(first, first + nodes.children[i]):
            if nodes.kind[row] != tree.LOST and total > 0.0:
                own = noise[i, nodes.action[row]] / total
                nodes.prior[row] = (1.0 - share) * nodes.prior[row] + share * own


@kernel
def preferred(nodes: tree.Nodes, visits: Ints, rows: Ints) -> None:
    """Fill `visits` [B, A] and `rows` [B], the moves to make: most visited, then highest mean, then prior. In place."""
    for i in range(len(rows)):
        best = nodes.first[i]
        for row in range(nodes.first[i], nodes.first[i] + nodes.children[i]):
            came, most = nodes.visits[row], nodes.visits[best]
            visits[i, nodes.action[row]] = came
            if came > most:
                best = row
            elif came == most and came > 0:
                if nodes.total[row] > nodes.total[best]:
                    best = row
            elif came == most and nodes.prior[row] > nodes.prior[best]:
                best = row
        rows[i] = best


def shares(states: States, parent: Ints, chance: Floats, most: int) -> Floats:
    """[N] the chances of outcomes, or where a state [R] has more than `most` of them those of a sample of `most`.

    A systematic sample (equal steps through the chances summed up, from a place hashed from the state's match and
    count of pieces), so the shares have the true chances as their mean. Outcomes left out get 0.
    """
    out = chance.copy()
    if len(parent) > most:
        sampled(parent, chance, states["match"].astype(np.uint64), states["pieces"].astype(np.int64), most, out)
    return out


@kernel
def sampled(parent: Ints, chance: Floats, match: Array, pieces: Ints, most: int, out: Floats) -> None:
    """See `shares`; `out` [N] is filled for the states that have too many outcomes. Modified in place."""
    start = 0
    while start < len(parent):
        end = start
        while end < len(parent) and parent[end] == parent[start]:
            end += 1
        if end - start > most:
            state = parent[start]
            word = below(mixed(match[state], np.uint64(pieces[state])), np.uint64(1 << 30))
            due, total = (np.float64(word) + 0.5) / (1 << 30) / most, 0.0
            for j in range(start, end):
                total += chance[j]
                count = 0
                while due < total:
                    due += 1.0 / most
                    count += 1
                out[j] = count / most
        start = end
