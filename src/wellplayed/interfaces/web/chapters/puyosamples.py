"""The fields that the chapters on Puyo begin with."""

from .chapter import Sample

# Five links of one group of four each.
FIVE = ".BY.../.RR.../.RBYGB/YYYBYG/YRBYGG"
# The same before its first link has all its puyos: a yellow one in column 1 would set it off.
WAITING = ".BY.../.RR.../.RBYGB/.YYBYG/YRBYGG"
# Two colours at once in one link, a group of more than four, and ojama that goes along.
TOGETHER = "..G.B./..G.B./R.RGGB/#GBBR#/BBRGRY/BRGRRG"
# Five links, and nothing is left.
CLEAR = "...R../.YGR../YGRYG./GRYGGB/GYGBBB"
# Groups of many sizes and shapes, with ojama between.
SHAPES = "R....Y/RR..YY/GRB#YB/GGBBYB/GRRBYB"
# Three red puyos in rows 11 and 12, and a fourth in row 13, which joins no group.
GHOST = "R...../R...../RR..../" + "BG..../GB..../" * 5


def five() -> Sample:
    """Five links."""
    return Sample("five", FIVE, "")


def waiting() -> Sample:
    """One puyo before five links."""
    return Sample("waiting", WAITING, "")


def together() -> Sample:
    """Two colours in one link."""
    return Sample("together", TOGETHER, "")


def clear() -> Sample:
    """An all clear."""
    return Sample("clear", CLEAR, "")


def shapes() -> Sample:
    """Groups of many shapes."""
    return Sample("shapes", SHAPES, "")


def ghost() -> Sample:
    """A puyo above the visible rows."""
    return Sample("ghost", GHOST.rstrip("/"), "")
