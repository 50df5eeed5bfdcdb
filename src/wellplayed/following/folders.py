"""Which folders there are in a directory of runs; nothing outside it has a name."""

import os
from pathlib import Path

from ..errors import InputError


def names(root: Path) -> list[str]:
    """The folders that lie in a directory itself, by name, without links and hidden ones.

    None where there is no such directory. Raises InputError where it cannot be read.
    """
    try:
        with os.scandir(root) as found:
            return sorted(
                entry.name for entry in found if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
            )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot read the folder {root}: {error.strerror}; check its name and rights") from None


def inside(root: Path, name: str) -> Path:
    """The folder of that name in a directory. Raises InputError for anything but one of `names(root)`."""
    if name not in names(root):
        raise InputError(f"there is no run {name[:80]!r} in {root}; choose one of those that are there")
    return root / name
