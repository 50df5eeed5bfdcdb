"""Short runs that tests begin."""

from pathlib import Path
from typing import Any

from wellplayed.learning.configuration import Configuration
from wellplayed.learning.folder import begun
from wellplayed.learning.run import Checkpoint, Round, Run

GAME = "classic:height=6,width=6"


def configuration(**changes: Any) -> Configuration:
    """A run of a second or less, with a checkpoint after every second round of 500 pieces."""
    given = {"learner": "td", "game": GAME, "settings": {"pieces": 500}, "every": 2, "cap": 200, **changes}
    return Configuration(**given)


def trained(path: Path, rounds: int, **changes: Any) -> list[Round | Checkpoint]:
    """Begin a run and train it for so many rounds."""
    begun(path, configuration(**changes))
    return further(path, rounds)


def further(path: Path, rounds: int) -> list[Round | Checkpoint]:
    """Train the run in a folder until so many rounds have been played."""
    with Run(path, workers=1) as run:
        return list(run.steps(rounds))
