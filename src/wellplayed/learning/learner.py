"""What a learner is: one algorithm on one game, which plays and learns in rounds.

A learner is deterministic from its settings, its seed and its state: the randomness of round r is hashed from
(seed, r), so a learner whose state was kept after round r and restored goes on to the same weights, bit for bit.
Everything that it needs to go on is in `state`, as plain arrays of numbers; what its player needs alone is in
`weights`, which goes into checkpoints.

A learner is one module of this folder and one line in learners.py. The module defines

    Settings                            a frozen dataclass, each field a number, a switch or a text with a default, and
                                        checked in __post_init__
    learner(game, settings, seed)       the learner before its first round
    player(game, settings, weights)     the player of a checkpoint's weights, without anything that training needs

What such a module imports, torch for instance, is imported when the learner is asked for, and not before.
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..game import Game
from ..players.player import Player

Arrays: TypeAlias = dict[str, NDArray[Any]]
# The name, among the weights of a network, of what its inputs are multiplied by, as it was when it learned.
SCALE = "scale"


class Learner(Protocol):
    """Plays and learns, round by round."""

    @property
    def rounds(self) -> int:
        """How many rounds have been played; part of the state."""
        ...

    def advance(self) -> dict[str, float]:
        """Play and learn for one round; the round's metrics by name, such as steps, episodes, lines and loss.

        `steps`, the pieces played in the round, must be among them. Raises InputError where what is learned ran away,
        naming the setting to change (`ran_away`); nothing of such a round is kept.
        """
        ...

    def state(self) -> Arrays:
        """Everything that is needed to go on; arrays of numbers, which the caller does not change."""
        ...

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `state` gave. Raises InputError where it does not fit; see `fitted`."""
        ...

    def weights(self) -> Arrays:
        """What the player needs, and nothing else."""
        ...

    def player(self) -> Player:
        """A greedy player of what is learned so far; later rounds do not change it."""
        ...


class Module(Protocol):
    """The module of a learner."""

    Settings: type

    def learner(self, game: Game, settings: Any, seed: int) -> Learner:
        """The learner before its first round. Raises InputError for a game that it cannot learn."""
        ...

    def player(self, game: Game, settings: Any, weights: Arrays) -> Player:
        """The greedy player of weights. Raises InputError where they do not fit; see `fitted`."""
        ...


def fitted(what: str, arrays: Mapping[str, NDArray[Any]], wanted: Mapping[str, NDArray[Any]]) -> None:
    """Raises InputError where arrays have other names, shapes or types than the `wanted` ones, or are not finite.

    `what` names the arrays in messages: "the weights of td".
    """
    for name in (*wanted, *arrays):
        if name not in arrays or name not in wanted:
            has, other = ("lack", "has") if name not in arrays else ("have", "lacks")
            raise InputError(f"{what} {has} {name!r}, which this learner {other}: they are of another learner")
        got, want = arrays[name], wanted[name]
        if got.shape != want.shape or got.dtype != want.dtype:
            raise InputError(
                f"{name!r} of {what} is {got.dtype} {list(got.shape)}, and {want.dtype} {list(want.shape)} is needed: "
                "they are of another game, or of other settings"
            )
        if got.dtype.kind == "f" and not np.isfinite(got).all():
            raise InputError(f"{name!r} of {what} holds numbers that are not finite; take another checkpoint")


def ran_away(name: str, rounds: int, found: str, remedy: str) -> InputError:
    """The error of a learner whose numbers are no longer finite, or far too large, in the round after `rounds`."""
    return InputError(f"{name} ran away in round {rounds + 1}: {found}; {remedy}")


def stream(seed: int, rounds: int) -> np.random.Generator:
    """The randomness of the round after `rounds`, apart from that of every other round and seed."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(rounds,)))
