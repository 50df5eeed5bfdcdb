"""Numbers as text, the same in every chapter."""

from collections.abc import Iterable

from ....game import Placement
from ....tetris.guideline.paths import ORIENTATIONS
from ....tetris.srs import CELLS
from ...reasons import number
from ..drawing.element import signed
from ..words import Words


def shown(value: float) -> str:
    """A number in few characters, with a true minus sign.

    >>> shown(-12.629), shown(3.0)
    ('−12.63', '3')
    """
    return signed(number(float(value)))


def exact(value: float, places: int = 6) -> str:
    """A number with so many decimals, the last zeros left out.

    >>> exact(-0.35663), exact(2.0)
    ('−0.35663', '2')
    """
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return signed("0" if text in ("-0", "") else text)


def plus(value: float) -> str:
    """A number with its sign.

    >>> plus(0.5), plus(-3.0), plus(0.0)
    ('+0.5', '−3', '0')
    """
    return f"+{shown(value)}" if value > 0 else shown(value)


def both(first: str, second: str, words: Words) -> str:
    """Two sentences as one text; in Chinese nothing stands between them."""
    return first + second if words.language == "zh" else f"{first} {second}"


def where(spot: Placement, words: Words) -> str:
    """The columns that a placement takes, counted from 1 as people do."""
    across = sorted({x + 1 for x, _ in spot.cells})
    if len(across) == 1:
        return words("explain.column", x=across[0])
    return words("explain.columns", first=across[0], last=across[-1])


def turned(spot: Placement, words: Words) -> str:
    """How a placement lies, and the columns that it takes."""
    turn = lies(spot)
    return words("explain.spot", turn=words(f"explain.orientation.{ORIENTATIONS[turn]}"), where=where(spot, words))


def lies(spot: Placement) -> int:
    """How a placement lies, from 0 for north clockwise: games number orientations in orders of their own.

    Of orientations with the same cells the first.
    """
    own = _shape(spot.cells)
    return next(n for n, cells in enumerate(CELLS[spot.piece]) if _shape(cells) == own)


def _shape(cells: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Cells moved to the left and to the floor."""
    found = tuple(cells)
    left, low = min(x for x, _ in found), min(y for _, y in found)
    return frozenset((x - left, y - low) for x, y in found)
