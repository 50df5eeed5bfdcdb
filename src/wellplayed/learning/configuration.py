"""What a run is, as configuration.json in its folder: everything that decides its numbers, and what it ran with."""

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import numba
import numpy as np

from .. import __version__
from ..errors import InputError, unknown
from ..games import family
from ..games import game as make_game
from ..rng import as_seeds
from .arrays import replaced
from .learners import entry, settings_as_json, settings_from

NAME = "configuration.json"
FORMAT = 1
LEAST_GAMES, MOST = 50, 1_000_000_000  # fewer games say too little: lines of a game vary as much as their mean
LONG_CAP = 2_000  # pieces, the most unless told otherwise in games that good players hardly lose


@dataclasses.dataclass(frozen=True)
class Configuration:
    """A run. Raises InputError for an unknown learner or game, or numbers that are out of range."""

    learner: str
    game: str  # the full spec
    settings: dict[str, Any]  # all of them, by name
    seed: int = 0
    every: int = 0  # rounds from checkpoint to checkpoint; 0: the learner's own number
    games: int = LEAST_GAMES  # of a check, and of the final measurement
    cap: int = 0  # pieces of one of these games; 0: the learner's own number, or the game's
    preset: str = ""  # where the settings come from

    def __post_init__(self) -> None:
        found = entry(self.learner)
        object.__setattr__(self, "learner", found.name)
        object.__setattr__(self, "game", make_game(self.game).name)
        object.__setattr__(self, "settings", settings_as_json(settings_from(self.learner, self.settings)))
        object.__setattr__(self, "every", self.every or found.every)
        usual = found.cap if family(make_game(self.game)) == "classic" else min(found.cap, LONG_CAP)
        object.__setattr__(self, "cap", self.cap or usual)
        as_seeds([self.seed])
        for name, value, least in (("every", self.every, 1), ("games", self.games, LEAST_GAMES), ("cap", self.cap, 1)):
            if not least <= value <= MOST:
                raise InputError(f"{name} {value} is out of range; choose {least} to {MOST}")

    def digest(self) -> str:
        """Which training this is; how it is checked makes no other one."""
        own = [self.learner, self.game, self.settings, self.seed]
        return hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:16]

    def text(self) -> str:
        """The run as JSON."""
        data = {"format": FORMAT, **dataclasses.asdict(self), "versions": versions()}
        return json.dumps(data, indent=1) + "\n"


def versions() -> dict[str, str]:
    """What a run's numbers may depend on beside its configuration."""
    return {"wellplayed": __version__, "numpy": np.__version__, "numba": numba.__version__}


def written(folder: Path, configuration: Configuration) -> None:
    """Write configuration.json, all of it or nothing. Raises InputError where that fails."""
    replaced(folder / NAME, configuration.text().encode())


def read(folder: Path) -> Configuration:
    """The run in a folder. Raises InputError where there is none, or its file cannot be used."""
    path = folder / NAME
    try:
        data = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"there is no run in {folder}; begin one by wellplayed train LEARNER --run {folder}") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; check its name and rights") from None
    except ValueError:
        raise InputError(f"{path} is not JSON; restore it") from None
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise InputError(f"{path} is no configuration of this version; restore it, or begin a new run")
    data.pop("versions", None)
    fields = {field.name: field for field in dataclasses.fields(Configuration)}
    for name in data:
        if name not in fields:
            raise InputError(f"{path}: {unknown('entry', name, fields)}")
    for name, field in fields.items():
        if name not in data:
            raise InputError(f"{path} has no entry {name}; restore it")
        kind = dict if name == "settings" else {"str": str, "int": int}.get(str(field.type), field.type)
        if not isinstance(data[name], kind) or isinstance(data[name], bool):  # type: ignore[arg-type]
            raise InputError(f"{name} in {path} cannot be {data[name]!r}; restore it")
    try:
        return Configuration(**data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
