"""Many games as one Gymnasium vector environment, stepped as one batch, with every way to begin again.

What it gives is what `SyncVectorEnv` gives over as many single environments, number for number.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..errors import InputError
from ..game import Bools
from ..rng import as_seeds
from .drawing import pixels, text
from .table import Table
from .world import Turn, masked, one_of, put

Infos = dict[str, Any]


class PlayVector(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games side by side; the other parameters are those of `Play`.

    `autoreset_mode` is one of `AutoresetMode` or its text: `NextStep` (default), `SameStep` or `Disabled`, where
    `reset(options={"reset_mask": ...})` begins some games again. `max_episode_steps` truncates. Raises InputError for
    parameters that do not fit.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "classic",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise InputError(f"num_envs={num_envs} leaves no game; choose 1 or more")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InputError(f"render_mode={render_mode!r} of many games is unknown; choose ansi or rgb_array")
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            raise InputError(f"autoreset_mode={autoreset_mode!r} is unknown; choose {known}") from None
        # An instance of its own, so that two modes do not meddle with each other.
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs, self.render_mode = num_envs, render_mode
        self.table = Table(game, **options)
        self.world = self.table.world
        self.single_observation_space = self.world.space
        self.single_action_space = spaces.Discrete(self.world.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # None and -1, by which a wrapper says no limit, are one.
        self._limit = np.inf if max_episode_steps in (None, -1) else max_episode_steps
        self._roots, self._episodes = np.zeros(num_envs, np.uint64), np.full(num_envs, -1)
        self._steps, self._done = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.bool_)
        self._states = self.table.begun(self._roots, np.zeros(num_envs, np.int64))
        self._masks = masked(self.world, self._states)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, Infos]:
        """Begin all games, or those of `options["reset_mask"]` (bool [B]).

        A seed of s gives game i the seed s + i; a list gives one to each, None going on with the last. Raises
        InputError for seeds or a mask that do not fit.
        """
        mask = (options or {}).get("reset_mask")
        rows = np.ones(self.num_envs, np.bool_) if mask is None else self._checked(mask)
        seeds: list[Any] = [None] * self.num_envs if seed is None else seed
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seeds = [int(seed) + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise InputError(f"{len(seeds)} seeds for {self.num_envs} games; give one for each")
        for i in np.flatnonzero(rows):
            if seeds[i] is not None:
                self._roots[i], self._episodes[i] = as_seeds([seeds[i]])[0], -1
            elif self._episodes[i] < 0:
                self._roots[i] = self.np_random.integers(1 << 63, dtype=np.uint64)
        begun = self._begin(rows)
        legal = np.ones(self.num_envs, np.bool_)
        infos = _told(self.table.infos(self._states, self._masks, legal), rows)
        return (begun.seen if rows.all() else self.world.observe(self._states)), infos

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], Bools, Bools, Infos]:
        """One action in each game; a game that was over begins again as `autoreset_mode` says.

        Raises InputError for actions of another shape or out of range, or where a game is over that nobody began again.
        """
        if self._episodes.min() < 0:
            raise InputError("no game has begun; call reset() first")
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise InputError(f"actions of shape {chosen.shape} for {self.num_envs} games; give one for each")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._done.any():
            raise InputError(f"game {int(np.argmax(self._done))} is over; reset it with options={{'reset_mask': ...}}")
        fresh = self._done.copy() if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros_like(self._done)
        # All are stepped together, and those that begin again are written over: picking out the others costs more.
        done = self.table.play(self._states, chosen, self._masks, fresh)
        self._states, rewards, dead, legal, self._masks, seen = done
        if fresh.any():
            rewards[fresh], dead[fresh], legal[fresh] = 0.0, False, True
            put(seen, self._begin(fresh).seen, fresh)
        self._steps += ~fresh
        truncated = (self._steps >= self._limit) & ~fresh
        self._done = dead | truncated
        infos: Infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            ended = self._done.copy()
            infos |= self._final(seen, legal, ended)
            put(seen, self._begin(ended).seen, ended)
            legal[ended] = True
        everyone = np.ones_like(fresh)
        infos |= _told(self.table.infos(self._states, self._masks, legal), everyone)
        return seen, rewards, dead, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """[B, A] which actions do something."""
        return self._masks.astype(np.bool_)

    def render(self) -> Any:
        """A picture of each game, as text or pixels uint8 [H, W, 3]; None without a render mode."""
        if self.render_mode is None:
            return None
        draw: Any = text if self.render_mode == "ansi" else pixels
        return tuple(draw(*self.world.picture(self._states[i : i + 1])) for i in range(self.num_envs))

    def _begin(self, rows: Bools) -> Turn:
        """Begin the next episode of the `rows` [B]; how these look."""
        which = np.flatnonzero(rows)
        self._episodes[which] += 1
        begun = self.world.look(self.table.begun(self._roots[which], self._episodes[which]))
        self._states[which], self._masks[which] = begun.states, begun.masks
        self._steps[which], self._done[which] = 0, False
        return begun

    def _final(self, seen: Any, legal: Bools, ended: Bools) -> Infos:
        """The last observation and info of the games that `ended` [B]."""
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            last[i] = one_of(seen, int(i))
        told = _told(self.table.infos(self._states, self._masks, legal), ended)
        return {"final_obs": last, "_final_obs": ended, "final_info": told, "_final_info": ended.copy()}

    def _checked(self, mask: Any) -> Bools:
        """A reset mask. Raises InputError for what is none."""
        rows = np.asarray(mask)
        if rows.dtype != np.bool_ or rows.shape != (self.num_envs,) or not rows.any():
            raise InputError(f"reset_mask must be {self.num_envs} truth values with at least one that is true")
        return rows


def _told(infos: dict[str, NDArray[Any]], rows: Bools) -> Infos:
    """Infos [B] as Gymnasium packs them: each with the rows that have it, and zeros in the others."""
    out: Infos = {}
    everyone = bool(rows.all())
    for name, values in infos.items():
        if not everyone:
            values[~rows] = 0
        out[name], out[f"_{name}"] = values, rows.copy()
    return out
