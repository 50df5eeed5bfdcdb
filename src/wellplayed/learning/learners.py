"""The list of learners, and how a spec such as `td:trace=0.8` becomes one."""

import dataclasses
import functools
import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from ..errors import InputError, unknown
from ..game import Game
from ..players.player import Player
from ..spec import Spec, build
from .learner import Arrays, Learner, Module


class Entry(NamedTuple):
    """One named learner."""

    name: str
    about: str
    source: str
    module: str  # of this folder; see learner.py for what it defines
    every: int  # rounds from checkpoint to checkpoint, unless told otherwise
    cap: int = 2_000  # pieces of a game of a check, likewise; few where moves take a millisecond and more
    needs: tuple[str, ...] = ()  # packages of the extra `rl` without which it does not learn


LEARNERS = (
    Entry(
        "td",
        "the value of positions by temporal differences: linear over features, with eligibility traces",
        "Sutton, Learning to predict by the methods of temporal differences, Machine Learning 3, 1988",
        "td",
        every=40,
        cap=100_000,
    ),
    Entry(
        "policy_gradient",
        "chances of moves by their features, changed along the natural gradient toward what came of them; classic play",
        "Kakade, A natural policy gradient, NIPS 14, 2001",
        "policy_gradient",
        every=20,
        cap=100_000,
    ),
    Entry(
        "dqn",
        "what boards, or moves, are worth by a network, from a replay buffer, with a target network and double DQN",
        "Mnih and others, Human-level control through deep reinforcement learning, Nature 518, 2015",
        "dqn",
        every=20,
        cap=5_000,
        needs=("torch",),
    ),
    Entry(
        "alphazero",
        "a network guides a search by likely moves and by what is to come, and learns from how the search plays",
        "Silver and others, A general reinforcement learning algorithm that masters chess, shogi, and Go through "
        "self-play, Science 362, 2018",
        "alphazero",
        every=50,
        cap=300,
        needs=("torch",),
    ),
)


def entry(name: str) -> Entry:
    """The learner of that name; case, - and _ do not matter. Raises InputError where there is none."""
    for one in LEARNERS:
        if one.name == name.lower().replace("-", "_"):
            return one
    raise unknown("learner", name, [one.name for one in LEARNERS])


def settings_from(name: str, given: Mapping[str, Any]) -> Any:
    """The settings of a learner, a frozen dataclass: those given, as text or as values, and its defaults.

    Raises InputError for an unknown learner or setting, with the nearest, or a value that cannot be used.
    """
    found = entry(name)
    spec = Spec(found.name, {key: _text(value) for key, value in given.items()})
    return build("learner", spec, _module(found).Settings)


def settings_as_json(settings: Any) -> dict[str, Any]:
    """All settings by name, as plain data."""
    return dataclasses.asdict(settings)


def learner(name: str, game: Game, settings: Any, seed: int = 0) -> Learner:
    """A learner before its first round.

    Raises InputError for an unknown one, a game that it cannot learn, or where a package that it needs is missing.
    """
    found = entry(name)
    for package in found.needs:
        needed(package, f"the learner {found.name}")
    return _module(found).learner(game, settings, seed)


def player(name: str, game: Game, settings: Any, weights: Arrays) -> Player:
    """The greedy player of weights. Raises InputError for an unknown learner, or weights that do not fit."""
    return _module(entry(name)).player(game, settings, weights)


@functools.cache
def _module(found: Entry) -> Module:
    """The module of a learner."""
    return cast(Module, importlib.import_module(f".{found.module}", __package__))


def needed(package: str, what: str) -> Any:
    """A package of the extra `rl`, imported. Raises InputError that says what to install where it is missing."""
    try:
        return importlib.import_module(package)
    except ImportError:
        raise InputError(
            f"{what} needs {package}, of the extra 'rl'; install it by: pip install 'wellplayed[rl]'"
        ) from None


def _text(value: Any) -> str:
    """A value as a spec has it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else value if isinstance(value, str) else repr(value)
