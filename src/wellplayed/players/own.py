"""Players of your own: weights in a TOML file, or any Python function of the features.

A file is named wherever a player or weights are: `wellplayed watch mine.py`, `beam:weights=mine.py`. To name a Python
file is to run it: what it says is executed with all your rights, as by `python mine.py`. So name only files that you
trust, and let no other person's text choose one.

A Python file defines `evaluate(features)`: from the features of N positions it makes N numbers, and the higher a number
the better the position. To it the game's own reward for the move is added, rows cleared in classic play and garbage
sent in guideline play; a search adds up the rewards along a line, and the number of the last position. `NAME`, a text,
is what messages call the evaluator.
"""

import functools
import hashlib
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..errors import Fault, InputError, unknown
from ..game import Floats, Game, States, feature_names
from ..search.evaluate import Linear

SUFFIXES = (".py", ".toml")


def is_file(name: str) -> bool:
    """Whether the name of a player, or of weights, is that of a file."""
    return name.lower().endswith(SUFFIXES)


def from_file(name: str, game: Game) -> "Linear | Own":
    """The evaluator in a file: linear weights from `.toml`, a function from `.py`, which is executed.

    Raises InputError where the file cannot be read or used.
    """
    path = Path(name)
    return Linear(game, read_weights(path)) if name.lower().endswith(".toml") else Own(game, path)


def digest(name: str) -> str:
    """Eight hexadecimal digits for what a file says now. Raises InputError if it cannot be read."""
    return hashlib.sha256(_read(Path(name)).encode()).hexdigest()[:8]


# Python ---------------------------------------------------------------------------------------------------------------


class Features:
    """The features of N positions: `features.holes` and `features["holes"]` are float64 [N], `features.array` [N, F].

    The columns of `array` are `names`, in order. What is given out is a copy and may be changed. An unknown name is a
    KeyError or an AttributeError that names the nearest.
    """

    def __init__(self, names: tuple[str, ...], array: Floats) -> None:
        self.names, self.array = names, array

    def __getitem__(self, name: str) -> Floats:
        if name not in self.names:
            raise KeyError(str(unknown("feature", name, self.names)))
        column: Floats = self.array[:, self.names.index(name)].copy()
        return column

    def __getattr__(self, name: str) -> Floats:
        if name.startswith("_") or name not in self.names:
            raise AttributeError(str(unknown("feature", name, self.names)))
        return self[name]

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __dir__(self) -> list[str]:
        return ["array", "names", *self.names]


class Own:
    """The evaluator that a Python file defines. The file is executed once, and again only after it changed.

    Raises InputError where the file cannot be read or run, or defines no function `evaluate`.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self.game, self.path = game, path.absolute()
        module = _module(self.path, _stamp(path))
        function = getattr(module, "evaluate", None)
        if not callable(function):
            raise InputError(f"{path} defines no function evaluate; write def evaluate(features): ...")
        self._evaluate: Callable[[Features], Any] = function
        self._names = feature_names(game)
        given = getattr(module, "NAME", None)
        self.name = f"{given} ({path})" if isinstance(given, str) and given.strip() else str(path)

    def __call__(self, states: States) -> Floats:
        """[B] what the file's function makes of the features. Raises Fault where it raises anything."""
        try:
            values: Floats = np.asarray(self._evaluate(Features(self._names, self.game.features(states))), np.float64)
        except Exception as error:
            where = self.game.show(states[:1]).replace("\n", "/")
            raise Fault(
                f"evaluator {self.name!r} failed{_at(error, self.path)} on {len(states)} positions, "
                f"the first of them {where}: {type(error).__name__}: {_words(error)}"
            ) from error
        return values


@functools.lru_cache(maxsize=64)
def _module(path: Path, stamp: tuple[int, int]) -> ModuleType:
    """What a Python file defines after it was executed; `stamp` says which version of the file."""
    source = _read(path)
    module = ModuleType(f"wellplayed_own_{hashlib.sha256(f'{path}{stamp}'.encode()).hexdigest()[:16]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        raise InputError(f"{path} is no Python{_at(error, path)}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise InputError(f"{path} failed{_at(error, path)}: {type(error).__name__}: {_words(error)}") from error
    return module


def _stamp(path: Path) -> tuple[int, int]:
    """When a file was changed, and its size. Raises InputError where there is none."""
    try:
        info = path.stat()
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    return info.st_mtime_ns, info.st_size


def _at(error: BaseException, path: Path) -> str:
    """In which line of a file an error arose, to be put into a sentence; nothing if in none of its lines."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    if isinstance(error, SyntaxError) and error.filename == str(path):
        lines = [error.lineno]
    return f" in line {lines[-1]}" if lines and lines[-1] else ""


def _words(error: BaseException) -> str:
    """What an error says, on one line; a KeyError would put quotation marks round it."""
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return " ".join(text.split())


# TOML -----------------------------------------------------------------------------------------------------------------


def read_weights(path: Path) -> dict[str, float]:
    """Weights by feature name from a TOML file.

    The file holds `feature = weight` lines, in a table `[weights]` or at the top, or two lists `features` and
    `weights` of one length. Raises InputError if it cannot be read, is not TOML, or the weights are not numbers.
    """
    try:
        data = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}") from None
    names, table = data.get("features"), data.get("weights", data)
    if isinstance(names, list) and isinstance(table, list):
        if len(names) != len(table):
            raise InputError(f"{path} has {len(names)} features and {len(table)} weights; give one weight for each")
        table = dict(zip(names, table, strict=True))
    if not isinstance(table, dict) or not table:
        raise InputError(f"{path} has no weights; write lines such as holes = -4.0")
    for name, weight in table.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise InputError(f"the weight of {name} in {path} is {weight!r}; give a number")
        if isinstance(weight, int) and abs(weight) > 1 << 64:
            raise InputError(f"the weight of {name} in {path} is too large; give a smaller number")
    return {str(name): float(weight) for name, weight in table.items()}


def _read(path: Path) -> str:
    """The text of a file. Raises InputError if it cannot be read or is no text."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    except UnicodeDecodeError:
        raise _unreadable(path, "it is not text") from None


def _unreadable(path: Path, why: str) -> InputError:
    return InputError(f"cannot read the player's file {path}: {why}; check its name and rights")
