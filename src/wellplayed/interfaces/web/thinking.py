"""Where agents think: in a few threads beside the server's loop, so that no key waits for a search.

Kernels run without the GIL, and what is asked here changes nothing: it looks at a record of what can be seen.
"""

import functools
import os
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from ...errors import Fault, InputError
from ...game import States
from ...players.player import Player
from ...search.thought import Thought
from .warming import engine

R = TypeVar("R")


class Choice(NamedTuple):
    """What a player chose; no action where there is no placement to choose from."""

    action: int | None
    ms: float


class Insight(NamedTuple):
    """Why the agent chose a move."""

    state: States  # [1] what it saw
    thought: Thought
    player: Player  # player.game is the game it thinks in, player.view the moves it considers
    spec: str
    ms: float  # that choosing took, without the reasons


class AtOnce(Executor):
    """Does everything in the caller's thread: games under it do not depend on any clock."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """A future that is done already."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@functools.cache
def thinkers() -> Executor:
    """The threads that all games of this process share. They begin when the engine is prepared (warming.py)."""
    count = max(2, min(os.cpu_count() or 2, 8))
    return ThreadPoolExecutor(count, thread_name_prefix="thinking", initializer=engine.thinking.wait)


def choose(player: Player, seen: States) -> Choice:
    """What the player does in a position, and how long it took. Raises what the player raises."""
    began = time.perf_counter()
    try:
        action = int(player.choose(seen)[0])
    except Fault:
        raise
    except InputError:
        if player.game.mask(seen).any():
            raise
        return Choice(None, 0.0)
    return Choice(action, 1000 * (time.perf_counter() - began))


def explain(player: Player, seen: States, spec: str, choice: Choice) -> Insight | None:
    """The reasons for a choice; None where there was none to make. Raises what the player raises."""
    return None if choice.action is None else Insight(seen, player.think(seen), player, spec, choice.ms)
