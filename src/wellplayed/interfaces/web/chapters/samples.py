"""The boards that chapters begin with: the project's showcases, and two of their own."""

from ....showcases import POCKET, QUAD, T_SPIN_DOUBLE
from .chapter import Sample

# What the player `clear-first` makes of the first 14 pieces of seed 7 (the game of `position.game("IIIIII")`).
MIDDLE = "OO...OO.../OO.SSOO.JJ/.TSS.LLLJI/TTT.TLJ.JI/.ZZTTTJ.TI"
# The slot of a T-spin triple: the T turns into the shaft by the last of five tests.
TRIPLE = "##......../#........./#.########/#..#######/#.########"
# What `clear-first` makes of the first 14 pieces of seeds 7 and 4 in the game of `position.narrow()`; and a well.
NARROW_MIDDLE = "OO..../OO..OO/.JJJOO/.TJZZI/OOL..L"
NARROW_HIGH = "...IT./...ITT/OO.ITT/LLLOO./L..ZZ./ZZ.OO./.ZZOO."
NARROW_QUAD = "##.##./#####./#####./#####./#####."


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


def narrow_middle(pieces: str) -> Sample:
    """A game on the smaller board that has gone on for a while."""
    return Sample("middle", NARROW_MIDDLE, pieces)


def narrow_high(pieces: str) -> Sample:
    """A pile on the smaller board that is near its end."""
    return Sample("high", NARROW_HIGH, pieces)


def narrow_quad(pieces: str) -> Sample:
    """A well that waits for four rows, on the smaller board."""
    return Sample("quad", NARROW_QUAD, pieces)
