"""The list of players, and how a spec becomes one."""

from collections.abc import Callable
from typing import NamedTuple

from ..errors import InputError, unknown
from ..game import Game
from ..spec import Spec, build, parse
from .player import Player


class Entry(NamedTuple):
    """One named player."""

    name: str
    about: str  # one line: what it does
    source: str  # where its idea and its numbers come from
    make: Callable[..., Callable[[Game], Player]]  # called with the spec's options
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


_ENTRIES: dict[str, Entry] = {}
_NAMES: dict[str, str] = {}


def register(entry: Entry) -> None:
    """Add a player to the list. Raises InputError if its name or an alias is taken."""
    for name in (entry.name, *entry.aliases):
        if _plain(name) in _NAMES:
            raise InputError(f"a player named {name!r} is registered already; choose another name")
        _NAMES[_plain(name)] = entry.name
    _ENTRIES[entry.name] = entry


def entries() -> list[Entry]:
    """All registered players, in the order of registration."""
    _load()
    return list(_ENTRIES.values())


def player(text: str, game: Game) -> Player:
    """The player that a spec such as `dellacherie` or `random:seed=3` names, for one game.

    Upper case and dashes do not matter in names. Raises InputError for an unknown name or option, with the nearest.
    """
    _load()
    spec = parse(text)
    name = _NAMES.get(_plain(spec.name))
    if name is None:
        raise unknown("player", spec.name, _ENTRIES)
    return build("player", Spec(name, spec.options), _ENTRIES[name].make)(game)


def canonical(text: str) -> str:
    """A player's spec with its registered name in place of an alias or another spelling."""
    _load()
    spec = parse(text)
    return str(Spec(_NAMES.get(_plain(spec.name), spec.name), spec.options))


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _load() -> None:
    """Import the line-ups, which register themselves."""
    from . import tetris  # noqa: F401
