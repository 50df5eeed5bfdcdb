"""How DQN learns: its settings, and what they mean where they are left to the learner."""

import dataclasses
from typing import Literal

from ..errors import InputError
from ..players.player import Way
from .td_settings import USUAL, listed

Form = Literal["afterstate", "action"]
Inputs = Literal["features", "planes"]
Rewarded = Literal["usual", "lines", "score", "shaped"]
Device = Literal["auto", "cpu", "cuda"]
# By inputs: moves of a batch, and pieces of a round, which takes a second or a few.
BATCHES, ROUNDS = {"features": 512, "planes": 128}, {"features": 6_400, "planes": 1_600}


@dataclasses.dataclass(frozen=True)
class Settings:
    """How DQN learns. Raises InputError for values out of range."""

    form: Form = "afterstate"  # values of boards after a move, or of all moves of a position at once
    inputs: Inputs = "features"
    features: str = USUAL  # joined by commas; usual: of the board alone
    hidden: str = "64,64"  # units of the dense layers
    channels: int = 16  # of the convolutions over planes
    reward: Rewarded = "usual"  # usual: lines, or the score in Puyo
    worth: float = 0.0  # the reward for one of it; 0: 1 a line, 1 for 1,000 points of Puyo, 1 for 100 other points
    death: float = -1.0  # the reward for losing
    gamma: float = 0.9  # what the future counts, a move later
    rate: float = 1e-3  # the step size
    batch: int = 0  # moves of an update; 0: 512 of features, 128 of planes
    capacity: int = 30_000  # moves that the buffer holds
    first: int = 1_000  # moves in the buffer before the first update
    between: int = 1  # steps of all games from update to update
    soft: float = 0.01  # how far the target network follows in an update, where it is not copied
    copied: int = 0  # updates from copy to copy of the target network; 0: it follows softly
    double: bool = True  # the network that plays chooses the move whose value the target network gives
    epsilon: float = 0.1  # the share of random moves at first
    epsilon_end: float = 0.0  # and later
    epsilon_pieces: int = 30_000  # pieces until then
    games: int = 32  # side by side
    pieces: int = 0  # of a round; 0: 6,400 with features, 1,600 with planes
    longest: int = 0  # pieces of a game; 0: to its end
    moves: Way = "drop"
    device: Device = "auto"  # auto: a graphics card for planes where there is one

    def __post_init__(self) -> None:
        for name, least, most in (
            ("worth", -1e6, 1e6), ("death", -1e6, 1e6), ("gamma", 0, 1), ("rate", 0, 1), ("batch", 0, 65_536),
            ("capacity", 1, 10_000_000), ("first", 1, 10_000_000), ("between", 1, 10_000), ("soft", 0, 1),
            ("copied", 0, 10**9), ("epsilon", 0, 1), ("epsilon_end", 0, 1), ("epsilon_pieces", 0, 10**12),
            ("games", 1, 10_000), ("pieces", 0, 1_000_000), ("longest", 0, 10**9), ("channels", 1, 512),
        ):  # fmt: skip
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"{name}={value:g} of learner 'dqn' is out of range; choose {least:g} to {most:g}")
        if self.first > self.capacity:
            raise InputError(f"first={self.first} moves do not fit into capacity={self.capacity}; choose fewer")
        if self.games > self.round:
            raise InputError(f"games={self.games} cannot share pieces={self.round} of a round; choose more pieces")
        names = listed(self.features)
        if not names or len(set(names)) < len(names):
            raise InputError(f"features={self.features} of learner 'dqn' names none, or one twice; name each once")
        self.layers  # noqa: B018 - raises

    @property
    def layers(self) -> tuple[int, ...]:
        """The units of each dense layer. Raises InputError where they are no whole numbers."""
        words = listed(self.hidden)
        if not all(word.isdecimal() and 1 <= int(word) <= 65_536 for word in words):
            raise InputError(f"hidden={self.hidden} of learner 'dqn' is no list of units; write 64,64")
        return tuple(int(word) for word in words)

    @property
    def drawn(self) -> int:
        """Moves of an update."""
        return self.batch or BATCHES[self.inputs]

    @property
    def round(self) -> int:
        """Pieces of a round."""
        return self.pieces or ROUNDS[self.inputs]

    def random(self, pieces: int) -> float:
        """The share of random moves after so many pieces."""
        gone = min(pieces / self.epsilon_pieces, 1.0) if self.epsilon_pieces else 1.0
        return self.epsilon + (self.epsilon_end - self.epsilon) * gone
