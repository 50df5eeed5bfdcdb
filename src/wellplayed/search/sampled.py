"""A beam over dreamt futures: a short queue is continued by chance, several times, and searched each time.

Every state is copied `futures` times. In each copy all that is hidden is replaced by what the true chances might bring
(`Game.reseeded`), and as much of it as the beam is deep is laid open (`Game.showing`, `Game.deal`). One beam runs over
each copy, all of them side by side. No copy knows more than a player does, and moves that are good in most futures are
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
from ..game import Floats, Game, Ints, Moves, States, taken
from ..rng import mixed
from .budget import Budget
from .descent import PART, Descent, first_moves, roots
from .evaluate import Evaluator, rated
from .explain import Notes, explained
from .reduce import COMPLETE
from .thought import Thought

Vote = Literal["sum", "majority"]


class Ends(Notes):
    """Of the moves of several roots, what those led to whose lines were followed to the end."""

    def __init__(self) -> None:
        super().__init__()
        self.value = np.empty(0)  # [C] for each move of all roots; NaN where no line came to its end

    def layer(self, ply: int, positions: int, moves: Moves, line: Floats, rows: Ints) -> None:
        """Note how many moves the roots have."""
        if ply == 0:
            self.parent, self.action = moves.parent, moves.action
            self.value = np.full(len(moves.parent), np.nan)

    def below(self, rows: Ints, rank: Ints, value: Floats, actions: Ints) -> None:
        """Note what the moves `rows` led to."""
        self.value[rows] = np.where(rank == COMPLETE, value, np.nan)


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
            mine = values[0, :, action]
            future = int(np.argmax(mine - np.nanmax(values[0], axis=1, initial=-np.inf)))
        notes, deep = Notes(), game.showing(self.depth)
        dream = self._dreamt(game, deep, state)[future : future + 1]
        Descent(deep, self.evaluator, self.depth, budget, self.width, notes=notes).follow(roots(dream))
        return explained(deep, dream, self.evaluator, action, notes, budget.spent)

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

    def _dreamt(self, game: Game, deep: Game, states: States) -> States:
        """[B x futures] copies of states whose hidden pieces are dreamt and laid open."""
        copies = taken(states, np.repeat(np.arange(len(states)), self.futures))
        words = np.empty(len(copies), np.uint64)
        hashed(copies["match"], copies["pieces"], np.uint64(self.seed), self.futures, words)
        return deep.deal(game.reseeded(copies, words))

    def _voted(self, game: Game, states: States, budget: Budget) -> tuple[Ints, Floats]:
        """[B] the actions that won, -1 without a move, and [B, futures, actions] what each future says of each.

        NaN is a move without a line that was followed to the end.
        """
        deep, ends = game.showing(self.depth), Ends()
        dreams = self._dreamt(game, deep, states)
        lines = Descent(deep, self.evaluator, self.depth, budget, self.width, notes=ends).follow(roots(dreams))
        flat = np.full((len(dreams), game.actions), np.nan)
        flat[ends.parent, ends.action] = ends.value
        first = lines.actions[:, 0].reshape(len(states), self.futures)
        values = flat.reshape(len(states), self.futures, game.actions)
        actions = np.array([self._winner(*one) for one in zip(first, values)], np.int64)
        return actions, values

    def _winner(self, first: Ints, values: Floats) -> int:
        """The action that wins, the first of equals; `first` [futures] are best moves, `values` [futures, actions].

        Where no line lives to its end in any future, the first future's best move, which lives longest there.
        """
        alive = ~np.isnan(values).all(axis=1)
        if not alive.any():
            return int(first[0])
        if self.vote == "majority":
            return int(np.argmax(np.bincount(first[alive])))
        known = values[alive]
        worst = np.nanmin(known, axis=1, keepdims=True)
        moves = ~np.isnan(known).all(axis=0)
        total = np.where(np.isnan(known), worst, known).sum(axis=0)
        return int(np.argmax(np.where(moves, total, -np.inf)))


@kernel
def hashed(match: Array, ply: Array, seed: np.uint64, futures: int, out: Array) -> None:
    """Fill `out` [B] with a word of each copy, of (seed, match, ply, number of the future). Modified in place."""
    for i in range(len(out)):
        word = mixed(mixed(seed, match[i]), np.uint64(ply[i]))
        out[i] = mixed(word, np.uint64(i % futures))
