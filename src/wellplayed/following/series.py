"""Values by generation or round, in as many rows as a chart has room for."""

from collections.abc import Sequence

MOST = 400


class Series:
    """Rows of numbers in the order of time, at most `most` of them, an even number.

    Where there are more, each two neighbours become their mean, so that a curve keeps its shape.
    """

    def __init__(self, most: int = MOST) -> None:
        self.stride = 1  # how many rows make one
        self.count = 0
        self._most = most
        self._rows: list[tuple[float, ...]] = []
        self._open: list[tuple[float, ...]] = []  # rows of the one that is being made

    def add(self, row: Sequence[float]) -> None:
        """Add a row, as long as the others."""
        self.count += 1
        self._open.append(tuple(row))
        if len(self._open) < self.stride:
            return
        self._rows.append(_mean(self._open))
        self._open = []
        if len(self._rows) >= self._most:
            self._rows = [_mean(self._rows[i : i + 2]) for i in range(0, len(self._rows), 2)]
            self.stride *= 2

    @property
    def rows(self) -> list[tuple[float, ...]]:
        """All of them, the latest one also where it stands for fewer."""
        return [*self._rows, _mean(self._open)] if self._open else list(self._rows)


def _mean(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return rows[0] if len(rows) == 1 else tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
