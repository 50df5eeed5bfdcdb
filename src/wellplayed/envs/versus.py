"""Matches for two learners as a PettingZoo environment: both get the same pieces, and what one sends the other gets.

The rules are those of the arena (arena/versus.py): in every turn both place a piece at once; what a move sends first
takes away what is pending on the own side, and what is left of it is pending on the other. Who dies loses; where both
die in one turn, or live after the last one, nobody wins.

>>> match = parallel_env("puyo")
>>> seen, infos = match.reset(seed=1)
>>> sorted(seen)
['player_0', 'player_1']
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils import OrderEnforcingWrapper, parallel_to_aec

from ..arena.versus import GAME, TURNS, playable
from ..errors import InputError
from ..game import States, copied
from ..games import game as game_of
from ..rng import as_seeds
from .boards import board_of
from .drawing import pixels, text
from .placing import counted
from .table import episode_seeds
from .world import one_of

PLAYERS = ["player_0", "player_1"]
MODES = ["ansi", "rgb_array", "human"]

Each = dict[str, Any]  # something for each player


class Versus(ParallelEnv):  # type: ignore[misc]
    """One match under `game`, at most `max_cycles` turns long.

    A player sees the own board and all that stands beside it (boards.py), the same of the other one under names that
    begin with `other_`, and `action_mask`. The reward of the last turn is 1 for who wins it and -1 for who loses; all
    others are 0. In place of an action that is not legal the first legal one is played, and `info["legal"]` says so.
    Raises InputError for a game in which nothing is sent, for no turns at all, and for an unknown render mode.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "wellplayed_versus_v0",
        "render_modes": MODES,
        "render_fps": 8,
        "is_parallelizable": True,
    }

    def __init__(self, game: str = GAME, max_cycles: int = TURNS, render_mode: str | None = None) -> None:
        if max_cycles < 1:
            raise InputError(f"max_cycles={max_cycles} leave no match; choose 1 or more")
        if render_mode is not None and render_mode not in MODES:
            raise InputError(f"render_mode={render_mode!r} is unknown; choose {', '.join(MODES)}")
        self.game = game_of(game)
        playable(self.game)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents, self.agents = list(PLAYERS), list[str]()
        self._board = board_of(self.game)
        own = self._board.space.spaces
        mask = spaces.Box(0, 1, (self.game.actions,), np.int8)
        seen = {**own, **{f"other_{name}": space for name, space in own.items()}, "action_mask": mask}
        self.observation_spaces = {player: spaces.Dict(dict(seen)) for player in PLAYERS}
        self.action_spaces = {player: spaces.Discrete(self.game.actions) for player in PLAYERS}
        self._root, self._episode = np.zeros(1, np.uint64), np.full(1, -1)
        self._states: States | None = None
        self._masks = np.zeros((2, self.game.actions), np.int8)
        self._turn = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a player sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The placements of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """Begin a match: of a seed the arena's match of that seed, without one the next of the last seed.

        Raises InputError for a seed outside 0 to 2**64 - 1.
        """
        if seed is None and self._episode[0] < 0:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        if seed is not None:
            self._root, self._episode = as_seeds([seed]), np.zeros(1, np.int64)
        else:
            self._episode = self._episode + 1
        match = np.empty(1, np.uint64)
        episode_seeds(self._root, self._episode, match)
        self.agents, self._turn = list(PLAYERS), 0
        return self._arrived(self.game.new(match.repeat(2).tolist()), np.ones(2, np.bool_))

    def step(self, actions: Each) -> tuple[Each, Each, Each, Each, Each]:
        """One turn of both. Raises InputError for an action that is missing or does not exist, and without a match."""
        states = self._begun()
        if not self.agents:
            raise InputError("the match is over; call reset() first")
        chosen = np.array([self._action(actions, player) for player in PLAYERS], np.int64)
        legal = self._masks[np.arange(2), chosen] > 0
        after = self.game.play(states, np.where(legal, chosen, self._masks.argmax(axis=1)))
        sent = after["sent"].astype(np.int64) - states["sent"]
        if sent.any():
            after = self.game.receive(after, sent[::-1].copy())
        self._turn += 1
        seen, infos = self._arrived(self.game.deal(after), legal)
        dead = self._begun()["dead"].tolist()
        over, cut = any(dead), self._turn >= self.max_cycles
        if over or cut:
            self.agents = []
        rewards = {player: float(dead[1 - side]) - float(dead[side]) for side, player in enumerate(PLAYERS)}
        return seen, rewards, dict.fromkeys(PLAYERS, over), dict.fromkeys(PLAYERS, cut and not over), infos

    def render(self) -> Any:
        """Both sides as text or pixels, or nothing: `human` prints each turn. Raises InputError without a match."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return np.concatenate([pixels(*self._board.picture(side)) for side in self._sides()], axis=1)
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; give one to parallel_env")
        return None

    def state(self) -> NDArray[np.uint8]:
        """The records of both sides, hidden futures included, as bytes. Raises InputError without a match."""
        whole: NDArray[np.uint8] = copied(self._begun()).view(np.uint8)
        return whole

    def close(self) -> None:
        """Nothing is open."""

    def _action(self, actions: Each, player: str) -> int:
        if player not in actions:
            raise InputError(f"no action for {player}; give one for each player")
        action = int(actions[player])
        if not 0 <= action < self.game.actions:
            raise InputError(f"action {action} of {player} does not exist; choose 0 to {self.game.actions - 1}")
        return action

    def _begun(self) -> States:
        if self._states is None:
            raise InputError("no match has begun; call reset() first")
        return self._states

    def _sides(self) -> list[States]:
        states = self._begun()
        return [states[:1], states[1:]]

    def _text(self) -> str:
        left, right = (text(*self._board.picture(side)).splitlines() for side in self._sides())
        width = max(len(line) for line in left)
        return "\n".join(f"{a:{width}}   {b}" for a, b in zip(left, right, strict=True))

    def _arrived(self, states: States, legal: NDArray[np.bool_]) -> tuple[Each, Each]:
        """Take states as the present ones; what each player sees and is told."""
        masks = self.game.mask(states)
        masks[~masks.any(axis=1), 0] = True  # a policy that is normalised over the mask has something to normalise
        self._states, self._masks = states, masks.view(np.int8)
        arrays = self._board.arrays(states)
        seen, infos = {}, {}
        for side, player in enumerate(PLAYERS):
            other = {f"other_{name}": values for name, values in one_of(arrays, 1 - side).items()}
            seen[player] = {**one_of(arrays, side), **other, "action_mask": self._masks[side].copy()}
            counts = {name: states[field][side].item() for name, field in counted(self.game).items()}
            told = {"action_mask": self._masks[side].copy(), "legal": bool(legal[side]), **counts}
            infos[player] = {**told, "seed": states["match"][side]}
        if self.render_mode == "human":
            sys.stdout.write(self._text() + "\n\n")
            sys.stdout.flush()
        return seen, infos


def parallel_env(game: str = GAME, max_cycles: int = TURNS, render_mode: str | None = None) -> Versus:
    """A match in which both move at once; see `Versus`."""
    return Versus(game, max_cycles, render_mode)


def env(game: str = GAME, max_cycles: int = TURNS, render_mode: str | None = None) -> Any:
    """The same match with one player's action after the other's, as PettingZoo's AEC environments are.

    The second player's action is asked for before the first one's is played.
    """
    return OrderEnforcingWrapper(parallel_to_aec(Versus(game, max_cycles, render_mode)))
