"""What a move earns in DQN: lines, the game's score, or the shaped form, which also minds holes and height.

The shaped form is that of the article "俄罗斯方块 AI 进化史：从贪心落子到束搜索、MCTS 与深度强化学习": +100, +300 and
+800 for 1, 2 and 4 lines, and penalties for new holes and for height above a threshold. How large these are, where the
threshold lies and what 3 lines earn is chosen here.
"""

import numpy as np

from ..errors import InputError
from ..game import Floats, Game, Ints, States, feature_names
from ..games import family
from .dqn_settings import Settings

LINES = np.array([0.0, 100.0, 300.0, 500.0, 800.0])
HOLE, ROW = 25.0, 10.0  # what a new hole costs, and each row of the highest column above the threshold
THRESHOLD = 10  # rows
WORTH = {"lines": 1.0, "score": 0.01, "shaped": 0.01}


class Rewards:
    """The rewards of a game's moves; raises InputError where the game has nothing to shape them by."""

    def __init__(self, game: Game, settings: Settings) -> None:
        puyo = family(game) == "puyo"
        usual = "score" if puyo else "lines"
        self.kind = usual if settings.reward == "usual" else settings.reward
        self.game, self.death = game, settings.death
        self.worth = settings.worth or (0.001 if puyo and self.kind == "score" else WORTH[self.kind])
        names = feature_names(game)
        if self.kind == "shaped":
            if "holes" not in names or "highest" not in names:
                raise InputError(f"reward=shaped of learner 'dqn' needs holes, which {game.name} lacks; choose score")
            self._holes, self._highest = names.index("holes"), names.index("highest")

    def of(self, before: States, parent: Ints, after: States) -> Floats:
        """[N] what the moves from `before[parent]` to the afterstates `after` [N] earn, losing included."""
        if self.kind == "shaped":
            earned = self._shaped(before, parent, after)
        else:
            earned = (after[self.kind] - before[self.kind][parent]).astype(np.float64)
        found: Floats = earned * self.worth + self.death * after["dead"]
        return found

    def _shaped(self, before: States, parent: Ints, after: States) -> Floats:
        cleared = after["lines"] - before["lines"][parent]
        then, now = self.game.features(before)[parent], self.game.features(after)
        holes = np.maximum(now[:, self._holes] - then[:, self._holes], 0)
        above = np.maximum(now[:, self._highest] - THRESHOLD, 0)
        penalty = np.where(after["dead"], 0.0, HOLE * holes + ROW * above)  # nothing is promised of a dead pile
        found: Floats = LINES[np.clip(cleared, 0, 4)] - penalty
        return found
