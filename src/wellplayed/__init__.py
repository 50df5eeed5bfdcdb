"""wellplayed: a falling-block laboratory. Rules engines at native speed, agents, and the tools to compare them.

Names are loaded on first use, so that importing the package costs nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "Classic": "tetris.classic",
    "Game": "game",
    "InputError": "errors",
}
__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(importlib.import_module(f".{_PUBLIC[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
