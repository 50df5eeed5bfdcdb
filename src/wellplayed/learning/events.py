"""Learning curves for TensorBoard, by tensorboardX; a run without it has the same numbers in metrics.jsonl alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

MISSING = "no curves for TensorBoard without the extra 'rl'; pip install 'wellplayed[rl]'"


def available() -> bool:
    """Whether tensorboardX is installed."""
    try:
        import tensorboardX  # noqa: F401
    except ImportError:
        return False
    return True


class Events:
    """The event files of a run, written from the round after `rounds` on; nothing where tensorboardX is missing."""

    def __init__(self, path: Path, rounds: int) -> None:
        self._writer: Any = None
        if available():
            from tensorboardX import SummaryWriter

            # What a process that died wrote after this round is no longer shown.
            self._writer = SummaryWriter(str(path), purge_step=rounds + 1, flush_secs=30)

    def add(self, rounds: int, numbers: Mapping[str, float]) -> None:
        """Add the numbers of a round."""
        if self._writer is not None:
            for name, number in numbers.items():
                self._writer.add_scalar(name, float(number), rounds)

    def flush(self) -> None:
        """Put everything on the disk."""
        if self._writer is not None:
            self._writer.flush()

    def close(self) -> None:
        """Write no more."""
        if self._writer is not None:
            self._writer.close()
