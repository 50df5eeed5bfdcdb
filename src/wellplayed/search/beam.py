"""Beam search: at every ply the best positions go on, and the rest are forgotten.

Lowerre, The HARPY speech recognition system, Carnegie Mellon University 1976, is where the method comes from.

`width` positions of each root go on from a ply: those of the lines worth most so far, equal positions counted once.
Which line to an equal position is kept does not depend on its value, since the position's own part of that is lost on
the way: the one with the higher credit is, or else the first. See select.py for the exact rule, descent.py for
everything else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..errors import InputError
from ..game import Game, Ints, States
from .budget import Budget, deepened
from .descent import PART, Descent, Lines, check_depth, first_moves, roots
from .evaluate import Evaluator
from .expectimax import Foresight, loss_of
from .explain import Notes, explained
from .thought import Thought


@dataclass(frozen=True)
class Beam:
    """The first move of the best line found over the current piece and `depth` more.

    With depth 0 it is greedy; with a width that nothing exceeds it is `Lookahead`. Raises InputError for values out of
    range.

    Parameters
    ----------
    evaluator : Evaluator
        Values the leaves: linear weights, or any function of states.
    depth : int
        Pieces after the current one, as many as are visible at most; one more with `speculate`.
    width : int
        Positions kept at each ply.
    speculate : bool
        Whether a line goes on for one ply where its next piece is hidden: it is then worth what the best placement of
        each possible piece is worth, weighed with the true chances.
    nodes, milliseconds : optional
        Budgets for one move. The beam is then searched again and again with widths 0 (greedy), 1, 2, 4 and so on up to
        `width`, and the last that was completed counts.
    loss : float, optional
        What a lost line is worth besides its credit where `speculate` looks; see expectimax.py for the default.
    """

    evaluator: Evaluator
    depth: int
    width: int
    speculate: bool = False
    nodes: int | None = None
    milliseconds: float | None = None
    loss: float | None = None

    def __post_init__(self) -> None:
        for what, value, least in (("depth", self.depth, 0), ("width", self.width, 1)):
            if value < least:
                raise InputError(f"{what}={value} of beam is out of range; choose {least} or more")
        if self.speculate:
            loss_of(self.evaluator, self.loss)
        Budget(self.nodes, self.milliseconds)

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the best action of each state. Raises InputError where a state has no move, or for too few previews."""
        check_depth(game, self.depth, speculate=self.speculate)
        actions = np.empty(len(states), np.int64)
        together = 1 if self._limited else max(1, PART // self.width)
        for start in range(0, len(states), together):
            part = slice(start, start + together)
            lines, _ = self._found(game, states[part], Budget(self.nodes, self.milliseconds))
            actions[part] = first_moves(lines.actions[:, 0], start)
        return actions

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1], with every ply of the beam that found it. Raises InputError as `choose`.

        A candidate that was cut, or whose positions were all reached with more credit by another, has the value that
        it had then. With `speculate` a value may contain an expectation, which no features and contributions show;
        these are of the last known position.
        """
        check_depth(game, self.depth, speculate=self.speculate)
        budget = Budget(self.nodes, self.milliseconds)
        lines, notes = self._found(game, state, budget, thinking=True)
        action = int(first_moves(lines.actions[:, 0])[0])
        return explained(game, state, self.evaluator, action, notes, budget.spent)

    @property
    def _limited(self) -> bool:
        return self.nodes is not None or self.milliseconds is not None

    def _found(self, game: Game, states: States, budget: Budget, *, thinking: bool = False) -> tuple[Lines, Notes]:
        """The best lines of some states, of one alone under a budget, with the notes if `thinking`."""

        def search(width: int, allowed: Budget) -> tuple[Lines, Notes]:
            notes = Notes()
            return self._searched(game, states, width, allowed, notes if thinking else None), notes

        if not self._limited:
            return search(self.width, budget)
        return deepened(self._widths(), search, budget)

    def _widths(self) -> Iterator[int]:
        """0 for greedy, then powers of two below the width, then the width."""
        yield 0
        width = 1
        while self.depth and width < self.width:
            yield width
            width *= 2
        if self.depth:
            yield self.width

    def _searched(self, game: Game, states: States, width: int, budget: Budget, notes: Notes | None) -> Lines:
        """The best lines of some states with one width."""
        depth, hope = self.depth if width else 0, None
        if self.speculate:
            foresight = Foresight(game, self.evaluator, loss_of(self.evaluator, self.loss), budget)
            hope = partial(foresight.expected, plies=1)
        return Descent(game, self.evaluator, depth, budget, width, hope=hope, notes=notes).follow(roots(states))
