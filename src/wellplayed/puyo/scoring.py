"""What chains are worth: points by link, and the ojama that points buy.

A link pops `cells` puyos and scores 10 x cells x bonus, where the bonus is chain power plus colour bonus plus the
bonuses of all its groups, at least 1 and at most 999. Ojama that goes with them scores nothing.

The tables are Tsu's, as in puyoai/puyoai, src/core/score.h. The kernels compute the same numbers without reading
memory; a test compares them with the tables.
"""

from typing import Literal

from .._jit import kernel
from ..errors import InputError, unknown

Margin = Literal["nexus", "esports"]

CHAIN_POWER = (0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512)  # link 1 to 19
COLOUR_BONUS = (0, 3, 6, 12, 24)  # for 1 to 5 colours in one link
GROUP_BONUS = (0, 2, 3, 4, 5, 6, 7, 10)  # for a group of 4 to 10 puyos, and of 11 or more
LOWEST, HIGHEST = 1, 999  # the bonus is kept between these
POINTS = 10  # for each puyo and unit of bonus

# Ojama. Points a piece: "Puyo Puyo Tsu/Rules", Puyo Nexus. An all clear is worth 2,100 points, thirty pieces, and they
# come with the next chain (Puyo Nexus; puyoai adds them to the score after the ojama of the move is worked out).
TARGET = 70
ALL_CLEAR = 2100
ALL_CLEAR_OJAMA = ALL_CLEAR // TARGET
A_TURN = 30  # pieces that fall in one turn at most: five rows

# Margin time: from 96 seconds on, and every 16 after that, a piece of ojama costs fewer points. "nexus" is the formula
# of Puyo Nexus and PuyoVS written out, "esports" the table of Puyo Puyo eSports as in citrus610/nova. They differ in
# how they round, which is why both are tables.
MARGIN, MARGIN_STEP = 96, 16
TARGETS: dict[Margin, tuple[int, ...]] = {
    "nexus": (70, 52, 35, 26, 17, 13, 8, 6, 4, 3, 2, 1),
    "esports": (70, 52, 34, 25, 16, 12, 8, 6, 4, 3, 2, 1),
}


def target(seconds: float, margin: Margin = "nexus") -> int:
    """Points for one piece of ojama after so many seconds of a match.

    Raises InputError for seconds before the start or a margin that does not exist.
    """
    if margin not in TARGETS:
        raise unknown("margin", margin, TARGETS)
    if not seconds >= 0:
        raise InputError(f"{seconds} seconds is no time in a match; give 0 or more")
    table = TARGETS[margin]
    last = MARGIN + MARGIN_STEP * (len(table) - 2)  # when the last price begins
    return table[int(max(min(seconds, last) - MARGIN + MARGIN_STEP, 0)) // MARGIN_STEP]


@kernel(inline=True)
def chain_power(link: int) -> int:
    """The bonus of being link number `link`, the first being 1: 0, 8, 16, 32, and 32 more for each further one."""
    return max(8 * (link - 1), 32 * (link - 3))


@kernel(inline=True)
def colour_bonus(colours: int) -> int:
    """The bonus of so many colours in one link: 0, 3, and twice as much for each further one."""
    if colours < 2:
        return 0
    return 3 << (colours - 2)


@kernel(inline=True)
def group_bonus(cells: int) -> int:
    """The bonus of a group of so many puyos: 0 for four, from five on three less than their number, 10 from eleven."""
    if cells < 5:
        return 0
    if cells > 10:
        return 10
    return cells - 3


@kernel(inline=True)
def link_points(cells: int, bonus: int) -> int:
    """The points of a link that pops so many puyos, with the sum of its bonuses."""
    return POINTS * cells * min(max(bonus, LOWEST), HIGHEST)


@kernel(inline=True)
def attack(points: int, carry: int, due: bool, price: int) -> tuple[int, int]:
    """The ojama that a chain of so many points sends, and the points carried over to the next one.

    `carry` are the points left over from earlier chains, `due` whether the bonus of an all clear is still to come, and
    `price` the points for one piece (`target`). A move that scores nothing sends nothing and keeps both.
    """
    if points == 0:
        return 0, carry
    owned = points + carry
    pieces = owned // price
    rest = owned - pieces * price
    if due:
        pieces += ALL_CLEAR_OJAMA
    return pieces, rest
