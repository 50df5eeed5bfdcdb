"""What a run is, as the file run.toml in its folder: everything that decides its numbers, and nothing else."""

import dataclasses
import hashlib
import json
import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, unknown
from ..rng import as_seeds
from .methods import raced
from .seeds import counted
from .subject import Subject

NAME = "run.toml"
MOST = 1_000_000  # generations


@dataclasses.dataclass(frozen=True)
class Configuration:
    """A run. Raises InputError for numbers that are out of range, or a race that the method could not go by."""

    method: str  # spec
    objective: str  # spec
    subject: Subject
    games: int  # of each candidate in a generation
    generations: int
    every: int  # generations from check to check
    validation: int  # games of a check, and as many others of the validation
    race: int = 0  # so many candidates win a race over games times candidates in all; 0: all play the same games
    seed: int = 0

    def __post_init__(self) -> None:
        counted("games", self.games)
        counted("validation", self.validation)
        as_seeds([self.seed])
        for name, value, least in (
            ("generations", self.generations, 0),
            ("every", self.every, 1),
            ("race", self.race, 0),
        ):
            if not least <= value <= MOST:
                raise InputError(f"{name} {value} is out of range; choose {least} to {MOST}")
        if self.race:
            raced(self.method)

    def digest(self) -> str:
        """Which run this is; more generations make no other one."""
        return hashlib.sha256(self.text(generations=False).encode()).hexdigest()[:16]

    def text(self, *, generations: bool = True) -> str:
        """The run as TOML."""
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != "subject"}
        if not generations:
            del own["generations"]
        data = {**own, **self.subject._asdict()}
        lines = [f"{name} = {_toml(value)}" for name, value in data.items() if not isinstance(value, Mapping)]
        fixed = [f"{name} = {_toml(value)}" for name, value in self.subject.fixed.items()]
        return "\n".join(["# what `wellplayed tune` goes on with by --resume", *lines, "", "[fixed]", *fixed, ""])


def written(folder: Path, configuration: Configuration) -> None:
    """Write run.toml, all of it or nothing. Raises InputError where that fails."""
    replaced(folder / NAME, configuration.text())


def read(folder: Path) -> Configuration:
    """The run in a folder. Raises InputError where there is none, or its file cannot be used."""
    path = folder / NAME
    try:
        return parsed(path.read_text("utf-8"), path)
    except FileNotFoundError:
        raise InputError(f"there is no run in {folder} to resume; begin one without --resume") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; check its name and rights") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}; restore it") from None


def parsed(text: str, path: Path) -> Configuration:
    """The run that the text of a run.toml tells of. Raises InputError, naming the file, where it cannot be used."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}; restore it") from None
    known = {f.name: f.type for f in dataclasses.fields(Configuration) if f.name != "subject"}
    known |= dict.fromkeys(Subject._fields, "")
    for name in data:
        if name not in known:
            raise InputError(f"{path}: {unknown('entry', name, known)}")
    for name in known:
        if name not in data:
            raise InputError(f"{path} has no entry {name}; restore it")
    numbers = {"games", "generations", "every", "validation", "race", "seed"}
    texts = {"method", "objective", "game", "player"}
    for name in known:
        if not _fits(data[name], name, numbers, texts):
            raise InputError(f"{name} in {path} cannot be {data[name]!r}; restore it")
    parts = {name: data.pop(name) for name in Subject._fields}
    lists = {name: tuple(parts[name]) for name in ("features", "start", "scale")}
    if len({len(one) for one in lists.values()}) != 1:
        raise InputError(f"features, start and scale in {path} differ in length; restore it")
    try:
        return Configuration(subject=Subject(**{**parts, **lists}), **data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def replaced(path: Path, text: str) -> None:
    """Write a file so that whoever reads it finds the old one or the new one. Raises InputError where that fails."""
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror or error}; make room or mend its rights, and go on by --resume"
        ) from None


def _fits(value: Any, name: str, numbers: set[str], texts: set[str]) -> bool:
    """Whether an entry is of the kind that it should be."""
    if name in numbers:
        return isinstance(value, int) and not isinstance(value, bool)
    if name in texts:
        return isinstance(value, str)
    if name == "fixed":
        return isinstance(value, dict) and all(_number(one) for one in value.values())
    kind = str if name == "features" else float
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, str) if kind is str else _number(one) for one in value)
    )


def _number(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _toml(value: Any) -> str:
    """A value as TOML has it: for text, whole numbers, floats and lists of these as JSON has them."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
