"""Environments for learners: Gymnasium ids of the same games by placements and by keys, and matches for two.

Importing this registers the ids (ids.py). It needs the extra `rl`.
"""

try:
    import gymnasium as _gymnasium  # noqa: F401 - looked for here so that the remedy can be named
except ModuleNotFoundError:
    raise ImportError("environments need gymnasium; run pip install 'wellplayed[rl]'") from None

from .env import Play
from .ids import IDS, register
from .vector import PlayVector

__all__ = ["IDS", "Play", "PlayVector", "register"]

register()
