"""Files of a folder that others write, opened only where they are plain files: no link, no pipe, no device."""

import errno
import os
import stat
from pathlib import Path
from typing import IO

from ..errors import InputError

LARGEST = 1 << 20  # bytes of a file that is read as a whole
# Not through a link, and without waiting for whoever writes into a pipe; a system that lacks one goes without.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))


def opened(path: Path) -> IO[bytes] | None:
    """The file, opened for reading; None where there is none. Raises InputError for what is no plain file."""
    try:
        number = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK, errno.ENXIO):
            raise _odd(path) from None
        raise InputError(f"cannot read {path}: {error.strerror}; check its rights") from None
    file = os.fdopen(number, "rb") if stat.S_ISREG(os.fstat(number).st_mode) and not path.is_symlink() else None
    if file is None:
        os.close(number)
        raise _odd(path)
    return file


def text(path: Path) -> str | None:
    """What a small file says; None where there is none. Raises InputError where it is no plain file, or no text."""
    file = opened(path)
    if file is None:
        return None
    with file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(f"{path} has more than {LARGEST:,} bytes; restore it")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text; restore it") from None


def mark(path: Path) -> tuple[int, ...]:
    """What changes whenever a file does, its size and times; nothing where there is none."""
    try:
        seen = os.lstat(path)
    except OSError:
        return ()
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns


def _odd(path: Path) -> InputError:
    return InputError(f"{path} is no plain file, so it is not read; put the file itself there")
