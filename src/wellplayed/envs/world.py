"""What an environment needs of a game: a batch of states, flat actions, a mask, and arrays to look at.

A world by placements (placing.py) and one by keys (classickeys.py, guidelinekeys.py, puyokeys.py) are the same to the
environments: env.py plays one game of it, vector.py many. A state is a record, so a game is copied by copying bytes.
"""

from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..game import Bools, Floats, Game, Ints, Keys, States
from .drawing import Grid

Observations: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]  # [B, ...] each


class Turn(NamedTuple):
    """What a step leads to."""

    states: States  # [B]
    masks: NDArray[np.int8]  # [B, actions], see `masked`
    seen: Observations  # [B, ...]


class World(Protocol):
    """One game seen by a learner. B states in, B states out; nothing is changed in place."""

    @property
    def game(self) -> Game:
        """The rules, and the features that may shape a reward."""
        ...

    @property
    def actions(self) -> int:
        """How many actions there are."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The actions by name, where they have names."""
        ...

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of one observation."""
        ...

    @property
    def tallies(self) -> dict[str, str]:
        """What a reward may count, and the field of the record that counts it."""
        ...

    def new(self, seeds: Keys) -> States:
        """[B] fresh games, ready for an action."""
        ...

    def look(self, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each."""
        ...

    def turn(self, states: States, actions: Ints, legal: Bools) -> Turn:
        """A step of each game: `act`, and a `look` at what comes."""
        ...

    def act(self, states: States, actions: Ints, legal: Bools) -> States:
        """[B] states after an action each, ready for the next; where it is not `legal` [B] what it says is undone."""
        ...

    def mask(self, states: States) -> Bools:
        """[B, actions] which actions do something; none where the game is over."""
        ...

    def observe(self, states: States) -> Observations:
        """What a player sees, arrays of `space` with a leading axis [B]; new ones at each call."""
        ...

    def features(self, states: States) -> Floats:
        """[B, F] the game's features (`Game.glossary`) of each state, for shaping."""
        ...

    def reseeded(self, states: States, seeds: Keys) -> States:
        """[B] the same positions with other hidden futures. Raises InputError where the game cannot."""
        ...

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field and what is beside it, of one state [1]."""
        ...


def masked(world: World, states: States) -> NDArray[np.int8]:
    """[B, actions] 1 for each action that does something; of a game that is over the first alone, and it does nothing.

    So a policy that is normalised over the mask always has something to normalise.
    """
    masks = world.mask(states)
    over = ~masks.any(axis=1)
    if over.any():
        masks[over, 0] = True
    return masks.view(np.int8)


class Stepwise:
    """A `look` and a `turn` out of the parts that a world has."""

    def look(self: World, states: States) -> Turn:
        """The states themselves, with the mask and the observation of each."""
        return Turn(states, masked(self, states), self.observe(states))

    def turn(self: World, states: States, actions: Ints, legal: Bools) -> Turn:
        """A step of each game: `act`, and a `look` at what comes."""
        return self.look(self.act(states, actions, legal))


def one_of(observations: Observations, row: int) -> Any:
    """A row of a batch of observations: an observation of its own, nothing shared."""
    if isinstance(observations, dict):
        return {name: values[row].copy() for name, values in observations.items()}
    return observations[row].copy()


def put(target: Observations, source: Observations, rows: Bools) -> None:
    """Write a batch of observations into the `rows` [B] of another. Modified in place."""
    if isinstance(target, dict) and isinstance(source, dict):
        for name, values in target.items():
            values[rows] = source[name]
    elif not isinstance(target, dict):
        target[rows] = source
