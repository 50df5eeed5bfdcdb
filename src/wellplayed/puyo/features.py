"""The numbers that describe a Puyo field: their names and definitions as data, and the kernel that works them out.

Heights and shapes are of all puyos, the ghost row included; groups and connections are of visible puyos of one colour.
After a move nothing is left that could pop, so groups have three puyos or fewer.
"""

import numpy as np

from .._jit import Array, kernel
from .cells import OJAMA, WIDTH
from .forms import formed
from .planes import (
    Field,
    column,
    count_bits,
    plane,
    total,
    union,
)
from .potential import groups, potential

ARTICLE = "每日算法 — 使用java实现噗哟噗哟：连锁消除预测与贪心最优布局策略"
OURS = "wellplayed"

# name, definition, source, whether it is earned on the way
FEATURES = (
    ("links", "links of the chain that the move fired", ARTICLE, True),
    ("chain_score", "points of that chain, in thousands", OURS, True),
    ("chain_square", "points of that chain in ten thousands, squared: one long chain outweighs many", OURS, True),
    ("ripe", "`chain_square` times the square of how full the field was: puyos / 72", OURS, True),
    ("reached", "1 if that chain has 80,000 points or more, at which games of build50 end", OURS, True),
    ("popped", "coloured puyos that it popped", ARTICLE, True),
    ("all_clear", "1 if the move left the field empty", OURS, True),
    ("tear", "rows by which the two puyos of the pair fell apart", OURS, True),
    ("potential_links", "links of the best chain that 1 to 3 puyos of a colour on one column would fire", OURS, False),
    ("potential_score", "points of that chain, in thousands", OURS, False),
    ("potential_square", "points of that chain in ten thousands, squared", OURS, False),
    ("potential_needed", "puyos that it needs", OURS, False),
    ("trigger_height", "rows below the lowest of these puyos where it would rest", OURS, False),
    ("ready_score", "points of the best chain that 1 puyo would fire, in thousands", OURS, False),
    ("close_score", "points of the best chain that 1 or 2 would fire, in thousands", OURS, False),
    ("connections", "pairs of neighbouring puyos of one colour", ARTICLE, False),
    ("pairs", "groups of two", ARTICLE, False),
    ("triples", "groups of three", ARTICLE, False),
    ("clusters", "groups of two or more", ARTICLE, False),
    ("max_height", "puyos in the tallest column", ARTICLE, False),
    ("height_variance", "variance of the six heights", ARTICLE, False),
    ("bottom_rows", "puyos in the lowest three rows", ARTICLE, False),
    ("danger", "columns of eleven puyos or more", ARTICLE, False),
    ("puyos", "puyos in the field, ojama included", OURS, False),
    ("ojama", "ojama in the field", OURS, False),
    ("slope", "sum of the rows between the heights and a bowl of their mean, of shape 2, 0, -1, -1, 0, 2", OURS, False),
    ("valleys", "sum over columns of the rows by which one is lower than its lower neighbour, not a wall", OURS, False),
    ("ridges", "sum over columns of the rows by which one is higher than its higher neighbour", OURS, False),
    ("spawn_height", "puyos in column 3", OURS, False),
    ("ghosts", "puyos in row 13", OURS, False),
    ("topped", "columns whose row 14 is used up", OURS, False),
    ("form", "share of a form that is built: the largest over forms that no puyo contradicts (forms.py)", OURS, False),
)  # fmt: skip
NAMES = tuple(f[0] for f in FEATURES)
COUNT = len(FEATURES)

LINKS, SCORE, SQUARE, RIPE, REACHED, POPPED, CLEAR, TEAR = range(8)
P_LINKS, P_SCORE, P_SQUARE, P_NEEDED, P_ROW, P_READY, P_CLOSE = range(8, 15)
CONNECTIONS, PAIRS, TRIPLES, CLUSTERS, HIGHEST, VARIANCE, BOTTOM, DANGER, PUYOS, OJAMAS = range(15, 25)
SLOPE, VALLEYS, RIDGES, SPAWN, GHOSTS, TOPPED = range(25, 31)
FORM = COUNT - 1
CREDITS = TEAR + 1  # the first so many are earned on the way
LOOKED = 0b1111111 << P_LINKS  # bits of the features that play chains out
BOWL = (2.0, 0.0, -1.0, -1.0, 0.0, 2.0)
THOUSAND, TEN_THOUSAND = 1e3, 1e4
CELLS = 72.0  # visible ones
GREAT = 80_000  # points: the target of arena/build.py, which this floor may not import
DANGEROUS = 11


@kernel(inline=True)
def earn(links: int, points: int, popped: int, crowd: int, clear: bool, tear: int, found: Array) -> None:
    """Put what a move earned into `found` [F]. Modified in place."""
    found[LINKS], found[SCORE], found[POPPED] = links, points / THOUSAND, popped
    share = crowd / CELLS
    found[REACHED] = np.int64(points >= GREAT)
    found[SQUARE] = (points / TEN_THOUSAND) * (points / TEN_THOUSAND)
    found[RIPE] = found[SQUARE] * (share * share)
    found[CLEAR], found[TEAR] = np.int64(clear), tear


@kernel(inline=True)
def survey(field: Field, topped: int, used: int, found: Array) -> None:
    """Put the features of a field at rest into `found` [F]; those of `potential` only where `used` has their bits.

    So is `form`. Modified in place.
    """
    filled = union(field)
    near, pairs, middles = groups(field)
    if used & LOOKED:
        links, points, needed, height, _, _, ready, close = potential(field, near, pairs, middles, filled)
        found[P_LINKS], found[P_SCORE] = links, points / THOUSAND
        found[P_SQUARE] = (points / TEN_THOUSAND) * (points / TEN_THOUSAND)
        found[P_NEEDED], found[P_ROW] = needed, height
        found[P_READY], found[P_CLOSE] = ready / THOUSAND, close / THOUSAND
    else:
        found[P_LINKS], found[P_SCORE], found[P_SQUARE], found[P_NEEDED], found[P_ROW] = 0.0, 0.0, 0.0, 0.0, 0.0
        found[P_READY], found[P_CLOSE] = 0.0, 0.0
    triples = total(middles)
    doubles = (total(pairs) - 3 * triples) // 2
    found[CONNECTIONS], found[PAIRS] = doubles + 2 * triples, doubles
    found[TRIPLES], found[CLUSTERS] = triples, doubles + triples
    found[BOTTOM], found[GHOSTS] = total(filled & 7), total(filled >> 12)
    found[OJAMAS] = total(plane(field, OJAMA))
    found[TOPPED] = count_bits(np.uint64(topped))
    found[FORM] = 0.0
    if used >> FORM & 1:
        found[FORM] = formed(field, filled)
    surface(
        count_bits(np.uint64(column(filled, 0))), count_bits(np.uint64(column(filled, 1))),
        count_bits(np.uint64(column(filled, 2))), count_bits(np.uint64(column(filled, 3))),
        count_bits(np.uint64(column(filled, 4))), count_bits(np.uint64(column(filled, 5))), found,
    )  # fmt: skip


@kernel(inline=True)
def surface(a: int, b: int, c: int, d: int, e: int, f: int, found: Array) -> None:
    """Put what the six heights say into `found` [F]. Modified in place."""
    puyos = a + b + c + d + e + f
    squares = a * a + b * b + c * c + d * d + e * e + f * f
    mean = puyos / WIDTH
    found[PUYOS], found[SPAWN] = puyos, c
    found[HIGHEST] = max(a, b, c, d, e, f)
    found[VARIANCE] = (WIDTH * squares - puyos * puyos) / (WIDTH * WIDTH)
    high = DANGEROUS - 1
    found[DANGER] = int(a > high) + int(b > high) + int(c > high) + int(d > high) + int(e > high) + int(f > high)
    level = mean - 1.0 / 3.0  # the bowl's own mean is a third of a row
    found[SLOPE] = (
        abs(a - level - BOWL[0]) + abs(b - level - BOWL[1]) + abs(c - level - BOWL[2])
        + abs(d - level - BOWL[3]) + abs(e - level - BOWL[4]) + abs(f - level - BOWL[5])
    )  # fmt: skip
    found[VALLEYS] = (
        max(b - a, 0) + max(min(a, c) - b, 0) + max(min(b, d) - c, 0)
        + max(min(c, e) - d, 0) + max(min(d, f) - e, 0) + max(e - f, 0)
    )  # fmt: skip
    found[RIDGES] = (
        max(a - b, 0) + max(b - max(a, c), 0) + max(c - max(b, d), 0)
        + max(d - max(c, e), 0) + max(e - max(d, f), 0) + max(f - e, 0)
    )  # fmt: skip


@kernel(inline=True)
def valued(weights: Array, found: Array) -> tuple[float, float]:
    """Credit and value: weights [F] times `found` [F], summed in feature order; a weight of 0 adds nothing."""
    credit = 0.0
    for k in range(CREDITS):
        if weights[k] != 0.0:
            credit += weights[k] * found[k]
    value = credit
    for k in range(CREDITS, COUNT):
        if weights[k] != 0.0:
            value += weights[k] * found[k]
    return credit, value
