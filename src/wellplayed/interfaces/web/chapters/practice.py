"""One DQN update taken apart: a move and what came of it, two networks, a target, and a step of the one that plays.

Everything is asked of the learner's own form of afterstates (learning/dqn_forms.py) and its rewards. A shipped network
is what the target network had become; the one that plays had run ahead of it by then and was not kept. So it is made
here: the shipped network, after some updates of the same kind on a game that it plays on from the reader's board.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from ....game import Children, Floats, Game, Ints, Placement, States, feature_names, taken
from ....learning.dqn_forms import Afterstates
from ....learning.learners import player
from ....learning.networks import Network
from ....players.player import Searching
from ..refusals import Refusal
from .gradient import Numbers, stepped
from .position import Board, game, state

RATE = 0.001  # of the updates by which the network that plays is ahead


class Move(NamedTuple):
    """What the network that plays says of the moves [N] of a position [1], and which one it chooses."""

    here: States
    children: Children
    reward: Floats  # [N]
    said: Floats  # [N] Q of the boards that they lead to; nan where they lose
    value: Floats  # [N] the reward and γ times that; -inf where they lose
    best: int  # row

    @property
    def lost(self) -> bool:
        """Whether even the best one loses."""
        return bool(self.children.states["dead"][self.best])

    @property
    def ranked(self) -> Ints:
        """Rows of moves that do not lose, the best first."""
        order = np.argsort(-self.value, kind="stable")
        return order[self.value[order] > -np.inf]

    def spots(self, view: Game, rows: Ints) -> list[Placement]:
        """Where these moves put the piece."""
        return [view.describe(self.here, int(self.children.action[row])) for row in rows]


class Update(NamedTuple):
    """One update; values of boards are those of the network that plays, but for `theirs`."""

    view: Game
    form: Afterstates
    target: Network
    online: Network  # before the step
    after: Network  # and after it
    first: Move
    second: Move
    counts: Floats  # [F] features of the board after the first move
    inputs: Numbers  # [F] the same as they go in
    value: float  # Q(s)
    reward: float
    later: float  # Q(s'); 0 where the game is over
    theirs: float  # Q'(s'), by the target network; 0 likewise
    gamma: float
    alpha: float

    @property
    def wanted(self) -> float:
        """What Q(s) should have been."""
        return self.reward + self.gamma * self.theirs

    @property
    def error(self) -> float:
        """By how much it was too low."""
        return self.wanted - self.value

    @property
    def learned(self) -> float:
        """Q(s) after the step."""
        return float(self.after(self.inputs[None])[0, 0])


@functools.cache
def learner(previews: int) -> tuple[Game, Searching]:
    """The game of the chapters with so many previews, and the shipped player of it.

    Raises InputError where the package has no such network.
    """
    rules = game("I" * (previews + 1))
    settings, arrays = network(rules)
    who = player("dqn", rules, settings, arrays)
    assert isinstance(who, Searching)
    return rules, who


def network(rules: Game) -> tuple[Any, Any]:
    """The settings and the weights that the chapter is about. Raises InputError where the package has none."""
    from ....learning.loading import shipped

    return shipped("dqn", rules)


def updated(board: Board, pieces: str, alpha: float, gamma: float, ahead: int) -> Update:
    """The update on the first of two moves, by a network that is `ahead` updates ahead of its target network.

    Raises InputError where the first piece has no place, or loses wherever it goes.
    """
    rules, who = learner(len(pieces) - 1)
    own, view = who.search, who.view
    assert isinstance(own, Afterstates)
    here, target = state(rules, board, pieces), own.online
    form = Afterstates(own.looks, own.rewards, gamma, Network(target.plan, target.vector.copy()), None)
    form.online = practised(form, target, view, here, ahead)
    first = moved(form, view, here)
    if first.lost:
        raise _lost()
    after = taken(first.children.states, np.array([first.best]))
    columns = np.array([feature_names(rules).index(name) for name in form.looks.names])
    inputs = form.looks(after)
    second = moved(form, view, after)
    reward, later, theirs = float(second.reward[second.best]), 0.0, 0.0
    if not second.lost:
        then = form.looks(taken(second.children.states, np.array([second.best])))
        later, theirs = float(form.online(then)[0, 0]), float(target(then)[0, 0])
    value = float(form.online(inputs)[0, 0])
    next_one = stepped(form.online, inputs[0], reward + gamma * theirs - value, alpha)
    counts: Floats = rules.features(after)[0, columns]
    return Update(
        view, form, target, form.online, next_one, first, second,
        counts, inputs[0], value, reward, later, theirs, gamma, alpha,
    )  # fmt: skip


def moved(form: Afterstates, view: Game, here: States) -> Move:
    """What is said of the moves of a position [1]. Raises InputError where there is none.

    Where a move lives the next piece has a place: the engine sees whether what is visible can still appear.
    """
    children = view.expand(here)
    if not len(children.action):
        raise _lost()
    reward, value = form.valued(here, children, form.online)
    said = np.full(len(value), np.nan)
    living = np.flatnonzero(~children.states["dead"])
    said[living] = form.online(form.looks(taken(children.states, living)))[:, 0]
    best = int(np.argmax(value))
    return Move(here, children, reward, said, value, best)


def practised(form: Afterstates, target: Network, view: Game, here: States, count: int) -> Network:
    """The network that plays after so many updates, one a move, on games that it plays on from a position [1].

    `target` stays as it is. Where the position itself has no move that lives, nothing is learned.
    """
    online, before, number = form.online, None, 0
    now, left = view.deal(here), count
    while left:
        form.online = online
        move = moved(form, view, now)
        after = taken(move.children.states, np.array([move.best]))
        if before is not None:
            later = 0.0 if move.lost else float(target(form.looks(after))[0, 0])
            inputs = form.looks(before)
            error = float(move.reward[move.best]) + form.gamma * later - float(online(inputs)[0, 0])
            online = stepped(online, inputs[0], error, RATE)
            left -= 1
        elif move.lost:
            break
        before, now = after, view.deal(after)
        if move.lost:  # once more from the beginning, with other pieces behind the known ones
            number += 1
            before, now = None, view.deal(view.reseeded(here, np.array([number], np.uint64)))
    return online


def _lost() -> Refusal:
    return Refusal("every move of the first piece loses; clear the top rows of the board", "refused.lost")
