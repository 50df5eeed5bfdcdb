"""A table of games at which a learner sits: seeds, steps, rewards and infos, the same for one game and for many.

Episode 0 of a seat with seed s is the game of seed s, as the arena and the replays know it; episode n has the seed
`mixed(s, n)`. So a seat's whole sequence of games follows from its seed, in whatever mode it is reset.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..errors import InputError
from ..game import Bools, Floats, Ints, Keys, States
from ..rng import mixed
from .reward import Reward, record
from .world import Observations
from .worlds import By, Observation, world

PASS, RAISE = "pass", "raise"
USUAL = {"puyo": "score"}  # the reward where none is named; elsewhere lines


class Step(NamedTuple):
    """What a step came to."""

    states: States  # [B]
    rewards: Floats  # [B]
    dead: Bools  # [B]
    legal: Bools  # [B] whether the action did what it says
    masks: NDArray[np.int8]  # [B, A] of what comes
    seen: Observations  # [B, ...]


@kernel
def episode_seeds(roots: NDArray[Any], episodes: NDArray[Any], out: NDArray[Any]) -> None:
    """Fill `out` uint64 [B] with the seeds of episodes [B] of seats with the seeds `roots` [B]. Modified in place."""
    for i in range(len(out)):
        out[i] = roots[i] if episodes[i] == 0 else mixed(roots[i], np.uint64(episodes[i]))


@kernel
def judge(actions: Array, masks: Array, dead: Array, resting: Array, strict: bool, legal: Array) -> int:
    """Fill `legal` [B]; return the first game whose action cannot be taken, -1 where there is none. Modified in place.

    An action cannot be taken where it does not exist, where the game is `dead` [B], and, if `strict`, where it is not
    legal. Of games that are `resting` [B] no action is taken, and nothing is asked of it.
    """
    bad = -1
    for i in range(len(actions)):
        if resting[i]:
            legal[i] = False
            continue
        exists = 0 <= actions[i] < masks.shape[1]
        legal[i] = exists and masks[i, actions[i]] != 0
        if bad < 0 and (not exists or dead[i] or (strict and not legal[i])):
            bad = i
    return bad


class Table:
    """A world, its rewards, and what becomes of actions that are not legal.

    The parameters are those of `worlds.world` and of `reward.Reward`, with `reward` for the name of the count. An
    action that is not legal does nothing where `illegal` is `pass`, and is an InputError where it is `raise`. Raises
    InputError for what those refuse.
    """

    def __init__(
        self,
        game: str,
        by: By = "placements",
        observation: Observation = "board",
        *,
        reward: str | None = None,
        death: float = 0.0,
        shaping: Mapping[str, float] | None = None,
        discount: float = 1.0,
        features: list[str] | None = None,
        straight: bool = False,
        ticks: int | None = None,
        illegal: str = PASS,
    ) -> None:
        if illegal not in (PASS, RAISE):
            raise InputError(f"illegal={illegal!r} is unknown; choose pass or raise")
        self.world = world(game, by, observation, features, straight, ticks)
        family = self.world.game.name.partition(":")[0]
        count = USUAL.get(family, "lines") if reward is None else reward
        self.reward = Reward(self.world, count, death, shaping, discount)
        self.strict = illegal == RAISE

    def begun(self, roots: Keys, episodes: Ints) -> States:
        """[B] the first states of episodes [B] of seats with the seeds `roots` uint64 [B]."""
        seeds = np.empty(len(roots), np.uint64)
        episode_seeds(roots, episodes, seeds)
        return self.world.new(seeds)

    def play(self, states: States, actions: Ints, masks: NDArray[np.int8], resting: Bools | None = None) -> Step:
        """One step of each game; of games that are `resting` [B] nothing is promised but that they come to no harm.

        Raises InputError where an action is out of range, not legal, or the game is over.
        """
        legal, out = np.empty(len(states), np.bool_), record(states)["dead"]
        none = np.zeros(len(states), np.bool_) if resting is None else resting
        bad = judge(actions, masks, out, none, self.strict, legal)
        if bad >= 0:
            raise self.refusal(bad, int(actions[bad]), bool(out[bad]))
        if resting is not None:
            actions = np.where(resting, 0, actions)
        after, masks, seen = self.world.turn(states, actions, legal)
        dead = record(after)["dead"].copy()
        return Step(after, self.reward.of(states, after, dead), dead, legal, masks, seen)

    def refusal(self, row: int, action: int, over: bool) -> InputError:
        """Why an action cannot be taken."""
        if over:
            return InputError(f"game {row} is over; call reset() before the next step")
        if not 0 <= action < self.world.actions:
            return InputError(f"action {action} does not exist; choose 0 to {self.world.actions - 1}")
        return InputError(f"action {action} is not legal in game {row}; see info['action_mask']")

    def infos(self, states: States, masks: NDArray[np.int8], legal: Bools) -> dict[str, NDArray[Any]]:
        """What is told of each game besides: [B] each but for the mask [B, A]; new arrays."""
        records = record(states)
        counts = {name: records[field].astype(np.int64) for name, field in self.world.tallies.items()}
        return {"action_mask": masks.copy(), "legal": legal.copy(), "seed": records["match"].copy(), **counts}
