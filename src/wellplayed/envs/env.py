"""One game as a Gymnasium environment."""

import sys
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..errors import InputError
from ..game import States, copied
from ..rng import as_seeds, as_words
from .drawing import pixels, text
from .reward import record
from .table import Table
from .world import Observations

MODES = ["ansi", "rgb_array", "human"]


class Saved(NamedTuple):
    """A moment of an environment, to go back to; it can be pickled."""

    state: bytes
    root: int
    episode: int


class Play(gymnasium.Env[Any, Any]):
    """One game for one learner; the parameters are those of `Table`, by the names that docs/envs.md lists.

    An action that is not legal does nothing unless `illegal` is `raise`; `info["action_mask"]` says which are. Where a
    game is over, the mask has action 0 alone. An episode ends (`terminated`) with the game alone; a limit of steps is
    the wrapper's, and truncates. Raises InputError for parameters that do not fit.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 8}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, game: str = "classic", *, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise InputError(f"render_mode={render_mode!r} is unknown; choose {', '.join(MODES)}")
        self.render_mode = render_mode
        self.table = Table(game, **options)
        self.world = self.table.world
        self.observation_space = self.world.space
        self.action_space = spaces.Discrete(self.world.actions)
        self._root = np.zeros(1, np.uint64)
        self._episode = np.full(1, -1)
        self._states: States | None = None
        self._masks = np.zeros((1, self.world.actions), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode: of a seed the game of that seed, without one the next game of the last seed.

        Raises InputError for a seed outside 0 to 2**64 - 1.
        """
        root = None if seed is None else as_seeds([seed])
        super().reset(seed=seed)
        if root is None and self._episode[0] < 0:
            root = self.np_random.integers(1 << 63, size=1, dtype=np.uint64)
        if root is not None:
            self._root, self._episode = root, np.zeros(1, np.int64)
        else:
            self._episode = self._episode + 1
        return self._at(self.table.begun(self._root, self._episode))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One action. Raises InputError for one that does not exist, and where the game is over or not begun."""
        states = self._begun()
        done = self.table.play(states, np.array([action], np.int64), self._masks)
        seen, info = self._arrived(done.states, done.masks, done.seen, bool(done.legal[0]))
        return seen, done.rewards.item(), done.dead.item(), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """[A] which actions do something, as MaskablePPO asks for them. Raises InputError before the first reset."""
        self._begun()
        masks: NDArray[np.bool_] = self._masks[0].astype(np.bool_)
        return masks

    def clone_state(self) -> Saved:
        """The moment, hidden future included: an agent that plays on from it sees what it should not.

        Raises InputError before the first reset.
        """
        return Saved(self._begun().tobytes(), int(self._root[0]), int(self._episode[0]))

    def set_state(self, saved: Saved, future: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Go to a moment of this environment or another one of the same game; its observation and info.

        `future` (0 to 2**64 - 1) replaces what is hidden by something else, so that a search knows no more than its
        player. Limits of wrappers count on. Raises InputError for a moment of another game, and for a future by keys.
        """
        dtype = self.table.begun(self._root, np.zeros(1, np.int64)).dtype
        if len(saved.state) != dtype.itemsize:
            raise InputError("that moment is of another game; use one of an environment with the same id")
        states = np.frombuffer(bytearray(saved.state), dtype)
        if future is not None:
            states = self.world.reseeded(states, as_words(as_seeds([future]), 1))
        self._root, self._episode = as_seeds([saved.root]), np.array([saved.episode])
        return self._at(states)

    @property
    def states(self) -> States:
        """[1] a copy of the record of the game, for players and searches. Raises InputError before the first reset."""
        return copied(self._begun())

    def render(self) -> Any:
        """The game as text (`ansi`), as pixels uint8 [H, W, 3] (`rgb_array`), or nothing: `human` prints each step.

        Raises InputError before the first reset.
        """
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return pixels(*self.world.picture(self._begun()))
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; give one to gym.make")
        return None

    def _begun(self) -> States:
        if self._states is None:
            raise InputError("no game has begun; call reset() first")
        return self._states

    def _text(self) -> str:
        return text(*self.world.picture(self._begun()))

    def _at(self, states: States) -> tuple[Any, dict[str, Any]]:
        """Take a state as the present one, by no action; its observation and info."""
        return self._arrived(*self.world.look(states), True)

    def _arrived(
        self, states: States, masks: NDArray[np.int8], seen: Observations, legal: bool
    ) -> tuple[Any, dict[str, Any]]:
        """Take a state [1] as the present one, with its mask and what is seen of it; its observation and info."""
        self._states, self._masks = states, masks
        records = record(states)
        info = {"action_mask": masks[0].copy(), "legal": legal, "seed": records["match"][0]}
        for name, field in self.world.tallies.items():
            info[name] = records[field].item()
        if self.render_mode == "human":
            sys.stdout.write(self._text() + "\n\n")
            sys.stdout.flush()
        # The batch was made for this call alone, so its only row is nobody else's.
        return {name: values[0] for name, values in seen.items()} if isinstance(seen, dict) else seen[0], info
