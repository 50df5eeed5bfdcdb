"""Arrays in a safetensors file, which holds numbers and cannot run code, with a note on what they are.

The note is JSON in the file's metadata, so a file that was moved still says which learner and game it belongs to.
Pickles, as torch writes them by default, run what they contain when they are loaded; they are refused unread.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import numpy as safetensors

from ..errors import InputError
from .learner import Arrays

SUFFIX = ".safetensors"
NOTE = "wellplayed"  # the one entry of the file's metadata
ZIP, HEADER = b"PK", 8  # how torch's files begin; bytes of the length that safetensors begin with
PICKLES = (".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".bin", ".npz", ".npy")


def kept(path: Path, arrays: Arrays, note: dict[str, Any]) -> None:
    """Write arrays and their note, all or nothing. Raises InputError where that fails."""
    data = safetensors.save(
        {name: np.asarray(array, order="C") for name, array in arrays.items()},  # it would keep the bytes as they lie
        {NOTE: json.dumps(note, sort_keys=True, ensure_ascii=True)},
    )
    replaced(path, data)


def taken(path: Path) -> tuple[Arrays, dict[str, Any]]:
    """The arrays in a file, and their note.

    Raises InputError where it cannot be read, is cut short or damaged, is a pickle, or was not written by `kept`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the checkpoint {path}: {error.strerror}; check its name and rights") from None
    if _pickled(path, data):
        raise InputError(f"{path} is a pickle, which can run code when it is loaded; give a checkpoint in safetensors")
    note = _note(path, data)
    try:
        return safetensors.load(data), note
    except Exception as error:  # SafetensorError, and what NumPy says of a type that it does not have
        raise _damaged(path, str(error)) from None


def replaced(path: Path, data: bytes) -> None:
    """Write a file so that whoever reads it finds the old one or the new one. Raises InputError where that fails."""
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror or error}; make room or mend its rights, and go on by --resume"
        ) from None


def _pickled(path: Path, data: bytes) -> bool:
    """Whether a file is a pickle, or one of the archives that hold pickles, by its name or its first bytes."""
    protocol = len(data) > 1 and data[0] == 0x80 and data[1] <= 5  # the first opcode of pickles since protocol 2
    whole = len(data) > HEADER and data[HEADER : HEADER + 1] == b"{"  # what follows the length in safetensors
    return path.suffix.lower() in PICKLES or data.startswith((ZIP, b"\x93NUMPY")) or (protocol and not whole)


def _note(path: Path, data: bytes) -> dict[str, Any]:
    """What a file says of itself. Raises InputError where it is no safetensors file, or not of this package."""
    length = int.from_bytes(data[:HEADER], "little")
    header = data[HEADER : HEADER + length]
    if len(data) < HEADER or len(header) < length:
        raise _damaged(path, "it is cut short, or something else")
    try:
        found = json.loads(header)
        metadata = found.get("__metadata__", {})
    except (ValueError, AttributeError):
        raise _damaged(path, "its header cannot be read") from None
    try:
        note: dict[str, Any] = json.loads(metadata[NOTE])
        note["learner"], note["game"], note["round"]
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{path} was not written by wellplayed train; give a checkpoint of a run") from None
    return note


def _damaged(path: Path, why: str) -> InputError:
    return InputError(f"{path} is no whole safetensors file: {why}; take another checkpoint of the run")
