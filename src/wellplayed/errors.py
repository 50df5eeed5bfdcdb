"""Errors a person can act on: each message names the input and the remedy, and fits on one line."""

import difflib
from collections.abc import Iterable

WIDTH = 200  # characters of a list of names in a message: with the rest of it, two or three lines of a terminal


class InputError(ValueError):
    """Something given from outside cannot be used. The command line prints it as one line and exits with code 2."""


class Fault(InputError):  # noqa: N818 - it says whose
    """A player's or evaluator's own code failed in a game: its name, the position and what happened, on one line.

    The arena counts the game as lost and goes on; the command line shows it as any other bad input.
    """


def unknown(kind: str, name: str, known: Iterable[str]) -> InputError:
    """An `InputError` for a name that does not exist, with the nearest one that does.

    >>> str(unknown("player", "delacherie", ["dellacherie", "random"]))
    "unknown player 'delacherie'; did you mean 'dellacherie'?"
    """
    choices = sorted(known)
    near = difflib.get_close_matches(name, choices, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {listed(choices)}"
    return InputError(f"unknown {kind} {name!r}; {hint}")


def listed(names: list[str]) -> str:
    """Names joined by commas, as many as fit on a line, and how many there are beyond them.

    >>> listed(["bcts", "random"])
    'bcts, random'
    """
    shown = names
    while len(", ".join(shown)) > WIDTH:
        shown = shown[:-1]
    beyond = len(names) - len(shown)
    return ", ".join(shown) + (f" and {beyond} more" if beyond else "")
