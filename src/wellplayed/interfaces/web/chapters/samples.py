"""The boards that chapters begin with: the project's showcases, and two of their own."""

from ....showcases import POCKET, QUAD, T_SPIN_DOUBLE
from .chapter import Sample

# What the player `clear-first` makes of the first 14 pieces of seed 7 (the game of `position.game("IIIIII")`).
MIDDLE = "OO...OO.../OO.SSOO.JJ/.TSS.LLLJI/TTT.TLJ.JI/.ZZTTTJ.TI"
# The slot of a T-spin triple: the T turns into the shaft by the last of five tests.
TRIPLE = "##......../#........./#.########/#..#######/#.########"


def middle(pieces: str) -> Sample:
    """A game that has gone on for a while."""
    return Sample("middle", MIDDLE, pieces)


def quad(pieces: str = QUAD.pieces) -> Sample:
    """A well that waits for four rows."""
    return Sample("quad", QUAD.rows, pieces)


def pocket(pieces: str = POCKET.pieces) -> Sample:
    """A pocket that no straight drop fills."""
    return Sample("pocket", POCKET.rows, pieces)


def double(pieces: str = T_SPIN_DOUBLE.pieces) -> Sample:
    """The slot of a T-spin double."""
    return Sample("double", T_SPIN_DOUBLE.rows, pieces)


def triple(pieces: str = "T") -> Sample:
    """The slot of a T-spin triple."""
    return Sample("triple", TRIPLE, pieces)
