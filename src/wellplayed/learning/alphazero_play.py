"""Self-play of the AlphaZero form: a share of the games, some moves further, and what there is to learn from them.

The games are cut into shares that never change, and the randomness of a share in a round is hashed from the seed, the
round and its number; so what is played does not depend on who plays it.

**The value** of a position is the discounted sum of the rewards to come, as its game went on: after k moves what the
search said of the position there stands for the rest, with k weighed as in TD(lambda) (Sutton, 1988), and at the end of
what was played in a round as a whole. What a search says is the mean of the simulations through the move it made.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Bools, Floats, Game, Ints, States
from ..search.evaluate import weighted
from ..search.puct import Puct
from .alphazero_settings import Settings

SHARE = 64  # games


class Share(NamedTuple):
    """Games to play further."""

    states: States  # [G] dealt
    seeds: Ints | NDArray[np.uint64]  # [G, T] of the games that begin in place of those that end, one a move
    key: tuple[int, int, int]  # seed, round, number of the share


class Played(NamedTuple):
    """What was played: G games, T moves each."""

    states: States  # [G] how they stand, dealt
    before: States  # [T, G] the positions
    visits: NDArray[np.uint16]  # [T, G, A] of their moves
    value: Floats  # [T, G] what was to come
    ended: int  # games that ended
    rewards: float  # earned in all
    lines: int  # of the games that ended
    pieces: int  # likewise


def played(share: Share, view: Game, puct: Puct, settings: Settings) -> Played:
    """Play a share of the games for a round; nothing given is changed."""
    s, states = settings, share.states
    rng = np.random.default_rng(np.random.SeedSequence(share.key[0], spawn_key=share.key[1:]))
    steps, count = s.moves_each, len(states)
    before = np.empty((steps, count), states.dtype)
    visits = np.empty((steps, count, view.actions), np.uint16)
    reward, said = np.zeros((steps, count)), np.zeros((steps, count))
    over, cut = np.zeros((steps, count), np.bool_), np.zeros((steps, count), np.bool_)
    told = np.zeros(3)
    for t in range(steps):
        noise = rng.gamma(s.concentration, size=(count, view.actions)) + 1e-12
        found = puct.search(view, states, noise)
        before[t], visits[t], said[t] = states, found.visits, found.value
        actions = drawn(found.visits, found.move, states["pieces"] < s.opening, s.temperature, rng)
        after = view.play(states, actions)
        over[t] = after["dead"]
        reward[t] = weighted(view.features(after), puct.reward.weights) + s.death * over[t]
        states = view.deal(after)
        over[t] |= ~view.mask(states).any(axis=1)
        cut[t] = ~over[t] & (states["pieces"] >= s.longest) if s.longest else False
        ended = np.flatnonzero(over[t] | cut[t])
        if len(ended):
            told += len(ended), after["lines"][ended].sum(), after["pieces"][ended].sum()
            states[ended] = view.new(share.seeds[ended, t])
    value = returns(reward, said, over, cut, s.gamma, s.trace)
    return Played(states, before, visits, value, int(told[0]), float(reward.sum()), int(told[1]), int(told[2]))


def drawn(visits: Ints, move: Ints, draw: Bools, temperature: float, rng: np.random.Generator) -> Ints:
    """[B] the moves to make: `move`, or one drawn by visits [B, A] ** (1 / temperature) where `draw` [B]."""
    actions, word = move.copy(), rng.random(len(move))
    for i in np.flatnonzero(draw & (visits.sum(axis=1) > 0)):
        weight = (visits[i] / visits[i].max()) ** (1 / temperature)
        total = np.cumsum(weight)
        actions[i] = min(int(np.searchsorted(total, word[i] * total[-1], side="right")), int(weight.nonzero()[0][-1]))
    return actions


def returns(reward: Floats, said: Floats, over: Bools, cut: Bools, gamma: float, trace: float) -> Floats:
    """[T, G] what was to come at each position, from rewards [T, G] of its move and what searches said [T, G] of it.

    Nothing comes after the end of a game, `over`. Where a game was `cut` short, or the round ends, what the search said
    stands for all of it.
    """
    value = np.empty_like(reward)
    ahead = np.zeros(reward.shape[1])
    for t in range(len(reward) - 1, -1, -1):
        if t == len(reward) - 1:
            value[t] = np.where(over[t], reward[t], said[t])
        else:
            mixed = (1 - trace) * said[t + 1] + trace * ahead
            value[t] = np.where(over[t], reward[t], np.where(cut[t], said[t], reward[t] + gamma * mixed))
        ahead = value[t]
    return value


def shares(visits: NDArray[np.uint16]) -> NDArray[np.float32]:
    """[B, A] visits as shares of all."""
    total = np.maximum(visits.sum(axis=1, dtype=np.int64), 1)
    found: NDArray[np.float32] = (visits / total[:, None]).astype(np.float32)
    return found
