"""What a player is: something that chooses, and can say why."""

from typing import Literal, Protocol, TypeAlias

import numpy as np

from .._jit import kernel
from ..errors import InputError
from ..game import Floats, Game, Ints, Keys, States
from ..rng import below, mixed
from ..search.evaluate import Linear
from ..search.greedy import greedy
from ..search.thought import Thought

__all__ = ["Greedy", "Player", "Random", "Search", "Searching", "Thought", "Way", "seen"]

Way: TypeAlias = Literal["drop", "reach"]  # straight drops alone, or every place that keys can steer to


def seen(game: Game, moves: Way) -> Game:
    """The game with the moves that a player considers."""
    return game if moves == "reach" else game.straight()


class Player(Protocol):
    """Chooses moves in one game, for whole batches of states."""

    game: Game  # the game it was built for
    view: Game  # the same game with the moves it considers: all, or `game.straight()`
    weights: Floats | None  # [F] where it is greedy over linear weights, so that `view.rollout` plays it

    def choose(self, states: States) -> Ints:
        """[B] one legal action for each living, dealt state."""
        ...

    def think(self, state: States) -> Thought:
        """The same move for one state [1], with its reasons."""
        ...


class Search(Protocol):
    """Anything that finds moves in any game; the searches of `wellplayed.search` are such."""

    def choose(self, game: Game, states: States) -> Ints:
        """[B] one legal action for each living, dealt state."""
        ...

    def think(self, game: Game, state: States) -> Thought:
        """The same move for one state [1], with its reasons."""
        ...


class Searching:
    """Plays what a search finds among the moves of `view`."""

    weights: Floats | None = None

    def __init__(self, game: Game, view: Game, search: Search) -> None:
        self.game, self.view, self.search = game, view, search

    def choose(self, states: States) -> Ints:
        """[B] the action that the search finds for each state."""
        return self.search.choose(self.view, states)

    def think(self, state: States) -> Thought:
        """The same action for one state [1], with what the search looked at."""
        return self.search.think(self.view, state)


class Greedy:
    """Plays the placement with the highest linear value, the first of equals in the game's order."""

    def __init__(self, evaluator: Linear, view: Game | None = None) -> None:
        self.game = evaluator.game
        self.view = evaluator.game if view is None else view
        self.evaluator = evaluator
        self.weights: Floats | None = evaluator.weights

    def choose(self, states: States) -> Ints:
        """[B] the greedy action of each state."""
        return greedy(self.view, states, self.evaluator)

    def think(self, state: States) -> Thought:
        """The greedy action of one state [1] and the contribution of every feature.

        Raises InputError where the game is over or its piece is not dealt.
        """
        moves = self.view.moves(state, self.evaluator.weights)
        action = int(self.choose(state)[0])
        features = self.game.features(self.view.expand(state).states)
        line = (self.game.describe(state, action),)
        plies = np.zeros(len(features), np.int64)
        contributions = features * self.evaluator.weights
        return Thought(action, moves.action, moves.value, features, contributions, plies, line, nodes=len(features))


class Random:
    """Plays each legal placement equally often, by a hash of (its seed, the match, the ply), never of batch order."""

    weights: Floats | None = None

    def __init__(self, game: Game, seed: int, view: Game | None = None) -> None:
        self.game = game
        self.view = game if view is None else view
        self.seed = np.uint64(seed)

    def choose(self, states: States) -> Ints:
        """[B] a random legal action of each state."""
        actions = np.empty(len(states), np.int64)
        pick(self.view.mask(states), states["match"], states["pieces"], self.seed, actions)
        if (actions < 0).any():
            raise InputError(f"state {int(np.argmin(actions))} has no move: its game is over or its piece is not dealt")
        return actions

    def think(self, state: States) -> Thought:
        """The random action of one state [1]; all candidates are worth 0. Raises InputError as `choose` does."""
        action = int(self.choose(state)[0])
        children = self.view.expand(state)
        features = self.game.features(children.states)
        nothing = np.zeros_like(features)
        plies = np.zeros(len(features), np.int64)
        line = (self.game.describe(state, action),)
        return Thought(action, children.action, np.zeros(len(features)), features, nothing, plies, line)


@kernel
def pick(mask: np.ndarray, match: Keys, ply: Ints, seed: np.uint64, out: Ints) -> None:
    """Fill `out` [B] with a random set column of each row of `mask` [B, A]; -1 where none is set. Modified in place."""
    for i in range(len(out)):
        legal = 0
        for action in range(mask.shape[1]):
            legal += mask[i, action]
        wanted = np.int64(below(mixed(mixed(seed, match[i]), np.uint64(ply[i])), np.uint64(max(legal, 1))))
        out[i] = -1
        for action in range(mask.shape[1]):
            if mask[i, action]:
                if wanted == 0:
                    out[i] = action
                    break
                wanted -= 1
