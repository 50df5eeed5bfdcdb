"""The files a browser loads: style, scripts and pictures."""

import functools
import hashlib
from pathlib import Path


def folder() -> Path:
    """Where the files lie."""
    return Path(__file__).parent / "static"


@functools.cache
def address(name: str) -> str:
    """The address of a file, which changes with the files so that a browser may keep what it has loaded.

    The digest is a folder, not a query, so that modules which import each other by relative names share it.
    """
    return f"{root()}/{name}"


@functools.cache
def root() -> str:
    """The address of the folder."""
    total = hashlib.sha256()
    for file in sorted(folder().iterdir()):
        if file.is_file():
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"/static/{total.hexdigest()[:12]}"
