"""The list of players, and how a spec becomes one."""

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..errors import InputError, unknown
from ..game import Game
from ..games import family
from ..spec import Spec, build, parse
from .own import digest, is_file
from .player import Player


class Entry(NamedTuple):
    """One named player."""

    name: str
    about: str  # one line: what it does
    source: str  # where its idea and its numbers come from
    make: Callable[..., Callable[[Game], Player]]  # called with the spec's options
    generation: int = 0  # 0 baselines, 1 features, 2 one ply, 3 full path, 4 beam, 5 chance, 6 found weights, 7 learned
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    games: tuple[str, ...] = ()  # the names of those that it plays; all games where empty
    usual: bool = False  # searches judge positions of its games by its weights unless told otherwise
    files: Mapping[str, Callable[[str], str]] = {}  # options that name files; of each, digits for what they say now


# The modules that register players, in the order of the list. The last one lies above: it is known by its name alone,
# so that every process that makes players has it, and it imports nothing of what it stands for until one is made.
LINE_UPS = ("players.tetris", "players.puyo", "learning.loading")
USUAL = "usual"  # what `weights` of a search are by default: the evaluation that is usual in the game

_ENTRIES: dict[str, Entry] = {}
_NAMES: dict[str, str] = {}


def register(entry: Entry) -> None:
    """Add a player to the list. Raises InputError if its name or an alias is taken, or is that of a file."""
    for name in (entry.name, *entry.aliases):
        if is_file(name):
            raise InputError(f"a player cannot be named {name!r}, which names a file; choose another name")
        if _plain(name) in _NAMES:
            raise InputError(f"a player named {name!r} is registered already; choose another name")
        _NAMES[_plain(name)] = entry.name
    _ENTRIES[entry.name] = entry


def entries(game: str | None = None) -> list[Entry]:
    """All registered players, or those that play the game of this name, in the order of registration."""
    _load()
    return [entry for entry in _ENTRIES.values() if game is None or not entry.games or game in entry.games]


def usual(game: str) -> str:
    """The name of the player whose weights are usual in the game of this name. Raises InputError where none is."""
    for entry in entries(game):
        if entry.usual:
            return entry.name
    raise InputError(f"no evaluation is usual in {game}; name one by weights=...")


def player(text: str, game: Game) -> Player:
    """The player that a spec such as `dellacherie`, `beam:width=20` or `mine.py` names, for one game.

    Upper case and dashes do not matter in names. A name that ends in `.py` or `.toml` is a file of the user's own, see
    players/own.py; a Python file is executed. Raises InputError for an unknown name or option, with the nearest, for a
    value out of range, for a file that does not fit, and for a player of another game.
    """
    _load()
    spec = parse(text)
    if is_file(spec.name):
        from .searches import of_file

        return build("player", spec, of_file(spec.name))(game)
    name = _NAMES.get(_plain(spec.name))
    if name is None:
        raise unknown("player", spec.name, [entry.name for entry in entries(family(game))])
    entry, played = _ENTRIES[name], family(game)
    if entry.games and played not in entry.games:
        raise InputError(
            f"player {name!r} plays {' and '.join(entry.games)}, not {played}; see wellplayed players --game {played}"
        )
    return build("player", Spec(name, spec.options), entry.make)(game)


def canonical(text: str) -> str:
    """A player's spec with its registered name in place of an alias or another spelling."""
    _load()
    spec = parse(text)
    return str(Spec(_NAMES.get(_plain(spec.name), spec.name), spec.options))


def identity(text: str) -> str:
    """`canonical`, and after the name of each file a `+` and eight digits for what it says now, since files change.

    Raises InputError for a file that cannot be read.
    """
    spec = parse(canonical(text))
    files = _ENTRIES[spec.name].files if spec.name in _ENTRIES else {}
    options = {
        key: f"{value}+{files[key](value)}" if key in files else _dated(value) for key, value in spec.options.items()
    }
    name = _dated(spec.name) if is_file(spec.name) else spec.name
    return str(Spec(name, options))


def _dated(text: str) -> str:
    """A value with the digest of the file that it names, also as the end of a spec such as `linear:file=w.toml`."""
    name = _NAMES.get(_plain(text.partition(":")[0]), "")
    if name and _ENTRIES[name].files:
        return identity(text)
    return f"{text}+{digest(text.rpartition('=')[2])}" if is_file(text) else text


def options(entry: Entry) -> str:
    """A player's options with their defaults, as in a spec."""
    parameters = inspect.signature(entry.make).parameters.values()
    named = (p for p in parameters if p.kind is not p.VAR_KEYWORD)
    return ",".join(f"{p.name}={_shown(p.default)}" for p in named)


def _shown(default: object) -> str:
    return ("off", "on")[default] if isinstance(default, bool) else "none" if default is None else str(default)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _load() -> None:
    """Import the line-ups, which register themselves."""
    for name in LINE_UPS:
        importlib.import_module(f"..{name}", __package__)
