"""Expectimax: the best placement under chance, every piece that may come weighed with its true probability.

Source: Michie, Game-playing and game-learning automata, in Fox (ed.), Advances in Programming and Non-Numerical
Computation, 1966.

A position whose piece is visible is a max node: it is worth its best placement. One whose piece is hidden is a chance
node: it is worth the mean over `game.outcomes`, so 1/7 each or what the bag leaves. Pieces that are visible are used
as known. The value of a placement at the last ply is that of its line of play; see `Moves`.

A losing placement counts only where all of a position lose, as no player would choose it; the line is then worth its
credit and `loss`. By default `loss` is 50 times the sum of absolute weights, below zero, which is our own choice; 1000
has been used for Dellacherie's weights, whose sum is 9.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .._jit import kernel
from ..errors import InputError
from ..game import Bools, Floats, Game, Ints, Moves, States, taken
from .budget import Budget, deepened, played_within, rated_within
from .descent import first_moves
from .evaluate import Evaluator, Linear
from .explain import principal, summed
from .reduce import carried, first_best
from .select import survivors
from .thought import Thought

PART = 512  # positions that are looked into together
DIES = 50.0  # the loss by default, in sums of absolute weights


def loss_of(evaluator: Evaluator, loss: float | None) -> float:
    """What a lost line is worth besides its credit. Raises InputError where that is not known, or not finite."""
    if loss is None:
        if not isinstance(evaluator, Linear):
            raise InputError(
                "a search under chance needs to know what a lost game is worth to this evaluator; give loss"
            )
        return -DIES * float(np.abs(evaluator.weights).sum())
    if not np.isfinite(loss):
        raise InputError(f"loss={loss} is no value to reckon with; give a finite number")
    return loss


@kernel
def _means(parent: Ints, chance: Floats, value: Floats, out: Floats) -> None:
    """Fill `out` [S] with the sums of chance times value [N] of each parent, in order. Modified in place."""
    out[:] = 0.0
    for i in range(len(parent)):
        out[parent[i]] += chance[i] * value[i]


@dataclass
class Foresight:
    """One search under chance: what positions are worth."""

    game: Game
    evaluator: Evaluator
    loss: float
    budget: Budget
    width: int | None = None  # placements of a max node that are looked into

    def best(self, states: States, credit: Floats, value: Floats, plies: int, *, known: bool = False) -> Floats:
        """[S] what play is worth over `plies` more pieces, at least one.

        `credit` is what the line earned on its way to each state, `value` what it is worth if it ends there. A state
        of which all is `known` that can be ends where it has no moves; another is then a chance node.
        """
        out = np.empty(len(states))
        for start in range(0, len(states), PART):
            part = slice(start, start + PART)
            out[part] = self._best(states[part], credit[part], value[part], plies, known)
        return out

    def _best(self, states: States, credit: Floats, value: Floats, plies: int, known: bool) -> Floats:
        moves = rated_within(self.budget, self.game, states, self.evaluator)
        listed = np.zeros(len(states), np.bool_)
        listed[moves.parent] = True
        out = np.where(states["dead"], credit + self.loss, value)
        if listed.any():
            out[listed] = self._maxima(states, moves, credit, plies)[listed]
        hidden = np.flatnonzero(~listed & ~states["dead"])
        if len(hidden) and not known:
            out[hidden] = self.expected(taken(states, hidden), credit[hidden], value[hidden], plies)
        return out

    def _maxima(self, states: States, moves: Moves, credit: Floats, plies: int) -> Floats:
        """[S] the best of each state's moves; where all lose, the highest credit and the loss."""
        line, total = carried(moves.parent, moves.credit, moves.value, credit)
        parent = moves.parent
        if plies > 1:
            rows, tops = survivors(moves, np.arange(len(states)), line, total, self.width)
            line, parent = self._beyond(states, moves, rows, total, line[tops], plies - 1), parent[rows]
        best = np.full(len(states), -np.inf)
        row = first_best(parent, line, len(states))
        best[row >= 0] = line[row[row >= 0]]
        lost = best == -np.inf
        if lost.any():
            row = first_best(moves.parent, total, len(states))
            lost &= row >= 0
            best[lost] = total[row[lost]] + self.loss
        return best

    def _beyond(self, states: States, moves: Moves, rows: Ints, total: Floats, value: Floats, plies: int) -> Floats:
        """[K] what each of some moves is worth with `plies` pieces after it."""
        after = played_within(self.budget, self.game, states, moves, rows)
        return self.best(after, total[rows], value, plies)

    def expected(self, states: States, credit: Floats, value: Floats, plies: int) -> Floats:
        """[S] what states with a hidden piece are worth: the mean over what it may be. Arguments as for `best`."""
        outcomes = self.game.outcomes(states)
        source = outcomes.parent
        values = self.best(outcomes.states, credit[source], value[source], plies, known=True)
        out = np.empty(len(states))
        _means(source, outcomes.chance, values, out)
        return out

    def roots(self, states: States, pieces: int) -> "Found":
        """Every move of each state [B] with its value over `pieces` more pieces."""
        moves = rated_within(self.budget, self.game, states, self.evaluator)
        none = np.zeros(len(states))
        line, total = carried(moves.parent, moves.credit, moves.value, none)
        if pieces == 0:
            return Found(moves, line, ~moves.dead, 0)
        rows = np.flatnonzero(~moves.dead)
        if self.width is not None:
            rows = survivors(moves, np.arange(len(states)), line, total, self.width)[0]
        values, searched = line.copy(), np.zeros(len(line), np.bool_)
        values[rows] = self._beyond(states, moves, rows, total, line[rows], pieces)
        searched[rows] = True
        return Found(moves, values, searched, pieces)


class Found(NamedTuple):
    """The moves of some states, and what a search says of them."""

    moves: Moves
    value: Floats  # [N]
    searched: Bools  # [N] else `value` is that of the move alone, -inf where it loses
    pieces: int  # that the search looked at beyond each move

    def best(self, count: int) -> Ints:
        """[count] the best action of each state, -1 where it has none."""
        row = first_best(self.moves.parent, np.where(self.searched, self.value, -np.inf), count)
        actions = np.full(count, -1, np.int64)
        actions[row >= 0] = self.moves.action[row[row >= 0]]
        return actions


@dataclass(frozen=True)
class Expectimax:
    """The placement worth most in expectation. Raises InputError for values out of range.

    Parameters
    ----------
    evaluator : Evaluator
        Values the leaves: linear weights, or any function of states.
    pieces : int
        Pieces after the current one; 0 is greedy.
    width : int
        Placements of each max node that are looked into, those with the highest value ahead; 0 for all.
    loss : float, optional
        What a lost line is worth besides its credit; needed with an evaluator that is not linear.
    nodes, milliseconds : optional
        Budgets for one move. The search is then made for 0, 1, 2 and so on up to `pieces`, and the last that was
        completed counts.
    """

    evaluator: Evaluator
    pieces: int
    width: int = 0
    loss: float | None = None
    nodes: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        for what, value in (("pieces", self.pieces), ("width", self.width)):
            if value < 0:
                raise InputError(f"{what}={value} of expectimax is out of range; choose 0 or more")
        loss_of(self.evaluator, self.loss)
        Budget(self.nodes, self.milliseconds)

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the best action of each state. Raises InputError where a state has no move."""
        actions = np.empty(len(states), np.int64)
        together = PART if self.nodes is None and self.milliseconds is None else 1
        for start in range(0, len(states), together):
            part = states[start : start + together]
            found = self._found(game, part, Budget(self.nodes, self.milliseconds))
            actions[start : start + together] = first_moves(found.best(len(part)), start)
        return actions

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1], with the value of every candidate. Raises InputError as `choose` does.

        Features and contributions are those of each candidate's own afterstate. A candidate that was not looked into
        has the value that the evaluator sees ahead, and a losing one -inf.
        """
        budget = Budget(self.nodes, self.milliseconds)
        found = self._found(game, state, budget)
        action = int(first_moves(found.best(1))[0])
        candidates = found.moves.action
        features, contributions = summed(game, state, self.evaluator, candidates[:, None])
        line = principal(game, state, np.array([action]))
        plies = np.where(found.searched, found.pieces, 0)
        return Thought(action, candidates, found.value, features, contributions, plies, line, nodes=budget.spent)

    def _found(self, game: Game, states: States, budget: Budget) -> Found:
        """What the deepest search says that the budget allows, of one state alone if there is one."""

        def search(pieces: int, allowed: Budget) -> Found:
            loss = loss_of(self.evaluator, self.loss)
            return Foresight(game, self.evaluator, loss, allowed, self.width or None).roots(states, pieces)

        if self.nodes is None and self.milliseconds is None:
            return search(self.pieces, budget)
        return deepened(range(self.pieces + 1), search, budget)
