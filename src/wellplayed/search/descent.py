"""Lines of play followed ply by ply, for searches that know their queue: lookahead follows all, a beam the best.

From the positions of one ply every move is rated; the positions that go on are played and become those of the next
ply. On the way back the best line of each position is passed up to the one that it came from. So equals fall to the
lexicographically first line of actions, since at each ply the first of equals is taken.

A line ends where nothing is left to place: at the last ply, or where the next piece is not visible, and then it stands
with its value so far. A line that is lost counts only if all are: then the one that lived longest is the best, and of
several such the one that was worth most when it last lived.

Merging is exact but for one thing: credits that differ in their last bits may add up to equal values, and then the
line with the higher credit is taken, be it the first or not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from ..errors import InputError
from ..game import Bools, Floats, Game, Ints, Moves, States, taken
from .budget import Budget, played_within, rated_within
from .evaluate import Evaluator
from .explain import Notes
from .reduce import HERE, HOPED, carried, opened, raised
from .select import survivors

PART = 2048  # positions of one ply that are followed together where none is cut: some 100,000 in flight at each ply
Hope: TypeAlias = Callable[[States, Floats, Floats], Floats]


class Front(NamedTuple):
    """The positions of one ply."""

    states: States  # [S]
    group: Ints  # [S] ascending: only positions of one group merge or compete
    credit: Floats  # [S] earned on the way
    value: Floats  # [S] of the best line that ends here


class Lines(NamedTuple):
    """The best line of play from each position of a front."""

    rank: Ints  # [S] COMPLETE, or the plies that it lived; 0 if it lost at once
    value: Floats  # [S] of the whole line, from the root to its end or to where it last lived
    actions: Ints  # [S, P] from here on; HERE or HOPED where it ends


@dataclass
class Descent:
    """One search: how deep, how wide, and what it may spend."""

    game: Game
    evaluator: Evaluator
    depth: int
    budget: Budget
    width: int | None = None  # positions kept of each group at each ply
    apart: bool = False  # lines with different first moves are never merged
    hope: Hope | None = None  # of positions whose piece is hidden, with credit and value: their expected values
    notes: Notes | None = None

    def follow(self, front: Front, ply: int = 0) -> Lines:
        """The best line from each position. Raises Exhausted where the budget is spent."""
        if self.width is None and len(front.states) > PART:
            found = [self._ply(part, ply) for part in parts(front)]
            return Lines(*(np.concatenate(column) for column in zip(*found)))
        return self._ply(front, ply)

    def _ply(self, front: Front, ply: int) -> Lines:
        moves = rated_within(self.budget, self.game, front.states, self.evaluator)
        with self.budget.stretch("carry", len(moves.parent)):
            line, total = carried(moves.parent, moves.credit, moves.value, front.credit)
            row, lines = self._own(front, moves, line, ply)
        self._hope(front, row, lines)
        rows = tops = np.empty(0, np.int64)
        if ply < self.depth:
            with self.budget.stretch("choose", len(moves.parent)):
                rows, tops = self._chosen(front, moves, line, total, ply)
        if self.notes is not None:
            self.notes.layer(ply, len(front.states), moves, line, rows)
        if len(rows):
            after = played_within(self.budget, self.game, front.states, moves, rows)
            group = np.arange(len(rows)) if self.apart and ply == 0 else front.group[moves.parent[rows]]
            below = self.follow(Front(after, group, total[rows], line[tops]), ply + 1)
            raised(moves.parent, moves.action, rows, tops, *below, row, *lines)
            if self.notes is not None and ply == 0:
                self.notes.below(rows, *below)
        return lines

    def _own(self, front: Front, moves: Moves, line: Floats, ply: int) -> tuple[Ints, Lines]:
        """The first row of the best line of each position, and that line, as far as this ply shows."""
        row, rank = np.empty((2, len(front.states)), np.int64)
        ends = np.full((len(row), self.depth - ply + 1), HERE, np.int64)
        lines = Lines(rank, front.value.copy(), ends)
        opened(moves.parent, moves.action, moves.dead, line, ply, ply >= self.depth, row, *lines)
        return row, lines

    def _hope(self, front: Front, row: Ints, lines: Lines) -> None:
        """Put expectations where a line ends for want of a piece. Modified in place."""
        if self.hope is None:
            return
        hidden = np.flatnonzero(row < 0)
        if len(hidden):
            states = taken(front.states, hidden)
            lines.value[hidden] = self.hope(states, front.credit[hidden], front.value[hidden])
            lines.actions[hidden, 0] = HOPED

    def _chosen(self, front: Front, moves: Moves, line: Floats, total: Floats, ply: int) -> tuple[Ints, Ints]:
        """The rows to go on with; see `survivors`."""
        if self.apart and ply == 0:
            living = np.flatnonzero(~moves.dead)
            return living, living
        return survivors(moves, front.group, line, total, self.width)


def roots(states: States) -> Front:
    """The front that a search begins with: each state a group of its own."""
    return Front(states, np.arange(len(states)), np.zeros(len(states)), np.full(len(states), -np.inf))


def first_moves(actions: Ints, start: int = 0) -> Ints:
    """[B] the actions found. Raises InputError where one is below 0, a state without a move; the first is `start`."""
    if (actions < 0).any():
        index = start + int(np.argmax(actions < 0))
        raise InputError(f"state {index} has no move: its game is over or its piece is not dealt")
    return actions


def check_depth(game: Game, depth: int, *, speculate: bool = False) -> None:
    """Raise InputError where a search so deep needs more previews than the game shows."""
    most = game.previews + speculate
    if depth > most:
        raise InputError(
            f"depth={depth} looks {depth} pieces ahead, and {game.name} shows {game.previews}; "
            f"choose a depth of {most} or less, or a game with more previews"
        )


def parts(front: Front) -> Iterator[Front]:
    """A front in parts of PART positions or fewer than twice as many.

    A group of more than PART is cut into pieces, which from here on are groups of their own; other groups stay whole.
    How a group is cut depends on itself alone, and so does what is found from it.
    """
    group = front.group
    opens = np.concatenate([[True], group[1:] != group[:-1]])
    start = np.flatnonzero(opens)[np.cumsum(opens) - 1]
    place = np.arange(len(group))
    opens |= (place - start) % PART == 0
    piece = np.cumsum(opens) - 1
    part = (np.flatnonzero(opens) // PART)[piece]
    edges: Bools = part[1:] != part[:-1]
    for rows in np.split(place, np.flatnonzero(edges) + 1):
        cut = slice(rows[0], rows[-1] + 1)
        yield Front(front.states[cut], piece[cut], front.credit[cut], front.value[cut])
