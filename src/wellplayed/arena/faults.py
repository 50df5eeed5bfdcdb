"""One move by code that may fail: what fails costs the games concerned, and no others.

A player chooses for a whole batch at once. Where its code raises anything, or chooses what is not legal, the positions
are given to it one by one; those for which it fails again are lost, and the others go on as if nothing had happened.
"""

import numpy as np

from ..errors import Fault, InputError
from ..game import Game, States, copied, taken
from .entrants import Entrant

LONGEST = 400  # characters of what an error says; it may quote the whole of its input


def moved(game: Game, who: Entrant, states: States) -> tuple[States, dict[int, str]]:
    """[B] afterstates of one move of `who` in living states, and by row what went wrong where its code failed.

    A state for which it failed stays as it was, and is dead. What the game itself raises is raised, and so is Ctrl-C.
    """
    try:
        return _moved(game, who, states), {}
    except Fault:
        after, faults = copied(states), {}
    for row in range(len(states)):
        try:
            after[row] = _moved(game, who, taken(states, np.array([row])))[0]
        except Fault as fault:
            after["dead"][row], faults[row] = True, str(fault)
    return after, faults


def _moved(game: Game, who: Entrant, states: States) -> States:
    """The afterstates. Raises Fault, about the first state, where the player's code fails or breaks the rules."""
    try:
        actions = np.asarray(who.player.choose(states))
    except InputError as error:
        raise _fault(game, who, states, str(error)) from error
    except Exception as error:
        raise _fault(game, who, states, f"{type(error).__name__}: {error}") from error
    if actions.shape != states.shape or actions.dtype.kind not in "iu":
        given = f"{actions.dtype} of shape {actions.shape}"
        raise _fault(game, who, states, f"it chose {given}; give one whole number for each of {len(states)} states")
    try:
        return game.play(states, actions)
    except InputError as error:
        raise _fault(game, who, states, str(error)) from error


def _fault(game: Game, who: Entrant, states: States, what: str) -> Fault:
    first = states[:1]
    place = f"piece {int(first['pieces'][0]) + 1} of seed {int(first['match'][0])}"
    said = " ".join(what.split())
    short = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    return Fault(f"player {who.name!r} failed at {place} on {position(game, first)}: {short}")


def position(game: Game, state: States) -> str:
    """The board of one state [1] on one line: its rows joined by `/`, without the empty ones above the pile."""
    rows = game.show(state).split("\n")
    while len(rows) > 1 and not rows[0].strip("."):
        del rows[0]
    return "/".join(rows)
