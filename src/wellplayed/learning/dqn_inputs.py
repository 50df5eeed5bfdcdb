"""What DQN's network sees of a position: features, scaled to about 1, or the planes of the board."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..errors import unknown
from ..game import Bools, Floats, Game, States, feature_names, taken
from ..games import family
from ..players.player import Random
from .dqn_settings import Settings
from .td_settings import BOARD, FEATURES, USUAL, listed, sizes

GAMES, PIECES = 16, 24  # of random play, from which it is seen which planes have a shape


class Looks:
    """Positions of one game as inputs of the shape `size`. Raises InputError for a feature that the game lacks.

    Features are of the board alone. So for values of moves they are joined by the mean of each plane, which says which
    pieces come. `scale` [F] is what features are multiplied by, measured in random play where it is not given. It is
    kept among the weights, so that a network sees another board than it learned on as it learned to see.
    """

    def __init__(self, game: Game, settings: Settings, scale: Floats | None = None) -> None:
        self.game = game
        self.planes, self._flags = settings.inputs == "planes", settings.form == "action"
        example = game.planes(game.new([0]))[0]
        self.size: tuple[int, ...] = example.shape
        self.scale: Floats = np.empty(0)
        self.names: tuple[str, ...] = ()
        if self.planes:
            return
        names, usual = feature_names(game), FEATURES.get(family(game), BOARD)
        wanted = usual if settings.features == USUAL else listed(settings.features)
        for name in wanted:
            if name not in names:
                raise unknown(f"feature of {family(game)}", name, names)
        # The first layer has a constant of its own.
        self.names = tuple(name for name in wanted if name != "constant")
        self._which = np.array([names.index(name) for name in self.names], np.int64)
        self.scale = 1 / sizes(game, self._which) if scale is None else scale
        self.size = (len(self._which) + self._flags * len(example),)

    def __call__(self, states: States) -> NDArray[np.float32]:
        """[B, *size] what the network sees of each state."""
        if self.planes:
            return self.game.planes(states)
        found = (self.game.features(states)[:, self._which] * self.scale).astype(np.float32)
        if self._flags:
            found = np.concatenate([found, self.game.planes(states).mean(axis=(2, 3))], axis=1)
        return found

    def shaped(self) -> Bools:
        """[C] which planes are not the same all over in some position of random play."""
        found = np.zeros(self.size[0], np.bool_)
        for states in _random(self.game):
            planes = self.game.planes(states)
            found |= (planes != planes[:, :, :1, :1]).any(axis=(0, 2, 3))
        return found


def _random(game: Game) -> Iterator[States]:
    """Living afterstates of random play."""
    view = game.straight()
    who, states = Random(game, 0, view), game.new(range(GAMES))
    for _ in range(PIECES):
        states = game.play(states, who.choose(states))
        states = taken(states, np.flatnonzero(~states["dead"]))
        if len(states):
            yield states
        states = game.deal(states)
        states = taken(states, np.flatnonzero(view.mask(states).any(axis=1)))
        if not len(states):
            return
