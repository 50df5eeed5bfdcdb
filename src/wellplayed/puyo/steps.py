"""A chain link by link, for people: which groups pop, why they score what they do, and the field before and after.

Plain Python and a flood fill, so that it says which group is which; `chain.simulate` is the fast one and agrees.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .cells import COLOURS, COLUMNS, OJAMA, PLANES, POPPING, TOP, VISIBLE, WIDTH
from .scoring import CHAIN_POWER, COLOUR_BONUS, GROUP_BONUS, HIGHEST, LOWEST, POINTS

Cell: TypeAlias = tuple[int, int]  # x from the left, y from the floor


class Group(NamedTuple):
    """Puyos of one colour that pop together."""

    colour: int  # the plane
    cells: tuple[Cell, ...]  # in order
    bonus: int


class Step(NamedTuple):
    """One link: 10 x size x (power + colour bonus + the bonuses of its groups), the bonus kept from 1 to 999."""

    groups: tuple[Group, ...]  # in the order of their colours, then of their cells
    ojama: tuple[Cell, ...]  # what goes with them
    size: int  # puyos that pop, ojama not counted
    power: int
    colour_bonus: int
    points: int
    before: NDArray[np.uint16]  # [8, 8] at rest
    after: NDArray[np.uint16]  # [8, 8] at rest again


def steps(cells: Any) -> list[Step]:
    """Every link of the chain in a field `cells` [8, 8], the first one first; what hangs in the air falls before it."""
    found: list[Step] = []
    before = fallen(cells)
    while groups := _popping(before):
        popped = {cell for group in groups for cell in group.cells}
        beside = {cell for near in popped for cell in _neighbours(near)}
        ojama = tuple(sorted(cell for cell in beside if _holds(before[OJAMA], cell)))
        power = CHAIN_POWER[min(len(found), len(CHAIN_POWER) - 1)]
        colour_bonus = COLOUR_BONUS[len({group.colour for group in groups}) - 1]
        bonus = power + colour_bonus + sum(group.bonus for group in groups)
        points = POINTS * len(popped) * min(max(bonus, LOWEST), HIGHEST)
        after = fallen(_without(before, popped.union(ojama)))
        found.append(Step(tuple(groups), ojama, len(popped), power, colour_bonus, points, before, after))
        before = after
    return found


def fallen(cells: Any) -> NDArray[np.uint16]:
    """A copy of `cells` [8, 8] with every puyo down."""
    down = np.zeros((PLANES, COLUMNS), np.uint16)
    for x in range(WIDTH):
        height = 0
        for y in range(TOP):
            for plane in range(OJAMA + 1):
                if _holds(cells[plane], (x, y)):
                    down[plane, x] |= 1 << height
                    height += 1
    return down


def _holds(plane: Any, cell: Cell) -> bool:
    return bool(int(plane[cell[0]]) >> cell[1] & 1)


def _without(cells: Any, taken: set[Cell]) -> NDArray[np.uint16]:
    keep = np.full(COLUMNS, (1 << TOP) - 1, np.uint16)
    for x, y in taken:
        keep[x] &= ~np.uint16(1 << y)
    left: NDArray[np.uint16] = cells & keep
    return left


def _neighbours(cell: Cell) -> list[Cell]:
    """The visible cells beside one."""
    x, y = cell
    beside = ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y))
    return [(a, b) for a, b in beside if 0 <= a < WIDTH and 0 <= b < VISIBLE]


def _popping(cells: Any) -> list[Group]:
    """The groups that pop in a field at rest."""
    groups = []
    for colour in range(len(COLOURS)):
        left = {(x, y) for x in range(WIDTH) for y in range(VISIBLE) if _holds(cells[colour], (x, y))}
        while left:
            group, edge = set(), {min(left)}
            while edge:
                group |= edge
                edge = {cell for near in edge for cell in _neighbours(near)} & left - group
            left -= group
            if len(group) >= POPPING:
                bonus = GROUP_BONUS[min(len(group) - POPPING, len(GROUP_BONUS) - 1)]
                groups.append(Group(colour, tuple(sorted(group)), bonus))
    return groups
