"""A beam over dreamt futures: a short queue is continued by chance, several times, and searched each time.

First a beam places the pieces that are known. What it leads to is copied `futures` times. In each copy all that is
hidden is replaced by what the true chances might bring (`Game.reseeded`), and as much of it as the beam is still to go
is laid open (`Game.showing`, `Game.deal`); all positions of one future are promised the same. One beam goes on in each
future, all of them side by side. No future knows more than a player does, and moves that are good in most futures are
good in the one that comes.

Ginsberg, GIB: steps toward an expert-level bridge-playing program, IJCAI 1999, samples what is hidden and searches each
sample as if it were known. It has the known weakness of believing that it will know the future when it gets there: a
plan that needs luck at a later ply looks as good as it would with that luck.

What a future says of a move is the value of the best line with it that the beam followed to the end; a move without
one, cut or lost on the way, counts as the worst of those that have one. `sum` adds that up over the futures, and
`majority` counts the futures in which a move is the best.

`enough` is for games in which one big event is what counts: a move that earns as much credit at once is made without
any search, since a dream of more has no end.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .._jit import Array, kernel
from ..errors import InputError
from ..game import Floats, Game, Ints, Keys, States, taken
from ..rng import mixed
from .budget import Budget, played_within, rated_within
from .descent import PART, Descent, Front, Lines, first_moves, roots
from .evaluate import Evaluator, rated
from .explain import Notes, explained
from .reduce import COMPLETE, carried
from .select import survivors
from .thought import Thought

Vote = Literal["sum", "majority"]


@dataclass(frozen=True)
class Sampled:
    """The first move that the beams over several dreamt futures agree on. Raises InputError for values out of range.

    Parameters
    ----------
    evaluator : Evaluator
        Values the leaves: linear weights, or any function of states.
    depth : int
        Pieces after the current one, dreamt ones included; at most 15, the room of a queue.
    width : int
        Positions kept at each ply of each future.
    futures : int
        How many futures.
    vote : str
        How the futures are put together: `sum` or `majority`.
    enough : float, optional
        The credit of a single move at which it is made at once, the highest first.
    seed : int
        Of the dreams, which are hashed from it, the match and the ply.
    """

    evaluator: Evaluator
    depth: int
    width: int
    futures: int = 6
    vote: Vote = "sum"
    enough: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        ranges = (
            ("depth", self.depth, 1, 15),
            ("width", self.width, 1, 1 << 20),
            ("futures", self.futures, 1, 1 << 10),
        )
        for what, value, least, most in ranges:
            if not least <= value <= most:
                raise InputError(f"{what}={value} of sampled is out of range; choose {least} to {most}")
        if self.vote not in ("sum", "majority"):
            raise InputError(f"vote={self.vote} of sampled is unknown; choose sum or majority")
        if not 0 <= self.seed < 1 << 64:
            raise InputError(f"seed={self.seed} of sampled is out of range; choose 0 to {(1 << 64) - 1}")

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the action of each state. Raises InputError where a state has no move."""
        actions = self._at_once(game, states)
        open_states = np.flatnonzero(actions < 0)
        together = max(1, PART // (self.width * self.futures))
        for start in range(0, len(open_states), together):
            rows = open_states[start : start + together]
            actions[rows] = self._voted(game, taken(states, rows), Budget())[0]
        return first_moves(actions)

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1], explained by the future in which it does best. Raises as `choose` does.

        All candidates, values and layers are of that one future, in which another move may be worth more.
        """
        budget = Budget()
        action, future = int(self._at_once(game, state)[0]), 0
        if action < 0:
            actions, values = self._voted(game, state, budget)
            action = int(first_moves(actions)[0])
            behind = values[0, :, action] - np.nanmax(values[0], axis=1, initial=-np.inf)
            future = int(np.argmax(np.where(np.isnan(behind), -np.inf, behind)))  # NaN: the move was cut there
        notes, deep = Notes(), game.showing(self.depth)
        dream = deep.deal(game.reseeded(state, self._words(state)[future : future + 1]))
        Descent(deep, self.evaluator, self.depth, budget, self.width, notes=notes).follow(roots(dream))
        return explained(deep, dream, self.evaluator, action, notes, budget.spent)._replace(dream=dream)

    def _at_once(self, game: Game, states: States) -> Ints:
        """[B] the move that earns enough, -1 where there is none."""
        actions = np.full(len(states), -1)
        if self.enough is not None:
            moves = rated(game, states, self.evaluator)
            worth = np.where(moves.dead, -np.inf, moves.credit)
            for row in np.flatnonzero(worth >= self.enough)[::-1]:
                before = actions[moves.parent[row]]
                at = moves.parent == moves.parent[row]
                if before < 0 or worth[row] >= worth[at & (moves.action == before)][0]:
                    actions[moves.parent[row]] = moves.action[row]
        return actions

    def _words(self, states: States) -> Keys:
        """[B x futures] what the dreams of each state are drawn from."""
        words = np.empty(len(states) * self.futures, np.uint64)
        hashed(states["match"], states["pieces"], np.uint64(self.seed), self.futures, words)
        return words

    def _voted(self, game: Game, states: States, budget: Budget) -> tuple[Ints, Floats]:
        """[B] the actions that won, -1 without a move, and [B, futures, actions] what each future says of each.

        NaN is a move without a line that was followed to the end. Where no move has one in any future, the beam over
        the known pieces decides, in which the move that lives longest wins.
        """
        known = min(game.previews, self.depth - 1)
        front, first = self._known(game, states, known, budget)
        best = np.full((len(states) * self.futures, game.actions), -np.inf)
        if len(first):
            origin, dream, lines = self._dreamt(game, states, front, self.depth - known - 1, budget)
            whole = lines.rank == COMPLETE
            np.maximum.at(best, (dream[whole], first[origin[whole]]), lines.value[whole])
        values = np.where(best > -np.inf, best, np.nan).reshape(len(states), self.futures, game.actions)
        actions = np.array([self._winner(one) for one in values], np.int64)
        lost = np.flatnonzero(actions < 0)
        if len(lost):
            shallow = Descent(game, self.evaluator, min(game.previews, self.depth), budget, self.width)
            actions[lost] = shallow.follow(roots(taken(states, lost))).actions[:, 0]
        return actions, values

    def _known(self, game: Game, states: States, known: int, budget: Budget) -> tuple[Front, Ints]:
        """What a beam leads to once the current piece and `known` more are placed, and [S] the moves it began with.

        All futures share this part, so it is searched once.
        """
        front, first = roots(states), np.empty(0, np.int64)
        for ply in range(known + 1):
            if not len(front.states):
                break
            moves = rated_within(budget, game, front.states, self.evaluator)
            line, total = carried(moves.parent, moves.credit, moves.value, front.credit)
            rows, tops = survivors(moves, front.group, line, total, self.width)
            after, parent = played_within(budget, game, front.states, moves, rows), moves.parent[rows]
            first = first[parent] if ply else moves.action[rows]
            front = Front(after, front.group[parent], total[rows], line[tops])
        return front, first

    def _dreamt(self, game: Game, states: States, front: Front, left: int, budget: Budget) -> tuple[Ints, Ints, Lines]:
        """What becomes of a front [S] in every future of each state [B], `left` pieces after the current one.

        For each of S x futures copies: where in the front it comes from, its future of B x futures, and its best line.
        """
        origin = np.repeat(np.arange(len(front.group)), self.futures)
        dream = front.group[origin] * self.futures + np.tile(np.arange(self.futures), len(front.group))
        order = np.argsort(dream, kind="stable")  # a beam wants its positions side by side
        origin, dream = origin[order], dream[order]
        deep = game.showing(max(left, game.previews - self.depth + left))  # a hold may want one that is not placed
        dreamt = deep.deal(game.reseeded(taken(front.states, origin), self._words(states)[dream]))
        begin = Front(dreamt, dream, front.credit[origin], front.value[origin])
        return origin, dream, Descent(deep, self.evaluator, left, budget, self.width).follow(begin)

    def _winner(self, values: Floats) -> int:
        """The action that wins, the first of equals, from `values` [futures, actions]; -1 where there are none."""
        known = values[~np.isnan(values).all(axis=1)]
        if not len(known):
            return -1
        if self.vote == "majority":
            return int(np.argmax(np.bincount(np.nanargmax(known, axis=1))))
        worst = np.nanmin(known, axis=1, keepdims=True)
        moves = ~np.isnan(known).all(axis=0)
        total = np.where(np.isnan(known), worst, known).sum(axis=0)
        return int(np.argmax(np.where(moves, total, -np.inf)))


@kernel
def hashed(match: Array, ply: Array, seed: np.uint64, futures: int, out: Array) -> None:
    """Fill `out` [B x futures] with words of (seed, match, ply, number of the future). Modified in place."""
    for i in range(len(match)):
        word = mixed(mixed(seed, match[i]), np.uint64(ply[i]))
        for k in range(futures):
            out[i * futures + k] = mixed(word, np.uint64(k))
