"""The features of Puyo fields by their definitions, one cell at a time, and by name.

Each takes a position after a move (puyo_game.py). Chains that a field has in it are found by trying: every stack of
one to three puyos of every colour on every column that is open, played to the end.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from . import puyo_forms
from .puyo import BESIDE, COLOURS, VISIBLE, WIDTH, Cell, Field, groups, simulate
from .puyo_game import Position, heights, puyos

Feature = Callable[[Position], float]
Weights = Mapping[str, float]

SPAWN = 2  # column 3
BOWL = (2, 0, -1, -1, 0, 2)


# What a field could fire ---------------------------------------------------------------------------------------------


class Trigger(NamedTuple):
    """A stack that sets off a chain, and what comes of it."""

    links: int
    points: int
    needed: int
    row: int
    column: int
    plane: int
    ready: int = 0  # most points that one puyo sets off
    close: int = 0  # or one or two


NOTHING = Trigger(0, 0, 0, 0, 0, 0)


def open_columns(field: Field) -> list[int]:
    """The columns around column 3 up to the first ones of twelve puyos or more."""
    tall, found = heights(field), []
    for way in (range(SPAWN, WIDTH), range(SPAWN - 1, -1, -1)):
        for x in way:
            if tall[x] >= VISIBLE or tall[SPAWN] >= VISIBLE:
                break
            found.append(x)
    return sorted(found)


def group_at(field: Field, cell: Cell) -> set[Cell]:
    """The group of one visible cell."""
    group, todo = {cell}, [cell]
    while todo:
        for x, y in BESIDE[todo.pop()]:
            if field[y][x] == field[cell[1]][cell[0]] and (x, y) not in group:
                group.add((x, y))
                todo.append((x, y))
    return group


def with_stack(field: Field, x: int, colour: str, count: int) -> Field:
    """The field with some more puyos of one colour on a column."""
    rows, bottom = [row[:] for row in field], heights(field)[x]
    for y in range(bottom, bottom + count):
        rows[y][x] = colour
    return rows


def stacks(field: Field) -> Iterator[tuple[int, int, int]]:
    """The smallest stack of each colour on each open column that pops: its plane, column and puyos."""
    for plane, colour in enumerate(COLOURS):
        for x in open_columns(field):
            bottom = heights(field)[x]
            for count in (1, 2, 3):
                if bottom + count > VISIBLE:
                    break
                if len(group_at(with_stack(field, x, colour, count), (x, bottom))) >= 4:
                    yield plane, x, count
                    break


def potential(field: Field) -> Trigger:
    """The chain with most points; of equals by fewest puyos, most links, highest row, first plane and column.

    Three puyos count only where fewer fire nothing.
    """
    found = []
    for plane, x, count in stacks(field):
        chain = simulate(with_stack(field, x, COLOURS[plane], count))[1]
        points = sum(link.points for link in chain)
        found.append(Trigger(len(chain), points, count, heights(field)[x], x, plane))
    few = [t for t in found if t.needed < 3 and t.points]
    best = min(few or found or [NOTHING], key=lambda t: (-t.points, t.needed, -t.links, -t.row, t.plane, t.column))
    ready = max((t.points for t in few if t.needed == 1), default=0)
    return best._replace(ready=ready, close=max((t.points for t in few), default=0))


# Pieces of definitions -----------------------------------------------------------------------------------------------


def sizes(position: Position) -> list[int]:
    """The size of every group."""
    return [len(group) for _, group in groups(position.field)]


def beside(tall: list[int], x: int) -> list[int]:
    """The heights of the neighbours of a column."""
    return [tall[other] for other in (x - 1, x + 1) if 0 <= other < WIDTH]


def mean(numbers: list[int] | tuple[int, ...]) -> Fraction:
    """Their mean."""
    return Fraction(sum(numbers), len(numbers))


def square(points: int) -> float:
    """The square of points in ten thousands."""
    return (points / 1e4) ** 2


def ripe(position: Position) -> float:
    """The square of points in ten thousands times that of how full the field was."""
    share = position.last.crowd / 72
    return square(position.last.points) * (share * share)


def connections(position: Position) -> int:
    """Pairs of neighbours of one colour."""
    field = position.field
    coloured = [(x, y) for x, y in BESIDE if field[y][x] in COLOURS]
    return sum(field[b][a] == field[y][x] for x, y in coloured for a, b in BESIDE[x, y] if (a, b) > (x, y))


def variance(position: Position) -> float:
    """The variance of the heights."""
    tall = heights(position.field)
    return float(mean([h * h for h in tall]) - mean(tall) ** 2)


def slope(position: Position) -> float:
    """How far the heights are from a bowl of the same mean."""
    tall = heights(position.field)
    return float(sum(abs(h - mean(tall) - (b - mean(BOWL))) for h, b in zip(tall, BOWL, strict=True)))


def valleys(position: Position) -> int:
    """How far columns lie below their lower neighbours."""
    tall = heights(position.field)
    return sum(max(min(beside(tall, x)) - tall[x], 0) for x in range(WIDTH))


def ridges(position: Position) -> int:
    """How far columns stand above their higher neighbours."""
    tall = heights(position.field)
    return sum(max(tall[x] - max(beside(tall, x)), 0) for x in range(WIDTH))


# All of them ---------------------------------------------------------------------------------------------------------

EARNED: dict[str, Feature] = {
    "links": lambda p: p.last.links,
    "chain_score": lambda p: p.last.points / 1e3,
    "chain_square": lambda p: square(p.last.points),
    "ripe": ripe,
    "reached": lambda p: p.last.points >= 80_000,
    "popped": lambda p: p.last.popped,
    "all_clear": lambda p: p.clear and p.last.links > 0,  # ojama may lie there since
    "tear": lambda p: p.last.tear,
}
LOOKED: dict[str, Callable[[Trigger], float]] = {
    "potential_links": lambda t: t.links,
    "potential_score": lambda t: t.points / 1e3,
    "potential_square": lambda t: square(t.points),
    "potential_needed": lambda t: t.needed,
    "trigger_height": lambda t: t.row,
    "ready_score": lambda t: t.ready / 1e3,
    "close_score": lambda t: t.close / 1e3,
}
SHAPES: dict[str, Feature] = {
    "connections": connections,
    "pairs": lambda p: sizes(p).count(2),
    "triples": lambda p: sizes(p).count(3),
    "clusters": lambda p: sum(size > 1 for size in sizes(p)),
    "max_height": lambda p: max(heights(p.field)),
    "height_variance": variance,
    "bottom_rows": lambda p: sum(cell != "." for row in p.field[:3] for cell in row),
    "danger": lambda p: sum(h >= 11 for h in heights(p.field)),
    "puyos": lambda p: puyos(p.field),
    "ojama": lambda p: sum(row.count("#") for row in p.field),
    "slope": slope,
    "valleys": valleys,
    "ridges": ridges,
    "spawn_height": lambda p: heights(p.field)[SPAWN],
    "ghosts": lambda p: sum(cell != "." for cell in p.field[VISIBLE]),
    "topped": lambda p: len(p.topped),
    "form": lambda p: puyo_forms.share(p.field),
}
NAMES = (*EARNED, *LOOKED, *SHAPES)


def features(position: Position, names: tuple[str, ...] = NAMES) -> dict[str, float]:
    """The features of these names."""
    found = {name: float(f(position)) for name, f in {**EARNED, **SHAPES}.items() if name in names}
    if any(name in LOOKED for name in names):
        trigger = potential(position.field)
        found |= {name: float(f(trigger)) for name, f in LOOKED.items() if name in names}
    return found


def value_of(position: Position, weights: Weights) -> float:
    """Weights times features, in the order of the weights; minus infinity for a lost game."""
    if position.dead:
        return float("-inf")
    found, value = features(position, tuple(weights)), 0.0
    for name, weight in weights.items():
        value += weight * found[name]
    return value
