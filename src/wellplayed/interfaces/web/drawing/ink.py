"""What a letter on a board looks like: the colour of a piece, of garbage, or of a cell whose piece is not known."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Ink(NamedTuple):
    """How cells of one letter are filled."""

    fill: str  # a variable of the theme
    opacity: float = 1.0


Inks: TypeAlias = Mapping[str, Ink]

UNKNOWN = Ink("var(--muted)", 0.62)
TETRIS: Inks = {
    **{letter: Ink(f"var(--piece-{letter.lower()})") for letter in "IOTSZJL"},
    "G": Ink("var(--piece-g)"),
    "#": UNKNOWN,
}


def ink(letter: str, inks: Inks) -> Ink:
    """The ink of a letter; of one that is not in the table, that of an unknown piece."""
    return inks.get(letter, UNKNOWN)
