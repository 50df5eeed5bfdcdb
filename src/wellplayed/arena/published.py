"""What others published about these controllers, and what a prototype measured, each with where it comes from.

All are means of lines in simplified Tetris, ten columns, one piece known, uniform pieces: the rules of `classic` with
its defaults. Results under other rules are not comparable and are not here: Dellacherie's 660,000 and the 910,000 of
Thiery and Scherrer are for pieces that must be steered from inside the board, Lee's 2,183,277 is one game from
seven-bags with the next piece known, on 22 rows.
"""

from typing import Literal, NamedTuple, TypeAlias

Board: TypeAlias = Literal["10x10", "10x20", "10x10-next"]  # the last one with one known next piece

_ICGA = "Thiery and Scherrer, Building controllers for Tetris, ICGA Journal 32, 2009"
_CBMPI = "Gabillon, Ghavamzadeh and Scherrer, NIPS 2013, and Scherrer et al., JMLR 16, 2015"
_ROBUST = "GameAI-NJUPT, Robust Elite Selection, README of the repository, 2026; 100,000 games"


class Published(NamedTuple):
    """A published mean."""

    mean: float
    source: str
    known: Literal["read", "recalled"]  # read in the source itself, or recalled from the literature and not checked
    note: str = ""


class Reference(NamedTuple):
    """A mean measured before this package was written, by a prototype of the same rules with other random numbers."""

    mean: float
    se: float | None  # None where there were too few replicates to say
    method: Literal["direct", "splitting"]


# The best documented of several first.
PUBLISHED: dict[tuple[str, Board], tuple[Published, ...]] = {
    ("bcts", "10x10"): (Published(3800, _CBMPI, "recalled", "10,000 games"),),
    ("dt-10", "10x10"): (Published(5000, _CBMPI, "recalled", "10,000 games"),),
    ("dt-20", "10x10"): (Published(4300, _CBMPI, "recalled", "10,000 games"),),
    ("rv-ce", "10x10"): (Published(5379, _ROBUST, "read"),),
    ("dellacherie", "10x20"): (
        Published(
            5.2e6,
            _ICGA,
            "recalled",
            "±20% at 95%, 100 games; integer weights tie often, and another tie-break moves the mean by 15%",
        ),
    ),
    ("ce-dellacherie", "10x20"): (Published(17e6, _ICGA, "recalled", "±20% at 95%"),),
    ("bcts", "10x20"): (
        Published(35e6, _ICGA, "read", "±20% at 95%"),
        Published(31e6, _CBMPI, "recalled", "10,000 games"),
    ),
    ("dt-10", "10x20"): (Published(29e6, _CBMPI, "recalled", "10,000 games"),),
    ("dt-20", "10x20"): (Published(51e6, _CBMPI, "read"),),
}

REFERENCE: dict[tuple[str, Board], Reference] = {
    ("dellacherie", "10x10"): Reference(2389, 41, "direct"),
    ("el-tetris", "10x10"): Reference(3038, 59, "direct"),
    ("ce-dellacherie", "10x10"): Reference(3083, 61, "direct"),
    ("bcts", "10x10"): Reference(3973, 88, "direct"),
    ("dt-10", "10x10"): Reference(5034, 129, "direct"),
    ("dt-20", "10x10"): Reference(4295, 102, "direct"),
    ("rv-ce", "10x10"): Reference(5378, 472, "direct"),
    ("four-feature", "10x10"): Reference(114, 1, "direct"),
    ("dellacherie", "10x20"): Reference(7.13e6, 0.16e6, "splitting"),
    ("el-tetris", "10x20"): Reference(17.7e6, None, "splitting"),
    ("ce-dellacherie", "10x20"): Reference(17.65e6, 0.41e6, "splitting"),
    ("bcts", "10x20"): Reference(29.9e6, 0.96e6, "splitting"),
    ("dt-10", "10x20"): Reference(28.2e6, 0.71e6, "splitting"),
    ("dt-20", "10x20"): Reference(51.2e6, 2.56e6, "splitting"),
    ("rv-ce", "10x20"): Reference(26.4e6, None, "splitting"),
    ("four-feature", "10x20"): Reference(669, 12, "direct"),
}

TEN_BY_TEN = ("dellacherie", "el-tetris", "ce-dellacherie", "bcts", "dt-10", "dt-20", "rv-ce", "four-feature")
# With the next piece known nothing comparable was published (facts of other rules: 7.2 M by Fahey, one game, and 480 M
# by Böhm and others, MIC 2005, both on twenty rows), so these two stand beside each other.
WITH_NEXT = ("one-ply:weights=dellacherie", "one-ply:weights=ten-by-ten")
TEN_BY_TWENTY = TEN_BY_TEN[:-1]  # four-feature survives for some hundred lines only: nothing to split
