"""One game as a Gymnasium environment."""

import operator
import sys
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..errors import InputError
from ..game import States, copied
from ..rng import as_seeds, as_words
from .blockseat import seated
from .drawing import pixels, text
from .seat import Seat, Stepped, Told
from .table import Table

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
        self._seat = seated(self.table)
        self._root, self._episode = 0, -1  # the seed, and which of its games is played; -1 before the first

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """Begin an episode: of a seed the game of that seed, without one the next game of the last seed.

        Raises InputError for a seed outside 0 to 2**64 - 1.
        """
        root = None if seed is None else int(as_seeds([seed])[0])
        super().reset(seed=seed)
        if root is None and self._episode < 0:
            root = int(self.np_random.integers(1 << 63))
        if root is None:
            self._episode += 1
        else:
            self._root, self._episode = root, 0
        return self._at(self.table.begun(as_seeds([self._root]), np.array([self._episode])))

    def step(self, action: Any) -> Stepped:
        """One action. Raises InputError for one that does not exist, and where the game is over or not begun."""
        if self._episode < 0:
            raise _not_begun()
        try:
            number = operator.index(action)
        except TypeError:
            raise InputError(f"action {action!r} is no whole number; choose 0 to {self.world.actions - 1}") from None
        stepped = self._seat.step(number)
        if self.render_mode == "human":
            self._print()
        return stepped

    def action_masks(self) -> NDArray[np.bool_]:
        """[A] which actions do something, as MaskablePPO asks for them. Raises InputError before the first reset."""
        masks: NDArray[np.bool_] = self._begun().mask.astype(np.bool_)
        return masks

    def clone_state(self) -> Saved:
        """The moment, hidden future included: an agent that plays on from it sees what it should not.

        Raises InputError before the first reset.
        """
        return Saved(self._begun().states.tobytes(), self._root, self._episode)

    def set_state(self, saved: Saved, future: int | None = None) -> Told:
        """Go to a moment of this environment or another one of the same game; its observation and info.

        `future` (0 to 2**64 - 1) replaces what is hidden by something else, so that a search knows no more than its
        player. Limits of wrappers count on. Raises InputError for a moment of another game, and for a future by keys.
        """
        dtype = self.world.new(np.zeros(1, np.uint64)).dtype
        if len(saved.state) != dtype.itemsize:
            raise InputError("that moment is of another game; use one of an environment with the same id")
        states = np.frombuffer(bytearray(saved.state), dtype)
        if future is not None:
            states = self.world.reseeded(states, as_words(as_seeds([future]), 1))
        self._root, self._episode = saved.root, saved.episode
        return self._at(states)

    @property
    def states(self) -> States:
        """[1] a copy of the record of the game, for players and searches. Raises InputError before the first reset."""
        return copied(self._begun().states)

    def render(self) -> Any:
        """The game as text (`ansi`), as pixels uint8 [H, W, 3] (`rgb_array`), or nothing: `human` prints each step.

        Raises InputError before the first reset.
        """
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return pixels(*self.world.picture(self._begun().states))
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; give one to gym.make")
        return None

    def _begun(self) -> Seat:
        if self._episode < 0:
            raise _not_begun()
        return self._seat

    def _text(self) -> str:
        return text(*self.world.picture(self._begun().states))

    def _print(self) -> None:
        sys.stdout.write(self._text() + "\n\n")
        sys.stdout.flush()

    def _at(self, states: States) -> Told:
        """Take a state [1] as the present one, by no action; its observation and info."""
        told = self._seat.take(states)
        if self.render_mode == "human":
            self._print()
        return told


def _not_begun() -> InputError:
    return InputError("no game has begun; call reset() first")
