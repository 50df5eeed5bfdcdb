"""Whole settings of a search for weights that somebody described, by name: what was tuned, from where, and how."""

from typing import NamedTuple

from ..errors import unknown
from ..tetris.features import BERTSEKAS_22


class Preset(NamedTuple):
    """A method with its options, and what it was used on."""

    name: str
    about: str
    source: str
    method: str  # spec
    objective: str  # what fitness is the mean of
    games: int  # played by each candidate in a generation
    features: tuple[str, ...]  # [D] whose weights are tuned
    start: tuple[float, ...]  # [D]
    scale: tuple[float, ...]  # [D]


PRESETS = (
    Preset(
        "article",
        "four features by a genetic algorithm, seeded with the weights found by Lee; 20 parents, 20 games each",
        # The article leaves open how many there are in a generation, and how often and how far a gene mutates.
        "俄罗斯方块 AI 进化史：从贪心落子到束搜索、MCTS 与深度强化学习",
        "genetic:population=40,parents=20,crossover=mask,rate=0.1,step=1",
        "lines",
        20,
        ("aggregate_height", "holes", "bumpiness", "lines"),
        (-0.51, -0.36, -0.18, 0.76),
        (0.1, 0.1, 0.1, 0.1),
    ),
    Preset(
        "szita-lorincz",
        "22 features by noisy cross-entropy, from nothing: 100 candidates, one game each, 10 of them the elite",
        "Szita and Lorincz, Learning Tetris using the noisy cross-entropy method, Neural Computation 18, 2006",
        "cross_entropy:noise=decreasing",
        "lines",
        1,
        BERTSEKAS_22,
        (0.0,) * len(BERTSEKAS_22),
        (10.0,) * len(BERTSEKAS_22),
    ),
)


def preset(name: str) -> Preset:
    """The preset of that name. Raises InputError where there is none."""
    for candidate in PRESETS:
        if candidate.name == name:
            return candidate
    raise unknown("preset", name, [candidate.name for candidate in PRESETS])
