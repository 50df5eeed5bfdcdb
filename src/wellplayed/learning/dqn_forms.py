"""The two forms of DQN: values of afterstates, and values of all moves of a position at once.

`Afterstates` looks at every board that a move leads to, with one output: what comes after it is worth. `Actions` looks
at the position once, with an output for each action of the game, of which the legal ones count. Both move whole batches
of games, say what is to be learned from each move, and are searches (`players.player.Search`) that play greedily.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..game import Bools, Children, Floats, Game, Ints, States, taken
from ..search.reduce import first_best
from ..search.thought import Thought
from .dqn_inputs import Looks
from .dqn_reward import Rewards
from .networks import Network


class Move(NamedTuple):
    """A move in each of M games, and what may be learned from it."""

    after: States  # [M] afterstates
    action: Ints  # [M]
    reward: Floats  # [M] of the move to learn from
    leads: States  # [M] the afterstate it leads to


class Told(NamedTuple):
    """N moves to learn from."""

    state: States  # [N]
    action: Ints  # [N] the output of the network
    reward: Floats  # [N]
    after: States  # [N]
    ends: Bools  # [N]


class Afterstates:
    """Values of afterstates: the value of a move is what it earns, and gamma times that of where it leads.

    What is learned about a board is the move that was best after it, random moves notwithstanding.
    """

    outputs = 1

    def __init__(self, looks: Looks, rewards: Rewards, gamma: float, online: Network, target: Network | None) -> None:
        self.looks, self.rewards, self.gamma = looks, rewards, gamma
        self.online, self.target = online, target  # without a target network the one that plays chooses

    def valued(self, states: States, children: Children, network: Network) -> tuple[Floats, Floats]:
        """[N] what moves earn, and their values; -inf for those that lose."""
        reward = self.rewards.of(states, children.parent, children.states)
        value = np.full(len(reward), -np.inf)
        living = np.flatnonzero(~children.states["dead"])
        after = network(self.looks(taken(children.states, living)))[:, 0]
        value[living] = reward[living] + self.gamma * after.astype(np.float64)
        return reward, value

    def move(self, view: Game, states: States, random: Bools, draws: Floats) -> Move:
        """The best move of each game, or where it is `random` [M] any one, by `draws` [M] from 0 to 1."""
        children, count = view.expand(states), len(states)
        reward, value = self.valued(states, children, self.online)
        best = first_best(children.parent, value, count)
        learned = best
        if self.target is not None:
            learned = first_best(children.parent, self.valued(states, children, self.target)[1], count)
        first = np.searchsorted(children.parent, np.arange(count))
        many = np.bincount(children.parent, minlength=count)
        rows = np.where(random, first + (draws * many).astype(np.int64), best)
        return Move(
            taken(children.states, rows), children.action[rows], reward[learned], taken(children.states, learned)
        )

    def told(
        self, states: States, previous: States, going: Bools, move: Move, dealt: States, stuck: Bools
    ) -> tuple[Told, ...]:
        """What is learned of the afterstates before the move; and of those in which nothing more can be played."""
        which, last = np.flatnonzero(going), np.flatnonzero(stuck)
        after, ended = taken(move.leads, which), taken(move.after, last)
        lost, always = np.full(len(last), self.rewards.death), np.ones(len(last), np.bool_)
        return (
            Told(taken(previous, which), _zeros(which), move.reward[which], after, after["dead"].copy()),
            Told(ended, _zeros(last), lost, ended, always),
        )

    def legal(self, view: Game, after: States) -> Bools:
        """[B, 1] the one output, always."""
        return np.ones((len(after), 1), np.bool_)

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the best action of each state. Raises InputError where a state has none."""
        children = game.expand(states)
        best = first_best(children.parent, self.valued(states, children, self.online)[1], len(states))
        _all_move(best >= 0)
        return children.action[best]

    def think(self, game: Game, state: States) -> Thought:
        """The same for one state [1], with the value of each move."""
        action, children = int(self.choose(game, state)[0]), game.expand(state)
        return _thought(game, state, action, children, self.valued(state, children, self.online)[1])


class Actions:
    """Values of all moves of a position at once, by their action numbers."""

    def __init__(self, looks: Looks, rewards: Rewards, online: Network) -> None:
        self.looks, self.rewards, self.online = looks, rewards, online
        self.outputs = looks.game.actions

    def valued(self, view: Game, states: States) -> NDArray[np.float32]:
        """[B, actions] the values of moves; -inf for those that are not legal."""
        found = self.online(self.looks(states))
        found[~view.mask(states)] = -np.inf
        return found

    def move(self, view: Game, states: States, random: Bools, draws: Floats) -> Move:
        """The best move of each game, or where it is `random` [M] any one, by `draws` [M] from 0 to 1."""
        values, mask = self.valued(view, states), view.mask(states)
        wanted = (draws * mask.sum(axis=1)).astype(np.int64)
        any_one = (mask.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)
        action = np.where(random, any_one, values.argmax(axis=1))
        after = self.looks.game.play(states, action)
        return Move(after, action, self.rewards.of(states, np.arange(len(states)), after), after)

    def told(
        self, states: States, previous: States, going: Bools, move: Move, dealt: States, stuck: Bools
    ) -> tuple[Told, ...]:
        """What is learned of the moves: where they led once the next piece had come."""
        reward = move.reward + self.rewards.death * stuck
        return (Told(states, move.action, reward, dealt, move.after["dead"] | stuck),)

    def legal(self, view: Game, after: States) -> Bools:
        """[B, actions] the moves of positions."""
        return view.mask(after)

    def choose(self, game: Game, states: States) -> Ints:
        """[B] the best action of each state. Raises InputError where a state has none."""
        values = self.valued(game, states)
        best: Ints = values.argmax(axis=1)
        _all_move(values[np.arange(len(best)), best] > -np.inf)
        return best

    def think(self, game: Game, state: States) -> Thought:
        """The same for one state [1], with the value of each move."""
        action, children = int(self.choose(game, state)[0]), game.expand(state)
        return _thought(game, state, action, children, self.valued(game, state)[0, children.action].astype(np.float64))


Form: TypeAlias = Afterstates | Actions


def _zeros(rows: Ints) -> Ints:
    """[N] the one output of a network, for each of some rows."""
    return np.zeros(len(rows), np.int64)


def _all_move(can: Bools) -> None:
    if not can.all():
        raise InputError(f"state {int(np.argmin(can))} has no move: its game is over or its piece is not dealt")


def _thought(game: Game, state: States, action: int, children: Children, values: Floats) -> Thought:
    """The thought of one look ahead, without weights."""
    features = game.features(children.states)
    plies, line = np.zeros(len(values), np.int64), (game.describe(state, action),)
    return Thought(
        action, children.action, values, features, np.zeros_like(features), plies, line, nodes=len(features)
    )  # fmt: skip
