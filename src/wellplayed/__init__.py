"""wellplayed: a falling-block laboratory. Rules engines at native speed, agents, and the tools to compare them.

Names are loaded on first use, so that importing the package costs nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

__all__ = [
    "Classic",
    "Game",
    "Greedy",
    "Guideline",
    "InputError",
    "KeyGame",
    "Linear",
    "Player",
    "Ruleset",
    "Thought",
    "make_game",
    "make_player",
    "play",
    "summarise",
]

_HOMES = {
    "Classic": "tetris.classic:Classic",
    "Game": "game:Game",
    "Greedy": "players.player:Greedy",
    "Guideline": "tetris.guideline.rules:Guideline",
    "InputError": "errors:InputError",
    "KeyGame": "tetris.guideline.keys:KeyGame",
    "Linear": "search.evaluate:Linear",
    "Player": "players.player:Player",
    "Ruleset": "tetris.guideline.ruleset:Ruleset",
    "Thought": "players.player:Thought",
    "make_game": "games:game",
    "make_player": "players.registry:player",
    "play": "arena.lockstep:play",
    "summarise": "arena.summary:summarise",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    return getattr(importlib.import_module(f".{module}", __name__), attribute)
