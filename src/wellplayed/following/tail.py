"""The lines that were appended to a file since the last look.

Only whole lines count: a writer may be in the middle of the last one, or keep room for it by blanks. It is read again
until it ends. Where the file was replaced or cut, all is read anew.
"""

import os
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .files import mark, opened

CHUNK = 1 << 22  # bytes of one look
LONGEST = 1 << 26  # bytes of one line


class Read(NamedTuple):
    """What one look found."""

    lines: list[bytes]  # without their ends
    anew: bool = False  # what was read before counts no more, and these lines are the first
    more: bool = False  # the next look finds more, even where nothing is appended


class Tail:
    """A file that grows, from its first line on; it need not be there yet."""

    def __init__(self, path: Path, *, chunk: int = CHUNK, longest: int = LONGEST) -> None:
        self.path = path
        self.offset = 0  # bytes of all lines that were given
        self._chunk, self._longest = chunk, longest
        self._mark: tuple[int, ...] = ()
        self._file: tuple[int, int] | None = None  # which one it was
        self._more = self._spoiled = False

    def read(self) -> Read:
        """The whole lines since the last look, at most a chunk of them.

        Raises InputError where the file is no plain one or cannot be read, or has a line that is too long.
        """
        now = mark(self.path)
        if now == self._mark and not self._more:
            return Read([])
        self._mark, self._more = now, False
        file = opened(self.path)
        if file is None:
            anew, self.offset, self._file = self.offset > 0, 0, None
            return Read([], anew)
        try:
            with file:
                found = os.fstat(file.fileno())
                which = found.st_dev, found.st_ino
                anew = self._spoiled or self._file not in (None, which) or found.st_size < self.offset
                self._file, self._spoiled = which, False
                if anew:
                    self.offset = 0
                file.seek(self.offset)
                data = file.read(self._chunk)
                while b"\n" not in data and len(data) < self._longest and (further := file.read(self._chunk)):
                    data += further
        except OSError as error:
            raise InputError(f"cannot read {self.path}: {error.strerror}; check its rights") from None
        end = data.rfind(b"\n") + 1
        if not end and len(data) >= self._longest:
            raise InputError(f"{self.path} has a line of more than {self._longest:,} bytes; restore it")
        self.offset += end
        self._more = bool(end) and self.offset < found.st_size and len(data) >= self._chunk
        return Read(data[:end].split(b"\n")[:-1], anew, self._more)

    def spoil(self) -> None:
        """Have all read anew once the file changes again, since its lines cannot be gone on from."""
        self._spoiled, self._more = True, False
