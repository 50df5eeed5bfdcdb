"""A Monte Carlo search under way: the tree, the states of its nodes, and what was spent; see mcts.py."""

from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from ..game import Floats, Game, Ints, Moves, States, taken
from . import tree
from .budget import SLICE, Budget, Exhausted, rated_within
from .evaluate import rated
from .playout import futures

if TYPE_CHECKING:
    from .mcts import Mcts

SIMULATIONS = 1000  # without any budget
UNLIMITED = 1 << 30  # walks that a budget of another kind will certainly stop
ROOM = 1 << 13  # nodes of one tree to begin with
MOST = 1 << 22  # and at most: a third of a gigabyte
MOVED = 1e6  # bytes that certainly move to a larger array in a millisecond
UCT, PUCT = 0.2, 1.25  # c by default


class Trees:
    """The nodes of trees under way, the states of those that were opened, and what was spent.

    `roots` [R] are dealt states, the first of the states that are kept; the first root is in row 0.
    """

    def __init__(self, game: Game, roots: States, budget: Budget, room: int = ROOM) -> None:
        self.game, self.budget = game, budget
        self.nodes, self.used = tree.planted(room), 1
        self.states = taken(roots, np.arange(max(room // 16, len(roots))) % len(roots))
        self.kept = len(roots)

    def _played(self, rows: Ints) -> States:
        """[R] the afterstates of nodes that moves lead to."""
        before = taken(self.states, self.nodes.state[self.nodes.parent[rows]])
        return self.game.play(before, self.nodes.action[rows])

    def _keep(self, states: States) -> Ints:
        """[R] the numbers of more states, which are kept for later."""
        numbers = np.arange(self.kept, self.kept + len(states))
        self.kept += len(states)
        size = self.states.dtype.itemsize
        if self.kept > len(self.states):
            self._afford(self.states.nbytes)
            wider = np.empty(2 * max(self.kept, len(self.states)), self.states.dtype)
            wider.view(np.uint8)[: self.states.nbytes] = self.states.view(np.uint8)
            self.states = wider
        self.states.view(np.uint8)[size * numbers[0] : size * self.kept] = np.ascontiguousarray(states).view(np.uint8)
        return numbers

    def _widen(self, more: int) -> None:
        """Make room for `more` nodes."""
        room = len(self.nodes.kind)
        if self.used + more > MOST:
            raise Exhausted
        if self.used + more > room:
            self._afford(sum(array.nbytes for array in self.nodes))
            self.nodes = tree.widened(self.nodes, min(2 * max(self.used + more, room), MOST))

    def _afford(self, size: int) -> None:
        """Raises Exhausted where the clock leaves no time to move so many bytes."""
        clock = self.budget.milliseconds
        if clock is not None and size / MOVED > (1 - self.budget.used) * clock:
            raise Exhausted

    @property
    def candidates(self) -> Ints:
        """[C] the rows of the root's moves, in the game's order."""
        first, count = int(self.nodes.first[0]), int(self.nodes.children[0])
        return np.arange(first, first + count)

    def means(self, rows: Ints) -> Floats:
        """[R] of what the walks found that came by some nodes; where none came, what the evaluator sees ahead."""
        nodes, visits = self.nodes, self.nodes.visits[rows]
        means: Floats = np.where(visits > 0, nodes.total[rows] / np.maximum(visits, 1), nodes.value[rows])
        return means

    @property
    def move(self) -> int:
        """The move to make."""
        rows = self.candidates
        best = rows[np.lexsort((-self.means(rows), -self.nodes.visits[rows]))[0]]
        return int(self.nodes.action[best])


class Growth(Trees):
    """One search under way."""

    def __init__(self, how: "Mcts", game: Game, states: States, index: int) -> None:
        super().__init__(game, taken(states, np.array([index])), Budget(how.nodes, how.milliseconds))
        self.how = how
        free = how.nodes is not None or how.milliseconds is not None
        self.left = how.simulations or (UNLIMITED if free else SIMULATIONS)
        self.playout = how.playout()
        guided = how.prior is not False
        c = (PUCT if guided else UCT) if how.c is None else how.c
        self.rule = tree.Rule(float(c), guided, how.depth, how.common)
        self.bounds = np.array([np.inf, -np.inf])  # the least and the greatest value found
        root = self.states[:1]
        moves = rated(game, root, how.evaluator)
        if not len(moves.parent):
            raise InputError(f"state {index} has no move: its game is over or its piece is not dealt")
        self.budget.count(len(moves.parent))
        self._list(np.zeros(1, np.int64), root, moves)

    def grown(self) -> "Growth":
        """Simulate until the budget is spent; itself."""
        at, number, waiting = (np.zeros(min(self.how.batch, self.left), np.int64) for _ in range(3))
        try:
            while self.left and self.budget.used < 1:
                if self.how.rollout:
                    self._round(at[: self.left], number[: self.left], waiting)
                else:
                    self._rounds(at, number, waiting)
        except Exhausted:
            pass  # the walks of the round under way were not settled, and count for nothing
        return self

    def _rounds(self, at: Ints, number: Ints, waiting: Ints) -> None:
        """Many rounds of walks that end with what is known already."""
        walks, found = self.left, np.empty(len(at))
        if self.budget.timed:
            walks = min(walks, SLICE // len(at) * len(at))
        if self.budget.most is not None:
            walks = min(walks, self.budget.most - self.budget.spent)
        while walks:
            done, n = tree.searched(self.nodes, self.rule, self.bounds, at, number, waiting, found, walks)
            self.budget.count(done)
            self.left -= done
            walks -= done
            if n:
                self._open(waiting[:n])

    def _round(self, at: Ints, number: Ints, waiting: Ints) -> None:
        """One round of walks with rollouts at their ends."""
        while n := tree.walked(self.nodes, self.rule, self.bounds, at, number, waiting):
            self._open(waiting[:n])
        nodes, leaves = self.nodes, ~at
        found = nodes.value[leaves]
        going = np.flatnonzero(nodes.kind[leaves] < tree.ENDED)
        if len(going):
            leaves = leaves[going]
            words, root = np.empty(len(going), np.uint64), self.states[0]
            futures(np.uint64(self.how.seed), root["match"], root["pieces"], number[going], words)
            values = self.playout.values(self.game, self._played(leaves), words, self.budget)
            found[going] = nodes.credit[leaves] + values
        tree.settled(nodes, self.bounds, at, found)
        self.budget.count(len(at))
        self.left -= len(at)

    def _open(self, waiting: Ints) -> None:
        """Give nodes their children: moves, or the outcomes of chance where the game lists no moves."""
        moved = waiting[self.nodes.action[waiting] >= 0]
        if len(moved):
            self.nodes.state[moved] = self._keep(self._played(moved))
        states = taken(self.states, self.nodes.state[waiting])
        self._list(waiting, states, rated_within(self.budget, self.game, states, self.how.evaluator))
        bare = self.nodes.children[waiting] == 0
        if bare.any():
            hidden = bare & (self.nodes.action[waiting] >= 0)
            self.nodes.kind[waiting[bare & ~hidden]] = tree.ENDED
            if hidden.any():
                self._branch(waiting[hidden], taken(states, np.flatnonzero(hidden)))

    def _list(self, waiting: Ints, states: States, moves: Moves) -> None:
        """Make decision nodes of states [R] that have moves."""
        priors = self.how.priors(states, moves)
        self._widen(len(moves.parent))
        self.used = tree.opened(
            self.nodes, self.used, self.playout.loss, waiting,
            moves.parent, moves.action, moves.credit, moves.value, moves.dead, priors,
        )  # fmt: skip

    def _branch(self, waiting: Ints, states: States) -> None:
        """Make chance nodes of afterstates [R] whose piece is hidden."""
        outcomes = self.game.outcomes(states)
        first = int(self._keep(outcomes.states)[0])
        self._widen(len(outcomes.parent))
        self.used = tree.branched(
            self.nodes, self.used, self.playout.loss, waiting,
            outcomes.parent, outcomes.chance, outcomes.states["dead"], first,
        )  # fmt: skip
